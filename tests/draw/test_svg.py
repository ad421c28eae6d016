"""SVG: well-formed, described, and the same everywhere."""

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from minimax_lab.draw import tree_svg
from minimax_lab.games import figure, tree
from minimax_lab.search import alphabeta
from minimax_lab.trace import trace
from tests.draw.pictures import PICTURES, ROOT, SPACE

PICTURE_OF_THE_README = ROOT / "docs" / "alphabeta.svg"


@pytest.mark.parametrize("name", PICTURES)
def test_an_svg_is_well_formed_and_described(name):
    svg = ElementTree.fromstring(tree_svg(PICTURES[name]))
    assert svg.get("role") == "img"
    assert [child.tag for child in svg][:2] == [SPACE + "title", SPACE + "desc"]
    assert svg.find(SPACE + "desc").text.startswith("Game tree, ")
    assert svg.get("viewBox") == f"0 0 {svg.get('width')} {svg.get('height')}"


def test_the_description_says_what_the_picture_shows():
    described = re.compile("<desc>(.*)</desc>")
    assert described.search(tree_svg(figure("textbook")))[1] == "Game tree, MAX to move, 9 leaves, 2 plies"
    assert (
        described.search(tree_svg(PICTURES["textbook"]))[1]
        == "Game tree, MAX to move, value 3, 7 leaves searched, 2 branches pruned, best play a1 b1"
    )


def run(code, **environment):
    """What a fresh Python prints."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


DIGEST = """
import hashlib
from minimax_lab.draw import board_svg, tree_svg
from minimax_lab.games import RPS, ConnectFour, Isolation, random_tree
from minimax_lab.search import alphabeta
from minimax_lab.trace import trace
pictures = [tree_svg(trace(alphabeta, random_tree(5, (1, 4), seed=7))), tree_svg(trace(alphabeta, Isolation()))]
pictures += [board_svg(ConnectFour([3, 3])), board_svg(Isolation()), board_svg(RPS.deal(seed=1))]
print(hashlib.sha256("".join(pictures).encode()).hexdigest())
"""


def test_an_svg_is_the_same_in_every_process():
    assert run(DIGEST, PYTHONHASHSEED="1") == run(DIGEST, PYTHONHASHSEED="2")


def test_an_svg_needs_the_standard_library_alone():
    block = (
        "import sys\nfor name in ('matplotlib', 'numpy', 'networkx', 'chess', 'IPython'): sys.modules[name] = None\n"
    )
    assert run(block + DIGEST) == run(DIGEST)


def test_the_picture_of_the_readme_is_up_to_date():
    # To make it anew: python -m tests.draw.test_svg
    assert PICTURE_OF_THE_README.read_text(encoding="utf-8") == readme_picture()


def readme_picture():
    searched = trace(alphabeta, tree([[[5, 6], [7, 4, 5]], [[3, 8], [6, 9]], [[2, 4], [9, 1, 7]]]))
    return tree_svg(searched, legend=True)


if __name__ == "__main__":
    PICTURE_OF_THE_README.write_text(readme_picture(), encoding="utf-8", newline="\n")
