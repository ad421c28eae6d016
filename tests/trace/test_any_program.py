"""Programs as people write them are traced as hand-written counters in them count: seven parts, each compared."""

from __future__ import annotations

import contextlib
import io
import re

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.trace import trace
from minimax_lab.trace.interpret.moves import REST
from minimax_lab.trace.words import value_text

programs = pytest.importorskip("tests.trace.programs").programs

PROGRAMS = {program.name: program for program in programs()}


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
                    role = "own" if (at.player is MAX) == (len(at.path) % 2 == 0) else role
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
