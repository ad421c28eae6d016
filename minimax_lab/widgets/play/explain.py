"""What is said of a game: what an engine expects and what moves lead to, and why the game came out as it did."""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

from minimax_lab.adapt import as_game, overrides, underlying
from minimax_lab.game import MAX, GameState, Move, Player, Value
from minimax_lab.picture.text import count_text
from minimax_lab.search import Engine, Result, alphabeta, minimax
from minimax_lab.search.engine.clock import Counts
from minimax_lab.search.engine.core import Core
from minimax_lab.trace import LimitReached, Node, Trace, trace
from minimax_lab.trace.words import value_text
from minimax_lab.values import HIGHEST, LOWEST, Evaluation
from minimax_lab.widgets.play.game import GameHistory
from minimax_lab.widgets.words import moves_text

LINE = 8  # moves of best play that are shown
MOST = 8  # moves that are named one by one,
FEW = 3  # and replies, and moves that would have kept more
OUTCOMES = {"wins": "win", "draws": "draw", "loses": "lose"}  # what one move does, and what several do
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
READABLE = 300  # nodes: about as many as a person can look at
PLAYED = 3_000  # and as many as are shown of the search that the engine made, folded
STEPS = 10 * READABLE  # a search of so many nodes takes fewer steps than this
DEEPEST = 12  # plies
MOST_FORCED = 100  # moves, one after the other: a game may also have no end
SECONDS = 3.0  # for the value of one position, also on a busy machine


# What an engine expects, and what moves lead to, in sentences: "You will win in three moves."


def verdict(position: GameState, you: Player) -> str:
    """How a finished game ended."""
    value = position.utility()
    if position.graded or not isinstance(value, Real):
        return f"The game is over. It is worth {value_text(value)} to MAX."
    if value == 0:
        return "The game is a draw."
    return f"You have {'won' if _favours(value, you) else 'lost'}."


def outlook(position: GameState, result: Result, line: Sequence[Move], you: Player, opponent: str) -> str:
    """What a search expects of `position`, if `line` is played: who will win and when, or who is ahead."""
    value, is_yours = result.value, _favours(result.value, you)
    if not isinstance(value, Real):
        return f"The value is {value_text(value)}."
    if position.graded:
        sure = "With best play the game ends with" if result.proven else "The engine expects"
        return f"{sure} {value_text(value)} for MAX."
    if not (result.proven or math.isinf(value)):
        return _guess(value, is_yours, opponent)
    if value == 0:
        return "With best play the game is a draw."
    return f"{'You' if is_yours else opponent} will win{_when(position, line, you if is_yours else you.opponent)}."


def thoughts(position: GameState, result: Result) -> str:
    """What an engine did before it moved, in `position`."""
    far = "to the end of the game" if result.depth is None else f"{count_text(result.depth, 'ply', 'plies')} ahead"
    looked = f"It looked {far} and at {result.nodes:,} positions."
    line = result.line[:LINE]
    return f"{looked} It expects {moves_text(position, line)}." if len(line) > 1 else looked


