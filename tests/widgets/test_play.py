"""PlayGame without a browser: the game, the opponent in the background, what can be pointed at."""

import json
import random

import pytest

from minimax_lab.arena import RandomPlayer
from minimax_lab.draw import board_svg, notebook_bundle
from minimax_lab.game import MAX, MIN, IllegalMove
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import Engine, minimax
from minimax_lab.widgets.play.game import GameHistory, play_board
from minimax_lab.widgets.play.play import PlayGame
from minimax_lab.widgets.stepper.stepper import step_through

STATES = {
    "tic-tac-toe": TicTacToe("X.. .O. ..."),
    "connect four": ConnectFour(),
    "isolation": Isolation(4, 4),
    "rps": RPS.start("RPSRP", "PSRSR"),
    "chess": Chess("1r2k2r/P1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBPPP/R3K2R w KQk - 0 1"),
    "tree": tree([[1, 2], [3, 4]]),
}


class Nim:
    """A game of two methods."""

    def __init__(self, stones=5):
        self.stones = stones

    def get_legal_moves(self):
        return [take for take in (1, 2) if take <= self.stones]

    def forecast_move(self, take):
        return Nim(self.stones - take)

    def __repr__(self):
        return f"Nim({self.stones})"


def first(state):
    return state.get_legal_moves()[0]


def wait(play):
    """The same, when the opponent has answered."""
    play.wait()
    return play


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_to_point_at_the_parts_of_a_move_makes_that_move_and_no_other(state):
    board = play_board(state)
    assert len(board.moves) == len(state.get_legal_moves())
    assert len(set(board.moves)) == len(board.moves)
    starts = {parts[:length] for parts in board.moves for length in range(1, len(parts))}
    assert not starts & set(board.moves), "one move would be the beginning of another"


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect four", "isolation", "rps", "chess"])
def test_what_can_be_pointed_at_lies_within_the_picture_and_apart_from_each_other(name):
    board = play_board(STATES[name])
    width, height = board.size
    boxes = {(box.x, box.y, box.width, box.height) for target in board.targets for box in target.boxes}
    assert boxes
    for x, y, wide, high in boxes:
        assert 0 <= x <= x + wide <= width
        assert 0 <= y <= y + high <= height
    for a in boxes:
        for b in boxes - {a}:
            apart_x = a[0] + a[2] <= b[0] + 1e-6 or b[0] + b[2] <= a[0] + 1e-6
            apart_y = a[1] + a[3] <= b[1] + 1e-6 or b[1] + b[3] <= a[1] + 1e-6
            assert apart_x or apart_y


def test_a_promotion_is_a_choice_beside_the_board():
    board = play_board(STATES["chess"])
    labels = {tuple(board.targets[part].label for part in parts) for parts in board.moves if len(parts) == 3}
    goals, pieces = ("a8", "b8, black rook"), ("queen", "rook", "bishop", "knight")
    assert labels == {("a7, white pawn", goal, piece) for goal in goals for piece in pieces}
    assert all(not board.targets[parts[2]].boxes for parts in board.moves if len(parts) == 3)


def test_a_game_that_nobody_has_drawn_gets_a_button_for_each_move():
    board = play_board(Nim())
    assert board.picture == "Nim(5)"
    assert [(target.label, target.boxes) for target in board.targets] == [("1", ()), ("2", ())]


def test_a_picture_of_svg_alone_is_shown_with_a_button_for_each_move():
    class Drawn(Nim):
        def _repr_svg_(self):
            return '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><circle r="10"/></svg>'

    board = play_board(Drawn())
    assert board.picture.startswith("<svg")
    assert [(target.label, target.boxes) for target in board.targets] == [("1", ()), ("2", ())]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("state", [*STATES.values(), Nim()], ids=[*STATES, "nim"])
