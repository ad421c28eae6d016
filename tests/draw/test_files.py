"""Pictures in notebooks and files, and what cannot be drawn."""

import base64
import re

import pytest

from minimax_lab.draw import board_svg, draw_board, draw_tree, notebook_bundle, save, tree_svg
from minimax_lab.draw.tree.scene import tree_scene
from minimax_lab.game import MAX, GameState
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, figure, tree
from minimax_lab.search import minimax
from minimax_lab.trace import Trace, trace
from tests.draw.pictures import PICTURES


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


def test_a_picture_of_matplotlib_says_in_words_what_it_shows(tmp_path):
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot as plt
    from PIL import Image

    described = tree_scene(PICTURES["textbook"]).description
    ax = draw_tree(PICTURES["textbook"])
    plt.close(ax.figure)
    assert ax.get_label() == described
    with Image.open(save(PICTURES["textbook"], tmp_path / "picture.png")) as image:
        assert image.text == {"Title": "Game tree, as alphabeta searched it", "Description": described}


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
