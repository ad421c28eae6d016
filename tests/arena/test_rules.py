"""A match enforces the rules: a player who breaks them loses, the reason is told, and nobody else is harmed."""

import copy
import itertools
import subprocess
import sys
import time

import pytest

from minimax_lab.arena import (
    RandomPlayer,
    Record,
    match,
    play,
)
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, random_tree
from minimax_lab.search import minimax, minimax_decision
from tests.arena.samples import Nim, crashes, first, last, loops

GAMES = {
    "tic-tac-toe": TicTacToe,
    "connect four": ConnectFour,
    "isolation": lambda: Isolation(4, 3),
    "rock, paper, scissors": lambda: RPS.deal(seed=3),
    "tree": lambda: random_tree(5, (1, 3), seed=4),
}


@pytest.mark.parametrize("start", GAMES.values(), ids=GAMES)
def test_a_game_is_played_to_its_end_by_the_player_whose_turn_it_is(start):
    asked = {MAX: [], MIN: []}

    def player(side):
        rng = RandomPlayer(7 if side is MAX else 8)
        return lambda state: (asked[side].append(state.active_player), rng(state))[1]

    record = play(start(), player(MAX), player(MIN))
    assert set(asked[MAX]) <= {MAX}
    assert set(asked[MIN]) <= {MIN}
    assert len(asked[MAX]) + len(asked[MIN]) == len(record.moves)
    state = start()
    for move in record.moves:
        assert move in state.get_legal_moves()
        state = state.forecast_move(move)
    assert state.is_terminal()
    assert (record.result, record.forfeit, record.final) == (state.utility(), None, state)


def loops_whatever_happens(state):
    while True:
        try:
            sum(1 / i for i in range(1000))
        except Exception:
            continue


def sleeps(state):
    time.sleep(1000)


def exits(state):
    sys.exit(3)


def interrupts(state):
    raise KeyboardInterrupt


class BadError(Exception):
    def __str__(self):
        raise RuntimeError("do not read me")


def raises_a_bomb(state):
    raise BadError


def recurses(state):
    return recurses(state)


def returns_nothing(state):
    first(state)


class Impostor:
    """Says that it is equal to everything."""

    def __eq__(self, other):
        return True

    __hash__ = object.__hash__


class Bomb:
    def __eq__(self, other):
        raise RuntimeError("do not compare me")

    def __repr__(self):
        raise RuntimeError("do not look at me")

    __hash__ = object.__hash__


class Exits:
    """Ends the process of whoever compares it."""

    def __eq__(self, other):
        sys.exit("gone")

    __hash__ = object.__hash__


class ExitsWhenShown:
    def __repr__(self):
        sys.exit("gone")


class Endless:
    def __eq__(self, other):
        loops(other)

    __hash__ = object.__hash__


def raises_half_a_character(state):
    raise ValueError("\udc80")


def takes_the_turn(state):
    object.__setattr__(state, "active_player", state.active_player.opponent)
    return first(state)


OFFENDERS = {
    "loops": (loops, "has not moved within 0.2 seconds"),
    "loops whatever happens": (loops_whatever_happens, "has not moved within 0.2 seconds"),
    "sleeps": (sleeps, "has not moved within 0.2 seconds"),
    "crashes": (crashes, "has failed with ValueError: no idea"),
    "exits": (exits, "has failed with SystemExit: 3"),
    "interrupts": (interrupts, "has failed with KeyboardInterrupt"),
    "raises a bomb": (raises_a_bomb, "has failed with tests.arena.test_rules.BadError: <exception str() failed>"),
    "recurses": (recurses, "has failed with RecursionError: maximum recursion depth exceeded"),
    "returns None": (returns_nothing, "has returned None instead of a move"),
    "cheats": (lambda state: 9, "has played 9: not legal"),
    "returns a list": (lambda state: [0], "has played [0]: not legal"),
    "returns a thing": (lambda state: object(), "has played <object object>: not legal"),
    "returns a bomb": (lambda state: Bomb(), "has played <Bomb>: not legal"),
    "returns what exits": (lambda state: Exits(), "has failed with SystemExit: gone"),
    "returns what exits when it is shown": (lambda state: ExitsWhenShown(), "has "),
    "returns what loops": (lambda state: Endless(), "has not moved within 0.2 seconds"),
    "raises half a character": (raises_half_a_character, r"has failed with ValueError: \udc80"),
    "changes the state": (takes_the_turn, "has changed the state that it was asked about"),
}


