"""Break it without a browser: which trees expose a wrong search, and with how few leaves it can be done."""

from ast import literal_eval
from itertools import islice, product

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.games import Tree, tree
from minimax_lab.search import minimax
from minimax_lab.widgets import BreakIt
from minimax_lab.widgets.editor.puzzle import PUZZLES, WASTEFUL, of_the_table, small_trees

EVERY = [(kind, code) for kind, codes in PUZZLES.items() for code in codes]


def takes_the_last(state):
    moves = state.get_legal_moves()
    values = [takes_the_last(state.forecast_move(move)) for move in moves]
    return values[-1] if moves else state.utility()


def never_comes_back(state):
    while True:
        pass


def test_every_program_is_exposed_by_some_tree_but_not_by_the_one_at_the_beginning():
    for kind, code in EVERY:
        widget = BreakIt(kind, code)
        assert not widget.exposed, (kind, code)
        assert 1 <= widget.puzzle.fewest(3) <= 3, (kind, code)


@pytest.mark.exhaustive
def test_a_program_that_wastes_work_returns_the_right_value_of_every_small_tree():
    trees = [*islice(small_trees(3), 0, None, 37)]
    for code in WASTEFUL:
        puzzle = of_the_table("alphabeta", code)
        assert all(puzzle.search(*puzzle.arguments(each)) == minimax(each) for each in trees), code


def test_all_trees_with_one_or_two_leaves_are_tried():
    """By hand: chains of up to four plies with one leaf; two leaves below a chain, each at the end of a chain."""
    chains = [1]
    for _ in range(4):
        chains.append([chains[-1]])
    forks = [[one, other] for one, other in product(chains[:4], repeat=2)]
    wanted = {*map(str, chains)}
    for _ in range(4):
        wanted |= {str(fork) for fork in forks if _plies(fork) <= 4}
        forks = [[fork] for fork in forks]
    found = {_shape(each.to_nested()) for each in small_trees(2)}
    assert found == {_shape(literal_eval(text)) for text in wanted}
    pairs = {tuple(each.leaves()) for each in small_trees(2) if len(each.leaves()) == 2}
    signs = {((a > 0) - (a < 0), (b > 0) - (b < 0), (a > b) - (a < b)) for a, b in pairs}
    assert {(1, 1, 1), (1, 1, 0), (1, 1, -1), (-1, -1, 1), (-1, -1, 0), (-1, -1, -1), (-1, 0, -1), (0, -1, 1)} <= signs
    assert {each.active_player for each in small_trees(1)} == {MAX, MIN}


def _plies(nested):
    return 1 + max(map(_plies, nested)) if isinstance(nested, list) else 0


def _shape(nested):
    return "[" + ",".join(map(_shape, nested)) + "]" if isinstance(nested, list) else "."


def test_a_tree_that_exposes_a_search_is_told_with_its_leaves_and_how_few_are_enough():
    widget = BreakIt("minimax", "no-running-best")
    said = lambda: widget._result["summary"]  # noqa: E731
    assert said() == "Not exposed: it returns 0, and that is right."
    widget.tree = tree([[3, 1], [2, 5]])
    assert widget.exposed
    assert widget.fewest == 4
    assert said().startswith("Exposed with 4 leaves; 2 are possible: it returns 5, and 2 is right.")
    widget.tree = tree([2, 1])
    assert said().startswith(
        "Exposed with 2 leaves; no tree of up to 4 plies does it with fewer: it returns 1, and 2 is right."
    )
    assert widget.fewest == 2
    widget.tree = tree([1, 2])
    assert not widget.exposed
    assert widget.fewest == 2


def test_a_search_that_looks_at_too_much_is_exposed_by_its_work():
    widget = BreakIt("alphabeta", "no-break")
    assert "looks at a leaf that alpha-beta leaves out" in widget._puzzle["task"]
    widget.tree = tree([[3, 4], [5, 6]])
    assert widget._result["summary"] == "Not exposed: it looks at 4 leaves, and so does alpha-beta."
    widget.tree = tree([[3, 12], [2, 4]])
    assert widget._result["summary"].startswith(
        "Exposed with 4 leaves; 3 are possible: it looks at 4 leaves, and 3 are enough."
    )


def test_both_runs_are_shown_side_by_side_with_the_code():
    widget = BreakIt("alphabeta", "wrong-bound")
    widget.tree = next(filter(widget.puzzle.is_exposed_by, small_trees(3)))
    shown = widget.step_through()
    assert [each.search for each in shown.traces] == ["alphabeta (the wrong one)", "alphabeta (a right one)"]
    wrong, right = shown.traces
    assert "\n".join(wrong.sources[0].lines).strip() == widget.puzzle.source
    assert wrong.value != right.value == minimax(widget.tree)
    assert shown.grain == "difference"


def test_a_search_of_ones_own_is_broken_too_also_if_it_fails_or_never_comes_back(monkeypatch):
    widget = BreakIt(takes_the_last, tree=[1, 2])
    assert not widget.exposed
    assert "def takes_the_last" in widget.puzzle.source
    widget.tree = tree([2, 1])
    assert widget.exposed
    monkeypatch.setattr("minimax_lab.widgets.editor.puzzle.PATIENCE", 0.3)
    assert "it does not come back" in BreakIt(never_comes_back)._result["summary"]
    fails = BreakIt(lambda state: 1 / 0)
    assert "it fails with ZeroDivisionError" in fails._result["summary"]
    with pytest.raises(TypeError, match="the tree alone"):
        BreakIt(lambda state, depth: 0)


def test_the_next_program_begins_with_a_new_tree():
    widget = BreakIt("minimax", 1, tree=[2, 1])
    assert widget.exposed
    widget._receive(None, {"do": "next", "serial": 7}, [])
    assert widget._answer["serial"] == 7
    assert widget._puzzle["title"] == "Break it, program 2 of 7"
    assert (widget.exposed, widget.fewest, widget.tree) == (False, None, Tree([0, 0]))
    with pytest.raises(ValueError, match="from 1 to 7"):
        BreakIt("minimax", 8)
    with pytest.raises(ValueError, match="function of your own"):
        BreakIt("negamax")


@pytest.mark.exhaustive
def test_longer_chains_never_save_a_leaf():
    """Trees of up to four plies are tried. With two plies more, no program is exposed by fewer leaves."""
    for kind, code in EVERY:
        puzzle = of_the_table(kind, code)
        par = puzzle.fewest(3)
        for leaves in range(1, par):
            assert not any(puzzle.is_exposed_by(each) for each in small_trees(leaves, plies=6)), (kind, code)
