"""Checks of functions that only the course's exercises ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from operator import and_
from pathlib import Path
from statistics import fmean
from types import FunctionType
from typing import Any

from minimax_lab.check.calls import LINES_A_CALL, ONE_PLAYER_ONLY, examples
from minimax_lab.check.evaluations import contest, evaluation, not_ready, positions
from minimax_lab.check.game.check import game_state
from minimax_lab.check.report import Finding, Report, in_words, shown_value
from minimax_lab.check.sandbox.failures import failure_finding
from minimax_lab.check.sandbox.limits import MOST_LINES, OURS, NotFinished
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import equal
from minimax_lab.check.texts import exercises as texts
from minimax_lab.check.texts.repairs import PLAIN_HINTS
from minimax_lab.check.texts.text import Text
from minimax_lab.evaluate import mobility, rps_safe
from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games import RPS, ConnectFour, Isolation
from minimax_lab.games.isolation_board import Cell
from minimax_lab.trace.words import value_text

STEPS: list[Cell] = [(dx, dy) for dx, dy in product((-1, 0, 1), repeat=2) if dx or dy]
BOARD = [*product((0, 1, 2), repeat=2)]
SHOWN = {(1, 0), (2, 0), (1, 1)}  # open cells of the board in the text of exercise 2
ITS_START = [({*SHOWN, (0, 0)}, (0, 0), step) for step in ((1, 0), (1, 1))]  # calls in which the start itself is open
SOME = 7  # of the calls, one after so many, are enough to see what is exchanged
FAR = [({(n * dx, n * dy) for n in range(1, 5)}, (0, 0), (dx, dy)) for dx, dy in ((1, 0), (1, 1))]  # longer lines
QUOTED = "Line ", "Look at "  # how a line begins that quotes one
SWAPPED_IN = "cells", "here", "step", "returned"
LARGE = Isolation(5, 5)
FRESH = tuple(RPS.deal(seed=seed) for seed in range(5000, 5150))  # deals of the card game
SOLVED = str(Path(OURS, "solve"))
PATIENT: dict[str, Any] = {"most_lines": None, "borrows_from": (), "seconds": 30}


def along(function: Callable[..., Any]) -> Report:
    """Exercise 2: the walk along a line, on all boards of three by three with two closed cells. All or nothing."""
    calls: list[tuple] = [(SHOWN, (0, 0), step) for step in ((1, 0), (0, 1), (1, 1))]
    for here, closed, step in product(BOARD, combinations(BOARD, 2), STEPS):
        calls.append(({*BOARD} - {here, *closed}, here, step))
    report = examples(
        function,
        [(call, _walk(*call)) for call in calls],
        on_wrong=lambda cells, here, step: texts.WRONG_WALK.filled(here=here, step=step),
        also=lambda: _is_like(_walk, _returned(function, FAR, LINES_A_CALL), FAR),
    )
    findings = report.findings
    codes = [finding.code for finding in findings]
    looks_at_its_start = all(_returned(function, ITS_START) or [[]])  # for it is not [] there
    if codes == ["same-answer"] and findings[0].returned == [] and looks_at_its_start:
        findings = (_renamed(findings[0], "begins-here", texts.BEGINS_HERE),)
    if codes == ["wrong-value"] and (code := _kind_of_walk(function, [*calls[::SOME], *FAR])):
        findings = (_renamed(findings[0], code, texts.WALKS[code]),)
    return in_words(Report(report.subject, findings, report.score if report.passed else 0.0), PLAIN_HINTS)


def _renamed(finding: Finding, code: str, text: Text) -> Finding:
    """The finding, told by this text, with the lines that it quotes; the last hint is the edit, if there is one."""
    quoted = [line for line in finding.message.split("\n") if line.startswith(QUOTED)]
    hints = (*text.hints, finding.hints[-1]) if finding.repair else text.hints
    return finding.named(code, Text(text.title, "\n".join([*quoted, text.message]), hints))


def _returned(function: Callable[..., Any], calls: Sequence[tuple], most_lines: int = MOST_LINES) -> list[Any]:
    """What it returns for each of these calls; nothing if that takes too long on the wall."""
    try:
        return [run(function, *call, most_lines=most_lines).value for call in calls]
    except NotFinished:
        return []


def _is_like(right: Callable[..., Any], returned: list[Any], calls: Sequence[tuple]) -> bool:
    """Whether it is what another function returns for these calls."""
    return bool(returned) and all(equal(value, right(*call)) for value, call in zip(returned, calls, strict=True))


def _walk(open_cells: set[Cell], here: Cell, step: Cell) -> list[Cell]:
    (x, y), cells = here, []
    while (x := x + step[0], y := y + step[1]) in open_cells:
        cells.append((x, y))
    return cells


def _kind_of_walk(function: Callable[..., Any], calls: list[tuple]) -> str:
    """The code for a walk that is right but for one thing: where it ends, that it jumps, or x and y are exchanged."""
    kinds: list[tuple[str, Callable[..., Any]]] = [
        ("jumps", _jumping_walk),
        ("one-step", lambda *call: _walk(*call)[:1]),
        ("one-too-far", _walk_too_far),
    ]
    exchanged = (where for number in range(1, len(SWAPPED_IN)) for where in combinations(SWAPPED_IN, number))
    kinds += [("swapped-coordinates", partial(_swapped_walk, where)) for where in exchanged]
    returned = _returned(function, calls)
    return next((code for code, walk in kinds if _is_like(walk, returned, calls)), "")


def _walk_too_far(open_cells: set[Cell], here: Cell, step: Cell) -> list[Cell]:
    cells = _walk(open_cells, here, step)
    x, y = cells[-1] if cells else here
    return [*cells, (x + step[0], y + step[1])]


def _jumping_walk(open_cells: set[Cell], here: Cell, step: Cell) -> list[Cell]:
    line = [(here[0] + steps * step[0], here[1] + steps * step[1]) for steps in range(1, 5)]
    return [cell for cell in line if cell in open_cells]


def _swapped_walk(where: tuple[str, ...], open_cells: set[Cell], here: Cell, step: Cell) -> list[Cell]:
    """The walk with x and y exchanged in the cells, where it begins, in its steps, or in what is returned."""
    open_cells = {cell[::-1] for cell in open_cells} if "cells" in where else open_cells
    walk = _walk(open_cells, here[::-1] if "here" in where else here, step[::-1] if "step" in where else step)
    return [cell[::-1] for cell in walk] if "returned" in where else walk


def connect_four(cls: Callable[[], Any]) -> Report:
    """Exercise 2: another game, from nothing."""
    return game_state(cls, reference=ConnectFour())


def open_neighbours(function: Callable[..., Any]) -> Report:
    """Exercise 5: a feature, on positions of isolation on five by five, for both players."""
    wanted = [((state, player), _neighbours(state, player)) for state in positions(LARGE) for player in (MAX, MIN)]
    report = in_words(examples(function, wanted, on_wrong=_other_neighbours), PLAIN_HINTS)
    first = next((each for each in report.faults if each.code in ("wrong-value", ONE_PLAYER_ONLY)), None)
    if not first:
        return report
    told = first
    if kind := _kind_of_count(function, [call for call, _ in wanted[::SOME]]):
        told = _renamed(first, "wrong-value", kind)
    elif not first.line and (hints := _hints_on_count(function, wanted)):
        other = MAX if first.board.positions[0] is None else MIN  # who may not be on the board yet
        told = replace(first, hints=tuple(hint.format(other=f"{other.symbol} {other}") for hint in hints))
    findings = [told if each is first else each for each in report.findings]
    return Report(report.subject, findings, report.score)


def _other_neighbours(state: Isolation, player: Player) -> Text:
    """What is said of a wrong number on this board."""
    text = texts.OTHER_NEIGHBOURS if _cell(state, player) else texts.NEIGHBOURS_OF_NOBODY
    return text.filled(player=f"{player.symbol} {player}")


def _hints_on_count(function: Callable[..., Any], wanted: list[tuple[tuple, int]]) -> tuple[str, ...]:
    """Those on what all wrong answers have in common, if nearly all the right ones lack it; else on a cell, or ()."""
    calls = [call for call, _ in wanted]
    wrong = [not equal(said, value) for said, (_, value) in zip(_returned(function, calls), wanted, strict=False)]
    if not any(wrong):
        return ()
    for shares, hints in SHARED:
        shared = [shares(*call) for call in calls]
        both = sum(map(and_, shared, wrong))
        if both == sum(wrong) and MOSTLY * sum(shared) <= both < len(wanted):
            return texts.OTHER_NEIGHBOURS.hints[0], *hints
    shown = calls[wrong.index(True)]
    with suppress(NotFinished):
        return (*texts.OTHER_NEIGHBOURS.hints, *_hint_on_a_cell(function, *shown)) if _cell(*shown) else ()
    return ()


def _hint_on_a_cell(function: Callable[..., Any], state: Isolation, player: Player) -> list[str]:
    """One on a cell that counts though it is not beside the player, or the other way round: what if it were closed?"""
    here, said = _cell(state, player) or (0, 0), run(function, state, player).value
    for y, x in product(range(state.height), range(state.width)):
        if state.rows()[y][x] == ".":
            now = run(function, _closed(state, (x, y)), player)
            counts, is_beside = not equal(now.value, said), max(abs(x - here[0]), abs(y - here[1])) == 1
            if now.ok and counts != is_beside:
                text = texts.COUNTS_THIS if counts else texts.DOES_NOT_COUNT_THIS
                gaps = {"cell": (x, y), "here": here, "said": shown_value(said), "now": shown_value(now.value)}
                return [text.format(**gaps)]
    return []


def _closed(state: Isolation, cell: Cell) -> Isolation:
    """The same board with one more cell closed."""
    closed = copy(state)
    closed._open &= ~state._board.bit[cell]
    return closed


def _cell(state: Isolation, player: Player) -> Cell | None:
    return state.positions[0 if player is MAX else 1]


def _at_the_first_edges(state: Isolation, player: Player) -> bool:
    return 0 in (_cell(state, player) or ())


def _at_the_last_edges(state: Isolation, player: Player) -> bool:
    x, y = _cell(state, player) or (0, 0)
    return x == state.width - 1 or y == state.height - 1


def _at_an_edge(state: Isolation, player: Player) -> bool:
    return _at_the_first_edges(state, player) or _at_the_last_edges(state, player)


# What wrong answers may have in common, and the hints on that
SHARED: list[tuple[Callable[[Isolation, Player], bool], tuple[str, ...]]] = [
    (lambda state, player: _cell(state, player) == (0, 0), texts.IN_THE_FIRST_CORNER),
    (lambda state, player: bool(_cell(state, player)) and not _cell(state, player.opponent), texts.BESIDE_NOBODY),
    (_at_the_first_edges, texts.AT_THE_FIRST_EDGES),
    (_at_the_last_edges, texts.AT_THE_LAST_EDGES),
    (_at_an_edge, texts.AT_AN_EDGE),
    (lambda state, player: bool(_cell(state, player)) and not _at_an_edge(state, player), texts.IN_THE_MIDDLE),
    (lambda state, player: state.active_player is MIN, texts.WITH_MIN_TO_MOVE),
]
MOSTLY = 0.75  # of what has it in common is wrong: where nothing is open, a count may be right by chance


def _kind_of_count(function: Callable[..., Any], calls: list[tuple]) -> Text | None:
    """What is said of a count that is right but for one thing: around whom, or that a player's cell is not open."""
    if not (returned := _returned(function, calls)):
        return None
    kinds: list[tuple[Text, Callable[..., int]]] = [
        (texts.NEIGHBOURS_OF_THE_MOVER, lambda state, player: _neighbours(state, state.active_player)),
        (texts.COUNTS_THE_OPPONENT, _with_the_opponent),
        (texts.COUNTS_THE_REACH, lambda state, player: len(state.reach(player)) if _cell(state, player) else 0),
    ]
    for one in MAX, MIN:
        text = texts.NEIGHBOURS_OF_ONE.filled(player=f"{one.symbol} {one}")
        kinds.append((text, lambda state, player, one=one: _neighbours(state, one)))
    counted = _steps_counted(function)
    if left_out := [str((2 + dx, 2 + dy)) for dx, dy in STEPS if (dx, dy) not in counted]:
        text = texts.LEAVES_CELLS_OUT.filled(cells=", ".join(left_out))
        kinds.append((text, partial(_neighbours, steps=counted)))
    return next((text for text, count in kinds if _is_like(count, returned, calls)), None)


