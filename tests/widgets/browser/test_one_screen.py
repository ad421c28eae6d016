"""What belongs together is in sight together: the step-through and the quizzes fit on one screen of JupyterLab."""

from contextlib import contextmanager
from itertools import product

import pytest

from minimax_lab.games import Isolation, figure, tree
from minimax_lab.search import alphabeta
from minimax_lab.widgets import BreakIt, PlayGame, PruningQuiz, ValueQuiz, step_through
from tests.widgets.browser.tools import broken_names, expect, opened, says

SETUP = """\
from minimax_lab.games import TicTacToe, figure, random_tree, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.evaluate import Linear, chess_features
from minimax_lab.games import Chess
from minimax_lab.widgets import BreakIt, EvaluationExplorer, PruningQuiz, ValueQuiz, step_through

EXPOSED = Chess("r4rk1/ppp2ppp/2n2q2/8/4K3/1QN5/PPP2PPP/R4R2 w - - 0 1")  # 37 moves

def explorer(*features):
    evaluation = Linear({name: chess_features[name] for name in features}, {name: i for i, name in enumerate(features)})
    return EvaluationExplorer({"king_shelter 0.3: what is the king to do?": EXPOSED, "start": Chess()}, evaluation)

def remembers(state, table):
    if state not in table:
        moves = state.get_legal_moves()
        best = max if state.active_player.name == "MAX" else min
        table[state] = best(remembers(state.forecast_move(m), table) for m in moves) if moves else state.utility()
    return table[state]
"""
SIZES = [(1400, 900), (1366, 768), (1000, 800)]
STEPPED = {
    "alpha-beta, asked": 'step_through(alphabeta, figure("textbook"), predict=True)',
    "minimax": 'step_through(minimax, figure("textbook"))',
    "alpha-beta": 'step_through(alphabeta, figure("textbook"))',
    "two searches": 'step_through(minimax, figure("textbook"), beside=alphabeta)',
    "two searches, high trees": "step_through(minimax, tree([[5, 6], [[[2, 9], [8, 7]], 9]]), beside=alphabeta)",
    "a game": 'step_through(alphabeta, TicTacToe("XOX .O. ..X"))',
    "twenty leaves": "step_through(alphabeta, tree([[[3, 1], [4, 2]]] * 5))",
    "a deep tree": "step_through(minimax, random_tree(7, 2, seed=1))",
    "a table": 'step_through(remembers, TicTacToe("XOX .O. ..X"), {})',
    "a wide tree": "step_through(minimax, tree([*range(60)]))",
}
QUIZZES = {
    "a quiz": "PruningQuiz(seed=1)",
    "a deep quiz": "PruningQuiz(seed=1, depth=4)",
    "values": "ValueQuiz(seed=1, depth=4)",
}
IDEAS = ["centre", "development", "king_shelter", "doubled", "space", "initiative", "strong_squares"]  # of lesson 5
EXPLORERS = {
    "an explorer": f"explorer('material', *{IDEAS})",
    "eleven features": f"explorer('material', 'king_danger', 'isolated', 'passed', *{IDEAS})",
    "a small explorer": "explorer('material', 'king_danger', 'space', 'isolated')",
}
# The visible part of the notebook, and the boxes of a widget's parts when it has been scrolled to its top.
LOOK = """(root, parts) => {
  const pane = root.closest('.jp-WindowedPanel-outer');
  pane.scrollTop += root.getBoundingClientRect().top - pane.getBoundingClientRect().top - 3;
  const box = (each) => { const { top, bottom } = each.getBoundingClientRect(); return [top, bottom, bottom - top] };
  const boxes = (part) => [...root.querySelectorAll(part)].map(box).filter(([, , height]) => height > 0);
  return [box(pane), box(root), parts.map(boxes)];
}"""
PARTS = ["[data-testid=tree]", "[data-testid=story]", ".controls", ".line.now", ".stack, .tabs"]


def assert_in_sight(lab, widget, parts, which):
    pane, whole, found = widget.evaluate(LOOK, parts)
    most = 640 if which[0] not in ("two searches, high trees", "a game to play") else pane[2]
    assert whole[2] <= min(most, pane[2]), (which, whole, pane)
    for part, boxes in zip(parts, found, strict=True):
        assert boxes, (which, part)
        for top, bottom, _ in boxes:
            assert pane[0] <= top < bottom <= pane[1], (which, part, top, bottom, pane)


