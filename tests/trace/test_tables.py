"""The tables of a search, as they were at each step, and which entry answered where."""

from math import inf

from minimax_lab.game import MAX
from minimax_lab.games import RPS, tree
from minimax_lab.trace import trace
from minimax_lab.trace.record.watch import MOST_ENTRIES
from minimax_lab.trace.words import UNSET

TWICE = tree([[1, [1, 2]], [2, [1, 2]]])  # the subtree [1, 2] stands in two places


def best_of(state):
    return max if state.active_player is MAX else min


def in_an_argument(state, table):
    if state in table:
        return table[state]
    moves = state.get_legal_moves()
    value = best_of(state)(in_an_argument(state.forecast_move(m), table) for m in moves) if moves else state.utility()
    if moves:
        table[state] = value
    return value


MEMORY = {}


def of_the_module(state):
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    if state not in MEMORY:
        MEMORY[state] = best_of(state)(of_the_module(state.forecast_move(move)) for move in moves)
    return MEMORY[state]


def in_a_closure(state):
    seen = {}

    def value_of(state):
        moves = state.get_legal_moves()
        if not moves:
            return state.utility()
        known = seen.get(str(state))
        if known is not None:
            return known
        value = best_of(state)([value_of(state.forecast_move(move)) for move in moves])
        seen[str(state)] = value
        return value

    return value_of(state)


class Player:
    def __init__(self):
        self.table = {}

    def search(self, state, depth):
        moves = state.get_legal_moves()
        if not moves:
            return state.utility()
        if (state, depth) in self.table:
            _kind, value = self.table[state, depth]
            return value
        value = best_of(state)(self.search(state.forecast_move(move), depth - 1) for move in moves)
        self.table[state, depth] = "exact", value
        return value


def entries(table, step):
    """What stands in a table at a step."""
    held = {}
    for when, number, value in table.changes:
        if when <= step:
            held[table.keys[number]] = value
    return {key: value for key, value in held.items() if value is not UNSET}


def test_at_each_step_the_table_holds_what_the_search_had_stored_by_then():
    kept = []

    def noting(state, table):
        moves = state.get_legal_moves()
        if state in table or not moves:
            return table[state] if state in table else state.utility()
        value = best_of(state)([noting(state.forecast_move(move), table) for move in moves])
        table[state] = value
        kept.append(dict(table))
        return value

    seen = trace(noting, RPS.start("RS", "SP", max_rounds=1), {})
    (table,) = seen.tables
    assert table.name == "table"
    shown = []
    for step in range(len(seen.steps)):
        now = entries(table, step)
        if now and (not shown or now != shown[-1]):
            shown.append(now)
    assert shown == kept
    for step in range(len(seen.steps)):  # the callers, too, hold the table as it is, not as they last saw it
        now, variables = len(entries(table, step)), seen.steps[step].variables
        if "table" in variables:
            assert variables["table"] == (f"{now} {'entry' if now == 1 else 'entries'}" if now else "{}")


def test_the_entry_that_answers_is_found_wherever_a_search_keeps_its_table():
    MEMORY.clear()
    searches = {
        "table": (in_an_argument, TWICE, {}),
        "MEMORY": (of_the_module, TWICE),
        "seen": (in_a_closure, TWICE),
        "self.table": (Player().search, TWICE, 3),
    }
    for name, call in searches.items():
        seen = trace(*call)
        assert [table.name for table in seen.tables] == [name]
        (table,) = seen.tables
        ((step, number),) = table.answers.items()
        assert seen.steps[step].path == (1, 1)
        assert table.places[number] == (0, 1)
        assert seen.story(step) == (
            f"Answered from the {name.rpartition('.')[2]}, after move 1, then 1: this position was searched before, "
            "after move 0, then 1, and your code returns 2."
        )


def test_a_table_that_was_filled_by_an_earlier_search_answers_too():
    table = {}
    in_an_argument(TWICE.at((0, 1)), table)
    seen = trace(in_an_argument, tree([[3, [5, 4]], [1, 2]]), table)
    assert seen.tables[0].answers == {}
    seen = trace(in_an_argument, tree([[3, [1, 2]], [5, 6]]), table)
    (step,) = seen.tables[0].answers
    assert seen.story(step) == "Answered from the table, after move 0, then 1: your code returns 2."


def test_where_a_depth_limit_ends_the_search_no_table_is_said_to_answer():
    def limited(state, depth, table):
        if depth == 0:
            return 0
        if state in table:
            return table[state]
        moves = state.get_legal_moves()
        if not moves:
            return state.utility()
        table[state] = best_of(state)([limited(state.forecast_move(move), depth - 1, table) for move in moves])
        return table[state]

    same = [[0, 0], [0, 0]]
    seen = trace(limited, tree([[[0, [0, 0]], 0], [0, [0, 0]], same]), 2, {})
    leaves = [step for step, kind in enumerate(seen.steps.kinds()) if kind == "leaf"]
    assert seen.tables[0].answers == {}
    assert not any("Answered" in seen.story(step) for step in leaves)


def test_a_dict_that_never_changes_or_is_very_large_is_not_shown_as_a_table():
    def with_weights(state, weights):
        moves = state.get_legal_moves()
        return best_of(state)([with_weights(state.forecast_move(m), weights) for m in moves]) if moves else weights["a"]

    def with_much(state, table):
        table[state] = 0
        moves = state.get_legal_moves()
        return best_of(state)([with_much(state.forecast_move(m), table) for m in moves]) if moves else state.utility()

    assert trace(with_weights, TWICE, {"a": 1}).tables == []
    seen = trace(with_much, TWICE, dict.fromkeys(range(MOST_ENTRIES)))
    assert seen.tables == []
    assert seen.steps[-1].variables["table"] == f"more than {MOST_ENTRIES} entries"


def test_a_dict_of_numbers_is_shown_as_it_was_at_each_step():
    def decision(state, alpha=-inf):
        values = {}
        for move in state.get_legal_moves():
            values[move] = state.forecast_move(move).utility()
        return max(values, key=values.get)

    seen = trace(decision, tree([4, 7]))
    shown = [step.variables["values"] for step in seen.steps if "values" in step.variables]
    assert [*dict.fromkeys(shown)] == ["{}", "{0: 4}", "{0: 4, 1: 7}"]
