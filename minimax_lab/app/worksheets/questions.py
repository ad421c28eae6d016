"""The questions of worksheets: about trees and about boards, each with its key and the words to mark it by."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from minimax_lab.app.worksheets.lettered import LetteredTree, letters
from minimax_lab.evaluate import material
from minimax_lab.game import MAX
from minimax_lab.games import Chess, Isolation, Tree
from minimax_lab.games.trees import Path
from minimax_lab.picture.text import count_text
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import Step, Trace, trace
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.quiz.trees import most_cutoffs

CARRIED_OVER = (
    "A wrong value that follows rightly from those below it gets its point if one of them got one, or if each of them "
    "is the number of a leaf below it (as with MAX and MIN exchanged). So does best play if A got one."
)
ONE_OFF = "if one is missing, wrong or too many and another is right"
LEFT_TO_RIGHT = "Alpha-beta goes from left to right and cuts off where α ≥ β."
TRIES = 10_000
PIECES = {"P": ("pawn", 1), "N": ("knight", 3), "B": ("bishop", 3), "R": ("rook", 5), "Q": ("queen", 9)}
PLIES = 30, 70  # how far a game of chess has gone at least and at most


PAPERS = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}  # in points


@dataclass(frozen=True)
class Task:
    """A question with its key. `picture` and `solution` are anything that `minimax_lab.draw.draw_board` draws."""

    kind: str
    title: str
    question: str
    picture: Any
    solution: Any  # the picture with the answers in it
    answers: Mapping[str, str]  # what is asked for, and what is right
    words: Sequence[str]  # how to mark it, and why each answer is right
    difficulty: str
    pattern: str  # what kind of answer is right; versions are drawn so that none is much likelier than the others
    lines: Sequence[str] = ()  # what stands before the lines to write on, below the picture
    asked: str = ""  # the question in a notebook, where one cannot write into the picture
    typed: str = ""  # how an answer is typed there
    worth: Mapping[str, int] = field(default_factory=dict)  # points for what is asked, where they are not 1
    follows: Mapping[str, Sequence[str]] = field(default_factory=dict)  # how an answer follows from others, and which
    counts: float | None = None  # points on the sheet, where they are not the sum of those for what is asked

    @property
    def marks(self) -> int:
        """The points for all that is asked."""
        return sum(self.worth.get(asked, 1) for asked in self.answers)

    @property
    def points(self) -> float:
        """What it is worth on the sheet."""
        return self.marks if self.counts is None else self.counts

    @property
    def key(self) -> Sequence[str]:
        """How to mark it; where it counts more or less than its marks, also what each number of marks is worth."""
        if self.counts is None:
            return self.words
        worth = ", ".join(f"{n} = {scaled(n, self.marks, self.counts):g}" for n in range(1, self.marks + 1))
        return [f"It counts {points_text(self.counts)}. Mark it out of {self.marks}; then {worth}.", *self.words]


@dataclass(frozen=True)
class Sheet:
    """The questions of one student."""

    name: str
    tasks: Sequence[Task]


def scaled(got: float, marks: float, counts: float | None) -> float:
    """So many of the `marks` in points, if all of them count `counts`."""
    return got if counts is None else round(got * counts / marks, 2)


def points_text(points: float) -> str:
    return "1 point" if points == 1 else f"{points:g} points"


def listed(names: Sequence[object], last: str = "and") -> str:
    """Names in a sentence: A, B and C."""
    if not names:
        return "none"
    *first, end = map(str, names)
    return f"{', '.join(first)} {last} {end}" if first else end


# About trees


def minimax_values(tree: Tree) -> Task:
    """What is each node worth?"""
    names = letters(tree)
    values = {path: minimax(node) for path, node in tree.walk()}
    inner = [path for path in names if not tree.at(path).is_leaf]
    lines = _best_play(tree, values)
    best = listed([" ".join([*(names[path] for path in line[:-1]), value_text(values[()])]) for line in lines], "or")
    words = [f"1 point for each node, 1 for best play. {CARRIED_OVER}"]
    follows = {}
    for path in reversed(inner):  # from the bottom up, as one works
        node = tree.at(path)
        children = [(names[(*path, move)], child) for move, child in node.children.items()]
        follows[names[path]] = str(node.active_player), *(str(c.value) if c.is_leaf else name for name, c in children)
        below = [value_text(values[(*path, move)]) for move in node.children]
        takes = "largest" if node.active_player is MAX else "smallest"
        worth = f"{names[path]} = {value_text(values[path])}"
        words.append(f"{worth}: {node.active_player} takes the {takes} of {listed(below)}.")
    words.append(f"Best play from A: {best}.")
    return Task(
        "values",
        "Minimax values",
        "▲ is MAX, ▼ is MIN. Write the minimax value of each node into its triangle. Begin at the bottom.",
        LetteredTree(tree),
        LetteredTree(tree, values={path: value_text(values[path]) for path in inner}),
        {names[path]: value_text(values[path]) for path in inner} | {"best play": best},
        words,
        f"{count_text(len(inner), 'node', 'nodes')} on {count_text(tree.height, 'level', 'levels')}",
        "best play to leaf " + listed([names[line[-1]] for line in lines], "or"),
        ("Best play from A (the nodes, then the leaf):",),
        "▲ is MAX, ▼ is MIN. What is the minimax value of each node? Begin at the bottom.",
        'Best play: the nodes below A, then the leaf, such as "B D 5".',
        follows=follows,
    )


def _best_play(tree: Tree, values: Mapping[Path, Any]) -> list[list[Path]]:
    """The lines of best play, each as the paths of its nodes below the root: on a line, all are worth the same."""
    ends = [path for path, node in tree.walk() if node.is_leaf]
    lines = [[end[:length] for length in range(1, len(end) + 1)] for end in ends]
    return [line for line in lines if all(values[path] == values[()] for path in line)]


def alphabeta_windows(tree: Tree) -> Task:
    """With which α and β does alpha-beta come to each node, and what does it return?"""
    names, run = letters(tree), trace(alphabeta, tree, lines=False)
    inner = [path for path in names if not tree.at(path).is_leaf]
    seen = [path for path in inner if path in run]
    windows = {path: _window(run, path) for path in seen}
    returned = {path: f"{run.at(path).bound} {value_text(run.at(path).value)}".strip() for path in seen}
    words = ["1 point for each node: both α and β, and the value. A bound may be written without ≥ or ≤."]
    for path in seen:
        alpha, beta = windows[path]
        words.append(f"{names[path]}: α = {alpha}, β = {beta}, value {returned[path]}.")
    never = [path for path in inner if path not in run]
    words += [f"{names[path]}: crossed out, it is never looked at." for path in never]
    words += _reasons(run, names)
    answers = {names[path]: "α = {}, β = {}, value {}".format(*windows[path], returned[path]) for path in seen}
    return Task(
        "windows",
        "Alpha-beta windows",
        f"{LEFT_TO_RIGHT} At each node that it comes to, write α and β as they are when the search comes there, "
        "and into the triangle the value that is returned. Cross out every node that it never looks at.",
        LetteredTree(tree, leaf_letters=True, fields=True),
        LetteredTree(
            tree, True, True, {path: text.replace(" ", "") for path, text in returned.items()}, windows, _cut(run)
        ),
        answers | {names[path]: "never looked at" for path in never},
        words,
        difficulty(run),
        f"without {listed([names[path] for path, _ in tree.walk() if path in _cut(run)])}",
        asked=f"{LEFT_TO_RIGHT} With which α and β does the search come to each node, and which value is returned?",
        typed='For each node α, β and the value, such as "3, inf, 5", or "never" if it is never looked at.',
    )


def pruned_branches(tree: Tree) -> Task:
    """What does alpha-beta never look at, and why?"""
    names, run = letters(tree), trace(alphabeta, tree, lines=False)
    cut = _cut(run)
    branches = [names[path] for path, _ in tree.walk() if path in cut]
    most = most_cutoffs(tree.height, len(tree.get_legal_moves()))  # of this shape: lines shall not tell how many
    how = f"2 points for the branches, 1 {ONE_OFF}. The same for the cut-offs: node, α and β, and on paper the reason."
    return Task(
        "pruned",
        "What alpha-beta never looks at",
        f"{LEFT_TO_RIGHT} Cross out every branch that it never looks at, and write down the letter at its top. For "
        "each cut-off, write down the node, α and β, and who has something better elsewhere.",
        LetteredTree(tree, leaf_letters=True),
        LetteredTree(tree, leaf_letters=True, cut=cut),
        {
            "never looked at": listed(branches),
            "cut-offs": listed([f"{names[at]} {a} {b}" for at, a, b in _cutoffs(run)]),
        },
        [how, *(_reasons(run, names) or ["Nothing is cut off."])],
        difficulty(run),
        listed(branches),
        ("Never looked at:", *["At node ____  α = ____  β = ____  because"] * most),
        f"{LEFT_TO_RIGHT} Which branches does it never look at? Where is each cut-off, with which α and β?",
        'Never looked at: the letter at the top of each branch, such as "d, G". '
        'Cut-offs: the node, α and β of each, such as "E 8 6, C 9 9".',
        {"never looked at": 2, "cut-offs": 2},
    )


def difficulty(run: Trace) -> str:
    """How many cut-offs there are, and how many of them are deep."""
    cuts = run.cutoffs
    deep = sum(_levels_up(cut) > 1 for cut in cuts)
    if len(cuts) < 2:
        return f"1 cut-off, {'deep' if deep else 'not deep'}" if cuts else "no cut-off"
    return f"{len(cuts)} cut-offs, {deep or 'none of them'} deep"


def _cut(run: Trace) -> frozenset[Path]:
    return frozenset((*step.path, move) for step in run.cutoffs for move in step.pruned)


def _levels_up(cut: Step) -> int:
    where = cut.evidence.path if cut.evidence else None
    return 0 if where is None else len(cut.path) - len(where)


def _window(run: Trace, path: Path) -> tuple[str, str]:
    window = run.at(path).window
    assert window is not None
    return value_text(window[0]), value_text(window[1])


def _cutoffs(run: Trace) -> list[tuple[Path, str, str]]:
    """Where each cut-off is, with α and β as they are then."""
    found = []
    for cut in run.cutoffs:
        (alpha, beta), value = _window(run, cut.path), value_text(cut.value)
        found.append((cut.path, *((value, beta) if run.at(cut.path).player is MAX else (alpha, value))))
    return found


def _reasons(run: Trace, names: dict[Path, str]) -> list[str]:
    """Why each cut-off is safe, in a sentence."""
    told = []
    for cut, (_, alpha, beta) in zip(run.cutoffs, _cutoffs(run), strict=True):
        branches = listed([names[(*cut.path, move)] for move in cut.pruned])
        text = f"Cut-off at {names[cut.path]}: α = {alpha} ≥ β = {beta}, so {branches} cannot matter."
        if cut.evidence is not None and cut.evidence.path is not None:
            sure = names[(*cut.evidence.path, cut.evidence.move)]
            text += f" {run.at(cut.path).player.opponent} already has {value_text(cut.evidence.value)} by moving from "
            text += f"{names[cut.evidence.path]} to {sure}."
        told.append(text + (" (A deep cut-off.)" if _levels_up(cut) > 1 else ""))
    return told


# About boards


def isolation_position(rng: random.Random) -> Task:
    """Which moves are there, and which of them win?"""
    state, winning = _worth_asking(rng)
    moves = state.get_legal_moves()
    mover = state.active_player
    losing = [move for move in moves if move not in winning]
    answers = {"legal moves": listed(moves), "winning moves": listed(winning)}
    how = f"{mover} wins by {listed(winning, 'or')}" if winning else f"{mover.opponent} wins, whatever is played"
    return Task(
        "isolation",
        "A position of isolation",
        "1 is MAX, 2 is MIN. A move goes along a row, a column or a diagonal; hatched cells are closed, and nobody "
        "jumps. A player who cannot move loses. Write a cell as (x, y).",
        state,
        state,
        answers,
        [
            "1 point for the list of legal moves, 3 for all winning moves and no others, or for saying that there are "
            f"none; 2 {ONE_OFF}.",
            f"The legal moves are {answers['legal moves']}.",
            f"With best play, {how}.",
            *([f"After {listed(losing, 'or')} the opponent wins."] if winning else []),
        ],
        f"{len(moves)} moves, {len(winning)} of them winning",
        f"{mover} to move, {_how_many(winning)} of the moves win{'s' * (len(winning) == 1)}",
        (f"The legal moves of {mover}:", f"The moves with which {mover} can be sure to win (or none):"),
        typed='The moves, such as "(0, 1), (2, 2)", or "none".',
        worth={"winning moves": 3},
    )


def _how_many(moves: Sequence[object]) -> str:
    return ("none", "one", "several")[min(len(moves), 2)]


def _worth_asking(rng: random.Random) -> tuple[Isolation, list[tuple[int, int]]]:
    """A position with a choice, and the moves that win: none, one or several, but never all of them."""
    wanted, plies = rng.choice(("none", "one", "several")), rng.choice((4, 5))
    for _ in range(TRIES):
        state = Isolation(width=4, height=3)
        for _ in range(plies):
            if moves := state.get_legal_moves():
                state = state.forecast_move(rng.choice(moves))
        moves = state.get_legal_moves()
        wins = 1 if state.active_player is MAX else -1
        winning = [move for move in moves if alphabeta(state.forecast_move(move)) == wins]
        if len(winning) < len(moves) > 1 and _how_many(winning) == wanted:
            return state, winning
    raise AssertionError("some position of isolation is worth asking about")


def material_count(rng: random.Random) -> Task:
    """How much material has each side?"""
    state = Chess()
    for _ in range(rng.randint(*PLIES)):
        if moves := state.get_legal_moves():
            state = state.forecast_move(rng.choice(moves))
    state = Chess(state.fen)  # the last move is not marked
    placed = state.fen.split()[0]
    white, told_white = _side(placed)
    black, told_black = _side(placed.swapcase())
    assert white - black == material(state)
    difference = f"{white - black:+d}".replace("-", "−").replace("+0", "0")
    return Task(
        "material",
        "Material",
        "A pawn counts 1, a knight or a bishop 3, a rook 5, a queen 9. Kings do not count.",
        state,
        state,
        {"White": str(white), "Black": str(black), "White minus Black": difference},
        [
            "1 point for each side, 1 for the difference with its sign (also if one of the two is wrong).",
            f"White: {told_white} = {white}.",
            f"Black: {told_black} = {black}.",
            f"White minus Black: {difference}. A value is always MAX's, and White is MAX.",
        ],
        f"{sum(map(str.isalpha, placed))} pieces on the board",
        "White is ahead" if white > black else "Black is ahead" if black > white else "equal",
        ("White has", "Black has", "The value of the position, White minus Black:"),
        follows={"White minus Black": ("minus", "White", "Black")},
    )


def _side(placed: str) -> tuple[int, str]:
    """The points of the capital letters in the first part of a FEN, and how they come about."""
    counts = {name: (placed.count(letter), worth) for letter, (name, worth) in PIECES.items() if letter in placed}
    told = (f"{n} {name if n == 1 else name + 's'} ({n * worth})" for name, (n, worth) in counts.items())
    return sum(n * worth for n, worth in counts.values()), " + ".join(told) or "no pieces"


ABOUT_TREES: Mapping[str, Callable[[Tree], Task]] = {
    "values": minimax_values,
    "windows": alphabeta_windows,
    "pruned": pruned_branches,
}
ABOUT_BOARDS: Mapping[str, Callable[[random.Random], Task]] = {
    "isolation": isolation_position,
    "material": material_count,
}