def shown(lab, name, cells):
    lab.run(name, SETUP, *cells.values())
    widgets = lab.panel.locator(":is([data-testid=step-through], .quiz, .explorer, .puzzle)[data-ready='1']")
    expect(widgets).to_have_count(len(cells))
    return dict(zip(cells, widgets.all(), strict=True))


def step_to_a_question(widget):
    for _ in range(30):
        says(widget, "forward").press("ArrowRight")
        if says(widget, "answer-skip").count():
            return
    raise AssertionError("no question came")


def assert_in_sight_at_all_sizes(lab, stepped):
    for size in SIZES:
        with lab.width(*size):
            for name, widget in stepped.items():
                which = (name, size)
                widget.scroll_into_view_if_needed()
                says(widget, "slider").press("Home")
                parts = PARTS
                if "asked" in name:
                    step_to_a_question(widget)
                    parts = [*PARTS, "[data-testid=question]", "[data-testid=answers]"]
                assert_in_sight(lab, widget, parts, which)
                if "asked" in name:
                    says(widget, "answer-skip").click()
                says(widget, "slider").press("End")
                assert_in_sight(lab, widget, PARTS, which)


def test_the_parts_of_a_step_through_are_in_sight_together_when_it_asks(lab):
    assert_in_sight_at_all_sizes(lab, shown(lab, "one screen", dict([next(iter(STEPPED.items()))])))


@pytest.mark.exhaustive
def test_the_parts_of_every_step_through_and_quiz_are_in_sight_together(lab):
    widgets = shown(lab, "screens", STEPPED | QUIZZES)
    assert_in_sight_at_all_sizes(lab, {name: widgets[name] for name in STEPPED})
    for size in SIZES:
        with lab.width(*size):
            for name in QUIZZES:
                widgets[name].scroll_into_view_if_needed()
                says(widgets[name], "check").click()
                assert_in_sight(lab, widgets[name], ["[data-testid=tree]", ".summary", ".bar", ".task"], (name, size))


@pytest.mark.exhaustive
def test_a_puzzle_is_seen_whole(lab):
    puzzle = shown(lab, "other screens", {"a puzzle": "BreakIt('alphabeta', 5)"})["a puzzle"]
    for size in SIZES:
        with lab.width(*size):
            puzzle.scroll_into_view_if_needed()
            assert_in_sight(lab, puzzle, ["[data-testid=tree]", ".listing"], size)


@pytest.mark.exhaustive
def test_the_buttons_of_a_game_are_in_sight_with_its_board(lab):
    setup = "from minimax_lab.games import RPS, Isolation\nfrom minimax_lab.widgets import PlayGame"
    games = ["RPS.start('RPSRP', 'PSRSR')", "Isolation()"]
    lab.run("games on one screen", setup, *[f"PlayGame({game})" for game in games])
    widgets = lab.panel.locator(".play[data-ready='1']")
    expect(widgets).to_have_count(len(games))
    for size, widget in product([(1400, 813), (1400, 900), (1366, 768)], widgets.all()):
        with lab.width(*size):
            widget.scroll_into_view_if_needed()
            assert_in_sight(lab, widget, [".picture", ".said", ".bar"], ("a game to play", size))


QUIZ_PARTS = [".task", "[data-testid=tree]", ".summary", ".bar"]
LOW = {
    "BreakIt('alphabeta', 5)": [".task", ".bar", "[data-testid=summary]", "[data-testid=tree]"],
    "PlayGame(Isolation())": [".picture", ".said", ".bar"],
    "PlayGame(RPS.start('RPSRP', 'PSRSR'))": [".picture", ".said", ".bar"],
    "ValueQuiz(seed=1)": QUIZ_PARTS,
    "ValueQuiz(seed=1, depth=4)": QUIZ_PARTS,
    "PruningQuiz(seed=1)": QUIZ_PARTS,
    "PruningQuiz(seed=1, depth=4)": QUIZ_PARTS,
}


