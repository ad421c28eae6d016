"""The answers of worksheets: their keys agree with solvers of another kind, vary, and are marked as they should."""

import random
import re
import string
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import chess
import pytest

from minimax_lab.app.worksheets import sheets
from minimax_lab.app.worksheets.marking import is_right, points
from minimax_lab.app.worksheets.questions import (
    alphabeta_windows,
    isolation_position,
    material_count,
    minimax_values,
    pruned_branches,
)
from minimax_lab.app.worksheets.sheets import KINDS, worksheet
from minimax_lab.game import MAX
from minimax_lab.games import random_tree, tree

TREES = [random_tree(depth, branching, seed) for seed in range(8) for depth, branching in ((3, 2), (4, 2), (2, 4))]
INFINITE = {"∞": float("inf"), "−∞": float("-inf")}


def read(text):
    """The number that stands in a key."""
    return INFINITE.get(text) if text in INFINITE else float(text.replace("−", "-"))


def level_by_level(nested):
    """(letter, subtree) of each inner node, and of each leaf from left to right: capital and small letters."""
    capitals, level, inner = iter(string.ascii_uppercase), [nested], {}
    while level:
        for node in level:
            if isinstance(node, list):
                inner[id(node)] = next(capitals)
        level = [child for node in level if isinstance(node, list) for child in node]
    return inner


def leaves(nested, path=()):
    if not isinstance(nested, list):
        return [path]
    return [leaf for i, child in enumerate(nested) for leaf in leaves(child, (*path, i))]


def value(nested, level=0):
    """The minimax value, MAX at the root."""
    if not isinstance(nested, list):
        return nested
    return (min if level % 2 else max)(value(child, level + 1) for child in nested)


def fail_soft(nested, alpha, beta, seen, path=()):
    """Alpha-beta with fail-soft values, written as negamax; notes with which window it comes to each node."""
    sign = -1 if len(path) % 2 else 1
    seen[path] = (alpha, beta) if sign == 1 else (-beta, -alpha)
    if not isinstance(nested, list):
        return sign * nested
    best = float("-inf")
    for i, child in enumerate(nested):
        best = max(best, -fail_soft(child, -beta, -max(alpha, best), seen, (*path, i)))
        if best >= beta:
            break
    seen[path] = *seen[path], sign * best
    return best


def named(nested):
    """Each node's letter by its path, found from the nested lists alone."""
    inner, small = level_by_level(nested), iter(string.ascii_lowercase)
    names, stack = {}, [((), nested)]
    while stack:
        path, node = stack.pop()
        names[path] = inner[id(node)] if isinstance(node, list) else next(small)
        if isinstance(node, list):
            stack += [((*path, i), child) for i, child in reversed([*enumerate(node)])]
    return names


@pytest.mark.parametrize("tree", TREES, ids=range(len(TREES)))
def test_the_key_of_minimax_values_agrees_with_a_solver_of_nested_lists(tree):
    nested, key = tree.to_nested(), minimax_values(tree).answers

    def at(path):
        node = nested
        for move in path:
            node = node[move]
        return node

    inner = {path: name for path, name in named(nested).items() if name.isupper()}
    assert {name: read(key[name]) for name in inner.values()} == {
        name: value(at(path), len(path)) for path, name in inner.items()
    }
    best = [  # every line whose nodes are all worth what the root is
        " ".join([*(named(nested)[end[:length]] for length in range(1, len(end))), str(at(end)).replace("-", "−")])
        for end in leaves(nested)
        if {value(at(end[:length]), length) for length in range(len(end) + 1)} == {value(nested)}
    ]
    assert re.split(", | or ", key["best play"]) == best


def test_a_key_of_minimax_values_says_who_takes_what_of_which_values():
    takes = {"MAX": ("largest", max), "MIN": ("smallest", min)}
    for each in TREES:
        _, *told, best_play = minimax_values(each).words
        assert len(told) == len(level_by_level(each.to_nested()))
        for words in told:
            found, player, which, of = re.fullmatch(r"[A-Z] = (\S+): (M..) takes the (\w+) of (.+)\.", words).groups()
            named, best = takes[player]
            assert (which, read(found)) == (named, best(map(read, re.split(", | and ", of))))
        assert best_play.startswith("Best play from A: ")


