"""A tournament that was interrupted goes on, from its standings or from its file."""

import itertools
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from minimax_lab.adapt import as_game
from minimax_lab.arena import (
    EnginePlayer,
    RandomPlayer,
    openings,
    tournament,
)
from minimax_lab.arena.record import Pairing, PlayedGame
from minimax_lab.games import TicTacToe
from tests.arena.samples import Heap, crashes, first, lucky


def interrupted_at(count):
    """A player who is interrupted, as by Ctrl-C, when it is asked for the so-manieth time; never if that is None."""
    asked = itertools.count(1)

    class Interrupted:
        in_person = True  # in the thread of the game, where Ctrl-C arrives

        def __call__(self, state):
            if next(asked) == count:
                raise KeyboardInterrupt
            return first(state)

        def for_game(self, seed):
            return self

    return Interrupted()


def test_an_interrupted_tournament_keeps_what_it_has_and_goes_on():
    players = {"a": interrupted_at(None), "b": lucky}
    whole = tournament(players, TicTacToe(), games=5)
    part = tournament({"a": interrupted_at(14), "b": lucky}, TicTacToe(), games=5)
    assert 0 < len(part.games) < 10
    assert len(part.games) + len(part.missing) == 10
    assert f"{len(part.missing)} of 10 games have not been played." in str(part)
    assert tournament(players, TicTacToe(), games=5, results=part) == whole


def test_a_finished_tournament_is_not_played_again_and_can_be_extended():
    players = {"a": first, "b": lucky}
    done = tournament(players, TicTacToe(), games=3)
    never = {"a": crashes, "b": crashes}
    assert tournament(never, TicTacToe(), games=3, results=done).games == done.games
    more = tournament(players | {"c": RandomPlayer()}, TicTacToe(), games=4, results=done)
    assert more == tournament(players | {"c": RandomPlayer()}, TicTacToe(), games=4)


def test_a_results_file_is_continued(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": interrupted_at(None), "b": lucky}
    part = tournament({"a": interrupted_at(14), "b": lucky}, TicTacToe(), games=5, results=file)
    assert len(file.read_text("utf-8").splitlines()) == 1 + len(part.games)
    whole = tournament(players, TicTacToe(), games=5, results=file)
    assert whole == tournament(players, TicTacToe(), games=5)
    assert len(file.read_text("utf-8").splitlines()) == 11
    never = {"a": interrupted_at(1), "b": crashes}
    assert tournament(never, TicTacToe(), games=5, results=str(file)).games == whole.games


def test_games_that_come_from_workers_are_all_written_down(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    with ThreadPoolExecutor(2) as pool:
        whole = tournament(players, TicTacToe(), games=100, executor=pool, results=file)
    stored = [PlayedGame.from_dict(json.loads(line)) for line in file.read_text("utf-8").split("\n")[1:-1]]
    assert sorted(stored, key=lambda game: game.pairing) == sorted(whole.games, key=lambda game: game.pairing)
    assert len(stored) == 200


@pytest.mark.parametrize("worth", [Fraction(1, 2), True, 3, -0.25, "numpy"])
def test_whatever_number_a_game_is_worth_is_written_down(tmp_path, worth):
    if worth == "numpy":
        worth = pytest.importorskip("numpy").int64(7)

    class Worth(Heap):
        def utility(self):
            return worth

    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, Worth(), results=file)
    assert {game.result for game in whole.games} == {worth}
    assert [game["result"] for game in json.loads(whole.to_json())["games"]] == [worth] * 2
    assert tournament(players, Worth(), results=file) == whole


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\udc80", "\x0b", "é\n"])
def test_whatever_a_player_says_when_it_fails_the_results_can_be_read_again(tmp_path, odd):
    def fails(state):
        raise ValueError(f"before{odd}after")

    file, players = tmp_path / "results.jsonl", {"fails": fails, f"name{odd}": first}
    whole = tournament(players, TicTacToe(), results=file)
    assert len(whole.forfeits) == 2
    assert tournament(players, TicTacToe(), results=file) == whole
    assert all(game.reason.encode() for game in whole.games)


def test_a_heading_that_was_not_finished_is_begun_again(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, TicTacToe(), results=file)
    text = file.read_bytes()
    for size in 0, 20, text.index(b"\n"), text.index(b"\n") + 1:
        file.write_bytes(text[:size])
        assert tournament(players, TicTacToe(), results=file) == whole
        assert file.read_bytes() == text


def test_positions_without_a_text_are_told_apart_by_what_they_show(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, Heap(5), results=file)
    assert tournament(players, Heap(5), results=file) == whole
    with pytest.raises(ValueError, match="belongs to another tournament: there the positions are"):
        tournament(players, Heap(9), results=file)
    (after_one,) = openings(Heap(6), plies=1, count=1, seed=2)
    same_with_max_to_move = Heap(as_game(after_one).left)
    done = tournament(players, after_one)
    with pytest.raises(ValueError, match="there the positions are"):
        tournament(players, same_with_max_to_move, results=done)


def test_another_player_under_the_same_name_is_noticed(tmp_path):
    file = tmp_path / "results.jsonl"
    tournament({"a": first, "b": RandomPlayer()}, TicTacToe(), results=file)
    with pytest.warns(UserWarning, match="another 'b': it was a RandomPlayer before, and is a EnginePlayer now"):
        tournament({"a": first, "b": EnginePlayer(depth=1)}, TicTacToe(), results=file)


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_last_line_that_was_not_finished_is_played_again(tmp_path, cut):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, TicTacToe(), games=3, results=file)
    before = file.read_bytes()
    file.write_bytes(before[:-cut])
    assert tournament(players, TicTacToe(), games=3, results=file) == whole
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": 1}, "belongs to another tournament: there the seed is 0, here is 1"),
        ({"start_positions": [TicTacToe("X.. ... ...")]}, "there the positions are"),
        ({"seconds": 9}, "there the seconds are null, here are 9"),
        ({"games": 1}, "can go on with more players and games, but not with fewer"),
        ({"players": {"a": first, "c": lucky}}, r"not part of this tournament \(a – b, position 0, round 0\)"),
    ],
)
def test_the_results_of_another_tournament_are_refused_and_left_alone(tmp_path, change, complaint):
    file, given = (
        tmp_path / "results.jsonl",
        {"players": {"a": first, "b": lucky}, "start_positions": TicTacToe(), "games": 2},
    )
    done = tournament(**given, results=file)
    before = file.read_bytes()
    for results in file, done:
        with pytest.raises(ValueError, match=complaint):
            tournament(**given | change, results=results)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("my diary\n", "is not a file of tournament results: its first line is 'my diary'"),
        ("my diary", "is not a file of tournament results"),
        ('{"a": 1}\n', "is not a file of tournament results"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, text, complaint):
    file = tmp_path / "results.jsonl"
    file.write_text(text)
    with pytest.raises(ValueError, match=complaint):
        tournament({"a": first, "b": lucky}, TicTacToe(), results=file)
    assert file.read_text() == text


