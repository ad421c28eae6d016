"""Programs as people write them are traced as hand-written counters in them count: seven parts, each compared."""

from __future__ import annotations

import contextlib
import io
import re
from functools import lru_cache

import pytest

from minimax_lab.draw import tree_svg
from minimax_lab.game import MAX, MIN
from minimax_lab.trace import Trace, trace
from minimax_lab.trace.interpret.moves import rows_of
from minimax_lab.trace.model import REST
from minimax_lab.trace.record.pictures import Attributes, Pairs
from minimax_lab.trace.words import value_text
from tests.trace.programs import by_file

FILES = by_file()
PROGRAMS = {program.name: program for group in FILES.values() for program in group}


def traced(program):
    function, args, kwargs = program.start()
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            return trace(function, *args, **kwargs).searches
        except Exception as error:
            if not hasattr(error, "trace"):
                raise
            return error.trace.searches


def pairs(node, seen, at):
    """The nodes of the expected tree, each with the node of the trace in the same place."""
    yield node, at
    for child, path in zip(node.children, [(*at.path, move) for move in at.searched], strict=False):
        yield from pairs(child, seen, seen.at(path))


def shape(node):
    return [shape(child) for child in node.children]


def shape_seen(seen, node):
    return [shape_seen(seen, child) for child in seen.children(node)]


def names_match(name, wanted):
    """5 is matched by 5 and by "X at 5", (1, 2) by any text with 1 and 2 in this order."""
    words = re.findall(r"[^\W_]+", value_text(name).replace("−", "-"))
    parts = re.findall(r"[^\W_]+", value_text(wanted))
    rest = iter(words)
    return all(part in rest for part in parts)


def differing_parts(program):
    """The parts in which a trace differs from what the counters say, each with an example."""
    expected, searches = program.expected(), traced(program)
    found = {}
    if len(expected.searches) != len(searches):
        found["searches"] = f"{len(searches)} searches, not {len(expected.searches)}"
    for wanted, seen in zip(expected.searches, searches, strict=False):
        if shape(wanted) != shape_seen(seen, seen.root):
            found["nodes"] = f"{len(seen.nodes)} nodes, not {len([*wanted.walk()])}"
        is_own = any(node.role.startswith("own") for node in wanted.walk())
        for node, at in pairs(wanted, seen, seen.root):
            where = f"{at.path}"
            turned = is_own and at.player is MIN
            named = not node.moves or None in node.moves or any(names_match(at.move, name) for name in node.moves)
            if at.path and not named:
                found.setdefault("moves", f"{where} is none of {node.moves}")
            if node.children and node.role:
                role = {"chance": "chance"}.get(at.role) or ("max" if at.player is MAX else "min")
                if is_own:
                    role = "own"
                if not node.role.endswith("?") and (role != node.role or at.role == "unknown"):
                    found.setdefault("roles", f"{where}: {at.role or role}, not {node.role}")
            window = (-at.window[1], -at.window[0]) if at.window and turned else at.window
            if window != node.window:
                found.setdefault("window", f"{where}: {window}, not {node.window}")
            left = None if not at.unsearched else None if REST in at.unsearched else len(at.unsearched)
            cuts = (left,) if at.unsearched else None
            if ((cuts is None) != (node.cut is None) and not (node.cut and 0 in node.cut)) or (
                cuts and node.cut and left not in node.cut
            ):
                found.setdefault("cuts", f"{where}: {at.unsearched}, not {node.cut}")
            if node.value is not None and at.finished:
                value = (not at.value if isinstance(at.value, bool) else -at.value) if turned else at.value
                if value != node.value:
                    found.setdefault("values", f"{where}: {value}, not {node.value}")
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_is_traced_as_its_counters_count(name):
    assert differing_parts(PROGRAMS[name]) == {}


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def tictactoe(board, is_max, calls=None):
    if calls is not None:
        calls.append(1)
    won = next((board[x] for x, y, z in LINES if board[x] == board[y] == board[z] != " "), "")
    if won or " " not in board:
        return {"X": 1, "O": -1}.get(won, 0)
    best = -2 if is_max else 2
    for i in range(9):
        if board[i] == " ":
            board[i] = "X" if is_max else "O"
            value = tictactoe(board, not is_max, calls)
            board[i] = " "
            best = max(best, value) if is_max else min(best, value)
    return best


