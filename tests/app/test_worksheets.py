"""Worksheets and exams: the files say what they should, are marked by their keys, and bad lists are told of."""

import ast
import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise

import nbformat
import pytest

from minimax_lab.app import launch
from minimax_lab.app.worksheets.command import read_class_list
from minimax_lab.app.worksheets.exam import exam
from minimax_lab.app.worksheets.printed import MARGIN, Pages, write_pdf
from minimax_lab.app.worksheets.questions import pruned_branches
from minimax_lab.app.worksheets.sheets import KINDS, SHAPE, Sheet, see_that_possible, worksheet
from minimax_lab.games import tree


def test_a_notebook_asks_for_nothing_that_can_be_done_on_paper_only(tmp_path):
    worksheet(KINDS).save(tmp_path)
    [file] = tmp_path.iterdir()
    asked = " ".join(cell.source for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "markdown")
    assert not [word for word in ("triangle", "ross out", "who has something better") if word in asked]


@pytest.mark.exhaustive
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
    assert "Difficulty (the keys say it for each sheet):\n  Minimax values: 7 nodes on 3 levels" in said
    sheets = [nbformat.read(path, as_version=4) for path in sorted((tmp_path / "sheets").iterdir())]
    marked = [cell.metadata.nbgrader.grade_id for cell in sheets[0].cells if "nbgrader" in cell.metadata]
    assert marked == ["answers-1", "check-1", "answers-2", "check-2", "answers-3", "check-3"]
    assert len({sheet.cells[1].attachments["picture.svg"]["image/svg+xml"] for sheet in sheets}) == 2


def test_an_exam_of_one_version_and_one_question_says_so(tmp_path, capsys):
    (tmp_path / "blueprint.toml").write_text("seed = 4\nversions = 1\n[[items]]\nkind = 'values'\ndepth = 1\n")
    assert launch.main(["exam", str(tmp_path / "blueprint.toml"), "--as", "notebook", "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("1 version of 1 question: ")
    assert "Minimax values: 1 node on 1 level\n" in said


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
        ("seed = ", "line 1, seed =: Invalid value. Right is: digits of your own, without quotes"),
        ("seed = YOUR_NINE_DIGITS", "line 1, seed = YOUR_NINE_DIGITS: Invalid value. Right is: digits"),
        ("seed = 'YOUR_NINE_DIGITS'", "seed = 'YOUR_NINE_DIGITS'. Right is: digits of your own, without quotes"),
        ("versions = '30'", "versions = '30'. Right is: a whole number, without quotes, such as 30"),
        ("students = class.csv", "Right is: the name of a file, in quotes"),
        ("items = 3", "items = 3. Right is: each item is [[items]]"),
        ("items = [3]", "an item is [[items]]"),
        ("seed = 1\n[[items]]\nkind = values", "line 3, kind = values: Invalid value. Right is: a number has no"),
    ],
)
def test_a_blueprint_that_makes_no_sense_is_told(tmp_path, capsys, text, complaint):
    (tmp_path / "blueprint.toml").write_text(text)
    assert launch.main(["exam", str(tmp_path / "blueprint.toml")]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_the_sheets_and_keys_of_a_class_come_from_one_command(small_class):
    names, sheets, keys = small_class
    assert len(sheets) == len(names)
    for name, text in zip(names, sheets, strict=True):
        assert f"{name}\nWhat alpha-beta never looks at" in text
    assert [name for name in names if f"Key: {name}\n" not in keys] == []


@pytest.mark.exhaustive
def test_a_sheet_does_not_say_how_many_cut_offs_there_are_and_its_key_does(small_class):
    names, sheets, keys = small_class
    assert not any("2 cut-offs" in text for text in sheets)
    assert keys.count("2 cut-offs, none of them deep") == len(names)


def test_how_hard_the_versions_are_is_told_in_a_short_line_however_many_there_are():
    made = worksheet("isolation", 12)
    numbers = [re.findall(r"\d+", sheet.tasks[0].difficulty) for sheet in made.sheets]
    moves, winning = (sorted({*map(int, column)}) for column in zip(*numbers, strict=True))
    told = f"{moves[0]} to {moves[-1]} moves, {winning[0]} to {winning[-1]} of them winning"
    assert made.difficulty == [f"A position of isolation: {told}"]
    one = worksheet("isolation", 1)
    assert one.difficulty == [f"A position of isolation: {one.sheets[0].tasks[0].difficulty}"]


@pytest.mark.exhaustive
def test_a_sheet_has_a_line_for_every_cut_off_that_such_a_tree_can_have_whatever_its_own_tree_has():
    tasks = [sheet.tasks[0] for sheet in worksheet("pruned", 12, depth=4, deep_cutoff=True).sheets]
    assert len({task.difficulty for task in tasks}) > 1
    assert {sum(line.startswith("At node") for line in task.lines) for task in tasks} == {5}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_lines_of_the_largest_tree_stay_on_the_page(paper, tmp_path, monkeypatch):
    low = []
    ruled = Pages.ruled
    monkeypatch.setattr(Pages, "ruled", lambda self, *told: (ruled(self, *told), low.append(self.height - self.y)))
    leaves = iter(range(32))
    levels = [[next(leaves), next(leaves)] for _ in range(16)]
    while len(levels) > 2:
        levels = [[*pair] for pair in zip(levels[::2], levels[1::2], strict=True)]
    write_pdf([Sheet("Ana", [pruned_branches(tree(levels))])], tmp_path / "sheet.pdf", key=False, paper=paper)
    assert len(low) == 11
    assert min(low) >= MARGIN - 1e-6


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


@pytest.mark.exhaustive
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
            nbformat.validate(notebook := nbformat.read(file, as_version=4))
            _, question, answers, _ = notebook.cells
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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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
    assert read_class_list("id,last_name,first_name\nAna Alt,Alt,Ana\n", "students.csv") == (["Ana Alt"], [])
    assert complaint.startswith("students.csv, line 5: Ana Alt (a01) is on the list already, in line 2")
    with pytest.raises(ValueError, match="students.csv has no column id: its first line is id,last_name"):
        read_class_list("Ana Alt\nBo\n", "students.csv")


@pytest.mark.exhaustive
def test_the_same_seed_gives_the_same_file(tmp_path):
    first, second = (worksheet(["values", "material"], 2).save(tmp_path / f"{i}.pdf").read_bytes() for i in (1, 2))
    assert first == second
