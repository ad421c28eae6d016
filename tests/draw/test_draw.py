"""Pictures: the layout is tidy, no label is in another's way, and what they show is what was searched."""

import base64
import os
import re
import subprocess
import sys
import time
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.draw import board_svg, draw_board, draw_tree, notebook_bundle, save, tree_svg
from minimax_lab.draw.board import scene_of
from minimax_lab.draw.tree.layout import tidy
from minimax_lab.draw.tree.nodes import picture
from minimax_lab.draw.tree.scene import tree_scene
from minimax_lab.game import MAX, GameState
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, figure, random_tree, tree
from minimax_lab.picture.scene import STYLES, Box, Circle, Line, Polygon, Text
from minimax_lab.picture.text import shorten, text_width
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import Trace, trace
from minimax_lab.trace.words import value_text
from tests.strategies import game_trees, quick, thorough

SPACE = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

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


def cards(*moves, hands=("RPSRP", "PSRSR"), rounds=10):
    """A game of rock, paper, scissors after some moves."""
    state = RPS.start(*hands, rounds)
    for move in moves:
        state = state.forecast_move(move)
    return state


BOARDS = {
    "empty tic-tac-toe": TicTacToe(),
    "tic-tac-toe": TicTacToe("XO. .X. ..O"),
    "won tic-tac-toe": TicTacToe("XXX OO. ..."),
    "drawn tic-tac-toe": TicTacToe("XOX XOO OXX"),
    "connect four": ConnectFour([3, 3, 4, 2, 4]),
    "won connect four": ConnectFour([0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3]),
    "mini-isolation": Isolation(),
    "isolation": Isolation(5, 4, blocked=[(1, 1)]).forecast_move((2, 2)).forecast_move((0, 0)),
    "one cell": Isolation(1, 1),
    "rps": RPS.start("RPSRP", "PSRSR"),
    "rps, a capture": cards(("R", 4), ("S", 1), ("P", 3), ("S", 0), ("R", 2)),
    "rps, two captures": cards(("P", 4), ("R", 1), ("P", 2), ("R", 3), ("R", 0), ("S", 8), ("S", 6), ("S", 5)),
    "rps, an end": cards(("R", 4), ("P", 1), rounds=1),
    "rps, no card left": cards(("R", 4), ("P", 0), hands=("R", "P")),
    "rps, large hands": RPS.deal(seed=3, deck_size=600, hand_size=150),
    "rps, seven cards": RPS.deal(seed=3, hand_size=7),
    "rps, read": RPS.from_text("sSR/pR./... PS RRP 2 15"),
}


# Values as text


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


def test_a_long_label_is_shortened_where_nobody_misreads_it():
    assert shorten("a story without an end", 60, 12) == "a story…"
    assert shorten("(1, 2, 3, 444, 5)", 75, 12) == "(1, 2, 3, …)"
    assert shorten("short", 60, 12) == "short"


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


# The layout


@st.composite
def shapes(draw):
    """The children of each node of a tree, and the room that each node needs on both sides."""
    size = draw(st.integers(1, 40))
    children = [[] for _ in range(size)]
    for node in range(1, size):
        children[draw(st.integers(max(0, node - 6), node - 1))].append(node)
    rooms = st.lists(st.integers(0, 50), min_size=size, max_size=size)
    return children, draw(rooms), draw(rooms)


def levels(children):
    """The nodes of each level from left to right, each with its parent."""
    level = [(0, None)]
    while level:
        yield level
        level = [(child, node) for node, _ in level for child in children[node]]


@given(shapes())
@thorough
def test_a_layout_is_tidy(shape):
    children, left, right = shape
    x = tidy(children, left, right, gap=3, apart=7)
    for node, own in enumerate(children):
        if own:
            assert x[node] == pytest.approx((x[own[0]] + x[own[-1]]) / 2)
    for level in levels(children):
        for (a, above_a), (b, above_b) in pairwise(level):
            assert x[b] - left[b] - x[a] - right[a] >= (3 if above_a == above_b else 7) - 1e-6
    assert min(place - room for place, room in zip(x, left, strict=True)) == pytest.approx(0)


