"""What students can read is complete and in one place, and gives no code away."""

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from minimax_lab import check
from minimax_lab.check import texts
from minimax_lab.check.mistakes import TABLE
from minimax_lab.check.texts import MISCONCEPTIONS, NAMES
from minimax_lab.check.texts.by_hand import CUTS, VALUES
from minimax_lab.check.texts.evaluations import CONSTANT, MOVERS_VIEW, NOT_ANTISYMMETRIC, NOT_REPEATABLE, REVERSED
from minimax_lab.check.texts.exercises import EARLY
from minimax_lab.check.texts.games import FOURS, RULES
from minimax_lab.check.texts.instead import INSTEAD
from minimax_lab.check.texts.repairs import IDEAS, ONE_LINE, ONE_OF_THESE, OTHER_EXTREME, TWO_MISTAKES
from minimax_lab.check.texts.text import Text
from tools.reports import README, quotes_reports, with_outputs

FOLDER = Path(check.__file__).parent
EVALUATIONS = [CONSTANT, REVERSED, MOVERS_VIEW, NOT_ANTISYMMETRIC, NOT_REPEATABLE]
NAMED = [*MISCONCEPTIONS.items(), *RULES.items(), *VALUES.items(), *((text.title, text) for text in EVALUATIONS)]
NAMED += [*FOURS.items(), *INSTEAD.items(), *EARLY.items()]


@pytest.mark.parametrize(("code", "text"), NAMED)
def test_what_students_are_told_is_complete_and_gives_no_code_away(code, text):
    assert text.title
    assert text.message.endswith((".", "{values}"))
    assert len(text.hints) >= 1
    told = " ".join([text.title, text.message, *text.hints])
    assert not re.search(r"==|>=|<=|:=|max\(|min\(|return [a-z]+[.(]|float|-1|\bnot maximizing\b", told), told


def test_a_text_has_gaps_that_are_filled_and_can_be_followed_by_more():
    text = Text("A title", "It took {seconds} seconds.", ("a nudge",)).filled(seconds=3)
    assert text.followed_by("", "And more.") == Text("A title", "It took 3 seconds. And more.", ("a nudge",))


def all_texts():
    for module in pkgutil.iter_modules(texts.__path__, "minimax_lab.check.texts."):
        for value in vars(importlib.import_module(module.name)).values():
            yield from value.values() if isinstance(value, dict) else [value]


def test_every_text_has_a_title_and_its_hints_are_sentences():
    found = [text for text in all_texts() if isinstance(text, Text)]
    assert len(found) > 100
    for text in found:
        assert text.title
        assert not text.title.endswith(".")
        assert all(hint.endswith((".", "?")) for hint in text.hints), text


def test_a_message_speaks_to_the_student_about_their_code_and_not_about_it():
    assert [text.message for text in all_texts() if isinstance(text, Text) and text.message.startswith("It ")] == []


def test_a_line_is_told_by_the_change_with_which_the_code_passes_and_never_as_wrong():
    for text in [*IDEAS.values(), ONE_LINE, ONE_OF_THESE, OTHER_EXTREME, TWO_MISTAKES]:
        assert "your code passes" in text.message
        assert not re.search(r"wrong|should|mistake|missing\b(?!\?)|belongs", f"{text.title} {text.message}"), text


@pytest.mark.parametrize("row", [row for row in TABLE if row.shown_by], ids=lambda row: row.code)
def test_a_title_that_names_a_cause_is_above_a_message_that_says_what_the_code_behaves_like(row):
    assert row.shown_by <= IDEAS.keys()
    assert re.search(r"\blike (a|one)\b|as if|function (takes|searches)", row.text.message), row.text.message


def test_findings_are_made_from_texts_alone():
    """No other module of the checks has a sentence for students: a string of words that ends with a full stop."""
    for path in FOLDER.rglob("*.py"):
        if path.parent.name == "texts":
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        strings = [n for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        sentences = [
            n.value for n in strings if id(n) not in docstrings and re.search(r"[a-z] [a-z]+ .*[.?]$", n.value)
        ]
        assert sentences == [], path


def test_the_names_are_those_of_the_catalogue_but_for_what_only_says_that_something_is_wrong():
    catalogue = (FOLDER.parents[1] / "docs" / "MISCONCEPTIONS.md").read_text(encoding="utf-8")
    listed = {*re.findall(r"^### `([a-z-]+)`: ", catalogue, re.MULTILINE)}
    assert listed - NAMES == {"wrong-value", "wrong-move", "cuts-too-much", "cuts-too-little"}
    assert listed >= NAMES, "write the catalogue again: python -m tools.misconceptions"


def test_cuts_by_hand_have_a_text_each():
    assert all(text.title and text.message.endswith(".") for text in CUTS.values())


def test_importing_check_needs_no_drawing_or_numbers_library():
    code = "import minimax_lab.check, sys; print([m for m in ('matplotlib', 'numpy', 'IPython') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=FOLDER.parents[1], check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", [name for name in check.__all__ if name[0].islower() and name != "game_state"])
def test_a_check_has_an_example_that_says_what_it_prints(name):
    text = getattr(check, name).__doc__
    assert ">>> check." in text
    assert with_outputs(text) == text


def test_the_page_that_quotes_a_report_gets_what_the_check_says_now():
    page = README.read_text(encoding="utf-8")
    title, stale = MISCONCEPTIONS["no-role-flip"].title, "As it was"
    assert title in page
    assert with_outputs(page.replace(title, stale)) == page


def test_notebooks_with_a_report_in_them_are_known_from_those_without():
    lessons = {path.stem.split("_")[0]: quotes_reports(path) for path in (README.parent / "notebooks").glob("0*.ipynb")}
    assert (lessons["01"], lessons["02"], lessons["04"]) == (False, True, True)
