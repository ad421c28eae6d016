"""Searches as students and books write them, each in its own way: what a trace must make sense of."""

import functools
import math
import threading
from concurrent.futures import ThreadPoolExecutor

from minimax_lab.game import MAX
from minimax_lab.games import figure
from minimax_lab.search import alphabeta, look_until_closed, max_value, minimax, minimax_fold, negamax

TEXTBOOK = figure("textbook")


def best_of(state):
    return max if state.active_player is MAX else min


# With a call for each node


def student_alphabeta(state, depth, alpha, beta, maximizing):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return state.utility()
    if maximizing:
        value = -math.inf
        for move in moves:
            child = state.forecast_move(move)
            value = max(value, student_alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = math.inf
    for move in moves:
        child = state.forecast_move(move)
        value = min(value, student_alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def greek(state, α=-math.inf, β=math.inf):
    if state.is_leaf:
        return state.value
    better = max if state.active_player is MAX else min
    best = None
    for move in state.get_legal_moves():
        value = greek(state.forecast_move(move), α, β)
        best = value if best is None else better(best, value)
        if state.active_player is MAX:
            α = max(α, best)
        else:
            β = min(β, best)
        if α >= β:
            return best
    return best


def terminal_test(state):
    return not state.get_legal_moves()


def with_helpers(state):
    def best_of(values):
        return max(values) if state.active_player is MAX else min(values)

    if terminal_test(state):
        return state.utility()
    return best_of([with_helpers(state.forecast_move(move)) for move in state.get_legal_moves()])


one_liner = lambda s: (  # noqa: E731
    s.utility()
    if s.is_terminal()
    else (max if s.active_player is MAX else min)(one_liner(s.forecast_move(m)) for m in s.get_legal_moves())
)


class Searcher:
    def value(self, state, depth):
        if not state.get_legal_moves() or depth == 0:
            return self.score(state)
        best = max if state.active_player is MAX else min
        return best(self.value(state.forecast_move(move), depth - 1) for move in state.get_legal_moves())

    def score(self, state):
        return state.utility() if not state.get_legal_moves() else 0

    def __call__(self, state):
        return self.value(state, 9)


def value_and_move(state):
    if not state.get_legal_moves():
        return state.utility(), None
    best = max if state.active_player is MAX else min
    pairs = [(value_and_move(state.forecast_move(move))[0], move) for move in state.get_legal_moves()]
    return best(pairs, key=lambda pair: pair[0])


def negamax_with_window(state, alpha=-math.inf, beta=math.inf, color=1):
    if not state.get_legal_moves():
        return color * state.utility()
    value = -math.inf
    for move in state.get_legal_moves():
        value = max(value, -negamax_with_window(state.forecast_move(move), -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def several_states(parent, state):
    if state.is_leaf:
        return state.value
    best = max if state.active_player is MAX else min
    return best(several_states(state, state.forecast_move(move)) for move in state.get_legal_moves())


def memo(function):
    table = {}

    @functools.wraps(function)
    def remembered(state):
        if state not in table:
            table[state] = function(state)
        return table[state]

    return remembered


@memo
def remembering(state):
    if state.is_leaf:
        return state.value
    best = max if state.active_player is MAX else min
    return best(remembering(state.forecast_move(move)) for move in state.get_legal_moves())


def make_search():
    def search(state):
        if state.is_leaf:
            return state.value
        best = max if state.active_player is MAX else min
        return best(search(state.forecast_move(move)) for move in state.get_legal_moves())

    return search


def through_itself(f, state):
    """Recursion that no name tells of."""
    if state.is_leaf:
        return state.value
    best = max if state.active_player is MAX else min
    return best(f(f, state.forecast_move(move)) for move in state.get_legal_moves())


def student_negamax(state):
    moves = state.get_legal_moves()
    if not moves:
        return state.utility() if state.active_player is MAX else -state.utility()
    return max(-student_negamax(state.forecast_move(move)) for move in moves)


def colour_negamax(state, color):
    if not state.get_legal_moves():
        return color * state.utility()
    best = -math.inf
    for move in state.get_legal_moves():
        best = max(best, -colour_negamax(state.forecast_move(move), -color))
    return best


def by_children(node):
    """As books write it for a tree, without the game's own methods."""
    if not node.children:
        return node.value
    return best_of(node)(by_children(child) for child in node.children.values())


def by_children_with_list(node):
    if node.is_leaf:
        return node.value
    values = [by_children_with_list(child) for child in node.children.values()]
    return best_of(node)(values)


def leaves_looked_at(state):
    """Searches positions, but only asks finished games what they are worth."""
    values = []
    for move in state.get_legal_moves():
        child = state.forecast_move(move)
        values.append(leaves_looked_at(child) if child.get_legal_moves() else child.utility())
    return best_of(state)(values)


def mover_leaves_looked_at(state):
    """The same for negamax: what is looked at is MAX's, what is returned the mover's."""
    sign = 1 if state.active_player is MAX else -1
    values = []
    for move in state.get_legal_moves():
        child = state.forecast_move(move)
        value = -mover_leaves_looked_at(child) if child.get_legal_moves() else sign * child.utility()
        values.append(value)
    return max(values)


def fail_hard(state, alpha=-math.inf, beta=math.inf):
    if not state.get_legal_moves():
        return state.utility()
    for move in state.get_legal_moves():
        value = fail_hard(state.forecast_move(move), alpha, beta)
        if state.active_player is MAX:
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        else:
            if value <= alpha:
                return alpha
            beta = min(beta, value)
    return alpha if state.active_player is MAX else beta


def negamax_lo_hi(state, lo=-math.inf, hi=math.inf):
    """Negamax whose window has other names, and that cuts by `return`."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility() if state.active_player is MAX else -state.utility()
    best = -math.inf
    for move in moves:
        best = max(best, -negamax_lo_hi(state.forecast_move(move), -hi, -lo))
        lo = max(lo, best)
        if lo >= hi:
            return best
    return best


def generator_search(state):
    """Recursion without nested calls: asks for the value of a child by yielding it."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    values = []
    for move in moves:
        values.append((yield generator_search(state.forecast_move(move))))
    return best_of(state)(values)


def trampoline(state):
    stack, answer = [generator_search(state)], None
    while stack:
        try:
            stack.append(stack[-1].send(answer))
            answer = None
        except StopIteration as done:
            stack.pop()
            answer = done.value
    return answer


def in_a_thread(state):
    """As one does it who wants to stop after a time."""
    result = []
    worker = threading.Thread(target=lambda: result.append(minimax(state)))
    worker.start()
    worker.join()
    return result[0]


def in_a_pool(state):
    with ThreadPoolExecutor(4) as pool:
        values = pool.map(minimax, [state.forecast_move(move) for move in state.get_legal_moves()])
        return best_of(state)(values) if state.get_legal_moves() else state.utility()


def deepening(state):
    value = 0
    for depth in range(1, 9):
        value = minimax(state, depth)
    return value


# Without a call for each node


def with_a_stack(state):
    """An explicit stack: each node is seen twice, before and after its children."""
    values, stack = {}, [((), state, False)]
    while stack:
        path, node, opened = stack.pop()
        moves = node.get_legal_moves()
        if not moves:
            values[path] = node.utility()
        elif opened:
            values[path] = best_of(node)(values[(*path, move)] for move in moves)
        else:
            stack.append((path, node, True))
            stack += (((*path, move), node.forecast_move(move), False) for move in reversed(moves))
    return values[()]


def with_a_stack_of_children(state):
    values, stack = {}, [(state, False)]
    while stack:
        node, opened = stack.pop()
        if node.is_leaf:
            values[id(node)] = node.value
        elif opened:
            values[id(node)] = best_of(node)(values[id(child)] for child in node.children.values())
        else:
            stack.append((node, True))
            stack += ((child, False) for child in node.children.values())
    return values[id(state)]


def beam(state, width=2):
    """Looks on only from the positions that look best."""
    level = [state]
    while True:
        below = [node.forecast_move(move) for node in level for move in node.get_legal_moves()]
        if not below:
            return max(node.utility() for node in level if not node.get_legal_moves())
        level = sorted(below, key=guess, reverse=True)[:width]


def guess(state):
    return len(state.get_legal_moves())


def continuation_search(state, then):
    moves = state.get_legal_moves()
    if not moves:
        return lambda: then(state.utility())
    values = []

    def next_value(value):
        values.append(value)
        if len(values) == len(moves):
            return lambda: then(best_of(state)(values))
        return lambda: continuation_search(state.forecast_move(moves[len(values)]), next_value)

    return lambda: continuation_search(state.forecast_move(moves[0]), next_value)


def by_continuations(state):
    result = []
    step = continuation_search(state, result.append)
    while step is not None:
        step = step()
    return result[0]


def two_at_once(state):
    """Searches the replies to its moves, and never a position in which the other player is to move."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    values = []
    for move in moves:
        after = state.forecast_move(move)
        replies = after.get_legal_moves()
        if not replies:
            values.append(after.utility())
        else:
            values.append(best_of(after)(two_at_once(after.forecast_move(reply)) for reply in replies))
    return best_of(state)(values)


class Box:
    def __init__(self, state):
        self.state = state


def boxed(box):
    if not isinstance(box, Box):
        box = Box(box)
    moves = box.state.get_legal_moves()
    if not moves:
        return box.state.utility()
    return best_of(box.state)(boxed(Box(box.state.forecast_move(move))) for move in moves)


@functools.cache
def cached(state):
    if not state.get_legal_moves():
        return state.utility()
    return best_of(state)(cached(state.forecast_move(move)) for move in state.get_legal_moves())


COMPLETE = {
    "fold": minimax_fold,
    "minimax": minimax,
    "max_value": max_value,
    "negamax": negamax,
    "helpers": with_helpers,
    "lambda": one_liner,
    "callable object": Searcher(),
    "method": functools.partial(Searcher().value, depth=9),
    "closure": make_search(),
    "pairs": value_and_move,
    "several states": lambda state: several_states(None, state),
    "memo": remembering,
    "no name": lambda state: through_itself(through_itself, state),
    "student's negamax": student_negamax,
    "negamax with a colour": lambda state: colour_negamax(state, 1 if state.active_player is MAX else -1),
    "node.children": by_children,
    "node.children in a list": by_children_with_list,
    "finished games only looked at": leaves_looked_at,
    "the same, mover's values": mover_leaves_looked_at,
    "trampoline": trampoline,
    "thread": in_a_thread,
    "pool of threads": in_a_pool,
}
PRUNING = {
    "alphabeta": alphabeta,
    "fold": functools.partial(minimax_fold, fold=look_until_closed),
    "student": functools.partial(student_alphabeta, depth=9, alpha=-math.inf, beta=math.inf, maximizing=True),
    "greek": greek,
    "negamax with window": negamax_with_window,
    "negamax with lo and hi": negamax_lo_hi,
}
AGAIN = {"deepening": deepening}  # searches every node several times
FAIL_HARD = {"fail-hard": fail_hard}
NO_CALLS = {
    "explicit stack": with_a_stack,
    "stack of node.children": with_a_stack_of_children,
    "beam": beam,
    "continuations": by_continuations,
    "two moves at once": two_at_once,
    "boxed states": boxed,
}
