"""The same games come out in this process, on several, and on a real Dask cluster; dead workers cost no game."""

import concurrent.futures
import os
import random
import signal
import sys
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_all_start_methods, get_context

import pytest

from benchmarks import tournament as benchmark
from benchmarks.measure import Times
from minimax_lab.arena import CannotPlay, EnginePlayer, GreedyPlayer, RandomPlayer, openings
from minimax_lab.arena.tournaments import tournament, workers
from minimax_lab.arena.tournaments.game import Game, play_game
from minimax_lab.arena.tournaments.schedule import Pairing
from minimax_lab.evaluate import mobility
from minimax_lab.games import Isolation, TicTacToe

QUICK = {"random": RandomPlayer(), "greedy": GreedyPlayer(mobility), "engine": EnginePlayer(depth=1)}
POSITIONS = openings(Isolation(4, 3), plies=2, count=6)
GAMES = 28  # of 6 pairings from 6 positions: 1,008 games


def first(state):
    return state.get_legal_moves()[0]


def lucky(state):
    return random.choice(state.get_legal_moves())


class Kills:
    """Ends its process the first time that it is asked, as long as a file is not there; or always."""

    def __init__(self, mark=None):
        self.mark = mark

    def __call__(self, state):
        if self.mark is None:
            os._exit(1)
        if not self.mark.exists():
            self.mark.touch()
            os._exit(1)
        return first(state)


@pytest.fixture(scope="module")
def played_here():
    return tournament(QUICK, POSITIONS, games=GAMES, seed=7)


# Not by fork where there is a choice: this process has threads, Dask's among them.
CLEAN = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
CLEAN.set_forkserver_preload(["minimax_lab.arena", "minimax_lab.evaluate", "cloudpickle", "pytest"])


@pytest.fixture
def processes():
    with ProcessPoolExecutor(2, CLEAN) as executor:
        yield executor


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    ) as cluster:
        yield cluster


@pytest.fixture
def dask(cluster):
    from distributed import Client

    with Client(cluster, set_as_default=False) as client:
        yield client.get_executor()


def test_a_thousand_games_give_the_same_standings_on_two_processes(played_here, processes):
    assert len(played_here.games) == 1008
    result = tournament(QUICK, POSITIONS, games=GAMES, seed=7, executor=processes)
    assert result == played_here
    assert (repr(result), result.to_json()) == (repr(played_here), played_here.to_json())


def test_a_thousand_games_give_the_same_standings_on_a_dask_cluster(played_here, dask):
    result = tournament(QUICK, POSITIONS, games=GAMES, seed=7, executor=dask)
    assert result == played_here
    assert repr(result) == repr(played_here)


def test_a_dask_worker_that_is_killed_half_way_loses_no_game(dask, cluster, tmp_path):
    def slow(state):
        time.sleep(0.003)
        return lucky(state)

    players, file = {"slow": slow, "lucky": lucky}, tmp_path / "results.jsonl"
    over_when_killed = []

    def kill():
        while not file.exists() or (over := len(file.read_bytes().splitlines()) - 1) < 20:
            time.sleep(0.02)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
        over_when_killed.append(over)

    killer = threading.Thread(target=kill)
    killer.start()
    result = tournament(players, TicTacToe(), games=100, executor=dask, results=file, progress=False)
    killer.join(60)
    assert 20 <= over_when_killed[0] < 180
    assert (len(result.games), result.missing, result.forfeits) == (200, (), [])
    assert result == tournament(players, TicTacToe(), games=100, progress=False)


def test_a_process_that_dies_costs_a_retry_and_no_game(processes, tmp_path):
    players = {"kills": Kills(tmp_path / "mark"), "lucky": lucky, "first": first}
    result = tournament(players, TicTacToe(), games=10, executor=processes)
    assert (len(result.games), result.missing, result.forfeits) == (60, (), [])
    assert result == tournament(players, TicTacToe(), games=10)  # the mark is there now


