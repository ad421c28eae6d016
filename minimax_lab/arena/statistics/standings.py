"""What a tournament has shown: points, ratings with their errors, and what is still open."""

from __future__ import annotations

import json
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from minimax_lab.arena.match.played_game import Pairing, PlayedGame
from minimax_lab.arena.match.record import Record
from minimax_lab.arena.statistics.comparison import Comparison, wilson
from minimax_lab.arena.statistics.rating import Ratings, Score, ratings
from minimax_lab.arena.statistics.table import HEADS, TableRow
from minimax_lab.evaluate.linear import as_text, html_row

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_LISTED = 5  # forfeits
WIDE = 100  # columns


class Standings:
    """The games of a tournament, and what follows from them. It prints as a table, the best player first.

    - `players`: their names. `positions`: the states that games began with.
    - `games`: the games that were played.
    - `missing`: those that were not: the tournament was interrupted, or workers died while they played them.
    - `heading`: what tells this tournament from others, for one that goes on from here.
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

    def cross_table(self) -> str:
        """The points of all players against each other, as text."""
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
        """The picture of `draw` as an SVG document; the same text on every machine."""
        from minimax_lab.arena.statistics.picture import ratings_scene
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

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        notes = (textwrap.fill(note, WIDE, break_long_words=False) for note in self.notes())
        return "\n".join([as_text(self._table()), *notes])

    def _repr_html_(self) -> str:
        from minimax_lab.arena.statistics.picture import picture

        heads, *lines = ([*map(escape, line)] for line in self._table())
        rows = [html_row("th", heads), *(html_row("td", line) for line in lines)]
        notes = "".join(f"<p>{line}</p>" for line in map(escape, self.notes()))
        return f"<table>{''.join(rows)}</table>" + (picture(self.rows) if self.ratings else "") + notes


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
