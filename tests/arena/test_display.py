"""How a game is shown while it is played."""

import pytest

from minimax_lab.arena import (
    RandomPlayer,
    play,
)
from minimax_lab.games import Isolation, TicTacToe, tree
from minimax_lab.search import minimax_decision
from tests.arena.samples import Nim, crashes, first, last


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
    with pytest.raises(ValueError, match=f"one of 'text', 'notebook', a function .* or None; got {display!r}"):
        play(TicTacToe(), first, first, display=display)
