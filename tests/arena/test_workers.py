"""How games are handed out, and handed out again when an executor loses them, and what a worker does with them."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest

from minimax_lab.arena import (
    CannotPlay,
    RandomPlayer,
    tournament,
    workers,
)
from minimax_lab.arena.record import Pairing, PlayedGame
from minimax_lab.arena.seeded_game import Settings, play_game
from minimax_lab.arena.workers import BatchResult, PlayingProcess, ProcessEnded, pack, play_batch
from minimax_lab.game import MIN
from minimax_lab.games import TicTacToe
from tests.arena.samples import first, kills, lucky


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
    monkeypatch.setattr(workers, "SLICE", -1)
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


def drawn(batch):
    return [PlayedGame(pairing, (), 0) for pairing in batch]


def rounds(finished):
    return [game.pairing.round for games in finished for game in games]


class Pool:
    """A process pool without processes: it plays some games, and then breaks, as its workers have been killed."""

    def __init__(self, games, broken_from_the_start=False):
        self.games, self.broken, self.futures = games, broken_from_the_start, []

    def submit(self, function, packed, batch, attempt):
        if self.broken:
            raise BrokenProcessPool("a worker was killed")
        self.futures.append(future := Future())
        if len(self.futures) <= self.games:
            future.set_result(BatchResult(drawn(batch)))
        elif len(self.futures) == len(PAIRINGS):
            self.broken = True
            for lost in self.futures[self.games :]:
                lost.set_exception(BrokenProcessPool("a worker was killed"))
        return future


@pytest.fixture
def no_processes(monkeypatch):
    """What goes on on this machine is not really played."""
    monkeypatch.setattr(workers, "play_batch", lambda packed, batch, attempt: BatchResult(drawn(batch)))


@pytest.mark.usefixtures("no_processes")
@pytest.mark.parametrize("pool", [Pool(4), Pool(0), Pool(0, broken_from_the_start=True)])
def test_when_a_pool_breaks_the_rest_of_the_games_is_played_all_the_same_and_each_once(pool):
    with pytest.warns(UserWarning, match="the Pool is broken: a worker was killed. The rest of the games is played"):
        assert sorted(rounds(workers.Dispatcher(pool, b"").play(PAIRINGS))) == [*range(12)]


@pytest.mark.exhaustive
def test_a_real_pool_whose_worker_is_killed_from_outside_loses_no_game(processes, tmp_path):
    def kill_the_pool():
        for process in list(processes._processes.values()):
            process.kill()

    def on_first_result(path):
        while len(path.read_bytes().splitlines()) < 3 if path.exists() else True:
            time.sleep(0.01)
        kill_the_pool()

    def slow(state):
        time.sleep(0.005)
        return lucky(state)

    players, file = {"slow": slow, "lucky": lucky}, tmp_path / "results.jsonl"
    killer = threading.Thread(target=on_first_result, args=(file,))
    killer.start()
    with pytest.warns(UserWarning, match="the ProcessPoolExecutor is broken"):
        result = tournament(players, TicTacToe(), games=60, executor=processes, results=file, progress=False)
    killer.join(60)
    assert (len(result.games), result.missing, result.forfeits) == (120, (), [])
    assert result == tournament(players, TicTacToe(), games=60, progress=False)


def test_who_stops_in_the_middle_takes_back_what_was_handed_out():
    pool = Pool(1)
    finished = workers.Dispatcher(pool, b"").play(PAIRINGS[:11])
    next(finished)
    finished.close()
    assert [future.cancelled() for future in pool.futures] == [False] + [True] * 10


class KilledWorker(Exception):
    """Has the name of Dask's."""


class Cluster:
    """Dask's executor without Dask. `troubles`: what comes of a game (by its round) instead of a result, in turn."""

    def __init__(self, troubles=(), threads=({"worker": 1},)):
        self.troubles = {number: list(errors) for number, errors in dict(troubles).items()}
        self.threads = list(threads)  # what the client tells, look by look; the last one for ever
        self.calls = []
        self._client = self

    def nthreads(self):
        return self.threads.pop(0) if len(self.threads) > 1 else self.threads[0]

    def submit(self, function, *call):
        assert call not in self.calls, "Dask would return the result of the earlier call"
        self.calls.append(call)
        _, batch, _ = call
        future = Future()
        errors = next((left for pairing in batch if (left := self.troubles.get(pairing.round))), None)
        if errors is None:
            future.set_result(BatchResult(drawn(batch)))
        elif (error := errors.pop(0)) is not None:
            future.set_exception(error)
        return future


@pytest.mark.parametrize("error", [KilledWorker(), ValueError("not enough values to unpack"), OSError("gone")])
def test_what_dask_loses_is_played_again(error):
    dispatcher = workers.Dispatcher(Cluster({1: [error], 7: [error] * 2}), b"")
    assert sorted(rounds(dispatcher.play(PAIRINGS))) == [*range(12)]


