"""The pictures that the tests look at, and what they ask of any of them."""

from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

from minimax_lab.games import Isolation, TicTacToe, figure, random_tree, tree
from minimax_lab.picture.text import text_width
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace

SPACE = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]

WIDE = {"(10, −3)": [(10, -3), (2, 1), (-7, 100)], "fractions": [Fraction(-22, 7), Fraction(1, 3), Fraction(355, 113)]}
AWKWARD = {
    "one node": tree(7),
    "one move": tree([3]),
    "a chain": tree([[[[[[5]]]]]]),
    "tuples": random_tree(3, 3, seed=1, values=WIDE["(10, −3)"]),
    "fractions": random_tree(4, (1, 3), seed=2, values=WIDE["fractions"], stop=0.3),
    "long strings": tree([["a story without an end", "win"], ["<&>\"'", ""], ["W" * 40, "lost\nin\ttime"]]),
    "long moves": tree({"a very long way to go": {"$x$": 1, "b": 2}, (1, 2, 3, 4, 5, 6, 7): {"c": 3, "d" * 30: 4}}),
    "small and large numbers": tree([[1e-9, -1e300, 10**40], [float("inf"), float("-inf"), 0.1 + 0.2]]),
    "3 plies of branching 4": random_tree(3, 4, seed=3),
    "wide": tree([list(range(-20, 20)), 5, [-1000, 1000]]),
    "uneven": random_tree(6, (1, 4), seed=4, stop=0.4),
    "too large": random_tree(6, 4, seed=5),
}
PICTURES = {
    **AWKWARD,
    **{f"{name}, searched": trace(alphabeta, what) for name, what in AWKWARD.items()},
    "textbook": trace(alphabeta, figure("textbook")),
    "mini-isolation": trace(alphabeta, Isolation()),
    "to a depth": trace(alphabeta, Isolation(), 3, evaluate=lambda state: -1 / 3),
    "tic-tac-toe": trace(minimax, TicTacToe("XOX OX. ..O")),
}


def overlap(a, b):
    """Whether two boxes (left, top, right, bottom) have more than a hair in common."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5


def text_box(x, baseline, text, size, bold, centred):
    wide = text_width(text, size, bold)
    left = x - wide / 2 if centred else x
    return left, baseline - 0.78 * size, left + wide, baseline + 0.22 * size


def svg_labels(svg):
    """Every text of an SVG document, and the box it fills."""
    for group in ElementTree.fromstring(svg).iter(SPACE + "g"):
        for label in group.iter(SPACE + "text"):
            x, y, size = (float(label.get(name)) for name in ("x", "y", "font-size"))
            bold, centred = group.get("font-weight") == "700", label.get("text-anchor") is None
            yield label.text, text_box(x, y, label.text, size, bold, centred)
