"""The catalogue of misconceptions says what the checks say, and shows all that they know by name."""

import re
from pathlib import Path

import pytest

from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.by_hand import CUTS, VALUES
from minimax_lab.check.texts.exercises import EARLY
from minimax_lab.check.texts.games import FOURS, RULES
from minimax_lab.check.texts.instead import INSTEAD
from minimax_lab.check.texts.searches import EITHER_SIDE
from tools.misconceptions import FILE, PICTURES, catalogue, draw, markdown

TEXT = FILE.read_text(encoding="utf-8")
ENTRIES = re.findall(r"^### `([a-z-]+)`: (.+?)\n(.+?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)
KNOWN = [
    (code, text)
    for names in (MISCONCEPTIONS, RULES, FOURS, VALUES, CUTS, INSTEAD, EARLY)
    for code, text in names.items()
]  # what the checks have words for
WRITE_IT_AGAIN = "write the catalogue again: python -m tools.misconceptions"


@pytest.mark.parametrize(("code", "text"), KNOWN, ids=[code for code, _ in KNOWN])
def test_every_misconception_that_has_a_name_is_in_the_catalogue_with_its_title_and_hints(code, text):
    found = [body for name, title, body in ENTRIES if (name, title) == (code, text.title)]
    assert len(found) == 1, WRITE_IT_AGAIN
    assert [hint for hint in text.hints if hint not in found[0]] == [], WRITE_IT_AGAIN
    body = _where_a_line_is_quoted(found[0])
    known_words = [words for words in re.split(r"\{\w+\}", _where_a_line_is_quoted(text.message)) if words.strip()]
    assert [words for words in known_words if words not in body] == [], WRITE_IT_AGAIN


def _where_a_line_is_quoted(text):
    """It then shows which side is meant, and the sentence need not say "for one side or for both"."""
    for either, known in EITHER_SIDE.items():
        text = text.replace(either, known)
    return text


def test_every_entry_shows_code_or_an_answer_and_says_what_catches_it():
    for code, _, body in ENTRIES:
        assert re.search(r"^```(diff|python)$|the answer was", body, re.MULTILINE), code
        assert "Caught by `check." in body, code


def test_every_picture_is_there_and_every_entry_but_few_has_one():
    linked = re.findall(rf"\({PICTURES.name}/([\w-]+\.svg)\)", TEXT)
    assert sorted(linked) == sorted(path.name for path in PICTURES.iterdir()), WRITE_IT_AGAIN
    assert len(linked) > 0.9 * len(ENTRIES)


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", ["no-role-flip", "cuts-on-own-bound", "jumps"])
def test_an_entry_is_what_the_tool_would_write_now(code, tmp_path):
    for entry in catalogue({code}):
        picture = Path(tmp_path, entry.picture)
        assert markdown(entry, draw(entry.finding, picture)) in TEXT, WRITE_IT_AGAIN
        assert picture.read_text(encoding="utf-8") == (PICTURES / entry.picture).read_text(encoding="utf-8")
