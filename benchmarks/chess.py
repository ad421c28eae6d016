"""Chess: nodes, nodes a second, and where the time goes: `python -m benchmarks.chess`.

What the order of moves is worth, how deep the engine gets, what an evaluation costs, what it saves
to list moves only as far as somebody looks, and to read material from bitboards.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import chess

from benchmarks.measure import in_words, interleaved, loops_for, measured_on, table, verdict
from minimax_lab.evaluate import chess_evaluation, material
from minimax_lab.evaluate.chess.material import MINOR, PAWN, QUEEN, ROOK
from minimax_lab.games import Chess
from minimax_lab.search import Engine

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
POSITIONS = {
    "start": chess.STARTING_FEN,
    "kiwipete": KIWIPETE,
    "rook ending": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
}
EVALUATIONS: dict[str, Callable[[Any], float]] = {"material": material, "chess_evaluation": chess_evaluation}
WALKING_SHARE = 0.1  # the time of material from bitboards, at most, of that of walking the squares
WORTH = {chess.PAWN: PAWN, chess.KNIGHT: MINOR, chess.BISHOP: MINOR, chess.ROOK: ROOK, chess.QUEEN: QUEEN}


def searched(engine: Engine, fen: str, depth: int, rounds: int) -> dict[str, Any]:
    state = Chess(fen)
    result = engine.search(state, depth)
    (times,) = interleaved([lambda: engine.search(state, depth)], rounds)
    return {"value": result.value, "nodes": result.nodes, "seconds": times.best}


def by_order(depth: int, rounds: int) -> list[dict[str, Any]]:
    """The busy position with nothing but alpha-beta, with the order of moves, with everything, and with quiescence."""
    engines = {
        "alpha-beta": Engine.plain(material),
        "alpha-beta, captures first": Engine.plain(material, order=True),
        "everything but the order": Engine(material, order=False),
        "everything": Engine(material),
        "everything, quiescence": Engine(material, quiescence=True),
    }
    return [{"name": name} | searched(engine, KIWIPETE, depth, rounds) for name, engine in engines.items()]


def by_depth(deepest: int, rounds: int) -> list[dict[str, Any]]:
    rows = []
    for evaluation, evaluate in EVALUATIONS.items():
        for name, fen in POSITIONS.items():
            for depth in range(1, deepest + 1):
                run = searched(Engine(evaluate, quiescence=True), fen, depth, rounds)
                rows.append({"name": f"{name}, {evaluation}, depth {depth}"} | run)
    return rows


# --- where the time goes --------------------------------------------------------------------------------------------

# What a search calls for each position, and the functions in which that happens.
WORK = {"making positions": "forecast_move", "listing moves": "_listed", "drawn?": "_is_drawn", "keys": "key"}


def shares(evaluate: Callable[[Any], float], depth: int) -> dict[str, float]:
    """The share of the time that each kind of work takes, by Python's profiler, which slows small functions most."""

    def evaluation(state: Any) -> float:
        return evaluate(state)

    profiler, state = cProfile.Profile(), Chess(KIWIPETE)
    profiler.runcall(Engine(evaluation).search, state, depth)
    stats = pstats.Stats(profiler)
    cumulative: dict[str, float] = {}
    for (file, _, function), (_, _, _, seconds, _) in stats.stats.items():  # type: ignore[attr-defined]
        if file.endswith(("games/chess/game.py", "benchmarks/chess.py")):
            cumulative[function] = cumulative.get(function, 0) + seconds
    total = stats.total_tt  # type: ignore[attr-defined]
    found = {"evaluation": cumulative["evaluation"] / total}
    found |= {work: cumulative.get(function, 0) / total for work, function in WORK.items()}
    return found | {"the search itself": 1 - sum(found.values())}


# --- what saves time ------------------------------------------------------------------------------------------------


@contextmanager
def eager(leaves: bool) -> Iterator[None]:
    """Chess with lists that are filled at once: those in the promising order, and if `leaves` is set all others too."""
    lazy, ordered = Chess.get_legal_moves, Chess.promising_first
    with ExitStack() as stack:
        whole = mock.patch.object(Chess, "promising_first", lambda state, moves: [*ordered(state, moves)])
        stack.enter_context(whole)
        if leaves:
            stack.enter_context(mock.patch.object(Chess, "get_legal_moves", lambda state: [*lazy(state)]))
        yield


