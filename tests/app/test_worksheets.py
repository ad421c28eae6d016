"""Worksheets: the PDF says what it should, the keys agree with solvers of another kind, and bad lists are told of."""

import ast
import json
import os
import random
import re
import shutil
import string
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import chess
import nbformat
import pytest

from minimax_lab.app import launch
from minimax_lab.app.worksheets import KINDS, worksheet
from minimax_lab.app.worksheets.command import read_class_list
from minimax_lab.app.worksheets.exam import exam
from minimax_lab.app.worksheets.marking import is_right, points
from minimax_lab.app.worksheets.questions import (
    alphabeta_windows,
    isolation_position,
    material_count,
    minimax_values,
    pruned_branches,
)
from minimax_lab.app.worksheets.sheets import SHAPE, see_that_possible
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


BETTER = re.compile(r"Cut-off at (\w): α = (\S+) ≥ β = (\S+), so .* already has (\S+) by moving from (\w) to (\w)\.")


def test_a_key_says_by_which_move_the_other_player_already_has_something_better():
    told = 0
    for drawn in BOOK[:12]:
        paths = {name: path for path, name in named(drawn.to_nested()).items()}
        for cut, alpha, beta, better, above, below in filter(None, map(better_in, pruned_branches(drawn).words)):
            assert better == (alpha if len(paths[cut]) % 2 else beta)  # what MAX has is α, what MIN has is β
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


@pytest.mark.parametrize("seed", range(6))
def test_the_key_of_an_isolation_position_agrees_with_a_solver_on_characters(seed):
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


def test_best_play_in_a_tree_of_four_leaves_may_end_at_any_of_them():
    """With a cut-off it would always be in the left branch."""
    patterns = Counter(sheet.tasks[0].pattern for sheet in worksheet("values", 40, depth=2).sheets)
    assert {pattern[-1] for pattern in patterns} == {*"abcd"}
    assert min(patterns.values()) >= 4


def test_a_leaf_that_is_asked_for_by_its_letter_has_it_in_the_description_too():
    task = pruned_branches(tree([[3, 12], [2, 4]]))
    assert "C is MIN: the leaf c = 2, the leaf d = 4" in task.picture.picture().description
    assert task.answers["never looked at"] == "d"


def test_a_notebook_asks_for_nothing_that_can_be_done_on_paper_only(tmp_path):
    worksheet([*PATTERNS]).save(tmp_path)
    [file] = tmp_path.iterdir()
    asked = " ".join(cell.source for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "markdown")
    assert not [word for word in ("triangle", "ross out", "who has something better") if word in asked]


@pytest.mark.parametrize("kind", PATTERNS)
def test_no_answer_is_constant_or_one_of_two_among_40_versions(kind):
    see_that_answers_vary(kind, 40)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_no_answer_is_constant_or_one_of_two_among_120_versions(kind):
    see_that_answers_vary(kind, 120)


def test_a_tree_of_27_leaves_has_a_name_for_each_of_them(tmp_path):
    made = worksheet(["values", "pruned"], depth=3, branching=3)
    text = " ".join(texts(made.save(tmp_path / "sheets.pdf")))
    assert {"a", "z", "aa", "A", "M"} <= {*text.split()}
    boxes = [
        shape for shape in made.sheets[0].tasks[1].picture.picture().shapes if getattr(shape, "role", "") == "leaf"
    ]
    assert len(boxes) == 27
    assert all(left.x + left.width <= right.x for left, right in pairwise(sorted(boxes, key=lambda box: box.x)))


BLUEPRINT = """
seed = 4
students = "class.txt"

[[items]]
kind = "values"
count = 2

[[items]]
kind = "isolation"
"""