def test_of_a_large_run_the_first_levels_are_shown_and_the_rest_is_counted():
    board, calls = list("X O      "), []
    value = tictactoe(board, True, calls)
    seen = trace(tictactoe, board, True, limit=5_000)
    assert seen.value == seen.root.value == value
    assert len(seen.nodes) + sum(node.folded for node in seen.nodes) == len(calls)
    assert all(node.searched or node.folded or node.finished for node in seen.nodes)
    assert f"made {len(calls):,} calls" in seen.notes[0]
    assert len(seen.steps) <= 5_000
    assert Trace.from_json(seen.to_json()) == seen
    assert "…" in tree_svg(seen)


def asking(depth):
    if depth == 0:
        return int(input("Your move? "))
    return max(asking(depth - 1), 3)


def test_a_program_that_asks_for_input_is_stopped_with_what_was_seen():
    seen = trace(asking, 2)
    assert (seen.error, len(seen.nodes)) == ("input", 3)
    assert "asked for input" in seen.notes[0]
    assert input.__name__ == "input"  # as it was


def too_deep(n):
    return max(too_deep(n + 1), 0)


def test_a_recursion_without_an_end_ends_with_what_was_seen():
    seen = trace(too_deep, 0)
    assert seen.error == "RecursionError"
    assert len(seen.nodes) > 100
    assert not seen.root.finished


def failing(node):
    return node if isinstance(node, int) else max(failing(child) for child in node) + node["x"]


def test_what_a_program_raises_has_the_trace_up_to_there():
    with pytest.raises(TypeError) as caught:
        trace(failing, [[1, 2], 3])
    assert [node.path for node in caught.value.trace.nodes] == [(), (0,), (0, 0), (0, 1)]


def rounds(node, most):
    return [to_depth(node, depth, True) for depth in range(1, most + 1)][-1]


def to_depth(node, depth, is_max):
    if isinstance(node, int) or depth == 0:
        return node if isinstance(node, int) else 0
    values = [to_depth(child, depth - 1, not is_max) for child in node]
    return max(values) if is_max else min(values)


def test_of_several_searches_the_largest_is_shown_and_the_others_are_beside_it():
    seen = trace(rounds, [[1, 2], [3, 4]], 2)
    assert [len(each.nodes) for each in seen.searches] == [3, 7]
    assert seen is seen.searches[1]
    assert [each.root.value for each in seen.searches] == [0, 3]


def test_where_nothing_calls_itself_there_is_a_note_and_no_tree():
    seen = trace(sorted, [3, 1, 2])
    assert seen.value == [1, 2, 3]
    assert (seen.nodes, len(seen.notes)) == ([], 1)


def looks_ahead(coins, i, j):
    """Takes a coin from an end: what it wins is added on the way up."""
    if i > j:
        return 0
    left = coins[i] - looks_ahead(coins, i + 1, j)
    right = coins[j] - looks_ahead(coins, i, j - 1)
    return max(left, right)


def vector(node, player):
    if not isinstance(node, list):
        return node
    return max((vector(child, (player + 1) % 3) for child in node), key=lambda value: value[player])


def test_values_that_are_no_minimax_values_are_declined_in_words():
    tree = [[[(1, 2, 3), (4, 1, 0)], [(0, 5, 1), (2, 2, 2)]], [[(3, 0, 2), (1, 1, 4)], [(0, 3, 3), (5, 0, 1)]]]
    assert "several players" in " ".join(trace(vector, tree, 0).notes)
    assert "changed on the way up" in " ".join(trace(looks_ahead, [8, 15, 3, 7, 2], 0, 4).notes)


