"""The step-through in a real JupyterLab, used as a student would use it."""

import re

import pytest

from tests.widgets.browser.tools import background, eventually, expect, press

SETUP = """\
from minimax_lab.games import figure, random_tree, tree, TicTacToe
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets import step_through
"""
CUT = (
    "Cut: ▼ MIN can already hold MAX to 2 here, but ▲ MAX is already sure of 3 by playing a1 at the root, "
    "and will not let the game come here. Not searched: c2, c3."
)


@pytest.fixture(scope="module")
def textbook(lab):
    """The textbook's tree searched by alpha-beta, as `w`, in a notebook of its own."""
    lab.run("textbook", SETUP + 'w = step_through(alphabeta, figure("textbook"))\nw')
    return widget_of(lab)


@pytest.fixture
def fresh(textbook):
    """The same, at its first step and in the grain of nodes."""
    textbook.choose("grain", "node")
    textbook.get("slider").press("Home")
    return textbook


class Widget:
    def __init__(self, lab, element):
        self.lab, self.element = lab, element
        element.wait_for(timeout=20_000)

    def get(self, testid):
        return self.element.get_by_test_id(testid)

    def click(self, testid, times=1):
        for _ in range(times):
            self.get(testid).click()

    def choose(self, testid, value):
        self.get(testid).select_option(value)

    def story(self):
        return self.get("story").inner_text()

    def where(self):
        return self.get("where").inner_text()

    def node(self, *moves):
        """The element of the node that the moves lead to, found as a screen reader finds it."""
        place = f", after {', then '.join(moves)}" if moves else ", the root"
        here = f"[aria-label*='{place}:'], [aria-label*='{place},']:not([aria-label*='{place}, then'])"
        return self.element.locator(f"[role=treeitem]:is({here})")

    def describes(self, *moves):
        return self.node(*moves).get_attribute("aria-label")


def widget_of(lab, number=0):
    """One of the step-throughs in the notebook that is open."""
    return Widget(lab, lab.shown("step-through").nth(number))


def test_the_first_step_is_shown_when_the_cell_has_run(fresh):
    assert fresh.where() == "step 1 of 23"
    assert fresh.story() == "Search the root: ▲ MAX to move. Neither player is sure of anything yet: α = −∞, β = ∞."
    assert fresh.describes() == "MAX, the root, being searched"
    assert "current" in fresh.node().get_attribute("class")
    assert fresh.get("code").locator(".now").inner_text().startswith("def alphabeta(")


@pytest.mark.exhaustive
def test_the_mouse_steps_forward_and_back(fresh):
    fresh.click("forward", 3)
    assert fresh.where() == "step 4 of 23"
    assert fresh.story() == "The game ends here, after a1, then b1: worth 3."
    assert fresh.describes("a1", "b1") == "Leaf, after a1, then b1: 3, searched"
    assert fresh.describes("a1") == "MIN, after a1: at most 3, being searched"
    fresh.click("back", 2)
    assert fresh.where() == "step 2 of 23"
    assert fresh.describes("a1") == "MIN, after a1, being searched"


@pytest.mark.exhaustive
def test_the_keyboard_steps_forward_and_back_to_the_ends_and_plays(fresh):
    fresh.get("forward").focus()
    press(fresh.lab, "ArrowRight", "ArrowRight")
    assert fresh.where() == "step 3 of 23"
    press(fresh.lab, "ArrowLeft")
    assert fresh.where() == "step 2 of 23"
    press(fresh.lab, "End")
    assert fresh.story() == "Done: alphabeta returns 3."
    press(fresh.lab, "Home")
    assert fresh.where() == "step 1 of 23"
    fresh.choose("speed", "60")
    fresh.get("slider").focus()
    press(fresh.lab, "Space")
    expect(fresh.get("story")).to_contain_text("Done", timeout=10_000)
    assert fresh.get("play").get_attribute("aria-label") == "Play (Space)"
    assert fresh.where() == "step 23 of 23"


@pytest.mark.exhaustive
def test_space_pauses_what_plays(fresh):
    fresh.choose("speed", "0.7")
    fresh.click("play")
    assert fresh.get("play").get_attribute("aria-label") == "Pause (Space)"
    fresh.get("slider").focus()
    press(fresh.lab, "Space")
    assert fresh.get("play").get_attribute("aria-label") == "Play (Space)"


@pytest.mark.exhaustive
def test_a_cut_says_why_and_shows_what_made_it_safe(fresh):
    fresh.choose("grain", "cut")
    fresh.click("forward")
    assert fresh.story() == CUT
    assert "why" in fresh.node().get_attribute("class").split()
    assert "why" in fresh.node("a1").get_attribute("class").split()
    assert fresh.element.locator(".reasons path.arc").count() == 2  # and the light line behind it
    assert fresh.describes("a2", "c2") == "Leaf, after a2, then c2: 4, never searched: cut off"
    assert fresh.element.locator(".edge.cut .scissors:visible").count() == 2
    assert fresh.get("window").inner_text() == "2 ≤ α = 3: the window is closed"
    assert fresh.get("counts").inner_text() == "7 nodes · 4 of 9 leaves · 1 cut-off"