def test_a_layout_is_no_wider_than_it_must_be():
    # A deep subtree on each side, a leaf between them: the leaf stands in the middle, above their room.
    children = [[1, 2, 3], [4, 5], [], [6, 7], [], [], [], []]
    x = tidy(children, [1] * 8, [1] * 8, gap=1)
    assert x[4:] == [1, 4, 7, 10]
    assert x[:4] == [5.5, 2.5, 5.5, 8.5]


@pytest.mark.parametrize("shape", ["chain", "comb"])
def test_a_layout_of_a_deep_tree_takes_no_stack_and_little_time(shape):
    size = 60_001 if shape == "comb" else 30_000
    step = 2 if shape == "comb" else 1
    children = [[*range(i + 1, i + 1 + step)] if i % step == 0 and i + step < size else [] for i in range(size)]
    if shape == "comb":  # the last child of each goes on
        assert children[0] == [1, 2]
    start = time.process_time()
    x = tidy(children, [1] * size, [1] * size)
    assert time.process_time() - start < 10  # it takes a fraction of a second; quadratic time would be minutes
    assert len(x) == size


# No label is in the way of another


def overlap(a, b):
    """Whether two boxes (left, top, right, bottom) have more than a hair in common."""
    return min(a[2], b[2]) - max(a[0], b[0]) > 0.5 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5


def inside(point, polygon):
    """Whether a point is in a convex polygon."""
    sides = [
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    ]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


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


def ink(box):
    """A box without the room for letters that reach below the line."""
    left, top, right, bottom = box
    return left, top, right, bottom - 0.2 * (bottom - top)


def corners(box):
    left, top, right, bottom = box
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def check_labels(boxes, scene):
    """The labels, each with its box, keep out of the way of each other and of the shapes."""
    for (text, box), (other, other_box) in combinations(boxes, 2):
        assert not overlap(box, other_box), f"{text!r} overlaps {other!r}"
    for text, (left, top, right, bottom) in boxes:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= scene.width, text
        assert bottom <= scene.height, text
    frames = [[(s.x, s.y), (s.x + s.width, s.y), (s.x + s.width, s.y + s.height), (s.x, s.y + s.height)]
              for s in scene.shapes if isinstance(s, Box) and s.role != "plate"]  # fmt: skip
    frames += [list(s.points) for s in scene.shapes if isinstance(s, Polygon)]
    for text, box in boxes:
        middle = ((box[0] + box[2]) / 2, (ink(box)[1] + ink(box)[3]) / 2)
        for frame in frames:
            within = [inside(corner, frame) for corner in corners(ink(box))]
            if inside(middle, frame):
                assert all(within), f"{text!r} sticks out of its shape"
            else:
                assert not any(within), f"{text!r} is written over a shape"
    handles = [s for s in scene.shapes if s.role == "blade" and isinstance(s, Circle)]
    pairs = zip(handles[::2], handles[1::2], strict=True)
    marks = [("✂", (low.x - 2, high.y - 2, low.x + 5 * low.radius, low.y + 2)) for low, high in pairs]
    for (text, box), (_, mark) in [*combinations(marks, 2), *product(boxes, marks)]:
        assert not overlap(box, mark), f"{text!r} overlaps a pair of scissors"


def check_in_svg(what, **options):
    check_labels([*svg_labels(tree_svg(what, **options))], tree_scene(what, **options))


