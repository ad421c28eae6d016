"""What a tournament has shown: points, ratings with their errors, and what is still open."""

from __future__ import annotations

import json
import math
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any, NamedTuple

from minimax_lab.arena.rating import Comparison, Ratings, Score, ratings, wilson
from minimax_lab.arena.record import Pairing, PlayedGame, Record
from minimax_lab.picture.scene import MARGIN, Circle, Line, Scene, Text
from minimax_lab.picture.text import html_row, shorten, signed, table_text, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes


MOST_LISTED = 5  # forfeits
WIDE = 100  # columns


class Standings:
    """The games of a tournament, and what follows from them. It prints as a table, the best player first.

    - `players`: their names. `positions`: the states that games began with.
    - `games`: the games that were played.
    - `missing`: those that were not, because the tournament was interrupted.
    - `heading`: what tells this tournament from others, for one that goes on from here.

    >>> from minimax_lab.arena import EnginePlayer, RandomPlayer, tournament
    >>> from minimax_lab.games import Isolation
    >>> standings = tournament([EnginePlayer(), RandomPlayer()], Isolation(), games=10)
    >>> standings.score("engine")
    Score(wins=15, draws=0, losses=5)
    >>> standings.compare("engine", "random").better
    'engine'
    """

    def __init__(
        self,
        players: Iterable[str],
        positions: Iterable[Any],
        games: Iterable[PlayedGame],
        missing: Iterable[Pairing] = (),
        heading: Mapping[str, Any] | None = None,
    ):
        self.players, self.positions = tuple(players), tuple(positions)
        self.games, self.missing = tuple(games), tuple(missing)
        self.heading = dict(heading or {})

    @property
    def forfeits(self) -> list[PlayedGame]:
        """The games that ended because a player made an illegal move, failed, changed the state or ran out of time."""
        return [game for game in self.games if game.forfeit]

    @cached_property
    def cross(self) -> dict[tuple[str, str], Score]:
        """What the players scored against each other: `cross["A", "B"]` is A's score against B."""
        return {(one, other): _score(one, self._between(one, other)) for one, other in permutations(self.players, 2)}

    def score(self, player: str) -> Score:
        """What a player scored in all its games."""
        self._check_player(player)
        return _score(player, [game for game in self.games if player in (game.pairing.max, game.pairing.min)])

    @cached_property
    def ratings(self) -> Ratings | None:
        """Elo by Bradley and Terry's model; None if no games link some of the players to the others."""
        return ratings(self.players, {pair: self.cross[pair] for pair in combinations(self.players, 2)})

    @cached_property
    def rows(self) -> list[TableRow]:
        """The players, the best one first. Equals stay in the order in which they were named."""
        rated, rows = self.ratings, []
        for player in self.players:
            score = self.score(player)
            elo = (rated.elo[player], rated.error(player)) if rated else (None, None)
            rows.append(TableRow(player, score, wilson(score.points, score.games), *elo))
        return sorted(rows, key=lambda row: -round((row.share or 0) if row.elo is None else row.elo, 6))

    def compare(self, one: str, other: str) -> Comparison:
        """Is one really better than the other, and how many more games would show it?

        If two players only repeat their games, each game counts once.
        """
        self._check_player(one)
        self._check_player(other)
        if one == other:
            raise ValueError(f"a comparison needs two different players; both are {one!r}")
        games = self._between(one, other)
        different = _different(games)
        counted = different if _only_repeat(games, different) else games
        return Comparison(one, other, _score(one, counted), len(games) - len(counted))

    def _between(self, one: str, other: str) -> list[PlayedGame]:
        return self._by_pair.get(frozenset((one, other)), [])

    @cached_property
    def _by_pair(self) -> dict[frozenset[str], list[PlayedGame]]:
        """The games of each two players."""
        by_pair = defaultdict(list)
        for game in self.games:
            by_pair[frozenset((game.pairing.max, game.pairing.min))].append(game)
        return by_pair

    def record(self, game: PlayedGame) -> Record:
        """The whole game, to print, to replay and to save."""
        return game.record(self.positions[game.pairing.position])

    def _check_player(self, player: str) -> None:
        if player not in self.players:
            raise ValueError(f"no player is called {player!r}; the players are {', '.join(map(repr, self.players))}")

    def notes(self) -> list[str]:
        """What a reader of the table should know."""
        return [*self._open_ends(), *self._repetitions(), *self._forfeit_list()]

    def _open_ends(self) -> Iterator[str]:
        if self.missing:
            total = len(self.games) + len(self.missing)
            yield f"{len(self.missing):,} of {total:,} games have not been played."
        if self.ratings is None:
            yield "There is no Elo yet: no games link some of the players to the others."
        elif self.ratings.bounded:
            yield (
                "Some players won, or lost, all games against the others, so it is open how much stronger they are. "
                "Elo is a cautious bound: it is calculated as if each pair had drawn one more game."
            )

    def _repetitions(self) -> Iterator[str]:
        """Players that make no random choices play the same game again and again."""
        for pair in combinations(self.players, 2):
            games = self._between(*pair)
            different = _different(games)
            if _only_repeat(games, different):
                yield (
                    f"{pair[0]} – {pair[1]}: only {len(different)} of {len(games):,} games are different. Repetitions "
                    "tell nothing new, so the errors are larger than they look. More start positions would help."
                )

    def _forfeit_list(self) -> Iterator[str]:
        for game in self.forfeits[:MOST_LISTED]:
            p = game.pairing
            where = f"{p.max} – {p.min} (position {p.position}, round {p.round})"
            yield f"Forfeit in {where}: {game.loser_by_forfeit} {game.reason}."
        if (more := len(self.forfeits) - MOST_LISTED) > 0:
            yield f"{more:,} more forfeit{'s' if more > 1 else ''}."

    def _table(self) -> list[tuple[str, ...]]:
        return [HEADS, *(row.cells() for row in self.rows)]

    def draw(self, ax: Axes | None = None) -> Axes:
        """The ratings with their errors, in matplotlib."""
        from minimax_lab.draw import mpl

        scene = ratings_scene(self.rows)
        return mpl.render(scene, mpl.new_axes(scene) if ax is None else ax)

    def svg(self) -> str:
        """The picture of `draw` as an SVG document; the same text on every machine."""
        from minimax_lab.draw import svg

        return svg.render(ratings_scene(self.rows))

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame."""
        try:
            import pandas  # type: ignore[import-untyped]
        except ImportError:
            raise ImportError("to_frame() needs pandas, which is not installed: pip install pandas") from None
        return pandas.DataFrame([row.to_dict() for row in self.rows]).set_index("player")

    def to_json(self) -> str:
        """The table, the notes and every game as text, the same on every machine."""
        return json.dumps(
            {
                "standings": [row.to_dict() for row in self.rows],
                "notes": self.notes(),
                "games": [game.to_dict() for game in self.games],
                "missing": [pairing._asdict() for pairing in self.missing],
            },
            ensure_ascii=False,
            indent=1,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Standings):
            return NotImplemented
        return (self.players, self.games, self.missing) == (other.players, other.games, other.missing)

    def __repr__(self) -> str:
        notes = (textwrap.fill(note, WIDE, break_long_words=False) for note in self.notes())
        return "\n".join([table_text(self._table()), *notes])

    def _repr_html_(self) -> str:
        from minimax_lab.draw import svg

        heads, *lines = ([*map(escape, line)] for line in self._table())
        rows = [html_row("th", heads), *(html_row("td", line) for line in lines)]
        notes = "".join(f"<p>{line}</p>" for line in map(escape, self.notes()))
        image = svg.image(self.svg(), ratings_scene(self.rows).description) if self.ratings else ""
        return f"<table>{''.join(rows)}</table>{image}{notes}"


def _score(player: str, games: Iterable[PlayedGame]) -> Score:
    """What a player scored in its games."""
    winners = Counter(game.winner for game in games)
    wins, draws = winners[player], winners[None]
    return Score(wins, draws, winners.total() - wins - draws)


def _different(games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """The games without repetitions: those from the same position, with the same MAX player and the same moves."""
    return [*{(game.pairing.max, game.pairing.position, game.moves): game for game in games}.values()]


def _only_repeat(games: Sequence[PlayedGame], different: Sequence[PlayedGame]) -> bool:
    """Whether the players make no random choices: they play one game from each start position.

    (Some games of players that do make random choices may be the same too, but not all.)
    """
    starts = {(game.pairing.max, game.pairing.position) for game in games}
    return len(starts) == len(different) < len(games)


HEADS = ("player", "games", "won", "drawn", "lost", "score", "95 % interval", "Elo", "±95 %")


class TableRow(NamedTuple):
    """One player. `interval` (for the share of the points) and `elo` ± `error` have a confidence of 95 %."""

    player: str
    score: Score
    interval: tuple[float, float]
    elo: float | None
    error: float | None

    @property
    def share(self) -> float | None:
        return self.score.points / self.score.games if self.score.games else None

    def cells(self) -> tuple[str, ...]:
        """What the table shows, in the order of HEADS."""
        share = "–" if self.share is None else f"{self.share:.1%}"
        interval = "–" if self.share is None else "{:.1%} to {:.1%}".format(*self.interval)
        elo, error = ("–", "–") if self.elo is None else (signed(round(self.elo)), f"±{self.error:.0f}")
        return self.player, *(f"{count:,}" for count in (self.score.games, *self.score)), share, interval, elo, error

    def to_dict(self) -> dict[str, Any]:
        """The numbers, rounded so far that they are the same on every machine."""
        low, high = self.interval
        return {
            "player": self.player,
            "games": self.score.games,
            **self.score._asdict(),
            "share": _rounded(self.share, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "elo": _rounded(self.elo, 2),
            "elo_error": _rounded(self.error, 2),
        }


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


ROW, AXIS = 30.0, 34.0  # heights
PLOT, LONGEST_NAME = 380.0, 180.0  # widths
SIZE, CAP = 14.0, 5.0  # sizes of the letters, and of the end of an error bar
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)  # between two ticks


def ratings_scene(rows: Sequence[TableRow]) -> Scene:
    """The players of a table with ratings, from top to bottom."""
    rated = [(row, row.elo, row.error) for row in rows if row.elo is not None and row.error is not None]
    if not rated:
        raise ValueError("there is no Elo to draw yet: no games link some of the players to the others")
    low, high = min(elo - error for _, elo, error in rated), max(elo + error for _, elo, error in rated)
    step = next((step for step in STEPS if high - low <= 6 * step), STEPS[-1])
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    names = [shorten(row.player, LONGEST_NAME, SIZE) for row, _, _ in rated]
    left = MARGIN + max(text_width(name, SIZE) for name in names) + 2 * MARGIN
    bottom = MARGIN + ROW * len(rated)

    def x(elo: float) -> float:
        return left + (elo / step - first) / (last - first) * PLOT

    words = ", ".join(f"{row.player} {elo:+.0f} ± {error:.0f}" for row, elo, error in rated)
    scene = Scene(left + PLOT + 2 * MARGIN, bottom + AXIS + MARGIN, "Elo ratings", f"Elo with 95 % intervals: {words}")
    for tick in range(first, last + 1):
        at = x(tick * step)
        scene.shapes.append(Line("edge" if tick == 0 else "ghost edge", ((at, MARGIN), (at, bottom))))
        scene.shapes.append(Text("note", at, bottom + 12, signed(tick * step), 12))
    scene.shapes.append(Text("note", left + PLOT / 2, bottom + 30, "Elo, with 95 % confidence interval", 12))
    for number, (name, (_, elo, error)) in enumerate(zip(names, rated, strict=True)):
        y = MARGIN + ROW * (number + 0.5)
        scene.shapes.append(Text("leaf value", MARGIN, y, name, SIZE, "start"))
        scene.shapes.append(Line("outline", ((x(elo - error), y), (x(elo + error), y))))
        scene.shapes += [Line("outline", ((x(end), y - CAP), (x(end), y + CAP))) for end in (elo - error, elo + error)]
        scene.shapes.append(Circle("max disc", x(elo), y, 5))
    return scene
