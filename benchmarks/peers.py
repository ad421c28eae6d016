"""This package beside its peers: `python -m benchmarks.peers`.

OpenSpiel, easyAI and aima3 search the same positions as this package, in one process and in turn,
in an environment of their own. A ratio compares two times of one run; times of two runs are not
comparable.

To compare another search (an engine, say), add a `Contest` to `contests`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.environment import CACHE, CannotInstall, Environment
from benchmarks.measure import Times, counted, in_words, interleaved, measured_on, table, verdict
from minimax_lab.games import ConnectFour, TicTacToe
from minimax_lab.search import Engine, alphabeta, minimax

PEERS = Environment(CACHE / "peers-env", ["open_spiel>=2.0.2", "easyAI>=2.0.12", "aima3>=1.0.11"])
PACKAGES = ["open_spiel", "easyAI", "aima3", "numpy", "networkx"]


@dataclass(frozen=True)
class Competitor:
    """One search of one position.

    A node is a position that the search looks at, the root among them. `step` names a function,
    as its owner and its name, that is called once a node, or once a move if `root_apart`.
    """

    name: str
    search: Callable[[], Any]  # returns the value for MAX, or None where the peer tells only a move
    step: tuple[Any, str]
    root_apart: bool = False
    target: float | None = None  # the most that our time may be of this competitor's

    def nodes_and_value(self) -> tuple[int, Any]:
        """How many nodes the search looks at, really counted, and what it finds."""
        with counted(*self.step) as calls:
            value = self.search()
        return calls.count + self.root_apart, value


@dataclass(frozen=True)
class Contest:
    """Our search and those of the peers, on one position."""

    title: str
    ours: Competitor
    peers: list[Competitor]
    nodes: int | None  # what every competitor must look at; None where the competitors search differently
    value: Any  # what every competitor must find
    most_rounds: int | None = None  # where a round takes long

    @property
    def competitors(self) -> list[Competitor]:
        return [self.ours, *self.peers]


class Broken(Exception):
    """The competitors do not do what they are said to do, so that a ratio would mean nothing."""


@dataclass(frozen=True)
class Outcome:
    """A contest, with the nodes and the times of each competitor."""

    contest: Contest
    nodes: list[int]
    times: list[Times]

    @property
    def rounds(self) -> int:
        return len(self.times[0].seconds)

    def ratio(self, i: int) -> float:
        return self.times[0].best / self.times[i].best

    def ratio_in_rounds(self, i: int) -> float:
        """The median of the ratios of each round: a machine that is slow for a while is so for all of it."""
        rounds = zip(self.times[0].seconds, self.times[i].seconds, strict=True)
        return statistics.median(ours / theirs for ours, theirs in rounds)

    @property
    def missed(self) -> bool:
        competitors = enumerate(self.contest.competitors)
        return any(verdict(self.ratio(i), competitor.target) == "MISSED" for i, competitor in competitors)

    def rows(self) -> list[list[str]]:
        """A row for each competitor, ready to be shown."""
        return [self._row(i, competitor) for i, competitor in enumerate(self.contest.competitors)]

    def _row(self, i: int, competitor: Competitor) -> list[str]:
        nodes, times = self.nodes[i], self.times[i]
        ratios = [f"{self.ratio(i):.3f}", f"{self.ratio_in_rounds(i):.3f}"] if i else ["", ""]
        return [
            f"  {competitor.name}",
            f"{nodes:,}",
            f"{times.best * 1e3:,.2f}",
            f"{times.median * 1e3:,.2f}",
            f"{times.best / nodes * 1e6:.2f}",
            *ratios,
            "" if competitor.target is None else f"<= {competitor.target:.2f}",
            verdict(self.ratio(i), competitor.target),
        ]

    def as_dict(self) -> dict[str, Any]:
        competitors = [
            {
                "name": competitor.name,
                "nodes": self.nodes[i],
                "seconds": self.times[i].seconds,
                "ratio": self.ratio(i) if i else None,
                "ratio_in_rounds": self.ratio_in_rounds(i) if i else None,
                "target": competitor.target,
                "verdict": verdict(self.ratio(i), competitor.target) or None,
            }
            for i, competitor in enumerate(self.contest.competitors)
        ]
        return {
            "title": self.contest.title,
            "same_nodes": self.contest.nodes is not None,
            "rounds": self.rounds,
            "competitors": competitors,
        }


HEADER = ["", "nodes", "best ms", "median ms", "µs/node", "ours/theirs", "in rounds", "target", ""]


def held(contest: Contest, rounds: int) -> Outcome:
    """Hold a contest: first count, then time."""
    nodes = []
    for competitor in contest.competitors:
        count, value = competitor.nodes_and_value()
        if contest.nodes not in (None, count):
            raise Broken(f"{contest.title}: {competitor.name} looked at {count:,} nodes, not at {contest.nodes:,}")
        if value not in (None, contest.value):
            raise Broken(f"{contest.title}: {competitor.name} found the value {value}, not {contest.value}")
        nodes.append(count)
    rounds = min(rounds, contest.most_rounds or rounds)
    return Outcome(contest, nodes, interleaved([competitor.search for competitor in contest.competitors], rounds))


# --- The competitors. The peers are imported where they are used: they live in another environment. ---


def our_alphabeta(game: type, depth: int | None = None, evaluate: Callable | None = None) -> Competitor:
    def search() -> Any:
        return alphabeta(game(), depth, evaluate=evaluate)

    return Competitor("minimax_lab alphabeta", search, (game, "forecast_move"), root_apart=True)


def our_minimax(game: type) -> Competitor:
    return Competitor("minimax_lab minimax", lambda: minimax(game()), (game, "forecast_move"), root_apart=True)


def our_engine(game: type, depth: int | None = None) -> Competitor:
    engine = Engine()
    return Competitor(
        "minimax_lab Engine", lambda: engine.search(game(), depth).value, (game, "forecast_move"), root_apart=True
    )


def nobody_is_ahead(state: Any) -> int:
    """The evaluation of a position at the depth limit. OpenSpiel insists on one."""
    return 0


def openspiel_alphabeta(name: str, depth: int, target: float) -> Competitor:
    import pyspiel
    from open_spiel.python.algorithms import minimax as openspiel

    game = pyspiel.load_game(name)

    def search() -> float:
        value, _ = openspiel.alpha_beta_search(game, value_function=nobody_is_ahead, maximum_depth=depth)
        return value

    return Competitor("OpenSpiel alpha_beta_search", search, (openspiel, "_alpha_beta"), target=target)


def openspiel_minimax(name: str, depth: int, target: float) -> Competitor:
    import pyspiel
    from open_spiel.python.algorithms import minimax as openspiel

    game = pyspiel.load_game(name)

    def search() -> float:
        value, _ = openspiel.expectiminimax(game.new_initial_state(), depth, nobody_is_ahead, 0)
        return value

    return Competitor("OpenSpiel expectiminimax", search, (openspiel, "expectiminimax"), target=target)


def aima_alphabeta() -> Competitor:
    """aima3 lists the cells column by column and we row by row: a mirror image of the same tree."""
    from aima3.games import TicTacToe as AimaTicTacToe
    from aima3.games import alphabeta_search

    game = AimaTicTacToe()

    def search() -> None:
        alphabeta_search(game.initial, game)  # it returns a move and keeps the value to itself

    return Competitor("aima3 alphabeta_search", search, (AimaTicTacToe, "result"), root_apart=True)


class Lost:
    """A lost game for easyAI, which multiplies a score by a bonus for a quick end.

    This one is worth -1 however quickly it comes. With the bonus there would be other values than
    win, draw and loss, and so another tree.
    """

    def __mul__(self, bonus: float) -> int:
        return -1


LOST = Lost()


def easyai_negamax(name: str, depth: int, table: bool = False) -> Competitor:
    import easyAI.games
    from easyAI import Negamax, TranspositionTable

    game = getattr(easyAI.games, name)
    if table:  # its connect four has no key for it: the cells in order, which also tell whose turn it is
        game = type(name, (game,), {"ttentry": lambda position: position.board.tobytes()})

    def scoring(position: Any) -> Any:
        return LOST if position.lose() else 0

    def search() -> float:
        algorithm = Negamax(depth, scoring=scoring, tt=TranspositionTable() if table else None)
        algorithm(game([None, None]))  # nobody sits at the board
        return algorithm.alpha

    title = "easyAI Negamax with its table" if table else "easyAI Negamax"
    return Competitor(title, search, (game, "make_move"), root_apart=True)


def contests() -> list[Contest]:
    """All that is compared, with the goals."""
    return [*textbook_contests(), *engine_contests()]


def textbook_contests() -> list[Contest]:
    """The textbook searches, on the same nodes."""
    return [
        Contest(
            "tic-tac-toe to the end, alpha-beta",
            our_alphabeta(TicTacToe),
            [openspiel_alphabeta("tic_tac_toe", 9, 0.65), aima_alphabeta(), easyai_negamax("TicTacToe", 9)],
            nodes=18_297,
            value=0,
        ),
        Contest(
            "connect four, depth 8, evaluation 0, alpha-beta",
            our_alphabeta(ConnectFour, 8, nobody_is_ahead),
            [openspiel_alphabeta("connect_four", 8, 0.85)],
            nodes=12_574,
            value=0,
        ),
        Contest(
            "connect four, depth 8, alpha-beta, our side without an evaluation, which also counts 0",
            our_alphabeta(ConnectFour, 8),
            [openspiel_alphabeta("connect_four", 8, 0.85)],
            nodes=12_574,
            value=0,
        ),
        Contest(
            "tic-tac-toe to the end, minimax",
            our_minimax(TicTacToe),
            [openspiel_minimax("tic_tac_toe", 9, 0.70)],
            nodes=549_946,
            value=0,
            most_rounds=15,
        ),
        Contest(
            "connect four, depth 8, evaluation 0, alpha-beta, beside easyAI",
            our_alphabeta(ConnectFour, 8, nobody_is_ahead),
            [easyai_negamax("ConnectFour", 8)],
            nodes=12_574,
            value=0,
            most_rounds=3,
        ),
    ]


def engine_contests() -> list[Contest]:
    """The engine, which finds the same answers on other nodes."""
    return [
        Contest(
            "tic-tac-toe to the end, the engine",
            our_engine(TicTacToe),
            [openspiel_alphabeta("tic_tac_toe", 9, 0.06)],
            nodes=None,
            value=0,
        ),
        Contest(
            "connect four, depth 8, the engine",
            our_engine(ConnectFour, 8),
            [openspiel_alphabeta("connect_four", 8, 0.20)],
            nodes=None,
            value=0,
        ),
        Contest(
            "connect four, depth 10, the engine",
            our_engine(ConnectFour, 10),
            [openspiel_alphabeta("connect_four", 10, 0.08)],
            nodes=None,
            value=0,
            most_rounds=7,
        ),
        Contest(
            "connect four, depth 8, the engine, beside easyAI with its table",
            our_engine(ConnectFour, 8),
            [easyai_negamax("ConnectFour", 8, table=True)],
            nodes=None,
            value=0,
            most_rounds=3,
        ),
    ]


def compare(rounds: int, json_file: Path | None) -> bool:
    """Hold every contest, print the table, and say whether all targets are met."""
    machine = measured_on() | {"packages": {package: version(package) for package in PACKAGES}}
    print(in_words(machine))
    print(", ".join(f"{package} {number}" for package, number in machine["packages"].items()))
    outcomes = []
    for contest in contests():
        print(f"… {contest.title}", file=sys.stderr)
        outcomes.append(held(contest, rounds))
    print("\n" + report(outcomes))
    print("\nAll competitors took turns in one process; a ratio is of their best times.")
    if json_file:
        result = machine | {"contests": [outcome.as_dict() for outcome in outcomes]}
        json_file.write_text(json.dumps(result, indent=1) + "\n", "utf-8")
    return not any(outcome.missed for outcome in outcomes)


def report(outcomes: list[Outcome]) -> str:
    """All contests as one table, each under its title."""
    rows: list[list[str] | str] = []
    for outcome in outcomes:
        same = "same nodes" if outcome.contest.nodes else "same answer, other nodes"
        rows += ["", f"{outcome.contest.title} ({same}, {outcome.rounds} rounds)", *outcome.rows()]
    return table(HEADER, rows)


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=25, metavar="N", help="rounds to time (25; slow ones fewer)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    parser.add_argument("--fresh", action="store_true", help="first make the peers' environment anew")
    parser.add_argument("--here", action="store_true", help="use this environment: the peers are installed in it")
    options = parser.parse_args(arguments)
    if options.repeats < 1:
        parser.error("--repeats must be at least 1")
    try:
        if options.here or PEERS.is_running_this:
            all_met = compare(options.repeats, options.json)
            return 1 if options.strict and not all_met else 0
        if options.fresh or not PEERS.is_ready:
            print("Making an environment for the peers (a few minutes, only once) …", file=sys.stderr)
            PEERS.make()
    except (Broken, CannotInstall) as error:
        print(error, file=sys.stderr)
        return 2
    return PEERS.run_module("benchmarks.peers", [argument for argument in arguments if argument != "--fresh"])


if __name__ == "__main__":
    sys.exit(main())