def choices(found: Trace, played: Move, you: Player, opponent: str) -> str:
    """What each move at the root of a search to the end of the game leads to, and which one was `played`."""
    root, children = found.root, [*found.children(found.root)]
    name = functools.partial(_move, root.state)
    who = "You" if root.player is you else opponent
    intro = f"{who} could play {_listed([*map(name, root.searched)], 'or')}, and played {name(played)}."
    if len(children) == 1:
        intro = f"{who} could only play {name(played)}."
    if as_game(root.state).graded or not all(isinstance(child.value, Real) for child in children):
        values = [child.value for child in children] if len(children) <= MOST else [found.value]
        what = "the best of them is" if len(values) < len(children) else "it is" if len(values) == 1 else "they are"
        worth = _listed([*map(value_text, values)], "and")
        return f"{intro} With best play from there, {what} worth {worth} to MAX."
    by_outcome = {outcome: [c for c in children if _outcome(c.value, root.player) == outcome] for outcome in OUTCOMES}
    groups = [(outcome, group) for outcome, group in by_outcome.items() if group]
    if len(groups) == 1 and len(children) > 1:
        told = f"{'Both' if len(children) == 2 else 'All of them'} {OUTCOMES[groups[0][0]]}"
    else:
        parts = [(_listed([name(c.move) for c in group], "and"), outcome, len(group)) for outcome, group in groups]
        told = "; ".join(f"{names} {outcome if number == 1 else OUTCOMES[outcome]}" for names, outcome, number in parts)
    replies = {name(c.move): _replies(found, c, you, opponent) for c in by_outcome["loses"] if c.searched}
    answers = [f"after {move} {reply}" for move, reply in replies.items()]
    if len(replies) == len(by_outcome["loses"]) > len({*replies.values()}) == 1:
        answers = [f"after {'both' if len(replies) == 2 else 'each'} of them {next(iter(replies.values()))}"]
    scale = " In the tree, 1 is a win for MAX and −1 a win for MIN." if found.value in (-1, 0, 1) else ""
    return f"{intro} {told}{': ' + ', '.join(answers) if 0 < len(answers) <= FEW else ''}.{scale}"


def known_result(position: GameState, value: Value, you: Player, opponent: str) -> str:
    """What the game comes to, where that is known and not only expected: "you win by 3"."""
    if position.graded:
        return f"the game ends with {value_text(value)} for MAX"
    if value == 0:
        return "the game is a draw"
    return f"{'you win' if _favours(value, you) else f'{opponent} wins'} by {value_text(abs(value))}"


def known_choices(position: GameState, values: dict[Move, Value], played: Move, you: Player, opponent: str) -> str:
    """What each move comes to, where that is known, the best ones first."""
    who = "You" if position.active_player is you else opponent
    if len(values) == 1:
        intro = f"{who} could only play {_move(position, played)}."
    else:
        intro = f"{who} could play {len(values)} moves, and played {_move(position, played)}."
    told = []
    for value in sorted(set(values.values()), reverse=position.active_player is MAX):
        names = [_move(position, move) for move in values if values[move] == value]
        after = "each" if len(names) == len(values) > 1 else f"{len(names)}" if len(names) > MOST else ""
        named = f"{after} of them" if after else _listed(names, "or")
        told.append(f"{known_result(position, value, you, opponent)} after {named}")
    return f"{intro} With best play {'; '.join(told)}."


def _replies(found: Trace, node: Node, you: Player, opponent: str) -> str:
    """The first reply at a node that keeps its value."""
    reply = next(child.move for child in found.children(node) if child.value == node.value)
    who = "you win with" if node.player is you else f"{opponent[:1].lower()}{opponent[1:]} wins with"
    return f"{who} {_move(node.state, reply)}"


def _outcome(value: Value, player: Player) -> str:
    return "draws" if value == 0 else "wins" if _favours(value, player) else "loses"


def _move(state: Any, move: Move) -> str:
    """The name of a move, which is not broken at the end of a line."""
    return moves_text(underlying(state), [move]).replace(" ", "\u00a0")


def _listed(names: Sequence[str], last: str) -> str:
    """Names in a sentence: a, b or c; of many only their number."""
    if len(names) > MOST:
        return f"{len(names)} moves"
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _guess(value: Value, is_yours: bool, opponent: str) -> str:
    """The opinion of an evaluation."""
    if value == 0:
        return "Neither side is ahead, as far as the engine can see."
    ahead = "You are" if is_yours else f"{opponent} is"
    return f"{ahead} ahead by {value_text(abs(value))}, the evaluation says."


def _when(position: GameState, line: Sequence[Move], winner: Player) -> str:
    """How many moves the winner still has to make; "" where the line does not go to the end."""
    own = 0
    for move in line:
        own += position.active_player is winner
        position = position.forecast_move(move)
    if not own or not position.is_terminal():
        return ""
    return f" in {NUMBERS[own] if own < len(NUMBERS) else own} {'move' if own == 1 else 'moves'}"