def lazily(depth: int, leaves: bool, rounds: int) -> dict[str, Any]:
    """The same search with moves listed as far as somebody looks, and all of them at once."""
    engine, state = Engine.plain(material, order=True), Chess(KIWIPETE)

    def all_at_once() -> Any:
        with eager(leaves):
            return engine.search(state, depth)

    nodes = engine.search(state, depth).nodes
    if nodes != all_at_once().nodes:
        raise AssertionError("lazy and eager lists lead to different searches")
    lazy, whole = interleaved([lambda: engine.search(state, depth), all_at_once], rounds)
    name = f"{'everywhere' if leaves else 'quiet moves last'}, depth {depth}, {nodes:,} nodes"
    return {"name": name, "one": lazy.best, "other": whole.best, "target": None}


def walked(board: chess.Board) -> int:
    """Material by walking the squares."""
    total = 0
    for square in chess.SQUARES:
        piece = board.piece_at(square)
        if piece:
            total += WORTH.get(piece.piece_type, 0) * (1 if piece.color else -1)
    return total


def counting(rounds: int) -> dict[str, Any]:
    """Material of positions of a random game: from bitboards, and by walking the squares."""
    rng, boards = random.Random(0), [chess.Board()]
    while len(boards) < 60:
        boards.append(boards[-1].copy(stack=False))
        boards[-1].push(rng.choice([*boards[-1].legal_moves]))
    if [material(board) for board in boards] != [walked(board) for board in boards]:
        raise AssertionError("two ways to count material differ")
    runs = [lambda: [material(board) for board in boards], lambda: [walked(board) for board in boards]]
    bits, squares = interleaved(runs, rounds, loops_for(runs[0], 0.01))
    one, other = bits.best / len(boards), squares.best / len(boards)
    return {"name": "material of a position", "one": one, "other": other, "target": WALKING_SHARE}


# --- reports --------------------------------------------------------------------------------------------------------


def run_report(title: str, rows: list[dict[str, Any]]) -> str:
    lines = [
        [
            row["name"],
            f"{row['value']:g}",
            f"{row['nodes']:,}",
            f"{row['seconds'] * 1e3:,.1f}",
            f"{row['nodes'] / row['seconds']:,.0f}",
        ]
        for row in rows
    ]
    return table([title, "value", "nodes", "ms", "nodes/s"], lines)


def share_report(found: dict[str, dict[str, float]]) -> str:
    works = [*next(iter(found.values()))]
    return table(
        ["share of the time", *found], [[work, *(f"{found[name][work]:.0%}" for name in found)] for work in works]
    )


def pair_report(title: str, rows: list[dict[str, Any]]) -> str:
    lines = []
    for row in rows:
        ratio, target = row["one"] / row["other"], row["target"]
        wanted = "" if target is None else f"<= {target:.2f}"
        times = [f"{row['one'] * 1e6:,.1f}", f"{row['other'] * 1e6:,.1f}"]
        lines.append([row["name"], *times, f"{ratio:.3f}", wanted, verdict(ratio, target)])
    return table([title, "µs", "µs", "ratio", "target", ""], lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chess", description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=4, metavar="N", help="the deepest search (4)")
    parser.add_argument("--repeats", type=int, default=3, metavar="N", help="rounds to time (3)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    if min(options.repeats, options.depth) < 1:
        parser.error("--repeats and --depth must be at least 1")
    machine = measured_on()
    print(in_words(machine) + "\n", flush=True)
    orders = by_order(options.depth, options.repeats)
    print(run_report(f"kiwipete, material, depth {options.depth}", orders) + "\n", flush=True)
    depths = by_depth(options.depth - 1, options.repeats)
    print(run_report("everything, quiescence", depths) + "\n", flush=True)
    profile = {name: shares(evaluate, options.depth - 1) for name, evaluate in EVALUATIONS.items()}
    print(share_report(profile) + "\n", flush=True)
    lazy = [lazily(depth, leaves, options.repeats) for leaves in (False, True) for depth in range(1, options.depth + 1)]
    print(pair_report("moves listed as far as one looks, and all at once", lazy) + "\n", flush=True)
    counts = [counting(options.repeats)]
    print(pair_report("from bitboards, and by walking the squares", counts))
    results = {"order": orders, "depths": depths, "profile": profile, "lazy": lazy, "material": counts}
    if options.json:
        options.json.write_text(json.dumps(machine | results, indent=1) + "\n", "utf-8")
    missed = any(row["target"] is not None and row["one"] / row["other"] > row["target"] for row in counts)
    return 1 if options.strict and missed else 0


if __name__ == "__main__":
    sys.exit(main())