def test_a_game_that_goes_on_killing_is_given_up_and_the_others_are_played(processes):
    players = {"lucky": lucky, "first": first, "random": RandomPlayer()}
    with pytest.warns(UserWarning, match="6 games are missing: workers died over each of them"):
        result = tournament(players | {"kills": Kills()}, TicTacToe(), executor=processes)
    assert len(result.missing) == 6
    assert all("kills" in pairing[:2] for pairing in result.missing)
    assert result.games == tournament(players, TicTacToe()).games
    assert "6 of 12 games have not been played." in result.notes()


def test_if_nothing_but_dying_goes_on_the_tournament_says_so(processes, monkeypatch):
    monkeypatch.setattr(workers, "BREAKDOWNS", 2)
    with pytest.raises(CannotPlay, match="3 process pools have broken down in a row") as caught:
        tournament({"kills": Kills(), "first": first}, TicTacToe(), games=5, executor=processes)
    assert len(caught.value.standings.missing) == 10


def test_functions_that_no_module_has_are_sent_along(processes):
    def local(state):
        return lucky(state)

    players = {"lambda": lambda state: first(state), "local": local}
    assert tournament(players, TicTacToe(), games=3, executor=processes) == tournament(players, TicTacToe(), games=3)


def test_a_game_of_ones_own_is_sent_along(processes):
    class Nim:
        def __init__(self, left=7):
            self.left = left

        def get_legal_moves(self):
            return list(range(1, min(3, self.left) + 1))

        def forecast_move(self, n):
            return Nim(self.left - n)

    players = {"engine": EnginePlayer(), "lucky": lucky}
    result = tournament(players, Nim(), games=3, executor=processes)
    assert result == tournament(players, Nim(), games=3)


@pytest.mark.parametrize("executor", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_what_cannot_be_sent_is_named_before_anything_is_played(executor):
    played = []

    def player(state, lock=threading.Lock()):  # noqa: B008
        played.append(state)
        return first(state)

    state = TicTacToe()
    holder = type("Holder", (), {"get_legal_moves": lambda self: [0], "forecast_move": lambda self, move: None})()
    holder.lock = threading.Lock()
    with executor(1) as pool:
        with pytest.raises(
            TypeError, match="the player 'locked' cannot be sent to another process .*Leave out `executor`"
        ):
            tournament({"first": first, "locked": player}, state, executor=pool)
        with pytest.raises(TypeError, match="start position 1, .* cannot be sent to another process"):
            tournament({"first": first, "lucky": lucky}, [state, holder], executor=pool)
    assert played == []


def slow_and_lucky(state):
    time.sleep(0.0005)  # so that threads take turns
    return random.choice(state.get_legal_moves())


def test_threads_that_share_pythons_luck_play_the_same_games():
    players = {"one": slow_and_lucky, "other": slow_and_lucky, "random": RandomPlayer()}
    with ThreadPoolExecutor(4) as pool:
        result = tournament(players, TicTacToe(), games=5, executor=pool)
    assert result == tournament(players, TicTacToe(), games=5)
    assert random.choice.__self__ is random.random.__self__, "the functions of random are as they were"


def test_a_mistake_of_the_game_comes_back_from_a_worker(processes):
    class Broken:
        def get_legal_moves(self):
            return [0]

        def forecast_move(self, move):
            raise ZeroDivisionError("the game is wrong")

    with pytest.raises(
        CannotPlay, match="(?s)the game .* – .*, start position 0, round 0 broke down.*ZeroDivisionError"
    ):
        tournament({"first": first, "lucky": lucky}, Broken(), executor=processes)


class OnlyHere:
    """Can be packed, but not unpacked."""

    def __call__(self, state):
        return first(state)

    def __reduce__(self):
        return _gone, ()


def _gone():
    raise ModuleNotFoundError("No module named 'my_players'")


def test_players_that_a_worker_cannot_load_are_told_of(processes):
    with pytest.raises(CannotPlay, match="could not load the players and positions: ModuleNotFoundError.*my_players"):
        tournament({"first": first, "mine": OnlyHere()}, TicTacToe(), executor=processes)


def test_a_batch_that_takes_long_is_handed_back_and_divided(monkeypatch):
    """Each batch is at an end after its first game; still every game is played once."""
    monkeypatch.setattr(workers, "SLICE", -1)
    monkeypatch.setattr(workers, "BATCHES", 3)
    handed_out = []
    original = workers.Crew._hand_out
    monkeypatch.setattr(
        workers.Crew, "_hand_out", lambda self, batch: (handed_out.append(len(batch)), original(self, batch))
    )
    with ThreadPoolExecutor(1) as pool:
        result = tournament({"first": first, "random": RandomPlayer()}, TicTacToe(), games=15, executor=pool)
    assert result == tournament({"first": first, "random": RandomPlayer()}, TicTacToe(), games=15)
    assert handed_out[:3] == [10, 10, 10]
    assert len(handed_out) == 30


def test_an_interrupted_tournament_on_workers_keeps_what_came_back_and_goes_on(processes, monkeypatch):
    monkeypatch.setattr(workers, "SLICE", 0.05)
    players = {"first": first, "lucky": lucky}
    really_wait, came_back = workers.wait, []

    def wait(*arguments):
        if came_back:
            raise KeyboardInterrupt
        done, others = really_wait(*arguments)
        came_back.extend(done)
        return done, others

    with monkeypatch.context() as patch:
        patch.setattr(workers, "wait", wait)
        part = tournament(players, TicTacToe(), games=200, executor=processes)
    assert 0 < len(part.games) < 400
    assert len(part.games) + len(part.missing) == 400
    assert tournament(players, TicTacToe(), games=200, executor=processes, results=part) == tournament(
        players, TicTacToe(), games=200
    )


def test_without_cloudpickle_an_executor_is_refused_with_the_remedy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "cloudpickle", None)
    with ThreadPoolExecutor(1) as pool, pytest.raises(ImportError, match="pip install cloudpickle"):
        tournament({"first": first, "lucky": lucky}, TicTacToe(), executor=pool)