def test_a_whole_game_is_played_and_taken_back_to_its_start(state, seed):
    play, rng = PlayGame(state, RandomPlayer(seed)), random.Random(seed)
    play._ready()
    for _ in range(30):  # enough for most of them
        if wait(play).game.over:
            break
        play.move(rng.choice(play.game.position.get_legal_moves()))
    wait(play)
    assert play.board._status["turn"] == ("over" if play.game.over else "yours")
    while play.game.can_undo:
        play.undo()
        wait(play)
    assert play.game.state is play.game.start
    assert play.board._status["moves"] == []


def test_a_game_on_a_tree_keeps_the_whole_tree_in_sight():
    boxes = tree([[1, 9], [3, 4], [2, 8]])
    play = PlayGame(boxes)
    assert play.board._board["picture"] == board_svg(boxes)
    play.move(2)
    assert wait(play).game.moves == [2, 0]
    assert play.board._board["picture"] == board_svg(boxes, way=(2, 0))
    play.undo()
    assert wait(play).board._board["picture"] == board_svg(boxes)


def test_undo_takes_back_your_move_and_the_answer():
    game = GameHistory(TicTacToe())
    for move in (0, 4, 8):
        game.play(move)
    assert not game.your_turn
    game.undo()
    assert game.moves == [0, 4]
    game.undo()
    assert game.moves == []
    assert not game.can_undo


def test_the_second_player_cannot_take_back_the_first_move_of_the_engine():
    game = GameHistory(TicTacToe(), you=MIN)
    game.play(4)
    assert not game.can_undo
    game.undo()
    assert game.moves == [4]


def test_the_opponent_begins_only_when_somebody_looks():
    play = PlayGame(TicTacToe(), first, you=MIN)
    assert play.game.moves == []
    assert play.board._status["turn"] == "waiting"
    play._ready()
    assert wait(play).game.moves == [0]


def test_the_engine_does_not_lose_tic_tac_toe():
    for seed in range(20):
        play, rng = PlayGame(TicTacToe(), Engine(), seconds=5), random.Random(seed)
        while not wait(play).game.over:
            play.move(rng.choice(play.game.position.get_legal_moves()))
        assert play.game.value <= 0


def test_the_engine_beats_a_random_player_also_in_a_game_that_does_not_say_whose_turn_it_is():
    """Whoever cannot move has lost: of 6 stones, taken 1 or 2 at a time, the second player can always take the last."""
    for seed in range(10):
        play, rng = PlayGame(Nim(6), Engine(), seconds=5), random.Random(seed)
        while not wait(play).game.over:
            play.move(rng.choice(play.game.position.get_legal_moves()))
        assert play.game.value == -1


def test_why_shows_the_decision_of_the_player_who_made_it_also_where_the_game_does_not_say_who_that_is():
    play = PlayGame(Nim(6), Engine(), seconds=5)
    play.move(1)
    wait(play).why()
    wait(play)
    assert play.children[1].traces[0].root.player is MIN


def test_a_move_out_of_turn_is_refused():
    play = PlayGame(TicTacToe(), first, you=MIN)
    with pytest.raises(IllegalMove, match="not your turn"):
        play.move(3)


def test_a_click_on_a_board_that_is_no_more_is_not_a_move():
    play = PlayGame(TicTacToe(), first)
    play._receive(play, {"do": "move", "move": 8, "ply": 3}, [])
    assert play.game.moves == []


def test_it_says_what_it_is_the_same_way_everywhere():
    play = PlayGame(TicTacToe(), first, you=MIN)
    assert repr(play) == "PlayGame(TicTacToe, you are MIN, 0 moves made)"
    data, _ = play._repr_mimebundle_()
    assert data["text/plain"] == repr(play)
    assert data["text/html"].startswith("<img")
    data, _ = PlayGame(Nim(), first)._repr_mimebundle_()
    assert data["text/html"] == "<pre>Nim(5)</pre>"


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        ((TicTacToe(), "engine"), TypeError, "opponent must be a player"),
        ((TicTacToe(), RandomPlayer), TypeError, "are the \\(\\) missing"),
        ((TicTacToe,), TypeError, "are the \\(\\) missing"),
        ((3,), TypeError, "get_legal_moves"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, error, why):
    with pytest.raises(error, match=why):
        PlayGame(*arguments)
    with pytest.raises(TypeError, match="MAX or MIN"):
        PlayGame(TicTacToe(), you="X")


