"""A report, as text, as a page and as a widget."""

import base64
import re
from dataclasses import replace

from minimax_lab import check
from minimax_lab.check.report import MARKS, NOTHING, Finding, Replay, Report
from minimax_lab.games import Isolation, tree
from minimax_lab.search import minimax
from minimax_lab.trace import trace
from minimax_lab.widgets.report.page import COLOURS
from minimax_lab.widgets.report.report import ReportView, report_bundle
from minimax_lab.widgets.stepper.stepper import StepThrough

TREE = tree([[1, 2]])
FAULT = Finding(
    "some-code",
    "A title",
    "What `it` did <here>.",
    TREE,
    "search(tree([[1, 2]]))",
    returned=None,
    expected=1,
    hints=("a nudge", "a plain word"),
    replay=lambda: Replay(trace(minimax, TREE), 3),
)
REMARK = Finding("strict-cut", "A remark", "It is right.", remark=True)


def html_of(report):
    return report_bundle(report)["text/html"]


def picture(html):
    """The text of the picture in a page."""
    return base64.b64decode(re.search(r"base64,([^\"]+)", html)[1]).decode()


def test_a_report_prints_what_was_returned_and_what_is_right():
    assert str(Report("minimax", [FAULT], 0.25)).splitlines() == [
        "✗ minimax: not right yet (25%)",
        "",
        "✗ A title",
        "  What `it` did <here>.",
        "  search(tree([[1, 2]]))",
        "    returned None",
        "    right is 1",
        "",
        "For a hint: .hint()",
    ]


def test_a_name_of_the_catalogue_is_told_as_one_and_no_other_code_is_shown():
    named = replace(FAULT, code="no-role-flip")
    for told in str(named), html_of(Report("minimax", [named], 0.0)):
        assert "In the catalogue of misconceptions: no-role-flip" in told
    assert "some-code" not in str(FAULT)
    shown = re.sub("<[^>]*>", "", html_of(Report("minimax", [FAULT], 0.0)))
    assert "A title" in shown
    assert "some-code" not in shown


def test_a_board_is_printed_where_there_are_no_pictures():
    board = Isolation().forecast_move((0, 0))
    assert str(Finding("a", "A title", "A message.", board, "value(state)")).splitlines()[2:] == [
        "  state = Isolation().forecast_move((0, 0))",
        "  value(state)",
        "  The board, MIN to move:",
        "    1 . .",
        "    . . #",
    ]


def test_nothing_returned_is_not_the_same_as_none():
    assert not any("returned" in line for line in Finding("a", "b", "c", returned=NOTHING).outcome_lines())


def test_a_remark_costs_nothing():
    assert Report("minimax", [REMARK]).passed
    assert not Report("minimax", [REMARK, FAULT], 0.5).passed


def test_hints_come_one_at_a_time_and_the_last_one_stays():
    report = Report("minimax", [REMARK, FAULT], 0.5)
    said = [report.hint() for _ in range(3)]
    assert said == ["Hint 1 of 2: a nudge", "Hint 2 of 2: a plain word", "Hint 2 of 2: a plain word"]
    assert Report("minimax", []).hint() == "There is nothing to hint at."


def test_a_notebook_shows_the_students_run_on_the_counterexample():
    bundle = report_bundle(Report("minimax", [FAULT], 0.0))
    assert bundle["text/plain"].startswith("✗ minimax")
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "<code>it</code> did &lt;here&gt;." in bundle["text/html"]
    assert "value 1, 2 leaves searched" in bundle["text/html"]
    assert "<svg" in picture(bundle["text/html"])


def test_the_button_opens_the_step_through_where_the_two_ways_part():
    _, shown, _ = ReportView(Report("minimax", [FAULT], 0.0)).children
    shown.button.click()
    opened = shown.children[-1]  # there is no right search to show beside it
    assert isinstance(opened, StepThrough)
    assert (opened.step, opened.grain) == (3, "line")
    assert shown.button.done
    shown.button.click()
    assert shown.children[-1] is opened
    assert len(shown.children) == 3


def test_what_happened_is_said_once_and_not_again_beside_the_tree():
    def parts(banner):
        view = ReportView(Report("it", [replace(FAULT, replay=lambda: Replay(trace(minimax, TREE), 3, banner))], 0.0))
        view.children[1].button.click()
        return view.page.count("role='note'"), len(view.children[1].children)

    assert parts("What it did.") == (1, 3)
    assert parts(FAULT.title) == (0, 3)


def test_the_right_search_takes_its_place_beside_the_students_when_it_is_asked_for():
    both = replace(FAULT, replay=lambda: Replay(trace(minimax, TREE), 3, "What happened.", trace(minimax, TREE)))
    _, shown, _ = ReportView(Report("minimax", [both], 0.0)).children
    shown.button.click()
    shown.steps.step = 5
    shown.beside.click()
    (opened,) = (child for child in shown.children if isinstance(child, StepThrough))
    assert len(opened.traces) == 2
    assert opened.step == 5
    assert shown.beside.done


def test_every_state_has_a_mark_and_a_shape_of_its_own():
    reports = [Report("minimax", []), Report("minimax", [REMARK]), Report("minimax", [FAULT], 0.0)]
    assert len({*MARKS.values()}) == len(MARKS) == len(COLOURS) == 5
    states = [re.findall("data-state='([^']+)'", html_of(report)) for report in reports]
    assert states == [["right"], ["right", "remark"], ["not-yet", "not-yet"]]
    words = [re.sub("<[^>]*>", "", html_of(report)) for report in reports]
    assert "minimax: right" in words[0]
    assert "i remark A remark" in words[1]
    assert str(reports[1]).splitlines()[2] == "i Remark: A remark"
    assert "✗ not yet A title" in words[2]
    assert "border-left:4px dashed" in html_of(reports[1])
    assert "border-left:4px solid" in html_of(reports[2])


def test_a_ring_is_drawn_around_what_is_spoken_of_and_said_in_words():
    ringed = replace(FAULT, replay=lambda: Replay(trace(minimax, TREE), 3, "What happened.", ringed=((0, 1),)))
    pages = [html_of(Report("minimax", [finding], 0.0)) for finding in (FAULT, ringed)]
    dashed = [picture(page).count("stroke-dasharray") for page in pages]
    assert dashed[1] == dashed[0] + 1
    assert "a ring: after move 0, then 1" in pages[1]
    assert "What happened." in pages[1]


def test_a_finding_without_a_replay_has_no_button():
    _, shown = ReportView(Report("minimax", [REMARK])).children
    assert len(shown.children) == 1


def test_the_hint_button_shows_the_next_hint():
    *_, hints = ReportView(Report("minimax", [FAULT], 0.0)).children
    hints.click()
    assert hints.said == "Hint 1 of 2: a nudge"
    hints.click()
    assert hints.said == "Hint 2 of 2: a plain word"


def test_a_line_of_moves_is_shown_as_the_board_that_it_leads_to():
    class Stuck:
        def get_legal_moves(self):
            return []

        def forecast_move(self, move):
            return Stuck()

    report = check.game_state(Stuck)
    assert report.findings[0].counterexample.position == Isolation()
    assert "Isolation, 1 (MAX) to move" in report_bundle(report)["text/html"]
