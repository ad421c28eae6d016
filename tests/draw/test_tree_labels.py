"""No label of a tree is in the way of another, of a shape, of a pair of scissors or of an edge."""

from itertools import combinations, product

import pytest
from hypothesis import given

from minimax_lab.draw import draw_board, draw_tree, tree_svg
from minimax_lab.draw.tree.scene import tree_scene
from minimax_lab.games import TicTacToe
from minimax_lab.picture.scene import Box, Circle, Polygon, Text
from minimax_lab.search import alphabeta
from minimax_lab.trace import trace
from tests.draw.pictures import PICTURES, overlap, svg_labels
from tests.strategies import game_trees, quick


def inside(point, polygon):
    """Whether a point is in a convex polygon."""
    sides = [
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
        for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    ]
    return all(side > 0 for side in sides) or all(side < 0 for side in sides)


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
    for name, box in names(scene):
        crossing = [edge.points for edge in scene.shapes if edge.role.endswith("edge") and crosses(edge.points, box)]
        assert len(crossing) == 1, f"not only its own edge runs through {name!r}: {crossing}"


def names(scene):
    """The names of the moves, each with the box that is kept free for it."""
    texts = {(round(s.x, 6), round(s.y, 6)): s.text for s in scene.shapes if isinstance(s, Text)}
    for plate in scene.shapes:
        if plate.role == "plate" and isinstance(plate, Box):
            (left, top), (right, bottom) = (plate.x, plate.y), (plate.x + plate.width, plate.y + plate.height)
            name = texts[round((left + right) / 2, 6), round((top + bottom) / 2, 6)]
            yield name, (left + 0.1, top + 0.1, right - 0.1, bottom - 0.1)


def crosses(edge, box):
    """Whether an edge, which leads down, runs through a box."""
    (x0, y0), (x1, y1) = edge
    left, top, right, bottom = box
    first, last = max(y0, top), min(y1, bottom)
    if first >= last:
        return False
    xs = [x0 + (x1 - x0) * (y - y0) / (y1 - y0) for y in (first, last)]
    return min(xs) < right and max(xs) > left


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
    check_in_svg(PICTURES[name], moves=False)
    check_in_svg(PICTURES[name], legend=True)


@pytest.mark.exhaustive
@given(game_trees)
@quick
def test_labels_of_any_tree_keep_apart(tree):
    check_in_svg(tree)
    check_in_svg(trace(alphabeta, tree))


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("ignore:Glyph")
@pytest.mark.parametrize("name", [name for name in PICTURES if "too large" not in name])
def test_labels_keep_apart_in_matplotlib(name):
    pytest.importorskip("matplotlib").use("Agg")
    check_in_matplotlib(PICTURES[name], legend=True)


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