def test_an_exam_has_what_its_blueprint_asks_for_and_says_what_it_is_worth(tmp_path, capsys):
    (tmp_path / "class.txt").write_text("Ana\nBo\n")
    (tmp_path / "blueprint.toml").write_text(BLUEPRINT)
    assert launch.main(["exam", str(tmp_path / "blueprint.toml"), "--as", "notebook", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("2 versions of 3 questions")
    assert "20 points, about 20 minutes" in said
    sheets = [nbformat.read(path, as_version=4) for path in sorted((tmp_path / "sheets").iterdir())]
    marked = [cell.metadata.nbgrader.grade_id for cell in sheets[0].cells if "nbgrader" in cell.metadata]
    assert marked == ["answers-1", "check-1", "answers-2", "check-2", "answers-3", "check-3"]
    assert len({sheet.cells[1].attachments["picture.svg"]["image/svg+xml"] for sheet in sheets}) == 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("seed = 1", "it asks for nothing"),
        ("[[items]]\nkind = 'valeus'", "the kinds of question are values"),
        ("[[items]]\nkind = 'values'\ndeph = 3", "an item has kind, count, points, depth"),
        ("[[items]]\nkind = 'values'\ncount = '2'", "count = '2': that is a whole number"),
        ("[[items]]\nkind = 'values'\ncount = 0", "count = 0: that is a whole number"),
        ("[[items]]\nkind = 'values'\npoints = 0", "points = 0: that is a number above 0"),
        ("[[items]]\nkind = 'values'\npoints = 'many'", "points = 'many': that is a number above 0"),
        ("[[items]]\nkind = 'values'\npoints = inf", "points = inf: that is a number above 0, 1000 at most"),
        ("[[items]]\nkind = 'values'\npoints = nan", "points = nan: that is a number above 0"),
        ("sed = 1", "sed: not known"),
        ("seed = ", "Invalid value"),
    ],
)
def test_a_blueprint_that_makes_no_sense_is_told(tmp_path, capsys, text, complaint):
    (tmp_path / "blueprint.toml").write_text(text)
    assert launch.main(["exam", str(tmp_path / "blueprint.toml")]) == 2
    assert complaint in capsys.readouterr().err


def test_a_question_counts_the_points_of_its_blueprint_on_sheet_and_key_and_when_it_is_marked(tmp_path, capsys):
    blueprint = {"versions": 1, "items": [{"kind": "values", "points": 4}, {"kind": "isolation", "points": 7}]}
    made = exam(blueprint)
    usual = exam({**blueprint, "items": [{"kind": "values"}, {"kind": "isolation"}]})
    assert [task.answers for task in made.sheets[0].tasks] == [task.answers for task in usual.sheets[0].tasks]
    sheets, keys = (
        " ".join(texts(made.save(tmp_path / f"{name}.pdf", key=name == "keys"))) for name in ("sheets", "keys")
    )
    assert "____ of 4 points" in sheets
    assert "____ of 7 points" in sheets
    assert "Mark it out of 8; then 1 = 0.5, 2 = 1," in keys
    assert "Mark it out of 4; then 1 = 1.75, 2 = 3.5, 3 = 5.25, 4 = 7." in keys
    assert "of 7 points" in made.save(tmp_path / "sheets.tex").read_text(encoding="utf-8")
    made.save(tmp_path / "keys", key=True)
    [sheet] = made.save(tmp_path / "sheets").iterdir()
    [key] = (tmp_path / "keys").iterdir()
    source = nbformat.read(made.save(tmp_path / "source" / "quiz" / "quiz.ipynb"), as_version=4)
    read = nbformat.read(key, as_version=4)
    assert [cell.metadata.nbgrader.points for cell in source.cells if cell.id.startswith("check")] == [4, 7]
    read.cells[2].source = read.cells[2].source.replace("'best play': '", "'best play': 'x")  # one mark less
    nbformat.write(read, tmp_path / "handed in.ipynb")
    assert launch.main(["grade", str(tmp_path / "handed in.ipynb"), "--keys", str(tmp_path / "keys")]) == 0
    assert "Version 1  10.5 of 11" in capsys.readouterr().out
    assert run_cells(nbformat.read(sheet, as_version=4), source, only_answers(read)) == {"check-1": 3.5, "check-2": 7}