def test_an_executor_that_fails_for_good_is_told_of_and_what_was_played_is_kept():
    class Fails(ThreadPoolExecutor):
        count = 0

        def submit(self, function, packed, batch, attempt):
            self.count += 1
            if self.count > 3:
                return super().submit(lambda: 1 / 0)
            return super().submit(function, packed, batch, attempt)

    with (
        Fails(1) as pool,
        pytest.raises(CannotPlay, match="the executor cannot play games: ZeroDivisionError") as caught,
    ):
        tournament({"first": first, "lucky": lucky}, TicTacToe(), games=10, executor=pool)
    assert 0 < len(caught.value.standings.games) < 20


def test_an_executor_that_was_shut_down_is_told_of():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(CannotPlay, match="the executor takes no games: cannot schedule new futures after shutdown"):
        tournament({"first": first, "lucky": lucky}, TicTacToe(), executor=pool)


class ExitsWhenCompared:
    def __eq__(self, other):
        sys.exit("gone")

    __hash__ = object.__hash__


def returns_an_exit(state):
    return ExitsWhenCompared()


def test_a_player_cannot_end_its_worker_with_what_it_returns(processes):
    result = tournament({"first": first, "exits": returns_an_exit}, TicTacToe(), games=3, executor=processes)
    assert {game.reason for game in result.games} == {"has failed with SystemExit: gone"}
    assert result.score("exits").losses == 6


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
    with ThreadPoolExecutor(1) as pool, pytest.raises(CannotPlay, match="(?s)broke down.*SystemExit: the game is over"):
        tournament(players, Exits(), executor=pool)
    with Leaves(1) as pool, pytest.raises(CannotPlay, match="cannot play games: SystemExit: gone"):
        tournament(players, TicTacToe(), executor=pool)


# Who is suspected when a process pool breaks down


PAIRINGS = [Pairing("a", "b", 0, number) for number in range(12)]


