"""What `minimax-lab grade` says of a class: who is missing, who has the same number or program; nothing stops it."""

import json
import os
import shutil

import pytest

from minimax_lab.app.grading import command, one, submissions
from minimax_lab.app.grading.alike import alike, skeleton
from minimax_lab.app.grading.submissions import Graded, Part, whose
from tools.release import EXERCISES

EXERCISE = "01_by_hand"


@pytest.mark.exhaustive
def test_what_never_ends_is_ended_and_the_rest_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(one, "MOST_SECONDS", 0.1)
    monkeypatch.chdir(tmp_path)
    made = one.in_a_process(("ana", EXERCISE, endless))
    assert made.problem.startswith("it had not ended after")
    monkeypatch.setattr(one, "MOST_SECONDS", 60)
    assert one.in_a_process(("bo", EXERCISE, ended)).problem.startswith("its process was ended from outside")
    assert (
        one.in_a_process(("cy", EXERCISE, failing)).problem
        == "ZeroDivisionError: division by zero. grade.log says more"
    )


def endless():
    while True:
        pass


def ended():
    os._exit(1)


def failing():
    return 1 / 0


def test_an_enormous_file_is_not_opened(tmp_path, monkeypatch):
    monkeypatch.setattr(submissions, "MOST_BYTES", 1000)
    shutil.copy(EXERCISES / "01_by_hand.ipynb", tmp_path / "ana.ipynb")
    with pytest.raises(submissions.Unreadable, match="without outputs"):
        submissions.read(tmp_path / "ana.ipynb")


def test_if_the_cells_that_are_left_are_of_two_exercises_the_name_of_the_file_says_which_it_is(tmp_path):
    one, other = "01_by_hand", "03_minimax"
    both = submissions.exercises()[one].keys() & submissions.exercises()[other].keys()
    assert len(both) == 2
    for exercise in one, other:
        notebook = json.loads((EXERCISES / f"{exercise}.ipynb").read_bytes())
        left = [cell for cell in notebook["cells"] if cell["metadata"].get("nbgrader", {}).get("grade_id") in both]
        file = tmp_path / f"{exercise}.ipynb"
        file.write_text(json.dumps({**notebook, "cells": left}), encoding="utf-8")
        assert submissions.read(file)[1] == exercise


def test_students_with_the_same_number_are_named_however_many_exercises_there_are(capsys, tmp_path):
    def graded(student, exercise, number):
        return Graded(student, exercise, {"check-values": Part(1, 2)}, number=number)

    first, second = "01_by_hand", "04_alpha_beta"
    made = [graded("ana", first, "7"), graded("ana", second, "7"), graded("bo", first, "8"), graded("cy", second, "08")]
    command._print(made, [])
    assert [line for line in capsys.readouterr().out.splitlines() if "number" in line] == [
        f"The same number 8: bo ({first}), cy ({second})"
    ]
    command._write_csv(made, tmp_path / "points.csv")
    head, row, *_ = (tmp_path / "points.csv").read_text().splitlines()
    assert head == f"student,exercise,points,of,{first}: check-values,{second}: check-values,note"
    assert row == f"ana,{first},1,2,1,,"


def test_who_is_on_the_class_list_and_handed_in_nothing_is_named_without_nbgrader_too(capsys, tmp_path):
    (tmp_path / "students.csv").write_text(
        "id,last_name,first_name\na01,Alt,Ana\nb02,Berg,Bo\nc03,Cay,Cy\nd04,Dorn,Di\n"
    )
    for name in "a01/01_by_hand.ipynb", "Bo Berg_17_assignsubmission_file_/01_by_hand.ipynb", "c03_01_by_hand.ipynb":
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{")
    (tmp_path / "a01" / "01_by_hand (1).ipynb").write_text("{")
    graded = [Graded(*whose(file.relative_to(tmp_path))) for file in submissions.notebooks_in(tmp_path)]
    missing = command._absent(tmp_path / "students.csv", graded)
    command._print(graded, missing)
    told = capsys.readouterr().out
    assert "\n4 graded, 0 not graded. 1 handed in nothing: Di Dorn (d04).\n" in told
    assert f"\nMore than once: a01 ({EXERCISE}). See which one counts, and whose it is.\n" in told


PROGRAM = '''
def alphabeta(state, depth, alpha, beta):
    """Mine."""
    if depth == 0:
        return state.utility()
    best = -100
    for move in state.get_legal_moves():
        best = max(best, -alphabeta(state.forecast_move(move), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
'''


def test_copies_are_listed_also_with_other_names_and_different_programs_are_not():
    renamed = PROGRAM.replace("best", "b").replace("alpha", "low").replace('"""Mine."""', "# all mine\n")
    nearly = PROGRAM.replace("-100", "-1000 + 1")
    other = PROGRAM.replace("best = max(best, ", "found = (").replace(
        "    alpha = max(alpha, best)", "    best = found if found > best else best"
    )
    sources = {
        "ana": PROGRAM,
        "bo": PROGRAM,
        "cy": renamed,
        "di": nearly,
        "ed": other,
        "fi": "alphabeta = 1",
        "gu": "alphabeta = 1",
    }
    lines = alike([Graded(student, "04_alpha_beta", source=source) for student, source in sources.items()])
    assert [line.partition(", 04")[0] for line in lines] == ["ana, bo", "ana, bo, cy", "ana, bo, cy | di"]
    assert lines[0].endswith("the same, letter for letter")
    assert lines[1].endswith("with other names, comments or layout")
    assert lines[2].endswith("% the same after renaming")
    teams = [["ana", "bo", "cy"], ["di"]]
    submitted = [Graded(student, "04_alpha_beta", source=source) for student, source in sources.items()]
    assert alike(submitted, teams) == lines[2:], "a team may hand in the same"
    assert alike(submitted, [["ana", "bo", "cy", "di"]]) == []
    assert alike(submitted, [["ana", "bo"]]) == lines[1:]
    long = "\n".join(f"a{i} = {i}" for i in range(300))
    [line] = alike([Graded("ana", "x", source=long), Graded("bo", "x", source=long.replace("= 7\n", "= -7\n"))])
    assert line.endswith("99% the same after renaming")  # not 100: it is not the same
    assert skeleton("def f(:") == []
