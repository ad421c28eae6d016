"""Every widget in large type, and with the colours that the reader's system forces on it."""

import pytest

from minimax_lab.evaluate import chess_evaluation
from minimax_lab.games import Chess, figure
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets import EvaluationExplorer, PlayGame, PruningQuiz, TreeEditor, ValueQuiz, step_through
from tests.widgets.browser.tools import opened, says

TREE = figure("textbook")
OPENING = Chess("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")


def quiz():
    made = PruningQuiz(TREE, ask_windows=True)
    said = {"summary": "0 cut-offs right, 1 more to find.", "kind": "wrong"}
    made.correct, made._feedback = False, {**said, "remarks": [made._key["nodes"][7]["missing"]]}
    return made


WIDGETS = {
    "step-through": lambda: step_through(alphabeta, TREE, step=33),
    "two step-throughs": lambda: step_through(minimax, TREE, beside=alphabeta, step=33),
    "pruning quiz": quiz,
    "value quiz": lambda: ValueQuiz(TREE),
    "tree editor": lambda: TreeEditor(TREE),
    "game": lambda: PlayGame(OPENING).board,
    "explorer": lambda: EvaluationExplorer(OPENING, chess_evaluation),
}

# What a reader does who enlarges the text alone: twice the size of every letter, and of nothing else.
ENLARGE = """root => {
  const all = [root, ...root.querySelectorAll(':not(svg, svg *)')],
    sizes = all.map((each) => parseFloat(getComputedStyle(each).fontSize));
  all.forEach((each, i) => each.style.setProperty('font-size', `${2 * sizes[i]}px`, 'important'));
  return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))) }"""
# Elements that hide a part of their own text, and cannot be scrolled to it. Docstrings are folded, and can be opened.
HIDING = """root => [...root.querySelectorAll(':not(svg, svg *, .spoken, .docstring)')].filter((each) => {
    const { overflowX, overflowY } = getComputedStyle(each);
    return each.offsetParent && each.textContent.trim() && (
      (overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 2) ||
      (overflowY === 'hidden' && each.scrollHeight > each.clientHeight + 2)) })
  .map((each) => `${each.className}: ${each.textContent}`)"""
# Texts that lie over one another. (What is scrolled out of sight lies over nothing.)
COVERING = """root => {
  const texts = [...root.querySelectorAll(':not(svg, svg *, option, .spoken)')].filter((each) => each.checkVisibility()
      && [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
      && !each.closest('.listing, .stack, .sentence, .scroll, .history, .quiz .side'));
  const boxes = texts.map((each) => { const all = document.createRange(); all.selectNodeContents(each);
    return all.getBoundingClientRect() });
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6;
  return texts.flatMap((one, i) => texts.slice(i + 1).filter((other, k) => !one.contains(other)
    && meet(boxes[i], boxes[i + 1 + k])).map((other) => `${one.textContent} | ${other.textContent}`)) }"""


@pytest.mark.parametrize("width", [1400, 700])
@pytest.mark.parametrize("kind", WIDGETS)
def test_text_that_is_enlarged_alone_is_not_cut_off_and_covers_nothing(browser, tmp_path, kind, width):
    with opened(browser, WIDGETS[kind](), tmp_path, width) as widget:
        widget.evaluate(ENLARGE)
        assert widget.evaluate(HIDING) == []
        assert widget.evaluate(COVERING) == []


# Controls that are lower or narrower than a finger needs; the label of a checkbox is pressed, too.
SMALL = """root => [...root.querySelectorAll('button, select, input, summary')].flatMap((each) => {
    const target = each.closest('label') ?? each, { width, height } = target.getBoundingClientRect();
    const isShown = target.checkVisibility({ visibilityProperty: true }) && !each.disabled;
    return isShown && width && Math.min(width, height) < 32 ? [`${each.outerHTML}: ${width} x ${height}`] : [] })"""
