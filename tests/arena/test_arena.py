"""A match keeps the rules: who breaks them loses, for a reason that is told, and nobody else is harmed."""

import copy
import functools
import itertools
import math
import subprocess
import sys
import threading
import time

import pytest

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena import (
    EnginePlayer,
    GreedyPlayer,
    HumanPlayer,
    RandomPlayer,
    Record,
    Resigned,
    match,
    play,
)
from minimax_lab.arena.match import limits
from minimax_lab.arena.match.limits import Limited, TimeUp, raise_in
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, random_tree, tree
from minimax_lab.search import Engine, minimax, minimax_decision

GAMES = {
    "tic-tac-toe": TicTacToe,
    "connect four": ConnectFour,
    "isolation": lambda: Isolation(4, 3),
    "rock, paper, scissors": lambda: RPS.deal(seed=3),
    "tree": lambda: random_tree(5, (1, 3), seed=4),
}


class Nim:
    """A student's game: the two methods, and a list that anybody can change. Who cannot take has lost."""

    def __init__(self, heaps=(1, 2)):
        self.heaps = list(heaps)

    def get_legal_moves(self):
        return [(i, n) for i, heap in enumerate(self.heaps) for n in range(1, heap + 1)]

    def forecast_move(self, move):
        i, n = move
        return Nim([*self.heaps[:i], self.heaps[i] - n, *self.heaps[i + 1 :]])


def first(state):
    return state.get_legal_moves()[0]


def last(state):
    return state.get_legal_moves()[-1]


# What a player is


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


def test_the_same_seed_plays_the_same_moves_and_another_one_others():
    games = [play(ConnectFour(), RandomPlayer(seed), RandomPlayer(5)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_search_function_is_a_player():
    assert play(Isolation(), minimax_decision, RandomPlayer(1)).winner is MAX


@pytest.mark.parametrize(
    "told",
    [
        lambda seen: lambda state, seconds: (seen.append(seconds), first(state))[1],
        lambda seen: lambda state, time_left: (seen.append(time_left), first(state))[1],
        lambda seen: lambda state, depth=3, *, seconds=None: (seen.append(seconds), first(state))[1],
    ],
    ids=["a parameter called seconds", "a second parameter", "seconds by keyword"],
)
def test_a_player_who_wants_to_know_is_told_the_seconds_that_are_left(told):
    seen = []
    record = play(TicTacToe(), told(seen), first, seconds=1000)
    assert len(seen) == sum(1 for _ in record.moves[::2])
    assert seen[0] == 1000
    assert all(later < earlier for earlier, later in itertools.pairwise(seen))
    seen.clear()
    play(TicTacToe(), told(seen), first)
    assert set(seen) == {None}


def test_a_player_who_does_not_ask_for_the_seconds_is_not_given_them():
    def player(state, depth=5):
        assert depth == 5
        return first(state)

    assert play(TicTacToe(), player, functools.partial(player, depth=5), seconds=1000).forfeit is None


async def plays_later(state):
    return first(state)


class PlaysLater:
    async def __call__(self, state):
        return first(state)


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        (None, "a function from a state to a move, not None"),
        ("engine", "a function from a state to a move, not 'engine'"),
        (RandomPlayer, r"not the class RandomPlayer: are the \(\) missing"),
        (plays_later, "must return a move, not a promise: write plays_later with def, not async def"),
        (PlaysLater(), "must return a move, not a promise: write PlaysLater with def"),
        (lambda: 0, r"lambda\(\) cannot be called like that"),
        (lambda state, board, depth: 0, r"lambda\(state, board, depth\) cannot be called like that"),
    ],
)
def test_what_is_no_player_is_refused_before_the_game(player, complaint):
    with pytest.raises(TypeError, match=f"the player of MIN .*{complaint}"):
        play(TicTacToe(), first, player)


@pytest.mark.parametrize("seconds", [0, -1, math.inf, math.nan, "10", True])
def test_a_time_that_is_none_is_refused(seconds):
    for limit in ({"seconds": seconds}, {"patience": seconds}):
        with pytest.raises((TypeError, ValueError), match=f"{next(iter(limit))} "):
            play(TicTacToe(), first, first, **limit)


