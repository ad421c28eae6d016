"""What kind of mistake wrong answers show, where only the right answers are known and not how they are found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import isgenerator
from itertools import islice
from typing import Any

from minimax_lab.check.report import shown_value
from minimax_lab.check.sandbox.failures import not_a_number
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.shared import equal
from minimax_lab.check.texts import failures as texts
from minimax_lab.check.texts.text import Text

MOST_ITEMS = 1000  # that are looked at of what was returned
ORDINALS = "first", "second", "third", "fourth", "fifth"


@dataclass(frozen=True)
class Answer:
    """What a function returned for some arguments, and what is right."""

    args: tuple
    wanted: Any
    result: RunResult
    changed: bool = False  # the function changed a list, dict or set that it was given

    @property
    def value(self) -> Any:
        return self.result.value

    @cached_property
    def right(self) -> bool:
        return self.result.ok and not self.changed and equal(self.value, self.wanted)

    @cached_property
    def items(self) -> list[Any] | None:
        """What is in it, if a list was wanted and something like a list was returned."""
        is_like_it = isgenerator(self.value) or isinstance(self.value, list | tuple | set | frozenset | dict)
        if not isinstance(self.wanted, list | tuple | set) or not is_like_it:
            return None
        try:
            return [*islice(self.value, MOST_ITEMS)]
        except Exception:  # a student's generator may fail
            return None

    @property
    def difference(self) -> Any:
        """How much too large it is; None if that is not a number."""
        if not_a_number(self.value) or not_a_number(self.wanted):
            return None
        return self.value - self.wanted


def kind_of_mistake(answers: Sequence[Answer]) -> tuple[str, Text] | None:
    """The code and the text for what all wrong answers have in common, if there is something to say."""
    wrong = [answer for answer in answers if not answer.right]
    if any(answer.result.failure for answer in answers):
        return None
    return next(filter(None, (found for found in _kinds(answers, wrong))), None)


def _kinds(answers: Sequence[Answer], wrong: Sequence[Answer]) -> Iterator[tuple[str, Text] | None]:
    first = wrong[0]
    if first.changed and equal(first.value, first.wanted):
        yield "changes-its-argument", texts.CHANGES_ITS_ARGUMENT
    if first.value is None:
        yield "returns-none", texts.RETURNS_NONE
    yield _of_items(wrong)
    yield _of_parts(wrong)
    if isgenerator(first.value):
        yield "returns-generator", texts.RETURNS_GENERATOR
    if code := "" if not_a_number(first.wanted) else not_a_number(first.value):
        yield code, texts.RETURNED[code]
    if len(answers) > 1 and all(equal(answer.value, first.value) for answer in answers):
        yield "constant", texts.CONSTANT.filled(value=shown_value(first.value))
    for i in range(min(map(len, (answer.args for answer in answers)))):
        if all(answer.value is not None and equal(answer.value, answer.args[i]) for answer in answers):
            yield "returns-argument", texts.RETURNS_ARGUMENT.filled(ordinal=ORDINALS[i] if i < 5 else f"{i + 1}th")
    differences = [answer.difference for answer in answers]
    if None not in differences and len(answers) > 1:
        if len({*differences}) == 1:
            much, way = abs(differences[0]), "large" if differences[0] > 0 else "small"
            yield "off-by-so-much", texts.OFF_BY.filled(much=shown_value(much), way=way)
        if all(answer.value == -answer.wanted for answer in answers):
            yield "wrong-sign", texts.WRONG_SIGN


def _of_items(wrong: Sequence[Answer]) -> tuple[str, Text] | None:
    """What is in them is right, but they are of another kind, or in another order."""
    kinds = {type(answer.value).__name__ for answer in wrong}
    kind, wanted = kinds.pop(), type(wrong[0].wanted).__name__
    if kinds or any(answer.items is None for answer in wrong):
        return None
    pairs = [(answer.items or [], [*answer.wanted]) for answer in wrong]
    if all(equal(items, right) for items, right in pairs) and kind != wanted:
        return "wrong-kind", texts.WRONG_KIND.filled(kind=kind, wanted=wanted)
    if all(equal(_as_tuples(items), right) for items, right in pairs):
        return "wrong-kind", texts.WRONG_KIND_INSIDE
    if all(_same_items(_as_tuples(items), right) for items, right in pairs):
        return "wrong-order", texts.WRONG_ORDER
    return None


def _as_tuples(items: Sequence[Any]) -> list[Any]:
    return [tuple(item) if isinstance(item, list) else item for item in items]


def _same_items(items: Sequence[Any], right: Sequence[Any]) -> bool:
    return len(items) == len(right) and all(any(equal(item, other) for other in right) for item in items)


def _of_parts(wrong: Sequence[Answer]) -> tuple[str, Text] | None:
    """Of several things that were asked for, one is always right and another is not."""
    first = wrong[0]
    if not all(type(answer.value) is type(answer.wanted) is tuple for answer in wrong):
        return None
    if len({len(value) for answer in wrong for value in (answer.value, answer.wanted)}) != 1:
        return None
    bad = [i for i in range(len(first.wanted)) if not all(equal(a.value[i], a.wanted[i]) for a in wrong)]
    if len(bad) != 1 or len(first.wanted) == 1 or bad[0] >= len(ORDINALS):
        return None
    part = bad[0]
    others = "others are" if len(first.wanted) > 2 else f"{ORDINALS[1 - part]} is"
    shown = next(answer for answer in wrong if not equal(answer.value[part], answer.wanted[part]))
    if shown is not first:
        return None  # the first wrong example is the one that is shown
    gaps = {"ordinal": ORDINALS[part], "others": others, "too": _too(shown.value[part], shown.wanted[part])}
    return "one-part-wrong", texts.ONE_PART.filled(**gaps)


def _too(value: Any, right: Any) -> str:
    if not_a_number(value) or not_a_number(right):
        return ""
    much = shown_value(abs(value - right))
    return (texts.TOO_LARGE if value > right else texts.TOO_SMALL).format(much=much)
