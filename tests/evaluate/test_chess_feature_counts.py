"""What a feature of chess counts in a position, in words and as a picture."""

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from minimax_lab.draw import board_svg, notebook_bundle
from minimax_lab.evaluate import chess_evaluation, chess_features
from minimax_lab.game import MAX, MIN

ROOT = Path(__file__).parents[2]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
EVERYTHING = {**chess_features, **chess_evaluation.features}


def test_a_count_says_its_number_and_its_squares():
    board = "4k3/pp1p4/8/8/8/8/P1P4P/N3K3"
    assert repr(chess_features["isolated"].on(board)) == "isolated: +2 (White 3: a2, c2, h2; Black 1: d7)"
    assert repr(chess_features["advanced_pawns"].on(board)) == "advanced pawns: 0 (White 0; Black 0)"
    assert chess_features["isolated"].late.on(board).summary == "isolated late: +2 × 0.96 = +1.92"
    assert chess_features["material"].on("k7/8/8/8/8/8/8/K6q").summary == "material: −9"
    assert repr(chess_features["centre"].on("8/8/2p5/3p4/8/8/8/8")) == "centre: −3 (White 0; Black 3: e4, d5 ×2)"


def shapes(svg):
    """The marks on the board and the texts below it."""
    root = ElementTree.fromstring(svg)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    colours = {"#0072B2": "circle", "#D55E00": "rect"}  # also told apart by their shape
    marks = {
        colour: sum(
            len(group.findall(f"{{http://www.w3.org/2000/svg}}{shape}"))
            for group in root
            if group.get("stroke") == colour
        )
        for colour, shape in colours.items()
    }
    return marks["#0072B2"], marks["#D55E00"], texts


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_feature_has_a_picture_that_marks_each_square_it_counts(name):
    found = EVERYTHING[name].on("r1bq1rk1/1p3ppp/2n1p3/p1PpP3/P2N4/2P2N2/2P2PPP/1R1QR1K1 b - - 0 14")
    rings, frames, texts = shapes(board_svg(found))
    assert (rings, frames) == (len(found.squares[MAX]) + 1, len(found.squares[MIN]) + 1)  # and one each in the key
    assert found.summary in texts
    assert f"White {sum(found.squares[MAX].values())}" in texts
    assert f"Black {sum(found.squares[MIN].values())}" in texts
    assert found.about in " ".join(text for text in texts if text)


def test_a_square_that_counts_more_than_once_is_labelled():
    both = chess_features["centre"].on("8/8/2p2p2/3pp3/3PP3/2P2P2/8/8")
    labels = [text for text in shapes(board_svg(both))[2] if re.fullmatch("[0-9]:[0-9]", text or "")]
    assert sorted(labels) == ["1:2", "1:2", "2:1", "2:1"]


def test_a_notebook_shows_the_picture_and_the_words():
    found = chess_features["passed"].on(KIWIPETE)
    shown = notebook_bundle(found)
    assert shown["text/plain"] == repr(found)
    assert shown["text/html"].startswith('<img alt="passed: 0 (White 0; Black 0). Pawns with no pawn of the other side')


IN_A_NOTEBOOK = """
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shell.display_formatter.active_types = ["text/plain", "text/html"]
from minimax_lab.evaluate import material

print(shell.display_formatter.format(material.on("k7/8/8/8/8/8/8/KQ6"))[0]["text/html"][:60])
"""


def test_a_count_shows_itself_as_a_picture():
    shown = subprocess.run([sys.executable, "-c", IN_A_NOTEBOOK], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown.stdout == '<img alt="material: +9 (White 9: b1 ×9; Black 0). The pieces\n'