@pytest.mark.parametrize(("player", "reason"), OFFENDERS.values(), ids=OFFENDERS)
@pytest.mark.parametrize("side", [MAX, MIN])
def test_an_offender_loses_its_game_and_nothing_else(player, reason, side, quickly):
    start = TicTacToe()
    before = copy.deepcopy(start)
    players = (player, first) if side is MAX else (first, player)
    record = play(start, *players, patience=0.2 if "0.2" in reason else 60)
    assert record.forfeit is side
    assert record.winner is side.opponent
    assert record.reason.startswith(reason)
    assert len(record.moves) == (side is MIN)
    assert start == before == record.start
    assert play(start, first, last, patience=60).forfeit is None


@pytest.mark.parametrize("in_person", [False, True])
def test_an_exit_that_a_player_leaves_behind_ends_no_more_than_its_game(in_person):
    class Trapper:
        def __init__(self):
            self.in_person = in_person

        def __call__(self, state):
            state.state.get_legal_moves = sys.exit
            return (0, 1)

    record = play(Nim(), Trapper(), first)
    assert (record.forfeit, record.reason) == (MAX, "has changed the state that it was asked about")
    exits_when_compared = Trapper()
    exits_when_compared.__class__ = type("Other", (Trapper,), {"__call__": lambda self, state: Exits()})
    assert play(Nim(), exits_when_compared, first).reason == "has failed with SystemExit: gone"


def test_the_traceback_of_a_player_who_fails_is_kept():
    assert 'raise ValueError("no idea")' in play(TicTacToe(), crashes, first).details


def test_a_move_that_only_claims_to_be_legal_becomes_the_legal_move_that_it_claims_to_be():
    record = play(TicTacToe(), lambda state: Impostor(), last)
    assert record.moves[0] == 0
    assert type(record.moves[0]) is int


def test_the_clock_runs_for_each_side_by_itself_and_over_the_whole_game(monkeypatch):
    now = itertools.count(
        0, 10
    )  # each look at the clock is ten seconds later than the one before, and each move two looks
    monkeypatch.setattr(match.time, "perf_counter", lambda: next(now))
    monkeypatch.setattr(match, "THREADS", False)
    left = []
    record = play(TicTacToe(), lambda state, seconds: (left.append(seconds), first(state))[1], last, seconds=25)
    assert left == [25, 15, 5]
    assert record.moves == (0, 8, 1, 7)
    assert (record.forfeit, record.reason) == (MAX, "has used up its 25 seconds")
    assert record.seconds == (10, 10, 10, 10)


def test_a_game_without_an_end_is_stopped_as_a_draw(monkeypatch):
    class Endless(GameState):
        active_player = MAX

        def get_legal_moves(self):
            return ["on"]

        def forecast_move(self, move):
            return Endless()

    monkeypatch.setattr(match, "MOST_MOVES", 50)
    record = play(Endless(), first, first)
    assert (len(record.moves), record.result, record.outcome) == (50, 0, "a draw (stopped after 50 moves)")


def test_the_value_of_a_game_between_perfect_players_is_that_of_minimax():
    for start in Isolation(), TicTacToe("XO. .X. ..."), random_tree(4, 3, seed=1):
        record = play(start, minimax_decision, minimax_decision)
        assert isinstance(record, Record)
        assert record.result == minimax(start)


def test_the_arena_needs_only_the_standard_library_until_more_is_asked_for():
    code = "import sys; before = set(sys.modules); import minimax_lab.arena; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {name.split(".")[0] for name in done.stdout.split()}
    foreign = imported - {"minimax_lab"} - sys.stdlib_module_names
    assert {name for name in foreign if not name.startswith("_sysconfigdata")} == set()


def test_unknown_names_of_the_arena_are_an_attribute_error():
    from minimax_lab import arena

    with pytest.raises(AttributeError, match="has no attribute 'Bracket'"):
        arena.Bracket  # noqa: B018
