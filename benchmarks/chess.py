"""Chess: what the order of moves is worth, what it saves to list moves only as far as somebody looks, and to read
material from bitboards instead of walking the squares. The position is the one called kiwipete, where captures
abound.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from unittest import mock

import chess

from benchmarks.measure import Figure, best_times, loops_for
from minimax_lab.evaluate import chess_evaluation, material
from minimax_lab.games import Chess
from minimax_lab.search import Engine

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
WALKING_SHARE = 0.1  # the time of material from bitboards, at most, of that of walking the squares
WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def ideas(depth: int, rounds: int) -> Iterator[Figure]:
    """The same search with more and more of what the engine can do: nodes over those of plain alpha-beta."""
    state = Chess(KIWIPETE)
    engines = {
        "alpha-beta alone": Engine.plain(material),
        "captures first": Engine.plain(material, order=True),
        "everything but the order": Engine(material, order=False),
        "everything": Engine(material),
        "everything, quiescence": Engine(material, quiescence=True),
        "the same without killers": Engine(material, quiescence=True, killers=False),
        "with principal variation search": Engine(material, quiescence=True, pvs=True),
        "with late-move reductions": Engine(material, quiescence=True, reductions=True),
        "with null move": Engine(material, quiescence=True, null_move=True),
        "everything, quiescence, chess_evaluation": Engine(chess_evaluation, quiescence=True),
    }
    times = best_times([lambda engine=engine: engine.search(state, depth) for engine in engines.values()], rounds)
    results = [engine.search(state, depth) for engine in engines.values()]
    for name, result, seconds in zip(engines, results, times, strict=True):
        note = f"{result.nodes:,} nodes, {seconds:.2f} s, {result.nodes / seconds:,.0f} nodes a second"
        yield Figure(f"{name}, depth {depth}: nodes over alpha-beta's", result.nodes / results[0].nodes, note=note)


@contextmanager
def eager() -> Iterator[None]:
    """Chess with lists of moves that are filled at once."""
    lazy, ordered = Chess.get_legal_moves, Chess.promising_first
    with ExitStack() as stack:
        whole = {"get_legal_moves": lambda s: [*lazy(s)], "promising_first": lambda s, moves: [*ordered(s, moves)]}
        for name, method in whole.items():
            stack.enter_context(mock.patch.object(Chess, name, method))
        yield


def lazily(depth: int, rounds: int) -> Figure:
    engine, state = Engine.plain(material, order=True), Chess(KIWIPETE)

    def all_at_once() -> int:
        with eager():
            return engine.search(state, depth).nodes

    nodes = engine.search(state, depth).nodes
    if nodes != all_at_once():
        raise AssertionError("lazy and eager lists lead to different searches")
    lazy, whole = best_times([lambda: engine.search(state, depth), all_at_once], rounds)
    return Figure(
        f"moves listed as far as one looks over all at once, depth {depth}", lazy / whole, note=f"{nodes:,} nodes"
    )


def walked(board: chess.Board) -> int:
    """Material by walking the squares."""
    pieces = filter(None, map(board.piece_at, chess.SQUARES))
    return sum(WORTH[piece.piece_type] * (1 if piece.color else -1) for piece in pieces)


def counting(rounds: int) -> Figure:
    """Material of positions of a random game: from bitboards, and by walking the squares."""
    rng, boards = random.Random(0), [chess.Board()]
    while len(boards) < 60:
        boards.append(boards[-1].copy(stack=False))
        boards[-1].push(rng.choice([*boards[-1].legal_moves]))
    if [*map(material, boards)] != [*map(walked, boards)]:
        raise AssertionError("two ways to count material differ")
    runs = [lambda: [*map(material, boards)], lambda: [*map(walked, boards)]]
    bits, squares = (seconds / len(boards) * 1e6 for seconds in best_times(runs, rounds, loops_for(runs[0], 0.01)))
    note = f"{bits:.1f} µs to {squares:.1f} µs"
    return Figure("material from bitboards over walking the squares", bits / squares, "", WALKING_SHARE, note=note)


def figures(quick: bool) -> Iterator[Figure]:
    depth, rounds = (1, 1) if quick else (4, 3)
    yield from ideas(depth, rounds)
    yield lazily(max(1, depth - 1), rounds)
    yield lazily(depth, rounds)
    yield counting(rounds)
