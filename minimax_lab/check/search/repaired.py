"""An edit with which a student's program is right: where it is, what it costs, how it is told and made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

from minimax_lab.check.edits.edit import Edit
from minimax_lab.check.search.parts import Part
from minimax_lab.check.texts import repairs as texts

# What says less of the student's idea than another edit, because it takes something away or adds something
TAKES_AWAY = "condition", "term", "returned", "order", "early"
ADDS = "stop", "keeps-move", "also", "break", "update", "return", "flag", "sorted", "any-move", "sides", "turn", "left"
COSTS = {"removed": 3.0, **dict.fromkeys(TAKES_AWAY + ADDS, 2.0)}
# There are so many of these that one may fit by chance
COSTS |= {"unfinished": 3.5, "time-up": 3.6}  # other lines may be to blame
COSTS |= {
    "stops": 0.9,
    "counts": 0.9,
    "edge": 0.9,
    "exchanged": 1.1,
    "to-the-end": 1.1,
    "swapped-tests": 1.8,
    "swapped-returns": 1.8,
    "sign": 1.2,
    "view": 1.2,
    "keeps": 1.3,
    "variable": 1.5,
    "target": 1.7,
    "fixed": 2.2,
    "leaves-all": 2.1,
}
A_MINUS_LESS = 0.95  # before a call: more likely than that another function should be called
A_PAIR_EXCHANGED = 1.6  # where it is unpacked: more likely the wrong one of the two is used
A_TEST_MOVED = 0.4  # out of a loop, where it may be true no more
A_CASE_MORE = 0.05  # `a if test else b` instead of something simpler

SWAPPED = "swapped", "swapped-tests", "swapped-returns"  # ideas of what exchanges two lines
# The words for the two sides: what is right at MAX is right at MIN with these exchanged
SIDES = ("max", "min"), ("alpha", "beta"), ("True", "False"), ("<", ">"), ("low", "high"), ("a", "b")
EITHER = {word: "/".join(pair) for pair in SIDES for word in pair}
SIZES = ast.Lt, ast.LtE, ast.Gt, ast.GtE
SIGNS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
SIGNS |= {ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"}


@dataclass(frozen=True)
class Repair:
    """An edit with which the program is right, as far as the check can see."""

    part: Part
    edit: Edit
    # The same edit elsewhere, most often at MIN what this one is at MAX; or another one, where two are needed
    twins: tuple[Repair, ...] = ()
    by_chance: bool = False  # 0 would do as well: then it is no help to see the edit

    @property
    def idea(self) -> str:
        return self.edit.idea

    @property
    def cost(self) -> float:
        old = self.edit.old
        if self.idea == "sign" and isinstance(old, ast.UnaryOp) and isinstance(old.operand, ast.Call):
            return A_MINUS_LESS
        if self.idea == "exchanged" and isinstance(getattr(old, "ctx", None), ast.Store):
            return A_PAIR_EXCHANGED
        moves_a_test = self.idea == "out" and isinstance(self.edit.old, ast.If)
        return COSTS.get(self.idea, 1.0) + A_CASE_MORE * self.tells_cases_apart + A_TEST_MOVED * moves_a_test

    @property
    def tells_cases_apart(self) -> bool:
        return isinstance(self.edit.new, ast.IfExp) and not isinstance(self.edit.old, ast.IfExp)

    @property
    def compares_sizes(self) -> bool:
        """Whether it is about what is smaller or larger."""
        return isinstance(self.edit.old, ast.Compare) and any(isinstance(op, SIZES) for op in self.edit.old.ops)

    @property
    def line(self) -> int:
        return self.edit.line

    @property
    def lines(self) -> range:
        """All lines of what is edited."""
        return range(self.line, (getattr(self.edit.old, "end_lineno", None) or self.line) + 1)

    @property
    def edited(self) -> list[int]:
        """Its line; also the other one, if two lines are exchanged."""
        other = getattr(self.edit.new, "lineno", self.line) if self.idea in SWAPPED else self.line
        return [*dict.fromkeys((self.line, other))]

    @property
    def source(self) -> str:
        return self.part.source(self.line)

    @property
    def listed(self) -> str:
        """Its line, as one of several that might be edited."""
        lines = {line for place in self.places for line in place.edited}
        others = " and ".join(f"line {line}" for line in sorted(lines - {self.line}))
        text = texts.LISTED_WITH if others else texts.LISTED
        return text.format(line=self.line, source=self.source, others=others)

    @property
    def name(self) -> str:
        """Of the function that it is in."""
        return self.part.tree.name

    @property
    def where(self) -> str:
        return (texts.READ_BY if self.part.constant else texts.IN).format(name=self.name)

    def told(self, passes: str) -> str:
        """The edit in words: the last hint. `passes` says what it achieves."""
        return " ".join([*(place.told_here for place in self.places), passes])

    @property
    def told_here(self) -> str:
        text, gaps = texts.TOLD.get(self.idea, texts.INSTEAD if self.new else texts.WITHOUT_TEST), dict[str, str]()
        old, new = self.edit.old, self.edit.new
        other = self.edited[-1]
        if text is texts.ADDED and old is not None:
            text = texts.INSTEAD
        if isinstance(old, ast.stmt):
            last = self.lines[-1]
            joined = "and" if last == self.line + 1 else "to"
            gaps = {"lines": f"line {self.line}" if last == self.line else f"lines {self.line} {joined} {last}"}
            gaps |= {"begin": str(getattr(new, "lineno", ""))}
        if self.idea == "unfinished" and isinstance(new, ast.Assign):
            gaps |= {"taken": ast.unparse(new.targets[0]), "kept": ast.unparse(new.value)}
        if isinstance(old, ast.Compare) and isinstance(new, ast.Compare):
            signs = [*zip(old.ops, new.ops, strict=False)]
            old_sign, new_sign = next((pair for pair in signs if type(pair[0]) is not type(pair[1])), signs[0])
            gaps = {"old_sign": SIGNS[type(old_sign)], "new_sign": SIGNS[type(new_sign)]}
        if old is None and new is not None and (like := getattr(new, "lineno", self.line)) != self.line:
            text, gaps = texts.INDENTED, {"like": str(like)}  # after the end of a block
        old_text, new_text = self._unmistakable if text is texts.INSTEAD else (self.old, self.new)
        return text.format(line=self.line, other=other, old=old_text, new=new_text, **gaps) + self._told_besides

    @property
    def _told_besides(self) -> str:
        owner, field, now = self.edit.places[0]
        if self.idea == "removed" and [*map(type, now)] == [ast.Pass]:
            return texts.EMPTY_BLOCK
        if self.idea == "out" and (getattr(owner, "orelse", None) and field != "orelse"):
            return texts.BELOW_ELSE
        return texts.OTHER_PLACES if self.idea == "sides" and len(self.edit.places) > 1 else ""

    @property
    def _unmistakable(self) -> tuple[str, str]:
        """What is written and what should be, with so much around it that it is there only once in the line."""
        outer = [node for node in ast.walk(self.part.tree) if isinstance(node, ast.expr | ast.keyword)]
        around = [node for node in outer if any(each is self.edit.old for each in ast.walk(node))]
        if len(around) > 1 and isinstance(around[-2], ast.UnaryOp) and isinstance(self.edit.old, ast.Constant):
            around.pop()  # a number is told with its sign
        for node in reversed(around):  # the smallest first
            old = self.part.written(node)
            if len(re.findall(rf"(?<!\w){re.escape(old)}(?!\w)", self.source)) == 1:
                if node is self.edit.old:
                    break
                with self.edit.made():
                    return old, ast.unparse(node)
        return self.old, self.new

    @property
    def old(self) -> str:
        return self.part.written(self.edit.old)

    @property
    def new(self) -> str:
        if self.edit.new is None:
            return ""
        written = " ".join(ast.unparse(self.edit.new).split())
        fields = {field for _, field, value in self.edit.places if value is self.edit.new}
        if isinstance(self.edit.new, ast.Tuple) and isinstance(self.edit.old, ast.Tuple) and self.old[0] != "(":
            return written.removeprefix("(").removesuffix(")")
        is_inside = not fields.isdisjoint(("func", "left", "right", "operand", "values"))
        return f"({written})" if is_inside and isinstance(self.edit.new, ast.IfExp) else written

    @property
    def places(self) -> list[Repair]:
        return [self, *self.twins]

    @contextmanager
    def made(self) -> Iterator[bool]:
        """The student's functions run with the edit in them while this lasts. Says whether that can be done."""
        functions = {repair.part.function: repair.part.function.__code__ for repair in self.places}
        with ExitStack() as stack:
            for repair in self.places:
                stack.enter_context(repair.edit.made())
            codes = {repair.part.function: repair.part.code() for repair in self.places}
        try:
            for function, code in codes.items():
                if code is not None:
                    function.__code__ = code
            yield None not in codes.values()
        finally:
            for function, before in functions.items():
                function.__code__ = before

    @property
    def with_plain_answers(self) -> Iterator[Repair]:
        """The same, but the condition that is edited is always true, or always false."""
        for i, place in enumerate(self.places):
            for edit in place.edit.with_plain_answers(place.part.tree):
                places = self.places
                places[i] = replace(place, edit=edit)
                yield replace(places[0], twins=tuple(places[1:]))

    def overlaps(self, other: Repair) -> bool:
        """Whether the two edits change the same place."""
        mine, theirs = ({(id(owner), field) for owner, field, _ in it.edit.places} for it in (self, other))
        apart = self.part is not other.part and self.part.function is other.part.function
        return apart or not mine.isdisjoint(theirs) or self.line == other.line

    @property
    def is_of_two(self) -> bool:
        """Whether it is two different edits, about two ideas."""
        return any(twin.mirrored != self.mirrored for twin in self.twins) and self.idea != "other-side"

    @property
    def parts(self) -> list[Repair]:
        """The different edits of it, each with those that are the same at the other side."""
        same: dict[Any, list[Repair]] = {}
        for place in self.places:
            same.setdefault(place.mirrored, []).append(place)
        return [replace(first, twins=tuple(twins)) for first, *twins in same.values()]

    @property
    def around(self) -> str:
        """What it is a part of, if that is an expression."""
        owner = self.edit.places[0][0]
        return ast.unparse(owner) if isinstance(owner, ast.expr) else str(id(owner))

    @property
    def mirrored(self) -> tuple[str, str, str]:
        """What it is at either side: the same for an edit at MAX and its twin at MIN."""
        return self.idea, _mirrored(self.old), _mirrored(self.new)


def _mirrored(text: str) -> str:
    """The text, with the words for the two sides made equal."""
    return re.sub(r"\w+|[<>]", lambda found: EITHER.get(found[0], found[0]), text.replace("-", ""))