class Pools:
    """Process pools without processes: each step, the oldest batch is played, or breaks its pool down.

    `deaths` says how often a game (by its round) kills its worker before it can be played.
    """

    def __init__(self, deaths):
        self.deaths, self.made, self.futures = dict(deaths), [], []
        self.in_company = []  # how many batches were handed out at each step

    def wait(self, waiting, *_):
        pool = self.made[-1]
        self.in_company.append(len(pool.given))
        future, batch = pool.given.pop(0)
        killers = [pairing for pairing in batch if self.deaths.get(pairing.round, 0)]
        if not killers:
            future.set_result([Game(pairing, (), 0) for pairing in batch])
            return {future}, set()
        self.deaths[killers[0].round] -= 1
        pool.broken = True
        failed = [future, *(other for other, _ in pool.given)]
        for other in failed:
            other.set_exception(BrokenProcessPool())
        return {*failed}, set()


class Pool:
    """One of them, in place of Python's own."""

    pools: Pools

    def __init__(self, workers, context=None, initializer=None, initargs=()):
        self.given, self.broken = [], False
        self._max_workers, self._mp_context, self._initializer, self._initargs = workers, context, initializer, initargs
        self.pools.made.append(self)

    def submit(self, function, packed, batch, attempt):
        if self.broken:
            raise BrokenProcessPool
        future = Future()
        self.given.append((future, batch))
        self.pools.futures.append(future)
        return future

    def shutdown(self, *_, **__):
        pass


@pytest.fixture(name="crew_of")
def make_crew(monkeypatch):
    def crew_of(deaths):
        pools = Pools(deaths)
        monkeypatch.setattr(workers, "wait", pools.wait)
        kind = type("Pool", (Pool,), {"pools": pools})
        monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", kind)
        return workers.Crew(kind(2), b""), pools

    return crew_of


def rounds(finished):
    return [game.pairing.round for games in finished for game in games]


def test_a_death_counts_against_a_game_only_if_it_was_alone(crew_of):
    """It dies once among others, which may have been the fault of any of them, and once alone."""
    crew, _ = crew_of({1: 2})
    assert sorted(rounds(crew.play(PAIRINGS))) == [*range(12)]
    assert crew.given_up == []


def test_a_game_that_kills_when_it_is_alone_is_given_up_after_two_deaths(crew_of):
    crew, pools = crew_of({1: 99})
    assert sorted(rounds(crew.play(PAIRINGS))) == [0, *range(2, 12)]
    assert crew.given_up == [PAIRINGS[1]]
    assert pools.deaths == {1: 96}


def test_only_what_was_at_work_when_a_pool_broke_down_is_suspected(crew_of):
    """Two workers, and one batch that the pool has begun ahead of time; all others go on together."""
    crew, pools = crew_of({0: 1})
    assert rounds(crew.play(PAIRINGS)) == [*range(3, 12), 0, 1, 2]
    assert pools.in_company == [12, *range(9, 0, -1), 1, 1, 1]


def test_pools_may_break_down_more_often_as_long_as_games_come_back_in_between(crew_of, monkeypatch):
    monkeypatch.setattr(workers, "BREAKDOWNS", 3)
    crew, pools = crew_of({1: 99, 7: 99})
    assert sorted(rounds(crew.play(PAIRINGS))) == [pairing.round for pairing in PAIRINGS if pairing.round not in (1, 7)]
    assert crew.given_up == [PAIRINGS[1], PAIRINGS[7]]
    assert len(pools.made) == 1 + 6
    crew, _ = crew_of(dict.fromkeys(range(12), 99))
    with pytest.raises(CannotPlay, match="4 process pools have broken down in a row"):
        rounds(crew.play(PAIRINGS))


def test_who_stops_in_the_middle_takes_back_what_was_handed_out(crew_of):
    crew, pools = crew_of({})
    finished = crew.play(PAIRINGS)
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
        self._client = self

    def nthreads(self):
        return self.threads.pop(0) if len(self.threads) > 1 else self.threads[0]

    def submit(self, function, packed, batch, attempt):
        future = Future()
        errors = next((left for pairing in batch if (left := self.troubles.get(pairing.round))), None)
        if errors is None:
            future.set_result([Game(pairing, (), 0) for pairing in batch])
        elif (error := errors.pop(0)) is not None:
            future.set_exception(error)
        return future