@pytest.mark.parametrize("tree", TREES, ids=range(len(TREES)))
def test_the_key_of_windows_agrees_with_a_negamax_that_notes_its_windows(tree):
    nested, seen = tree.to_nested(), {}
    fail_soft(nested, float("-inf"), float("inf"), seen)
    task = alphabeta_windows(tree)
    key = task.answers
    for path, name in named(nested).items():
        if name.isupper():
            assert (f"{name}: {key[name]}." in task.words) == (path in seen), name
            numbers = re.fullmatch(r"α = (\S+), β = (\S+), value (?:[≥≤] )?(\S+)", key[name])
            assert (numbers and tuple(map(read, numbers.groups()))) == seen.get(path), name


class Bound(NamedTuple):
    """A bound of a window, and the level of the node that has set it."""

    value: float
    level: int


def cut_offs(nested, alpha, beta, names, path=()):
    """Alpha-beta by the book: its value, and of each cut-off α, β and how many levels up the other bound was set."""
    if not isinstance(nested, list):
        return nested, {}
    level, is_max, found = len(path), len(path) % 2 == 0, {}
    best = float("-inf") if is_max else float("inf")
    for i, child in enumerate(nested):
        worth, below = cut_offs(child, alpha, beta, names, (*path, i))
        found |= below
        best = (max if is_max else min)(best, worth)
        if is_max and best > alpha.value:
            alpha = Bound(best, level)
        elif not is_max and best < beta.value:
            beta = Bound(best, level)
        if alpha.value >= beta.value and i + 1 < len(nested):
            found[names[path]] = alpha.value, beta.value, level - (beta if is_max else alpha).level
            break
    return best, found


BOOK = [random_tree(depth, branching, seed) for seed in range(20) for depth, branching in ((4, 2), (2, 4))]


@pytest.mark.parametrize("tree", BOOK, ids=range(len(BOOK)))
def test_keys_give_alpha_and_beta_of_each_cut_off_and_say_which_are_deep(tree):
    nested = tree.to_nested()
    _, expected = cut_offs(nested, Bound(float("-inf"), -1), Bound(float("inf"), -1), named(nested))
    deep = sum(levels > 1 for _, _, levels in expected.values())
    for task in alphabeta_windows(tree), pruned_branches(tree):
        told = [re.match(r"Cut-off at (\w): α = (\S+) ≥ β = (\S+), so", words) for words in task.words]
        assert {match[1]: (read(match[2]), read(match[3])) for match in told if match} == {
            name: (alpha, beta) for name, (alpha, beta, _) in expected.items()
        }
        assert sum("(A deep cut-off.)" in words for words in task.words) == deep
        number = len(expected)
        assert task.difficulty == (
            "no cut-off"
            if not number
            else f"1 cut-off, {'deep' if deep else 'not deep'}"
            if number == 1
            else f"{number} cut-offs, {deep or 'none of them'} deep"
        )


BETTER = re.compile(
    r"Cut-off at (\w): α = (\S+) ≥ β = (\S+), so .* (M..) already has (\S+) by moving from (\w) to (\w)\."
)


def test_a_key_says_by_which_move_the_other_player_already_has_something_better():
    told = 0
    for drawn in BOOK[:12]:
        paths = {name: path for path, name in named(drawn.to_nested()).items()}
        for cut, alpha, beta, who, better, above, below in filter(None, map(better_in, pruned_branches(drawn).words)):
            assert (who, better) == (("MAX", alpha) if len(paths[cut]) % 2 else ("MIN", beta))
            assert paths[below][:-1] == paths[above] == paths[cut][: len(paths[above])]
            told += 1
    assert told > 5


def better_in(words):
    found = BETTER.match(words)
    return found and found.groups()


def test_the_book_has_deep_cut_offs_and_shallow_ones():
    told = " ".join(words for tree in BOOK for words in pruned_branches(tree).words)
    assert 3 < told.count("(A deep cut-off.)") < told.count("Cut-off at") - 3