def _steps_counted(function: Callable[..., Any]) -> list[Cell]:
    """The steps from the middle of an open board to the cells that it counts."""
    state = LARGE.forecast_move((2, 2))
    number = run(function, state, MAX).value
    without = [(step, run(function, _closed(state, (2 + step[0], 2 + step[1])), MAX).value) for step in STEPS]
    return [step for step, now in without if not equal(now, number)]


def _with_the_opponent(state: Isolation, player: Player) -> int:
    both = [cell for cell in state.positions if cell]
    beside = len(both) == 2 and max(abs(one - other) for one, other in zip(*both, strict=True)) == 1
    return _neighbours(state, player) + beside


def _neighbours(state: Isolation, player: Player, steps: Sequence[Cell] = STEPS) -> int:
    here = _cell(state, player)
    if here is None:
        return 0
    open_cells = {(x, y) for y, row in enumerate(state.rows()) for x, mark in enumerate(row) if mark == "."}
    return sum((here[0] + dx, here[1] + dy) in open_cells for dx, dy in steps)


def my_evaluation(function: Callable[..., Any] | None) -> Report:
    """Exercise 5: an evaluation of isolation that is not just mobility."""
    report = evaluation(_named(function), LARGE)
    if function is None:  # the cell failed before it was made
        return Report("my_evaluation", report.findings, 0.0)
    if not report.passed or not _is_mobility(function):
        return report
    state = next(state for state in positions(LARGE) if mobility(state))
    value = run(function, state).value
    text = texts.MOBILITY_ALONE.filled(mobility=value_text(mobility(state)), value=value_text(value))
    return Report(report.subject, [Finding.of("mobility-alone", text, state)], 0.0)


