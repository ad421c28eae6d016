"""Checks of what exercises 1 and 4 ask for on paper. The student's number says which tree it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from minimax_lab.check.by_hand.cuts import pruned
from minimax_lab.check.by_hand.solution import readable_paths
from minimax_lab.check.by_hand.values import answers
from minimax_lab.check.exercises.trees import (
    best_moves,
    boxes_tree,
    cannot_matter,
    cuts_tree,
    extremes,
    leaves_of,
    smallest_change,
    values_tree,
    with_leaf,
)
from minimax_lab.check.report import NOT_WRITTEN, Finding, Report, shown_value
from minimax_lab.check.shared import equal
from minimax_lab.check.texts import exercises as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX, Move, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace

FEWEST, MOST = 5, 9  # leaves of three boxes with three prizes that alpha-beta looks at
MOST_LEAVES, MOST_NODES = 10, 100  # of a student's tree
DEEP = 3  # levels from a deep cut-off up to its reason


def values(number: int, given: Mapping[Path, Value]) -> Report:
    """Exercise 1: the values of all inner nodes."""
    exercise = values_tree(number)
    if isinstance(given, Mapping) and not [value for value in given.values() if value is not None]:
        return _unanswered(texts.THE_VALUES, texts.WRITE_VALUES)
    return answers(exercise, given, asked=[path for path, node in exercise.walk() if not node.is_leaf])


def best_move(number: int, given: Mapping[Path, Value], move: Move) -> Report:
    """Exercise 1: the move at the root, or the one that would be best by the student's own values."""
    if move is None:
        return _unanswered(texts.THE_MOVE, texts.WRITE_A_MOVE)
    right = {child: minimax(node) for child, node in values_tree(number).children.items()}
    own = {child: given.get((child,)) for child in right} if isinstance(given, Mapping) else {}
    if any(_is_best(known, move) for known in (right, own) if known and None not in known.values()):
        return Report(texts.THE_MOVE, [])
    text = texts.WRONG_MOVE.filled(move=shown_value(move))
    return _wrong(texts.THE_MOVE, "not-the-best-move", text, values_tree(number))


def _is_best(known: Mapping[Move, Value], move: Move) -> bool:
    best = max(known.values())
    return any(equal(move, child) and type(move) is type(child) for child, value in known.items() if value == best)


def one_leaf(number: int, change: Mapping[Path, Value]) -> Report:
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
        text = texts.SAME_MOVE.filled(value=value, path=path, old=leaves[path])
        return _wrong(subject, "same-move", text, changed)
    ((nearest, enough),) = smallest_change(exercise).items()
    if abs(value - leaves[path]) > abs(enough - leaves[nearest]):
        text = texts.SMALLER.filled(change=abs(value - leaves[path]))
        return _wrong(subject, "larger-than-needed", text, changed, score=0.5)
    return Report(subject, [])


def any_number(number: int, marked: Any) -> Report:
    """Exercise 1: the leaves that may have any value. The score is their share of those named or to be named."""
    exercise, subject = values_tree(number), texts.ANY_NUMBER
    if not marked:
        return _unanswered(subject, texts.WRITE_LEAVES)
    if not isinstance(marked, Iterable):
        return _wrong(subject, "not-a-path", _to_do(texts.WRITE_LEAVES))
    paths, misplaced = readable_paths(exercise, marked)
    findings = [*misplaced]
    right, leaves, named = cannot_matter(exercise), leaves_of(exercise), {*paths}
    for path in paths:
        if path not in leaves:
            findings.append(Finding.of("not-a-leaf", texts.NOT_LEAVES.filled(path=path), exercise))
        elif path not in right:
            changed = next(other for other in extremes(exercise, path) if minimax(other) != minimax(exercise))
            text = texts.MATTERS.filled(value=changed.at(path).value, path=path, old=leaves[path])
            findings.append(Finding.of("matters", text, changed))
    if missing := len(right - named):
        are = texts.ONE_MORE if missing == 1 else texts.MANY_MORE.format(number=missing)
        findings.append(Finding.of("not-all", texts.MORE_LEAVES.filled(are=are), exercise))
    return Report(subject, findings, len(right & named) / (len(right | named) + len(misplaced)))


def cuts(number: int, marked: Iterable[Path]) -> Report:
    """Exercise 4: what alpha-beta never looks at."""
    if not marked:
        return _unanswered(texts.NEVER_SEEN, texts.WRITE_PATHS)
    return pruned(cuts_tree(number), marked)


def orders(number: int, fewest: Any, most: Any) -> Report:
    """Exercise 4: the boxes in two orders, of which alpha-beta looks at five leaves and at nine. Half for each."""
    boxes, findings = boxes_tree(number), []
    for name, made, wanted in ("fewest", fewest, FEWEST), ("most", most, MOST):
        if made is None:
            findings.append(Finding.of(NOT_WRITTEN, _to_do(texts.WRITE_A_TREE.format(name=name))))
        elif not isinstance(made, Tree) or made.size != boxes.size or _contents(made) != _contents(boxes):
            findings.append(Finding.of("other-boxes", texts.NOT_THESE_BOXES.filled(name=name), boxes))
        elif (seen := len(trace(alphabeta, made).leaves)) != wanted:
            text = texts.OTHER_NUMBER.filled(name=name, seen=seen, asked=wanted)
            findings.append(Finding.of("another-number", text, made))
    return Report(texts.ORDERS, findings, 1 - len(findings) / 2)


def _contents(boxes: Tree) -> list[list[Value]]:
    """The prizes of each box, in an order that does not depend on theirs."""
    return sorted(sorted(box.leaves(), key=repr) for box in boxes.children.values())


def deep_cutoff(made: Any) -> Report:
    """Exercise 4: a tree of at most ten leaves with a deep cut-off at a MAX node."""
    subject = texts.DEEP_CUTOFF
    few = isinstance(made, Tree) and made.size <= MOST_NODES and len(made.leaves()) <= MOST_LEAVES
    if not few or made.active_player is not MAX:
        return _wrong(subject, "not-such-a-tree", texts.NOT_A_TREE.filled(name="deep", most=MOST_LEAVES))
    cutoffs = [cut for cut in trace(alphabeta, made).cutoffs if made.at(cut.path).active_player is MAX]
    if any(cut.evidence and len(cut.path) - len(cut.evidence.path or ()) >= DEEP for cut in cutoffs):
        return Report(subject, [])
    return _wrong(subject, "no-deep-cut", texts.NO_DEEP_CUT, made)


def _to_do(what: str) -> Text:
    return texts.UNANSWERED.filled(what=what)


def _unanswered(subject: str, what: str) -> Report:
    return Report(subject, [Finding.of(NOT_WRITTEN, _to_do(what))], 0.0)


def _wrong(subject: str, code: str, text: Text, counterexample: Any = None, score: float = 0.0) -> Report:
    return Report(subject, [Finding.of(code, text, counterexample)], score)