def test_an_executor_that_goes_on_losing_games_is_given_up(monkeypatch):
    monkeypatch.setattr(workers, "FAILURES", 3)
    finished = workers.Dispatcher(Cluster({7: [KilledWorker("again")] * 99}), b"").play(PAIRINGS)
    assert {game.pairing.round for _ in range(11) for game in next(finished)} == {*range(12)} - {7}
    with pytest.raises(CannotPlay, match="cannot play games: KilledWorker: again"):
        next(finished)


def test_an_executor_that_fails_often_but_goes_on_playing_is_not_given_up():
    """Two of three times, so 24 times in all; but never 20 times without a game in between."""

    class Flaky(Cluster):
        def submit(self, function, packed, batch, attempt):
            future = Future()
            if attempt % 3 == 2:
                future.set_result(BatchResult(drawn(batch)))
            else:
                future.set_exception(KilledWorker())
            return future

    assert sorted(rounds(workers.Dispatcher(Flaky(), b"").play(PAIRINGS))) == [*range(12)]


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


PLAYERS = {"lucky": lucky, "random": RandomPlayer()}


def settings_for(players):
    return Settings(players, [TicTacToe()], 0, None, 60)


@pytest.fixture(scope="module")
def expected():
    return list(tournament(PLAYERS, TicTacToe(), games=3).games)


@pytest.fixture
def no_process_left():
    """End the process that belongs to this thread."""
    yield
    workers._beside.process._process.communicate()
    workers._beside.process = None


@pytest.fixture(name="process")
def playing_process():
    process = PlayingProcess()
    yield process
    process._process.communicate()


def test_a_game_does_not_depend_on_the_games_before_it(expected):
    played = [play_game(settings_for(PLAYERS), game.pairing) for game in reversed(expected)]
    assert played == expected[::-1]


@pytest.mark.usefixtures("no_process_left")
def test_a_worker_plays_the_same_games_as_this_process_also_after_a_player_has_ended_its_process(expected, monkeypatch):
    monkeypatch.setattr(workers, "SLICE", 600)
    pairings = [game.pairing for game in expected]
    deadly = pairings[2]._replace(min="kills")
    first_move = play_game(settings_for(PLAYERS | {"kills": first}), deadly).moves[:1]
    lost = PlayedGame(deadly, first_move, +1, MIN, "has ended its process (exit code 1)")
    result = play_batch(pack(settings_for(PLAYERS | {"kills": kills})), [*pairings[:2], deadly, *pairings[2:]], 1)
    assert result == BatchResult([*expected[:2], lost, *expected[2:]])


def test_what_players_print_and_read_does_not_disturb_the_answers(process):
    def talks(state):
        print("I think", flush=True)
        os.write(1, b"and think")
        subprocess.run([sys.executable, "-c", "print('with others')"], check=True)
        assert sys.stdin.read() == ""
        return first(state)

    packed = pack(settings_for({"talks": talks, "first": first}))
    for game in tournament({"talks": first, "first": first}, TicTacToe()).games:
        assert process.play(packed, game.pairing) == game


def test_a_process_that_has_played_one_tournament_plays_another(process, expected):
    pairing = expected[0].pairing
    for players in PLAYERS, {"lucky": first, "random": first}, PLAYERS:
        assert process.play(pack(settings_for(players)), pairing) == play_game(settings_for(players), pairing)


def test_the_process_ends_when_nobody_asks_any_more():
    process = PlayingProcess()
    process._process.stdin.close()
    assert process._process.wait(60) == 0
    process._process.stdout.close()


def test_a_process_that_was_killed_between_two_games_is_noticed_and_nobody_has_lost(expected, process):
    process._process.kill()
    process._process.wait(60)
    with pytest.raises(ProcessEnded) as caught:
        process.play(pack(settings_for(PLAYERS)), expected[0].pairing)
    assert (caught.value.turn, caught.value.moves) == (None, ())


@pytest.mark.parametrize("program", ["false", "there is no such program"])
def test_a_process_that_cannot_be_started_is_told_of(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    result = play_batch(b"", PAIRINGS, 1)
    assert result.games == []
    assert f"could not start a process to play in ({program})" in result.error


def test_players_that_cannot_be_loaded_are_told_of_each_time(process):
    for _ in range(2):
        with pytest.raises(CannotPlay, match="could not load the players and positions: UnpicklingError"):
            process.play(b"nonsense", PAIRINGS[0])


@pytest.mark.usefixtures("no_process_left")
def test_when_the_time_of_a_batch_is_over_the_games_so_far_are_handed_back(monkeypatch, expected):
    monkeypatch.setattr(workers, "SLICE", -1)
    result = play_batch(pack(settings_for(PLAYERS)), [game.pairing for game in expected], 1)
    assert result == BatchResult(expected[:1])
