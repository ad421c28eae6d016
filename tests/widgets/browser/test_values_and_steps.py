"""The quiz on values, and the editor's typing and its step-through, in a real JupyterLab."""

import re

import pytest

from minimax_lab.widgets import PruningQuiz, TreeEditor, ValueQuiz
from tests.widgets.browser.conftest import CELLS
from tests.widgets.browser.tools import eventually, expect, nameless, opened, press, run_again, says

QUIZ = """\
from minimax_lab.widgets import ValueQuiz
q = ValueQuiz([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
q"""
EDITOR = """\
from minimax_lab.widgets import TreeEditor
def mine(state):
    if not state.children:
        return state.value
    return max(-mine(child) for child in state.children.values())
e = TreeEditor([[3, 12], [8, 2]], mine)
e"""


@pytest.fixture(scope="module")
def value_quiz_page(lab):
    lab.run("values", QUIZ)


@pytest.fixture
def quiz(lab, value_quiz_page):
    return run_again(lab, "values", "value-quiz")


@pytest.fixture(scope="module")
def step_editor_page(lab):
    lab.run("steps", EDITOR)


@pytest.fixture
def editor(lab, step_editor_page):
    return run_again(lab, "steps", "editor")


def node(widget, number):
    return widget.get_by_test_id(f"node-{number}")


def test_values_are_clicked_and_typed_one_after_the_other(lab, quiz):
    for number, value in [(1, "3"), (5, "6"), (9, "2")]:
        node(quiz, number).click()
        lab.page.keyboard.type(value)
    expect(says(quiz, "marked")).to_have_text("2 of 4 filled in")
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_have_text("2 right, 1 wrong, 1 still empty.")
    expect(says(quiz, "remarks").locator("li")).to_have_count(0)
    expect(quiz.locator(".badge.shown")).to_have_text(["✓", "✗", "✓"])  # nodes 1, 5 and 9
    expect(node(quiz, 1)).to_have_attribute("aria-label", "MIN, after move 0, your value 3, right")
    expect(node(quiz, 5)).to_have_attribute("aria-label", "MIN, after move 1, your value 6, wrong")
    expect(node(quiz, 0)).to_have_attribute("aria-label", "MAX, the root, no value yet")
    expect(quiz.locator(".node.wrong")).to_have_count(1)
    says(quiz, "explain").click()
    expect(says(quiz, "remark-5")).to_contain_text("You wrote 6, which is what ▲\u00a0MAX would take.")
    expect(says(quiz, "remarks").locator("li")).to_have_count(1)
    node(quiz, 5).click()
    lab.page.keyboard.type("-2")
    node(quiz, 0).click()
    expect(node(quiz, 5)).to_have_attribute("aria-label", re.compile("^MIN, after move 1, your value −2,"))
    node(quiz, 5).click()
    says(quiz, "value").fill("2")
    node(quiz, 0).click()
    lab.page.keyboard.type("3")
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_have_text("All right! 3 points. The root is worth 3.")
    eventually(lab, "(q.score, q.correct)", "(3, True)")


@pytest.mark.exhaustive
def test_a_value_that_is_changed_after_a_check_is_marked_no_more_until_the_next(browser, tmp_path):
    with opened(browser, ValueQuiz([[3, 12], [2, 4]]), tmp_path) as quiz:
        for value, verdict in ("8", "wrong"), ("3", "right"):
            node(quiz, 1).click()
            says(quiz, "value").fill(value)
            node(quiz, 2).click()  # a leaf: nothing is typed any more
            expect(node(quiz, 1)).to_have_attribute("aria-label", f"MIN, after move 0, your value {value}")
            says(quiz, "check").click()
            expect(node(quiz, 1)).to_have_attribute("aria-label", f"MIN, after move 0, your value {value}, {verdict}")
            expect(quiz.locator(".badge.shown")).to_have_count(1)
        says(quiz, "reset").click()
        expect(quiz.locator(".badge.shown")).to_have_count(0)


@pytest.mark.exhaustive
def test_values_are_filled_in_with_the_keyboard_alone(lab, quiz):
    node(quiz, 0).focus()
    press(lab, "ArrowDown", "3", "Enter", "2", "Enter", "2", "Enter", "3", "Enter")
    expect(node(quiz, 0)).to_be_focused()
    expect(node(quiz, 0)).to_have_attribute("aria-label", "MAX, the root, your value 3")
    press(lab, "Delete")
    expect(node(quiz, 0)).to_have_attribute("aria-label", "MAX, the root, no value yet")
    press(lab, "3", "Enter")
    says(quiz, "check").focus()
    press(lab, "Enter")
    expect(says(quiz, "summary")).to_have_text("All right! 4 points. The root is worth 3.")
    assert nameless(quiz) == []


@pytest.mark.exhaustive
def test_nodes_are_equally_wide_whatever_their_values(lab, quiz):
    widths = {round(node(quiz, number).locator(".shape").bounding_box()["width"]) for number in (1, 5, 9)}
    assert len(widths) == 1


@pytest.mark.exhaustive
def test_leaf_after_leaf_is_clicked_and_typed_into(lab, editor):
    for number, value in [(2, "70"), (3, "-5"), (5, "1234"), (6, "9")]:
        node(editor, number).click()
        lab.page.keyboard.type(value)
    press(lab, "Enter")
    eventually(lab, "e.text", repr("tree([[70, -5], [1234, 9]])"))


@pytest.mark.exhaustive
def test_control_z_right_after_adding_a_child_takes_it_away(lab, editor):
    node(editor, 1).focus()
    says(editor, "add-child").click()
    expect(says(editor, "value")).to_be_focused()
    press(lab, "Control+z")
    expect(says(editor, "value")).to_be_hidden()
    eventually(lab, "e.text", repr("tree([[3, 12], [8, 2]])"))
    assert editor.evaluate("root => root.contains(document.activeElement)")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "shown"), [("mine", "mine"), ("minimax", "minimax"), ("alpha-beta", "alphabeta")])