# The players of the library


def greedy_by_hand(state, evaluate):
    """The first move after which a win, or else the evaluation, is best for the player whose turn it is."""
    sign = 1 if state.active_player is MAX else -1
    ranked = []
    for move in state.get_legal_moves():
        child = state.forecast_move(move)
        value = math.copysign(math.inf, child.utility()) if child.is_terminal() and child.utility() else evaluate(child)
        ranked.append(sign * (0 if child.is_terminal() and not child.utility() else value))
    return state.get_legal_moves()[ranked.index(max(ranked))]


def test_the_greedy_player_takes_what_its_evaluation_likes_best_one_move_ahead():
    def evaluate(state):
        return hash(state.key()) % 10  # whatever it is, as long as it is the same each time

    player = GreedyPlayer(evaluate)
    for state in play(ConnectFour(), RandomPlayer(1), RandomPlayer(2)).states():
        if not state.is_terminal():
            assert player(state) == greedy_by_hand(state, evaluate)


def test_the_engine_player_plays_what_the_engine_finds():
    state, engine = ConnectFour(), Engine()
    assert EnginePlayer(engine, depth=3)(state) == engine.search(state, depth=3).move
    assert EnginePlayer(depth=3).think(state).depth == 3


def test_an_engine_whose_time_is_counted_never_plans_for_more_than_a_twentieth_of_it(monkeypatch):
    planned = []
    monkeypatch.setattr(Engine, "search", lambda self, state, depth, seconds: planned.append((depth, seconds)))
    for player in EnginePlayer(depth=4), EnginePlayer(seconds=2), EnginePlayer():
        for left in 10, 100, None:
            player.think(None, left)
    assert planned == [
        (4, 0.5),
        (4, 5),
        (4, None),
        (None, 0.5),
        (None, 2),
        (None, 2),
        (None, 0.5),
        (None, 5),
        (None, None),
    ]


def test_an_engine_with_a_clock_keeps_its_time():
    record = play(TicTacToe(), EnginePlayer(), RandomPlayer(3), seconds=2)
    assert record.forfeit is None


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"engine": 3}, TypeError),
        ({"depth": 0}, ValueError),
        ({"seconds": -1}, ValueError),
        ({"depth": "2"}, TypeError),
    ],
)
def test_an_engine_player_refuses_what_makes_no_sense(wrong, error):
    with pytest.raises(error):
        EnginePlayer(**wrong)


def person(*answers):
    """A person who types these answers, and what they are shown."""
    typed, shown = iter(answers), []

    def ask(prompt):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return HumanPlayer("Ada", ask, shown.append), shown


def test_a_person_chooses_a_move_by_its_number_or_by_itself_and_is_asked_again_until_it_is_one():
    player, shown = person("5", "nonsense", "0", "(P,8)", "('r', 2)")
    state = RPS.start("RPSRP", "PSRSR")
    legal = state.get_legal_moves()
    assert player(state) == legal[4]
    assert player(state) == ("P", 8)
    assert player(state) == ("R", 2)
    assert len(shown) == 3 + 2
    assert str(state) in shown[0]
    assert "'nonsense' is none of them" in shown[2]
    assert "'0' is none of them" in shown[3]


def test_where_moves_are_numbers_a_person_types_the_move_itself():
    player, shown = person("9", "4", "0")
    assert player(TicTacToe()) == 4
    assert player(TicTacToe()) == 0
    assert shown[0].endswith("\n0   1   2   3   4   5   6   7   8")
    assert shown[1] == "'9' is none of them: a move as it is written above"


@pytest.mark.parametrize("answers", [["1", "resign"], ["1"]], ids=["resigns", "closes the input"])
def test_a_person_can_give_up(answers):
    player, _ = person(*answers)
    record = play(TicTacToe(), player, first)
    assert (record.winner, record.forfeit, record.reason) == (MIN, MAX, "has resigned")
    assert record.players == ("Ada", "first")


def test_a_person_is_asked_in_the_thread_of_the_game_even_against_the_clock():
    threads = []

    class Person(HumanPlayer):
        def __call__(self, state):
            threads.append(threading.current_thread())
            return first(state)

    play(TicTacToe(), Person(), last, seconds=1000)
    assert set(threads) == {threading.current_thread()}