def _favours(value: Any, player: Player) -> bool:
    return isinstance(value, Real) and (float(value) > 0) == (player is MAX)


# Why a game came out as it did: the move that gave it away, and a search from there that a person can follow

MoveValues = Callable[[Any], dict[Move, Value]]  # for one who knows: what each move is worth to MAX with best play
Worth = Callable[[GameState], Value | None]  # what a position is worth to MAX with best play; None if that is not known


def decision(
    game: GameHistory, opponent: str, also_yours: bool = True, known: MoveValues | None = None
) -> tuple[int, str]:
    """The number of the move that is explained, and a sentence on it if that is not the opponent's last one.

    If the game is over and you have not won, it is the move with which you gave away more; if there was none, or it
    cannot be found, the last choice that you had. While the game goes on, it is the opponent's last move, or if that
    was forced, the last choice that anybody had; `also_yours` says whether it may be yours. What is not
    `known` is searched.
    """
    worth = functools.partial(_looked_up, known) if known else None
    last, own = len(game.moves) - 1, game.last_choice(game.you.opponent)
    is_missed = game.over and game.loser() is not game.you.opponent
    number, told = given_away(game, worth) if is_missed else (None, "")
    if number is not None:
        return number, told
    if own == last and not is_missed:
        return last, ""
    whose = "Your" if game.mover(last) is game.you else f"{opponent}'s"
    if not told and len(game.before(last).get_legal_moves()) == 1:
        told = f"{whose} last move was forced."
    yours = game.last_choice(game.you) if also_yours or is_missed else None
    number = own if yours is None else yours
    if number is None:
        return last, f"{told.removesuffix('.')}, and there was no choice before it either.".strip()
    who = f"{opponent[:1].lower()}{opponent[1:]}'s" if yours is None else "your"
    played = moves_text(underlying(game.before(number)), [game.moves[number]])
    where = "Here" if known else "Below"  # what is known is said, and nothing opens below
    return number, f"{told} {where} is {who} last choice: move {number + 1}, {played}.".strip()


def given_away(game: GameHistory, worth: Worth | None = None) -> tuple[int | None, str]:
    """The number of the last of your moves after which the game was worth less to you, and what is to be said of it.

    The positions are worked out from the last one back, as far as there is time: the later ones are the easier ones.
    """
    worth, values = worth or functools.partial(_proven, Engine()), [game.value]
    for number in reversed(range(len(game.moves))):
        value = worth(game.before(number))
        if value is None:
            return None, _known_from(game, number + 1)
        values.insert(0, value)
        if game.mover(number) is game.you and value != values[1]:
            return number, _blame(game, number, value, worth)
    if game.loser() is game.you:
        return None, "Your position was lost from the start."
    return None, "Nothing was given away: with best play it comes out like this."


def _known_from(game: GameHistory, first: int) -> str:
    """What is to be said if only the moves from `first` on could be worked out, and you gave nothing away in them."""
    yours = [number for number in range(first, len(game.moves)) if game.mover(number) is game.you]
    if not yours:
        return ""
    lost = game.loser() is game.you
    known = "Before move {}, your position was already lost" if lost else "From move {} on, you gave nothing away"
    return f"{known.format(yours[0] + 1)}. What came earlier takes too long to work out."


def _proven(engine: Engine, position: GameState) -> Value | None:
    """What a position is worth with best play; None if that takes too long, or is not a number."""
    for _ in range(MOST_FORCED):  # an engine with a clock does not think about a forced move
        if position.is_terminal() or len(moves := position.get_legal_moves()) != 1:
            break
        position = position.forecast_move(moves[0])
    result = engine.search(position, seconds=SECONDS)
    return result.value if result.proven and isinstance(result.value, Real) else None


def _looked_up(known: MoveValues, position: GameState) -> Value:
    """Who wins with best play, 1 or -1, or 0 for a draw; in a game for numbers the number."""
    values = [*known(position).values()] or [position.utility()]
    best = max(values) if position.active_player is MAX else min(values)
    return best if position.graded else (best > 0) - (best < 0)