@pytest.mark.exhaustive
def test_the_value_of_a_pruned_leaf_does_not_move_the_root(fresh):
    fresh.choose("grain", "cut")
    fresh.click("forward")
    assert fresh.get("verdict").inner_text() == "The root is 3. Will it move?"
    for value in ("-99", "99"):
        fresh.get("whatif-value").fill(value)
        assert fresh.get("verdict").inner_text() == "The root is still 3."
    assert fresh.describes("a2", "c2").startswith("Leaf, after a2, then c2: 99,")
    fresh.click("whatif-undo")
    assert fresh.describes("a2", "c2").startswith("Leaf, after a2, then c2: 4,")


@pytest.mark.exhaustive
def test_a_pruned_leaf_can_be_dragged_to_another_value(fresh):
    fresh.choose("grain", "cut")
    fresh.click("forward")
    box, mouse = fresh.node("a2", "c3").locator(".shape").bounding_box(), fresh.lab.page.mouse
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 40, y, steps=4)
    mouse.up()
    assert fresh.describes("a2", "c3").startswith("Leaf, after a2, then c3: 11,")
    assert fresh.get("verdict").inner_text() == "The root is still 3."
    fresh.click("whatif-undo")


@pytest.mark.exhaustive
def test_a_click_on_a_node_goes_to_where_it_is_next_touched(fresh):
    fresh.node("a3").click()
    assert fresh.story().startswith("Search after a3:")
    fresh.node("a3").click()
    assert fresh.story() == "▼ MIN, after a3, is worth 2."
    fresh.node("a2", "c2").click()
    assert fresh.get("whatif-leaf").locator("option:checked").inner_text() == "a2 c2"


@pytest.mark.exhaustive
def test_the_nodes_can_be_reached_by_keyboard(fresh):
    fresh.node().focus()
    press(fresh.lab, "ArrowDown", "Shift+ArrowRight")
    label = fresh.lab.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label == "MIN, after a2, not searched yet"
    press(fresh.lab, "Enter")
    assert fresh.story().startswith("Search after a2:")
    press(fresh.lab, "f")
    assert fresh.element.locator(".fold").count() == 1
    press(fresh.lab, "f")
    assert fresh.element.locator(".fold").count() == 0


@pytest.mark.exhaustive
def test_every_line_is_shown_with_the_variables_it_works_with(fresh):
    fresh.choose("grain", "line")
    fresh.click("last")
    assert fresh.where() == "step 106 of 106"
    assert fresh.get("code").locator(".now").text_content().strip() == "return valuevalue = 3"  # and room between
    assert "value = 3" in fresh.get("call-0").inner_text().replace("\n", "")


@pytest.mark.exhaustive
def test_every_control_has_a_name(fresh):
    names = fresh.element.locator("button, select, input").evaluate_all(
        "controls => controls.map(control => control.getAttribute('aria-label') ?? control.textContent)"
    )
    assert len(names) >= 15
    assert all(names)


@pytest.mark.exhaustive
def test_python_reads_and_sets_the_step(fresh):
    fresh.click("forward", 4)
    eventually(fresh.lab, "w.step", fresh.element.get_attribute("data-step"))
    fresh.lab.python("setattr(w, 'step', 10 ** 6)")
    expect(fresh.get("where")).to_have_text("step 23 of 23")


@pytest.mark.exhaustive
def test_fast_clicking_breaks_nothing(fresh):
    fresh.element.evaluate(
        """root => { const get = id => root.querySelector(`[data-testid=${id}]`);
        const ids = ['forward', 'play', 'last', 'back', 'first', 'fold', 'play'];
        for (let i = 0; i < 300; i++) get(ids[i * 7 % 11 % 7]).click() }"""
    )
    if fresh.get("fold").get_attribute("aria-pressed") == "true":
        fresh.click("fold")
    fresh.get("slider").press("Home")
    fresh.click("forward")
    assert fresh.where() == "step 2 of 23"


@pytest.mark.exhaustive
def test_the_widget_follows_the_dark_theme(fresh):
    assert background(fresh.element) == "rgb(255, 255, 255)"
    with fresh.lab.dark():
        expect(fresh.element).to_have_attribute("data-theme", "dark")
        assert background(fresh.element) == "rgb(18, 22, 29)"


@pytest.mark.exhaustive
def test_a_narrow_window_stacks_the_panes(fresh):
    tops = "root => ['.tree-pane', '.side'].map(pane => root.querySelector(pane).getBoundingClientRect().top)"
    tree, side = fresh.element.evaluate(tops)
    assert tree == side
    with fresh.lab.width(700):
        expect(fresh.element).to_have_class(re.compile(r"\bnarrow\b"))
        tree, side = fresh.element.evaluate(tops)
        assert tree < side