def test_sheets_in_notebook_form_are_marked_by_their_keys(tmp_path, capsys):
    made = worksheet(KINDS, names=["Ana", "Bo", "Cy"])
    sheets, keys = made.save(tmp_path / "sheets"), made.save(tmp_path / "keys", key=True)
    ana, bo, cy = sorted(sheets.iterdir())
    ana.write_bytes(sorted(keys.iterdir())[0].read_bytes())  # she knows everything
    cy.write_text(cy.read_text().replace("answers_1 = {", "answers_1 = {open('x'),"))
    assert launch.main(["grade", str(sheets), "--keys", str(keys), "--csv", str(tmp_path / "points.csv")]) == 0
    told = capsys.readouterr().out.splitlines()
    most = sum(task.points for task in made.sheets[0].tasks)
    assert told[:2] == [f"Ana  {most} of {most}", f"Bo   0 of {most}"]
    assert told[2].startswith("Cy   not graded: the cell with answers_1 cannot be read")
    bo.unlink()
    assert launch.main(["grade", str(sheets), "--keys", str(keys)]) == 0
    assert "\n1 graded, 1 not graded. 1 handed in nothing: Bo.\n" in capsys.readouterr().out


def test_who_reads_only_the_first_lines_still_gets_the_points(tmp_path):
    made = worksheet("material", names=["Ana"])
    sheets, keys, table = (
        made.save(tmp_path / "sheets"),
        made.save(tmp_path / "keys", key=True),
        tmp_path / "points.csv",
    )
    line = [sys.executable, "-m", "minimax_lab", "grade", sheets, "--keys", keys, "--csv", table]
    reading, writing = os.pipe()
    os.close(reading)  # as `head` does when it has enough
    done = subprocess.run(line, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Ana,worksheet,0,3" in table.read_text()


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


@pytest.fixture(scope="module")
def small_class(tmp_path_factory):
    """The sheets and keys of five students, made by the command."""
    folder = tmp_path_factory.mktemp("class")
    names = [f"Student {number}" for number in range(1, 6)]
    (folder / "class.txt").write_text("\n".join(names))
    arguments = ["worksheet", "pruned", "--students", str(folder / "class.txt"), "--out", str(folder)]
    assert launch.main([*arguments, "--cutoffs", "2", "--no-deep", "--seed", "5"]) == 0
    return names, texts(folder / "sheets.pdf"), "\n".join(texts(folder / "keys.pdf"))


def texts(file):
    """The text of each page."""
    from pypdf import PdfReader  # here, because it takes long to import

    return [page.extract_text() for page in PdfReader(file).pages]


def test_the_sheets_and_keys_of_a_class_come_from_one_command(small_class):
    names, sheets, keys = small_class
    assert len(sheets) == len(names)
    for name, text in zip(names, sheets, strict=True):
        assert f"{name}\nWhat alpha-beta never looks at" in text
    assert [name for name in names if f"Key: {name}\n" not in keys] == []


def test_a_sheet_does_not_say_how_many_cut_offs_there_are_and_its_key_does(small_class):
    names, sheets, keys = small_class
    assert not any("2 cut-offs" in text for text in sheets)
    assert keys.count("2 cut-offs, none of them deep") == len(names)


def test_the_pdf_shows_the_leaves_of_its_student_and_no_other_sheet_has_the_same(small_class):
    names, sheets, _ = small_class
    others = [f"Other {number}" for number in range(25)]
    made = worksheet("pruned", names=[*names, *others], seed=5, cutoffs=2, deep_cutoff=False).sheets
    trees = {tuple(sheet.tasks[0].picture.tree.leaves()) for sheet in made}
    assert len(trees) == len(made)
    for sheet, text in zip(made, sheets, strict=False):
        shown = text.split()
        assert [str(leaf) for leaf in sheet.tasks[0].picture.tree.leaves() if str(leaf) not in shown] == []
        assert [letter for letter in "ABCDEFGabcdefgh" if letter not in shown] == []


def test_a_key_in_the_pdf_says_why(tmp_path):
    made = worksheet("windows", seed=1, depth=4, cutoffs=3, deep_cutoff=True)
    text = " ".join(" ".join(texts(made.save(tmp_path / "key.pdf", key=True))).split())
    [task] = made.sheets[0].tasks
    assert "(A deep cut-off.)" in " ".join(task.words)
    assert [words for words in task.words if words not in text] == []


def test_a_sheet_depends_on_its_student_and_not_on_who_else_is_on_the_list():
    alone, first, second = (worksheet("values", names=names).sheets for names in (["Bo"], ["Bo", "Ana"], ["Ana", "Bo"]))
    assert alone[0].tasks[0].answers == first[0].tasks[0].answers == second[1].tasks[0].answers
    assert worksheet("values", names=["Bo"], seed=1).sheets[0].tasks[0].answers != alone[0].tasks[0].answers


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_had_as_latex_whose_brackets_match_and_which_has_no_letter_that_tex_lacks(kind, tmp_path):
    for key in False, True:
        text = worksheet(kind, 2).save(tmp_path / "sheet.tex", key=key).read_text(encoding="utf-8")
        assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
        assert text.count(r"\begin{tikzpicture}") == text.count(r"\end{tikzpicture}") == 2
        assert {char for char in text if ord(char) > 126} == set()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs TeX")
@pytest.mark.parametrize("key", [False, True])
def test_tex_sets_all_kinds_a_page_each_without_complaint(key, tmp_path):
    worksheet(KINDS).save(tmp_path / "sheet.tex", key=key)
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert f"({len(KINDS)} pages" in said
    assert [line for line in said.splitlines() if line.startswith(("!", "Overfull", "Missing"))] == []


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_had_as_a_notebook_with_a_picture_and_its_key_has_the_answers(kind, tmp_path):
    made = worksheet(kind, names=["Ana B.", "Zoë"])
    for key in False, True:
        folder = made.save(tmp_path / f"{key}", key=key)
        files = sorted(folder.iterdir())
        assert len(files) == 2
        for file, sheet in zip(files, made.sheets, strict=True):
            nbformat.validate(nbformat.read(file, as_version=4))
            _, question, answers, _ = json.loads(file.read_text(encoding="utf-8"))["cells"]
            assert sheet.name in question["source"]
            assert "picture.svg" in question["attachments"]
            names = {}
            exec(answers["source"], names)
            right = sheet.tasks[0].answers
            assert names["answers_1"] == (right if key else dict.fromkeys(right))


def run_cells(*notebooks):
    """What the cells that end with an expression show; of cells with the same id, the last one is run."""
    cells = {cell.id: cell.source for notebook in notebooks for cell in notebook.cells if cell.cell_type == "code"}
    names, shown = {}, {}
    for name, source in cells.items():
        *before, last = ast.parse(source).body
        exec(compile(ast.Module(before, []), name, "exec"), names)
        if isinstance(last, ast.Expr):
            shown[name] = eval(compile(ast.Expression(last.value), name, "eval"), names)
        else:
            exec(compile(ast.Module([last], []), name, "exec"), names)
    return shown


def test_the_hidden_tests_give_every_student_the_points_of_that_students_own_key(tmp_path):
    made = worksheet(KINDS, names=["Ana", "Bo O'Neill"], seed=7)
    source = nbformat.read(made.save(tmp_path / "source" / "quiz" / "quiz.ipynb"), as_version=4)
    read_all = [
        [nbformat.read(path, as_version=4) for path in sorted(made.save(tmp_path / f"{key}", key=key).iterdir())]
        for key in (False, True)
    ]
    most = {f"check-{number}": task.points for number, task in enumerate(made.sheets[0].tasks, 1)}
    for sheet, key in zip(*read_all, strict=True):
        assert run_cells(sheet, source) == dict.fromkeys(most, 0)  # source's cell comes last, with its hidden test
        assert run_cells(sheet, source, only_answers(key)) == most
    other = run_cells(read_all[0][0], source, only_answers(read_all[1][1]))
    assert sum(other.values()) < sum(most.values()) / 2


def only_answers(notebook):
    return nbformat.v4.new_notebook(cells=[cell for cell in notebook.cells if cell.id.startswith("answers")])


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ünal", "01_ünal"),
        ("U\u0308nal", "01_ünal"),  # the same name, typed as two characters
        ("Zoë O'Brien-Łoś", "01_zoë_o_brien_łoś"),
        ("李小龍", "01_李小龍"),
        ("सीता", "01_सीता"),  # vowel signs are not letters to Python, but belong to the name
        ("../Ana/B.", "01_ana_b"),
        ("…", "01"),
    ],
)
def test_the_file_of_a_student_has_every_letter_of_the_name_and_nothing_that_a_path_reads(name, file, tmp_path):
    for key, suffix in (False, ""), (True, "_key"):
        [written] = worksheet("values", names=[name]).save(tmp_path / str(key), key=key).iterdir()
        assert written.name == f"{file}{suffix}.ipynb"


