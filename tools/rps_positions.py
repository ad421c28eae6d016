"""Find positions of the card game in which a single move wins, and store them for lesson 10.

    python -m tools.rps_positions

They come from random games. A stored position has its solution, the phase of the game, what the solution does, and
how hard it is: the depth at which an engine first finds it. The file is the same every time.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from minimax_lab.evaluate import rps_corrected
from minimax_lab.games import RPS
from minimax_lab.search import Engine
from minimax_lab.solve import perfect

FILE = Path(__file__).parent.parent / "notebooks" / "data" / "rps_positions.json"
PHASES = {1: "opening", 3: "middle", 5: "middle", 6: "end"}  # by the cards on the board
GAMES = 400  # tried for each
MOST = 12  # positions kept for each
DEEPEST = 4  # plies


def random_position(seed: int, plies: int) -> RPS:
    """A position after so many random moves."""
    chance, state = random.Random(1000 * plies + seed), RPS.deal(seed=seed)
    for _ in range(plies):
        state = state.forecast_move(chance.choice(state.get_legal_moves()))
    return state


def only_winning_move(state: RPS) -> tuple[str, int] | None:
    """The move that wins while all others lose, if there is one."""
    sign = 1 if state.active_player.value == "MAX" else -1
    values = {move: sign * perfect(state.forecast_move(move))[0] for move in state.get_legal_moves()}
    winning = [move for move, value in values.items() if value > 0]
    return winning[0] if len(winning) == 1 < len(values) else None


def described(state: RPS, plies: int) -> dict[str, Any] | None:
    """What is stored of a position; None if it is no puzzle."""
    solution = only_winning_move(state)
    if solution is None:
        return None
    taken = len(state.forecast_move(solution).taken_over)
    found = (depth for depth in range(1, DEEPEST + 1) if _move(state, depth) == solution)
    return {
        "phase": PHASES[plies],
        "position": state.to_text(),
        "solution": [*solution],
        "theme": f"takes over {taken}" if taken else "quiet move",
        "depth": next(found, None),
    }


def _move(state: RPS, depth: int) -> Any:
    return Engine(rps_corrected).search(state, depth=depth).move


def suite() -> Iterator[dict[str, Any]]:
    for plies in PHASES:
        puzzles = filter(None, (described(random_position(seed, plies), plies) for seed in range(GAMES)))
        yield from (puzzle for puzzle, _ in zip(puzzles, range(MOST), strict=False))


def main() -> None:
    lines = ",\n".join(map(json.dumps, suite()))
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
