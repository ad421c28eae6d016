"""Which mistake a student's class makes: in isolation a wrong rule, in connect four a four or full column not seen.

The rules of isolation are written in sets of cells, apart from the library's own game; `mistakes` switches mistakes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice

from minimax_lab.check.game.positions import BOARD, FOURS, ROUND_THE_EDGE, Cell, Path, fours_in
from minimax_lab.check.game.student import PathTo, StudentGame
from minimax_lab.check.texts import games as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.game import Move
from minimax_lab.games import Isolation
from minimax_lab.games.connectfour import COLUMNS

KNIGHT = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]
BOARD_ONLY = "swapped-coordinates:board"  # the blocked cell is written as it should be, and lies off that board
QUEEN = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

ONE_DIRECTION = "misses-a-direction"


class Rules:
    """A game of isolation by rules that may be mistaken."""

    def __init__(self, start: Isolation, mistakes: Iterable[str] = ()):
        self.mistakes = frozenset(mistakes)
        rows = start.rows()
        self.blocked = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}
        more = int("off-board" in self.mistakes)
        self.board = {(x, y) for y in range(start.height + more) for x in range(start.width + more)}
        if "wrong-corner" in self.mistakes:
            self.blocked = {(x, start.height - 1 - y) for x, y in self.blocked}
        for x, y in self.board:
            if f"wrong-corner:{x},{y}" in self.mistakes:
                self.blocked = {(x, y)}
        if self.mistakes & {"swapped-coordinates", BOARD_ONLY}:
            self.board = {(y, x) for x, y in self.board}
        if "swapped-coordinates" in self.mistakes:
            self.blocked = {(y, x) for x, y in self.blocked}
        if "blocked-cell" in self.mistakes:
            self.blocked = set()
        self.visited: list[list[Cell]] = [[], []]
        self.turn = 0

    def play(self, cell: Cell) -> None:
        self.visited[self.turn].append(cell)
        if "wrong-player" not in self.mistakes:
            self.turn = 1 - self.turn

    def moves(self) -> set[Cell]:
        mine, theirs = self.visited[self.turn], self.visited[1 - self.turn]
        own, closed = mine[-1:], {*mine, *theirs}
        if "forgets-visited" in self.mistakes:
            closed = {*own, *theirs[-1:]}
        if "occupied-cell" in self.mistakes:
            closed -= {*theirs[-1:]}
        free = self.board - self.blocked - closed
        if not own:
            return set() if "no-first-moves" in self.mistakes else free
        if "anywhere" in self.mistakes:
            return free
        start = theirs[-1] if "moves-from-the-opponent" in self.mistakes and theirs else own[0]
        reached = {cell for step in self._steps() for cell in self._along(start, step, free)}
        return reached | {own[0]} if "own-cell" in self.mistakes else reached

    def _steps(self) -> list[Cell]:
        if "knight-moves" in self.mistakes:
            return KNIGHT
        if "no-diagonals" in self.mistakes:
            return [(dx, dy) for dx, dy in QUEEN if not dx or not dy]
        if "only-diagonals" in self.mistakes:
            return [(dx, dy) for dx, dy in QUEEN if dx and dy]
        missing = {step for mistake in self.mistakes for step in mistake.split(":")[1:]}
        return [step for step in QUEEN if str(step) not in missing]

    def _along(self, cell: Cell, step: Cell, free: set[Cell]) -> Iterator[Cell]:
        (x, y), (dx, dy) = cell, step
        while (x := x + dx, y := y + dy) in self.board:
            if (x, y) in free:
                yield x, y
            elif "jumps" not in self.mistakes:
                return
            if self.mistakes & {"one-step", "knight-moves"}:
                return


def diagnose(start: Isolation, seen: dict[tuple[Cell, ...], set[Cell]]) -> tuple[str, ...]:
    """The one mistake, or else the two, with which there would be just these moves after each path; () if none.

    Where a mistake comes in several shapes, the shape follows after a colon: which cell is the wrong one, or which
    directions are missing.
    """
    cells = [f"wrong-corner:{x},{y}" for x in range(start.width) for y in range(start.height)]
    ways = [*(rule for rule in texts.RULES if rule != ONE_DIRECTION), BOARD_ONLY, *cells]
    directions = [f"{ONE_DIRECTION}:{step}" for step in QUEEN]
    directions += [f"{ONE_DIRECTION}:{dx, dy}:{-dx, -dy}" for dx, dy in QUEEN[:4]]
    for mistakes in chain(((way,) for way in (*ways, *directions)), combinations(ways, 2)):
        if all(moves_after(start, mistakes, path) == moves for path, moves in seen.items()):
            return mistakes
    return ()


def moves_after(start: Isolation, mistakes: Iterable[str], path: tuple[Cell, ...]) -> set[Cell]:
    """The legal moves after a path of moves, by the rules with these mistakes."""
    rules = Rules(start, mistakes)
    for cell in path:
        rules.play(cell)
    return rules.moves()


SOME = 6  # games that go on after a four, to see whose fours a class looks for
# The ideas of the edits that mend it, where other edits take long to be refuted
MENDS_FOURS = {texts.SEES_THE_MOVERS_FOUR: ("other-player", "opponent", "variable", "function", "order")}


def missed_fours(student: StudentGame, seen: Mapping[Path, set[Move]], paths: Mapping[Path, PathTo]) -> Text | None:
    """What is said of a class that goes wrong only where it does not see a four, if these have something in common."""
    wrong = {path for path, moves in seen.items() if moves != {*paths[path].legal}}
    won = {path: [*fours_in(paths[path].position)] for path in seen if not paths[path].legal}
    won = {path: fours for path, fours in won.items() if fours and len(path) < len(BOARD)}  # else, it is full as well
    if not wrong or not wrong <= won.keys():
        return None
    if len(wrong) == len(won):
        return texts.SEES_THE_MOVERS_FOUR if _sees_fours_of_the_mover(student, [*won]) else texts.SEES_NO_FOUR
    for mark, is_first in ("X", 1), ("O", 0):
        if wrong == {path for path in won if len(path) % 2 == is_first}:
            return texts.SEES_ONE_PLAYERS_FOURS.filled(mark=mark)
    for line in dict.fromkeys((*texts.DIAGONALS.values(), *texts.LINES.values())):
        steps = {step for step in texts.LINES if line in (texts.LINES[step], texts.DIAGONALS.get(step))}
        if wrong == {path for path, fours in won.items() if {FOURS[cells] for cells in fours} <= steps}:
            return texts.SEES_NO_FOUR_THERE.filled(line=line)
    if wrong == {path for path, fours in won.items() if not any(_is_at_an_end(path, cells) for cells in fours)}:
        return texts.SEES_NO_GAP_FILLED
    return None


def _is_at_an_end(path: Path, cells: Sequence[Cell]) -> bool:
    """Whether the last piece of a game of connect four is the first or the last of these cells."""
    column = path[-1]
    return (column, path.count(column) - 1) in (cells[0], cells[-1])


def other_cells(seen: Mapping[Path, set[Move]], paths: Mapping[Path, PathTo]) -> Text | None:
    """What is said of a class that has other columns, does not see that one is full, or looks round the edge."""
    begins, right = seen[()], {*range(COLUMNS)}
    if begins and begins != right and all(isinstance(move, int) for move in begins):
        return texts.OTHER_COLUMNS.filled(columns=", ".join(map(str, sorted(begins))))
    legal = {path: {*paths[path].legal} for path in seen}
    wrong = {path for path, moves in seen.items() if moves != legal[path]}
    if any(seen[path] for path in wrong):
        return texts.FULL_IS_LISTED if all(legal[path] and seen[path] == right for path in wrong) else None
    goes_on = [path for path in seen if legal[path]]
    for lines, how in ROUND_THE_EDGE:
        if wrong == {path for path in goes_on if any(fours_in(paths[path].position, lines))}:
            return texts.SEES_FOURS_ROUND_THE_EDGE.filled(how=how)
    return None


def _sees_fours_of_the_mover(student: StudentGame, won: list[Path]) -> bool:
    """Whether it takes a game for over one move too late, when the player who has four is to move again."""
    went_on = ((path, student.moves_in_new_state(path)) for path in sorted(won, key=len))
    later = ((*path, min(moves)) for path, moves in went_on if moves)
    ended = [not student.moves_in_new_state(path) for path in islice(later, SOME)]
    return bool(ended) and all(ended)