def test_a_game_that_was_near_when_dask_lost_a_worker_is_played_again_alone():
    crew = workers.Crew(Cluster({1: [KilledWorker()], 7: [KilledWorker()] * 2}), b"")
    assert sorted(rounds(crew.play(PAIRINGS))) == [n for n in range(12) if n != 7]
    assert crew.given_up == [PAIRINGS[7]]


def test_a_result_that_died_with_its_worker_is_played_again():
    crew = workers.Crew(Cluster({1: [ValueError("not enough values to unpack (expected 3, got 1)")] * 2}), b"")
    assert sorted(rounds(crew.play(PAIRINGS))) == [*range(12)]
    with pytest.raises(CannotPlay, match="ValueError: not Dask's"):  # of another executor it is a mistake
        tournament({"first": first, "lucky": lucky}, TicTacToe(), executor=Refuses(ValueError("not Dask's")))


class Refuses:
    def __init__(self, error):
        self.error = error

    def submit(self, *_):
        future = Future()
        future.set_exception(self.error)
        return future


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(workers, "LOOK", 0)
    monkeypatch.setattr(workers, "DESERTED", 0)


@pytest.mark.usefixtures("impatient")
def test_a_cluster_that_has_lost_all_its_workers_is_not_waited_for():
    crew = workers.Crew(Cluster({5: [None]}, threads=[{}, {}, {"worker": 1}, {}]), b"")
    finished = crew.play(PAIRINGS)
    assert {game.pairing.round for _ in range(11) for game in next(finished)} == {*range(12)} - {5}
    with pytest.raises(CannotPlay, match="no worker for 0 seconds"):
        next(finished)


@pytest.mark.usefixtures("impatient")
def test_a_cluster_whose_workers_have_not_come_yet_is_waited_for():
    cluster = Cluster({5: [None]}, threads=[{}])
    crew = workers.Crew(cluster, b"")
    finished = crew.play(PAIRINGS)
    for _ in range(11):
        next(finished)
    threading.Timer(0.2, lambda: next(iter(crew._waiting)).set_result([Game(PAIRINGS[5], (), 0)])).start()
    assert rounds(finished) == [5]


def test_a_worker_plays_the_same_game_as_this_process():
    setting_players = {"lucky": lucky, "random": RandomPlayer()}
    result = tournament(setting_players, TicTacToe(), games=3)
    from minimax_lab.arena.tournaments.game import Setting

    setting = Setting(setting_players, [TicTacToe()], 0, None, 60)
    batch = [game.pairing for game in result.games]
    assert workers.play_batch(workers.pack(setting), batch, 1) == list(result.games)
    assert [play_game(setting, pairing) for pairing in reversed(batch)] == list(reversed(result.games))


def test_the_benchmark_compares_the_best_times_of_one_worker_and_of_two():
    times = {"here": Times([9.0]), "processes, 1 worker": Times([3.4, 5.0]), "processes, 2 workers": Times([2.0, 2.1])}
    assert benchmark.speed_up(times, "processes") == 1.7
    assert benchmark.report({"quick": times}, ["processes"]).splitlines()[-1].split() == [
        *["processes,", "2", "workers", "2.00", "2.05", "1.70", "met"]
    ]
    times["processes, 2 workers"] = Times([2.01])
    assert benchmark.report({"quick": times}, ["processes"]).endswith("MISSED")


def test_the_benchmark_stops_when_a_tournament_comes_out_differently():
    task = benchmark.Task({"first": first, "lucky": lucky}, [TicTacToe()], 2)
    assert benchmark.seconds_of(task, None, task.play()) > 0
    with pytest.raises(RuntimeError, match="come out differently"):
        benchmark.seconds_of(task, None, task.play(games=1))
