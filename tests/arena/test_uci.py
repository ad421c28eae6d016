"""Other people's chess programs: a small one of our own in every test run, the real Stockfish where it is installed."""

import itertools
import json
import os
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess
import pytest

from minimax_lab.arena import Resigned, UCIPlayer, play, stockfish, tournament
from minimax_lab.evaluate import chess_evaluation, material
from minimax_lab.games import Chess, TicTacToe
from minimax_lab.search import Engine
from tools.stockfish import report, summary

PROGRAM = '''
"""Speaks just enough UCI. It plays the first legal move in alphabetical order, and writes down what it is told."""
import os, sys
import chess

log = open(sys.argv[1], "a", encoding="utf-8")
habit = sys.argv[2] if len(sys.argv) > 2 else "good"
board, asked = chess.Board(), 0
log.write(f"pid {os.getpid()}\\n")
for line in sys.stdin:
    log.write(line)
    log.flush()
    match line.split():
        case ["uci"]:
            print("id name Alphabet\\noption name Depth of thought type spin default 1 min 1 max 9\\nuciok", flush=True)
        case ["ucinewgame"]:
            asked = 0
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", "fen", *words]:
            fen, _, moves = " ".join(words).partition(" moves ")
            board = chess.Board(fen)
            for move in moves.split():
                board.push_uci(move)
        case ["position", "startpos", *moves]:
            board = chess.Board()
            for move in moves[1:]:
                board.push_uci(move)
        case ["go", *_]:
            if habit == "dies":
                sys.exit(3)
            good = min(map(str, board.legal_moves))
            asked += 1
            legal = sorted(map(str, board.legal_moves))
            move = {"good": good, "remembers": legal[asked % len(legal)], "resigns": "(none)", "cheats": "a1a8"}[habit]
            print(f"info depth 1 score cp {150 if board.turn else -150} pv {move}\\nbestmove {move}", flush=True)
        case ["quit"]:
            break
'''


ENDING = Chess("4k3/3p4/8/8/8/8/3P4/4K3 w - - 95 90")  # a draw after five moves without a pawn's


def first(state):
    return state.get_legal_moves()[0]


@pytest.fixture(name="alphabet")
def make_alphabet(tmp_path):
    """A function that makes a player of the program above; all of them are closed in the end."""
    file, log, made = tmp_path / "alphabet.py", tmp_path / "log.txt", []
    file.write_text(PROGRAM, encoding="utf-8")

    def make(habit="good", **options):
        player = UCIPlayer([sys.executable, str(file), str(log), habit], **options)
        player.log = log
        made.append(player)
        return player

    yield make
    for player in made:
        player.close()


def told(player):
    return player.log.read_text(encoding="utf-8").splitlines()


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def started_as(player):
    (pid,) = [int(line.split()[1]) for line in told(player) if line.startswith("pid")]
    return pid


def test_a_program_is_asked_for_a_legal_move_of_the_position(alphabet):
    state = Chess().forecast_move("e4").forecast_move("c5")
    move = alphabet()(state)
    assert move == min(chess.Board(state.fen).legal_moves, key=str) == chess.Move.from_uci("a2a3")


def test_the_program_hears_of_the_moves_after_which_a_position_could_come_again(alphabet):
    state = Chess()
    for move in "e4", "e5", "Nf3", "Nf6", "Ng1", "Ng8":
        state = state.forecast_move(move)
    player = alphabet()
    player(state)
    (position,) = [line for line in told(player) if line.startswith("position")]
    assert position.endswith(" moves e7e5 g1f3 g8f6 f3g1 f6g8")


@pytest.mark.parametrize(
    ("limits", "left", "go"),
    [
        ({}, None, "go movetime 100"),
        ({"depth": 3}, None, "go depth 3"),
        ({"seconds": 0.5}, None, "go movetime 500"),
        ({"seconds": 0.5}, 4, "go movetime 200"),
        ({"depth": 3, "seconds": 0.05}, 4, "go depth 3 movetime 50"),
    ],
)
def test_a_program_is_told_its_limits(alphabet, limits, left, go):
    player = alphabet(**limits)
    player(Chess(), seconds=left)
    assert [line for line in told(player) if line.startswith("go")] == [go]