# Who breaks the rules


def loops(state):
    while True:
        pass


def loops_whatever_happens(state):
    while True:
        try:
            sum(1 / i for i in range(1000))
        except Exception:
            continue


def sleeps(state):
    time.sleep(1000)


def crashes(state):
    raise ValueError("I cannot think")


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
    "loops": (loops, "has not moved within 0.5 seconds"),
    "loops whatever happens": (loops_whatever_happens, "has not moved within 0.5 seconds"),
    "sleeps": (sleeps, "has not moved within 0.5 seconds"),
    "crashes": (crashes, "has failed with ValueError: I cannot think"),
    "exits": (exits, "has failed with SystemExit: 3"),
    "interrupts": (interrupts, "has failed with KeyboardInterrupt"),
    "raises a bomb": (raises_a_bomb, "has failed with tests.arena.test_arena.BadError: <exception str() failed>"),
    "recurses": (recurses, "has failed with RecursionError: maximum recursion depth exceeded"),
    "returns None": (returns_nothing, "has returned None instead of a move"),
    "cheats": (lambda state: 9, "has played 9: not legal"),
    "returns a list": (lambda state: [0], "has played [0]: not legal"),
    "returns a thing": (lambda state: object(), "has played <object object>: not legal"),
    "returns a bomb": (lambda state: Bomb(), "has played <Bomb>: not legal"),
    "returns what exits": (lambda state: Exits(), "has failed with SystemExit: gone"),
    "returns what exits when it is shown": (lambda state: ExitsWhenShown(), "has "),
    "returns what loops": (lambda state: Endless(), "has not moved within 0.5 seconds"),
    "raises half a character": (raises_half_a_character, r"has failed with ValueError: \udc80"),
    "changes the state": (takes_the_turn, "has changed the state that it was asked about"),
}


@pytest.fixture
def quickly(monkeypatch):
    """Do not wait long for what cannot be stopped."""
    monkeypatch.setattr(limits, "TRIES", 2)


@pytest.mark.parametrize(("player", "reason"), OFFENDERS.values(), ids=OFFENDERS)
@pytest.mark.parametrize("side", [MAX, MIN])
def test_an_offender_loses_its_game_and_nothing_else(player, reason, side, quickly):
    start = TicTacToe()
    before = copy.deepcopy(start)
    players = (player, first) if side is MAX else (first, player)
    record = play(start, *players, patience=0.5 if "0.5" in reason else 60)
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
    assert 'raise ValueError("I cannot think")' in play(TicTacToe(), crashes, first).details


def test_a_move_that_only_claims_to_be_legal_becomes_the_legal_move_that_it_claims_to_be():
    record = play(TicTacToe(), lambda state: Impostor(), last)
    assert record.moves[0] == 0
    assert type(record.moves[0]) is int


def test_the_clock_runs_for_each_side_by_itself_and_over_the_whole_game(monkeypatch):
    now = itertools.count(
        0, 10
    )  # each look at the clock is ten seconds later than the one before, and each move two looks
    monkeypatch.setattr(match.time, "perf_counter", lambda: next(now))
    monkeypatch.setattr(limits, "THREADS", False)
    left = []
    record = play(TicTacToe(), lambda state, seconds: (left.append(seconds), first(state))[1], last, seconds=25)
    assert left == [25, 15, 5]
    assert record.moves == (0, 8, 1, 7)
    assert (record.forfeit, record.reason) == (MAX, "has used up its 25 seconds")
    assert record.seconds == (10, 10, 10, 10)


def test_a_player_that_never_returns_runs_out_of_its_time_for_the_game():
    record = play(TicTacToe(), first, loops, seconds=0.3, patience=60)
    assert (record.forfeit, record.reason) == (MIN, "has used up its 0.3 seconds")


def test_what_a_stopped_player_was_doing_comes_to_an_end():
    alive = threading.active_count()
    for _ in range(3):
        play(TicTacToe(), loops, first, patience=0.05)
    assert threading.active_count() == alive


