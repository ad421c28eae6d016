"""The step-through for those who hear it, use the keyboard, need contrast, or present it."""

import re

import pytest

from minimax_lab.games import figure, random_tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets import step_through
from tests.widgets.browser.tools import opened, says

# The contrast of colours with the background of the widget, as WCAG has it.
CONTRASTS = """(root) => {
  const light = (colour) => { const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => {
    const c = part / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4 });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const paper = light(getComputedStyle(root).backgroundColor);
  const contrast = (selector, property) => {
    const one = light(getComputedStyle(root.querySelector(selector))[property]);
    return (Math.max(one, paper) + 0.05) / (Math.min(one, paper) + 0.05) };
  return { text: contrast(".node.unseen > .label", "fill"), name: contrast(".edge.unseen .move text", "fill"),
    shape: contrast(".node.unseen > .shape", "stroke"), line: contrast(".edge.unseen line", "stroke"),
    focus: contrast("[data-testid=slider]:focus-visible", "outlineColor"),
    ring: contrast(".node.current > .halo", "stroke"), current: contrast(".line.now", "borderLeftColor") };
}"""


@pytest.fixture
def textbook(browser, tmp_path):
    with opened(browser, step_through(alphabeta, figure("textbook")), tmp_path) as widget:
        yield widget


