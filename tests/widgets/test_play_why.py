"""A game that is played: hints, and "Why?" with the decision that it shows."""

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import Engine, alphabeta, minimax
from minimax_lab.solve import PerfectPlayer, perfect
from minimax_lab.widgets.play import explain
from minimax_lab.widgets.play.explain import READABLE, Explanation, given_away, is_readable
from minimax_lab.widgets.play.explain import _proven as proven
from minimax_lab.widgets.play.play import PlayGame
from tests.widgets.test_play import STATES, Nim, first, wait


def takes_what_wins(state):
    """A player as a student writes it, for Nim: it leaves a multiple of three, if it can."""
    return state.stones % 3 or 1


def test_a_hint_names_a_best_move():
    play = PlayGame(TicTacToe("XX. OO. ..."), seconds=1)
    play.hint()
    wait(play)
    assert play.board._status["said"] == "A hint: play 2. You will win in one move. Your turn."
    assert [play.board._board["targets"][part]["label"] for part in play.board._status["hint"]] == ["cell 2"]


def test_a_hint_comes_from_an_opponent_who_knows_the_truth():
    play = PlayGame(RPS.start("RRPPS", "RRRPP"), PerfectPlayer())
    play.hint()
    said = wait(play).board._status["said"]
    assert said == "A hint: play (R, 0). With best play you win by 3. Your turn."
    while not play.game.over:  # who follows the hints gives nothing away, in the last move neither
        play.hint()
        hint = wait(play).board._status["hint"]
        play.move(play.game.position.get_legal_moves()[play._shown.moves.index(hint)])
        wait(play)
    assert play.game.state.margin == 3


def test_why_tells_what_the_moves_are_worth_if_the_opponent_knows_it_and_opens_nothing():
    play = PlayGame(RPS.start("RRPPS", "RRRPP"), PerfectPlayer())
    for move in ("R", 4), ("R", 1):
        play.move(move)
        wait(play)
    play.why()
    assert wait(play).children == (play.board,)
    said = "perfect could play 12 moves, and played (R, 3). With best play you win by 1 after (R, 3) or (P, 2); "
    said += "you win by 3 after 9 of them; you win by 5 after (P, 8). Your turn."
    assert play.board._status["said"].replace("\xa0", " ") == said


def test_after_a_game_lost_to_one_who_knows_the_move_that_gave_it_away_is_looked_up():
    play = PlayGame(RPS.start("RRPPS", "RRRPP"), PerfectPlayer())
    while not play.game.over:
        values = PerfectPlayer().move_values(play.game.position)
        play.move(min(values, key=values.get))
        wait(play)
    won = [perfect(state)[0] > 0 for state in play.game._states[:-1]]
    number = won.index(False)
    play.why()
    wait(play)
    said = f"You have lost. You gave away the win with move {number}, (P, 3): (R, 2) or (R, 3) or (R, 4) (and 12 more)"
    assert play.board._status["said"].startswith(said)


def test_why_shows_the_last_decision_at_a_depth_that_can_be_read():
    play = PlayGame(TicTacToe("X.. .O. ..."), seconds=1)
    play.move(8)
    wait(play).why()
    wait(play)
    _, shown = play.children
    assert shown.traces[0].root.state == TicTacToe("X.. .O. ..X")
    assert len(shown.traces[0].nodes) <= 300
    play.undo()
    assert play.children == (play.board,)


def asked_why(play, *moves):
    """Why? after these moves of yours: the state that is explained, whose it is, and what is said."""
    for move in moves:
        play.move(move)
        wait(play)
    play.why()
    root = wait(play).children[1].traces[0].root
    return root.state, root.player, play.board._status["said"]


def test_why_after_a_lost_game_with_one_choice_says_that_there_was_nothing_to_keep():
    state, player, said = asked_why(PlayGame(Nim(3)), 2)  # one stone is left, and the engine takes it
    assert (state.stones, player) == (3, MAX)
    assert said == "You have lost. Your position was lost from the start. Below is your last choice: move 1, 2."


