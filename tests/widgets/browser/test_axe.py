"""Every widget against WCAG 2.2 AA, as far as axe-core can tell: light and dark, wide and narrow."""

import re
from contextlib import nullcontext

import pytest

from tests import needs
from tests.widgets.browser.conftest import ROOT
from tests.widgets.browser.tools import expect, says

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WIDGETS = """\
from IPython.display import display
from minimax_lab import check
from minimax_lab.evaluate import chess_evaluation, rps_standard
from minimax_lab.game import MAX
from minimax_lab.games import *
from minimax_lab.search import *
from minimax_lab.widgets import *

class Nim:
    def __init__(self, stones=5):
        self.stones = stones
    def get_legal_moves(self):
        return [take for take in (1, 2) if take <= self.stones]
    def forecast_move(self, take):
        return Nim(self.stones - take)
    def __repr__(self):
        return f"Nim({self.stones})"

def failing(state):
    return max(failing(state.forecast_move(move)) for move in state.get_legal_moves())

def leaves_only(state):
    todo, least = [state], None
    while todo:
        node = todo.pop()
        todo += [node.forecast_move(move) for move in node.get_legal_moves()]
        least = node.utility() if not node.get_legal_moves() else least
    return least

def all_max(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = max if maximizing else min
    return best(all_max(state.forecast_move(move), depth - 1, maximizing, evaluate) for move in moves)

def remembers(state, table):
    if state not in table:
        moves = state.get_legal_moves()
        best = max if state.active_player is MAX else min
        table[state] = best(remembers(state.forecast_move(m), table) for m in moves) if moves else state.utility()
    return table[state]

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
wrong = PruningQuiz(TREE, ask_windows=True)
right = PruningQuiz(TREE)
right.marked = {(1, 1), (1, 2)}
values = ValueQuiz(TREE)
values._answers = {"1": "12"}
boards = [TicTacToe("X.. .O. ..."), ConnectFour(), Isolation(), RPS.start("RPSRP", "PSRSR"), Chess(), tree(TREE), Nim()]
display(
    wrong, right, values, TreeEditor(TREE), TreeEditor(TREE, search=failing), BreakIt("minimax", 1, [2, 1]),
    *(PlayGame(board, level=1) for board in boards),
    EvaluationExplorer(RPS.from_text("PS./rs./... RPP RSS 1 16"), rps_standard),
    EvaluationExplorer(Chess(), chess_evaluation),
    check.minimax(minimax=all_max),
    step_through(alphabeta, tree(TREE), step=30, grain="line"),
    step_through(alphabeta, tree(TREE), predict=True),
    step_through(minimax, tree(TREE), beside=alphabeta),
    step_through(alphabeta, TicTacToe("XOX .O. ..X"), step=9),
    step_through(failing, tree(TREE)),
    step_through(leaves_only, tree(TREE)),
    step_through(remembers, tree([[1, [1, 2]], [2, [1, 2]]]), {}, step=40),
    step_through(minimax, random_tree(6, 3, seed=1)),
)
"""
KINDS = {"quiz": 2, "value-quiz": 1, "editor": 3, "play": 7, "explorer": 2, "step-through": 8}
# JupyterLab's body is 0 pixels high and hides what overflows it, and its panels scroll: axe would take nearly
# everything for invisible, and say nothing of it. What then lies outside the panels must not lie over their handles.
OPEN = """\
html, body, .lm-Widget:has(.minimax-lab), .jp-WindowedPanel-outer, .jp-WindowedPanel-inner, .jp-WindowedPanel-viewport
{ overflow: visible !important; contain: none !important; content-visibility: visible !important }
html, body { height: 100% !important }
.lm-Widget:has(.minimax-lab) { z-index: 10000 !important }
.jp-WindowedPanel-inner { background: var(--jp-layout-color0) !important }
"""


@pytest.fixture(scope="module")
def page(lab):
    """A notebook with every widget, and axe-core in its page."""
    needs.node("axe-core")
    lab.run("axe", WIDGETS)
    for kind, count in KINDS.items():
        expect(lab.shown(kind)).to_have_count(count, timeout=60_000)  # there are many of them
    expect(lab.panel.locator(".minimax-report [data-testid=report-button]")).to_have_count(2)
    wrong, right, values = lab.shown("quiz").nth(0), lab.shown("quiz").nth(1), lab.shown("value-quiz")
    for quiz, button in (wrong, "check"), (wrong, "explain"), (right, "check"), (values, "check"), (values, "explain"):
        says(quiz, button).click()
    asking = lab.shown("step-through").nth(1)
    while not says(asking, "answers").locator("button").count():
        says(asking, "forward").click()
    lab.page.evaluate(AXE.read_text(encoding="utf-8"))
    style = lab.page.add_style_tag(content=OPEN)
    yield lab
    style.evaluate("style => style.remove()")


def faults(lab):
    """What axe finds in the notebook that is open: the rule, where, and why."""
    return lab.page.evaluate(
        """async (rules) => {
          const panel = document.querySelector('.jp-NotebookPanel:not(.lm-mod-hidden)'),
            widgets = [...panel.querySelectorAll('.minimax-lab, .minimax-report')];
          const { violations } = await axe.run(widgets, { runOnly: rules, resultTypes: ['violations'] });
          return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
            `${id}: ${html.slice(0, 200)} | ${failureSummary.split('\\n').slice(1, 3).join(' ').trim()}`)) }""",
        RULES,
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(page, theme):
    with page.dark() if theme == "dark" else nullcontext():
        for width in (1400, 800):
            with page.width(width):
                assert "\n".join(faults(page)) == "", width


PLANTED = {
    "color-contrast": "<p id={} style='color: #aaa; background: #fff'>pale</p>",
    "target-size": "<button id={} style='all: unset; width: 9px; height: 9px; display: inline-block'>a</button>",
    "button-name": "<button id={} style='width: 30px; height: 30px'></button>",
}


@pytest.mark.exhaustive
def test_axe_finds_what_is_planted_in_every_widget(page):
    """If it did not, it would prove nothing that it finds no fault."""
    widgets = page.panel.locator("[data-ready='1']").all()
    assert len(widgets) == sum(KINDS.values())
    for k, widget in enumerate(widgets):
        planted = "".join(fault.format(f"planted-{rule}-{k}") for rule, fault in PLANTED.items())
        widget.evaluate(
            "(root, html) => root.insertAdjacentHTML('beforeend', `<div class=planted>${html}</div>`)", planted
        )
    try:
        found = {(fault.partition(":")[0], *re.findall(r'id="(planted-[^"]+)"', fault)) for fault in faults(page)}
    finally:
        page.panel.locator(".planted").evaluate_all("all => all.forEach((each) => each.remove())")
    assert {(rule, f"planted-{rule}-{k}") for rule in PLANTED for k in range(len(widgets))} <= found
