"""A game against an engine, or against any other player, in the notebook."""

from __future__ import annotations

import functools
import math
import sys
import threading
from collections.abc import Callable
from numbers import Real
from typing import Any, Concatenate, ParamSpec

import anywidget
import traitlets
from ipywidgets import VBox

from minimax_lab.arena.match.match import copied, for_player
from minimax_lab.arena.match.players import EnginePlayer, asked, checked_seconds, name_of
from minimax_lab.game import MAX, IllegalMove, Move, Player, Value
from minimax_lab.search import Engine, Result, alphabeta
from minimax_lab.search.public import check_depth
from minimax_lab.search.textbook.leaves import Evaluation
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.base import WithStill, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.play.board import PlayBoard, play_board
from minimax_lab.widgets.play.history import GameHistory
from minimax_lab.widgets.play.opponent import default_engine
from minimax_lab.widgets.play.thinking import OnAnswer, Thinking
from minimax_lab.widgets.shared.words import moves_text
from minimax_lab.widgets.stepper.stepper import step_through

SECONDS = 1.0  # for a move of the engine
HINT_SECONDS = 0.5
READABLE = 300  # nodes: about as many as a person can look at
DEEPEST = 12  # level that can be chosen
LINE = 8  # moves of best play that are shown

P = ParamSpec("P")


def _alone(act: Callable[Concatenate[PlayGame, P], None]) -> Callable[Concatenate[PlayGame, P], None]:
    """Do one thing at a time: the opponent answers from a thread of its own."""

    @functools.wraps(act)
    def acting(play: PlayGame, *args: P.args, **kwargs: P.kwargs) -> None:
        with play._lock:
            act(play, *args, **kwargs)

    return acting


class GameBoard(anywidget.AnyWidget):
    """The board and its buttons: shows what Python says, and tells it what was clicked."""

    _esm = script("play/play.js")
    _css = style("shared/look.css", "play/play.css")
    _board = traitlets.Dict().tag(sync=True)  # the picture, what can be pointed at, the legal moves
    _status = traitlets.Dict().tag(sync=True)  # everything else