def test_an_opinion_is_in_pawns_and_white_s_whoever_is_to_move(alphabet):
    player = alphabet()
    for state in Chess(), Chess().forecast_move("e4"):
        opinion = player.opinion(state)
        assert opinion.value == 1.5
        assert opinion.line == (opinion.move,)
        assert opinion.move in state.get_legal_moves()


def test_a_player_is_called_after_its_file_unless_it_has_a_name_and_the_program_says_its_own(alphabet):
    assert alphabet(name="Fred").name == "Fred"
    assert alphabet().name in repr(alphabet())
    assert alphabet().program == "Alphabet"


def test_a_program_ends_with_its_block_and_starts_again_when_it_is_asked_again(alphabet):
    with alphabet() as player:
        player(Chess())
        pid = started_as(player)
        assert is_running(pid)
    for _ in range(100):
        if not is_running(pid):
            break
        time.sleep(0.05)
    assert not is_running(pid)
    assert told(player)[-1] == "quit"
    assert player(Chess()) in Chess().get_legal_moves()
    player.close()
    player.close()


def test_a_program_ends_when_nobody_holds_the_player_any_more(tmp_path):
    file, log = tmp_path / "alphabet.py", tmp_path / "log.txt"
    file.write_text(PROGRAM, encoding="utf-8")
    player = UCIPlayer([sys.executable, str(file), str(log)])
    player(Chess())
    del player
    assert log.read_text(encoding="utf-8").splitlines()[-1] == "quit"


def test_a_player_that_goes_to_another_process_starts_its_own_program(alphabet):
    player = alphabet(depth=2)
    player(Chess())
    with pickle.loads(pickle.dumps(player)) as twin:
        assert twin(Chess()) == player(Chess())
    assert len([line for line in told(player) if line.startswith("pid")]) == 2


def test_two_programs_play_a_whole_game(alphabet):
    record = play(ENDING, alphabet(), alphabet())
    board, expected = ENDING.board, []
    while not (board.is_fifty_moves() or board.is_repetition(3)):
        expected.append(min(board.legal_moves, key=str))
        board.push(expected[-1])
    assert [*record.moves] == expected
    assert len(expected) >= 5


def test_each_game_of_a_tournament_is_a_new_one_for_the_program(alphabet):
    player = alphabet()
    tournament({"alphabet": player, "first": first}, ENDING, games=2)
    moves = ("position", "ucinewgame")
    heard = [line.split()[0] for line in told(player) if line.startswith(moves)]
    assert [len([*group]) for word, group in itertools.groupby(heard) if word == "ucinewgame"] == [1] * 4


def test_a_program_with_a_memory_plays_the_same_tournament_twice(alphabet):
    player = alphabet("remembers")
    games = [tournament({"alphabet": player, "first": first}, ENDING, games=2) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].forfeits == []


def test_threads_share_a_program_that_plays_one_move_at_a_time(alphabet):
    player = alphabet()
    with ThreadPoolExecutor(4) as pool:
        records = [*pool.map(lambda _: play(ENDING, player.for_game(0), first), range(8))]
    assert records == [play(ENDING, player.for_game(0), first)] * 8
    assert records[0].forfeit is None


def test_a_program_may_resign(alphabet):
    with pytest.raises(Resigned):
        alphabet("resigns")(Chess())


@pytest.mark.parametrize("habit", ["dies", "cheats"])
def test_a_program_that_fails_is_named_and_ended(alphabet, habit):
    player = alphabet(habit, name="Crashing")
    with pytest.raises(RuntimeError, match="Crashing did not answer for Chess"):
        player(Chess())
    assert player._program is None


def test_an_option_that_the_program_has_not_is_refused_and_the_ones_it_has_are_named(alphabet):
    with pytest.raises(ValueError, match="(?s)Skill Level.*Its options are: Depth of thought"):
        alphabet(options={"Skill Level": 3})(Chess())
    player = alphabet(options={"Depth of thought": 4})
    player(Chess())
    assert "setoption name Depth of thought value 4" in told(player)


