"""The solved games, with programs in C (`c/`) as the limit: they are compiled on the spot, where there is a compiler.

The table of the card game is compared with the C program's (all deals), with a solver that is written separately
(every position of ten deals), and with the engine (the start of every deal). Isolation is solved by the engine, in
plain Python, and by `solve`, which numba compiles, on the same nodes as the C program.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from unittest import mock

import numpy as np

from benchmarks.measure import Figure, NotHere, best_times, seconds_of
from benchmarks.slow_rps import Array, Level, solved_deal
from minimax_lab.game import MAX
from minimax_lab.games import RPS, Isolation
from minimax_lab.search import Engine
from minimax_lab.solve import RPSTable, isolation, rps_table, solve_isolation
from minimax_lab.solve.rps import representative

PROGRAMS = Path(__file__).with_name("c")
TABLE_SHARE, TABLE_MEGABYTES = 0.35, 250  # of the C program's time; of memory
ISOLATION_WITHIN = {(4, 4): 0.15, (5, 4): 3.0}  # seconds of processor time
NUMBA_SHARE = 2.2  # times the C program
# A process of its own makes the table, so that the memory is that of the table and of Python with numpy alone.
MAKE_TABLE = """
import resource, sys, time
from minimax_lab.solve import rps_table
begin = time.process_time()
table = rps_table(int(sys.argv[1]))
print(time.process_time() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3, *table.deals().values())
"""


def compiled(name: str, folder: str) -> str:
    """The program `c/NAME.c`, compiled into a folder."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        raise NotHere("there is no C compiler: apt-get install gcc")
    program = str(Path(folder, name))
    subprocess.run([compiler, "-O3", "-o", program, str(PROGRAMS / f"{name}.c")], check=True)
    return program


def said(*command: str | int) -> list[str]:
    """What a program prints."""
    return subprocess.run([*map(str, command)], check=True, capture_output=True, text=True).stdout.split()


# The card game


def rps(folder: str, cards: int, rounds: int) -> Iterator[Figure]:
    """The time of the table beside that of the C program, taken in turn, and its memory."""
    program, ours, theirs, memory = compiled("rps", folder), [], [], []
    for _ in range(rounds):
        seconds, megabytes, *our_values = said(sys.executable, "-c", MAKE_TABLE, cards)
        c_seconds, *their_values = said(program, cards)
        if our_values != their_values:
            raise AssertionError("the C program finds other values")
        ours.append(float(seconds))
        theirs.append(float(c_seconds))
        memory.append(float(megabytes))
    note = f"{min(ours):.2f} s to {min(theirs):.2f} s; the same {len(our_values)} values"
    yield Figure("rps table over the C program", min(ours) / min(theirs), "", TABLE_SHARE, note=note)
    yield Figure("rps table, memory at the most", max(memory), "MB", TABLE_MEGABYTES)


def looked_up(table: RPSTable, placed: int, now: Level) -> Array:
    """What the table says of the positions."""
    sets, values = (now.boards > 0) @ (1 << np.arange(9)), np.zeros(len(now.keys), np.int8)
    hands = []
    for player in (0, 1):
        number = np.zeros((6, 6), np.int8)  # of a hand, by its rocks and papers; 0 if it no longer matters
        for i, (rocks, papers, _) in enumerate(table.deal.hands(player, placed) or ()):
            number[rocks, papers] = i
        hands.append(number[now.hands[:, 3 * player], now.hands[:, 3 * player + 1]])
    for occupied in np.unique(sets):
        rows = np.flatnonzero(sets == occupied)
        taken = tuple(cell for cell in range(9) if occupied >> cell & 1)
        cells, image = representative(taken)
        digits = (now.boards[rows, taken[image.index(cell)]] - 1 for cell in cells)
        values[rows] = table.levels[placed][cells][hands[0][rows], hands[1][rows], *digits]
    return values


def differing(first: str, second: str) -> tuple[int, int]:
    """How many positions of a deal the slow solver knows, and to how many the table gives another value."""
    table, known, wrong = rps_table(len(first)), 0, 0
    for placed, now, values in solved_deal(first, second):
        known += len(values)
        wrong += int((looked_up(table, placed, now) != values).sum())
    return known, wrong


def compared(cards: int, deals: int, starts: int | None) -> Iterator[Figure]:
    """The table beside the slow solver and beside the engine."""
    found = [differing(*hands_of(RPS.deal(seed=100 + seed, hand_size=cards))) for seed in range(deals)]
    known, wrong = map(sum, zip(*found, strict=True))
    yield Figure(
        f"rps table: other values than the slow solver's, {deals} deals", wrong, most=0, note=f"{known:,} positions"
    )
    engine, values = Engine(), [*rps_table(cards).deals().items()][:starts]
    others = sum(engine.search(RPS.start(*hands)).value != np.sign(value) for hands, value in values)
    yield Figure("rps table: starts of which the engine thinks otherwise", others, most=0, note=f"{len(values)} starts")


def hands_of(state: RPS) -> list[str]:
    return ["".join(card * count for card, count in zip("RPS", hand, strict=True)) for hand in state.hands]


# Isolation


def in_python(width: int, height: int, rounds: int) -> Figure:
    goal = ISOLATION_WITHIN.get((width, height))
    nodes = Engine().search(Isolation(width, height)).nodes
    (seconds,) = best_times([lambda: Engine().search(Isolation(width, height))], rounds)
    return Figure(f"isolation {width}x{height}, the engine", seconds, "s", goal, note=f"{nodes:,} nodes")


def with_numba(folder: str, width: int, height: int, rounds: int) -> Figure:
    """The same nodes with numba and in C; the table begins large enough, so that neither has to begin again."""
    solved = solve_isolation(width, height)
    bits = max(17, (solved.nodes * 4 // 3).bit_length())
    program, ours, theirs = compiled("isolation", folder), [], []
    with mock.patch.object(isolation, "FIRST_SIZE", 1 << bits):
        for _ in range(rounds):
            ours.append(seconds_of(lambda: solve_isolation(width, height)))
            wins, nodes, seconds = said(program, width, height, bits)
            theirs.append(float(seconds))
    if (wins == "1", int(nodes)) != (solved.winner is MAX, solved.nodes):
        raise AssertionError(f"the C program searches {nodes} nodes, and we {solved.nodes}")
    note = f"{min(ours) * 1e3:.1f} ms to {min(theirs) * 1e3:.1f} ms, {solved.nodes:,} nodes"
    return Figure(
        f"isolation {width}x{height}, numba over the C program", min(ours) / min(theirs), "", NUMBA_SHARE, note=note
    )


def figures(quick: bool) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        yield from rps(folder, 2 if quick else 5, 1 if quick else 3)
        yield from compared(2 if quick else 5, 1 if quick else 10, 3 if quick else None)
        for board in [(3, 3)] if quick else ISOLATION_WITHIN:
            yield in_python(*board, 1 if quick else 3)
        if find_spec("numba"):
            for board in [(3, 3)] if quick else ISOLATION_WITHIN:
                yield with_numba(folder, *board, 1 if quick else 5)
