"""Chess. The rules are python-chess's; here they become a game for every tool of this package.

Moves are listed only as far as somebody looks, which makes chess quick enough to search. Most positions
of a search are leaves, where it only needs to know whether the game goes on; and where a capture refutes
the move before, nobody asks for the quiet moves.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Self, TypeAlias

import chess

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Player
from minimax_lab.games.chess.board import noisy, position_key, promising, twin
from minimax_lab.games.chess.lazy import LazyList
from minimax_lab.games.chess.picture import NAMES, Marks, chess_scene
from minimax_lab.picture.scene import Scene

FIFTY_MOVES = 100  # half-moves without a capture or a pawn's move, after which the game is drawn
NEAR_THE_END = 80  # from here on the clock tells positions apart; no search goes deeper than what is left

Fields: TypeAlias = tuple[int, int, int | None, int | None]  # of a move, which is an object that anybody can change


class Chess(GameState):
    """A position. White is MAX. A move is a `chess.Move`; `forecast_move` also reads "Nf3" and "g1f3".

    `Chess()` is the start, `Chess(fen)` any other position, and `Chess(board)` that of a `chess.Board`
    with the moves that led to it. The game ends by mate or stalemate. It is drawn when neither side
    has enough to win with, when a position comes for the third time, and after fifty moves without
    a capture or a pawn's move: what a player could claim counts as claimed.

    Two states are equal if the same play lies ahead of them: the pieces, whose turn it is, castling,
    en passant, which positions have been there twice, and the clock of the fifty moves once it is
    near its end. The number of the move, or the way that led here, makes no difference.

    >>> Chess().forecast_move("Nf3").fen
    'rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1'
    """

    __slots__ = ("_before", "_board", "_issued", "_move", "_repeats", "_twice", "active_player")
    outcomes = (-1, +1)
    title = "Chess"
    rules = "Checkmate the enemy king. A player who is not in check and cannot move draws (stalemate)."
    engine_options: Mapping[str, Any] = {"evaluate": "minimax_lab.evaluate:chess_evaluation", "quiescence": True}

    _board: chess.Board  # never changed once the state is made
    _move: chess.Move | None  # that led here; never handed out
    _before: Self | None  # the state before, if its position can come again
    _repeats: int  # how often this position has been on the board before
    _twice: frozenset  # the positions that will end the game when they come again
    _issued: set[Fields]  # the moves that were listed: they need not be checked when they come back

    def __init__(self, fen: str | chess.Board | None = None):
        if fen is not None and not isinstance(fen, str | chess.Board):
            raise TypeError(f"Chess takes a FEN, which is a string, or a chess.Board; not {fen!r}")
        board = fen if isinstance(fen, chess.Board) else chess.Board(chess.STARTING_FEN if fen is None else fen)
        if board.chess960 or type(board) is not chess.Board:
            rules = "chess960" if board.chess960 else type(board).__name__
            raise ValueError(f"Chess is played by the standard rules, on a plain chess.Board; not by those of {rules}")
        if not board.is_valid():
            flags = [str(flag.name) for flag in chess.Status if flag & board.status()]
            raise ValueError(
                f"not a legal position of chess: {', '.join(flags).lower().replace('_', ' ')} in {board.fen()!r}"
            )
        last = self._at(board.root())._after_all(board.move_stack)
        self._set(last._board, last._move, last._before)

    def _set(self, board: chess.Board, move: chess.Move | None, before: Self | None) -> None:
        self._board, self._move, self._before, self._issued = board, move, before, set()
        self.active_player = MAX if board.turn else MIN
        self._repeats, self._twice = 0, frozenset() if before is None else before._twice
        if before is not None and board.halfmove_clock >= 4:  # it takes four to come back
            self._repeats = before._times(board)
            if self._repeats:
                self._twice |= {position_key(board)}

    @classmethod
    def _at(cls, board: chess.Board, move: chess.Move | None = None, before: Self | None = None) -> Self:
        state = object.__new__(cls)
        state._set(board, move, before)
        return state

    @property
    def board(self) -> chess.Board:
        """A copy of the position to play with, including the moves after which it could still come again."""
        first, moves = self._history()
        board = first._board.copy()
        for move in moves:
            board.push(move)
        return board

    @property
    def fen(self) -> str:
        """The whole position as text, clocks included."""
        return self._board.fen()

    def get_legal_moves(self) -> list[chess.Move]:
        """The legal moves in python-chess's order; none when the game is over."""
        return [] if self._is_drawn() else LazyList(self._listed(self._board.generate_legal_moves()))

    def promising_first(self, moves: list[chess.Move]) -> list[chess.Move]:
        """Captures and promotions, the best bargain first; then the quiet moves."""
        return LazyList(self._listed(promising(self._board))) if moves else []

    def noisy_moves(self) -> list[chess.Move]:
        """Captures and promotions, the best bargain first."""
        return [] if self._is_drawn() else LazyList(self._listed(noisy(self._board)))

    def passed(self) -> Self | None:
        """None in check, and without a piece, when to have to move is often a misfortune."""
        board = twin(self._board)
        if board.is_check() or not board.occupied_co[board.turn] & ~(board.pawns | board.kings):
            return None
        board.push(chess.Move.null())
        return self._at(board)

    def _listed(self, moves: Iterable[chess.Move]) -> Iterator[chess.Move]:
        issued = self._issued
        for move in moves:
            issued.add((move.from_square, move.to_square, move.promotion, move.drop))  # _fields, but for the call
            yield move

    def forecast_move(self, move: chess.Move | str, /) -> Self:
        """The position after `move`: a `chess.Move`, or text such as "Nf3" or "g1f3"."""
        return self._after(move if type(move) is chess.Move and _fields(move) in self._issued else self._checked(move))

    def _after(self, move: Any) -> Self:
        board = twin(self._board)
        board.push(move)
        return self._at(board, board.move_stack[-1], self if board.halfmove_clock else None)

    def _after_all(self, moves: Iterable[chess.Move]) -> Self:
        """The state after moves that were legal, even if a draw on the way could have been claimed."""
        state = self
        for move in moves:
            state = state._after(move)
        return state

    def _times(self, board: chess.Board) -> int:
        """How often the position on `board` has been there, from here backwards."""
        times = 0
        state: Chess | None = self
        while state is not None:
            if state._board.occupied == board.occupied and position_key(state._board) == position_key(board):
                times += 1
            state = state._before
        return times

    def _checked(self, move: Any) -> chess.Move:
        """`move` as a legal move of this position, or IllegalMove."""
        found = move
        if isinstance(move, str):
            try:
                found = self._read(move)
            except ValueError as error:
                reason = "the game is over" if self.outcome() else str(error)
                raise IllegalMove(move, reason, self.get_legal_moves()) from None
        if isinstance(found, chess.Move):
            found = chess.Move(*_fields(found))  # what is checked is what will be played, whatever the kind of move
        if not isinstance(found, chess.Move) or self._is_drawn() or not self._board.is_legal(found):
            raise IllegalMove(move, self._why_not(found), self.get_legal_moves())
        return found

    def _read(self, text: str) -> chess.Move:
        with suppress(chess.InvalidMoveError):
            return chess.Move.from_uci(text)
        return self._board.parse_san(text)

    def _why_not(self, move: Any) -> str:
        if self.outcome():
            return "the game is over"
        if not isinstance(move, chess.Move) or not move:
            return 'a move is a chess.Move, or text such as "Nf3" or "g1f3"'
        board, start = self._board, chess.square_name(move.from_square)
        side, piece = NAMES[board.turn], board.piece_at(move.from_square)
        if piece is None or piece.color != board.turn:
            return f"{side} is to move and has no piece on {start}"
        if board.is_pseudo_legal(move):
            return f"{side}'s king would be in check"
        return f"the {chess.piece_name(piece.piece_type)} on {start} cannot go to {chess.square_name(move.to_square)}"

    def _is_drawn(self) -> bool:
        """Whether the game is over for another reason than that there is no legal move."""
        board = self._board
        return (
            self._repeats >= 2
            or board.halfmove_clock >= FIFTY_MOVES
            # Not asked where the answer is plain: with a pawn, a rook or a queen somebody can still win.
            or (not board.pawns | board.rooks | board.queens and board.is_insufficient_material())
        )

    def outcome(self) -> chess.Outcome | None:
        """How the game has ended (`.termination`) and who has won (`.winner`), as python-chess says it; else None."""
        if found := self._board.outcome():
            return found
        if self._board.halfmove_clock >= FIFTY_MOVES:
            return chess.Outcome(chess.Termination.FIFTY_MOVES, None)
        return chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None) if self._repeats >= 2 else None

    def utility(self) -> int:
        """+1 if White has mated, -1 if Black has, else 0."""
        if self._board.is_checkmate():
            return -1 if self.active_player is MAX else +1
        return 0

    def key(self) -> tuple:
        clock = self._board.halfmove_clock
        return position_key(self._board), self._repeats, self._twice, clock if clock >= NEAR_THE_END else 0

    def san(self, *moves: chess.Move | str) -> str:
        """Moves from here on as chess players write them: "e4" for one, "1. e4 e5 2. Nf3" for more."""
        state, checked = self, []
        for move in moves:
            checked.append(state._checked(move))
            state = state._after(checked[-1])
        board = self._board.copy(stack=False)
        return board.san(checked[0]) if len(checked) == 1 else board.variation_san(checked)

    def rows(self) -> list[str]:
        """The board as eight strings, Black's side first: PNBRQK are White's, pnbrqk Black's."""
        return [row.replace(" ", "") for row in str(self._board).splitlines()]

    def __str__(self) -> str:
        return f"{self._board}\n{self.status()}"

    def status(self) -> str:
        """Whose turn it is, or how the game has ended, in words."""
        outcome = self.outcome()
        if outcome is None:
            return f"{NAMES[self._board.turn]} to move"
        reason = outcome.termination.name.lower().replace("_", " ")
        return f"Drawn: {reason}" if outcome.winner is None else f"{NAMES[outcome.winner]} won by {reason}"

    def exchanged(self) -> Self:
        return type(self)(self.board.mirror())

    def move_parts(self, move: chess.Move) -> tuple[Hashable, ...]:
        """The square that a piece leaves, the one that it goes to, and what a pawn becomes."""
        promotion = (chess.piece_name(move.promotion),) if move.promotion else ()
        return (move.from_square, move.to_square, *promotion)

    def part_name(self, part: int | str) -> str:
        if isinstance(part, str):  # what a pawn becomes
            return part
        name, piece = chess.square_name(part), self._board.piece_at(part)
        return f"{name}, {'white' if piece.color else 'black'} {chess.piece_name(piece.piece_type)}" if piece else name

    def picture(
        self,
        below: Player = MAX,
        *,
        last: chess.Move | None = None,
        line: Iterable[chess.Move | str] = (),
        attacked: Player | None = None,
        marks: Marks | None = None,
    ) -> Scene:
        """The board, turned round for `below=MIN`, so that Black sits below.

        `last` is the move that led here (a state mostly knows it), `line` the moves to come: numbered arrows.
        `attacked=MAX` dots the squares that White attacks. `marks` maps squares, `chess.E4` or "e4", to
        what marks them: MAX to a blue ring, MIN to a vermilion frame, and a text to a label in the
        corner; a tuple holds several marks.
        """
        state, arrows = self, []
        for move in line:  # one that is not legal raises IllegalMove
            state = state.forecast_move(move)
            assert state._move
            arrows.append(state._move)
        last = self._move if last is None else last
        return chess_scene(
            self._board, self.outcome(), last=last, line=arrows, attacked=attacked, marks=marks, below=below
        )

    def __repr__(self) -> str:
        clocks = self._board.halfmove_clock >= NEAR_THE_END  # else they make no difference
        return f'{type(self).__name__}("{self.fen if clocks else self._board.epd()}")'

    def __reduce__(self) -> tuple:
        first, moves = self._history()
        return _restored, (
            type(self),
            first.fen,
            first._move.uci() if first._move else None,
            [move.uci() for move in moves],
        )

    def _history(self) -> tuple[Self, list[chess.Move]]:
        """The earliest state that matters here, and the moves since."""
        state, moves = self, []
        while state._before is not None:
            moves.append(state._move)
            state = state._before
        return state, moves[::-1]  # type: ignore[return-value]


def _fields(move: chess.Move) -> Fields:
    return move.from_square, move.to_square, move.promotion, move.drop


def _restored(cls: type[Chess], fen: str, move: str | None, moves: list[str]) -> Chess:
    read = chess.Move.from_uci
    return cls._at(chess.Board(fen), read(move) if move else None)._after_all(map(read, moves))


def board_of(position: Chess | chess.Board | str) -> chess.Board:
    """The board of a state, a board or a FEN: to read from, not to change, for it may be the state's own."""
    if isinstance(position, Chess):
        return position._board
    if isinstance(position, chess.Board):
        return position
    if isinstance(position, str):
        return chess.Board(position)
    raise TypeError(f"a position is a Chess, a chess.Board or a FEN, not {position!r}")