@pytest.mark.parametrize("tree", TREES, ids=range(len(TREES)))
def test_the_key_of_pruned_branches_names_what_that_negamax_never_came_to(tree):
    nested, seen = tree.to_nested(), {}
    fail_soft(nested, float("-inf"), float("inf"), seen)
    topmost = {name for path, name in named(nested).items() if path not in seen and path[:-1] in seen}
    told = pruned_branches(tree).answers["never looked at"]
    assert {*re.findall(r"\b[A-Za-z]\b", told)} == topmost


def wins(rows, here, there):
    """Whether the player at `here` wins isolation, on a board of characters: "." is open."""
    return any(not wins(after, there, cell) for cell, after in steps(rows, here))


def steps(rows, here):
    for dx, dy in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        x, y = here
        while 0 <= (x := x + dx) < len(rows[0]) and 0 <= (y := y + dy) < len(rows) and rows[y][x] == ".":
            row = rows[y][:x] + "#" + rows[y][x + 1 :]
            yield (x, y), [*rows[:y], row, *rows[y + 1 :]]


def test_the_key_of_an_isolation_position_agrees_with_a_solver_on_characters_whoever_is_to_move():
    movers = set()
    for seed in range(6):
        [sheet] = worksheet("isolation", seed=seed).sheets
        task = sheet.tasks[0]
        rows = task.picture.rows()
        at = {mark: (x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in "12"}
        mover = "1" if task.picture.active_player is MAX else "2"
        here, there = at[mover], at[{"1": "2", "2": "1"}[mover]]
        possible = dict(steps(rows, here))
        assert {*map(str, possible)} == {*re.findall(r"\(\d, \d\)", task.answers["legal moves"])}
        winning = {str(cell) for cell, after in possible.items() if not wins(after, there, cell)}
        assert {*re.findall(r"\(\d, \d\)", task.answers["winning moves"])} == winning
        assert len(winning) < len(possible) > 1
        movers.add((mover, bool(winning)))
    assert {mover for mover, can_win in movers if can_win} == {"1", "2"}


def test_an_isolation_position_is_never_one_that_every_move_wins():
    tasks = [isolation_position(random.Random(seed)) for seed in range(100)]
    assert not any(task.answers["winning moves"] == task.answers["legal moves"] for task in tasks)


PATTERNS = {"values": 8, "windows": 5, "pruned": 5, "isolation": 6, "material": 3}


def see_that_answers_vary(kind, versions):
    made = worksheet(kind, versions)
    tasks = [sheet.tasks[0] for sheet in made.sheets]
    patterns = Counter(task.pattern for task in tasks)
    assert len(patterns) == PATTERNS[kind]
    [told] = made.distribution
    assert all(f"{pattern} ({number})" in told for pattern, number in patterns.items())
    if kind != "material":
        assert max(patterns.values()) <= versions * 1.8 / PATTERNS[kind], patterns
    for asked in tasks[0].answers:
        answers = Counter(task.answers[asked] for task in tasks)
        assert len(answers) > 2, (asked, answers)
        assert max(answers.values()) <= versions * 2 / 3, (asked, answers)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_the_guide_says_what_the_answers_of_a_neighbour_are_worth(kind):
    tasks = [sheet.tasks[0] for sheet in worksheet(kind, 120).sheets]
    got = [
        points(other.answers, task.answers, task.worth, task.follows).points
        for number, other in enumerate(tasks)
        for task in tasks[number + 1 : number + 12]
    ]
    different = len({tuple(task.answers.items()) for task in tasks})
    row = f"| `{kind}` | {tasks[0].points} | {sum(got) / len(got):.2f} | {different} |"
    assert row in (Path(__file__).parents[2] / "docs" / "EXAMS.md").read_text(encoding="utf-8").splitlines()


def test_large_trees_have_many_answers_and_no_version_waits_for_a_certain_one(monkeypatch):
    tried, make = [], sheets._tree
    monkeypatch.setattr(sheets, "_tree", lambda *asked: tried.append(asked) or make(*asked))
    made = worksheet("pruned", 20, depth=5, deep_cutoff=True)
    assert len(tried) <= sheets.SAMPLE + 20
    assert len({sheet.tasks[0].pattern for sheet in made.sheets}) > 15
    assert all("deep" in sheet.tasks[0].difficulty for sheet in made.sheets)


def test_an_answer_that_few_trees_have_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(sheets, "_tree", lambda kind, seed, shape: seed)
    answers = ["rare" if seed % 50 == 0 else f"common {seed % 3}" for seed in range(sheets.SAMPLE)]
    monkeypatch.setattr(sheets, "ABOUT_TREES", {"pruned": lambda seed: SimpleNamespace(pattern=answers[seed])})
    assert {*sheets._common_patterns.__wrapped__("pruned")} == {"common 0", "common 1", "common 2"}


def test_best_play_in_a_tree_of_four_leaves_may_end_at_any_of_them():
    """With a cut-off it would always be in the left branch."""
    patterns = Counter(sheet.tasks[0].pattern for sheet in worksheet("values", 40, depth=2).sheets)
    assert {pattern[-1] for pattern in patterns} == {*"abcd"}
    assert min(patterns.values()) >= 4


def test_a_leaf_that_is_asked_for_by_its_letter_has_it_in_the_description_too():
    task = pruned_branches(tree([[3, 12], [2, 4]]))
    assert "C is MIN: the leaf c = 2, the leaf d = 4" in task.picture.picture().description
    assert task.answers["never looked at"] == "d"


@pytest.mark.parametrize("kind", PATTERNS)
def test_no_answer_is_constant_or_one_of_two_among_40_versions(kind):
    see_that_answers_vary(kind, 40)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_is_constant_or_one_of_two_among_120_versions(kind):
    see_that_answers_vary(kind, 120)


ANSWERS = [
    (-3, "−3", True),
    ("−3", "−3", True),
    (3, "−3", False),
    (3, "≥ 3", True),
    ("g, f", "f and g", True),
    ({"f", "g"}, "f and g", True),
    ("f", "f and g", False),
    ("B", "B or C", True),
    ("D", "B or C", False),
    ([(0, 1), (2, 2)], "(2, 2) and (0, 1)", True),
    ([(1, 0), (2, 2)], "(2, 2) and (0, 1)", False),
    ("-inf", "−∞", True),
    ("inf", "−∞", False),
    (0, "0", True),
    (None, "none", False),
    ("none", "none", True),
    (5, "+5", True),
    ("3, inf, 5", "α = 3, β = ∞, value ≥ 5", True),
    ("α = 3, β = ∞, value 5", "α = 3, β = ∞, value ≥ 5", True),
    ("inf, 3, 5", "α = 3, β = ∞, value ≥ 5", False),
    ("3, inf", "α = 3, β = ∞, value 3", False),
    (None, "α = 3, β = ∞, value 3", False),
    ("never", "never looked at", True),
    ("3, inf, 5", "never looked at", False),
    (None, "never looked at", False),
    ("B, E, 7", "C F 7 or B E 7", True),
    ("C, E, 7", "C F 7 or B E 7", False),
]


def test_an_answer_counts_however_it_is_written():
    for given, right, expected in ANSWERS:
        assert is_right(given, right) is expected, (given, right)


def marked(task, **given):
    """The points for a right sheet but for these answers; a blank in what is asked is written as _."""
    answers = {**task.answers, **{asked.replace("_", " "): answer for asked, answer in given.items()}}
    return points(answers, task.answers, task.worth, task.follows).points


def test_a_slip_is_marked_once_and_what_follows_from_it_counts():
    values = minimax_values(tree([[[3, 12], [2, 4]], [[8, 1], [5, -6]]]))
    assert values.answers == {
        "A": "5", "B": "4", "C": "5", "D": "12", "E": "4", "F": "8", "G": "5", "best play": "C G 5"
    }  # fmt: skip
    assert marked(values) == 8
    assert marked(values, G=9) == 7  # the rest is right
    assert marked(values, G=-6, C=-6, A=4, best_play="B E 4") == 7  # and here it follows
    assert marked(values, G=-6, C="−6", A="4", best_play="b, e, 4") == 7
    assert marked(values, G=-6, C=-6, A=4) == 7  # right by the key
    assert marked(values, G=-6, C=-6, A=4, best_play="B D 3") == 6  # right by neither
    assert marked(values, G=-6, C=-6, A=4, best_play="B E") == 6
    assert marked(values, G=None, C=-6) == 6
    assert marked(values, G="five", C=[5]) == 7
    material = material_count(random.Random(0))
    white, black = int(material.answers["White"]), int(material.answers["Black"])
    assert marked(material, White=white + 1, White_minus_Black=white + 1 - black) == 2
    assert marked(material, White=white + 1) == 2
    assert marked(material, White_minus_Black=black - white) == (3 if black == white else 2)


def test_what_follows_from_wrong_answers_counts_if_they_are_numbers_of_this_tree_and_not_of_a_neighbours():
    values = minimax_values(tree([[[3, 12], [2, 4]], [[8, 1], [5, -6]]]))
    copied = minimax_values(tree([[[20, 11], [13, 9]], [[7, 6], [14, 1]]])).answers
    assert copied == {
        "A": "13", "B": "13", "C": "7", "D": "20", "E": "13", "F": "7", "G": "14", "best play": "B E 13"
    }  # fmt: skip
    assert marked(values, **{asked.replace(" ", "_"): answer for asked, answer in copied.items()}) == 0
    assert marked(values, D=3, E=2, B=2) == 6  # D and E are wrong, and B follows from two leaves
    assert marked(values, D=7, E=9, B=7) == 5  # from numbers that are nowhere below: perhaps a neighbour's
    exchanged = marked(values, D=3, E=2, B=2, F=1, G=-6, C=-6, A=2, best_play="B E 2")
    assert exchanged == 4  # MAX and MIN on the lowest level: its four points are lost, and no other
    assert marked(values, D=3, E=2, B=2, F=8, G=5, C=5, A=5) == 6
    assert marked(values, D=3, E=2, B=2, F=1, C=1, A=2, best_play="B E 2") == 5  # as above, and G is right
    material = material_count(random.Random(0))
    assert marked(material, White="1", Black="90", White_minus_Black="-89") == 0


def test_of_several_things_one_may_be_missing_wrong_or_too_many_for_a_point_less():
    pruned = pruned_branches(tree([[[3, 12], [14, 4]], [[2, 1], [5, 6]]]))
    assert pruned.answers == {"never looked at": "d and G", "cut-offs": "E 14 12 and C 12 2"}
    for branches, expected in ("d G", 4), ("d", 3), ("d, G, a", 3), ("d, a", 3), ("a", 2), ("none", 2), (None, 2):
        assert marked(pruned, never_looked_at=branches) == expected, branches
    for cutoffs, expected in ("C 12 2, E 14 12", 4), ("C 12 2", 3), ("C 12 2, E 12 14", 3), ("C 2 12", 2), ("", 2):
        assert marked(pruned, **{"cut-offs": cutoffs}) == expected, cutoffs
    nothing = pruned_branches(tree([[1, 2], [3, 4]]))
    assert (marked(nothing), marked(nothing, never_looked_at="d")) == (4, 2)
    for position in (isolation_position(random.Random(seed)) for seed in range(6)):
        winning, legal = (
            re.findall(r"\(\d, \d\)", position.answers[f"{which} moves"]) for which in ("winning", "legal")
        )
        too_many = 3 if len(legal) == len(winning) + 1 and winning else 1
        assert marked(position, winning_moves=legal) == too_many
        assert marked(position, winning_moves=[] if winning else legal[:1]) == 1


@pytest.mark.parametrize("seed", range(6))
def test_the_key_of_a_material_count_agrees_with_a_walk_over_the_squares(seed):
    [sheet] = worksheet("material", seed=seed).sheets
    board = chess.Board(sheet.tasks[0].picture.fen)
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
    points = {chess.WHITE: 0, chess.BLACK: 0}
    for piece in board.piece_map().values():
        points[piece.color] += worth[piece.piece_type]
    key = sheet.tasks[0].answers
    assert (int(key["White"]), int(key["Black"])) == (points[chess.WHITE], points[chess.BLACK])
    assert read(key["White minus Black"].replace("+", "")) == points[chess.WHITE] - points[chess.BLACK]


def test_a_tree_with_no_cut_off_has_a_key_that_says_so():
    task = pruned_branches(tree([[1, 2], [3, 4]]))
    assert (task.answers, task.points) == ({"never looked at": "none", "cut-offs": "none"}, 4)