def test_a_player_who_cannot_be_stopped_is_left_behind(quickly):
    over = threading.Event()

    def catches_everything(state):
        while not over.is_set():
            try:
                sum(range(1000))
            except BaseException:
                continue

    record = play(TicTacToe(), catches_everything, first, patience=0.05)
    over.set()
    assert record.reason == "has not moved within 0.05 seconds"


def test_a_player_who_swallows_the_first_exception_is_ended_by_the_next():
    threads = []

    def swallows_one(state):
        threads.append(threading.current_thread())
        try:
            loops(state)
        except BaseException:
            loops(state)

    assert play(TicTacToe(), swallows_one, first, patience=0.05).forfeit is MAX
    assert [thread.is_alive() for thread in threads] == [False]


def test_a_thread_that_is_stopped_when_its_call_is_over_ends_in_silence(monkeypatch):
    complaints = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    with Limited() as limited:
        limited.call(lambda: None, 60)
        thread = limited._thread
        raise_in(thread, limits.Stopped)
    thread.join(30)
    assert not thread.is_alive()
    assert complaints == []


def test_no_thread_is_left_behind_by_a_game():
    alive = threading.active_count()
    for _ in range(20):
        play(TicTacToe(), first, last, patience=60)
    deadline = time.monotonic() + 10
    while threading.active_count() > alive and time.monotonic() < deadline:
        time.sleep(0.01)
    assert threading.active_count() == alive


def test_a_player_can_be_stopped_in_a_game_that_runs_in_another_thread():
    records = []
    thread = threading.Thread(target=lambda: records.append(play(TicTacToe(), loops, first, patience=0.1)))
    thread.start()
    thread.join(30)
    assert [record.forfeit for record in records] == [MAX]


def test_an_interrupt_ends_the_game_and_the_player():
    def interrupts(state):
        raise_in(threading.main_thread(), KeyboardInterrupt)
        loops(state)

    alive = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        play(TicTacToe(), interrupts, first, patience=60)
    assert threading.active_count() == alive


@pytest.mark.parametrize("patience", [60, None])
def test_a_player_who_takes_an_interrupt_for_its_own_does_not_keep_it_from_the_game(patience):
    """As an engine does, which then returns the best move that it has found."""

    def engine(state):
        try:
            raise_in(threading.main_thread(), KeyboardInterrupt)
            loops(state)
        except KeyboardInterrupt:
            return first(state)

    with pytest.raises(KeyboardInterrupt):
        play(TicTacToe(), engine, engine, patience=patience)


def test_an_engine_that_is_interrupted_returns_the_best_that_it_has_found():
    found = []
    thread = threading.Thread(target=lambda: found.append(EnginePlayer(seconds=1000).think(ConnectFour())))
    thread.start()
    while thread.is_alive():
        raise_in(thread, KeyboardInterrupt)
        thread.join(0.5)
    assert found[0].move in ConnectFour().get_legal_moves()
    assert not found[0].complete


@pytest.mark.parametrize("threads", [True, False], ids=["in a thread", "where there are no threads"])
def test_a_limited_call_answers_with_what_it_returned_or_raised(threads, monkeypatch):
    monkeypatch.setattr(limits, "THREADS", threads)
    with Limited() as limited:
        assert limited.call(lambda: 42, 60) == (42, None)
        result, error = limited.call(lambda: 1 / 0, 60)
        assert (result, type(error)) == (None, ZeroDivisionError)


def test_after_a_call_that_took_too_long_there_can_be_others():
    with Limited() as limited:
        with pytest.raises(TimeUp):
            limited.call(lambda: loops(None), 0.05)
        assert limited.call(lambda: 43, 60) == (43, None)


def test_a_game_without_an_end_is_broken_off_as_a_draw(monkeypatch):
    class Endless(GameState):
        active_player = MAX

        def get_legal_moves(self):
            return ["on"]

        def forecast_move(self, move):
            return Endless()

    monkeypatch.setattr(match, "MOST_MOVES", 50)
    record = play(Endless(), first, first)
    assert (len(record.moves), record.result, record.outcome) == (50, 0, "a draw (broken off after 50 moves)")


# A game of one's own


