"""A record is the whole game: it replays, prints, and comes back from JSON and PGN as it was."""

import json

import pytest

from minimax_lab.arena import EnginePlayer, RandomPlayer, Record, play
from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, random_tree, tree
from minimax_lab.search import minimax_decision

STARTS = {
    "tic-tac-toe": TicTacToe(),
    "connect four": ConnectFour(),
    "isolation": Isolation(4, 3),
    "rock, paper, scissors": RPS.deal(seed=3),
    "tree": random_tree(5, (1, 3), seed=4),
    "tree of pairs": tree([[(1, 2), (0, 5)], {"left": (3, 0), "right": (2, 2)}]),
}


class Move:
    """A move that says nothing of itself but which one it is."""

    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return isinstance(other, Move) and self.number == other.number

    def __hash__(self):
        return hash(self.number)


class Silent:
    """A game whose states and moves have no text of their own."""

    def __init__(self, left=4):
        self.left = left

    def get_legal_moves(self):
        return [Move(n) for n in range(1, min(2, self.left) + 1)]

    def forecast_move(self, move):
        return Silent(self.left - move.number)


@pytest.fixture(params=STARTS, name="record")
def a_random_game(request):
    return play(STARTS[request.param], RandomPlayer(1), RandomPlayer(2))


def test_a_record_comes_back_from_json(record):
    text = record.to_json()
    again = Record.from_json(text, record.start)
    assert again == record
    assert again.to_json() == text
    assert again.seconds == ()


def test_json_keeps_the_times_only_if_asked(record):
    again = Record.from_json(record.to_json(times=True), record.start)
    assert again == record
    assert again.seconds == pytest.approx(record.seconds, abs=1e-6)


def test_times_make_no_difference():
    one, two = (play(TicTacToe(), RandomPlayer(1), RandomPlayer(2)) for _ in range(2))
    assert one.seconds != two.seconds
    assert len(one.seconds) == len(one.moves)
    assert (one, hash(one), one.to_json(), repr(one), str(one)) == (two, hash(two), two.to_json(), repr(two), str(two))


def test_a_forfeit_comes_back_from_json():
    record = play(TicTacToe(), RandomPlayer(1), lambda state: "x")
    again = Record.from_json(record.to_json(), TicTacToe())
    assert again == record
    assert (again.forfeit, again.winner, again.outcome) == (
        MIN,
        MAX,
        "▲ random has won: ▼ lambda has played 'x': not legal",
    )


def test_states_and_moves_without_a_text_are_saved_by_their_place():
    start = Silent()
    record = play(start, RandomPlayer(1), RandomPlayer(2))
    text = record.to_json()
    assert "0x" not in text + str(record) + repr(record) + record._repr_html_()
    assert Record.from_json(text, start).moves == record.moves


def test_a_move_is_found_again_where_the_legal_moves_are_listed_in_another_order():
    stored = json.loads(play(TicTacToe(), lambda s: 4, lambda s: 0).to_json())
    assert stored["moves"][0] == [4, "4"]
    stored["moves"] = [[7, "4"], [0, "0"]]
    stored["forfeit"], stored["reason"] = "MAX", "has resigned"
    assert Record.from_json(json.dumps(stored), TicTacToe()).moves == (4, 0)


@pytest.mark.parametrize(
    ("change", "start", "complaint"),
    [
        (lambda stored: None, TicTacToe("X.. ... ..."), "began with TicTacToe"),
        (
            lambda stored: stored["moves"].__setitem__(1, [0, "0"]),
            TicTacToe(),
            "move 2 of the record, 0, is not legal: is this the same",
        ),
        (lambda stored: stored.pop("format"), TicTacToe(), "not a record: it should have the format"),
    ],
)
def test_a_record_of_another_game_is_refused(change, start, complaint):
    stored = json.loads(play(TicTacToe(), lambda s: s.get_legal_moves()[0], RandomPlayer(1)).to_json())
    change(stored)
    with pytest.raises(ValueError, match=complaint):
        Record.from_json(json.dumps(stored), start)


def test_what_is_no_json_is_refused():
    with pytest.raises(ValueError, match="not valid JSON"):
        Record.from_json("{", TicTacToe())


def test_a_record_prints_the_players_the_moves_and_the_outcome():
    record = play(Isolation(), minimax_decision, lambda state: state.get_legal_moves()[0])
    assert str(record).splitlines() == [
        "▲ minimax_decision – ▼ lambda",
        ", ".join(f"{'▲▼'[i % 2]} {move}" for i, move in enumerate(record.moves)),
        "▲ minimax_decision has won",
    ]
    assert repr(record) == f"<Record: minimax_decision – lambda, {len(record.moves)} moves, ▲ minimax_decision has won>"


@pytest.mark.parametrize(
    ("leaf", "outcome"),
    [
        (0, "a draw"),
        (1, "▲ random has won"),
        (-7, "▼ random has won, 7 ahead"),
        ((1, 2), "the game is over and worth (1, 2) to MAX"),
    ],
)
def test_the_outcome_is_told_in_words(leaf, outcome):
    assert play(tree([leaf]), RandomPlayer(), RandomPlayer()).outcome == outcome


def test_who_has_won_cannot_be_told_if_the_value_is_no_number():
    with pytest.raises(TypeError, match=r"cannot tell who won: utility\(\) must return a number, got \(1, 2\)"):
        play(tree([(1, 2)]), RandomPlayer(), RandomPlayer()).winner  # noqa: B018


def test_a_notebook_shows_every_position_of_a_short_game_and_leaves_out_the_middle_of_a_long_one():
    short = play(TicTacToe(), EnginePlayer(), EnginePlayer())
    assert short._repr_html_().count("<img") == len(short.moves) + 1
    long = play(ConnectFour(), RandomPlayer(8), RandomPlayer(9))
    assert len(long.moves) + 1 > 24, "choose other seeds"
    html = long._repr_html_()
    assert html.count("<img") == 24
    assert f"… {len(long.moves) + 1 - 24} positions …" in html


def test_what_a_state_prints_is_escaped_in_a_notebook():
    class Marked(Silent):
        def __str__(self):
            return "<b>&"

        def forecast_move(self, move):
            return Marked(self.left - move.number)

    html = play(Marked(), RandomPlayer(1), RandomPlayer(2, name="<i>"))._repr_html_()
    assert "<b>" not in html
    assert "<i>" not in html
    assert "&lt;b&gt;&amp;" in html


@pytest.mark.parametrize("fen", [None, "8/8/8/4k3/8/8/3Q4/4K3 w - - 0 1", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"])
def test_a_game_of_chess_comes_back_from_its_text(fen):
    from minimax_lab.games import Chess

    record = play(Chess(fen) if fen else Chess(), RandomPlayer(1), RandomPlayer(2, name="second"))
    assert [written for _, written in json.loads(record.to_json())["moves"]] == [move.uci() for move in record.moves]
    assert Record.from_json(record.to_json(), record.start) == record
