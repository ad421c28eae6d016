"""What exercises 1 and 4 ask for on paper: their trees, of which every student number has its own, and the checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

from minimax_lab.check.by_hand.cuts import pruned
from minimax_lab.check.by_hand.solution import readable_paths
from minimax_lab.check.by_hand.values import answers
from minimax_lab.check.report import NOT_WRITTEN, Finding, Report, shown_value
from minimax_lab.check.texts import exercises as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.draw import tree_svg
from minimax_lab.game import MAX, Move, Value
from minimax_lab.games import Tree, tree
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace
from minimax_lab.trace.words import value_text

FEWEST, MOST = 5, 9  # leaves of three boxes with three prizes that alpha-beta looks at
MOST_LEAVES, MOST_NODES = 10, 100  # of a student's tree
DEEP = 3  # levels from a deep cut-off up to its reason


def _reminded(number: int | str, report: Report) -> Report:
    """The report, with a word on a number that was never entered: everybody would get the same tree."""
    if _student_number(number):
        return report
    reminder = Finding.of("number-0", texts.NUMBER_IS_0, remark=True)
    return Report(report.subject, [*report.findings, reminder], report.score)


def values(number: int | str, given: Any) -> Report:
    """Exercise 1: the values of all inner nodes."""
    exercise = values_tree(number)
    if not isinstance(given, Mapping):
        return _wrong(texts.THE_VALUES, "not-a-dict", texts.VALUES_ARE_A_DICT.filled(given=repr(given)[:80]))
    if not [value for value in given.values() if value is not None]:
        return _unanswered(texts.THE_VALUES, texts.WRITE_VALUES)
    inner = [path for path, node in exercise.walk() if not node.is_leaf]
    return _reminded(number, answers(exercise, given, asked=inner))


def best_move(number: int | str, given: Mapping[Path, Value], move: Move) -> Report:
    """Exercise 1: the move at the root, or the one that would be best by the student's own values."""
    if move is None:
        return _unanswered(texts.THE_MOVE, texts.WRITE_A_MOVE)
    if type(move) is not int:
        return _wrong(texts.THE_MOVE, "not-a-move", texts.MOVE_IS_A_NUMBER.filled(move=shown_value(move)))
    right = {child: minimax(node) for child, node in values_tree(number).children.items()}
    if move not in right:
        moves = ", ".join(map(shown_value, right))
        return _wrong(texts.THE_MOVE, "not-a-move", texts.NO_SUCH_MOVE.filled(move=shown_value(move), moves=moves))
    own: dict[Move, Any] = {child: given.get((child,)) for child in right} if isinstance(given, Mapping) else {}
    if any(known[move] == max(known.values()) for known in (right, own) if known and None not in known.values()):
        return Report(texts.THE_MOVE, [])
    text = texts.WRONG_MOVE.filled(move=shown_value(move))
    return _wrong(texts.THE_MOVE, "not-the-best-move", text, values_tree(number))


def one_leaf(number: int | str, change: Mapping[Path, Value]) -> Report:
    """Exercise 1: a change of one leaf after which MAX plays another move. Half for a change that is too large."""
    exercise, subject = values_tree(number), texts.ONE_LEAF
    if not change:
        return _unanswered(subject, texts.WRITE_A_CHANGE)
    leaves = leaves_of(exercise)
    path, value = next(iter(change.items())) if isinstance(change, Mapping) else (None, None)
    if path not in leaves or type(value) is not int or len(change) != 1:
        return _wrong(subject, "not-a-change", texts.NOT_A_CHANGE.filled(given=repr(change)[:80]), exercise)
    changed = with_leaf(exercise, path, value)
    if best_moves(changed) & best_moves(exercise):
        text = texts.SAME_MOVE.filled(value=value_text(value), path=path, old=value_text(leaves[path]))
        return _wrong(subject, "same-move", text, changed)
    ((nearest, enough),) = smallest_change(exercise).items()
    if abs(value - leaves[path]) > abs(enough - leaves[nearest]):
        text = texts.SMALLER.filled(change=abs(value - leaves[path]))
        return _wrong(subject, "larger-than-needed", text, changed, score=0.5)
    return Report(subject, [])