def check_in_matplotlib(what, **options):
    import matplotlib.pyplot as plt

    scene = tree_scene(what, **options)
    ax = draw_tree(what, **options)
    ax.figure.canvas.draw()
    to_scene = ax.transData.inverted()
    boxes = []
    for artist in ax.texts:
        (x0, y0), (x1, y1) = to_scene.transform(artist.get_window_extent().get_points())
        boxes.append((artist.get_text(), (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))))
    plt.close(ax.figure)
    assert [text for text, _ in boxes] == [shape.text for shape in scene.shapes if isinstance(shape, Text)]
    check_labels(boxes, scene)


@pytest.mark.parametrize("name", PICTURES)
def test_labels_keep_apart(name):
    check_in_svg(PICTURES[name])
    check_in_svg(PICTURES[name], moves=True, legend=True)


@given(game_trees)
@quick
def test_labels_of_any_tree_keep_apart(tree):
    check_in_svg(tree)
    check_in_svg(trace(alphabeta, tree), moves=True)


@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("name", [name for name in PICTURES if "too large" not in name])
def test_labels_keep_apart_in_matplotlib(name):
    pytest.importorskip("matplotlib").use("Agg")
    check_in_matplotlib(PICTURES[name], moves="searched" in name or None, legend=True)


def test_labels_shrink_with_the_axes():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(4, 2), layout="constrained")
    assert draw_tree(PICTURES["textbook"], ax=left) is left
    draw_board(TicTacToe(), ax=right)
    figure.canvas.draw()
    before = left.texts[0].get_window_extent().width
    figure.set_size_inches(8, 4)
    figure.canvas.draw()
    assert left.texts[0].get_window_extent().width == pytest.approx(2 * before, rel=0.15)
    plt.close(figure)


@pytest.mark.parametrize("name", BOARDS)
def test_labels_of_a_board_keep_apart(name):
    scene = scene_of(BOARDS[name])
    boxes = [*svg_labels(board_svg(BOARDS[name]))]
    assert boxes
    for (text, box), (other, other_box) in combinations(boxes, 2):
        assert not overlap(box, other_box), f"{text!r} overlaps {other!r}"
    for _, (left, top, right, bottom) in boxes:
        assert min(left, top, scene.width - right, scene.height - bottom) >= 0


# What a picture of a tree shows


def labels(what, role=None, **options):
    shapes = tree_scene(what, **options).shapes
    return [shape.text for shape in shapes if isinstance(shape, Text) and role in (None, shape.role)]


def count(what, role, kind=None, **options):
    shapes = tree_scene(what, **options).shapes
    return sum(shape.role == role and (kind is None or isinstance(shape, kind)) for shape in shapes)


def test_a_tree_shows_its_shapes_and_leaves_but_no_values_that_nobody_has_found():
    textbook = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert sorted(labels(textbook), key=int) == ["2", "2", "3", "4", "5", "6", "8", "12", "14"]
    assert (count(textbook, "max"), count(textbook, "min"), count(textbook, "leaf")) == (1, 3, 9)
    assert count(textbook, "best edge") == count(textbook, "ghost edge") == 0


