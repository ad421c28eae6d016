"""A report says only what is so: a wrong kind is told as that, and what could not be checked as not checked."""

import pytest

from minimax_lab import check
from minimax_lab.check import exercises
from tests.check.reports import codes, remarks
from tests.check.test_outside_programs import PROGRAMS
from tools.students.minimax import program
from tools.students.state_functions import four

EARLY = """
def early_max_value(state):
    if not state.reach(state.active_player):
        return -1
    if not state.reach(state.active_player.opponent):
        return +1
    best = -1
    for move in state.get_legal_moves():
        best = max(best, early_min_value(state.forecast_move(move)))
        if best == 1:
            break
    return best

def early_min_value(state):
    if not state.reach(state.active_player):
        return +1
    if not state.reach(state.active_player.opponent):
        return -1
    return min(early_max_value(state.forecast_move(move)) for move in state.get_legal_moves())
"""


def test_to_stop_at_a_win_as_well_is_not_too_much():
    names = program(EARLY, name="early_max_value").__globals__
    assert exercises.early_values(names["early_max_value"], names["early_min_value"]).passed


@pytest.mark.parametrize("move", ["1", (1,), [1], 1.0])
def test_a_move_of_the_wrong_kind_is_told_as_that(move):
    (finding,) = exercises.best_move(0, {}, move).findings
    assert finding.code == "not-a-move"
    assert "worth more" not in finding.message


def test_a_move_that_the_root_does_not_have_is_told_as_such():
    (finding,) = exercises.best_move(0, {}, 3).findings
    assert (finding.title, finding.message) == (
        "There is no such move",
        "You wrote 3. The moves at the root are 0, 1, 2.",
    )


def test_values_in_quotes_or_in_a_list_are_told_as_that():
    assert codes(check.answers([1, 2], {(): "2"})) == ["not-a-number"]
    assert codes(exercises.values(0, [3, 5, 2])) == ["not-a-dict"]


def walk(cells, here, step):
    (x, y), found = here, []
    while (x := x + step[0], y := y + step[1]) in cells:
        found.append((x, y))
    return found


def spoils_its_set(cells, here, step):
    found = walk(cells, here, step)
    cells.clear()
    return found


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (lambda *given: (cell for cell in walk(*given)), "wrong-kind"),
        (lambda *given: tuple(walk(*given)), "wrong-kind"),
        (lambda *given: [[*cell] for cell in walk(*given)], "wrong-kind"),
        (lambda *given: walk(*given)[::-1], "wrong-order"),
        (lambda *given: print(walk(*given)), "returns-none"),
    ],
)
def test_the_right_cells_in_the_wrong_form_are_told_as_that(function, code):
    assert codes(exercises.along(function)) == [code]


@pytest.mark.exhaustive
def test_a_function_that_empties_what_it_is_given_is_told_so():
    assert codes(exercises.along(spoils_its_set)) == ["changes-its-argument"]


EXAMPLES = [((number,), 2 * number + 1) for number in (1, 2, 5)]


@pytest.mark.parametrize(
    ("function", "code", "title"),
    [
        (lambda number: 2 * number, "off-by-so-much", "Always 1 too small"),
        (lambda number: 3, "same-answer", "Always the same answer"),
        (lambda number: number, "returns-argument", "It returns what it was given"),
        (lambda number: -2 * number - 1, "wrong-sign", "The wrong sign"),
        (lambda number: print(number), "returns-none", "None is returned"),
        (lambda number: str(number), "returns-no-number", "No number is returned"),
    ],
)
def test_examples_name_what_the_wrong_answers_have_in_common(function, code, title):
    (finding,) = check.examples(function, EXAMPLES).findings
    assert (finding.code, finding.title) == (code, title)


def test_true_and_false_are_told_as_answers_to_a_question():
    (finding,) = check.examples(lambda number: number > 1, EXAMPLES).findings
    assert (finding.code, finding.title) == ("returns-no-number", "True or False is returned, not a number")


def test_a_wrong_answer_says_how_many_are_right():
    (finding,) = check.examples(lambda number: 7 if number == 2 else 2 * number + 1, EXAMPLES).findings
    assert finding.message == "Your function is right in 2 of 3 examples. This is the first one where it is not."


