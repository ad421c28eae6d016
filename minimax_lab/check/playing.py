"""Is a player unbeatable? It is asked for its move in every position that can arise, on the student's own board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace
from functools import cache, partial
from itertools import count
from typing import Any

from minimax_lab.check.boards import Boards
from minimax_lab.check.calls import call_text
from minimax_lab.check.game.positions import random_game
from minimax_lab.check.report import NOTHING, Finding, Replay, Report, shown_value
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.failures import (
    GIVES_UP,
    FaultFound,
    accepts,
    cannot_be_called,
    failure_finding,
    not_checked,
    unwritten_among,
)
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search.findings import pointed
from minimax_lab.check.search.repair import Search
from minimax_lab.check.search.replay import at_the_end, traced
from minimax_lab.check.shared import equal, name_of
from minimax_lab.check.texts import playing as texts
from minimax_lab.check.texts.failures import EVERYTHING
from minimax_lab.game import MAX, GameState, Move, Player
from minimax_lab.games import ConnectFour, TicTacToe
from minimax_lab.search import Engine
from minimax_lab.trace.words import value_text

MOST_SECONDS = 60.0  # of processor time for one move: a minimax that copies its board thinks for 20 about the first one
SAMPLED, EARLIEST = 40, 30  # positions of connect four, each after this many moves at least: the engine solves these

LATE, MOST_TRIED = 4, 80  # free cells at most, and positions: there, an edit of the player can be tried quickly
LINES_A_MOVE, LINES_OF_ALL_EDITS = 30_000, 700_000

MOST_LEAVES, FEW_STEPS = 16, 1_000  # of a tree in a report: beside its board, a notebook has room for no more
MOST_SHOWN = 40  # characters of what was returned: a whole board would only be in the way

GIVEN_AWAY = {"loses": texts.LOSES, "misses-win": texts.MISSES_WIN}


def plays(
    player: Callable[..., Any],
    game: Any = TicTacToe,
    board: Any = None,
    marks: tuple[Any, Any] | None = None,
    side: Any = None,
    top_first: bool = True,
) -> Report:
    """Check whether `player(board)` ever gives anything away. It is asked for its move on boards of the student's kind.

    `board` is an example of the empty board: a list, a list of rows, a tuple, a string, a dict or an array. `marks` are
    those of the two players, the first one's first: "X" and "O" if not given, 1 and -1 on a board of numbers. Without a
    board, the player gets a state of the library. It may return the cell (or the column), the board after its move, or
    nothing if it has made its move on the board. A player with two parameters is also given its mark.

    In tic-tac-toe, the positions are all those that can arise when this player meets any opponent, first as the one
    side, then as the other; with `side`, a mark, as that one only. In connect four they are a sample of late positions;
    say `top_first=False` if row 0 is at the bottom.

    >>> from minimax_lab import check
    >>> from minimax_lab.games import TicTacToe
    >>> def first_free(board):
    ...     return board.index(" ")
    >>> check.plays(first_free, TicTacToe, board=[" "] * 9, side="X").heading
    '✗ first_free at tic-tac-toe, all 74 positions that can arise against it, 27 wrong moves: not right yet (64%)'
    """
    start = game() if isinstance(game, type) else game
    if not isinstance(start, (TicTacToe, ConnectFour)):
        raise ValueError(texts.NO_SUCH_GAME.format(game=game))
    boards = Boards(board, start, marks, top_first)
    sides = [one for one, mark in boards.marks.items() if side is None or equal(side, mark)]
    if not sides:
        raise ValueError(texts.NOT_A_MARK.format(marks=[*boards.marks.values()], side=side))
    parameters = ["board", "mark"] if callable(player) and not accepts(player, 1) and accepts(player, 2) else ["board"]
    if unusable := cannot_be_called(player, *parameters) or unwritten_among([player]):
        return Report(name_of(player), [unusable], 0.0)
    asked = _Asked(player, len(parameters), boards)
    asked.play(start, sides)
    return asked.report(start)


class _Asked:
    """A player, and what was wrong with its answers."""

    def __init__(self, player: Callable[..., Any], parameters: int, boards: Boards):
        self.player, self.parameters, self.boards = player, parameters, boards
        self.engine, self.memory = Engine(), Memory(player)
        self.wrong_as: Counter[Player] = Counter()  # the wrong moves of each side
        self.asked_as: Counter[Player] = Counter()
        self.findings: dict[str, Finding] = {}  # of each code, the one that is easiest to look at
        self.late: list[tuple[GameState, bool]] = []  # positions with few free cells, and whether it was wrong there
        self.rest: list[Finding] = []  # what could not be checked
        self.is_complete = False

    def play(self, start: GameState, sides: Sequence[Player]) -> None:
        """Ask for all moves, or until that makes no sense any more."""
        try:
            if isinstance(start, TicTacToe):
                for side in reversed(sides):  # the empty board takes longest: it comes last
                    self.meet_all(start, side)
            else:
                for state in sample():
                    if state.active_player in sides:
                        self.move(state)
        except NotFinished:
            self.rest = [not_checked(texts.REMAINING if self.asked_as else EVERYTHING)]
        except FaultFound:  # each move would take as long, or end in the same way
            return
        self.is_complete = not self.rest

    def report(self, start: GameState) -> Report:
        """What was seen."""
        every = texts.ALL if self.is_complete else texts.SOME
        subject = every if isinstance(start, TicTacToe) else texts.SAMPLE
        number, positions = self.wrong_as.total(), self.asked_as.total()
        wrong = texts.WRONG_MOVES.get(number, texts.MORE_WRONG_MOVES).format(count=number)
        gaps = {"name": name_of(self.player), "game": start.title.lower(), "positions": positions, "wrong": wrong}
        faults = sorted(self.findings.values(), key=_work)
        if faults and faults[0].code in ("illegal-move", *GIVEN_AWAY) and self.is_complete:
            faults[0] = self._with_edit(faults[0])
        faults = [*map(self._with_replay, faults)]
        if faults and faults[0].code in ("illegal-move", *GIVEN_AWAY):  # said once: how the board is read
            faults[0] = replace(faults[0], message=f"{faults[0].message} {self.boards.in_words()}".strip())
        score = 1 - number / positions if positions else 0.0
        return Report(subject.format(**gaps), [*faults, *self.rest], score)

    def meet_all(self, start: GameState, side: Player) -> None:
        """Let it play as one side against everything that the other can do."""
        level = [start]
        while level:
            after: dict[Any, GameState] = {}  # by key: many ways lead to the same position
            for state in level:
                moves = state.get_legal_moves()
                if moves and state.active_player is side:
                    moves = [move for move in [self.move(state)] if move is not None]
                after |= {child.key(): child for child in map(state.forecast_move, moves)}
            level = [*after.values()]

    def move(self, state: GameState) -> Move | None:
        """The player's move, if it is one. What is wrong with it is noted."""
        arguments = self._arguments(state)
        result = run(self.player, *arguments, most_lines=None, borrows_from=(), seconds=MOST_SECONDS)
        move = self.boards.move(state, result.value, arguments[0]) if result.ok else None
        self.asked_as[state.active_player] += 1
        finding = self._fault(state, result, move, arguments[0])
        if _free(state) <= LATE:
            self.late.append((state, finding is not None))
        if finding:
            self.wrong_as[state.active_player] += 1
            first = self.findings.setdefault(finding.code, finding)
            if _work(finding) < _work(first):
                self.findings[finding.code] = finding
            if result.failure in GIVES_UP:
                raise FaultFound(finding)
        return move

    def _arguments(self, state: GameState) -> list[Any]:
        return [self.boards.board(state), self.boards.marks[state.active_player]][: self.parameters]

    def _fault(self, state: GameState, result: RunResult, move: Move | None, board: Any) -> Finding | None:
        """What is wrong with an answer; `board` is the one that the player had in its hands."""
        call, boards = call_text(self.player, self._arguments(state)), self.boards
        mark, other = (repr(boards.marks[side]) for side in (state.active_player, state.active_player.opponent))
        if result.failure == "endless":
            return Finding.of("endless", texts.NO_ANSWER.filled(seconds=MOST_SECONDS), state, call)
        if result.failure:
            return failure_finding(result, call, state)
        returned = _short(result.value)
        finding = partial(Finding.of, counterexample=state, call=call, returned=returned)
        if move is None:
            return finding("illegal-move", texts.ILLEGAL.filled(mark=mark).followed_by(boards.ways()))
        name, child = boards.name(state, move), state.forecast_move(move)
        if not boards.is_same(board, boards.board(state)) and not boards.is_same(board, boards.board(child)):
            return finding("changes-board", texts.CHANGES_BOARD.filled(mark=mark, move=name))
        best, worth = self._for_mover(state), -self._for_mover(child)
        if worth >= best:
            return None
        code = "loses" if worth < 0 else "misses-win"
        at_once, how = self._wins_at_once(child), texts.HOW[bool(self._wins_at_once(state))]
        reply, certainly = boards.name(child, [*at_once, self.engine.search(child).move][0]), texts.CERTAINLY
        gaps = {"mark": mark, "move": name, "other": other, "reply": reply, "how": how}
        text = GIVEN_AWAY[code].filled(certainly="" if at_once else certainly, **gaps)
        return finding(code, text, expected_text=self._right(state, best))

    def _right(self, state: GameState, best: int) -> str:
        """The right moves in words."""
        moves = [move for move in state.get_legal_moves() if -self._for_mover(state.forecast_move(move)) == best]
        *most, last = [self.boards.name(state, move) for move in moves]
        how = texts.HOW[moves == self._wins_at_once(state)]
        return texts.RIGHT_MOVES[best].format(moves=" or ".join(filter(None, [", ".join(most), last])), how=how)

    def _wins_at_once(self, state: GameState) -> list[Move]:
        """The moves with which the side to move has won."""
        after = ((move, state.forecast_move(move)) for move in state.get_legal_moves())
        return [move for move, child in after if child.is_terminal() and self._for_mover(child) < 0]

    def _for_mover(self, state: GameState) -> int:
        """What a position is worth to the side to move: 1, 0 or -1."""
        return _value(self.engine, state) * (1 if state.active_player is MAX else -1)

    def _with_edit(self, finding: Finding) -> Finding:
        """The finding with the line that is to blame, if an edit there mends all late positions."""

        def judge(state: GameState) -> tuple[bool, int]:
            arguments = self._arguments(state)
            result = run(self.player, *arguments, most_lines=LINES_A_MOVE, borrows_from=())
            move = self.boards.move(state, result.value, arguments[0]) if result.ok else None
            return self._fault(state, result, move, arguments[0]) is None, result.lines

        late = sorted(self.late, key=lambda each: _free(each[0]))
        wrong = [state for state, is_wrong in late if is_wrong]
        if not wrong:
            return finding
        every = [state for state, _ in late[:: -(-len(late) // MOST_TRIED)]]
        self.memory.forget()  # what it keeps of positions may be wrong
        search = Search([self.player], wrong, every, judge, two=False, lines=LINES_OF_ALL_EDITS)
        told = pointed(finding, search.found(), texts.WITH_THAT)
        if told is finding:
            return finding
        tried = texts.TRIED.format(number=len(every), free=LATE)
        return replace(told, message=f"{told.message} {tried}")

    def _with_replay(self, finding: Finding) -> Finding:
        """The finding with one more hint, and with the player's own search, if that is short enough to be looked at."""
        if finding.code not in GIVEN_AWAY:
            return finding
        (side, wrong), *others = self.wrong_as.most_common()
        one_side = len(self.asked_as) > 1 and not others and 4 * wrong > self.asked_as[side]  # more than a quarter
        if one_side:
            only = texts.ONLY_AS.format(mark=repr(self.boards.marks[side]))
            hints = *finding.hints[:-1], texts.ONE_SIDE, *finding.hints[-1:]  # late: most are meant for both
            finding = replace(finding, message=f"{finding.message} {only}", hints=hints)
        elif not finding.line:
            finding = replace(finding, hints=(*finding.hints, texts.EVERY_WIN))
        with suppress(NotFinished):
            if run(self.player, *self._arguments(finding.counterexample), borrows_from=()).ok:
                return replace(finding, replay=partial(self._replay, finding.counterexample))
        return finding

    def _replay(self, state: GameState) -> Replay | None:
        """The player's own search of this position: of one that is too wide for a page, the first moves."""
        seen = traced(self.player, *self._arguments(state))
        if seen and len(seen.leaves) > MOST_LEAVES:
            seen = traced(self.player, *self._arguments(state), limit=min(FEW_STEPS, len(seen.steps) // 2))
        if not seen or seen.error or len(seen.nodes) < 2:
            return None
        states = {(): state}  # by path: the step-through draws these
        for node in seen.nodes:
            if node.path:
                before = states[node.path[:-1]]
                move = self.boards.move(before, node.path[-1], None)
                if move is None:  # a step that is no move of the game
                    return None
                states[node.path] = before.forecast_move(move)
            node.state = states[node.path]
        tried = {states[path].key() for path in states if len(path) == 1}
        everything = {state.forecast_move(move).key() for move in state.get_legal_moves()}
        if tried != everything and not seen.root.unsearched:
            return None  # the names would mislead
        worth = []
        for node in seen.children(seen.root):
            name = self.boards.name(state, self.boards.move(state, node.move, None))
            worth.append(texts.WORTH.format(move=name, value=value_text(node.value)))
        banner = texts.VALUED.format(values=", ".join(worth), chosen=shown_value(seen.value))
        return replace(at_the_end(seen), banner=banner)


def _short(value: Any) -> Any:
    """A copy of what a player returned, which may change later; nothing if it is long, or cannot be copied or shown."""
    try:
        return NOTHING if len(repr(value)) > MOST_SHOWN else deepcopy(value)
    except Exception:  # a student's object may fail even at that
        return NOTHING


def _value(engine: Engine, state: GameState) -> Any:
    return engine.search(state).value if state.get_legal_moves() else state.utility()


def _work(finding: Finding) -> tuple[bool, int]:
    """How much there is to look at: what was given away is seen best near the end, everything else at the beginning."""
    state, is_given_away = finding.counterexample, finding.code in GIVEN_AWAY
    return is_given_away, _free(state) if is_given_away else _pieces(state)


def _pieces(state: Any) -> int:
    return sum(mark in "XO" for mark in "".join(state.rows()))


def _free(state: Any) -> int:
    return sum(map(len, state.rows())) - _pieces(state)


@cache
def sample() -> Sequence[ConnectFour]:
    """Late positions of games played at random, in which some moves are better than others."""
    engine, found, seeds = Engine(), list[Any](), count()
    while len(found) < SAMPLED:
        seed = next(seeds)
        for path, state in random_game(ConnectFour(), seed):
            moves = state.get_legal_moves() if len(path) >= EARLIEST + seed % 4 else []
            if len({_value(engine, state.forecast_move(move)) for move in moves}) > 1:
                found.append(state)
                break
    return found