def test_in_a_low_window_what_is_asked_is_in_sight_with_what_is_worked_on_and_the_buttons(lab):
    """As on a projector with 1280 by 720 points, if all is enlarged to 150 %."""
    setup = "from minimax_lab.games import RPS, Isolation\nfrom minimax_lab.widgets import *"
    lab.run("low", setup, *LOW)
    widgets = lab.panel.locator(":is(.play, .quiz, .puzzle)[data-ready='1']")
    expect(widgets).to_have_count(len(LOW))
    with lab.width(853, 480):
        for widget, (which, parts) in zip(widgets.all(), LOW.items(), strict=True):
            widget.scroll_into_view_if_needed()
            pane, _, found = widget.evaluate(LOOK, parts)
            for part, [(top, bottom, _)] in zip(parts, found, strict=True):
                assert pane[0] <= top < bottom <= pane[1], (which, part, top, bottom, pane)
            for board in widget.locator(".tree-board").all():  # and what is written there is as large as in other trees
                assert board.locator(".node.leaf .label").first.evaluate(LETTERS) >= 7.7, which


LETTERS = "text => text.getAttribute('font-size') * text.getScreenCTM().a"  # in pixels

SHOWN = {
    "a game": (lambda: PlayGame(Isolation()).board, [".picture", ".said", ".bar"]),
    "values": (lambda: ValueQuiz(tree([[3, 12, 8], [2, 4, 6]])), [".task", ".tree-board", ".summary", ".bar"]),
    "a puzzle": (lambda: BreakIt("alphabeta", "wrong-bound"), [".task", ".bar", ".tree-board", ".listing"]),
}


@pytest.mark.parametrize("which", SHOWN)
def test_a_presenter_has_a_game_or_a_quiz_or_a_puzzle_on_the_whole_screen(browser, tmp_path, which):
    make, parts = SHOWN[which]
    with opened(browser, make(), tmp_path) as widget:
        page, present = widget.page, says(widget, "present")
        for width, height in [(853, 480), (1280, 720), (1920, 1080)]:
            page.set_viewport_size({"width": width, "height": height})
            present.click()
            page.wait_for_function("() => document.fullscreenElement")
            assert widget.bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
            assert widget.evaluate("root => root.scrollHeight <= root.clientHeight")
            boxes = [widget.locator(part).first.bounding_box() for part in parts]
            assert all(box["y"] >= 0 and box["y"] + box["height"] <= height for box in boxes), (width, boxes)
            worked_on = widget.locator(".picture, .tree-board").bounding_box()
            assert worked_on["height"] > 0.45 * height
            assert present.evaluate("button => getComputedStyle(button).fontSize") == "14px"
            assert present.bounding_box()["height"] == pytest.approx(28 * width / 853, abs=1)  # as large as the rest
            press_escape(page)
            assert widget.evaluate("root => root.style.zoom") == "1"


def press_escape(page):
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.fullscreenElement && !document.querySelector('.presenting')")


def forward_to_a_question(widget):
    step_to_a_question(widget)
    return says(widget, "answer-value")


def over_a_node(widget):
    says(widget, "node-1").click()
    return says(widget, "value")


TYPED = {  # widgets with fields, and how one comes to such a field
    "an answer": (lambda: step_through(alphabeta, figure("textbook"), predict=True), forward_to_a_question),
    "a value": (lambda: ValueQuiz(tree([[3, 12, 8], [2, 4, 6]])), over_a_node),
    "a window": (lambda: PruningQuiz(seed=1, ask_windows=True), lambda widget: says(widget, "alpha-0")),
}
NO_FULL_SCREEN = "Element.prototype.requestFullscreen = undefined"


@pytest.mark.parametrize("which", TYPED)
@pytest.mark.parametrize("before", ["", NO_FULL_SCREEN], ids=["full screen", "over the page"])
def test_escape_leaves_a_field_in_which_something_is_typed_and_only_then_the_presentation(
    browser, tmp_path, which, before
):
    make, come_to_a_field = TYPED[which]
    with opened(browser, make(), tmp_path, before=before) as widget:
        page, presented = widget.page, widget.page.locator(".presenting")
        says(widget, "present").click()
        field = come_to_a_field(widget)
        field.fill("3")
        page.keyboard.press("Escape")
        assert presented.count() == 1
        assert widget.evaluate("root => root.contains(document.activeElement)")  # keys go on coming here
        assert not field.evaluate("field => field === document.activeElement")
        press_escape(page)


def test_on_the_whole_screen_a_value_is_typed_over_its_node(browser, tmp_path):
    with opened(browser, ValueQuiz(tree([[3, 12, 8], [2, 4, 6]])), tmp_path) as widget:
        widget.page.set_viewport_size({"width": 1920, "height": 1080})
        says(widget, "present").click()
        widget.page.wait_for_function("() => document.fullscreenElement")
        node = says(widget, "node-1")
        node.click()
        field, shape = says(widget, "value").bounding_box(), node.locator(".shape").bounding_box()
        for start, size in [("x", "width"), ("y", "height")]:
            assert field[start] + field[size] / 2 == pytest.approx(shape[start] + shape[size] / 2, abs=3)