def test_a_path_that_leads_to_no_program_is_refused_at_once(tmp_path):
    with pytest.raises(FileNotFoundError, match="no/such/engine does not exist"):
        UCIPlayer("no/such/engine")
    (tmp_path / "notes.txt").write_text("no program")
    with pytest.raises(FileNotFoundError, match="notes.txt is not a program"):
        UCIPlayer(tmp_path / "notes.txt")
    for wrong in None, [], 3, [1]:
        with pytest.raises(TypeError, match="a command as a list"):
            UCIPlayer(wrong)


def test_a_program_that_does_not_speak_uci_is_found_out():
    with pytest.raises(ValueError, match="is not a program that speaks UCI"):
        UCIPlayer([sys.executable, "-c", "print('hello')"])(Chess())


def test_only_an_open_game_of_chess_can_be_asked_about(alphabet):
    with pytest.raises(TypeError, match="plays chess: .*got TicTacToe"):
        alphabet()(TicTacToe())
    with pytest.raises(ValueError, match="(?s)the game is over.*checkmate"):
        alphabet()(Chess("R5k1/5ppp/8/8/8/8/8/4K3 b - -"))


def test_wrong_limits_are_refused(alphabet):
    with pytest.raises(ValueError, match="depth"):
        alphabet(depth=0)
    with pytest.raises(ValueError, match="seconds"):
        alphabet(seconds=0)


def test_a_missing_stockfish_is_said_with_a_way_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("minimax_lab.arena.uci.WHERE_DEBIAN_PUTS_GAMES", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="apt install stockfish"):
        stockfish()


@pytest.fixture(name="fish")
def real_stockfish():
    try:
        player = stockfish(depth=8)
    except FileNotFoundError as error:
        pytest.skip(str(error))
    with player:
        yield player


def test_stockfish_mates_and_says_so(fish):
    state = Chess("6k1/5ppp/8/8/8/8/8/R3K3 w Q -")
    assert state.san(fish(state)) == "Ra8#"
    assert fish.opinion(state).value == float("inf")
    mirrored = Chess(state.board.mirror())
    assert fish.opinion(mirrored).value == float("-inf")


def test_stockfish_says_the_same_each_time_at_a_fixed_depth(fish):
    state = Chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
    first = fish.opinion(state)
    fish.close()
    assert fish.opinion(state) == first


# The stored comparison

STORED = Path(__file__).parents[2] / "notebooks" / "data" / "stockfish.json"
EVALUATIONS = {"material": material, "chess_evaluation": chess_evaluation}


def test_the_stored_comparison_with_stockfish_is_of_the_evaluations_as_they_are():
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert stored["date"] >= "2026-11-15"
    assert stored["program"].startswith("Stockfish")
    assert len(stored["positions"]) == 60
    for row in stored["positions"]:
        state = Chess(row["fen"])
        for name, evaluate in EVALUATIONS.items():
            value = max(-stored["decided"], min(stored["decided"], evaluate(state)))
            assert row[name]["value"] == pytest.approx(value, abs=0.006), f"run python -m tools.stockfish {STORED}"
            assert row[name]["loss"] == 0 or row[name]["move"] != row["stockfish"]["move"]
        for who in "stockfish", *EVALUATIONS:
            assert state.forecast_move(row[who]["move"])


def test_the_stored_moves_are_those_that_the_engine_finds():
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    for row in stored["positions"][::12]:
        state = Chess(row["fen"])
        for name, evaluate in EVALUATIONS.items():
            result = Engine(evaluate, quiescence=True).search(state, stored["our_depth"])
            assert state.san(result.move) == row[name]["move"]


def test_the_comparison_is_summed_up():
    rows = [
        {
            "stockfish": {"value": 1.0, "move": "e4"},
            "material": {"value": 0.0, "move": "e4", "loss": 0.0},
            "chess_evaluation": {"value": 1.0, "move": "d4", "loss": 0.5},
        },
        {
            "stockfish": {"value": -3.0, "move": "Nf3"},
            "material": {"value": -1.0, "move": "a3", "loss": 2.0},
            "chess_evaluation": {"value": -3.0, "move": "Nf3", "loss": 0.0},
        },
    ]
    assert summary(rows, "material") == {"apart": 1.5, "correlation": pytest.approx(1), "same move": 0.5, "loss": 1.0}
    assert [line.split()[0] for line in report(rows).splitlines()[1:]] == ["material", "chess_evaluation"]
