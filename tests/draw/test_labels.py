"""Labels: values as people write them, shortened where nobody misreads them, and measured as wide as they are."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.picture.text import count_text, shorten, text_width, wrapped
from minimax_lab.trace.words import value_text
from tests.strategies import thorough


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (-3, "−3"),
        (0.0, "0"),
        (-0.0, "0"),
        (1 / 3, "0.333"),
        (12.5, "12.5"),
        (-999.96, "−1000"),
        (123456.7, "123457"),
        (1e-7, "1e−7"),
        (2.5e20, "2.5e20"),
        (-(10**9), "−1.00e9"),
        (float("inf"), "∞"),
        (float("-inf"), "−∞"),
        (Fraction(-1, 3), "−1/3"),
        ((10, -3), "(10, −3)"),
        ((0.5,), "(0.5,)"),
        (True, "True"),
        ("win-win", "win-win"),
        ("", '""'),
        ("two\nlines", "two lines"),
        ("\x00", "�"),
    ],
)
def test_a_value_is_written_as_people_write_it(value, text):
    assert value_text(value) == text


def test_a_value_that_cannot_be_written_is_called_by_its_type():
    class Shy:
        def __str__(self):
            raise RuntimeError("no")

    assert value_text(Shy()) == "Shy"


def test_no_address_stands_in_a_label():
    assert value_text(object()) == "<object object>"


def test_things_are_counted_in_words():
    assert [count_text(number, "leaf", "leaves") for number in (0, 1, 2)] == ["0 leaves", "1 leaf", "2 leaves"]


def test_a_long_label_is_shortened_where_nobody_misreads_it():
    assert shorten("a story without an end", 60, 12) == "a story…"
    assert shorten("(1, 2, 3, 444, 5)", 75, 12) == "(1, 2, 3, …)"
    assert shorten("short", 60, 12) == "short"


@pytest.mark.exhaustive
@given(st.text(max_size=30), st.floats(20, 200), st.booleans())
@thorough
def test_a_shortened_label_fits(text, width, bold):
    assert text_width(shorten(text, width, 12, bold), 12, bold) <= width


@pytest.mark.parametrize("bold", [False, True])
def test_labels_are_measured_as_wide_as_they_are(bold):
    pytest.importorskip("matplotlib")
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    font = FontProperties(family="DejaVu Sans", weight="bold" if bold else "normal")
    for text in ["0123456789", "(10, −3)", "−∞", "≥ 7", "≤ 1/3", "The quick brown fox jumps", "JUMPS OVER A LAZY DOG!"]:
        real = TextPath((0, 0), text, size=100, prop=font).get_extents().width
        assert 0.9 * text_width(text, 100, bold) - 15 <= real <= text_width(text, 100, bold)


@pytest.mark.parametrize("bold", [False, True])
def test_a_wrapped_text_has_all_its_words_in_lines_that_are_wide_enough_and_no_wider(bold):
    text = "MIN can already hold MAX to 2 here, and MAX is sure of 3 at the root."
    lines = wrapped(text, 120, 14, bold)
    assert " ".join(lines) == text
    assert all(text_width(line, 14, bold) <= 120 for line in lines)
    joined = [f"{line} {below.split()[0]}" for line, below in pairwise(lines)]
    assert len(joined) > 2
    assert all(text_width(line, 14, bold) > 120 for line in joined)  # no line has room for the next word


def test_a_word_that_is_wider_than_a_line_is_shortened_and_no_line_is_empty():
    lines = wrapped(f"{'m' * 40} {'m' * 40}", 120, 14)
    assert len(lines) == 2
    assert all(line.endswith("…") and text_width(line, 14) <= 120 for line in lines)
