"""What a tournament has shown: points, ratings with their errors, and what is still open."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from minimax_lab.arena.match.record import Record
from minimax_lab.arena.statistics.comparison import Comparison, wilson
from minimax_lab.arena.statistics.rating import Ratings, Score, ratings
from minimax_lab.arena.statistics.table import as_html, as_text
from minimax_lab.arena.tournaments.game import Game, Setting
from minimax_lab.arena.tournaments.results_file import heading
from minimax_lab.arena.tournaments.schedule import Pairing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEADS = ("player", "games", "won", "drawn", "lost", "score", "95 % interval", "Elo", "±95 %")
MOST_LISTED = 5  # forfeits
WIDE = 100  # columns


class Row(NamedTuple):
    """One player. `interval` (for the share of the points) and `elo` ± `error` have a confidence of 95 %."""

    player: str
    score: Score
    interval: tuple[float, float]
    elo: float | None
    error: float | None

    @property
    def share(self) -> float | None:
        return self.score.points / self.score.games if self.score.games else None


class Standings:
    """The games of a tournament, and what follows from them. It prints as a table, the best player first.

    `missing` are the games that have not been played: the tournament was interrupted, or workers died over them.
    """

    def __init__(self, setting: Setting, games: Iterable[Game], missing: Iterable[Pairing] = ()):
        self.players, self.positions = tuple(setting.players), tuple(setting.positions)
        self.games, self.missing = tuple(games), tuple(missing)
        self.heading = heading(setting)  # what tells this tournament from others

    @property
    def forfeits(self) -> list[Game]:
        """The games that were lost by an illegal move, a failure, a changed state or a lack of time."""
        return [game for game in self.games if game.forfeit]

    @cached_property
    def cross(self) -> dict[tuple[str, str], Score]:
        """What each player has scored against each other one: `cross["A", "B"]` is A's score."""
        cross = {(a, b): Score() for a in self.players for b in self.players if a != b}
        for game in self.games:
            for own, other in (game.pairing.max, game.pairing.min), (game.pairing.min, game.pairing.max):
                cross[own, other] = cross[own, other].plus(_score(own, game))
        return cross

    def score(self, player: str) -> Score:
        """What a player has scored in all."""
        total = Score()
        for other in self.players:
            if other != self._known(player):
                total = total.plus(self.cross[player, other])
        return total

    @cached_property
    def ratings(self) -> Ratings | None:
        """Elo by Bradley and Terry's model; None if nothing links some of the players to the others."""
        return ratings(self.players, {pair: self.cross[pair] for pair in combinations(self.players, 2)})

    @cached_property
    def rows(self) -> list[Row]:
        """The players, the best one first; of equals the one that was named first."""
        rated, rows = self.ratings, []
        for player in self.players:
            score = self.score(player)
            elo = (rated.elo[player], rated.error(player)) if rated else (None, None)
            rows.append(Row(player, score, wilson(score.points, score.games), *elo))
        return sorted(rows, key=lambda row: -round((row.share or 0) if row.elo is None else row.elo, 6))

    def compare(self, one: str, other: str) -> Comparison:
        """Is one really better than the other, and how many more games would tell?

        Of players who play the same game again and again each game counts once.
        """
        if self._known(one) == self._known(other):
            raise ValueError(f"a comparison is of two players, and both are {one!r}")
        games = self._between(one, other)
        different = _different(games)
        if not _only_repeat(games, different):
            return Comparison(one, other, self.cross[one, other])
        score = Score()
        for game in different:
            score = score.plus(_score(one, game))
        return Comparison(one, other, score, len(games) - len(different))

    def _between(self, one: str, other: str) -> list[Game]:
        return [game for game in self.games if {game.pairing.max, game.pairing.min} == {one, other}]

    def record(self, game: Game) -> Record:
        """A game in full, to print, to replay and to save."""
        return game.record(self.positions[game.pairing.position])

    def _known(self, player: str) -> str:
        if player not in self.players:
            raise ValueError(f"no player is called {player!r}; there are {', '.join(map(repr, self.players))}")
        return player

    def notes(self) -> list[str]:
        """What a reader of the table should know."""
        return [*self._open_ends(), *self._repetitions(), *self._forfeit_list()]

    def _open_ends(self) -> Iterator[str]:
        if self.missing:
            total = len(self.games) + len(self.missing)
            yield f"{len(self.missing):,} of {total:,} games have not been played."
        if self.ratings is None:
            yield "There is no Elo yet: no game links some of the players to the others."
        elif self.ratings.bounded:
            yield (
                "Some have won, or lost, all games against the others: how much stronger they are is open. "
                "Elo is a cautious bound, as if each pair had drawn one game more."
            )

    def _repetitions(self) -> Iterator[str]:
        """Players without any luck play the same game again and again."""
        for pair in combinations(self.players, 2):
            games = self._between(*pair)
            different = _different(games)
            if _only_repeat(games, different):
                yield (
                    f"{pair[0]} – {pair[1]}: only {len(different)} of {len(games):,} games are different. A repetition "
                    "tells nothing new, so the errors are larger than they look: more start positions would help."
                )

    def _forfeit_list(self) -> Iterator[str]:
        for game in self.forfeits[:MOST_LISTED]:
            p = game.pairing
            loser = p.max if game.forfeit and game.forfeit.value == "MAX" else p.min
            yield f"Forfeit in {p.max} – {p.min} (position {p.position}, round {p.round}): {loser} {game.reason}."
        if (more := len(self.forfeits) - MOST_LISTED) > 0:
            yield f"{more:,} more forfeit{'s' if more > 1 else ''}."

    def _cells(self) -> list[tuple[str, ...]]:
        return [HEADS, *map(_cells, self.rows)]

    def cross_table(self) -> str:
        """Everybody's points against everybody, as text."""
        names = [row.player for row in self.rows]
        lines = [[name, *(self._points(name, other) for other in names)] for name in names]
        return as_text([["points against", *names], *lines])

    def _points(self, one: str, other: str) -> str:
        score = self.cross.get((one, other), Score())
        return f"{score.points:g}/{score.games}" if score.games else "–"

    def draw(self, ax: Axes | None = None) -> Axes:
        """The ratings with their errors, in matplotlib."""
        from minimax_lab.arena.statistics.picture import ratings_scene
        from minimax_lab.draw import mpl

        scene = ratings_scene(self.rows)
        return mpl.render(scene, mpl.new_axes(scene) if ax is None else ax)

    def svg(self) -> str:
        """The picture that `draw` draws, as an SVG document; the same text on every machine."""
        from minimax_lab.arena.statistics.picture import ratings_scene
        from minimax_lab.draw import svg

        return svg.render(ratings_scene(self.rows))

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame."""
        try:
            import pandas  # type: ignore[import-untyped]
        except ImportError:
            raise ImportError(
                "to_frame() makes a DataFrame with pandas, which is not installed: pip install pandas"
            ) from None
        return pandas.DataFrame([_flat(row) for row in self.rows]).set_index("player")

    def to_json(self) -> str:
        """The table, the notes and every game as text, the same on every machine."""
        return json.dumps(
            {
                "standings": [_flat(row) for row in self.rows],
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

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        notes = (textwrap.fill(note, WIDE, break_long_words=False) for note in self.notes())
        return "\n".join([as_text(self._cells()), *notes])

    def _repr_html_(self) -> str:
        from minimax_lab.arena.statistics.picture import picture

        notes = "".join(f"<p>{line}</p>" for line in map(escape, self.notes()))
        return as_html(self._cells()) + (picture(self.rows) if self.ratings else "") + notes


def _score(player: str, game: Game) -> Score:
    """What a player has scored in one game."""
    won = game.winner
    return Score(won == player, won is None, won not in (player, None))


def _different(games: Iterable[Game]) -> list[Game]:
    """The games without repetitions: from the same position, by the same player, with the same moves."""
    return [*{(game.pairing.max, game.pairing.position, game.moves): game for game in games}.values()]


def _only_repeat(games: Sequence[Game], different: Sequence[Game]) -> bool:
    """Whether the players have no luck: from each start they play one game. (Lucky ones may meet in one, too.)"""
    starts = {(game.pairing.max, game.pairing.position) for game in games}
    return len(starts) == len(different) < len(games)


def _cells(row: Row) -> tuple[str, ...]:
    share = "–" if row.share is None else f"{row.share:.1%}"
    interval = "–" if row.share is None else "{:.1%} to {:.1%}".format(*row.interval)
    elo, error = ("–", "–") if row.elo is None else (_signed(row.elo), f"±{row.error:.0f}")
    return row.player, *(f"{count:,}" for count in (row.score.games, *row.score)), share, interval, elo, error


def _signed(elo: float) -> str:
    return f"{round(elo):+d}".replace("-", "−") if round(elo) else "0"


def _flat(row: Row) -> dict[str, Any]:
    """Rounded so far that it comes out the same on every machine."""
    numbers = {"share": row.share, "low": row.interval[0], "high": row.interval[1]}
    elo = {"elo": row.elo, "elo_error": row.error}
    return {
        "player": row.player,
        "games": row.score.games,
        **row.score._asdict(),
        **{name: None if number is None else round(number, 6) for name, number in numbers.items()},
        **{name: None if number is None else round(number, 2) for name, number in elo.items()},
    }