def test_a_name_that_stands_twice_is_told_with_its_line_and_the_rest_goes_on(tmp_path, capsys):
    (tmp_path / "class.txt").write_text("Ana\nBo\n\n  Ana \nChris\n")
    arguments = ["worksheet", "values", "--students", str(tmp_path / "class.txt"), "--out", str(tmp_path)]
    assert launch.main(arguments) == 0
    said = capsys.readouterr()
    assert "line 4: Ana is on the list already, in line 1" in said.err
    assert said.out.startswith("3 sheets with their keys")
    assert len(texts(tmp_path / "sheets.pdf")) == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["values", "--students", "empty.txt"], "empty.txt has no names in it"),
        (["values", "--students", "missing.txt"], "missing.txt"),
        (["valeus"], "the kinds of question are values, windows"),
        (["values", "--versions", "0"], "1 or more, not 0"),
        (["pruned", "--depth", "6"], "more than the 32 that a sheet has room for"),
        (["pruned", "--deep"], "that takes depth 4"),
        (["pruned", "--cutoffs", "9"], "has at most 2 cut-offs, not 9"),
    ],
)
def test_what_cannot_be_made_is_told_and_nothing_is_written(tmp_path, monkeypatch, capsys, arguments, complaint):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.txt").write_text("\n  \n")
    assert launch.main(["worksheet", *arguments]) == 2
    assert complaint in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["empty.txt"]
    see_that_possible(["pruned"], {**SHAPE, "depth": 5})  # there is room for 32 leaves