def accessible_roles(widget):
    """The roles and levels of the tree and what is in it, as the browser computes them for a screen reader."""
    client = widget.page.context.new_cdp_session(widget.page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    (tree,) = [node for node in nodes if node["role"]["value"] == "tree"]

    def below(node):
        for child in (by_id[i] for i in node["childIds"]):
            if not child["ignored"]:
                yield child
            if child["ignored"] or child["role"]["value"] in ("none", "generic"):
                yield from below(child)

    return [(child["role"]["value"], child["name"]["value"]) for child in below(tree)]


def test_the_tree_is_a_tree_for_a_screen_reader_and_in_its_order(textbook):
    says(textbook, "last").click()
    items = accessible_roles(textbook)
    assert {role for role, _ in items} == {"treeitem"}
    places = [re.search(r"the root|after \w+(, then \w+)*", name)[0] for _, name in items]
    leaves = {f"a{k}": [f"after a{k}, then {'bcd'[k - 1]}{i}" for i in (1, 2, 3)] for k in (1, 2, 3)}
    assert places == ["the root", *[p for branch in leaves for p in (f"after {branch}", *leaves[branch])]]


@pytest.mark.exhaustive
def test_a_folded_node_says_so_and_how_many_it_hides(textbook):
    node = textbook.locator("[aria-label^='MIN, after a1']")
    assert node.get_attribute("aria-expanded") == "true"
    node.focus()
    textbook.page.keyboard.press("f")
    assert node.get_attribute("aria-expanded") == "false"
    assert node.get_attribute("aria-label") == "MIN, after a1, not searched yet, 3 nodes folded below"
    textbook.page.keyboard.press("f")
    assert node.get_attribute("aria-expanded") == "true"
    assert "folded" not in node.get_attribute("aria-label")
    assert textbook.locator("[aria-label^='Leaf, after a1, then b1']").get_attribute("aria-expanded") is None


@pytest.mark.exhaustive
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_not_searched_yet_and_the_focus_can_be_seen(browser, tmp_path, scheme):
    shown = step_through(alphabeta, figure("textbook"))
    with opened(browser, shown, tmp_path, color_scheme=scheme) as widget:
        says(widget, "slider").focus()
        widget.page.keyboard.press("ArrowRight")
        contrasts = widget.evaluate(CONTRASTS)
        assert contrasts.pop("text") >= 4.5
        assert contrasts.pop("name") >= 4.5
        assert min(contrasts.values()) >= 3, contrasts


@pytest.mark.exhaustive
def test_forced_colours_keep_the_current_line_and_the_window(browser, tmp_path):
    with opened(browser, step_through(alphabeta, figure("textbook")), tmp_path, forced_colors="active") as widget:
        style = "(each, name) => getComputedStyle(each)[name]"
        says(widget, "forward").click()
        paper = widget.evaluate(style, "backgroundColor")
        now, other = widget.locator(".line.now"), widget.locator(".line:not(.now)").first
        assert now.evaluate(style, "borderLeftColor") != paper
        assert now.evaluate(style, "outlineStyle") == "solid"
        assert other.evaluate(style, "borderLeftColor") == paper
        assert widget.locator(".interval").evaluate(style, "fill") != paper
        assert widget.locator(".axis").evaluate(style, "stroke") != paper
        assert widget.locator(".node.current > .halo").evaluate(style, "stroke") != paper


@pytest.mark.exhaustive
def test_a_value_of_three_digits_fits_its_box(textbook):
    says(textbook, "grain").select_option("cut")
    says(textbook, "forward").click()
    field = says(textbook, "whatif-value")
    for value in ("100", "-999"):
        field.fill(value)
        leaf = textbook.locator(".node.edited")
        box, text = (leaf.locator(part).bounding_box() for part in (".shape", ".label"))
        assert box["x"] < text["x"]
        assert text["x"] + text["width"] < box["x"] + box["width"]
        assert leaf.locator(".label").text_content() == value.replace("-", "−")
        assert field.evaluate("field => field.scrollWidth <= field.clientWidth")
    says(textbook, "whatif-undo").click()
    assert textbook.locator(".node.edited").count() == 0


class Sticks:
    """A game without a picture."""

    def __init__(self, left=3):
        self.left = left

    def get_legal_moves(self):
        return [take for take in (1, 2) if take <= self.left]

    def forecast_move(self, take):
        return Sticks(self.left - take)

    def __repr__(self):
        return f"{self.left} sticks:\n  {'|' * self.left}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1000, 700])
def test_a_state_without_a_picture_is_readable_and_covers_nothing(browser, tmp_path, width):
    with opened(browser, step_through(minimax, Sticks()), tmp_path, width) as widget:
        if width < 760:
            says(widget, "tab-calls").click()
        board = says(widget, "board").locator("pre")
        assert board.text_content() == "3 sticks:\n  |||"
        assert "mono" in board.evaluate("pre => getComputedStyle(pre).fontFamily")
        assert board.evaluate("pre => parseFloat(getComputedStyle(pre).fontSize)") >= 13
        box, pane = says(widget, "board").bounding_box(), says(widget, "stack").bounding_box()
        assert box["x"] + box["width"] <= pane["x"] + 1


@pytest.mark.exhaustive
def test_a_presenter_has_the_whole_screen_and_uses_a_clicker(textbook):
    where, present, page = says(textbook, "where"), says(textbook, "present"), textbook.page
    textbook.page.keyboard.press("PageDown")
    assert where.inner_text().startswith("step 1 of")  # the page's own key, as long as nothing is presented
    before = textbook.locator(".sentence").evaluate("text => parseFloat(getComputedStyle(text).fontSize)")
    present.click()
    page.wait_for_function("() => document.fullscreenElement?.dataset.testid === 'step-through'")
    for key, step in [("PageDown", 2), ("ArrowRight", 3), ("PageUp", 2), ("ArrowLeft", 1), ("PageDown", 2)]:
        page.keyboard.press(key)
        assert where.inner_text().startswith(f"step {step} of")
    assert textbook.locator(".sentence").evaluate("text => parseFloat(getComputedStyle(text).fontSize)") > 1.4 * before
    size = page.evaluate("() => [innerWidth, innerHeight]")
    box, tree = textbook.bounding_box(), says(textbook, "tree").bounding_box()
    assert [box["width"], box["height"]] == size
    assert says(textbook, "forward").bounding_box()["y"] < size[1]
    assert tree["width"] * tree["height"] > 0.2 * size[0] * size[1]
    present.click()
    page.wait_for_function("() => !document.fullscreenElement")
    assert textbook.locator(".sentence").evaluate("text => parseFloat(getComputedStyle(text).fontSize)") == before


@pytest.mark.exhaustive
def test_a_presenter_has_two_searches_side_by_side_on_the_whole_screen(browser, tmp_path):
    with opened(browser, step_through(minimax, figure("textbook"), beside=alphabeta), tmp_path) as widget:
        says(widget, "present").click()
        widget.page.wait_for_function("() => document.fullscreenElement?.dataset.testid === 'step-through'")
        width, height = widget.page.evaluate("() => [innerWidth, innerHeight]")
        assert widget.bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
        assert min(tree.bounding_box()["height"] for tree in says(widget, "tree").all()) > 0.35 * height
        for code in says(widget, "code").all():
            box = code.bounding_box()
            assert box["y"] + box["height"] <= height + 1
            assert code.evaluate("list => parseFloat(getComputedStyle(list).fontSize)") >= 14


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [(960, 540), (853, 480), (700, 480), (640, 360)])
def test_a_presenter_reaches_both_searches_in_a_small_window(browser, tmp_path, size):
    with opened(browser, step_through(minimax, figure("textbook"), beside=alphabeta), tmp_path) as widget:
        page = widget.page
        page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        says(widget, "present").click()
        page.wait_for_function("() => document.fullscreenElement")
        one, two = (tree.bounding_box() for tree in says(widget, "tree").all())
        assert (one["y"] == two["y"]) == (size[0] > 800)  # side by side, where that can be read
        page.mouse.move(size[0] / 2, size[1] / 2)
        for down, part in [(1000, says(widget, "story").nth(1)), (-1000, says(widget, "tree").first)]:
            page.mouse.wheel(0, down)
            page.wait_for_timeout(300)
            assert is_on_screen(part), down
        node = says(widget, "tree").nth(1).locator("[tabindex='0']")
        node.focus()  # as the Tab key does
        assert is_on_screen(node)


def is_on_screen(part):
    """Whether all of it is on the screen, and nothing lies over its middle."""
    return part.evaluate(
        """part => { const { left, right, top, bottom } = part.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && part.contains(hit) }"""
    )


@pytest.mark.exhaustive
def test_a_large_tree_folded_around_the_search_stays_in_order(browser, tmp_path):
    with opened(browser, step_through(minimax, random_tree(6, 3, seed=1)), tmp_path) as widget:
        for _ in range(25):
            says(widget, "forward").click()
        items = accessible_roles(widget)
        assert {role for role, _ in items} == {"treeitem"}
        places = [re.search(r"after move \d+(, then \d+)*|the root", name)[0] for _, name in items]
        paths = [tuple(re.findall(r"\d+", place)) for place in places]
        assert paths == sorted(paths)
