"""How games are handed out, and handed out again when workers die: on executors without processes."""

import concurrent.futures
import sys
import threading
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from minimax_lab.arena import (
    CannotPlay,
    RandomPlayer,
    batches,
    tournament,
    workers,
)
from minimax_lab.arena.batches import BatchResult
from minimax_lab.arena.record import Pairing, PlayedGame
from minimax_lab.games import TicTacToe
from tests.arena.samples import first, lucky


@pytest.mark.parametrize("executor", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_what_cannot_be_sent_is_named_before_anything_is_played(executor):
    played = []

    def player(state, lock=threading.Lock()):  # noqa: B008
        played.append(state)
        return first(state)

    state = TicTacToe()
    holder = type("Holder", (), {"get_legal_moves": lambda self: [0], "forecast_move": lambda self, _: type(self)()})()
    holder.lock = threading.Lock()
    with executor(1) as pool:
        with pytest.raises(
            TypeError, match="the player 'locked' cannot be sent to another process .*Leave out `executor`"
        ):
            tournament({"first": first, "locked": player}, state, executor=pool)
        with pytest.raises(TypeError, match="start position 1, .* cannot be sent to another process"):
            tournament({"first": first, "lucky": lucky}, [state, holder], executor=pool)
    assert played == []


def test_a_batch_that_takes_long_is_handed_back_and_divided(monkeypatch):
    """Each batch is at an end after its first game; still every game is played once."""
    monkeypatch.setattr(batches, "SLICE", -1)
    monkeypatch.setattr(workers, "BATCHES", 3)
    handed_out = []

    class Counts(ThreadPoolExecutor):
        def submit(self, function, packed, batch, *how):
            handed_out.append(len(batch))
            return super().submit(function, packed, batch, *how)

    with Counts(1) as pool:
        result = tournament({"first": first, "random": RandomPlayer()}, TicTacToe(), games=15, executor=pool)
    assert result == tournament({"first": first, "random": RandomPlayer()}, TicTacToe(), games=15)
    assert handed_out[:3] == [10, 10, 10]
    assert len(handed_out) == 30


def test_without_cloudpickle_an_executor_is_refused_with_the_remedy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cloudpickle", None)
    with ThreadPoolExecutor(1) as pool, pytest.raises(ImportError, match="pip install cloudpickle"):
        tournament({"first": first, "lucky": lucky}, TicTacToe(), executor=pool)


def test_an_executor_that_fails_for_good_is_told_of_and_what_was_played_is_kept():
    class Fails(ThreadPoolExecutor):
        count = 0

        def submit(self, function, *call):
            self.count += 1
            if self.count > 3:
                return super().submit(lambda: 1 / 0)
            return super().submit(function, *call)

    with (
        Fails(1) as pool,
        pytest.raises(CannotPlay, match="the executor cannot play games: ZeroDivisionError") as caught,
    ):
        tournament({"first": first, "lucky": lucky}, TicTacToe(), games=10, executor=pool)
    assert 0 < len(caught.value.standings.games) < 20


def test_an_executor_that_was_shut_down_is_told_of():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(CannotPlay, match="does not take any games: cannot schedule new futures after shutdown"):
        tournament({"first": first, "lucky": lucky}, TicTacToe(), executor=pool)


def test_a_game_that_exits_and_a_worker_that_does_end_the_tournament_and_not_the_process():
    class Exits:
        def get_legal_moves(self):
            return [0]

        def forecast_move(self, move):
            sys.exit("the game is over")

    class Leaves(ThreadPoolExecutor):
        def submit(self, *arguments):
            return super().submit(sys.exit, "gone")

    players = {"first": first, "lucky": lucky}
    with (
        ThreadPoolExecutor(1) as pool,
        pytest.raises(CannotPlay, match="(?s)not be played.*SystemExit: the game is"),
    ):
        tournament(players, Exits(), executor=pool)
    with Leaves(1) as pool, pytest.raises(CannotPlay, match="cannot play games: SystemExit: gone"):
        tournament(players, TicTacToe(), executor=pool)


PAIRINGS = [Pairing("a", "b", 0, number) for number in range(12)]


class Pools:
    """Process pools without processes: at each step the oldest batch is played, or breaks its pool.

    `deaths` says how often a game (by its round) ends its process before it can be played.
    """

    def __init__(self, deaths, defective=False):
        self.deaths, self.defective, self.made, self.futures = dict(deaths), defective, [], []
        self.steps = []  # of each step, the rounds of the batch, and whether it was isolated

    def wait(self, waiting, *_):
        pool = self.made[-1]
        future, batch, isolated = pool.given.pop(0)
        self.steps.append(([pairing.round for pairing in batch], isolated))
        deadly = next((i for i, pairing in enumerate(batch) if self.deaths.get(pairing.round)), None)
        if deadly is not None:
            self.deaths[batch[deadly].round] -= 1
        if self.defective or (deadly is not None and not isolated):
            return self.broken(pool, future), set()
        future.set_result(BatchResult(drawn(batch[:deadly]), died=deadly is not None))
        return {future}, set()

    def broken(self, pool, future):
        pool.broken = True
        failed = [future, *(other for other, *_ in pool.given)]
        for other in failed:
            other.set_exception(BrokenProcessPool())
        return {*failed}


def drawn(batch):
    return [PlayedGame(pairing, (), 0) for pairing in batch]


class Pool:
    """One of them, in place of Python's own."""

    pools: Pools

    def __init__(self, workers, context=None, initializer=None, initargs=()):
        self.given, self.broken = [], False
        self._max_workers, self._mp_context, self._initializer, self._initargs = workers, context, initializer, initargs
        self.pools.made.append(self)

    def submit(self, function, packed, batch, attempt, isolated):
        if self.broken:
            raise BrokenProcessPool
        future = Future()
        self.given.append((future, batch, isolated))
        self.pools.futures.append(future)
        return future

    def shutdown(self, *_, **__):
        pass


@pytest.fixture(name="dispatcher_of")
def make_dispatcher(monkeypatch):
    def dispatcher_of(deaths, defective=False):
        pools = Pools(deaths, defective)
        monkeypatch.setattr(workers, "wait", pools.wait)
        kind = type("Pool", (Pool,), {"pools": pools})
        monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", kind)
        return workers.Dispatcher(kind(2), b""), pools

    return dispatcher_of


def rounds(finished):
    return [game.pairing.round for games in finished for game in games]


def test_a_death_that_breaks_a_pool_counts_against_no_game(dispatcher_of):
    """It dies once among others, any of which may have been the reason, and once isolated."""
    dispatcher, _ = dispatcher_of({1: 2})
    assert sorted(rounds(dispatcher.play(PAIRINGS))) == [*range(12)]
    assert dispatcher.given_up == []


def test_a_game_that_ends_its_own_process_twice_is_given_up(dispatcher_of):
    dispatcher, pools = dispatcher_of({1: 99})
    assert sorted(rounds(dispatcher.play(PAIRINGS))) == [0, *range(2, 12)]
    assert dispatcher.given_up == [PAIRINGS[1]]
    assert pools.deaths == {1: 96}
    assert len(pools.made) == 2, "isolated games break no pool"


def test_when_a_pool_breaks_all_games_that_are_not_back_are_isolated_from_then_on(dispatcher_of):
    dispatcher, pools = dispatcher_of({4: 1})
    assert rounds(dispatcher.play(PAIRINGS)) == [*range(12)]
    assert pools.steps == [([n], False) for n in range(5)] + [([n], True) for n in range(4, 12)]


def test_the_rest_of_a_batch_in_which_a_process_died_is_played_in_halves(dispatcher_of, monkeypatch):
    monkeypatch.setattr(workers, "BATCHES", 2)
    dispatcher, pools = dispatcher_of({2: 99})
    assert sorted(rounds(dispatcher.play(PAIRINGS))) == [n for n in range(12) if n != 2]
    isolated = [played for played, alone in pools.steps if alone]
    assert isolated == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11], [2, 3], [4, 5], [3]]