def any_number(number: int | str, marked: Any) -> Report:
    """Exercise 1: the leaves that may have any value. The score is their share of those named or to be named."""
    exercise, subject = values_tree(number), texts.ANY_NUMBER
    if not marked:
        return _unanswered(subject, texts.WRITE_LEAVES)
    if not isinstance(marked, Iterable):
        return _wrong(subject, "not-a-path", _to_do(texts.WRITE_LEAVES))
    paths, misplaced = readable_paths(exercise, marked)
    findings, right, leaves = [*misplaced], cannot_matter(exercise), leaves_of(exercise)
    named = {leaf for path in paths for leaf in leaves if leaf[: len(path)] == path}  # a branch stands for its leaves
    for path in sorted(named):
        if path not in right:
            changed = next(other for other in extremes(exercise, path) if minimax(other) != minimax(exercise))
            value, old = value_text(changed.at(path).value), value_text(leaves[path])
            now, before = value_text(minimax(changed)), value_text(minimax(exercise))
            text = texts.MATTERS.filled(value=value, path=path, old=old, now=now, before=before)
            findings.append(Finding.of("matters", text, changed))
    if missing := len(right - named):
        are = texts.ONE_MORE if missing == 1 else texts.MANY_MORE.format(number=missing)
        findings.append(Finding.of("not-all", texts.MORE_LEAVES.filled(are=are), exercise))
    return Report(subject, findings, len(right & named) / (len(right | named) + len(misplaced)))


def cuts(number: int | str, marked: Iterable[Path]) -> Report:
    """Exercise 4: what alpha-beta never looks at."""
    if not marked:
        return _unanswered(texts.NEVER_SEEN, texts.WRITE_PATHS)
    made, paths = cuts_tree(number), [*marked] if isinstance(marked, Iterable) else marked
    report = pruned(made, paths)
    shown = MarkedTree(made, tuple(readable_paths(made, paths)[0]))
    findings = [replace(finding, counterexample=shown) for finding in report.findings]
    if shown.marked and findings:
        findings[0] = replace(findings[0], message=f"{findings[0].message} {texts.YOUR_MARKS}")
    return _reminded(number, Report(report.subject, findings, report.score))


@dataclass(frozen=True)
class MarkedTree:
    """A tree as a student has marked it. It is drawn as a tree with rings."""

    tree: Tree
    marked: tuple[Path, ...]

    def __str__(self) -> str:
        return texts.MARKED_TREE.format(paths=", ".join(map(repr, self.marked)))

    def _repr_svg_(self) -> str:
        return tree_svg(self.tree, ringed=self.marked)


def orders(number: int | str, fewest: Any, most: Any) -> Report:
    """Exercise 4: the boxes in two orders, of which alpha-beta looks at five leaves and at nine. Half for each."""
    boxes, findings = boxes_tree(number), []
    for name, written, wanted in ("fewest", fewest, FEWEST), ("most", most, MOST):
        made = _as_tree(written)
        if made is None:
            findings.append(Finding.of(NOT_WRITTEN, _to_do(texts.WRITE_A_TREE.format(name=name))))
        elif not isinstance(made, Tree) or made.size != boxes.size or _contents(made) != _contents(boxes):
            findings.append(Finding.of("other-boxes", texts.NOT_THESE_BOXES.filled(name=name), boxes))
        elif (seen := len(trace(alphabeta, made).leaves)) != wanted:
            text = texts.OTHER_NUMBER.filled(name=name, seen=seen, asked=wanted)
            findings.append(Finding.of("another-number", text, made))
    return Report(texts.ORDERS, findings, 1 - len(findings) / 2)


def _as_tree(written: Any) -> Any:
    """Nested lists as the tree that they are."""
    try:
        return Tree(written) if isinstance(written, list) else written
    except (TypeError, ValueError):
        return written


def _contents(boxes: Tree) -> list[list[Value]]:
    """The prizes of each box, in an order that does not depend on theirs."""
    return sorted(sorted(box.leaves(), key=repr) for box in boxes.children.values())


def deep_cutoff(made: Any) -> Report:
    """Exercise 4: a tree of at most ten leaves with a deep cut-off at a MAX node."""
    subject, made = texts.DEEP_CUTOFF, _as_tree(made)
    few = isinstance(made, Tree) and made.size <= MOST_NODES and len(made.leaves()) <= MOST_LEAVES
    if not few or made.active_player is not MAX:
        return _wrong(subject, "not-such-a-tree", texts.NOT_A_TREE.filled(name="deep", most=MOST_LEAVES))
    cutoffs = trace(alphabeta, made).cutoffs
    at_max = [cut for cut in cutoffs if made.at(cut.path).active_player is MAX]
    if any(cut.evidence and len(cut.path) - len(cut.evidence.path or ()) >= DEEP for cut in at_max):
        return Report(subject, [])
    instead = texts.ONLY_MIN_CUTS if cutoffs else texts.NOTHING_IS_CUT
    if at_max:
        instead = texts.CUT_FOR_THE_PARENT.format(path=at_max[0].path)
    return _wrong(subject, "no-deep-cut", texts.NO_DEEP_CUT.filled(instead=instead), made)