@pytest.mark.parametrize(
    "change",
    [
        {"max": ["a"]},
        {"min": 3},
        {"position": "0"},
        {"round": 0.0},
        {"moves": ["a"]},
        {"moves": [-1]},
        {"moves": None},
        {"result": "x"},
        {"forfeit": "nobody"},
        {"reason": None},
        b'{"max": "a"}',
        b"[]",
        b"",
        b'{"max": "\xff"}',
    ],
)
def test_a_line_that_is_no_game_is_found(tmp_path, change):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    tournament(players, TicTacToe(), results=file)
    lines = file.read_bytes().split(b"\n")
    lines[1] = change if isinstance(change, bytes) else json.dumps(json.loads(lines[1]) | change).encode()
    file.write_bytes(b"\n".join(lines))
    with pytest.raises(ValueError, match="line 2: not a stored game"):
        tournament(players, TicTacToe(), results=file)


def test_a_stored_move_that_there_is_not_is_told_of_when_the_game_is_wanted():
    game = PlayedGame(Pairing("a", "b", 0, 0), (0, 8), 1)
    with pytest.raises(ValueError, match="move 2 of a – b is stored as number 8, counted from 0, but there are only 8"):
        game.record(TicTacToe())


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files")
def test_a_full_disk_stops_the_tournament_keeps_what_was_played_and_later_it_goes_on(tmp_path):
    """The limit is on the file, in a process of its own: half a line is written, and then nothing more."""
    file, script = tmp_path / "results.jsonl", tmp_path / "script.py"
    script.write_text(
        "import resource, signal\n"
        "from minimax_lab.arena import CannotPlay, RandomPlayer, tournament\n"
        "from minimax_lab.games import TicTacToe\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n"
        "    players = [RandomPlayer(), RandomPlayer()]\n"
        f"    tournament(players, TicTacToe(), games=20, results={str(file)!r}, progress=False)\n"
        "except CannotPlay as error:\n"
        "    print(len(error.standings.games), error)\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    count, words = done.stdout.split(" ", 1)
    assert words.startswith("the results cannot be written: [Errno 27] File too large")
    stored = file.read_bytes()
    assert (len(stored), stored.endswith(b"\n")) == (1000, False)
    assert 0 < int(count) < 40
    result = tournament([RandomPlayer(), RandomPlayer()], TicTacToe(), games=20, results=file, progress=False)
    assert result == tournament([RandomPlayer(), RandomPlayer()], TicTacToe(), games=20, progress=False)