def _blame(game: GameHistory, number: int, value: Value, worth: Worth) -> str:
    position, state = game.before(number), underlying(game.before(number))
    kept = [move for move in position.get_legal_moves() if worth(position.forecast_move(move)) == value]
    what = f"a value of {value_text(value)}" if position.graded else "the draw" if value == 0 else "the win"
    names = [moves_text(state, [move]) for move in kept[:FEW]]
    more = f" (and {len(kept) - FEW} more)" if len(kept) > FEW else ""
    played = moves_text(state, [game.moves[number]])
    gave = f"You gave away {what} with move {number + 1}, {played}"
    return f"{gave}: {' or '.join(names)}{more} would have kept it." if kept else f"{gave}."


class Explanation:
    """A search of `position` that can be read: by plain minimax to the end of the game, if that has few nodes.

    Where that has more than `READABLE`, what the engine does, deeper and deeper up to its `level`, as long as it can be
    read: alpha-beta with its evaluation, and its quiescence. `found` is the deepest so far, so there is something to
    show when `run` is interrupted. It has no code, which students are to write themselves.
    """

    def __init__(self, position: Any, engine: Engine, level: int | None = None):
        self.position, self.level = position, level
        self.is_quiet = engine.quiescence and overrides(underlying(position), "noisy_moves")
        self.evaluate = engine.evaluate and _unwatched(_quiet(engine.evaluate) if self.is_quiet else engine.evaluate)
        self.found: Trace | None = None
        self.is_whole = False  # whether it goes to the end of the game

    def run(self) -> None:
        self.is_whole = is_readable(self.position)
        if self.is_whole:
            self.found = trace(minimax, self.position, lines=False).without_code()
            return
        size = 0
        for depth in range(1, (self.level or DEEPEST) + 1):
            seen = self._look(depth)
            most = PLAYED if depth == self.level else READABLE
            if self.found is not None and (seen is None or not size < len(seen.nodes) <= most):
                return  # too much to read, or no deeper than before: the game ends here
            self.found, size = seen, len(seen.nodes) if seen else 0

    def told(self, played: Move, you: Player, opponent: str) -> str:
        """What was found, in words."""
        assert self.found is not None
        if self.is_whole:
            return choices(self.found, played, you, opponent)
        depth = max(len(node.path) for node in self.found.nodes)
        plies = count_text(depth, "ply", "plies")
        level = "" if self.level is None else ", as the engine did" if depth == self.level else f", not {self.level}"
        quiet = " Captures are played to their end before a position is evaluated." if self.is_quiet else ""
        return f"The game can go on in too many ways to show them all. This search looks {plies} ahead{level}.{quiet}"

    def _look(self, depth: int) -> Trace | None:
        """The search of one depth; None if it takes too many steps. The first is there whatever it takes."""
        limit = 100 * STEPS if self.found is None else 10 * PLAYED if depth == self.level else STEPS
        try:
            seen = trace(alphabeta, self.position, depth, evaluate=self.evaluate, lines=False, limit=limit)
        except LimitReached:
            if self.found is None:
                raise
            return None
        return seen.without_code()


def is_readable(position: GameState) -> bool:
    """Whether the game goes on from here for at most `READABLE` nodes, this one included."""
    todo, nodes = [position], 1
    while todo:
        state = todo.pop()
        moves = state.get_legal_moves()
        nodes += len(moves)
        if nodes > READABLE:
            return False
        todo += map(state.forecast_move, moves)
    return True


def _quiet(evaluate: Evaluation) -> Evaluation:
    """What an engine's quiescence search makes of an evaluation."""
    core = Core(evaluate, Counts(), quiescence=True)
    return lambda state: core.quiet_value(as_game(state), LOWEST, HIGHEST)


def _unwatched(evaluate: Evaluation) -> Evaluation:
    """`evaluate` for a search that is watched: its own steps are not part of the search, and may be many."""

    def worth(state: Any) -> Value:
        tracer = sys.gettrace()
        sys.settrace(None)
        try:
            return evaluate(state)
        finally:
            sys.settrace(tracer)

    return worth
