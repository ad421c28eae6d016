"""Lesson 7b, on programs from anywhere: what it says of them is so."""

from typing import Any

import pytest

from minimax_lab import check
from tests.course.lesson_cells import code_of, needed

pytestmark = pytest.mark.usefixtures("in_the_folder_of_the_lessons")


@pytest.mark.parametrize("mended", [True, False])
def test_lesson_7b_goes_on_with_the_reader_s_search_once_that_is_mended(mended, capsys):
    code = code_of("07b_any_program")
    (at,) = (number for number, source in enumerate(code) if source.startswith("if check.program(solve"))
    known: dict[str, Any] = {"display": print, "__name__": "__main__"}
    for cell in needed(code[:at], code[at]):
        call = 'scores.append(solve(board, "O" if player == "X" else "X"))'
        text = cell.replace(call, f'{call}\n            board[i] = " "') if mended else cell
        exec(compile(text, "lesson 7b", "exec"), known)
    theirs = known["solve"]
    exec(code[at], known)
    assert (known["solve"] is theirs) == mended
    assert ("ours" in capsys.readouterr().out) != mended
    assert known["solve"](known["board"].copy(), "X") == 0


def test_the_five_lines_of_lesson_7b_say_who_wins_with_the_rules_that_it_changes():
    (lines,) = (source for source in code_of("07b_any_program") if "def worth(" in source)
    three, misere = lines.replace("(1, 2)", "(1, 2, 3)"), lines.replace("-1 if mine else 1", "1 if mine else -1")
    assert lines not in (three, misere)
    for program, value in (lines, 1), (three, -1), (misere, -1):
        known: dict[str, Any] = {}
        exec(program, known)
        assert known["worth"](4, True) == value


@pytest.mark.exhaustive
def test_only_check_plays_notices_that_the_program_of_lesson_7b_knows_no_diagonals():
    code = code_of("07b_any_program")
    (last,) = (number for number, source in enumerate(code) if "check.plays(" in source)
    known: dict[str, Any] = {}
    for cell in needed(code[:last], code[last]):
        right = cell.replace("return max(scores, key", "return (max if player == 'X' else min)(scores, key")
        exec(right.replace(", (0, 4, 8), (2, 4, 6)", ""), known)
    assert len(known["LINES"]) == 6
    assert not known["check"].program(known["solve"], known["board"].copy(), "X").faults
    *imports, call = code[last].splitlines()
    exec("\n".join(imports), known)
    assert not eval(call, known).passed


def test_the_found_program_of_lesson_7b_says_0_and_mended_as_the_lesson_says_it_says_1():
    (found,) = (source for source in code_of("07b_any_program") if "class G" in source)
    mended = found.replace("b = 0", "b = -9")
    assert mended != found
    for program, value, wrong in (found, 0, True), (mended, 1, False):
        known: dict[str, Any] = {}
        exec(program, known)
        assert known["G"]().go() == value
        assert bool(check.program(known["G"]().go).faults) == wrong
