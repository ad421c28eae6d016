"""A student's function, called under the limits of the checks: on examples of what is right, or just once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from inspect import isgenerator
from itertools import islice
from types import FunctionType
from typing import Any

from minimax_lab.check.earlier_calls import CallsAlone, Spoilt, copied
from minimax_lab.check.instead import Instead, computed_instead
from minimax_lab.check.report import NOTHING, Finding, Report, shown_value
from minimax_lab.check.sandbox.child import portable
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.failures import (
    GIVES_UP,
    FaultFound,
    as_far_as_checked,
    cannot_be_called,
    failure_finding,
    not_a_number,
    not_a_number_text,
    not_checked,
    unwritten_among,
)
from minimax_lab.check.sandbox.limits import MOST_LINES, SEARCHES, NotFinished
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search.findings import at_its_return, pointed, with_lines
from minimax_lab.check.search.repair import TIMES_AS_MANY, Search
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.shared import equal, name_of
from minimax_lab.check.texts import failures as texts
from minimax_lab.check.texts.instead import INSTEAD, TIMES
from minimax_lab.check.texts.text import Text
from minimax_lab.game import GameState, Player
from minimax_lab.games import Tree
from minimax_lab.trace.code import nested
from minimax_lab.trace.words import same

MOST_ITEMS = 1000  # that are looked at of what was returned
ORDINALS = "first", "second", "third", "fourth", "fifth"
MANY = 20  # examples
ONE_PLAYER_ONLY, TIMES_A_NUMBER = "one-player-only", "times-a-number"  # codes
LINES_OF_A_CALL = 2  # the first one, and what it returns
NUMBERS = {"number", "infinity"}  # the ideas of edits that write another number
OF_ANOTHER_KIND = "wrong-kind", "returns-no-number", "returns-number", "returns-function"  # codes
OF_WHAT_A_SEARCH_SAYS = (
    "distance",
    "comparison",
    "equality",
    "count",
    "each-once",
    "said-now",
    "slice-end",
    "text",
    "no-abs",
)
LINES_A_CALL = 3_000  # that an edited function may take on one example
LINES_WITH_LIBRARY = 60_000  # the same, where the library's searches count as well
LINES_OF_THE_REST = 10_000  # what it counts as to see whether it does what else is asked of it
Function = Callable[..., Any]


def call(function: Callable[..., Any], *args: Any) -> Any:
    """What `function(*args)` returns; or a report on why it returns nothing, if it fails or does not come to an end.

    >>> from minimax_lab import check
    >>> check.call(len, [3, 1])
    2
    >>> check.call(len, 3).faults[0].message
    "Your code raised TypeError: object of type 'int' has no len()."
    """
    name = name_of(function)
    if unusable := cannot_be_called(function, *(f"argument {i + 1}" for i in range(len(args)))):
        return Report(name, [unusable], 0.0)
    try:
        result = run(function, *args, most_lines=None, borrows_from=())
    except NotFinished:
        return Report(name, [not_checked(texts.EVERYTHING)], 0.0)
    if result.failure:
        return Report(name, [failure_finding(result, call_text(function, args), board_in(args))], 0.0)
    return portable(result.value)


def call_text(function: Callable[..., Any], args: Iterable[Any]) -> str:
    """The call as one would write it; a board is drawn beside it, and has its name in the student's program here.

    If it has none there, it is called `state`; but not where that is the name of another one.
    """
    known = {name: value for name, value in getattr(function, "__globals__", {}).items() if name[0] != "_"}

    def written(value: Any) -> str:
        if _is_board(value):
            own = next((name for name, board in known.items() if board is value), "state")
            return "board" if known.get(own, value) is not value else own
        try:
            return repr(value)
        except Exception:  # a student's object may fail even at that
            return type(value).__name__

    return f"{name_of(function)}({', '.join(map(written, args))})"


def board_in(args: Iterable[Any]) -> GameState | None:
    """The first of these that is a board, if one is."""
    return next((value for value in args if _is_board(value)), None)


def _is_board(value: Any) -> bool:
    return isinstance(value, GameState) and not isinstance(value, Tree)


def examples(
    function: Callable[..., Any],
    right: Iterable[tuple[tuple, Any]],
    library: bool = False,
    subject: str = "",
    on_wrong: Callable[..., Text] | None = None,
    also: Callable[[], bool] | None = None,
    instead: Sequence[Instead] = (),
) -> Report:
    """Check `function` on examples, each of them a tuple of arguments and what is right for these.

    The score is the share that comes out right. With `library`, it may use the library's searches, and its lines are
    not counted. The report is on the `subject`, or else on the function. `on_wrong(*arguments)` is the text on a wrong
    answer. `also` says whether it does what else is asked: an edit of which this is not true is not told, only its
    line is. `instead` is what it may compute, besides what is known of any function.

    >>> from minimax_lab import check
    >>> check.examples(abs, [((3,), 3), ((-2,), 2)])
    ✓ abs: right
    """
    name, wanted = name_of(function), [(tuple(args), value) for args, value in right]
    if not wanted:
        raise ValueError(texts.NO_EXAMPLES)
    arguments = [f"argument {i + 1}" for i in range(len(wanted[0][0]))]
    if unusable := cannot_be_called(function, *arguments) or unwritten_among([function]):
        return Report(subject or name, [unusable], 0.0)
    most_lines, borrows_from = (None, ()) if library else (MOST_LINES, SEARCHES)
    memory = Memory(function)
    ask = partial(run, function, most_lines=most_lines, borrows_from=borrows_from)
    alone = CallsAlone(memory, ask, equal)

    def results() -> Iterator[Answer]:
        for number, (args, value) in enumerate(wanted):
            given = copied(args)
            result = ask(*given)
            result = replace(result, value=copied((result.value,))[0])  # a list that it keeps may still change
            answer = Answer(args, value, result, changed=not all(map(same, args, given)))
            by_earlier = result.ok and not answer.right and memory.changed and equal(alone.says(args), value)
            before = [earlier for earlier, _ in wanted[:number]] if by_earlier else []
            if before and (found := alone.spoil(before, args, result.value)):
                raise FaultFound(_spoilt(function, alone, found, value))
            yield answer
            if result.failure in GIVES_UP:
                return

    try:
        answers, rest = as_far_as_checked(results())
    except FaultFound as fault:
        return Report(subject or name, [fault.finding], 0.0)
    finally:
        memory.forget()  # so that another check says the same
    wrong = [answer for answer in answers if not answer.right]
    if not wrong:
        return Report(subject or name, rest, len(answers) / len(wanted))
    finding = _finding(function, answers, on_wrong, instead)
    if not rest and wrong[0].result.failure not in {*GIVES_UP} - {"too-deep"}:
        finding = _with_edit(finding, function, partial(repaired, function, wanted, answers, library=library), also)
        if finding.code in OF_ANOTHER_KIND and type(wrong[0].value) is not type(wrong[0].wanted):
            finding = at_its_return(finding, function, *copied(wrong[0].args))
    return Report(subject or name, [finding, *rest], (len(answers) - len(wrong)) / len(wanted))


def _spoilt(function: Function, alone: CallsAlone, spoilt: Spoilt, expected: Any) -> Finding:
    """What is said of a call that earlier ones spoil, with the line that makes them share something."""
    call, board = call_text(function, spoilt.call), board_in(spoilt.call)
    finding = spoilt.finding(name_of(function), call, board, expected)
    return with_lines(finding, alone.made_own(function, spoilt))


def _with_edit(
    finding: Finding, function: Function, search: Callable[..., list[Repair]], also: Callable[[], bool] | None
) -> Finding:
    """The finding with the edit that mends it; only with a line if what else is asked for is then still wrong."""
    found = search(also)
    if not also or (found and not found[0].is_of_two):
        return pointed(finding, found, texts.EXAMPLES)
    if finding.name:  # which says what is wrong; an edit that leaves some of it may lie elsewhere
        return with_lines(finding, found)
    some = [repair for repair in search() if repair.idea != "function"]  # the one that is called may be to blame
    # Where less is tested in another function, a mistake in this one may only be hidden
    some = [repair for repair in some if repair.idea != "condition" or repair.part.function is function]
    return with_lines(finding, some[:1]) if some or not found else pointed(finding, found, texts.EXAMPLES)


def _finding(
    function: Function, answers: list[Answer], on_wrong: Callable[..., Text] | None, instead: Sequence[Instead]
) -> Finding:
    """What is said of the first wrong answer."""
    number, wrong = len(answers), [answer for answer in answers if not answer.right]
    first = wrong[0]
    call, board = call_text(function, first.args), board_in(first.args)
    if first.result.failure:
        return failure_finding(first.result, call, board)
    how_many = texts.NOT_RIGHT if number == 1 else texts.NONE_RIGHT if len(wrong) == number else texts.SOME_RIGHT
    text = texts.WRONG_ANSWER.filled(how_many=how_many.format(right=number - len(wrong), number=number))
    code, text = kind_of_mistake(answers, wrong, instead) or (
        "wrong-value",
        on_wrong(*first.args) if on_wrong else text,
    )
    if on_wrong and code in {each.code for each in instead}:
        text = text.followed_by(on_wrong(*first.args).message)
    if code == "wrong-value" and (player := _only_with(answers)):
        gaps = {"name": name_of(function), "wrong": player.name, "right": player.opponent.name}
        code, known = ONE_PLAYER_ONLY, INSTEAD[ONE_PLAYER_ONLY].filled(**gaps)
        text = replace(text.after(known.message), title=known.title, hints=(*known.hints, *text.hints))
    if code == "changes-its-argument":  # what it returns is right
        return Finding.of(code, text, board, call)
    returned = NOTHING if isgenerator(first.value) else first.value
    return Finding.of(code, text, board, call, returned=returned, expected=first.wanted)


def repaired(
    function: Function,
    wanted: Sequence[tuple[tuple, Any]],
    answers: Sequence[Answer],
    also: Callable[[], bool] | None = None,
    library: bool = False,
) -> list[Repair]:
    """The edits of the function with which every example comes out right, and of which the rest is `also` true. The
    answers may end where it gave up.

    A search that it calls is not blamed: it may have passed a check of its own; a few examples would not show that.
    """

    def judge(number: int) -> tuple[bool, int]:
        if number == len(wanted):
            return not also or also(), LINES_OF_THE_REST
        args, value = wanted[number]
        given, took = copied(args), answers[number].result.lines if number < len(answers) else 0
        least, borrows_from = (LINES_WITH_LIBRARY, ()) if library else (LINES_A_CALL, SEARCHES)
        most_lines = max(least, TIMES_AS_MANY * took)
        result = run(function, *given, most_lines=most_lines, borrows_from=borrows_from)
        changed = not all(map(same, args, given))
        return Answer(args, value, result, changed).right, result.lines

    first, *wrong = [number for number, answer in enumerate(answers) if not answer.right]
    two = len(wanted) >= MANY  # with a few examples, two edits may fit by chance
    begin = [first, *wrong[:: len(wrong) // 6 or 1]]
    every = range(len(wanted) + 1)
    if library:  # a search of the library says so much that an edit of another kind may be right by chance
        return Search([function], [*begin], every, judge, two=False, only=OF_WHAT_A_SEARCH_SAYS).found()
    found = Search([function], [*begin], every, judge, two=two).found()
    if found and all(repair.idea in NUMBERS for repair in found):
        found += Search([function], begin, every, judge, two=False, only=("condition",)).found()
    code = getattr(function, "__code__", None)
    only_calls = code is not None and len({line for *_, line in code.co_lines()}) <= LINES_OF_A_CALL

    def may_be_blamed(part: FunctionType) -> bool:
        codes = part.__code__, *nested(part.__code__)
        return part is function or only_calls or all(part.__name__ not in code.co_names for code in codes)

    return [each for each in in_conditions(found) if all(may_be_blamed(place.part.function) for place in each.places)]


def in_conditions(found: list[Repair]) -> list[Repair]:
    """Of these edits, those of a condition, if the others only write another number that it then compares with."""
    deciding = [repair for repair in found if repair.edit.is_in_test(repair.part.tree)]
    others = {repair.idea for repair in found if repair not in deciding}
    return deciding if deciding and others <= NUMBERS else found


# What kind of mistake wrong answers show, where only the right answers are known and not how they are found


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


def kind_of_mistake(
    answers: Sequence[Answer], wrong: Sequence[Answer], instead: Sequence[Instead] = ()
) -> tuple[str, Text] | None:
    """The code and the text for what all wrong answers have in common, if there is something to say."""
    if any(answer.result.failure for answer in answers):
        return None
    known = next(filter(None, _kinds(answers, wrong)), None)
    return known or computed_instead([(answer.args, answer.value, answer.wanted) for answer in answers], instead)


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
        yield code, not_a_number_text(code, first.value)
    if not_a_number(first.wanted) and not not_a_number(first.value):
        shown = {"value": shown_value(first.value), "wanted": shown_value(first.wanted)}
        yield "returns-number", texts.RETURNS_NUMBER.filled(**shown)
    if len(answers) > 1 and all(equal(answer.value, first.value) for answer in answers):
        yield "same-answer", texts.CONSTANT.filled(value=shown_value(first.value))
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
        yield _times(answers)


def _times(answers: Sequence[Answer]) -> tuple[str, Text] | None:
    """Each answer is half of the right one, say."""
    for number, times in TIMES.items():
        if len({answer.wanted for answer in answers}) > 2 and all(a.value == number * a.wanted for a in answers):
            return TIMES_A_NUMBER, INSTEAD[TIMES_A_NUMBER].filled(times=times)
    return None


def _only_with(answers: Sequence[Answer]) -> Player | None:
    """The player to move wherever it goes wrong, if it is right wherever the other one is."""
    moves = [(answer.right, getattr(board_in(answer.args), "active_player", None)) for answer in answers]
    (player, *rest) = [player for right, player in moves if not right]
    others = [answer for answer, (_, to_move) in zip(answers, moves, strict=True) if to_move is not player]
    is_told_apart = len({repr(answer.wanted) for answer in others}) > 1  # else any function might be right there
    is_clear = rest and {*rest} == {player} and is_told_apart and all(answer.right for answer in others)
    return player if is_clear else None


def _of_items(wrong: Sequence[Answer]) -> tuple[str, Text] | None:
    """What is in them is right, but they are of another kind, or in another order."""
    kinds = {type(answer.value).__name__ for answer in wrong}
    kind, wanted = kinds.pop(), type(wrong[0].wanted).__name__
    if kinds or any(answer.items is None for answer in wrong):
        return None
    pairs = [(answer.items or [], [*answer.wanted]) for answer in wrong]
    if all(equal(items, right) for items, right in pairs) and kind != wanted:
        return "wrong-kind", texts.WRONG_KIND.filled(kind=kind, wanted=wanted)
    pairs = [([tuple(item) if isinstance(item, list) else item for item in items], right) for items, right in pairs]
    if all(equal(items, right) for items, right in pairs):
        return "wrong-kind", texts.WRONG_KIND_INSIDE
    if not all(_same_items(items, right) for items, right in pairs):
        return None
    if kind in ("set", "frozenset"):  # which have no order
        return "wrong-kind", texts.WRONG_KIND.filled(kind=kind, wanted=wanted)
    return "wrong-order", texts.WRONG_ORDER


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
    value, right, too = first.value[part], first.wanted[part], ""
    if equal(value, right):  # the first wrong example is the one that is shown
        return None
    if not not_a_number(value) and not not_a_number(right):
        much = shown_value(abs(value - right))
        too = (texts.TOO_LARGE if value > right else texts.TOO_SMALL).format(much=much)
    return "one-part-wrong", texts.ONE_PART.filled(ordinal=ORDINALS[part], others=others, too=too)
