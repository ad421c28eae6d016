"""Typical submissions, made from the solutions: one slip each, half done, copied, endless, and some that mean harm."""

from __future__ import annotations

from dataclasses import dataclass, field

from tools.grade import solution


@dataclass(frozen=True)
class Submission:
    """What a student hands in: the solution, with some cells edited, replaced or left as they were."""

    title: str
    exercise: str
    edits: tuple[tuple[str, str, str], ...] = ()  # the id of a cell, what stands there, and what the student wrote
    cells: dict[str, str] = field(default_factory=dict)  # by id: cells that are written anew
    only: tuple[str, ...] | None = None  # the ids of the cells that are done; None is all
    kind: str = "slip"  # or "perfect", "part", "copied", "endless", "harm" or "cheat"

    def answers(self) -> dict[str, str]:
        """The sources of the student's cells by their ids."""
        answers = {key: text for key, text in solution(self.exercise).items() if self.only is None or key in self.only}
        for graded_by_hand in "deeper-entries", "defence":
            answers.pop(graded_by_hand, None)
        for key, old, new in self.edits:
            assert old in answers[key], (self.title, old)
            answers[key] = answers[key].replace(old, new)
        return {**answers, **self.cells}


BY_HAND, GAME, MINIMAX, ALPHABETA, EVALUATION, TABLE = (
    "01_by_hand",
    "02_game_state",
    "03_minimax",
    "04_alpha_beta",
    "05_evaluation",
    "06_table_and_clock",
)
ROLES_SWAPPED = {(0, 0): -4, (0, 1): 1, (1, 0): -2, (2, 0): 0, (2, 1): -1, (0,): 1, (1,): 5, (2,): 0, (): 0}
ANOTHER_CHECK = """import minimax_lab.check as theirs

theirs.{name} = lambda *args, **kwargs: theirs.Report("{name}", [], 1.0)
"""
OTHERS = "{(0, 0): 3, (0, 1): 6, (1, 0): 8, (2, 0): 2, (2, 1): 7, (0,): 3, (1,): 5, (2,): 2, (): 5}"  # for number 0
LINES = "cell for step in steps for cell in along(self.open_cells, here, step)"
JUMPS = "c for c in self.open_cells if 0 in (dx := c[0] - here[0], dy := c[1] - here[1]) or abs(dx) == abs(dy)"
MAX_LINE = "    return max(min_value(state.forecast_move(move)) for move in state.get_legal_moves())"
MIN_LINE = "    return min(max_value(state.forecast_move(move)) for move in state.get_legal_moves())"
IN_THE_LOOP = "    for move in state.get_legal_moves():\n        return {name}(state.forecast_move(move))"


def cheat(title: str, exercise: str, **cells: str) -> Submission:
    """Only what is written in `cells`; in their names, an underscore stands for a hyphen."""
    answers = {name.replace("_", "-"): source for name, source in cells.items()}
    return Submission(title, exercise, cells=answers, only=(), kind="cheat")


