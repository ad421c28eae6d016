"""The tree of the quizzes and the editor: moves named on its edges, no scrollbar where there is room; and hints."""

import pytest

from minimax_lab.widgets import PruningQuiz, TreeEditor, ValueQuiz
from tests.widgets.browser.tools import opened, says

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
BOXES = """root => [...root.querySelectorAll('.move rect, .node .shape')].map((each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect(); return [left, right, top, bottom] })"""


def overlap(one, other):
    return one[0] < other[1] and other[0] < one[1] and one[2] < other[3] and other[2] < one[3]


def scrolls(widget):
    return widget.locator(".tree-pane").evaluate("pane => pane.scrollWidth > pane.clientWidth")


@pytest.mark.parametrize("width", [1400, 800])
@pytest.mark.parametrize("kind", [PruningQuiz, ValueQuiz, TreeEditor])
def test_edges_have_the_numbers_of_the_moves_and_nothing_overlaps_or_scrolls(browser, tmp_path, kind, width):
    with opened(browser, kind(TREE), tmp_path, width) as widget:
        assert widget.locator(".move text").all_text_contents() == ["0", "1", "2"] * 4
        boxes = widget.evaluate(BOXES)
        assert not any(overlap(one, other) for i, one in enumerate(boxes) for other in boxes[:i])
        assert not scrolls(widget)


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 800])
def test_a_tree_of_27_leaves_needs_no_scrollbar(browser, tmp_path, width):
    with opened(browser, PruningQuiz(seed=3, depth=3, branching=3), tmp_path, width) as widget:
        assert len(widget.locator(".move text").all_text_contents()) == 39
        assert not scrolls(widget)


@pytest.mark.exhaustive
def test_scissors_of_siblings_stand_beside_each_other(browser, tmp_path):
    with opened(browser, TreeEditor(TREE), tmp_path) as widget:
        one, other = (each.bounding_box() for each in widget.locator(".cut .scissors path").all())
        assert one["x"] + one["width"] <= other["x"]


@pytest.mark.exhaustive
def test_a_hint_stands_beside_the_count(browser, tmp_path):
    quiz = PruningQuiz(TREE)
    quiz.marked = {(1, 1)}
    with opened(browser, quiz, tmp_path) as widget:
        says(widget, "check").click()
        says(widget, "hint").click()
        assert says(widget, "summary").inner_text() == "1 cut-off found but only partly marked."
        assert says(widget, "hinted").inner_text().startswith("Go from left to right")
        assert not says(widget, "seed").is_visible()  # nobody drew it from a seed, and it is not the student's own


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", [PruningQuiz, ValueQuiz, TreeEditor])
def test_a_tree_is_no_smaller_on_the_screen_after_zooming_in(browser, tmp_path, kind):
    with opened(browser, kind(TREE), tmp_path) as widget:

        def size_at(zoom):
            """In pixels of a projector: with the browser's zoom, the window has fewer of the page's own."""
            widget.page.set_viewport_size({"width": int(1280 / zoom), "height": int(720 / zoom)})
            widget.page.wait_for_timeout(300)
            box = says(widget, "tree").bounding_box()
            return zoom * box["width"], zoom * box["height"]

        usual = size_at(1)
        for zoom in (1.25, 1.5, 2):
            assert all(size > 0.95 * before for size, before in zip(size_at(zoom), usual, strict=True)), zoom
