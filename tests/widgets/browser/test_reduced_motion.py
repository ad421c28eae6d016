"""Those who ask their system for less motion get none: nothing glides, scrolls smoothly or plays by itself."""

import pytest

from minimax_lab.evaluate import rps_standard
from minimax_lab.games import RPS, Isolation, figure, random_tree
from minimax_lab.search import alphabeta
from minimax_lab.widgets import EvaluationExplorer, PlayGame, PruningQuiz, TreeEditor, ValueQuiz, step_through
from tests.widgets.browser.tools import opened, says

# The page stands for a cell that was just run: then the step-through scrolls into view.
WATCH = """
addEventListener("DOMContentLoaded", () => document.documentElement.classList.add("jp-Cell", "jp-mod-active"));
window.scrolls = [];
Element.prototype.scrollIntoView = (options) => scrolls.push(options?.behavior ?? "auto");
"""


def steps(widget):
    for _ in range(12):
        widget.page.keyboard.press("ArrowRight")
        yield
    widget.page.keyboard.press("End")
    yield


def fill_weights(widget):
    for field in widget.locator("input[type=number]").all():
        field.fill("-50")
        yield


def click_about(widget):
    for node in widget.locator("[role=treeitem]").all()[:4]:
        node.click()
        widget.page.keyboard.press("ArrowDown")
        yield


def click_a_cell(widget):
    widget.locator("button.place").first.click()
    yield


WIDGETS = {
    "step-through": (lambda: step_through(alphabeta, random_tree(6, 3, seed=1)), steps),
    "step-through, predicting": (lambda: step_through(alphabeta, figure("textbook"), predict=True), steps),
    "side by side": (lambda: step_through(alphabeta, figure("textbook"), beside=alphabeta), steps),
    "explorer": (lambda: EvaluationExplorer(RPS.from_text("PS./rs./... RPP RSS 1 16"), rps_standard), fill_weights),
    "pruning quiz": (lambda: PruningQuiz(seed=1), click_about),
    "value quiz": (lambda: ValueQuiz(seed=1), click_about),
    "editor": (TreeEditor, click_about),
    "play": (lambda: PlayGame(Isolation()).board, click_a_cell),
}
GLIDING = ["step-through", "explorer"]


def motions(browser, folder, name, motion):
    """What moves while the widget is used: the animations and transitions, and the kinds of scrolling."""
    make, act = WIDGETS[name]
    with opened(browser, make(), folder, before=WATCH, reduced_motion=motion) as widget:
        at_first = widget.get_attribute("data-step")
        widget.page.wait_for_timeout(300)
        assert widget.get_attribute("data-step") == at_first  # it does not begin to play
        if act is steps:
            says(widget, "forward").focus()
        running = sum(widget.page.evaluate("() => document.getAnimations().length") for _ in act(widget))
        return running, set(widget.page.evaluate("() => scrolls"))


@pytest.mark.parametrize("name", WIDGETS)
def test_nothing_moves_for_those_who_do_not_want_it(browser, tmp_path, name):
    running, scrolls = motions(browser, tmp_path, name, "reduce")
    assert running == 0
    assert scrolls <= {"auto"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", GLIDING)
def test_for_others_it_glides_so_that_the_test_above_can_see_it(browser, tmp_path, name):
    running, scrolls = motions(browser, tmp_path, name, "no-preference")
    assert running > 0
    assert scrolls == ({"smooth"} if name == "step-through" else set())