@pytest.mark.exhaustive
def test_two_copies_step_together_and_a_cell_can_be_run_again(lab):
    lab.run(
        "copies",
        SETUP + 'w = step_through(alphabeta, figure("textbook"))\nw',
        "w",
        "step_through(minimax, tree([1, 2]))",
    )
    one, two, other = (widget_of(lab, i) for i in range(3))
    one.click("forward", 5)
    expect(two.get("where")).to_have_text("step 6 of 23")
    assert other.where() == "step 1 of 6"
    lab.run_again()
    again = widget_of(lab)
    assert again.where() == "step 1 of 23"
    assert lab.shown("step-through").count() == 3
    again.click("last")
    assert again.story() == "Done: alphabeta returns 3."


@pytest.mark.exhaustive
def test_traces_of_all_kinds_are_shown(lab):
    lab.run(
        "kinds",
        SETUP + "step_through(minimax, tree(7))",
        'step_through(minimax, figure("three_branches"), beside=alphabeta)',
        "def failing(state):\n"
        "    if not state.get_legal_moves():\n"
        "        return 6 / (state.value - 2)\n"
        "    return max(failing(state.forecast_move(move)) for move in state.get_legal_moves())\n\n"
        'step_through(failing, figure("textbook"))',
        'step_through(alphabeta, TicTacToe("XOX .O. ..X"))',
        "step_through(minimax, random_tree(7, 3, seed=1))",
    )
    one, beside, failing, tictactoe, large = (widget_of(lab, i) for i in range(5))
    one.click("last")
    assert one.story() == "The game ends here, the root: worth 7."
    beside.click("last")
    counts = beside.get("counts").all_inner_texts()
    assert counts[0] == "22 nodes · 12 of 12 leaves"
    assert re.match(r"18 nodes · \d+ of 12 leaves · \d cut-offs", counts[1])
    assert failing.get("failure").inner_text() == "ZeroDivisionError: division by zero"
    failing.click("last")
    assert "ZeroDivisionError" in failing.story()
    assert tictactoe.get("board").locator("img").count() == 1
    assert large.element.locator(".fold").count() > 0
    large.click("forward", 3)
    assert large.describes("move 0", "0", "0").endswith("being searched")
    large.click("fold")
    assert large.element.locator("canvas").count() == 1
    large.click("last")
    assert large.story().startswith("Done: minimax returns")


@pytest.mark.exhaustive
def test_after_shift_and_enter_a_widget_below_the_fold_comes_into_view(lab):
    lab.run("below", SETUP + "print('line\\n' * 45)", 'step_through(alphabeta, figure("textbook"))')
    widget_of(lab).click("forward")
    lab.page.evaluate(
        """() => { const notebook = jupyterapp.shell.currentWidget.content;
        notebook.activeCellIndex = 0; notebook.node.querySelector('.jp-WindowedPanel-outer').scrollTop = 0;
        notebook.activeCellIndex = 1; notebook.widgets[1].model.executionCount = null;
        jupyterapp.commands.execute('notebook:run-cell-and-select-next') }"""
    )
    lab.page.wait_for_function(
        """() => { const shown = [...document.querySelectorAll('[data-testid=step-through][data-ready="1"]')]
            .filter((each) => each.offsetParent && each.dataset.step === '0').pop();
        const box = shown?.getBoundingClientRect();
        return box && box.top > 0 && box.bottom <= innerHeight + 1 }"""
    )


@pytest.mark.exhaustive
def test_a_restarted_kernel_leaves_the_widget_working(lab):
    lab.run("restart", SETUP + 'step_through(alphabeta, figure("textbook"))')
    widget = widget_of(lab)
    lab.restart()
    widget.click("last")
    assert widget.story() == "Done: alphabeta returns 3."
    lab.run_again()
    again = widget_of(lab)
    again.click("forward")
    assert again.where() == "step 2 of 23"


@pytest.mark.exhaustive
def test_a_notebook_that_was_saved_and_closed_shows_its_widget_again(lab):
    lab.run("kept", SETUP + 'step_through(alphabeta, figure("textbook"))')
    lab.shown("step-through").first.wait_for()
    lab.come_back_to("kept", "step-through")
    widget = widget_of(lab)
    widget.click("last")
    assert widget.story() == "Done: alphabeta returns 3."


@pytest.mark.exhaustive
def test_a_saved_page_works_by_itself(browser, tmp_path):
    from minimax_lab.games import figure
    from minimax_lab.search import alphabeta
    from minimax_lab.widgets import step_through

    file = step_through(alphabeta, figure("textbook")).save_html(tmp_path / "cut.html")
    page, trouble = browser.new_page(), []
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("request", lambda request: trouble.append(request.url) if request.url.startswith("http") else None)
    page.goto(file.as_uri())
    widget = Widget(None, page.locator("[data-ready='1']"))
    widget.choose("grain", "cut")
    widget.click("forward")
    assert widget.story() == CUT
    page.close()
    assert trouble == []
