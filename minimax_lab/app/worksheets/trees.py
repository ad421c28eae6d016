"""Questions about a tree: its minimax values, alpha-beta's windows, and what alpha-beta never looks at."""

from __future__ import annotations

from minimax_lab.app.worksheets.lettered import LetteredTree, letters
from minimax_lab.app.worksheets.task import Task, listed
from minimax_lab.game import MAX
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import Step, Trace, trace
from minimax_lab.trace.words import value_text

CARRIED_OVER = "A node that follows rightly from a mistake further down gets its point."
LEFT_TO_RIGHT = "Alpha-beta goes from left to right and cuts off where α ≥ β."


def minimax_values(tree: Tree) -> Task:
    """What is each node worth?"""
    names = letters(tree)
    values = {path: minimax(node) for path, node in tree.walk()}
    inner = [path for path in names if not tree.at(path).is_leaf]
    best = [names[(move,)] for move in tree.children if values[(move,)] == values[()]]
    words = [f"1 point for each node, 1 for the move. {CARRIED_OVER}"]
    for path in reversed(inner):  # from the bottom up, as one works
        node = tree.at(path)
        below = [value_text(values[(*path, move)]) for move in node.children]
        takes = "largest" if node.active_player is MAX else "smallest"
        worth = f"{names[path]} = {value_text(values[path])}"
        words.append(f"{worth}: {node.active_player} takes the {takes} of {listed(below)}.")
    words.append(f"The move: from A to {listed(best, 'or')}.")
    return Task(
        "values",
        "Minimax values",
        "▲ is MAX, ▼ is MIN. Write the minimax value of each node into its triangle. Begin at the bottom.",
        LetteredTree(tree),
        LetteredTree(tree, values={path: value_text(values[path]) for path in inner}),
        {names[path]: value_text(values[path]) for path in inner} | {"move": listed(best, "or")},
        words,
        len(inner) + 1,
        f"{len(inner)} nodes on {tree.height} levels",
        (f"The best move of {tree.active_player} is from A to",),
    )


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
        len(inner),
        difficulty(run),
    )


def pruned_branches(tree: Tree) -> Task:
    """What does alpha-beta never look at, and why?"""
    names, run = letters(tree), trace(alphabeta, tree, lines=False)
    cut = _cut(run)
    branches = [names[path] for path, _ in tree.walk() if path in cut]
    words = ["1 point for each cut-off that is found, 1 for its reason; 1 off for each branch that is cut too much."]
    return Task(
        "pruned",
        "What alpha-beta never looks at",
        f"{LEFT_TO_RIGHT} Cross out every branch that it never looks at. For each cut-off, write down the node, "
        "α and β, and who has something better elsewhere.",
        LetteredTree(tree, leaf_letters=True),
        LetteredTree(tree, leaf_letters=True, cut=cut),
        {"never looked at": listed(branches)},
        [*words, *(_reasons(run, names) or ["Nothing is cut off."])],
        2 * max(len(run.cutoffs), 1),
        difficulty(run),
        ("Never looked at:", *["At node ____  α = ____  β = ____  because"] * 3),
    )


def difficulty(run: Trace) -> str:
    """How many cut-offs there are, and how many of them are deep."""
    cuts = run.cutoffs
    deep = sum(_levels_up(cut) > 1 for cut in cuts)
    number = "no cut-off" if not cuts else "1 cut-off" if len(cuts) == 1 else f"{len(cuts)} cut-offs"
    return f"{number}, {deep or 'none of them'} deep" if cuts else number


def _cut(run: Trace) -> frozenset[Path]:
    return frozenset((*step.path, move) for step in run.cutoffs for move in step.pruned)


def _levels_up(cut: Step) -> int:
    where = cut.evidence.path if cut.evidence else None
    return 0 if where is None else len(cut.path) - len(where)


def _window(run: Trace, path: Path) -> tuple[str, str]:
    window = run.at(path).window
    assert window is not None
    return value_text(window[0]), value_text(window[1])


def _reasons(run: Trace, names: dict[Path, str]) -> list[str]:
    """Why each cut-off is safe, in a sentence."""
    told = []
    for cut in run.cutoffs:
        node, (alpha, beta) = run.at(cut.path), _window(run, cut.path)
        value = value_text(cut.value)
        alpha, beta = (value, beta) if node.player is MAX else (alpha, value)
        branches = listed([names[(*cut.path, move)] for move in cut.pruned])
        text = f"Cut-off at {names[cut.path]}: α = {alpha} ≥ β = {beta}, so {branches} cannot matter."
        if cut.evidence is not None and cut.evidence.path is not None:
            sure = names[(*cut.evidence.path, cut.evidence.move)]
            text += f" {node.player.opponent} already has {value_text(cut.evidence.value)} by moving from "
            text += f"{names[cut.evidence.path]} to {sure}."
        told.append(text + (" (A deep cut-off.)" if _levels_up(cut) > 1 else ""))
    return told