def remembering(pile, is_max, memo):
    if (pile, is_max) in memo:
        return memo[pile, is_max]
    if pile == 0:
        return -1 if is_max else 1
    values = [remembering(pile - k, not is_max, memo) for k in (1, 2) if k <= pile]
    memo[pile, is_max] = max(values) if is_max else min(values)
    return memo[pile, is_max]


def test_what_a_program_remembers_is_said():
    memo = {}
    seen = trace(remembering, 4, True, memo)
    assert seen.notes[0].startswith("1 call came back at once, though the same call had searched before")
    again = trace(remembering, 4, True, memo)
    assert len(again.nodes) == 1
    assert f"memo held {len(memo)} values when it began" in again.notes[0]


@lru_cache
def cached(pile):
    return -1 if pile == 0 else max(-cached(pile - k) for k in (1, 2) if k <= pile)


def test_what_lru_cache_answers_is_said():
    cached.cache_clear()
    seen = trace(cached, 4)
    assert seen.notes == [
        f"functools.lru_cache answered {cached.cache_info().hits} calls of cached from memory: there "
        "was no call to see."
    ]
    (note,) = trace(cached, 4).notes
    assert note.endswith("cached.cache_clear() makes it forget.")


def popping(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    left, best = [*reversed(node)], -9 if is_max else 9
    while left and alpha < beta:
        child = left.pop()
        value = popping(child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
    return best


def test_a_while_loop_that_ends_because_the_window_has_closed_is_cut_off():
    seen = trace(popping, [[3, 5], [2, 4], [4, 1], [1]], -9, 9, True)
    assert [node.path for node in seen.nodes if node.unsearched] == [(1,)]  # [4, 1] and [1] are searched to their ends


def test_lists_are_shown_as_they_were_at_each_step():
    seen = trace(tictactoe, list("XOXOX O  "), True)
    boards = [step.variables["board"] for step in seen.steps if step.kind == "enter"]
    assert boards[0] == "['X', 'O', 'X', 'O', 'X', ' ', 'O', ' ', ' ']"
    assert boards[1] == "['X', 'O', 'X', 'O', 'X', 'X', 'O', ' ', ' ']"


def test_a_node_has_its_board_as_text_with_the_cell_that_changed_in_brackets():
    seen = trace(tictactoe, list("XOXOX O  "), True)
    assert str(seen.root.state) == " X  O  X\n O  X  ·\n O  ·  ·"
    assert str(seen.at((7,)).state) == " X  O  X\n O  X  ·\n O [X] ·"


@pytest.mark.parametrize(
    ("held", "rows"),
    [
        (((1, 0), (2, 1)), (("1", "·"), ("2", "1"))),
        ("XO.......", (("X", "O", "·"), ("·", "·", "·"), ("·", "·", "·"))),
        (Pairs(enumerate("XO       ", 1)), (("X", "O", "·"), ("·", "·", "·"), ("·", "·", "·"))),
        (Pairs({(0, 0): "a", (0, 1): "b", (1, 0): "c", (1, 1): "d"}.items()), (("a", "b"), ("c", "d"))),
        ("ab\ncd", (("a", "b"), ("c", "d"))),
        (Attributes([("size", 2), ("cells", ((1, 2), (3, 4)))]), (("1", "2"), ("3", "4"))),
        ((3, 4, 5), None),  # heaps
        (5, None),
        (((1, 2), (3,)), None),
        (Pairs({"A": (0, 1), "B": (2, 2)}.items()), None),
    ],
)
def test_what_has_rows_of_cells_is_a_board(held, rows):
    assert rows_of(held) == rows


@pytest.mark.parametrize("group", FILES.values(), ids=FILES)
def test_programs_can_be_stored_drawn_and_told(group):
    for program in group:
        for seen in traced(program)[:2]:
            again = Trace.from_json(seen.to_json())
            assert (again.nodes, again.line, again.notes) == (seen.nodes, seen.line, seen.notes), program.name
            assert again.steps == seen.steps, program.name
            assert tree_svg(seen)
            assert all(seen.story(i) for i in range(0, len(seen.steps), 7))
