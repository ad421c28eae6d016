"""The same games come out in this process, on several, and on a real Dask cluster; dead workers cost no game."""

import os
import random
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_all_start_methods, get_context

import pytest

from benchmarks import tournament as benchmark
from benchmarks.measure import Times
from minimax_lab.arena import CannotPlay, EnginePlayer, GreedyPlayer, RandomPlayer, openings, tournament, workers
from minimax_lab.arena.games import play_game
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


def test_a_worker_plays_the_same_game_as_this_process():
    setting_players = {"lucky": lucky, "random": RandomPlayer()}
    result = tournament(setting_players, TicTacToe(), games=3)
    from minimax_lab.arena.games import Setting

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
