"""Two searches side by side: one height, one bar of controls, and what differs between them."""

import pytest

from minimax_lab.games import figure, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets import step_through
from tests.widgets.browser.tools import opened, says

BOXES = """(root, part) => [...root.querySelectorAll(part)].map((each) => {
    const { top, height } = each.getBoundingClientRect(); return [top, height] })"""


@pytest.fixture
def beside(browser, tmp_path):
    shown = step_through(minimax, figure("textbook"), beside=alphabeta)
    with opened(browser, shown, tmp_path, 1200) as widget:
        yield widget


def stories(widget):
    return says(widget, "story").all_inner_texts()


def test_the_panes_are_aligned(beside):
    for key in ("Home", "End"):
        says(beside, "slider").press(key)
        for part in (".head", ".tree-pane", ".story", ".side"):
            one, two = beside.evaluate(BOXES, part)
            assert one == two, part


@pytest.mark.exhaustive
def test_both_are_at_the_same_node_again_after_one_has_cut(beside):
    says(beside, "grain").select_option("cut")
    says(beside, "forward").click()
    assert stories(beside)[1].startswith("Cut:")
    says(beside, "grain").select_option("node")
    for _ in range(20):
        says(beside, "forward").click()
        if stories(beside)[1].startswith("Search after a3:"):
            break
    assert stories(beside)[0].startswith("Search after a3:")


@pytest.mark.exhaustive
def test_the_next_difference_is_a_step_and_what_only_one_searches_is_marked(beside):
    says(beside, "grain").select_option("difference")
    assert says(beside, "where").inner_text() == "step 1 of 3"
    says(beside, "forward").click()
    assert any(story.startswith(("Cut:", "Search after a2, then c2")) for story in stories(beside))
    says(beside, "last").click()
    minimax_tree, alphabeta_tree = (says(beside, "tree").nth(k) for k in range(2))
    assert minimax_tree.locator(".alone:visible").count() == 2
    assert alphabeta_tree.locator(".alone:visible").count() == 0
    label = "Leaf, after a2, then c2: 4, searched, in this search only"
    assert minimax_tree.locator(f"[aria-label='{label}']").count() == 1


@pytest.mark.exhaustive
def test_a_search_beside_itself_has_no_difference(browser, tmp_path):
    shown = step_through(alphabeta, figure("textbook"), beside=alphabeta, grain="difference")
    with opened(browser, shown, tmp_path, 800) as widget:
        assert says(widget, "where").inner_text() == "step 1 of 2"
        assert widget.locator(".alone").count() == 0


# The scale of each tree, and the nodes of the step that are not seen whole: the one at work, and a leaf just cut off.
SIGHT = """root => [...root.querySelectorAll('.column')].map((column) => {
  const pane = column.querySelector('.stage').getBoundingClientRect(), isCut = column.querySelector('.story.cutoff');
  const isSeen = (node) => { const box = node.querySelector('.shape').getBoundingClientRect();
    return box.left >= pane.left && box.right <= pane.right && box.top >= pane.top && box.bottom <= pane.bottom };
  const nodes = [...column.querySelectorAll(isCut ? '.node.current, .node.pruned.leaf' : '.node.current')];
  return { scale: column.querySelector('.view').style.transform.match(/scale.*/)[0],
    unseen: nodes.filter((node) => !isSeen(node)).map((node) => node.ariaLabel) } })"""


@pytest.mark.parametrize("size", [(1280, 720), (853, 480), (1920, 1080)])
def test_a_presenters_two_trees_have_one_scale_and_show_the_node_at_work_and_the_leaf_it_cuts(browser, tmp_path, size):
    high = tree([[5, 6], [[[2, 9], [8, 7]], 9]])
    shown = step_through(minimax, high, beside=alphabeta, grain="node")
    with opened(browser, shown, tmp_path, reduced_motion="reduce") as widget:
        page = widget.page
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        says(widget, "present").click()
        page.wait_for_function("() => document.fullscreenElement")
        for _ in range(27):
            one, two = widget.evaluate(SIGHT)
            assert one["scale"] == two["scale"], stories(widget)
            assert one["unseen"] == two["unseen"] == [], stories(widget)
            page.keyboard.press("PageDown")
        assert says(widget, "where").inner_text() == "step 27 of 27"