@pytest.mark.parametrize("heaps", [(1,), (1, 2), (3, 3), (1, 2, 3)])
def test_a_class_with_two_methods_is_played_and_searched_for_both_sides(heaps):
    """Whoever is to move wins at Nim unless the heaps cancel each other out: Bouton's theorem."""
    first_wins = functools.reduce(lambda a, b: a ^ b, heaps) != 0
    for best in EnginePlayer(), minimax_decision:
        assert play(Nim(heaps), best, best).winner is (MAX if first_wins else MIN)
        if first_wins:
            assert play(Nim(heaps), best, RandomPlayer(5)).winner is MAX
        else:
            assert play(Nim(heaps), RandomPlayer(5), best).winner is MIN


def test_a_player_sees_the_attributes_of_a_state_that_does_not_say_whose_turn_it_is_and_whose_turn_it_is():
    seen = []

    def looks(state):
        seen.append((list(state.heaps), state.active_player))
        return first(state)

    play(Nim((1, 2)), looks, looks)
    assert seen == [([1, 2], MAX), ([0, 2], MIN), ([0, 1], MAX)]


def test_a_game_may_begin_with_min_even_if_only_a_view_of_the_state_says_so():
    view = as_game(Nim((1, 2))).forecast_move((0, 1))
    record = play(view, first, last)
    assert record.moves == ((1, 2),)
    assert record.winner is MIN
    assert str(record).splitlines()[1] == "▼ (1, 2)"
    assert Record.from_json(record.to_json(), view)._signed_moves() == ["▼ (1, 2)"]
    assert type(play(Nim(), first, first).start) is Nim


def test_a_state_that_says_whose_turn_it_is_reaches_the_player_as_it_is():
    class Mine:
        def __init__(self, left=3, active_player=MAX):
            self.left, self.active_player = left, active_player

        def get_legal_moves(self):
            return list(range(1, self.left + 1))

        def forecast_move(self, n):
            return Mine(self.left - n, self.active_player.opponent)

    kinds = []
    play(Mine(), lambda state: (kinds.append(type(state)), 1)[1], lambda state: (kinds.append(type(state)), 1)[1])
    assert kinds == [Mine, Mine, Mine]


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.heaps.clear(),
        lambda state: state.heaps.__setitem__(0, 5),
        lambda state: setattr(state.state, "heaps", [9]),
        lambda state: setattr(state, "active_player", MIN),
        lambda state: delattr(state.state, "heaps"),
        lambda state: state.heaps.append("junk"),
    ],
)
def test_who_changes_a_state_of_a_students_class_has_lost_and_the_game_is_unharmed(change):
    start = Nim((1, 2))
    record = play(start, lambda state: (first(state), change(state))[0], first)
    assert (record.forfeit, record.reason) == (MAX, "has changed the state that it was asked about")
    assert start.heaps == record.start.heaps == [1, 2]


def test_a_state_may_remember_what_it_has_worked_out():
    class Remembers(Nim):
        def __init__(self, heaps=(1, 2)):
            super().__init__(heaps)
            self._memory, self.total = {}, None

        @functools.cached_property
        def largest(self):
            return max(self.heaps)

        def count(self):
            self.total = sum(self.heaps)
            return self._memory.setdefault("count", len(self.heaps))

        def forecast_move(self, move):
            return Remembers(super().forecast_move(move).heaps)

    assert play(Remembers(), lambda state: (state.largest, state.count(), first(state))[2], first).forfeit is None


class Counts(Nim):
    """Counts in public how often it is asked, and remembers what it has worked out."""

    def __init__(self, heaps=(1, 2)):
        super().__init__(heaps)
        self.asked, self.memory = 0, {}

    def get_legal_moves(self):
        self.asked += 1
        return super().get_legal_moves()

    def forecast_move(self, move):
        if move not in self.memory:
            self.memory[move] = Counts(super().forecast_move(move).heaps)
        return self.memory[move]


class CountsAndTells(Counts):
    def __repr__(self):
        return f"{self.heaps}, asked {self.asked} times"


