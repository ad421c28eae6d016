"""Searches that look at every node, with a call for each."""

import functools
import math
import threading
from concurrent.futures import ThreadPoolExecutor

from minimax_lab.game import MAX
from minimax_lab.search import max_value, minimax, minimax_fold, negamax
from tests.trace.searches import best_of


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
AGAIN = {"deepening": deepening}  # searches every node several times
