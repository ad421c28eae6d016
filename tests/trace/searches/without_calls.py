"""Searches that do not have a call for each node."""

from tests.trace.searches import best_of


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


NO_CALLS = {
    "explicit stack": with_a_stack,
    "stack of node.children": with_a_stack_of_children,
    "beam": beam,
    "continuations": by_continuations,
    "two moves at once": two_at_once,
    "boxed states": boxed,
}