@pytest.mark.parametrize("kind", [Counts, CountsAndTells])
def test_a_state_that_changes_when_it_is_only_used_is_not_held_against_the_players(kind):
    assert play(kind(), EnginePlayer(), RandomPlayer()).forfeit is None
    assert play(kind(), lambda state: (first(state), state.heaps.clear())[0], first).forfeit is MAX


class Anonymous:
    """A move that is equal to none but itself."""


class AnonymousMoves(Nim):
    def get_legal_moves(self):
        return [Anonymous() for _ in super().get_legal_moves()]


def test_moves_that_cannot_be_compared_are_the_fault_of_the_game_and_the_remedy_is_named():
    with pytest.raises(TypeError, match="AnonymousMoves is equal to none .* the class Anonymous needs a method __eq__"):
        play(AnonymousMoves(), RandomPlayer(), RandomPlayer())


def test_moves_that_are_arrays_cannot_be_compared():
    numpy = pytest.importorskip("numpy")

    class Arrays(Nim):
        def get_legal_moves(self):
            return [numpy.array(move) for move in super().get_legal_moves()]

    with pytest.raises(TypeError, match="Equal moves must be =="):
        play(Arrays(), RandomPlayer(), RandomPlayer())


def test_arrays_are_compared_too():
    numpy = pytest.importorskip("numpy")

    class Board:
        def __init__(self, cells=None):
            self.cells = numpy.zeros(3, int) if cells is None else cells

        def get_legal_moves(self):
            return [int(i) for i in numpy.flatnonzero(self.cells == 0)]

        def forecast_move(self, i):
            cells = self.cells.copy()
            cells[i] = 1
            return Board(cells)

    def cheats(state):
        state.cells[state.cells == 1] = 2  # the moves stay the same
        return first(state)

    assert play(Board(), first, last).forfeit is None
    assert play(Board(), first, cheats).forfeit is MIN


@pytest.mark.parametrize(("returned", "words"), [(lambda self: None, "None"), (lambda self: self, "the state itself")])
def test_a_game_that_makes_no_new_state_is_told_so(returned, words):
    class Broken(Nim):
        def forecast_move(self, move):
            return returned(self)

    with pytest.raises(TypeError, match=rf"forecast_move\(\(0, 1\)\) of Broken returned {words}; it must return a new"):
        play(Broken(), first, first)


def test_a_mistake_of_the_game_is_not_blamed_on_a_player():
    class Broken(Nim):
        def forecast_move(self, move):
            raise ZeroDivisionError("the game is wrong")

    with pytest.raises(ZeroDivisionError, match="the game is wrong"):
        play(Broken(), first, first)


def test_a_state_that_cannot_be_copied_is_refused():
    state = Nim()
    state.lock = threading.Lock()
    with pytest.raises(TypeError, match="copy.deepcopy cannot copy this Nim: TypeError: cannot pickle"):
        play(state, first, first)


@pytest.mark.parametrize(
    ("state", "complaint"),
    [(TicTacToe, "not from the class TicTacToe"), (3, "get_legal_moves"), (None, "get_legal_moves")],
)
def test_what_is_no_state_is_refused(state, complaint):
    with pytest.raises(TypeError, match=complaint):
        play(state, first, first)


def test_a_view_shows_what_its_state_has_survives_a_copy_and_has_nothing_else():
    view = as_game(Nim((1, 2)))
    assert view.heaps == [1, 2]
    twin = copy.deepcopy(view)
    assert twin.heaps == [1, 2]
    assert underlying(twin) is not underlying(view)
    with pytest.raises(AttributeError, match="'Nim' object has no attribute 'board'"):
        view.board  # noqa: B018


# Displays


def test_a_display_is_called_with_each_state_once():
    seen = []
    record = play(TicTacToe(), first, last, display=seen.append)
    assert seen == list(record.states())


def test_a_display_that_changes_its_state_leaves_the_start_of_the_record_alone():
    record = play(Nim((1, 2)), first, first, display=lambda state: state.heaps.append(0))
    assert record.start.heaps == [1, 2]


def test_a_display_that_wants_a_note_is_told_what_has_happened():
    told = []
    record = play(tree([[3, 12], [2, 4]]), first, last, display=lambda state, note: told.append(note))
    assert told == ["", "▲ first plays 0", "▼ last plays 1: ▲ first has won, 12 ahead"]
    again = []
    record.replay(lambda state, note: again.append(note))
    assert again == told