def looks_at_all(boxes):
    best, seen = -9, 0
    for box in boxes:
        best, seen = max(best, min(box)), seen + len(box)
    return best, seen


def test_of_two_things_the_one_that_is_right_is_said_to_be():
    (finding,) = check.examples(looks_at_all, [(([[3, 5], [2, 4]],), (3, 3)), (([[1, 2], [5, 6]],), (5, 4))]).findings
    assert finding.code == "one-part-wrong"
    assert "the first is right. The second is not: it is 1 too large." in finding.message


def test_examples_quote_the_line():
    right = [((5,), 5), (([4, 2],), 2), (([[1, 9], [4, 2]],), 4), (([[[3, 8], 5], [6, [2, 7]]],), 5)]
    (finding,) = check.examples(program(LOWEST, name="lowest"), right).findings
    assert finding.line == 8
    assert "`return min(lowest(each) for each in part)`" in finding.message


LOWEST = """
def highest(part):
    return part if isinstance(part, int) else max(lowest(each) for each in part)

def lowest(part):
    if isinstance(part, int):
        return part
    return min(lowest(each) for each in part)
"""


def alarmed(state, seconds, evaluate):
    import threading

    threading.Timer(seconds, print).start()
    return state.get_legal_moves()[0]


def test_what_only_real_time_can_show_is_not_checked():
    report = check.deepening(alarmed)
    assert (report.passed, remarks(report)) == (False, {"not-checked"})
    assert "Timer" in report.findings[0].message


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "edit", [("if terminal_test(state):", "if False:"), ("min_value(state.f", "max_value(state.f")]
)
def test_reports_on_functions_of_a_state_alone_speak_of_no_depth_and_no_window(edit):
    report = check.minimax(**four(edit))
    words = " ".join(" ".join([finding.title, finding.message, *finding.hints]) for finding in report.findings)
    assert not {"depth", "alpha", "beta", "window", "cut-off"} & {*words.split()}


@pytest.mark.exhaustive
def test_a_wrong_terminal_test_costs_the_functions_that_call_it_nothing():
    functions = four(("return not state.get_legal_moves()", "return False"))
    report = check.minimax(max_value=functions["max_value"], min_value=functions["min_value"])
    assert (report.score, remarks(report)) == (1.0, {"follows"})


DECIDES = """
from math import inf
from minimax_lab.game import MIN

def ab(state, depth, alpha, beta, is_max, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if is_max else inf
    for move in moves:
        value = ab(state.forecast_move(move), depth - 1, alpha, beta, not is_max, evaluate)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best

def decision(state, depth, evaluate):
    alpha, beta, chosen = -inf, inf, None
    for move in state.get_legal_moves():
        is_min = state.active_player == MIN
        value = ab(state.forecast_move(move), depth - 1, alpha, beta, is_min, evaluate)
        if is_min and (chosen is None or value < beta):
            chosen, beta = move, value
        if not is_min and (chosen is None or value >= alpha):
            chosen, alpha = move, value
    return chosen
"""

SAME_STATE = """
def minimax(state, depth, maximizing, evaluate):
    def go(s, d, m):
        children = [s.forecast_move(move) for move in s.get_legal_moves()]
        if not children or d <= 0:
            return evaluate(s)
        results = []
        for child in children:
            results.append(go(s, d - 1, not m))
        return max(results) if m else min(results)

    return go(state, depth, maximizing)
"""

FIRST_VALUE = """
def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves() if depth else []
    values = [minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
    return values[0] if values else evaluate(state)
"""

MINUS_MAX = """
def negamax(state, depth, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    return -max(negamax(state.forecast_move(move), depth - 1, -color, evaluate) for move in moves)
"""

STILL_NONE = """
def minimax(state, depth, maximizing, evaluate):
    todo = list(state.get_legal_moves())
    if depth == 0 or not todo:
        return evaluate(state)
    best = None
    while len(todo) > 1:
        value = minimax(state.forecast_move(todo.pop(0)), depth - 1, not maximizing, evaluate)
        best = value if best is None else max(best, value) if maximizing else min(best, value)
    return best
"""

OTHER_BOUND = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0 or not state.get_legal_moves():
        return evaluate(state)
    for move in state.get_legal_moves():
        value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    if maximizing:
        return beta
    return alpha
