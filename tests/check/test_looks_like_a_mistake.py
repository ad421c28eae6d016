"""Right programs in which something looks like a mistake: none of them is told of one."""

import pytest

from minimax_lab.check.programs.check import program
from tests.check.test_program import nested

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


# max and min, but not to choose


def least_of_three(pile, is_max):
    if pile == 0:
        return -1 if is_max else 1
    best = None
    for taken in range(1, min(3, pile) + 1):
        value = least_of_three(pile - taken, not is_max)
        if best is None or (value > best if is_max else value < best):
            best = value
    return best


def largest_heap(heaps, is_max):
    if max(heaps) == 0:
        return -1 if is_max else 1
    best = None
    for i, heap in enumerate(heaps):
        for taken in range(1, heap + 1):
            value = largest_heap((*heaps[:i], heap - taken, *heaps[i + 1 :]), not is_max)
            if best is None or (is_max and value > best) or (not is_max and value < best):
                best = value
    return best


def stops_at_a_win(pile, alpha, beta, is_max):
    if pile == 0:
        return -1 if is_max else 1
    best = -1 if is_max else 1
    for taken in range(1, min(3, pile) + 1):
        value = stops_at_a_win(pile - taken, alpha, beta, not is_max)
        if is_max:
            if value > best:
                best = value
            if best == 1:
                break
            alpha = max(alpha, best)
        else:
            if value < best:
                best = value
            if best == -1:
                break
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def largest_by_sign(pile, sign):
    if pile == 0:
        return -sign
    return max((largest_by_sign(pile - n, -sign) for n in (1, 2, 3) if n <= pile), key=lambda value: sign * value)


def only_min(node, sign):
    if isinstance(node, int):
        return node
    return -sign * min(-sign * only_min(child, -sign) for child in node)


# Loops on one line, and cut-offs at the entry of the child


def in_a_line(pile, alpha, beta, is_max):
    if pile == 0:
        return -1 if is_max else 1
    rest = [n for n in (1, 2, 3) if n <= pile]
    if is_max:
        while rest and alpha < beta: alpha = max(alpha, in_a_line(pile - rest.pop(0), alpha, beta, False))  # fmt: skip  # noqa: E701
        return alpha
    while rest and alpha < beta: beta = min(beta, in_a_line(pile - rest.pop(0), alpha, beta, True))  # fmt: skip  # noqa: E701
    return beta


def in_a_set(pile, low, high, is_max):
    best = low if is_max else high
    choose = max if is_max else min
    for n in {1, 2} & {*range(pile + 1)}: best = choose(best, in_a_set(pile - n, low, high, not is_max))  # fmt: skip  # noqa: E701
    return best


def cut_at_entry(node, alpha, beta, is_max):
    if alpha >= beta:
        return alpha if is_max else beta
    if isinstance(node, int):
        return node
    for child in node:
        if is_max:
            alpha = max(alpha, cut_at_entry(child, alpha, beta, False))
        else:
            beta = min(beta, cut_at_entry(child, alpha, beta, True))
    return alpha if is_max else beta


RIGHT = {
    least_of_three: (7, True),
    largest_heap: ((2, 1), True),
    stops_at_a_win: (7, -1, 1, True),
    largest_by_sign: (6, 1),
    only_min: (TREE, 1),
    in_a_line: (6, -9, 9, True),
    in_a_set: (4, -1, 1, True),
    cut_at_entry: (TREE, -99, 99, True),
}


def test_a_right_program_is_told_of_no_mistake():
    found = {function.__name__: program(function, *args).findings for function, args in RIGHT.items()}
    assert found == dict.fromkeys(found, ())
    assert only_min(TREE, 1) == cut_at_entry(TREE, -99, 99, True) == nested(TREE, True)


def never_cuts(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -99 if is_max else 99
    for child in node:
        if is_max:
            best = max(best, never_cuts(child, max(alpha, best), beta, False))
        else:
            best = min(best, never_cuts(child, alpha, min(beta, best), True))
    return best


@pytest.mark.parametrize("tree", [TREE, [[5, 6], [5, [7, 8]], [1, 9, 2]]])
def test_a_search_that_goes_on_with_a_closed_window_is_told_so_and_of_nothing_else(tree):
    (finding,) = program(never_cuts, tree, -99, 99, True).findings
    assert finding.title == "The search goes on though the window is closed"