@pytest.mark.parametrize("opponent", [Engine(), takes_what_wins], ids=["an engine", "a function"])
def test_why_after_a_lost_game_finds_the_move_that_gave_it_away(opponent):
    play = PlayGame(Nim(5), opponent, seconds=5)
    state, player, said = asked_why(play, 1, 1)  # of 5 stones, 1 is the wrong number to take: 4 are left, then 3
    assert play.game.loser() is MAX
    assert (state.stones, player) == (5, MAX)  # not the last choice, with 3 stones, where every move loses
    assert said == "You have lost. You gave away the win with move 1, 1: 2 would have kept it."


def test_why_after_a_change_of_sides_says_which_move_was_not_yours():
    play = PlayGame(Nim(5), lambda state: 1 if state.stones == 5 else takes_what_wins(state), you=MIN)
    play.new_game()  # the other one moves first, for MAX
    wait(play).change_sides()
    state, player, said = asked_why(wait(play), 1)
    assert (state.stones, player) == (5, MAX)
    assert said.startswith("You have lost. You gave away the win with move 1, 1: 2 would have kept it. (")
    assert said.endswith(" made that move: you changed sides later.)")


def test_a_move_that_leaves_one_answer_is_found_to_have_kept_the_win():
    board = Isolation(4, 3)
    for move in [(1, 1), (2, 2), (0, 0), (0, 2)]:
        board = board.forecast_move(move)
    play = PlayGame(board, level=2)
    _, _, said = asked_why(play, (2, 0), (3, 0), (3, 1))
    assert said == "You have lost. You gave away the win with move 3, (3, 0): (2, 1) would have kept it."
    assert (
        "(3,\u00a01) and (1,\u00a00) lose: after each of them the engine wins with (2,\u00a01)."
        in play.children[1]._told
    )


def test_where_the_start_cannot_be_worked_out_only_what_is_known_of_the_end_is_said(monkeypatch):
    play = PlayGame(Nim(6), Engine(), seconds=5)  # lost from the start; after 1 and 2, or 2 and 1, 3 stones are left
    monkeypatch.setattr(explain, "_proven", lambda engine, state: None if state.stones == 6 else proven(engine, state))
    said = asked_why(play, 1, 1)[2]
    lost = "You have lost. Before move 3, your position was already lost. What came earlier takes too long to work out."
    assert said == f"{lost} Below is your last choice: move 3, 1."


def test_why_after_a_draw_finds_the_move_that_gave_the_win_away():
    play = PlayGame(TicTacToe("X.. .O. ..."), lambda state: state.get_legal_moves()[0])
    while not play.game.over:
        if play.game.your_turn:
            play.move(play.game.position.get_legal_moves()[-1])
        wait(play)
    number, told = given_away(play.game)
    values = [minimax(state) for state in play.game._states]
    drops = [i for i in range(len(play.game.moves)) if play.game.mover(i) is MAX and values[i + 1] < values[i]]
    assert number == (drops[-1] if drops else None)
    assert bool(drops) == told.startswith("You gave away")


def test_why_after_a_game_for_numbers_shows_what_your_last_choice_was_worth():
    play = PlayGame(tree([[1, 9], [3, 4], [2, 8]]))
    state, player, _ = asked_why(play, 0)
    assert (state, player) == (play.game.start, MAX)
    assert "they are worth 1, 3 and 2 to MAX" in play.children[1]._told


def test_why_answers_with_plain_minimax_at_its_end_where_the_rest_of_the_game_is_small():
    play = PlayGame(Isolation(), you=MIN, seconds=5)
    play._ready()
    while not wait(play).game.over:
        play.move(play.game.position.get_legal_moves()[0])
    play.why()
    shown = wait(play).children[1]
    (seen,) = shown.traces
    assert (seen.search, seen.notes) == ("minimax", [])
    assert {node.value for node in seen.nodes} <= {-1, 0, 1}
    last = seen.steps[shown.step]
    assert (last.kind, last.path) == ("return", ())
    assert shown._told.startswith("You could play ")
    assert not any(source.lines for source in seen.sources)


