"""An exercise in a real JupyterLab: a wrong program is typed in, and its report leads to where it goes wrong."""

import re
from pathlib import Path

import nbformat
import pytest

from tests.widgets.browser.tools import expect, press

EXERCISE = Path(__file__).parents[3] / "notebooks" / "exercises" / "04_alpha_beta.ipynb"

WRONG = """\
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha < beta:
            break
    return best
"""


@pytest.fixture(scope="module")
def report(lab):
    """The report on a wrong alpha-beta that was typed into the exercise."""
    notebook = nbformat.read(EXERCISE, as_version=4)
    kept = {"alphabeta", "check-alphabeta"}
    notebook.cells = [cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") in kept]
    nbformat.write(notebook, lab.folder / "exercise.ipynb")
    lab.open("exercise")
    lab.panel.locator(".jp-CodeCell").first.locator(".cm-content").click()
    press(lab, "Control+a")
    lab.page.keyboard.insert_text("from math import inf\n\n" + WRONG)
    lab.run_again()
    shown = lab.panel.locator(".minimax-report")
    expect(shown).to_have_count(1)
    return shown


def test_the_report_names_the_misconception_and_draws_the_smallest_tree(lab, report):
    expect(report).to_contain_text("alphabeta: not right yet")
    expect(report).to_contain_text("cut-reversed")
    expect(report).to_contain_text("alphabeta(tree([1, 2]), 1, -inf, inf, True, evaluate)")
    yours, right = report.locator("figure").all()
    expect(yours.locator("figcaption")).to_have_text("Yours")
    expect(yours.locator("img")).to_have_attribute("alt", re.compile("value 1, 1 leaf searched.*a ring: the root"))
    expect(right.locator("figcaption")).to_have_text("Right")
    expect(right.locator("img")).to_have_attribute("alt", re.compile("value 2, 2 leaves searched"))
    for figure in (yours, right):
        assert figure.locator("img").evaluate("image => image.naturalWidth") > 0
    expect(report.locator("[role=note]")).to_have_text(
        "Look at the line “if alpha < beta:”. "
        "Your function leaves the root with 1. It should look at the leaf after move 1 first."
    )


@pytest.mark.exhaustive
def test_a_state_has_a_mark_of_its_own_shape_and_colour_and_a_name_to_be_read_out(lab, report):
    mark = report.locator("h4 [role=img]")
    expect(mark).to_have_attribute("aria-label", "not yet")
    expect(mark).to_have_text("✗")


@pytest.mark.exhaustive
def test_hints_come_one_at_a_time(lab, report):
    hint = report.locator(".minimax-report-hint")
    said = report.locator(".report-button", has=lab.page.locator(".minimax-report-hint")).get_by_role("status")
    expect(said).to_have_text("")  # the place is there before the words
    hint.click()
    expect(said).to_contain_text("Hint 1 of")
    hint.click()
    expect(said).to_contain_text("Hint 2 of")
    expect(said).not_to_contain_text("Hint 1 of")


@pytest.mark.exhaustive
def test_the_single_keys_of_jupyterlab_do_nothing_on_the_buttons_of_a_report(lab, report):
    for name in ("hint", "step"):
        report.locator(f".minimax-report-{name}").focus()
        press(lab, "m", "d", "d", "y", "l")
    expect(lab.panel.locator(".jp-CodeCell")).to_have_count(2)
    expect(lab.panel.locator(".jp-MarkdownCell")).to_have_count(0)
    expect(report).to_contain_text("cut-reversed")


@pytest.mark.exhaustive
def test_its_button_opens_the_step_through_of_the_students_code_where_it_goes_wrong(lab, report):
    report.locator(".minimax-report-step").click()
    widget = report.locator("[data-testid=step-through][data-ready='1']")
    expect(widget).to_have_count(1)
    step = int(lab.python("_.findings[0].replay().step"))
    expect(widget.get_by_test_id("where")).to_contain_text(f"step {step + 1} of")
    expect(widget.get_by_test_id("code").locator(".now")).to_contain_text("if alpha < beta:")
    expect(report.locator("[role=note]")).to_have_count(1)  # not again above the step-through


@pytest.mark.exhaustive
def test_the_right_search_comes_beside_it_when_it_is_asked_for_without_its_code(lab, report):
    widget = report.locator("[data-testid=step-through][data-ready='1']")
    expect(widget.get_by_test_id("code")).to_have_count(1)
    report.locator(".minimax-report-right").click()
    expect(widget.get_by_test_id("code")).to_have_count(2)
    expect(widget).to_have_count(1)
    expect(widget.get_by_test_id("code").last).to_contain_text("not available")
    step = int(lab.python("_.findings[0].replay().step"))
    expect(widget).to_have_attribute("data-step", str(step))