def test_chess_moves_are_written_as_players_write_them():
    play = PlayGame(Chess(), first)
    play.move(next(move for move in Chess().get_legal_moves() if move.uci() == "g1f3"))
    assert wait(play).board._status["moves"][0] == "▲ Nf3"
    assert play.game.you is MAX


# Black sits below


def middles(board):
    """Where each target of a board is: the middle of its boxes, by its label."""
    return {
        target["label"]: [(x + width / 2, y + height / 2) for x, y, width, height in target["boxes"]]
        for target in board["targets"]
    }


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_a_move_is_pointed_at_in_the_same_way_from_both_sides(state):
    plain, turned = play_board(state), play_board(state, below=MIN)
    assert plain.moves == turned.moves
    assert [target.label for target in plain.targets] == [target.label for target in turned.targets]
    if not isinstance(state, Chess):
        assert plain == turned


def test_who_plays_black_has_the_black_pieces_below():
    play = PlayGame(Chess().forecast_move("e4"), first, you=MIN)
    places = middles(play.board._board)
    (king_knight,), (queen_knight,) = places["g8, black knight"], places["b8, black knight"]
    (pawn,), (goal,) = places["e7, black pawn"], places["e5"]
    assert king_knight[1] == queen_knight[1] > pawn[1] > goal[1]  # y runs downwards: Black's first rank is the lowest
    assert king_knight[0] < goal[0] == pawn[0] < queen_knight[0]  # the files run from h to a
    assert play.board._board["picture"] == board_svg(play.game.state, below=MIN)
    assert play.board._board["description"].endswith("drawn with Black below")


def test_the_board_is_turned_round_when_the_sides_are_changed():
    play = PlayGame(Chess(), first)
    assert play.board._board["picture"] == board_svg(play.game.state)
    play.change_sides()
    assert wait(play).board._board["picture"] == board_svg(play.game.state, below=MIN)
    play.change_sides()
    assert wait(play).board._board["picture"] == board_svg(play.game.state)


def test_a_hint_and_a_promotion_follow_a_board_that_is_turned():
    play = PlayGame(Chess("8/8/8/8/8/6k1/p7/7K b - - 0 1"), first, you=MIN, seconds=1)
    assert {"queen", "rook", "bishop", "knight"} <= {*middles(play.board._board)}
    play.hint()
    wait(play)
    hinted = [play.board._board["targets"][part] for part in play.board._status["hint"]]
    assert [target["label"] for target in hinted] in (["a2, black pawn", "a1", piece] for piece in ("queen", "rook"))
    (pawn,), (goal,) = (middles(play.board._board)[label] for label in ("a2, black pawn", "a1"))
    assert pawn[0] == goal[0]
    assert pawn[1] > goal[1]  # Black's pawns walk upwards


@pytest.mark.parametrize("opponent", [None, first])
def test_why_and_the_still_picture_are_seen_from_the_same_side_as_the_board(opponent):
    play = PlayGame(Chess("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), opponent, you=MIN, level=1)
    play._ready()
    wait(play).why()
    wait(play)
    shown = play.children[1]
    ((trace,), (boards,)) = shown.traces, [each["boards"] for each in json.loads(shown._traces)]
    drawn = ["\n".join(boards["lines"][line] for line in lines) for lines in boards["nodes"]]
    assert drawn == [board_svg(node.state, below=MIN) for node in trace.nodes]
    data, _ = play._repr_mimebundle_()
    assert data["text/html"] == notebook_bundle(play.game.state, below=MIN)["text/html"]


def test_a_step_through_refuses_to_be_seen_from_no_side():
    with pytest.raises(TypeError, match="below is MAX or MIN.*not 'black'"):
        step_through(minimax, TicTacToe("XOX OXO OX."), below="black")