def test_results_that_were_back_before_their_pool_broke_are_kept(dispatcher_of, monkeypatch):
    dispatcher, pools = dispatcher_of({5: 1})
    step = pools.wait

    def several_steps(waiting, *_):
        """All results up to the break come back at once."""
        while not pools.made[-1].broken:
            step(waiting)
        monkeypatch.setattr(workers, "wait", step)
        return {future for future in waiting if future.done()}, set()

    monkeypatch.setattr(workers, "wait", several_steps)
    assert sorted(rounds(dispatcher.play(PAIRINGS))) == [*range(12)]
    assert [played for played, _ in pools.steps].count([0]) == 1


def test_a_pool_that_is_broken_when_it_gets_its_games_is_replaced_once(dispatcher_of):
    dispatcher, pools = dispatcher_of({})
    pools.made[0].broken = True
    assert rounds(dispatcher.play(PAIRINGS)) == [*range(12)]
    assert len(pools.made) == 2


def test_a_process_that_dies_when_its_batch_is_over_costs_nothing():
    class DiesLate(Cluster):
        def submit(self, function, packed, batch, *how):
            future = Future()
            future.set_result(BatchResult(drawn(batch), died=True))
            return future

    dispatcher = workers.Dispatcher(DiesLate(), b"")
    assert sorted(rounds(dispatcher.play(PAIRINGS))) == [*range(12)]
    assert dispatcher.given_up == []