# Nodes to work on that a finger misses 15 pixels above or below their middle, or whose neighbour is less than 32 away.
MISSED = """root => {
  const nodes = [...root.querySelectorAll('.tree-board [role=treeitem]')].map((node) => {
    const { left, right, top, bottom } = node.querySelector('.shape').getBoundingClientRect();
    return { node, x: (left + right) / 2, y: (top + bottom) / 2 } });
  const isHit = ({ node, x, y }, by) => node.contains(document.elementFromPoint(x, y + by));
  const isNear = (one, other) => one !== other && Math.hypot(one.x - other.x, one.y - other.y) < 32;
  return nodes.filter((one) => one.x > 0 && one.x < innerWidth
      && !(isHit(one, 15) && isHit(one, -15) && !nodes.some((other) => isNear(one, other))))
    .map(({ node }) => node.getAttribute('aria-label')) }"""


@pytest.mark.parametrize("kind", sorted(WIDGETS, key=lambda kind: kind != "pruning quiz"))  # it has buttons and a tree
def test_everything_that_a_finger_presses_is_at_least_32_pixels_wide_and_high(browser, tmp_path, kind):
    with opened(browser, WIDGETS[kind](), tmp_path, 390, has_touch=True, is_mobile=True) as widget:
        assert widget.evaluate("() => matchMedia('(pointer: coarse)').matches"), "a finger"
        assert widget.evaluate(SMALL) == []
        for tree in widget.locator(".tree-board").all():
            tree.scroll_into_view_if_needed()
            assert widget.evaluate(MISSED) == []


def test_a_pruning_quiz_of_nine_leaves_fits_a_phone_and_a_finger(browser, tmp_path):
    with opened(browser, PruningQuiz(TREE), tmp_path, 390, has_touch=True, is_mobile=True) as widget:
        wide, shown = widget.locator(".tree-pane").evaluate("pane => [pane.scrollWidth, pane.clientWidth]")
        assert wide <= shown <= 390
        assert widget.evaluate(MISSED) == []


def test_a_quiz_too_wide_for_a_phone_and_a_finger_scrolls_in_its_pane_and_not_the_page(browser, tmp_path):
    with opened(browser, PruningQuiz(seed=1, depth=4), tmp_path, 390, has_touch=True, is_mobile=True) as widget:
        wide, shown = widget.locator(".tree-pane").evaluate("pane => [pane.scrollWidth, pane.clientWidth]")
        assert wide > shown
        assert widget.evaluate("() => document.documentElement.scrollWidth") == 390


STYLE = "(each, name) => getComputedStyle(each)[name]"


@pytest.mark.exhaustive
def test_forced_colours_keep_the_bars_and_tracks_of_the_explorer(browser, tmp_path):
    with opened(browser, WIDGETS["explorer"](), tmp_path, forced_colors="active") as widget:
        paper = widget.evaluate(STYLE, "backgroundColor")
        bar = widget.locator(".total .fill")
        assert bar.bounding_box()["width"] > 5
        assert bar.evaluate(STYLE, "backgroundColor") != paper
        assert "gradient" in widget.locator(".slide input").first.evaluate(STYLE, "backgroundImage")


@pytest.mark.exhaustive
def test_forced_colours_keep_the_words_of_a_main_button_and_what_is_pressed(browser, tmp_path):
    with opened(browser, quiz(), tmp_path, forced_colors="active") as widget:
        check = says(widget, "check")
        assert check.evaluate(STYLE, "color") != check.evaluate(STYLE, "backgroundColor")
    with opened(browser, WIDGETS["step-through"](), tmp_path, forced_colors="active") as widget:
        pressed = says(widget, "follow")
        assert pressed.get_attribute("aria-pressed") == "true"
        assert pressed.evaluate(STYLE, "outlineStyle") == "solid"


@pytest.mark.exhaustive
def test_forced_colours_keep_what_can_be_played(browser, tmp_path):
    with opened(browser, WIDGETS["game"](), tmp_path, forced_colors="active") as widget:
        dot = "each => getComputedStyle(each, '::after').backgroundColor"
        assert widget.locator(".place.next").first.evaluate(dot) == "rgb(0, 122, 89)"
