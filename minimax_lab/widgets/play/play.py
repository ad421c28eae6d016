"""A game against an engine, or against any other player, in the notebook."""

from __future__ import annotations

import functools
import pkgutil
import threading
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec

import anywidget
import traitlets
from ipywidgets import VBox

from minimax_lab.adapt import as_game
from minimax_lab.arena.match import copied, for_player
from minimax_lab.arena.players import EnginePlayer, checked_seconds, name_of, way_to_ask
from minimax_lab.game import MAX, GameState, IllegalMove, Move, Player
from minimax_lab.search import Engine, Result
from minimax_lab.search.public import check_depth
from minimax_lab.widgets.base import WithStill, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.play.explain import (
    Explanation,
    MoveValues,
    decision,
    known_choices,
    known_result,
    outlook,
    thoughts,
    verdict,
)
from minimax_lab.widgets.play.game import GameHistory, play_board
from minimax_lab.widgets.play.thinking import OnAnswer, Thinking
from minimax_lab.widgets.stepper.stepper import StepThrough, step_through
from minimax_lab.widgets.words import moves_text

SECONDS = 1.0  # for a move of the engine
HINT_SECONDS = 0.5
DEEPEST = 12  # level that can be chosen
BUSY = ("thinking", "hinting", "explaining")
# The other phases: "yours", "over", "waiting" (until somebody looks), "stuck" (the opponent has no move), "closed"

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

    An opponent that knows the truth has a method `move_values(state)`: what each move is worth to MAX with best play.
    Then hints and answers to *Why?* come from it, not from a search.

    The attribute `game` holds the game: `game.state`, `game.moves` and `game.value` can be read at any time.

    >>> from minimax_lab.games import TicTacToe
    >>> PlayGame(TicTacToe())
    PlayGame(TicTacToe, you are MAX, 0 moves made)
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
            self._ask = way_to_ask(self.opponent, "opponent")
        self._known: MoveValues | None = None
        if callable(knows := getattr(self.opponent, "move_values", None)):
            self._known = lambda position: knows(for_player(position))
        self._asked: object = None  # stands for the question whose answer is waited for
        self._said, self._thoughts, self._is_explained = "", "", False
        self._hint: tuple[int, ...] = ()
        self._serial = 0
        self.board = GameBoard()
        self._rest()
        self.board.on_msg(self._receive)
        super().__init__([self.board])

    # What the buttons do

    @_alone
    def move(self, move: Move) -> None:
        """Make your move; then the opponent begins to think."""
        if not self.game.your_turn:
            raise IllegalMove(move, "it is not your turn", [])
        self.game.play(_legal(move, self.game))
        self._go_on()

    @_alone
    def undo(self) -> None:
        """Take your last move back, and the answer to it."""
        self.game.undo()
        self._go_on()

    @_alone
    def new_game(self) -> None:
        """Begin again."""
        self.game = GameHistory(self.game.start, self.game.you)
        self._go_on()

    @_alone
    def change_sides(self) -> None:
        """Go on with the other side's pieces."""
        self.game.you = self.game.you.opponent
        self._go_on()

    def stop(self) -> None:
        """Stop what is going on: an engine plays the best move that it has found."""
        self._thinking.stop()

    def close(self) -> None:
        """Remove the widget from the page and end the opponent's thinking."""
        self._thinking.give_up()
        self._phase, self._asked = "closed", None
        super().close()

    def wait(self) -> None:
        """Wait until the opponent has answered. (Useful in scripts and tests.)"""
        self._thinking.wait()
        while self._phase in BUSY:
            self._thinking.wait()

    @_alone
    def hint(self) -> None:
        """Let an engine look for a good move for you; a move that is known to be best needs no search."""
        if self.game.your_turn and self._phase != "hinting":
            self._enter("hinting", functools.partial(self._look_for_hint, self.game.position), self._hinted)

    def _look_for_hint(self, position: GameState) -> tuple[Move, str]:
        """A move, and what it leads to."""
        you, name = self.game.you, self._name()
        if self._known:
            values = self._known(position)
            move = (max if you is MAX else min)(values, key=values.__getitem__)
            return move, f"With best play {known_result(position, values[move], you, name)}."
        result = self._engine().search(position, self.level, HINT_SECONDS)
        return result.move, outlook(position, result, result.line, you, name)

    @_alone
    def why(self) -> None:
        """Open a search below the board that shows what each move led to, at a depth that can be read.

        If the game is over and you have not won, it is of the move with which you gave it away. Else it is of the
        opponent's last decision, and a player's own function is stepped through as it is. Of a player who knows what
        each move is worth, nothing is opened: it is said in a sentence.
        """
        if self._can_explain() and self._phase != "explaining":
            self._enter("explaining", functools.partial(self._explain, self.game), self._explained)

    def _explain(self, game: GameHistory) -> tuple[StepThrough | None, str]:
        """What is shown of a game, and what is said of it. It takes a while."""
        opponent, is_engine = self.opponent, isinstance(self.opponent, Engine)
        number, told = decision(game, self._name(), also_yours=is_engine, known=self._known)
        if game.is_taken_over(number):
            told += f" ({self._name()} made that move: you changed sides later.)"
        if self._known:
            position, played = game.before(number), game.moves[number]
            said = known_choices(position, self._known(position), played, game.you, self._name())
            return None, f"{told} {said}".strip()
        if not isinstance(opponent, Engine) and game.mover(number) is not game.you:
            return step_through(opponent, for_player(game.before(number)), below=game.you), told
        found = Explanation(game.before(number), self._engine(), self.level if is_engine else None)
        try:
            found.run()
        except KeyboardInterrupt:
            if found.found is None:
                raise
        if found.found is None:
            raise ValueError("nothing was found in time")
        said, last = found.told(game.moves[number], game.you, self._name()), len(found.found.steps) - 1
        return StepThrough(found.found, below=game.you, step=last, _told=said), told

    @_alone
    def set_level(self, level: int | None, seconds: float) -> None:
        """How many plies an engine looks ahead (None: as far as it can), and how long it may take."""
        check_depth(level, 1)
        self.level, self.seconds = level, checked_seconds(seconds) or SECONDS
        self._show()

    # What is going on. There is one phase at a time, and only `_enter` changes it. A phase in which somebody thinks
    # ends when the answer comes, or when another phase begins: then the answer is not heard any more.

    def _enter(self, phase: str, think: Callable[[], Any] | None = None, hear: OnAnswer | None = None) -> None:
        """Begin a phase; in one that is BUSY, `hear` is called with what `think` finds."""
        self._thinking.give_up()
        self._phase, asked = phase, object()
        self._asked = asked
        if think is not None and hear is not None:
            self._thinking.start(think, lambda answer, error: self._heard(asked, hear, answer, error))
        self._show()

    @_alone
    def _heard(self, asked: object, hear: OnAnswer, answer: Any, error: BaseException | None) -> None:
        if asked is self._asked:
            hear(answer, error)

    def _rest(self) -> None:
        """Nobody thinks: it is your turn, or the game is over."""
        self._enter("over" if self.game.over else "yours" if self.game.your_turn else "waiting")

    def _go_on(self, said: str = "", thoughts: str = "") -> None:
        """There is a new position: say what led to it, and let the opponent think if it is its turn."""
        self.children = (self.board,)  # an old explanation would only confuse
        self._said, self._thoughts, self._hint, self._is_explained = said, thoughts, (), False
        if self.game.over or self.game.your_turn:
            self._rest()
            return
        position, level, seconds = self.game.position, self.level, self.seconds
        if isinstance(self.opponent, Engine):
            engine = self.opponent
            self._enter("thinking", lambda: engine.search(position, level, seconds), self._answered)
        else:
            view = for_player(copied(position))  # its own copy, which it may change as it likes
            self._enter("thinking", lambda: self._ask(view, None), self._answered)

    def _answered(self, answer: Any, error: BaseException | None) -> None:
        """The opponent has made a decision, or failed to."""
        result = answer if isinstance(answer, Result) else None
        try:
            if error is not None:
                raise error
            move = _legal(result.move if result else answer, self.game)
        except BaseException as problem:  # whatever a player does, the game can be taken back
            said = f"{type(problem).__name__}: {problem}" if error is not None else str(problem)
            stopped = isinstance(problem, KeyboardInterrupt)
            what = "was stopped before it had a move." if stopped else f"made no legal move. {said}"
            self._said = f"{self._name()} {what}"
            self._enter("stuck")
            return
        before = self.game.position
        self.game.play(move)
        thought = [thoughts(before, result)] if result else []
        if result and not self.game.over:
            thought.insert(0, outlook(self.game.position, result, result.line[1:], self.game.you, self._name()))
        self._go_on(f"{self._name()} played {moves_text(before, [move])}.", " ".join(thought))

    def _hinted(self, answer: tuple[Move, str] | None, error: BaseException | None) -> None:
        move, told = answer or (None, "")
        if move in (legal := self.game.position.get_legal_moves()):
            self._hint = self._shown.moves[legal.index(move)]
            self._said = f"A hint: play {moves_text(self.game.state, [move])}. {told}"
        elif error is not None and not isinstance(error, KeyboardInterrupt):
            self._said = f"There is no hint: {error}"
        self._rest()

    def _explained(self, answer: tuple[StepThrough, str] | None, error: BaseException | None) -> None:
        """Show what there is, also if it was stopped before the end."""
        try:
            if answer is not None:
                shown, told = answer
                self.children = (self.board, shown) if shown else (self.board,)
                self._said, self._is_explained = told or self._said, True
            elif error is not None:
                raise error
        except KeyboardInterrupt:
            self._said = "Stopped before there was anything to show."
        except BaseException as problem:
            self._said = f"This decision cannot be shown: {problem}"
        self._rest()

    def _engine(self) -> Engine:
        return self.opponent if isinstance(self.opponent, Engine) else default_engine(self.game.start)

    # Between the browser and here

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        plain: dict[str, Callable[[], None]] = {
            "undo": self.undo, "new": self.new_game, "sides": self.change_sides, "stop": self.stop,
            "hint": self.hint, "why": self.why, "again": self._try_again, "ready": self._ready,
        }  # fmt: skip
        do = message.get("do")
        if do == "move":
            self._move_on_board(message.get("move"), message.get("ply"))
        elif do == "level":
            self.set_level(message["level"], message["seconds"])
        elif do in plain:
            plain[do]()
        self._show()  # there is always an answer, also to a click that came too late to mean anything

    @_alone
    def _move_on_board(self, number: Any, ply: Any) -> None:
        """A legal move by its number, if the board on which it was clicked is still there."""
        legal = self.game.position.get_legal_moves() if self.game.your_turn else []
        if ply == len(self.game.moves) and number in range(len(legal)):
            self.move(legal[number])

    @_alone
    def _ready(self) -> None:
        """The board is on the screen. An opponent that moves first begins now, not before anybody is looking."""
        if self._phase == "waiting":
            self._go_on()

    @_alone
    def _try_again(self) -> None:
        if self._phase == "stuck":
            self._go_on()

    @_alone
    def _show(self) -> None:
        game = self.game
        self._shown = play_board(game.state, game.you, game.start, game.moves)
        with self.board.hold_sync():
            self.board._board = {**self._shown.as_data(), **({} if game.your_turn else {"moves": []})}
            self._serial += 1  # so that there is always an answer, even if nothing has changed
            self.board._status = {
                "serial": self._serial,
                "ply": len(game.moves),
                "turn": self._phase,
                "said": self._words(),
                "thoughts": self._thoughts,
                "hint": self._hint,
                "moves": [
                    f"{game.mover(i).symbol} {moves_text(game.before(i), [move])}" for i, move in enumerate(game.moves)
                ],
                "title": game.position.title or type(game.state).__name__,
                "rules": game.position.rules,
                "you": f"{game.you.symbol} {game.you}",
                "opponent": self._name(),
                "undo": game.can_undo,
                "why": self._can_explain(),
                "engine": isinstance(self.opponent, Engine),
                "level": self.level,
                "levels": [*range(1, DEEPEST + 1), *([self.level] if (self.level or 0) > DEEPEST else [])],
                "seconds": self.seconds,
            }

    def _words(self) -> str:
        """What happened, then what comes now; of a game that is over, how it ended before why."""
        words = [self._said, self._announcement()]
        return " ".join(filter(None, reversed(words) if self._phase == "over" and self._is_explained else words))

    def _announcement(self) -> str:
        """What is going on, in words."""
        told = {
            "over": lambda: verdict(self.game.position, self.game.you),
            "stuck": lambda: "Take your move back, let it try again, or start a new game.",
            "yours": lambda: "Your turn.",
            "hinting": lambda: "Looking for a hint …",
            "explaining": lambda: "Looking at that decision …",
        }
        return told.get(self._phase, lambda: f"{self._name()} is thinking …")()

    def _can_explain(self) -> bool:
        """Whether the game is over, or the last move was the opponent's."""
        return bool(self.game.moves) and (self.game.over or self.game.mover(-1) is not self.game.you)

    def _name(self) -> str:
        return "The engine" if isinstance(self.opponent, Engine) else name_of(self.opponent)

    # Where widgets do not run

    def __repr__(self) -> str:
        moved = len(self.game.moves)
        return f"PlayGame({type(self.game.start).__name__}, you are {self.game.you}, {moved} moves made)"

    def _still(self) -> str:
        """The position."""
        return picture_html(self.game.state, self._shown.picture, below=self.game.you)


def _legal(move: Move, game: GameHistory) -> Move:
    """The game's own move that is equal to `move`."""
    legal = game.position.get_legal_moves()
    if move not in legal:
        raise IllegalMove(move, "it is not one of the legal moves", legal)
    return legal[legal.index(move)]


# The engine that one plays against, if nobody says which


def default_engine(state: Any) -> Engine:
    """An engine with the options that the game gives; an evaluation may be given by its name, "module:function"."""
    options = dict(as_game(state).engine_options)
    if isinstance(options.get("evaluate"), str):
        options["evaluate"] = pkgutil.resolve_name(options["evaluate"])
    return Engine(**options)