CHEATS = [
    cheat(
        "imports the library's functions",
        MINIMAX,
        values="from minimax_lab.search import max_value, min_value",
        decision="from minimax_lab.search import minimax_decision",
    ),
    cheat(
        "calls the library's search from within",
        ALPHABETA,
        alphabeta="""from minimax_lab import search


def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    return search.alphabeta(state, depth, alpha, beta, evaluate)""",
        decision="""def decision(state, depth, evaluate):
    return search.alphabeta_decision(state, depth, evaluate)""",
    ),
    cheat("GameState = Isolation", GAME, game_state="from minimax_lab.games import Isolation\n\nGameState = Isolation"),
    cheat(
        "a subclass of Isolation",
        GAME,
        game_state="from minimax_lab.games import Isolation\n\n\nclass GameState(Isolation):\n    pass",
    ),
    cheat(
        "lets the library search inside of the evaluation",
        EVALUATION,
        evaluation="""from minimax_lab.evaluate import mobility
from minimax_lab.search import alphabeta


def my_evaluation(state):
    return alphabeta(state, 2, evaluate=mobility)""",
    ),
    cheat(
        "a match of one's own",
        EVALUATION,
        evaluation=ANOTHER_CHECK.format(name="contest") + "\n\ndef my_evaluation(state):\n    return 0",
    ),
    cheat("replaces check.alphabeta", ALPHABETA, alphabeta=ANOTHER_CHECK.format(name="alphabeta")),
    cheat(
        "replaces what the check is made of",
        ALPHABETA,
        alphabeta="""from minimax_lab.check.search import check

check.check_search = lambda *args: check.Report("alphabeta", [], 1.0)


def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    return 0""",
    ),
    cheat(
        "replaces the points of a report",
        TABLE,
        table_search="""from minimax_lab.check import Report

Report.points = lambda report, most: most


def table_search(state, depth, alpha, beta, maximizing, evaluate, table):
    return 0""",
    ),
    cheat(
        "replaces round for all of Python",
        MINIMAX,
        values="""import builtins

builtins.round = lambda *args: 10


def max_value(state):
    return 0


min_value = max_value""",
    ),
]
SUBMISSIONS = [
    *(Submission("perfect", name, kind="perfect") for name in (BY_HAND, GAME, MINIMAX, ALPHABETA, EVALUATION, TABLE)),
    Submission(
        "takes MAX for MIN and MIN for MAX",
        BY_HAND,
        cells={"values": f"values = {ROLES_SWAPPED}", "move": "best_move = 1"},
    ),
    Submission(
        "a friend's answers, to another number",
        BY_HAND,
        cells={"values": f"number = 4711\nvalues = {OTHERS}"},
        kind="copied",
    ),
    Submission("forecast_move changes the state", GAME, (("game-state", "child = deepcopy(self)", "child = self"),)),
    Submission(
        "the moves are a set",
        GAME,
        (
            ("game-state", "return list(self.open_cells)", "return set(self.open_cells)"),
            ("game-state", f"[{LINES}]", f"{{{LINES}}}"),
        ),
    ),
    Submission("jumps over closed cells", GAME, (("game-state", f"[{LINES}]", f"[{JUMPS}]"),)),
    Submission(
        "(row, column) instead of (column, row)",
        GAME,
        (
            (
                "game-state",
                "{(x, y) for x in range(3) for y in range(2)} - {(2, 1)}",
                "{(y, x) for x in range(3) for y in range(2)} - {(1, 2)}",
            ),
        ),
    ),
    Submission(
        "−1 at both levels, in both parts",
        MINIMAX,
        (("values", "return +1", "return -1"), ("early-values", "return +1", "return -1")),
    ),
    Submission(
        "each level asks itself",
        MINIMAX,
        (("values", "max(min_value", "max(max_value"), ("values", "min(max_value", "min(min_value")),
    ),
    Submission(
        "returns in the loop",
        MINIMAX,
        (
            ("values", MAX_LINE, IN_THE_LOOP.format(name="min_value")),
            ("values", MIN_LINE, IN_THE_LOOP.format(name="max_value")),
        ),
    ),
    Submission("the decision asks max_value", MINIMAX, (("decision", "min_value", "max_value"),)),
    Submission("only the terminal test and the values", MINIMAX, only=("terminal-test", "values"), kind="part"),
    Submission(
        "max_value never ends, even where the game is over",
        MINIMAX,
        (("values", "    if terminal_test(state):\n        return -1\n", "    while True:\n        pass\n"),),
        kind="endless",
    ),
    Submission("goes on after the cut", ALPHABETA, (("alphabeta", "break", "pass"),)),
    Submission("the same role for the children", ALPHABETA, (("alphabeta", "not maximizing", "maximizing"),)),
    Submission("never tests the depth", ALPHABETA, (("alphabeta", "depth == 0 or ", ""),)),
    Submission(
        "hangs on purpose and ends Python",
        ALPHABETA,
        cells={
            "alphabeta": "import itertools\n\n\ndef alphabeta(*args):\n    return sum(itertools.count())",
            "decision": "import os\n\n\ndef decision(*args):\n    os._exit(0)",
        },
        only=("cuts", "orders", "deep"),
        kind="harm",
    ),
    Submission(
        "as the side to move sees it",
        EVALUATION,
        (
            (
                "evaluation",
                "my_evaluation = Linear(features, weights)",
                "of_max = Linear(features, weights)\n\n\n"
                "def my_evaluation(state):\n    return of_max(state) if state.active_player is MAX else -of_max(state)",
            ),
        ),
    ),
    Submission(
        "counts for MAX only",
        EVALUATION,
        (("evaluation", "lead(open_neighbours)", "lambda state: open_neighbours(state, MAX)"),),
    ),
    Submission(
        "mobility alone",
        EVALUATION,
        (("evaluation", '["open neighbours"] = -1', '["open neighbours"] = 0'),),
        kind="part",
    ),
    Submission(
        "random.random()",
        EVALUATION,
        cells={"evaluation": "from random import random\n\n\ndef my_evaluation(state):\n    return random()"},
        kind="harm",
    ),
    Submission(
        "the table forgets the depth", TABLE, (("table-search", "stored_depth >= depth and decides", "decides"),)
    ),
    Submission(
        "plays the move of an unfinished iteration",
        TABLE,
        (
            ("deepening", "chosen, limited = best_move(depth)", "best_move(depth)"),
            ("deepening", "def best_move(depth):\n", "def best_move(depth):\n        nonlocal chosen, limited\n"),
            (
                "deepening",
                "best, chosen, limited = state.active_player is MAX, None, None, False",
                "best = state.active_player is MAX, None",
            ),
        ),
    ),
    *CHEATS,
]