def _named(function: Any, name: str = "my_evaluation") -> Any:
    """The evaluation under the name that it has in the notebook, if it is an object, such as a Linear."""
    if isinstance(function, FunctionType) or not callable(function):
        return function

    def named(state: Any) -> Any:
        return function(state)

    named.__name__ = name
    return named


def _is_mobility(function: Callable[..., Any]) -> bool:
    """Whether an evaluation is mobility, times a number."""
    states = positions(LARGE)
    pairs = [*zip(map(mobility, states), _returned(function, [(state,) for state in states]), strict=False)]
    known, given = next((pair for pair in pairs if pair[0]), (1, 1))
    return bool(pairs) and all(value * known == each * given for each, value in pairs)


def beats_nothing(function: Callable[..., Any]) -> Report:
    """Exercise 5: a match against an evaluation to which all positions are alike."""
    report = my_evaluation(function)
    return contest(_named(function), knows_nothing, LARGE) if report.passed else not_ready(report)


def knows_nothing(state: Any) -> int:
    return 0


def on_trial(function: Callable[..., Any]) -> Report:
    """Exercise 5: an evaluation of the solved card game, which must lose fewer cards than `rps_safe`, beyond chance.

    The deals are others than those of `trial`, so that nothing is gained by weights that fit these.
    """
    from minimax_lab.solve import trial  # it needs numpy, which no other check does

    function = _named(function, "card_evaluation")
    report = evaluation(function, FRESH[0])
    if not report.passed:
        return Report(report.subject, report.findings, 0.0)
    judged = run(trial, function, rps_safe, FRESH, **PATIENT)
    for tried in run(function, FRESH[0], borrows_from=SOLVED), judged:
        if tried.failure:
            return Report(report.subject, [failure_finding(tried, f"{report.subject}(state)")], 0.0)
    found, cards = judged.value, judged.value.measures[0]
    subject = texts.ON_TRIAL.format(name=report.subject, lost=found.lost.text(".2f"))
    if cards.difference.verdict == "better":
        return Report(subject, [])
    (played, best), (reached, value) = found.mistake.moves, found.mistake.truth
    numbers = {"lost": f"{fmean(cards.ours):.3f}", "cards": f"{fmean(cards.theirs):.3f}"}
    numbers |= {"played": played, "best": best, "reached": value_text(reached), "value": value_text(value)}
    player, wants = ("1", "high") if found.mistake.state.active_player is MAX else ("2", "low")
    numbers |= {"player": player, "wants": wants}
    text = texts.NOT_BETTER.filled(difference=cards.difference.text("+.3f"), games=len(FRESH), **numbers)
    return Report(subject, [Finding.of("not-better", text, found.mistake.state)], 0.0)