def test_on_a_phone_words_are_not_broken_and_a_folded_output_is_as_wide_as_the_page(lab):
    words = "print('so many positions that they do not fit into one line of a telephone ' * 3)"
    lab.run("phone", "from minimax_lab.widgets import ValueQuiz\nValueQuiz(seed=1)", words)
    expect(lab.shown("value-quiz")).to_have_count(1)
    with lab.width(390, 844):
        printed = lab.panel.locator(".jp-OutputArea-output pre").last
        printed.scroll_into_view_if_needed()
        assert broken_names(printed) == []
        lab.page.evaluate("() => { jupyterapp.commands.execute('notebook:hide-all-cell-outputs') }")
        expect(lab.panel.locator(".jp-OutputPlaceholder")).to_have_count(2)
        pane = lab.panel.locator(".jp-WindowedPanel-outer")
        assert pane.evaluate("pane => pane.scrollWidth <= pane.clientWidth")


@pytest.mark.parametrize("kind", ["PruningQuiz", "ValueQuiz"])
def test_on_a_phone_a_quiz_makes_no_page_scroll_sideways(lab, kind):
    """The first tree of lesson 4, which a mouse can use whole in JupyterLab; `test_access.py` has the finger."""
    boxes = f"{kind}(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))"
    lab.run_in("boxes on a phone", f"from minimax_lab.games import tree\nfrom minimax_lab.widgets import *\n{boxes}")
    widget = lab.panel.locator(".quiz[data-ready='1']")
    expect(widget).to_have_count(1)
    with lab.width(390, 844):
        widget.scroll_into_view_if_needed()
        pane = lab.panel.locator(".jp-WindowedPanel-outer")
        for part in (pane, widget, widget.locator(".tree-pane")):
            assert part.evaluate("part => part.scrollWidth <= part.clientWidth")
        box, around = widget.bounding_box(), pane.bounding_box()
        assert around["x"] <= box["x"] < box["x"] + box["width"] <= around["x"] + around["width"]
        assert lab.page.evaluate("() => document.documentElement.scrollWidth") == 390


@contextmanager
def files_beside(lab, are_shown):
    """Jupyter's list of files stands to the left of the notebook, as it does for a reader who never closed it."""
    try:
        lab.page.evaluate(f"() => {{ jupyterapp.shell.{'expand' if are_shown else 'collapse'}Left() }}")
        yield
    finally:
        lab.page.evaluate("() => { jupyterapp.shell.collapseLeft() }")


@pytest.mark.exhaustive
@pytest.mark.parametrize("are_shown", [False, True], ids=["without files", "beside files"])
def test_board_sliders_and_moves_of_an_explorer_are_in_sight_together(lab, are_shown):
    parts = [".board > *", ".slide input", ".total", ".best-line", ".scroll", "[data-testid=python]"]
    explorers = shown(lab, f"explorers {are_shown}", EXPLORERS)
    with files_beside(lab, are_shown):
        for size, (name, widget) in product(SIZES, explorers.items()):
            with lab.width(*size):
                widget.scroll_into_view_if_needed()
                for feature in "", "count-space", "count-space":  # as it is, with what a feature counts, and back
                    if feature:
                        says(widget, feature).click()
                    assert_in_sight(lab, widget, parts, (name, size, feature))
                    assert moves_in_sight(widget) >= (2 if is_counting(widget) else 3), (name, size)
                assert says(widget, "position").evaluate(IS_CUT_OFF) is False, (name, size)


IS_CUT_OFF = """select => { const context = document.createElement('canvas').getContext('2d');
  context.font = getComputedStyle(select).font;
  return context.measureText(select.selectedOptions[0].text).width > select.clientWidth - 30 }"""


def is_counting(widget):
    return "counting" in widget.get_attribute("class").split()


def moves_in_sight(widget):
    """How many moves of the list are seen whole."""
    return widget.evaluate(
        """root => { const { top, bottom } = root.querySelector('.scroll').getBoundingClientRect();
        const boxes = [...root.querySelectorAll('.moves li')].map((each) => each.getBoundingClientRect());
        return boxes.filter((box) => box.top >= top && box.bottom <= bottom).length }"""
    )