def test_a_forfeit_is_shown_and_replayed():
    told, again = [], []
    record = play(TicTacToe(), first, crashes, display=lambda state, note: told.append((state, note)))
    record.replay(lambda state, note: again.append((state, note)))
    assert told == again
    assert told[-1] == (record.final, f"▲ first has won: ▼ crashes {record.reason}")


def test_the_text_display_prints_every_board_and_the_outcome(capsys):
    record = play(Isolation(), minimax_decision, RandomPlayer(1), display="text")
    printed = capsys.readouterr().out
    for state in record.states():
        assert str(state) in printed
    assert printed.startswith(f"{record.start}\n")
    assert f"{record.moves[-1]}: ▲ minimax_decision has won\n{record.final}\n" in printed


def test_a_state_without_a_text_of_its_own_can_be_shown_by_any_function(capsys):
    play(Nim((1,)), first, first, display=lambda state: print(state.heaps))
    assert capsys.readouterr().out == "[1]\n[0]\n"
    play(Nim((1,)), first, first, display=print)
    assert capsys.readouterr().out.count("Nim object") == 2


def test_the_notebook_display_is_one_picture_that_changes(monkeypatch):
    display = pytest.importorskip("IPython.display")
    shown = []

    class Handle:
        def update(self, data, raw):
            shown.append(data)

    def show(data, raw, display_id):
        shown.append(data)
        return Handle()

    monkeypatch.setattr(display, "display", show)
    record = play(TicTacToe(), first, last, display="notebook")
    assert len(shown) == len(record.moves) + 1
    assert all("<img" in data["text/html"] for data in shown)
    assert "▲ first plays 2: ▲ first has won" in shown[-1]["text/html"]
    assert str(record.final) in shown[-1]["text/plain"]


@pytest.mark.parametrize("display", ["screen", 3])
def test_an_unknown_display_is_refused(display):
    with pytest.raises(ValueError, match=f"one of 'text', 'notebook', a function .* or None; not {display!r}"):
        play(TicTacToe(), first, first, display=display)


# Names and imports


def test_players_have_names():
    class Mine:
        def __call__(self, state):
            return first(state)

    players = [
        first,
        lambda state: first(state),
        functools.partial(minimax_decision, depth=3),
        Mine(),
        EnginePlayer(depth=2),
    ]
    names = [play(TicTacToe(), player, first).players[0] for player in players]
    assert names == ["first", "lambda", "minimax_decision(depth=3)", "Mine", "engine, depth 2"]


def test_no_name_holds_the_address_of_an_object():
    def thinks(state, *parts, evaluate=None):
        return first(state)

    player = functools.partial(thinks, object(), ExitsWhenShown(), 3, evaluate=first)
    named = GreedyPlayer(len, name=repr(object()))
    assert play(TicTacToe(), player, named).players == (
        "thinks(<object object>, <ExitsWhenShown>, 3, evaluate=first)",
        "<object object>",
    )


def test_resigning_is_open_to_every_player():
    def resigns(state):
        raise Resigned

    assert play(TicTacToe(), first, resigns).reason == "has resigned"


def test_the_arena_needs_only_the_standard_library_until_more_is_asked_for():
    code = "import sys; before = set(sys.modules); import minimax_lab.arena; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = {name.split(".")[0] for name in done.stdout.split()}
    foreign = imported - {"minimax_lab"} - sys.stdlib_module_names
    assert {name for name in foreign if not name.startswith("_sysconfigdata")} == set()


def test_unknown_names_of_the_arena_are_an_attribute_error():
    from minimax_lab import arena

    with pytest.raises(AttributeError, match="has no attribute 'tournaments'"):
        arena.tournaments  # noqa: B018


def test_the_value_of_a_game_between_perfect_players_is_that_of_minimax():
    for start in Isolation(), TicTacToe("XO. .X. ..."), random_tree(4, 3, seed=1):
        record = play(start, minimax_decision, minimax_decision)
        assert isinstance(record, Record)
        assert record.result == minimax(start)
