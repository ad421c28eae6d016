"""A whole tree in layers: every node once, above its children, with the sign of its value."""

import pytest

from minimax_lab.draw import draw_layers
from minimax_lab.games import Isolation, tree
from minimax_lab.search import minimax
from minimax_lab.trace import trace


@pytest.fixture
def bars():
    """Draws the layers of a game. The (ply, left, right, text) of each bar."""
    figures = []

    def draw(game):
        axes = draw_layers(trace(minimax, game))
        figures.append(axes.figure)
        assert len(axes.texts) == len(axes.patches)
        edges = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in axes.patches]
        words = [(round(text.get_position()[1]), text.get_text()) for text in axes.texts]
        return [(ply, *edge, text) for (ply, text), edge in zip(words, edges, strict=True)]

    yield draw
    import matplotlib.pyplot as plt  # here, because it takes long to import

    for each in figures:
        plt.close(each)


def test_a_node_is_as_wide_as_its_children_and_has_the_sign_of_its_value(bars):
    drawn = sorted((ply, round(left, 1), round(right, 1), text) for ply, left, right, text in bars(tree([[2, -1], 0])))
    assert drawn == [
        (0, 0, 2.9, "0"),
        (1, 0, 1.9, "0\n−"),
        (1, 2, 2.9, "1\n0"),
        (2, 0, 0.9, "0\n+"),
        (2, 1, 1.9, "1\n−"),
    ]


def test_mini_isolation_has_five_first_moves_three_of_which_win_and_225_nodes(bars):
    drawn = bars(Isolation())
    assert len(drawn) == 225
    assert sorted(text for ply, *_, text in drawn if ply == 1) == [
        "(0, 0)\n+",
        "(0, 1)\n+",
        "(1, 0)\n−",
        "(1, 1)\n−",
        "(2, 0)\n+",
    ]
