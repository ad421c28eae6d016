"""A course that teaches evidence must give it: claims.txt lists what the lessons claim, and what carries each claim.

A line is: lesson | words of the claim | what carries it | words of the cell that computes it. What carries it is

- interval: chance plays a part, and the cell's output shows an interval, or how often chance would do as much;
- exact: it was counted or worked out completely, so there is no chance in it;
- open: it may be chance, or was measured once, and the lesson says so right there;
- test: the lesson gives what takes too long to play in a cell, and the test below that is named here plays it;
- word: no comparison of results, only one of these words (in an explanation, a plan, a definition); no cell.
"""

import re
from functools import cache
from pathlib import Path
from random import Random

import nbformat
import pytest

from tests.course.lesson_cells import needed

FOLDER = Path(__file__).parents[2] / "notebooks"
LISTED = [
    [part.strip() for part in line.split(" | ")]
    for line in Path(__file__).with_name("claims.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
LESSONS = sorted(path.stem.partition("_")[0] for path in FOLDER.glob("[0-9]*.ipynb"))
CLAIMS = re.compile(
    r"\b(better|worse|helps?|faster|slower|stronger|weaker|more often|fewer nodes|times as)\b|\d %"
    r"|(?<!move )(?<!moves )(?<!plies )(?<!ply )\bahead\b"
)
INTERVAL = re.compile(r"±|\d%? to [+−-]?\d|between equal players")
SAYS_SO = re.compile(r"no interval|measured once|chance|cannot (say|tell)|perhaps|a hint|seem|claim no", re.I)


@cache
def cells_of(lesson):
    (path,) = FOLDER.glob(f"{lesson}_*.ipynb")
    return nbformat.read(path, as_version=4).cells


def prose_of(cell):
    """The text that stands open on the page, in one line: without code, and without what is folded."""
    return " ".join(re.sub(r"<details>.*?</details>|```.*?```", "", cell.source, flags=re.S).split())


def texts_of(lesson):
    return [prose_of(cell) for cell in cells_of(lesson) if cell.cell_type == "markdown"]


def shown_by(cell):
    return "".join(output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in cell.outputs)


def test_a_listed_claim_stands_in_its_lesson_and_has_what_carries_it():
    wrong = []
    for lesson, words, kind, *computed in LISTED:
        texts = [text for text in texts_of(lesson) if words in text]
        cells = [
            cell for cell in cells_of(lesson) if cell.cell_type == "code" and computed and computed[0] in cell.source
        ]
        carried = {
            "interval": any(INTERVAL.search(shown_by(cell)) for cell in cells),
            "exact": bool(cells),
            "open": bool(cells) and any(SAYS_SO.search(text) for text in texts),
            "test": bool(computed) and computed[0] in globals(),
            "word": not computed,
        }
        wrong += (
            [] if texts and carried[kind] else [f"{lesson} | {words} | {kind}: {len(texts)} texts, {len(cells)} cells"]
        )
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_sentence_that_compares_is_listed(lesson):
    left = "\n".join(texts_of(lesson))
    for words in [words for of, words, *_ in LISTED if of == lesson]:
        left = left.replace(words, "")
    sentences = [each for each in re.split(r"(?<=[.!?:;|])\s|\n", left) if not each.rstrip("*").endswith("?")]
    assert "\n".join(filter(CLAIMS.search, sentences)) == ""


def test_the_sequential_test_of_lesson_9_is_wrong_as_seldom_as_it_promises():
    """Against its definition: 5 % of the tests between equals may say "better", and 5 % at 60 % the opposite."""
    (source,) = (cell.source for cell in cells_of("09") if "def sprt(" in cell.source)
    known = {}
    exec(source, known)
    for share, right in (0.5, "not better by so much"), (0.6, "better"):
        chance = Random(7)
        told = [known["sprt"](chance.random() < share for _ in range(3000)) for _ in range(600)]
        assert sum(verdict != right for _, verdict in told) <= 0.06 * 600
        assert 50 < sum(games for games, _ in told) / 600 < 200


@pytest.mark.exhaustive
def test_the_games_that_lesson_5b_tells_of_end_as_it_says():
    """Its cell plays 16 games against the coin; the reader is told of 80."""
    code = [cell.source for cell in cells_of("05b") if cell.cell_type == "code"]
    (at,) = (number for number, source in enumerate(code) if "standings = tournament(" in source)
    told = next(text for text in texts_of("05b") if text.startswith("Sixteen games cannot tell"))
    known = {}
    for source in [*needed(code[:at], code[at]), code[at].replace("count=8", "count=40")]:
        exec(source, known)
    score, elo = known["standings"].score("mine"), known["standings"].ratings.difference("mine", "coin")
    result = "ours won {}, drew {} and lost {}: ".format(*score) + "{:+.0f} ± {:.0f} Elo.".format(*elo)
    assert result == "ours won 34, drew 35 and lost 11: +103 ± 58 Elo."
    assert result in told


def test_what_lesson_6_says_of_all_deals_is_what_lesson_10_works_out():
    shown = "".join(shown_by(cell) for cell in cells_of("10") if cell.cell_type == "code")
    chance = float(re.search(r"player 1 wins with probability ([\d.]+)", shown)[1])
    assert any(f"there player 1 wins {100 * chance:.0f} % of shuffled games" in text for text in texts_of("06"))