def _to_do(what: str) -> Text:
    return texts.UNANSWERED.filled(what=what)


def _unanswered(subject: str, what: str) -> Report:
    return Report(subject, [Finding.of(NOT_WRITTEN, _to_do(what))], 0.0)


def _wrong(subject: str, code: str, text: Text, counterexample: Any = None, score: float = 0.0) -> Report:
    return Report(subject, [Finding.of(code, text, counterexample)], score)


VALUES = [[[3, -4], [6, 1]], [[-2, 8], 5], [[0, 2], [7, -1]]]
CUTS = [[[5, 14], [28, 11, 4]], [[14, 3, 15], [15, 22]], [[7, 8], [28, 8, 7], [10, 15]]]
BEYOND = 100  # beyond all values of these trees
BOXES = [[4, 9, 7], [8, 3, 6], [5, 12, 10]]


def values_tree(number: int | str = 0) -> Tree:
    """A tree to work out the values of: another one for every number, always of the same shape."""
    trees = (tree(_filled(VALUES, iter(random.sample(range(-9, 10), 11)))) for random in _attempts(number))
    return next(filter(smallest_change, trees), tree(VALUES))


def cuts_tree(number: int | str = 0) -> Tree:
    """A tree to cut: another one for every number, with its branches in another order, of which alpha-beta leaves out
    about as much.
    """
    for random in _attempts(number):
        made = tree(_filled(_shuffled(CUTS, random), (random.randint(1, 30) for _ in count())))
        pruned = trace(alphabeta, made).pruned
        if 4 <= len(pruned) <= 6 and 2 in map(len, pruned):
            return made
    return tree(CUTS)


def _attempts(number: int | str) -> Iterator[Random]:
    """What the tree for a number is drawn with, again and again; nothing for 0, which has the tree of the exercise."""
    number = _student_number(number)
    return (Random(f"{number} {attempt}") for attempt in (count() if number else ()))


def boxes_tree(number: int | str = 0) -> Tree:
    """Three boxes with three prizes each, to put in order: other prizes for every number, never two the same."""
    number = _student_number(number)
    return tree(BOXES if number == 0 else _filled(BOXES, iter(Random(number).sample(range(1, 31), 9))))


def with_leaf(made: Tree, path: Path, value: Value) -> Tree:
    """The same tree with another value at one of its leaves."""
    return tree(_filled(made.to_nested(), iter({**leaves_of(made), path: value}.values())))


def best_moves(made: Tree) -> set[Move]:
    """The moves of the root that are worth most."""
    values = {move: minimax(child) for move, child in made.children.items()}
    return {move for move in values if values[move] == max(values.values())}


def leaves_of(made: Tree) -> dict[Path, Value]:
    """What stands at the leaves, by their paths."""
    return {path: node.value for path, node in made.walk() if node.is_leaf}


def smallest_change(made: Tree) -> dict[Path, Value]:
    """A leaf and the value nearest to its own with which the root has other best moves; empty if no leaf can do it."""
    for change in range(1, BEYOND):
        for path, value in leaves_of(made).items():
            for other in value + change, value - change:
                if not best_moves(with_leaf(made, path, other)) & best_moves(made):
                    return {path: other}
    return {}


def cannot_matter(made: Tree) -> set[Path]:
    """The leaves that may have any value, one at a time: the root is always worth the same."""
    return {path for path in leaves_of(made) if {*map(minimax, extremes(made, path))} == {minimax(made)}}


def extremes(made: Tree, path: Path) -> list[Tree]:
    """The tree with a very high and with a very low value at a leaf. Whatever lies between changes no more."""
    return [with_leaf(made, path, value) for value in (BEYOND, -BEYOND)]


def _shuffled(shape: Any, random: Random) -> Any:
    if not isinstance(shape, list):
        return shape
    return random.sample([_shuffled(part, random) for part in shape], len(shape))


def _student_number(number: Any) -> int:
    """The number that a student has entered, also as digits in quotes: Python takes no number that begins with 0."""
    if type(number) is str and number.strip().isdecimal():
        return int(number)
    if type(number) is not int:
        raise TypeError(texts.NOT_A_STUDENT_NUMBER.format(number=repr(number)[:80]))
    return number


def _filled(shape: Any, leaves: Iterable[int]) -> Any:
    return [_filled(part, leaves) for part in shape] if isinstance(shape, list) else next(iter(leaves))
