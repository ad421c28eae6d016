"""What a class of connect four does not see: all fours, one player's, those in one direction; or full columns."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from minimax_lab.check.game.positions import BOARD, FOURS, Path, fours_in
from minimax_lab.check.game.student import PathTo, StudentGame
from minimax_lab.check.texts import games as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.game import Move
from minimax_lab.games.connectfour import COLUMNS

SOME = 6  # games that go on after a four, to see whose fours a class looks for
# The ideas of the edits that mend it, where other edits take long to be refuted
MENDS_FOURS = {texts.SEES_THE_MOVERS_FOUR: ("other-player", "opponent", "variable", "function", "order")}


def missed_fours(student: StudentGame, seen: Mapping[Path, set[Move]], paths: Mapping[Path, PathTo]) -> Text | None:
    """What is said of a class that goes wrong only where it does not see a four, if these have something in common."""
    wrong = {path for path, moves in seen.items() if moves != {*paths[path].position.get_legal_moves()}}
    won = {path: [*fours_in(paths[path].position)] for path in seen if not paths[path].position.get_legal_moves()}
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
    return None


def other_columns(seen: Mapping[Path, set[Move]], paths: Mapping[Path, PathTo]) -> Text | None:
    """What is said of a class that has other columns, or goes wrong only where it does not see that one is full."""
    begins, right = seen[()], {*range(COLUMNS)}
    if begins and begins != right and all(isinstance(move, int) for move in begins):
        return texts.OTHER_COLUMNS.filled(columns=", ".join(map(str, sorted(begins))))
    legal = {path: {*paths[path].position.get_legal_moves()} for path in seen}
    wrong = [path for path, moves in seen.items() if moves != legal[path]]
    return texts.FULL_IS_LISTED if all(legal[path] and seen[path] == right for path in wrong) else None


def _sees_fours_of_the_mover(student: StudentGame, won: list[Path]) -> bool:
    """Whether it takes a game for over one move too late, when the player who has four is to move again."""
    went_on = ((path, student.moves_in_new_state(path)) for path in sorted(won, key=len))
    later = ((*path, min(moves)) for path, moves in went_on if moves)
    ended = [not student.moves_in_new_state(path) for path in islice(later, SOME)]
    return bool(ended) and all(ended)