def test_why_shows_a_part_of_a_large_game_without_code_and_says_so():
    play = PlayGame(ConnectFour(), level=1)
    play.move(3)
    wait(play).why()
    shown = wait(play).children[1]
    (seen,) = shown.traces
    assert (seen.search, seen.notes) == ("alphabeta", [])
    assert not any(source.lines for source in seen.sources)
    assert plies(seen) == 1
    assert shown._told == (
        "The game can go on in too many ways to show them all. This search looks 1 ply ahead, as the engine did."
    )
    assert shown.step == len(seen.steps) - 1


@pytest.mark.parametrize(("leaves", "readable"), [(READABLE - 1, True), (READABLE, False)])
def test_a_game_is_readable_up_to_a_number_of_nodes(leaves, readable):
    assert is_readable(tree([*range(leaves)])) is readable


def test_why_after_a_forced_move_shows_the_opponents_last_choice():
    state, player, said = asked_why(PlayGame(tree([[[[[1, 2]]], 9]]), level=9), 0, 0)
    assert (state, player) == (tree([[[[1, 2]]], 9], player=MIN), MIN)
    assert said == "The engine's last move was forced. Below is the engine's last choice: move 2, 0. Your turn."


def test_why_says_if_there_never_was_a_choice():
    state, _, said = asked_why(PlayGame(tree([[[1, 2]]])), 0)
    assert state == tree([[1, 2]], player=MIN)
    assert said == "The engine's last move was forced, and there was no choice before it either. Your turn."


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
def test_an_explanation_is_as_deep_as_can_be_read(state):
    found = Explanation(state, PlayGame(state)._engine())
    found.run()
    assert 1 < len(found.found.nodes) <= READABLE
    assert found.found.value == alphabeta(state, plies(found.found), evaluate=found.evaluate)


def plies(seen):
    return max(len(node.path) for node in seen.nodes)


CHECKS = {  # after a check, few replies: the tree grows slowly at first, and then as fast as any
    "three replies": "r1bqk2r/pppp1ppp/2n2n2/1B2p3/1b2P3/2N2N2/PPPP1PPP/R1BQ1RK1 b kq - 0 1",
    "one reply": "rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3",
}


@pytest.mark.parametrize("fen", CHECKS.values(), ids=CHECKS)
def test_an_explanation_of_chess_looks_at_a_limited_number_of_positions(fen):
    """However few replies there are at the root."""
    looked = 0

    def evaluate(state):
        nonlocal looked
        looked += 1
        return 0

    Explanation(Chess(fen), Engine(evaluate)).run()
    assert looked < 20 * READABLE


def test_an_explanation_that_is_stopped_shows_what_there_is():
    calls = 0

    def evaluate(state):
        nonlocal calls
        calls += 1
        if calls > 60:
            raise KeyboardInterrupt
        return 0

    play = PlayGame(ConnectFour(), first)
    play.move(3)
    wait(play).opponent = Engine(evaluate)
    play.why()
    wait(play)
    assert plies(play.children[1].traces[0]) == 2
    assert play.board._status["turn"] == "yours"


def laborious(state):
    worth = 0
    for _ in range(2_000):
        worth += 1
    return worth + len(state.get_legal_moves())


def test_why_is_not_about_the_steps_of_an_evaluation_however_many():
    play = PlayGame(ConnectFour(), Engine(laborious), level=1)
    play.move(3)
    wait(play).why()
    wait(play)
    _, shown = play.children
    position = ConnectFour().forecast_move(3)
    assert shown.error is None
    assert shown.traces[0].value == alphabeta(position, plies(shown.traces[0]), evaluate=laborious)


def test_a_players_own_function_is_stepped_through_when_asked_why():
    play = PlayGame(TicTacToe(), first)
    play.move(4)
    wait(play).why()
    wait(play)
    assert play.children[1].traces[0].search == "first"