def test_the_tree_just_drawn_is_stepped_through(lab, editor, name, shown):
    node(editor, 2).click()
    lab.page.keyboard.type("4")
    says(editor, "step-search").select_option(label=name)
    says(editor, "step").click()
    stepper = lab.shown("step-through")
    expect(stepper).to_have_count(1)
    eventually(lab, "e._stepper.traces[0].search", repr(shown))
    eventually(lab, "repr(e._stepper.traces[0].root.state)", repr("tree([[4, 12], [8, 2]])"))
    node(editor, 2).click()
    lab.page.keyboard.type("6")
    press(lab, "Enter")
    expect(stepper).to_have_count(0)  # it was about another tree


@pytest.mark.exhaustive
def test_without_a_search_of_ones_own_the_one_that_is_shown_is_stepped_through(lab):
    lab.run_in("shown", 'from minimax_lab.widgets import TreeEditor\ne = TreeEditor(search="minimax")\ne')
    editor = lab.shown("editor")
    expect(editor.get_by_role("combobox")).to_have_count(2)
    expect(editor.get_by_role("combobox", name="Who moves first")).to_have_count(1)
    for search in "minimax", "alphabeta":
        editor.get_by_role("combobox", name="Searched by").select_option(search)
        says(editor, "step").click()
        eventually(lab, "e._stepper and e._stepper.traces[0].search", repr(search))


@pytest.mark.exhaustive
@pytest.mark.parametrize("search", ["minimax", len])
def test_the_controls_of_the_editor_stand_in_a_row_as_wide_as_a_notebook(browser, tmp_path, search):
    with opened(browser, TreeEditor(search=search), tmp_path, width=800) as editor:
        row = [*editor.locator(".bar.top button").all(), *editor.locator(".bar.top select:visible").all()]
        middles = {round(each.bounding_box()["y"] + each.bounding_box()["height"] / 2) for each in row}
        assert max(middles) - min(middles) <= 2


@pytest.mark.exhaustive
def test_the_tree_as_python_has_a_line_of_its_own_beside_nbgraders_style_sheet(lab, editor):
    assert says(editor, "python").bounding_box()["width"] > 0.5 * editor.bounding_box()["width"]


@pytest.mark.exhaustive
def test_a_search_that_fails_at_once_is_told(lab):
    lab.run_in("failing", "from minimax_lab.widgets import TreeEditor\nTreeEditor(search=lambda: 3)")
    editor = lab.shown("editor")
    says(editor, "step").click()
    expect(says(editor, "message")).to_contain_text("This search cannot be shown. TypeError")


GRADED = """\
from minimax_lab.widgets import ValueQuiz
q = ValueQuiz([[3, 12], [2, 4]], graded=True)
q"""
LEAVES = """\
from minimax_lab.widgets import ValueQuiz
q = ValueQuiz([[3, 12], [2, 4]], graded=True, leaves=True, task="Change one leaf.")
q"""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("cell", "number", "answer"), [(GRADED, 1, "{(0,): 3}"), (LEAVES, 6, "{(1, 1): 3}")])
def test_what_is_typed_into_a_graded_quiz_becomes_the_cell_that_takes_it_over(lab, cell, number, answer):
    lab.run(f"graded {number}", cell, 'mine = q.hand_in("mine")')
    quiz = lab.shown("value-quiz")
    expect(says(quiz, "check")).to_have_count(0)
    node(quiz, number).click()
    lab.page.keyboard.type("3")
    press(lab, "Enter", "Escape")
    eventually(lab, "q.given", answer)
    expect(says(quiz, "summary")).to_contain_text("Run the cell below to hand this in.")
    lab.page.evaluate(
        "() => { jupyterapp.shell.currentWidget.content.activeCellIndex = 1;"
        " jupyterapp.commands.execute('notebook:run-cell') }"
    )
    again = '# To hand in another answer, put only this line into the cell and run it: mine = q.hand_in("mine")'
    cell = f"mine = {answer}\n{again}"
    lab.page.wait_for_function(f"text => {CELLS}[1].model.sharedModel.getSource() === text", arg=cell)
    expect(says(quiz, "summary")).to_have_text("This is handed in.")
    says(quiz, "reset").click()
    eventually(lab, "q.given", "{}")
    expect(says(quiz, "summary")).to_contain_text("Changed since you handed it in.")
    assert nameless(quiz) == []


def test_where_leaves_are_asked_for_nothing_speaks_of_other_nodes(browser, tmp_path):
    with opened(browser, ValueQuiz([[3, 12], [2, 4]], graded=True, leaves=True, task="…"), tmp_path) as quiz:
        expect(quiz.locator(".keys")).to_contain_text("Click a leaf and type its new number.")
        expect(quiz.get_by_role("tree", name="Game tree of the quiz: give a leaf a new number")).to_have_count(1)


def test_an_exercise_that_asks_for_other_marks_says_nothing_of_pruning(browser, tmp_path):
    with opened(browser, PruningQuiz([[3, 12], [2, 4]], graded=True, task="Mark it."), tmp_path) as quiz:
        node(quiz, 2).click()
        expect(node(quiz, 2)).to_have_attribute("aria-label", "Leaf 3, after move 0, then 0, marked")
        expect(quiz.locator(".badge.shown")).to_have_text(["•"])
        expect(quiz.locator(".pruned, .cut")).to_have_count(0)
        expect(quiz).not_to_contain_text("✂")
        expect(quiz.locator(".head b")).to_have_text("Tree quiz")