"""

NO_CUT = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = list(state.get_legal_moves())
    if not moves or depth == 0:
        return evaluate(state)
    best = float("-inf") if maximizing else float("inf")
    while moves:
        child = state.forecast_move(moves.pop(0))
        value = alphabeta(child, depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best
"""

SIGNED = """
def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if not moves or depth < 1:
        return evaluate(state)
    sign = 1 if maximizing else -1
    best = float("-inf")
    for move in moves:
        best = max(best, sign * minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate))
    return best
"""

PAIR = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    def maxi(s, d, a, b):
        if d == 0 or not s.get_legal_moves():
            return evaluate(s)
        v = float("-inf")
        for m in s.get_legal_moves():
            v = max(v, mini(s.forecast_move(m), d - 1, a, b))
            if v >= b:
                return v
            a = max(a, v)
        return v

    def mini(s, d, a, b):
        if d == 0 or not s.get_legal_moves():
            return evaluate(s)
        v = float("inf")
        for m in s.get_legal_moves():
            v = min(v, maxi(s.forecast_move(m), d - 1, a, b))
            if v <= a:
                return v
            b = min(b, v)
        return v

    return maxi(state, depth, alpha, beta) if maximizing else mini(state, depth, alpha, beta)
"""

ONE_PLY_LESS = """
def minimax(state, depth, maximizing, evaluate):
    if depth == 1 or not state.get_legal_moves():
        return evaluate(state)
    best = max if maximizing else min
    moves = state.get_legal_moves()
    return best(minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves)
"""

MIN_BY_A_MINUS = """
def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if not maximizing:
        return -minimax(state, depth, True, evaluate)
    if depth == 0 or not moves:
        return evaluate(state)
    return max(minimax(state.forecast_move(move), depth - 1, False, evaluate) for move in moves)
"""

ZERO_AT_MIN = """
def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    if maximizing:
        return max(minimax(state.forecast_move(move), depth - 1, False, evaluate) for move in moves)
    return min([0, *(minimax(state.forecast_move(move), depth - 1, True, evaluate) for move in moves)])
