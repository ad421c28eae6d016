"""Explanations: the parts add up, and the table and its bars show them."""

import base64
import os
import re
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.evaluate import Explanation, Linear, Term, rps_corrected, rps_standard
from minimax_lab.games import RPS, TicTacToe
from tests.evaluate.positions import rps_positions

ROOT = Path(__file__).parents[2]


MIDDLE = RPS.from_text("PS./rs./... RPP RSS 1 16")


def test_the_parts_add_up_to_what_the_evaluation_says():
    for evaluate in rps_standard, rps_corrected, rps_standard.with_weights(position=-0.1, relations=1e-3):
        for state in rps_positions(10):
            explanation = evaluate.explain(state)
            assert explanation.total == evaluate(state)
            if not state.is_terminal():
                assert [row.feature for row in explanation.rows] == list(evaluate.features)
                assert all(row.part == row.value * row.weight for row in explanation.rows)


def test_an_explanation_prints_as_a_table():
    assert str(rps_standard.explain(MIDDLE)).splitlines() == [
        "feature    value  weight   part",
        "material     0.0     1.0   0.00",
        "position    −1.5     0.5  −0.75",
        "relations   −3.0     0.8  −2.40",
        "total                     −3.15",
    ]
    assert repr(rps_standard.explain(MIDDLE)) == str(rps_standard.explain(MIDDLE))


def column(*values):
    """How the table writes these values below each other."""
    lines = str(Explanation(tuple(Term("x", value, 1) for value in values))).splitlines()
    return [line.split()[1] for line in lines[1:-1]]


def test_a_column_has_two_decimals_at_most():
    assert column(1, 4, 2 / 3, -5 / 6) == ["1.00", "4.00", "0.67", "−0.83"]
    assert column(1, 2.5) == ["1.0", "2.5"]
    assert column(1, 2) == ["1", "2"]


def test_a_column_has_more_decimals_where_two_would_hide_a_number():
    assert column(1.72, 0.0739, 0.004025) == ["1.720", "0.074", "0.004"]
    assert column(1, 0.0003) == ["1.0000", "0.0003"]
    assert column(0.005, 0.00123) == ["0.005", "0.00123"]  # all are small
    assert column(1, 2.0003) == ["1.00", "2.00"]  # rounded, as ever, but not hidden


@given(st.lists(st.floats(-1e6, 1e6).filter(lambda value: value == 0 or abs(value) >= 5e-4), min_size=1, max_size=6))
def test_no_number_in_a_column_seems_to_be_nought(values):
    for value, text in zip(values, column(*values), strict=True):
        read = float(text.replace("−", "-"))
        assert (read == 0) == (value == 0)
        assert read == pytest.approx(value, abs=0.005)


def test_a_negative_part_has_a_minus_and_nothing_has_none():
    explanation = Explanation((Term("loss", -3, 0.5), Term("nothing", -0.0, 2), Term("tiny", -1e-9, 1)))
    assert [line.split()[-1] for line in str(explanation).splitlines()[1:]] == ["−1.5", "0.0", "0.0", "−1.5"]


def test_small_weights_are_not_rounded_away():
    explanation = Explanation((Term("a", 3, 1e-5), Term("b", 1, -2.5e-6)))
    a, b = (line.split()[1:] for line in str(explanation).splitlines()[1:3])
    assert (a, b) == (["3", "1e−05", "3e−05"], ["1", "−2.5e−06", "−2.5e−06"])


def test_a_finished_game_is_explained_by_its_end():
    finished = rps_standard.explain(RPS.from_text("r../.../p.R - - 2 17"))
    assert finished.rows == (Term("finished", -1, 1000),)
    assert str(finished).splitlines()[1].split() == ["finished", "−1", "1000", "−1000"]


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 1e300, 10**30, Fraction(1, 3), True])
def test_any_number_can_be_explained(value):
    features = {"odd": lambda state: value, "xs": lambda state: str(state).count("X")}
    explanation = Linear(features, {"odd": 1, "xs": 1}).explain(TicTacToe("X.. ... ..."))
    assert len(str(explanation).splitlines()) == 4
    assert len(bars(explanation)) == 3


class Table(HTMLParser):
    """The cells of a table, and the pictures in it."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.images = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
        if tag == "img":
            self.images.append(dict(attrs)["src"])

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


def bars(explanation):
    """The bars of the picture: from where to where, and its colour."""
    found = []
    for image in Table(explanation._repr_html_()).images:
        svg = ElementTree.fromstring(base64.b64decode(image.removeprefix("data:image/svg+xml;base64,")))
        bar, _ = svg
        left, length = float(bar.get("x")), float(bar.get("width"))
        assert 0 <= left <= left + length <= float(svg.get("width"))
        found.append((left, left + length, bar.get("fill")))
    return found


def test_a_notebook_shows_the_same_table():
    explanation = rps_standard.explain(MIDDLE)
    table = Table(explanation._repr_html_())
    assert [" ".join(row).split() for row in table.rows[1:]] == [
        line.split() for line in str(explanation).splitlines()[1:]
    ]
    assert table.rows[0] == ["feature", "value", "weight", "part", "MIN ◂ ▸ MAX"]


def test_a_bar_goes_to_the_side_that_it_is_good_for_and_is_as_long_as_its_part():
    explanation = Explanation((Term("good", 3, 2), Term("bad", 1, -3), Term("none", 0, 1)))
    good, bad, none, total = bars(explanation)
    middle = good[0]
    assert bad[1] == none[0] == none[1] == total[0] == middle == 120
    assert good[1] - middle == pytest.approx(2 * (middle - bad[0]), abs=0.2)
    assert total[1] - middle == pytest.approx(middle - bad[0], abs=0.2)
    assert [colour for _, _, colour in (good, bad, total)] == ["#0072B2", "#D55E00", "#0072B2"]


def test_a_name_with_marks_of_html_is_only_a_name():
    html = Explanation((Term("<b>&", 1, 1),))._repr_html_()
    assert "<b>" not in html
    assert Table(html).rows[1][0] == "<b>&"


SHOW = """
from minimax_lab.evaluate import rps_standard
from minimax_lab.games import RPS
print(rps_standard, rps_standard.explain(RPS.from_text(".PS/.r./... RPP RRSS 2 17"))._repr_html_())
"""


def test_what_is_shown_is_the_same_in_every_process_and_needs_the_standard_library_alone():
    block = "import sys\nfor name in 'numpy', 'matplotlib', 'chess', 'sklearn', 'IPython': sys.modules[name] = None\n"
    shown = set()
    for code, seed in (SHOW, "1"), (SHOW, "2"), (block + SHOW, "3"):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        shown.add(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout)
    assert len(shown) == 1
    assert not re.search(rb" at 0x[0-9a-f]+", shown.pop())


def test_who_cannot_see_a_bar_is_told_whom_it_is_good_for():
    shown = Explanation((Term("lead", 2, 3), Term("threat", 5, -2), Term("none", 0, 1)))._repr_html_()
    assert re.findall('alt="([^"]*)"', shown) == ["6 for MAX", "10 for MIN", "no bar: 0", "4 for MIN"]
