"""Train a small network on perfect play of the card game, and store its weights for lesson 11.

    python -m tools.rps_network

With the weights in a file, the games and trials of the network are the same on every machine; a network that is
trained anew differs a little from one machine to the next.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from minimax_lab.game import MAX
from minimax_lab.games import RPS
from minimax_lab.solve import rps_table

FILE = Path(__file__).parent.parent / "notebooks" / "data" / "rps_network.json"
GAMES = range(20_000, 21_600)  # the seeds of their deals
HIDDEN = 64


def numbers(state: RPS) -> list[float]:
    """Each cell as six yes-or-noes, both hands, and whose turn it is: as in the lesson."""
    cells = [float(mark == card) for mark in "".join(state.rows()) for card in "RPSrps"]
    return [*cells, *state.hands[0], *state.hands[1], 1.0 if state.active_player is MAX else -1.0]


def positions(seed: int) -> Iterator[RPS]:
    """The positions of a game in which both play at random."""
    state, chance = RPS.deal(seed=seed), Random(seed)
    while moves := state.get_legal_moves():
        yield state
        state = state.forecast_move(chance.choice(moves))


def main() -> None:
    states, value = [state for seed in GAMES for state in positions(seed)], rps_table().value
    network = MLPRegressor(hidden_layer_sizes=(HIDDEN,), max_iter=150, early_stopping=True, random_state=0)
    with threadpool_limits(1):
        network.fit([*map(numbers, states)], [*map(value, states)])
    (into, out), (bias, shift) = network.coefs_, network.intercepts_
    layers = {"into": into, "bias": bias, "out": out[:, 0], "shift": shift}
    stored = {name: layer.round(3).tolist() for name, layer in layers.items()}
    FILE.write_text(json.dumps({"positions": len(states), **stored}) + "\n", encoding="utf-8")
    print(f"{len(states):,} positions, written to {FILE}")


if __name__ == "__main__":
    main()
