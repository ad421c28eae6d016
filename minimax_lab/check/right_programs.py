"""Right searches, one of each kind, in several styles; and programs that come of editing their lines.

They are what a student's program is compared with, right as they are or with the mistakes of `mistakes.py` in them.
"""

from __future__ import annotations

import linecache
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count
from math import inf
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX, Value

ALPHABETA = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    if maximizing:
        best = -inf
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    else:
        best = inf
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
            best = min(best, value)
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best
"""
NEGAMAX = """
def negamax(state, depth, alpha, beta, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    best = -inf
    for move in moves:
        value = -negamax(state.forecast_move(move), depth - 1, -beta, -alpha, -color, evaluate)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
DECISION = """
def decision(state, depth, evaluate):
    alpha, beta = -inf, inf
    moves = state.get_legal_moves()
    chosen, maximizing = None, state.active_player is MAX
    if maximizing:
        best = -inf
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
            if value > best:
                best, chosen = value, move
            alpha = max(alpha, best)
        return chosen
    else:
        best = inf
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
            if value < best:
                best, chosen = value, move
            beta = min(beta, best)
        return chosen
"""
LEVELS = """
def max_value(state):
    moves = state.get_legal_moves()
    if not moves:
        return -1
    best = -inf
    for move in moves:
        value = min_value(state.forecast_move(move))
        best = max(best, value)
    return best

def min_value(state):
    moves = state.get_legal_moves()
    if not moves:
        return +1
    best = inf
    for move in moves:
        value = max_value(state.forecast_move(move))
        best = min(best, value)
    return best
"""
LEVEL_DECISION = """
def minimax_decision(state):
    moves = state.get_legal_moves()
    chosen = None
    best = -inf
    for move in moves:
        value = min_value(state.forecast_move(move))
        if value > best:
            best, chosen = value, move
    return chosen
"""
Edit = tuple[str, ...]  # what stands in a line, and what is written instead; or: instead at MAX, and at MIN
Edits = tuple[Edit, ...]

# What may be done in another way: whether an equal value cuts, what comes back from outside of the window, …
STYLES: dict[str, Edits] = {
    "strict": (
        *(("alpha >= beta", "alpha > beta"), ("beta <= alpha", "beta < alpha")),
        *(("if best >= beta", "if best > beta"), ("if best <= alpha", "if best < alpha")),
    ),
    "bound": (("return best", "best = alpha\nreturn best", "best = beta\nreturn best"),),
    "hard": (
        ("moves = state", "low, high = alpha, beta\nmoves = state"),
        ("return best", "best = min(max(best, low), high)\nreturn best"),
    ),
    "first": (
        ("alpha = max(", "if best >= beta:\n    break\nalpha = max("),
        ("beta = min(", "if best <= alpha:\n    break\nbeta = min("),
        ("if alpha >= beta:", "if False:"),
        ("if beta <= alpha:", "if False:"),
    ),
    "backwards": (("in moves:", "in moves[::-1]:"),),
    # By hand: only a node's own bound is passed down; a value is compared with that bound as the node was entered
    "shallow": (("alpha, beta, not", "alpha, inf, not", "-inf, beta, not"),),
    "own": (
        ("moves = state", "low, high = alpha, beta\nmoves = state"),
        *(("if alpha >= beta:", "if best <= low:"), ("if beta <= alpha:", "if best >= high:")),
    ),
    "later": (("if value > best", "if value >= best"), ("if value < best", "if value <= best")),
}
Style = tuple[str, ...]
WAYS_TO_CUT: list[Style] = [
    (*style, *strict)
    for strict in ((), ("strict",))
    for style in ((), ("bound",), ("hard",), ("first",), ("hard", "first"))
]


def _without_window(text: str) -> str:
    """The same search without alpha and beta."""
    kept = [line for line in text.splitlines() if not re.search(r"^ +(alpha|beta|if alpha|if beta|break)\b", line)]
    return re.sub(", alpha, beta|, -beta, -alpha", "", "\n".join(kept)).replace("alphabeta", "minimax")


@dataclass(frozen=True)
class Kind:
    """A kind of program: a right one, what mistakes in it are about, and in which styles it is written."""

    text: str
    about: tuple[str, ...]
    styles: Sequence[Style] = ((),)


PROGRAMS = {
    "minimax": Kind(_without_window(ALPHABETA), ("search",)),
    "alphabeta": Kind(ALPHABETA, ("search", "window"), WAYS_TO_CUT),
    "negamax": Kind(_without_window(NEGAMAX), ("search",)),
    "negamax with a window": Kind(NEGAMAX, ("search", "window"), WAYS_TO_CUT),
    "decision": Kind(_without_window(DECISION + ALPHABETA), ("search", "choice"), ((), ("later",))),
    "decision with a window": Kind(DECISION + ALPHABETA, ("search", "choice"), WAYS_TO_CUT),
    "levels": Kind(LEVELS, ("search", "end")),
    "level decision": Kind(LEVEL_DECISION + LEVELS, ("search", "end", "choice"), ((), ("later",))),
}

# Where a mistake is made: everywhere, on one side only, only at the root, or only below it
EVERYWHERE, AT_MAX, AT_MIN, ROOT, BELOW = "", "max", "min", "root", "below"
SIDES = EVERYWHERE, AT_MAX, AT_MIN


@cache
def styled(kind: str, style: Style) -> str:
    text = PROGRAMS[kind].text
    for name in style:
        text = edited(text, STYLES[name])[0]
    return text


def edited(text: str, edits: Edits, where: str = EVERYWHERE) -> tuple[str, Counter[Edit]]:
    """A program with these edits made there, at most one in a line; and how often each of them was made."""
    lines, found = [], Counter[Edit]()
    for line, places in _placed(text):
        edit = next((edit for edit in edits if edit[0] in line), None) if where in places else None
        if edit:
            found[edit] += 1
            new, indent = edit[-1] if AT_MIN in places else edit[1], line[: len(line) - len(line.lstrip())]
            line = line.replace(edit[0], new.replace("\n", f"\n{indent}"))
        lines.append(line)
    return "\n".join(lines), found


def _placed(text: str) -> Iterator[tuple[str, set[str]]]:
    """Each line, and the names of the places that it is in."""
    side, level = AT_MAX, BELOW
    for line in text.splitlines():
        if line.startswith("def "):
            side = AT_MIN if "min_value" in line else AT_MAX
            level = ROOT if "decision" in line else BELOW
        elif line == "    else:":
            side = AT_MIN
        yield line, {EVERYWHERE, side, level}


LARGE = "LARGE"  # stands for a number that is taken for infinity
USUAL_LARGE = 9999


@dataclass(frozen=True)
class Way:
    """A way to make a mistake. Of its edits, those are made that a program has a place for."""

    edits: Edits
    where: tuple[str, ...]
    kinds: tuple[str, ...]  # of program; () for all
    also: str = ""  # the code of another mistake that the same edits make


def way(*edits: Edit, where: Sequence[str] = (EVERYWHERE,), kinds: Sequence[str] = (), also: str = "") -> Way:
    return Way(edits, tuple(where), tuple(kinds), also)


@dataclass(frozen=True)
class Program:
    """A right program of a kind, in a style, with mistakes in it: the code, the way and the place of each."""

    kind: str
    style: Style = ()
    made: tuple[tuple[str, Way, str], ...] = ()
    infinity: Value = USUAL_LARGE  # what stands for it, if it is a number

    @property
    def codes(self) -> tuple[str, ...]:
        return tuple(sorted({code for name, way, _ in self.made for code in (name, way.also) if code}))

    @cached_property
    def source(self) -> str | None:
        """None if there is no place for a mistake, or if two of them are made in the same place."""
        text = styled(self.kind, self.style)
        for _, made, where in self.made:
            wanted = _made(self.kind, made, where)
            text, found = edited(text, made.edits, where)
            if not found or any(found[edit] < wanted[edit] for edit in wanted):
                return None
        return text.replace(LARGE, repr(self.infinity))

    @cached_property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """What it defines, by name; the function to be called comes first."""
        return self.defined()

    def defined(self, around: Around | None = None, infinity: Value = inf) -> dict[str, Callable[..., Any]]:
        """The same, made anew. `around` puts something around each function, also where others call it."""
        return _defined(self._code, around, infinity)

    @cached_property
    def _code(self) -> CodeType:
        # In a file of ours, not a student's; and not in this one, so that a stand-in may be called
        return compile(self.source or "", str(Path(__file__).with_name(self.kind)), "exec")

    def shown(self) -> tuple[str, Callable[..., Any]]:
        """The source, and the function to be called, which can be traced like one that is written in a file."""
        source, file = (self.source or "").strip() + "\n", f"<mistake {next(_numbers)}>"
        linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
        return source, next(iter(_defined(compile(source, file, "exec")).values()))


_numbers = count(1)
Around = Callable[[Callable[..., Any]], Callable[..., Any]]


def _defined(code: CodeType, around: Around | None = None, infinity: Value = inf) -> dict[str, Any]:
    names: dict[str, Any] = {"inf": infinity, "MAX": MAX, "__name__": __name__}
    exec(code, names)
    functions = {name: thing for name, thing in names.items() if isinstance(thing, FunctionType)}
    if around:
        names.update((name, around(function)) for name, function in functions.items())
    return {name: names[name] for name in functions}


@cache
def _made(kind: str, way: Way, where: str) -> Counter[Edit]:
    """How often the edits are made in the plain program: none of them may be lost where there is something else."""
    return edited(PROGRAMS[kind].text, way.edits, where)[1]


@dataclass(frozen=True)
class Mistake:
    """A row of the table in `mistakes.py`."""

    code: str
    ways: tuple[Way, ...]  # the most usual one first
    about: str = "search"  # or the "window", the "choice" of a move, the "end" of the game
    # What a repair of it may be about (see `texts.repairs.IDEAS`): if all are about something else, the name is wrong
    fits: frozenset[str] = frozenset()
    only: tuple[str, ...] = ()  # what alone can repair it, the likeliest first: other edits only hide it
    hidden_by: frozenset[str] = frozenset()  # what cannot repair it, for the same reason
    # What a repair is about that shows the cause which the title names; () for a title that says what a program does
    shown_by: frozenset[str] = frozenset()
    repaired: bool = True  # False: it takes more than an edit; in a search of trees, one would only switch a table off
    seen: bool = False  # in the runs themselves: its programs need not be compared with a student's
    plies: bool = False  # its text is followed by how far ahead a student's program looked
    looks: bool = False  # its text says what is looked at: a student's program must have looked at the same
    true_anyway: bool = False  # of a program that does so, for whatever reason

    @property
    def text(self) -> Text:
        return MISCONCEPTIONS[self.code]

    @property
    def title(self) -> str:
        return self.text.title

    def programs(self, kind: str, style: Style = ()) -> Iterator[Program]:
        """The wrong programs of a kind (a key of `PROGRAMS`), each once."""
        sources = set[str]()
        for made in self.ways if self.about in PROGRAMS[kind].about else ():
            for where in made.where if not made.kinds or kind in made.kinds else ():
                program = Program(kind, style, ((self.code, made, where),))
                if program.source and program.source not in sources:
                    sources.add(program.source)
                    yield program

    def program(self, kind: str = "alphabeta") -> tuple[str, Callable[..., Any]]:
        """The source of a wrong program, and the function that comes of it."""
        return next(self.programs(kind)).shown()


def row(
    code: str,
    *ways: Way,
    about: str = "search",
    fits: str = "",
    only: str = "",
    hidden_by: str = "",
    shown_by: str = "",
    **flags: bool,
) -> Mistake:
    """A row: what a repair of it is about is written as words."""
    some, hiding, showing = (frozenset(words.split()) for words in (fits, hidden_by, shown_by))
    return Mistake(code, ways, about, some, tuple(only.split()), hiding, showing, **flags)