def test_a_trace_shows_values_bounds_and_windows():
    textbook = trace(alphabeta, tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    assert {"≤ 2", "(−∞, ∞)", "(3, ∞)"} <= set(labels(textbook))
    assert "(3, ∞)" not in labels(textbook, windows=False)


def test_best_play_is_heavy():
    searched = trace(alphabeta, figure("eight_leaves"))
    assert count(searched, "best edge") == len(searched.line) == 3
    assert STYLES["best edge"].width > 2 * STYLES["edge"].width


def test_every_pruned_branch_has_its_scissors_and_its_ghosts():
    three_plies = tree([[[5, 6], [7, 4, 5]], [[3, 8], [6, 9]], [[2, 4], [9, 1, 7]]])
    searched = trace(alphabeta, three_plies)
    assert len(searched.pruned) == 3
    assert count(searched, "blade", Circle) == 2 * len(searched.pruned)  # the rings of the handles
    assert sorted(labels(searched, "ghost value")) == ["1", "4", "5", "7", "9"]
    assert count(searched, "ghost") == 6  # five leaves, one node
    assert count(searched, "ghost edge") == 6


def test_a_pruned_move_of_a_game_is_a_stub_with_its_name():
    searched = trace(alphabeta, TicTacToe("XOX OX. ..O"))
    assert searched.pruned
    assert count(searched, "ghost") == len(searched.pruned)
    assert sorted(labels(searched, "ghost note")) == sorted(str(path[-1]) for path in searched.pruned)


def test_without_colour_nothing_is_lost():
    solid, ghost, best = STYLES["edge"], STYLES["ghost edge"], STYLES["best edge"]
    assert len({(style.dash, style.width) for style in (solid, ghost, best)}) == 3
    up, down = (tree_scene(tree([1, 2], player)).shapes for player in (MAX, MAX.opponent))
    tips = [min(y for _, y in shape.points) for shape in (*up, *down) if isinstance(shape, Polygon)]
    bases = [[y for _, y in shape.points] for shape in (*up, *down) if isinstance(shape, Polygon)]
    assert [ys.count(tip) for ys, tip in zip(bases, tips, strict=True)] == [1, 2]  # ▲ and ▼


def test_moves_are_named_unless_they_only_count():
    assert {"a1", "b2", "d3"} <= set(labels(figure("textbook")))
    assert labels(figure("textbook"), "note", moves=False) == []
    assert labels(tree([[1, 2], 3]), "note") == []
    assert labels(tree([[1, 2], 3]), "note", moves=True) == ["0", "1", "0", "1"]
    assert "(1, 1)" in labels(PICTURES["mini-isolation"])


def test_a_leaf_at_the_depth_limit_shows_that_the_game_goes_on():
    limited, whole = trace(minimax, figure("eight_leaves"), 2, evaluate=lambda state: 0), trace(minimax, tree([1, 2]))
    assert count(limited, "more", Line) == 4
    assert count(whole, "more") == 0


def test_a_search_that_failed_is_drawn_as_far_as_it_came():
    def fails(state):
        if not state.get_legal_moves():
            return 1 / (state.utility() - 4)
        return max(fails(state.forecast_move(move)) for move in state.get_legal_moves())

    with pytest.raises(ZeroDivisionError) as caught:
        trace(fails, tree([[3, 12], [4, 6], [5, 6]]))
    broken = caught.value.trace
    assert labels(broken).count("?") == 3  # the leaf, its parent and the root
    assert count(broken, "blade") == 0  # what was not reached was not cut off
    assert sorted(labels(broken, "ghost value")) == ["5", "6", "6"]
    assert "stopped by ZeroDivisionError" in tree_svg(broken)


def test_a_trace_from_a_file_is_drawn_without_its_states():
    stored = Trace.from_json(trace(alphabeta, figure("textbook")).to_json())
    assert {"≤ 2", "a1", "c2"} <= set(labels(stored))
    assert count(stored, "ghost") == 2


def test_a_large_tree_is_folded():
    large = random_tree(6, 4, seed=1)
    shown = picture(large, most=200, moves=None, windows=True)
    folded = [int(item.label[1:]) for item in shown.items if item.kind == "fold"]
    drawn = sum(item.kind != "fold" for item in shown.items)
    assert drawn <= 200
    assert drawn + sum(folded) == large.size
    assert f"{sum(folded):,} nodes folded away" in shown.description
    assert count(large, "fold", most=None) == 0
    assert count(random_tree(3, 4, seed=1), "fold") == 0


@given(st.integers(0, 50), st.integers(1, 60))
@quick
def test_whatever_is_folded_every_node_is_drawn_or_counted_and_best_play_is_there(seed, most):
    searched = trace(alphabeta, random_tree(4, (1, 4), seed=seed, stop=0.1))
    whole = picture(searched, most=None, moves=None, windows=True).items
    items = picture(searched, most=most, moves=None, windows=True).items
    drawn = [item for item in items if item.kind != "fold"]
    folded = sum(int(item.label[1:]) for item in items if item.kind == "fold")
    assert len(drawn) <= max(most, 1)
    assert len(drawn) + folded == len(whole)
    best = sum(item.best for item in drawn)
    assert best == sum(item.best for item in whole) or len(drawn) == most


def test_a_node_with_too_many_moves_shows_some_of_them():
    wide = tree([*range(1000)])
    items = picture(wide, most=100, moves=None, windows=True).items
    assert [item.label for item in items[1:3]] == ["0", "1"]
    assert items[-1].label == "+901"


def test_a_chain_of_3000_moves_is_drawn():
    nested = 5
    for _ in range(3000):
        nested = [nested]
    chain = tree(nested)
    assert "nodes folded away" in tree_svg(chain)
    assert count(chain, "edge", most=None) == 3000


# SVG


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
    # To make it anew: python -m tests.draw.test_draw
    assert (DOCS / "alphabeta.svg").read_text(encoding="utf-8") == readme_picture()


def readme_picture():
    searched = trace(alphabeta, tree([[[5, 6], [7, 4, 5]], [[3, 8], [6, 9]], [[2, 4], [9, 1, 7]]]))
    return tree_svg(searched, legend=True)


# Boards


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_drawn_the_same_way_in_both_backends(name):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    state = BOARDS[name]
    svg = ElementTree.fromstring(board_svg(state))
    written = [element.text for element in svg.iter(SPACE + "text")]
    ax = draw_board(state)
    assert written == [text.get_text() for text in ax.texts] != []
    assert len(ax.patches) + len(ax.texts) == sum(element.tag.split("}")[1] in SHAPES for element in svg.iter())
    plt.close(ax.figure)


SHAPES = {"polyline", "polygon", "rect", "circle", "text"}


def caption(state):
    return [shape.text for shape in scene_of(state).shapes if shape.role == "caption"]


def test_a_board_says_whose_turn_it_is_or_who_has_won():
    assert caption(TicTacToe()) == ["X (MAX) to move"]
    assert caption(TicTacToe("X.. ... ...")) == ["O (MIN) to move"]
    assert caption(BOARDS["won tic-tac-toe"]) == ["X (MAX) has won"]
    assert caption(BOARDS["drawn tic-tac-toe"]) == ["A draw"]
    assert caption(ConnectFour([0, 6, 0, 6, 0, 6, 1, 6])) == ["O (MIN) has won"]
    assert caption(Isolation(1, 1)) == ["1 (MAX) to move"]
    assert caption(Isolation(1, 1).forecast_move((0, 0))) == ["1 (MAX) has won"]


def roles(state):
    return [shape.role for shape in scene_of(state).shapes]


def test_a_board_shows_every_mark():
    crowded = roles(BOARDS["tic-tac-toe"])
    assert (crowded.count("X"), crowded.count("O"), crowded.count("faint")) == (2 * 2, 2, 5)  # an X is two strokes
    four = roles(BOARDS["connect four"])
    assert (four.count("max disc"), four.count("min disc"), four.count("hole")) == (3, 2, 37)
    isolation = roles(BOARDS["isolation"])
    assert (isolation.count("max disc"), isolation.count("min disc"), isolation.count("closed")) == (1, 1, 1)
    assert isolation.count("hatch") > 3


def test_a_board_shows_what_won():
    assert roles(BOARDS["won tic-tac-toe"]).count("win band") == 1
    assert roles(BOARDS["won connect four"]).count("win") == 4
    assert {"win", "win band"}.isdisjoint(roles(BOARDS["connect four"]) + roles(BOARDS["tic-tac-toe"]))


def test_a_board_of_cards_says_how_many_each_player_owns():
    assert caption(BOARDS["rps"]) == ["1 (MAX) to move · cards 0 : 0", "1", "2"]
    assert caption(BOARDS["rps, two captures"])[0] == "1 (MAX) to move · cards 3 : 5"
    assert caption(BOARDS["rps, an end"])[0] == "2 (MIN) has won · cards 0 : 2"
    assert caption(BOARDS["rps, no card left"])[0] == "A draw · cards 1 : 1"


def written(state):
    """What stands in the two hands, and then on the board."""
    shapes = scene_of(state).shapes
    return " ".join(shape.text for shape in shapes if isinstance(shape, Text) and shape.role != "caption")


def test_a_board_of_cards_shows_every_card_on_the_board_and_in_the_hands():
    assert written(BOARDS["rps"]) == "R R P P S r r p s s 0 1 2 3 4 5 6 7 8"
    assert written(BOARDS["rps, a capture"]) == "P S r r p s S R p R 5 6 7 8"
    assert written(BOARDS["rps, no card left"]) == "no cards left no cards left p 1 2 3 R 5 6 7 8"
    assert re.fullmatch(r"R ×\d+ P ×\d+ S ×\d+ r ×\d+ p ×\d+ s ×\d+ 0 1 2 .*", written(BOARDS["rps, large hands"]))


def owned(state, role, kind):
    """The cells of the board on which a shape of this role and kind stands, row by row."""
    scene = scene_of(state)
    frame = next(shape for shape in scene.shapes if shape.role == "outline" and isinstance(shape, Box))
    found = set()
    for shape in scene.shapes:
        if shape.role == role and isinstance(shape, kind):
            half = shape.width / 2 if isinstance(shape, Box) else 0
            column, row = (shape.x + half - frame.x) * 3 / frame.width, (shape.y + half - frame.y) * 3 / frame.height
            found |= {3 * int(row) + int(column)} if 0 <= row < 3 and 0 <= column < 3 else set()
    return found


@pytest.mark.parametrize("name", [name for name in BOARDS if "rps" in name])
def test_a_card_has_the_shape_of_its_owner(name):
    board = "".join(BOARDS[name].rows())
    assert owned(BOARDS[name], "max", Box) == {cell for cell, mark in enumerate(board) if mark.isupper()}
    assert owned(BOARDS[name], "min", Circle) == {cell for cell, mark in enumerate(board) if mark.islower()}
    assert owned(BOARDS[name], "max", Circle) == owned(BOARDS[name], "min", Box) == set()


def test_the_last_card_and_what_it_took_over_are_marked():
    state = BOARDS["rps, two captures"]
    assert owned(state, "board", Box) == {5}
    assert owned(state, "win", Circle) == {2, 4}  # round, for they are MIN's now
    assert owned(BOARDS["rps, a capture"], "win", Box) == {1}
    tips = [shape.points[1] for shape in scene_of(state).shapes if shape.role == "win" and isinstance(shape, Line)]
    bases = [shape.points[0] for shape in scene_of(state).shapes if shape.role == "win" and isinstance(shape, Line)]
    (up, left), (up_base, left_base) = tips, bases
    assert up[1] < up_base[1]  # from cell 5 to cell 2, above it
    assert left[0] < left_base[0]  # and to cell 4
    assert {"board", "win"}.isdisjoint(roles(BOARDS["rps"]) + roles(BOARDS["rps, read"]))


@pytest.mark.parametrize("name", [name for name in BOARDS if "rps" in name])
def test_cards_keep_apart_and_hold_their_letters(name):
    scene = scene_of(BOARDS[name])
    faces = [
        (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        if isinstance(shape, Box)
        else (shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius)
        for shape in scene.shapes
        if shape.role in ("max", "min") and not isinstance(shape, Polygon)
    ]
    for one, other in combinations(faces, 2):
        assert not overlap(one, other)
    letters = [shape for shape in scene.shapes if shape.role == "value"]
    assert len(letters) == len(faces)
    for shape in letters:
        left, top, right, bottom = text_box(shape.x, shape.y + 0.36 * shape.size, shape.text, shape.size, True, True)
        assert any(x0 <= left and y0 <= top and right <= x1 and bottom <= y1 for x0, y0, x1, y1 in faces), shape


def test_a_board_of_cards_is_described_in_words():
    assert "hands R and p, last card on 5, took over 2 and 4</desc>" in board_svg(BOARDS["rps, two captures"])
    assert "hands empty and empty, last card on 0</desc>" in board_svg(BOARDS["rps, no card left"])
    assert "last card" not in board_svg(BOARDS["rps"]) + board_svg(BOARDS["rps, read"])


def test_the_board_of_a_tree_is_the_tree():
    assert board_svg(figure("textbook")) == tree_svg(figure("textbook"))


# Notebooks and files


@pytest.mark.parametrize("shown", [TicTacToe(), figure("textbook"), PICTURES["textbook"]])
def test_a_notebook_shows_an_image_and_has_the_text(shown):
    bundle = notebook_bundle(shown)
    assert bundle["text/plain"] == (repr(shown) if isinstance(shown, Trace) else str(shown))
    found = re.fullmatch(r'<img alt="([^"]+)" src="data:image/svg\+xml;base64,([^"]+)">', bundle["text/html"])
    svg = base64.b64decode(found[2]).decode()
    assert svg == (tree_svg(shown) if isinstance(shown, Trace) else board_svg(shown))
    assert found[1] in svg  # the alternative text is the description


def test_quotes_in_a_label_do_not_end_the_alternative_text():
    bundle = notebook_bundle(trace(minimax, tree({'"><b>': 'a"b'})))
    assert bundle["text/html"].count('"') == 4
    assert "<b>" not in bundle["text/html"]


class Unknown(GameState):
    active_player = MAX

    def get_legal_moves(self):
        return []


def test_what_has_no_picture_is_shown_as_text():
    assert board_svg(Unknown()) is None
    assert notebook_bundle(Unknown()) is None
    assert notebook_bundle([1, 2]) is None


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".PNG"])
@pytest.mark.parametrize("what", [figure("textbook"), PICTURES["textbook"], ConnectFour([3])])
def test_a_picture_is_saved_as_its_suffix_says(tmp_path, what, suffix):
    if suffix != ".svg":
        pytest.importorskip("matplotlib")
    path = save(what, str(tmp_path / f"picture{suffix}"))
    begins = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix.lower()]
    assert path.read_bytes().startswith(begins)
    again = save(what, tmp_path / f"again{suffix}")
    assert again.read_bytes() == path.read_bytes()


def test_a_suffix_that_is_not_known_is_refused_before_a_file_is_made(tmp_path):
    for name in "picture.gif", "picture":
        with pytest.raises(ValueError, match=r"\.svg, \.png, \.pdf, \.tex or \.mmd"):
            save(tree(1), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("draw", "what", "message"),
    [
        (draw_tree, [[1, 2], 3], r"a Tree or a Trace, not from a list; make a tree of it first, tree\(...\)"),
        (tree_svg, Isolation(), r"a Tree or a Trace, not from an Isolation; record a search of it first"),
        (draw_board, Unknown(), r"an Unknown has no board to draw; a class with a method picture\(\) has"),
        (draw_board, PICTURES["textbook"], "a Trace has no board"),
        (
            lambda what: save(what, "picture.svg"),
            3,
            r"an int has no picture; a Trace has, and a class with a method picture\(\)",
        ),
    ],
)
def test_what_cannot_be_drawn_is_met_with_what_can(draw, what, message):
    with pytest.raises(TypeError, match=message):
        draw(what)


if __name__ == "__main__":
    DOCS.mkdir(exist_ok=True)
    (DOCS / "alphabeta.svg").write_text(readme_picture(), encoding="utf-8", newline="\n")
