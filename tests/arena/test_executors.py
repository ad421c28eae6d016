"""The same games come out in this process, on several, and on a real Dask cluster, and dead processes cost no game."""

import os
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from minimax_lab.arena import (
    CannotPlay,
    EnginePlayer,
    GreedyPlayer,
    RandomPlayer,
    openings,
    tournament,
    workers,
)
from minimax_lab.evaluate import mobility
from minimax_lab.game import MAX, MIN
from minimax_lab.games import ConnectFour, Isolation, TicTacToe
from tests.arena.samples import Heap, KilledOnce, first, kills, last, lucky

QUICK = {"random": RandomPlayer(), "greedy": GreedyPlayer(mobility), "engine": EnginePlayer(depth=1)}


POSITIONS = openings(Isolation(4, 3), plies=2, count=6)


GAMES = 28  # of 6 pairings from 6 positions: 1,008 games


@pytest.fixture(scope="module")
def played_here():
    return tournament(QUICK, POSITIONS, games=GAMES, seed=7)


@pytest.mark.exhaustive
def test_a_thousand_games_give_the_same_standings_on_two_processes(played_here, processes):
    assert len(played_here.games) == 1008
    result = tournament(QUICK, POSITIONS, games=GAMES, seed=7, executor=processes)
    assert result == played_here
    assert (repr(result), result.to_json()) == (repr(played_here), played_here.to_json())


@pytest.mark.exhaustive
def test_a_thousand_games_give_the_same_standings_on_a_dask_cluster(played_here, dask):
    result = tournament(QUICK, POSITIONS, games=GAMES, seed=7, executor=dask)
    assert result == played_here
    assert repr(result) == repr(played_here)


@pytest.mark.exhaustive
def test_threads_of_one_dask_worker_play_the_same_games_too():
    distributed = pytest.importorskip("distributed")
    players = {"one": lucky, "other": lucky}
    here = {"processes": False, "dashboard_address": None, "set_as_default": False}
    with distributed.Client(n_workers=1, threads_per_worker=2, **here) as client:
        result = tournament(players, TicTacToe(), games=50, executor=client.get_executor())
    assert result == tournament(players, TicTacToe(), games=50)


@pytest.mark.exhaustive
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


def dies_at_the_third_move(state):
    if str(state).count(MARKS[state.active_player]) == 2:
        os.abort()
    return first(state)


MARKS = {MAX: "X", MIN: "O"}
DEATH = "signal SIGABRT" if os.name == "posix" else "exit code 3"


class StillBorn:
    def for_game(self, seed):
        os._exit(4)

    def __call__(self, state):
        return first(state)


class DeadlyGame(Heap):
    """Ends the process in which three are taken. (The tournament tries moves beforehand, but takes one each time.)"""

    def forecast_move(self, n):
        if n == 3:
            os._exit(5)
        return DeadlyGame(self.left - n)


@pytest.fixture(params=["processes", "dask", "threads", "loky"])
def executor(request):
    """One of each kind, with two workers."""
    if request.param == "threads":
        with ThreadPoolExecutor(2) as pool:
            yield pool
    elif request.param == "loky":
        loky = pytest.importorskip("joblib.externals.loky")
        with loky.ProcessPoolExecutor(2) as pool:
            yield pool
    else:
        yield request.getfixturevalue(request.param)


@pytest.mark.exhaustive
def test_a_process_that_is_killed_from_outside_costs_a_retry_and_no_game(executor, tmp_path):
    players = {"killed": KilledOnce(tmp_path / "mark"), "lucky": lucky, "first": first}
    result = tournament(players, TicTacToe(), games=3, executor=executor, progress=False)
    assert (len(result.games), result.missing, result.forfeits) == (18, (), [])
    assert result == tournament(players, TicTacToe(), games=3)  # the mark is there now


def test_a_player_who_ends_its_process_loses_that_game_and_no_other_is_lost(executor):
    """It is asked first as MAX, and after one move of the other as MIN."""
    honest = {"lucky": lucky, "first": first}
    result = tournament(honest | {"kills": kills}, TicTacToe(), executor=executor, progress=False)
    lost = {game.pairing: game for game in result.games if "kills" in game.pairing[:2]}
    assert {game.loser_by_forfeit for game in lost.values()} == {"kills"}
    assert {game.reason for game in lost.values()} == {"has ended its process (exit code 1)"}
    assert {pairing: len(game.moves) for pairing, game in lost.items()} == {
        pairing: int(pairing.min == "kills") for pairing in lost
    }
    assert result.score("kills") == (0, 0, 4)
    assert [game for game in result.games if game not in lost.values()] == [*tournament(honest, TicTacToe()).games]
    assert result.missing == ()


@pytest.mark.exhaustive
def test_a_player_who_dies_later_in_the_game_loses_with_the_moves_made_so_far(executor):
    players = {"lasting": dies_at_the_third_move, "last": last}
    result = tournament(players, ConnectFour(), executor=executor, progress=False)
    assert [(game.moves, game.winner) for game in result.games] == [((0, 6, 0, 6), "last"), ((6, 0, 6, 0, 6), "last")]
    assert [result.record(game).outcome for game in result.games] == [
        f"{winner} last has won: {loser} lasting has ended its process ({DEATH})" for winner, loser in ["▼▲", "▲▼"]
    ]


@pytest.mark.exhaustive
def test_a_player_who_dies_before_its_first_move_loses_too(executor):
    result = tournament({"first": first, "still": StillBorn()}, TicTacToe(), executor=executor, progress=False)
    assert [(game.moves, game.loser_by_forfeit) for game in result.games] == [((), "still")] * 2


class DeadlyCopy(Heap):
    """Ends the process when the game is about to begin."""

    def __deepcopy__(self, memo):
        os._exit(5)


@pytest.mark.parametrize("game", [DeadlyGame(), DeadlyCopy()])
def test_a_game_that_ends_its_process_is_nobodys_loss(executor, game):
    players = {"first": first, "last": last}
    with pytest.raises(CannotPlay, match=r"start position 0, round 0 .*exit code 5.* no player's turn"):
        tournament(players, game, executor=executor, progress=False)


@pytest.mark.exhaustive
def test_no_worker_of_a_cluster_dies_of_a_player(dask, cluster):
    pids = {worker.pid for worker in cluster.workers.values()}
    tournament({"first": first, "kills": kills}, TicTacToe(), executor=dask, progress=False)
    assert {worker.pid for worker in cluster.workers.values()} == pids


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


def test_a_mistake_of_the_game_comes_back_from_a_worker(processes):
    class Broken:
        def get_legal_moves(self):
            return [0]

        def forecast_move(self, move):
            raise ZeroDivisionError("the game is wrong")

    with pytest.raises(
        CannotPlay, match="(?s)the game .* – .*, start position 0, round 0 could not be played.*ZeroDivisionError"
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