def test_if_every_pool_breaks_the_tournament_says_so(dispatcher_of, monkeypatch):
    monkeypatch.setattr(workers, "FAILURES", 3)
    dispatcher, pools = dispatcher_of({}, defective=True)
    with pytest.raises(CannotPlay, match=r"BrokenProcessPool: .*\(3 times in a row\).*__main__"):
        rounds(dispatcher.play(PAIRINGS))
    assert len(pools.made) == 1 + 3


def test_who_stops_in_the_middle_takes_back_what_was_handed_out(dispatcher_of):
    dispatcher, pools = dispatcher_of({})
    finished = dispatcher.play(PAIRINGS)
    next(finished)
    finished.close()
    assert [future.cancelled() for future in pools.futures] == [False] + [True] * 11


class KilledWorker(Exception):
    """Has the name of Dask's."""


class Cluster:
    """Dask's executor without Dask. `troubles`: what comes of a game (by its round) instead of a result, in turn."""

    def __init__(self, troubles=(), threads=({"worker": 1},)):
        self.troubles = {number: list(errors) for number, errors in dict(troubles).items()}
        self.threads = list(threads)  # what the client tells, look by look; the last one for ever
        self.isolated = set()
        self._client = self

    def nthreads(self):
        return self.threads.pop(0) if len(self.threads) > 1 else self.threads[0]

    def submit(self, function, packed, batch, attempt, isolated):
        self.isolated.add(isolated)
        future = Future()
        errors = next((left for pairing in batch if (left := self.troubles.get(pairing.round))), None)
        if errors is None:
            future.set_result(BatchResult(drawn(batch)))
        elif (error := errors.pop(0)) is not None:
            future.set_exception(error)
        return future


def test_on_dask_games_are_isolated_from_the_beginning():
    cluster = Cluster()
    assert sorted(rounds(workers.Dispatcher(cluster, b"").play(PAIRINGS))) == [*range(12)]
    assert cluster.isolated == {True}


@pytest.mark.parametrize("error", [KilledWorker(), ValueError("not enough values to unpack"), OSError("gone")])
def test_what_dask_loses_is_played_again(error):
    dispatcher = workers.Dispatcher(Cluster({1: [error], 7: [error] * 2}), b"")
    assert sorted(rounds(dispatcher.play(PAIRINGS))) == [*range(12)]
    assert dispatcher.given_up == []


def test_an_executor_that_goes_on_losing_games_is_given_up(monkeypatch):
    monkeypatch.setattr(workers, "FAILURES", 3)
    finished = workers.Dispatcher(Cluster({7: [KilledWorker("again")] * 99}), b"").play(PAIRINGS)
    assert {game.pairing.round for _ in range(11) for game in next(finished)} == {*range(12)} - {7}
    with pytest.raises(CannotPlay, match="cannot play games: KilledWorker: again"):
        next(finished)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(workers, "LOOK", 0)
    monkeypatch.setattr(workers, "NO_WORKER", 0)


@pytest.mark.usefixtures("impatient")
def test_a_cluster_that_has_lost_all_its_workers_is_not_waited_for():
    dispatcher = workers.Dispatcher(Cluster({5: [None]}, threads=[{}, {}, {"worker": 1}, {}]), b"")
    finished = dispatcher.play(PAIRINGS)
    assert {game.pairing.round for _ in range(11) for game in next(finished)} == {*range(12)} - {5}
    with pytest.raises(CannotPlay, match="no worker for 0 seconds"):
        next(finished)


@pytest.mark.usefixtures("impatient")
def test_a_cluster_whose_workers_have_not_come_yet_is_waited_for():
    dispatcher = workers.Dispatcher(Cluster({5: [None]}, threads=[{}]), b"")
    finished = dispatcher.play(PAIRINGS)
    for _ in range(11):
        next(finished)
    late = BatchResult(drawn([PAIRINGS[5]]))
    threading.Timer(0.2, lambda: next(iter(dispatcher._waiting)).set_result(late)).start()
    assert rounds(finished) == [5]