class PlayGame(WithStill, VBox):
    """A game to play in the notebook, from `state` on.

    `opponent`: an Engine or any other player; by default an engine that suits the game.
    `you`: MAX, who moves first in most games, or MIN. In chess your pieces stand at the bottom.
    `level`: how many plies an engine looks ahead; None is as far as it can in the time.
    `seconds`: how long an engine may think about a move.

    The attribute `game` holds the game: `game.state`, `game.moves` and `game.value` can be read at any time.
    """

    children: tuple[Any, ...]

    def __init__(
        self,
        state: Any,
        opponent: Any = None,
        *,
        you: Player = MAX,
        level: int | None = None,
        seconds: float = SECONDS,
    ):
        self._lock, self._thinking = threading.RLock(), Thinking()
        if not isinstance(you, Player):
            raise TypeError(f"you are MAX or MIN, not {you!r}")
        check_depth(level, 1)
        self.game = GameHistory(state, you)
        self.level, self.seconds = level, checked_seconds(seconds) or SECONDS
        self.opponent = default_engine(state) if opponent is None else opponent
        if isinstance(self.opponent, EnginePlayer):
            self.level, self.seconds = self.opponent.depth or level, self.opponent.seconds or self.seconds
            self.opponent = self.opponent.engine
        if not isinstance(self.opponent, Engine):
            self._ask = asked(self.opponent, "opponent")
        self._asked: object = None  # stands for the question whose answer is waited for
        self._said, self._thoughts = "", ""
        self._hint: tuple[int, ...] = ()
        self._serial = 0
        self._stuck = False  # the opponent has failed, or was stopped before it had a move
        self.board = GameBoard()
        self._show()
        self.board.on_msg(self._receive)
        super().__init__([self.board])

    # What the buttons do

    @_alone
    def move(self, move: Move) -> None:
        """Make your move; then the opponent begins to think."""
        if not self.game.your_turn:
            raise IllegalMove(move, "it is not your turn", [])
        move = _legal(move, self.game)
        self._forget()
        self.game.play(move)
        self._go_on()

    @_alone
    def undo(self) -> None:
        """Take your last move back, and the answer to it."""
        self._forget()
        self.game.undo()
        self._go_on()

    @_alone
    def new_game(self) -> None:
        """Begin again."""
        self._forget()
        self.game = GameHistory(self.game.start, self.game.you)
        self._go_on()

    @_alone
    def change_sides(self) -> None:
        """Go on with the other side's pieces."""
        self._forget()
        self.game.you = self.game.you.opponent
        self._go_on()

    def stop(self) -> None:
        """Stop the opponent's thinking: an engine plays the best move that it has found."""
        self._thinking.stop()

    def close(self) -> None:
        """Remove the widget from the page and end the opponent's thinking."""
        self._thinking.give_up()
        super().close()

    def wait(self) -> None:
        """Wait until the opponent has answered. (Useful in scripts and tests.)"""
        self._thinking.wait()

    @_alone
    def hint(self) -> None:
        """Let an engine look for a good move for you."""
        if self.game.your_turn and not self._thinking.busy:
            position = self.game.position
            self._think(lambda: self._engine().search(position, self.level, HINT_SECONDS), self._hinted)
            self._show()

    @_alone
    def why(self) -> None:
        """Open a step-through of the opponent's last decision below the board, at a depth that can be read."""
        if not self._can_explain():
            return
        position = self.game.before(-1)
        try:
            if isinstance(self.opponent, Engine):
                depth = readable_depth(position)
                evaluate = self.opponent.evaluate and _unwatched(self.opponent.evaluate)
                shown = step_through(alphabeta, position, depth, evaluate=evaluate, below=self.game.you)
            else:
                shown = step_through(self.opponent, for_player(position), below=self.game.you)
        except Exception as error:
            self._said = f"This decision cannot be shown: {error}"
        else:
            self.children = (self.board, shown)
        self._show()

    @_alone
    def set_level(self, level: int | None, seconds: float) -> None:
        """How many plies an engine looks ahead (None: as far as it can), and how long it may take."""
        check_depth(level, 1)
        self.level, self.seconds = level, checked_seconds(seconds) or SECONDS
        self._show()

    # The opponent

    def _engine(self) -> Engine:
        return self.opponent if isinstance(self.opponent, Engine) else default_engine(self.game.start)

    def _go_on(self) -> None:
        """After every change: let the opponent think if it is its turn."""
        self.children = (self.board,)  # an old explanation would only confuse
        if not self.game.over and not self.game.your_turn:
            position, level, seconds = self.game.position, self.level, self.seconds
            if isinstance(self.opponent, Engine):
                engine = self.opponent
                self._think(lambda: engine.search(position, level, seconds), self._answered)
            else:
                view = for_player(copied(position))  # its own copy, which it may change as it likes
                self._think(lambda: self._ask(view, None), self._answered)
        self._show()

    def _think(self, think: Callable[[], Any], hear: OnAnswer) -> None:
        """Call `hear` with what `think` finds, unless something else has happened meanwhile."""
        asked = self._asked = object()
        self._thinking.start(think, lambda answer, error: self._heard(asked, hear, answer, error))

    @_alone
    def _heard(self, asked: object, hear: OnAnswer, answer: Any, error: BaseException | None) -> None:
        if asked is self._asked:
            hear(answer, error)

    def _answered(self, answer: Any, error: BaseException | None) -> None:
        """The opponent has made a decision, or failed to."""
        result = answer if isinstance(answer, Result) else None
        move = result.move if result else answer
        try:
            if error is not None:
                raise error
            self.game.play(_legal(move, self.game))
            before = self.game.before(-1)
            self._said = f"{self._name()} played {moves_text(before, [move])}."
            self._thoughts = _thoughts(before, result) if result else ""
        except KeyboardInterrupt:
            self._stuck, self._said = True, f"{self._name()} was stopped before it had a move."
        except BaseException as problem:  # whatever a player does, the game can be taken back
            said = f"{type(problem).__name__}: {problem}" if error is not None else str(problem)
            self._stuck, self._said = True, f"{self._name()} made no legal move. {said}"
        self._show()

    def _hinted(self, result: Result | None, error: BaseException | None) -> None:
        if result is not None and result.move in (legal := self.game.position.get_legal_moves()):
            self._hint = self._shown.moves[legal.index(result.move)]
            self._said = f"A hint: {moves_text(self.game.state, [result.move])}, worth {value_text(result.value)}."
        elif error is not None and not isinstance(error, KeyboardInterrupt):
            self._said = f"There is no hint: {error}"
        self._show()

    def _forget(self) -> None:
        """What was thought about an earlier position no longer counts."""
        self._thinking.give_up()
        self._asked = None
        self._said, self._thoughts, self._hint, self._stuck = "", "", (), False

    # Between the browser and here

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        plain: dict[str, Callable[[], None]] = {
            "undo": self.undo, "new": self.new_game, "sides": self.change_sides, "stop": self.stop,
            "hint": self.hint, "why": self.why, "again": self._try_again, "ready": self._ready,
        }  # fmt: skip
        do = message.get("do")
        if do == "move" and message.get("ply") == len(self.game.moves) and self.game.your_turn:
            self.move(self.game.position.get_legal_moves()[message["move"]])
        elif do == "level":
            self.set_level(message["level"], message["seconds"])
        elif do in plain:
            plain[do]()

    @_alone
    def _ready(self) -> None:
        """The board is on the screen. An opponent that moves first begins now, not before anybody is looking."""
        if not self._thinking.busy and not self._stuck:
            self._go_on()

    @_alone
    def _try_again(self) -> None:
        self._forget()
        self._go_on()

    def _show(self) -> None:
        game = self.game
        self._shown = play_board(game.state, game.you)
        with self.board.hold_sync():
            self.board._board = _data(self._shown, game.your_turn)
            self._serial += 1  # so that there is always an answer, even if nothing has changed
            self.board._status = {
                "serial": self._serial,
                "ply": len(game.moves),
                "turn": self._turn(),
                "said": " ".join(filter(None, [self._said, self._announcement()])),
                "thoughts": self._thoughts,
                "hint": self._hint,
                "moves": [
                    f"{game.mover(i).symbol} {moves_text(game.before(i), [move])}" for i, move in enumerate(game.moves)
                ],
                "you": f"{game.you.symbol} {game.you}",
                "opponent": self._name(),
                "undo": game.can_undo,
                "why": self._can_explain(),
                "engine": isinstance(self.opponent, Engine),
                "level": self.level,
                "levels": [*range(1, DEEPEST + 1), *([self.level] if (self.level or 0) > DEEPEST else [])],
                "seconds": self.seconds,
            }

    def _turn(self) -> str:
        if self.game.over:
            return "over"
        if self._stuck:
            return "stuck"
        if self._thinking.busy:
            return "hinting" if self.game.your_turn else "thinking"
        return "yours" if self.game.your_turn else "waiting"

    def _announcement(self) -> str:
        if self.game.over:
            value = self.game.value
            if self.game.position.graded or not isinstance(value, Real):
                return f"The game is over, and worth {value_text(value)} to MAX."
            if value == 0:
                return "The game is drawn."
            won = (float(value) > 0) == (self.game.you is MAX)
            return f"You have {'won' if won else 'lost'}."
        if self._stuck:
            return "Take your move back, let it try again, or start a new game."
        if self.game.your_turn:
            return "Looking for a hint …" if self._thinking.busy else "Your turn."
        return f"{self._name()} is thinking …"

    def _can_explain(self) -> bool:
        """Whether the last move was the opponent's."""
        return bool(self.game.moves) and self.game.mover(-1) is not self.game.you

    def _name(self) -> str:
        return "The engine" if isinstance(self.opponent, Engine) else name_of(self.opponent)

    # Where widgets do not run

    def __repr__(self) -> str:
        moved = len(self.game.moves)
        return f"PlayGame({type(self.game.start).__name__}, you are {self.game.you}, {moved} moves made)"

    def _still(self) -> str:
        """The position."""
        return picture_html(self.game.state, self._shown.picture, below=self.game.you)


def readable_depth(state: Any) -> int:
    """How deep a search of `state` can be shown to a person: by the number of its moves, and at least 1."""
    moves = len(state.get_legal_moves())
    return max(1, int(math.log(READABLE) / math.log(max(2, moves))))


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


def _data(board: PlayBoard, your_turn: bool) -> dict[str, Any]:
    data = board.as_data()
    return data if your_turn else {**data, "moves": []}


def _thoughts(state: Any, result: Result) -> str:
    """What an engine thinks, in one line."""
    depth = "to the end" if result.depth is None else f"depth {result.depth}"
    proven = ", proven" if result.proven else ""
    line = moves_text(state, result.line[:LINE])
    return f"value {value_text(result.value)}{proven} · {depth} · {result.nodes:,} nodes · best play {line}"


def _legal(move: Move, game: GameHistory) -> Move:
    """The game's own move that is equal to `move`."""
    legal = game.position.get_legal_moves()
    if move not in legal:
        raise IllegalMove(move, "it is not one of the legal moves", legal)
    return legal[legal.index(move)]
