"""Each widget's script is one module, and what needs no notebook can be imported without one."""

import re
import subprocess
import sys

import pytest

from minimax_lab.widgets.bundle import WIDGETS, page, script, style
from tests import needs

SCRIPTS = sorted(
    file.relative_to(WIDGETS).as_posix()
    for file in WIDGETS.rglob("*.js")
    if "\nexport default" in file.read_text("utf-8")
)
WITHOUT_JUPYTER = ["bundle", "stepper.payload", "report.page", "quiz.trees"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_is_one_module_with_one_export(name):
    text = script(name)
    assert len(re.findall(r"^export ", text, flags=re.MULTILINE)) == 1
    assert not re.findall(r"^import ", text, flags=re.MULTILINE)
    declared = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", text, flags=re.MULTILINE)
    assert len(declared) == len(set(declared)), "two files declare the same name"
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_script_is_valid_javascript(name, tmp_path):
    needs.node()
    file = tmp_path / "widget.mjs"
    file.write_text(script(name), encoding="utf-8")
    done = subprocess.run(["node", "--check", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_file_stands_once_and_before_those_that_import_it():
    text = script("quiz/quiz.js")
    starts = [
        text.index((WIDGETS / name).read_text(encoding="utf-8").splitlines()[0])
        for name in ("shared/tree.js", "shared/tree_board.js", "quiz/quiz.js")
    ]
    assert starts == sorted(starts)
    assert text.count("function tidy(") == 1


def test_every_script_and_style_sheet_belongs_to_a_widget_or_a_saved_page():
    everything = "".join(map(script, SCRIPTS)) + page("", "", "", {})
    for file in WIDGETS.rglob("*.js"):
        assert file.read_text(encoding="utf-8").splitlines()[0] in everything, file
    assert style("shared/look.css", "quiz/quiz.css").startswith((WIDGETS / "shared/look.css").read_text("utf-8"))


@pytest.mark.parametrize("module", WITHOUT_JUPYTER)
def test_what_needs_no_notebook_is_imported_without_the_packages_for_one(module):
    code = f"""
import sys
for package in "anywidget", "ipywidgets", "traitlets", "IPython":
    sys.modules[package] = None  # so that importing it fails
import minimax_lab.widgets.{module}
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