"""

MOVE_AT_ROOT = """
def value(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = [value(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
    return max(values) if maximizing else min(values)

def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = max if maximizing else min
    return best(moves, key=lambda move: value(state.forecast_move(move), depth - 1, not maximizing, evaluate))
"""

ALL_CHILDREN_EACH_TIME = """
from minimax_lab.game import MAX

def value(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = [value(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
    return max(values) if maximizing else min(values)

def decision(state, depth, evaluate):
    moves = state.get_legal_moves()
    best, chosen = float("-inf"), None
    for i in range(len(moves)):
        children = [state.forecast_move(move) for move in moves]
        found = value(children[i], depth - 1, state.active_player is not MAX, evaluate)
        if found > best:
            best, chosen = found, moves[i]
    return chosen
"""

# A program, what checks it, what is said of it, and what must not be said because it is not so
TOLD = [
    (MIN_BY_A_MINUS, "minimax", "with the other sign for one of the sides", "before the move"),
    (ZERO_AT_MIN, "minimax", "A side that starts with 0", "loop"),
    (MOVE_AT_ROOT, "minimax", "at some nodes above the leaves", "The node above"),
    (ALL_CHILDREN_EACH_TIME, "decision", "plays for the same side, whoever is to move", "before the move"),
    (DECIDES, "decision", "Look at line 29, in decision", "in ab"),
    (SAME_STATE, "minimax", "write `child` instead of `s`", "a move or a pair"),
    (FIRST_VALUE, "minimax", "returned 1", "looks at one child"),
    (MINUS_MAX, "negamax", "worst for the side to move", "takes the smallest"),
    (STILL_NONE, "minimax", "leaves out the last move of a node", "ended without returning"),
    (OTHER_BOUND, "alphabeta", "If the two cases of this line change places", "yes or no in this line"),
    (NO_CUT, "alphabeta", "After line 15, add `if alpha >= beta: break`, indented as far as line 10.", "Look at line"),
    (SIGNED, "minimax", "write `sign * best` instead of `best`", "A wrong value"),
    (PAIR.replace("b = min(b, v)", "a = min(a, v)"), "alphabeta", "Look at line 22", "add"),
    (PAIR.replace("- 1, a, b))", '- 1, a, float("inf")))', 1), "alphabeta", "write `b` instead of", "add"),
    (
        PAIR.replace("a = max(a, v)", "a = min(a, v)"),
        "alphabeta",
        "With the largest value in this line instead of the smallest",
        "way round",
    ),
    (ONE_PLY_LESS, "minimax", "asked to look 1 ply ahead, and looked 0", "Depth 0"),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("source", "kind", "true", "untrue"), TOLD)
def test_nothing_is_said_that_the_program_does_not_do(source, kind, true, untrue):
    report = getattr(check, kind)(program(source, name=kind))
    words = "\n".join([str(report), *(hint for finding in report.findings for hint in finding.hints)])
    assert true in words, words
    assert untrue not in words, words


@pytest.mark.exhaustive
def test_a_function_that_fails_in_another_one_is_not_said_to_answer():
    functions = four(('best = float("-inf")', "best = [][0]"))
    report = check.minimax(minimax_decision=functions["minimax_decision"])
    assert remarks(report) == {"follows"}
    assert "answer" not in str(report)


@pytest.mark.parametrize(
    ("name", "true", "untrue"),
    [
        ("v_g12", "returned frozenset({(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)})", "returned ["),
        ("v_g15", "After these calls the old state", "After ConnectFourState().forecast_move(3)"),
        ("v_m22", "225 nodes, and 205 are enough.", "On this board"),
        ("v_m09", "the same side seems to move twice in a row. But", "at one kind of level"),
        ("v_e06", "▲ MAX is not on the board yet.", "finger"),
        ("v_t05", "asked for twice, at two depths", "at depth 3"),
        ("v_t07", "any value of at most −1: it is not above alpha", "below the window"),
    ],
)
def test_what_is_said_of_programs_of_others_is_so(name, true, untrue):
    report = PROGRAMS[name].report()
    text = "\n".join([str(report), *report.faults[0].hints])
    assert true in text
    assert untrue not in text


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("t_j03", "In line 10, write `range(-1, 2)` instead of `range(-1, 1)`."),
        ("t_c01", "No four on a diagonal that rises to the right is seen"),
        ("t_c02", "your class still lists moves where a player has just made a four, and lists none"),
        ("t_c04", "On every board that was tried where somebody has four, your class still lists moves."),
        ("t_f04", "Look at line 16, in minimax_decision: `return min("),
        ("t_g03", "one player is stuck, and your early_min_value goes on searching."),
        ("t_g05", "Look at line 6, in early_max_value"),
        ("t_i05", "The move is one part of it"),
        ("t_i06", "Your function looks equally few plies ahead, however many it is asked for:"),
        ("t_i07", "In line 34, write `inf` instead of `-inf`."),
        ("t_l05", "With a small change at any one of these places"),
        ("t_l07", "and wert >= beta` instead of"),
        ("v_m13", "What does your function do in a state without legal moves?"),
        ("v_g10", "Each of the two players has a first move"),
        ("v_g14", "No four on a diagonal that falls to the right is seen"),
        ("v_a23", "Here it was asked to look 2 plies ahead, and looked 1."),
        ("v_e05", "around the player to move, whichever player it is asked about"),
        ("v_e07", "counts the opponent's cell as well"),
        ("v_t15", "What does it remember from one iteration to the next?"),
        ("v_t15", "should be found out anew in each iteration."),
        ("v_m22", "Look at line 26, in early_max_value: `return max(min_value("),
        ("z_i05", "What does your function keep from one depth to the next?"),
        ("ts5_wr_key", "it first looks for the key (A, True, −∞), and there is no entry under it."),
    ],
)
def test_what_is_said_and_asked_fits_the_example(name, said):
    report = PROGRAMS[name].report()
    assert said in "\n".join([str(report), *report.faults[0].hints])


@pytest.mark.exhaustive
def test_beside_a_call_stands_once_what_the_evaluation_is():
    def shallow(state, depth, alpha, beta, maximizing, evaluate):
        return evaluate(state)

    assert str(check.alphabeta(shallow)).count("# evaluate(state) is a leaf's number, and 0 elsewhere") == 1
    in_time = str(PROGRAMS["v_t17"].report())
    assert in_time.count("# evaluate(state) is a leaf's number, and elsewhere that of the first leaf below") == 1