def test_sheets_are_written_over_only_if_one_says_so(tmp_path, capsys):
    asked = ["worksheet", "material", "--out", str(tmp_path)]
    for form in "pdf", "notebook":
        assert launch.main([*asked, "--as", form]) == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    before = [path.read_bytes() for path in files]
    for form in "pdf", "notebook":
        assert launch.main([*asked, "--as", form, "--seed", "1"]) == 2
        assert "is there already. Choose another folder with --out" in capsys.readouterr().err
    assert [path.read_bytes() for path in files] == before
    assert launch.main([*asked, "--seed", "1", "--force"]) == 0
    assert (tmp_path / "sheets.pdf").read_bytes() not in before


def test_names_in_python_must_be_different_and_there_must_be_some():
    with pytest.raises(ValueError, match="once only.*Ana"):
        worksheet("values", names=["Ana", "Bo", "Ana"])
    with pytest.raises(ValueError, match="nobody"):
        worksheet("values", names=[])


def test_a_class_list_may_have_blanks_and_empty_lines():
    assert read_class_list(" Ana  Maria\n\nBo\r\n", "class.txt") == (["Ana Maria", "Bo"], [])


def test_the_class_list_of_nbgrader_gives_each_sheet_the_name_and_the_id():
    text = "id,last_name,first_name,email\na01,Alt,Ana,ana@example.org\n\nb02,,,\na01,Alt,Ana,\n"
    names, [complaint] = read_class_list(text, "students.csv")
    assert names == ["Ana Alt (a01)", "b02"]
    assert complaint.startswith("students.csv, line 5: Ana Alt (a01) is on the list already, in line 2")
    with pytest.raises(ValueError, match="students.csv has no column id: its first line is id,last_name"):
        read_class_list("Ana Alt\nBo\n", "students.csv")


def test_a_tree_with_no_cut_off_has_a_key_that_says_so():
    task = pruned_branches(tree([[1, 2], [3, 4]]))
    assert (task.answers, task.points) == ({"never looked at": "none", "cut-offs": "none"}, 4)


def test_the_same_seed_gives_the_same_file(tmp_path):
    first, second = (worksheet(["values", "material"], 2).save(tmp_path / f"{i}.pdf").read_bytes() for i in (1, 2))
    assert first == second
