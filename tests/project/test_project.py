"""The project keeps its promises: dependencies, documents and stored notebooks."""

import doctest
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
import pytest
import yaml

import minimax_lab
from tools.refresh import refresh

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTEBOOKS = sorted(path for path in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def python(*arguments: str) -> str:
    """What `python *arguments` prints, run in the checkout; fails unless it succeeds."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_environment_yml_gives_what_pyproject_asks_for_and_no_test_tools():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    by_conda = {entry for entry in environment["dependencies"] if isinstance(entry, str)}
    by_pip = [entry["pip"] for entry in environment["dependencies"] if isinstance(entry, dict)]
    entries = [*project["dependencies"], *project["optional-dependencies"]["fast"]]
    wanted = {re.sub("^matplotlib", "matplotlib-base", entry.split(";")[0]) for entry in entries}
    assert by_conda == {"python=3.12", "pip"} | wanted  # repo2docker builds on 3.10 if it is told >=3.11
    assert "Programming Language :: Python :: 3.12" in project["classifiers"]
    assert by_pip == [["-e ."]]


def test_ci_follows_the_readme_word_for_word_before_it_installs_anything():
    """It reads the README's first two blocks of commands and runs them in a fresh clone."""
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8")
    blocks = re.findall("```bash\n(.*?)```", README, flags=re.DOTALL)
    assert blocks[0].splitlines()[-1] == "pip install -e . && minimax-lab"
    assert blocks[1] == 'pip install -e ".[test]" && pytest\n'
    follows = [ci.index(line) for line in ("git clone", '"$(readme_block 1)"', '"$(readme_block 2)"')]
    installs = [found.start() for found in re.finditer("apt-get install|npm ci|pip (install|wheel)", ci)]
    assert follows == sorted(follows)
    assert follows[-1] < min(installs)
    assert os.access(ROOT / ".ci/run", os.X_OK)


def workflow(name):
    return yaml.safe_load((ROOT / ".github/workflows" / name).read_text(encoding="utf-8"))


def commands(job):
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_workflow_runs_ci_on_every_python_that_is_claimed_and_may_only_read():
    ci = workflow("ci.yml")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    claimed = [entry.rpartition(" ")[2] for entry in project["classifiers"] if "Python :: 3." in entry]
    assert ci["jobs"]["all"]["strategy"]["matrix"]["python"] == claimed == ["3.11", "3.12", "3.13"]
    assert ci["jobs"]["all"]["env"]["PYTHON"] == "python${{ matrix.python }}"
    assert commands(ci["jobs"]["all"]) == [".ci/run"]
    assert commands(ci["jobs"]["quick"]) == ['pip install -e ".[test]" && pytest']
    assert ci["permissions"] == {"contents": "read"}


def test_only_a_tag_is_published_and_without_a_password():
    release = workflow("release.yml")
    assert release["permissions"] == {"contents": "read"}
    assert release["jobs"]["publish"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    assert release["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")


def test_ruff_is_the_same_for_tests_and_before_a_commit():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [pinned] = [entry for entry in project["optional-dependencies"]["test"] if entry.startswith("ruff")]
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    [rev] = [repo["rev"] for repo in hooks if repo["repo"].endswith("ruff-pre-commit")]
    assert pinned == f"ruff=={rev.removeprefix('v')}"


def test_the_site_is_built_on_every_push_and_published_only_for_a_tag():
    site = workflow("site.yml")
    build, publish = site["jobs"]["build"], site["jobs"]["publish"]
    assert "minimax-lab site build site-built" in [step.get("run") for step in build["steps"]]
    assert build["steps"][-1]["with"] == {"path": "site-built"}
    assert site["permissions"] == {"contents": "read"}
    assert (publish["needs"], publish["if"]) == ("build", "startsWith(github.ref, 'refs/tags/v')")
    assert publish["permissions"] == {"pages": "write", "id-token": "write"}


def test_the_citation_names_this_version_and_these_authors():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == minimax_lab.__version__
    assert (citation["authors"], citation["license"]) == (project["authors"], project["license"])
    assert citation["keywords"] == project["keywords"]


def test_readme_shows_the_command_that_opens_the_course():
    assert "pip install -e . && minimax-lab" in README.splitlines()


def test_readme_lists_exactly_the_lessons_that_exist():
    listed = re.findall(r"^\|.*\(notebooks/(\w+\.ipynb)\)", README, flags=re.MULTILINE)
    assert listed == [path.name for path in NOTEBOOKS if path.parent.name == "notebooks"]


DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", *(f"docs/{path.name}" for path in ROOT.glob("docs/*.md"))]


@pytest.mark.parametrize("document", ["CONTRIBUTING.md", "docs/ARCHITECTURE.md"])
def test_files_and_folders_that_a_document_names_exist(document):
    text = re.sub("```.*?```", "", (ROOT / document).read_text(encoding="utf-8"), flags=re.DOTALL)
    named = {name for name in re.findall(r"`(?!python )([\w./]+/[\w./]*)`", text) if "NN_" not in name}
    assert len(named) > 10
    roots = [ROOT, ROOT / "minimax_lab", *(ROOT / "minimax_lab").iterdir(), ROOT / "notebooks"]
    assert {name for name in named if not any((root / name).exists() for root in roots)} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_between_the_documents_lead_to_a_file_and_to_a_heading_in_it(document):
    here = ROOT / document
    for link in re.findall(r"\]\(([^)\s]+)\)", here.read_text(encoding="utf-8")):
        name, _, heading = link.partition("#")
        if "://" in name:
            continue
        there = here.parent / name if name else here
        assert there.exists(), link
        if there.suffix == ".md" and heading:
            assert heading in headings(there), link


def headings(document):
    """The headings of a document, as GitHub writes them in an address."""
    text = re.sub("```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    return {re.sub(r"[^\w\- ]", "", line).lower().replace(" ", "-") for line in re.findall("^#+ (.+)$", text, re.M)}


@pytest.mark.parametrize("way", ["fork", "spawn"])
@pytest.mark.parametrize("text", [README, minimax_lab.__doc__], ids=["README.md", "minimax_lab.__doc__"])
def test_examples_show_what_really_happens(text, way, monkeypatch):
    monkeypatch.setenv("MINIMAX_LAB_CHECKS", way)
    text = text.replace("```", "")  # else the end of a block counts as expected output
    examples = doctest.DocTestParser().get_doctest(text, {}, "examples", None, None)
    runner = doctest.DocTestRunner()
    runner.run(examples)
    assert examples.examples
    assert runner.failures == 0


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_stored_as_one_clean_run_left_it(path):
    """Strict nbval passes a notebook that was never run: it has no outputs to compare with."""
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_stores_no_widget_state_and_no_address(path):
    notebook = nbformat.read(path, as_version=4)
    outputs = json.dumps([cell.get("outputs") for cell in notebook.cells])
    assert "widgets" not in notebook.metadata
    assert "widget-view" not in outputs
    assert not re.search(r" at 0x[0-9a-f]{6,}", outputs)


NOTEBOOK_TO_REFRESH = {
    "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": "A lesson"},
        {
            "cell_type": "code",
            "execution_count": 7,
            "metadata": {"execution": {"iopub.status.busy": "2001-01-01"}},
            "outputs": [],
            "source": "for i in range(3):\n    print(i, flush=True)",
        },
        {
            "cell_type": "code",
            "execution_count": None,
            "metadata": {},
            "outputs": [],
            "source": "import ipywidgets\n\nipywidgets.IntSlider(3)",
        },
    ],
    "metadata": {"kernelspec": {"display_name": "my own", "language": "python", "name": "my-own"}},
    "nbformat": 4,
    "nbformat_minor": 4,
}


@pytest.mark.exhaustive
def test_refreshing_a_notebook_stores_its_outputs_and_nothing_that_changes(tmp_path):
    path = tmp_path / "lesson.ipynb"
    path.write_text(json.dumps(NOTEBOOK_TO_REFRESH))
    python("-m", "tools.refresh", str(path))
    first = path.read_text()
    refresh(path)
    assert path.read_text() == first
    notebook = nbformat.reads(first, as_version=4)
    assert notebook.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    _, printing, widget = notebook.cells
    assert (printing.execution_count, printing.metadata) == (1, {})
    assert [output.text for output in printing.outputs] == ["0\n1\n2\n"]
    assert list(widget.outputs[0].data) == ["text/plain"]
    assert "widgets" not in notebook.metadata


@pytest.mark.exhaustive
def test_a_notebook_that_fails_is_not_stored(tmp_path):
    path = tmp_path / "lesson.ipynb"
    cell = {"cell_type": "code", "execution_count": None, "id": "a", "metadata": {}, "outputs": [], "source": "1 / 0"}
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    before = path.read_text()
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        python("-m", "tools.refresh", str(path))
    assert path.read_text() == before


@pytest.mark.parametrize("module", ["minimax_lab", "minimax_lab.games", "minimax_lab.search", "minimax_lab.trace"])
def test_the_core_imports_nothing_but_the_standard_library(module):
    code = f"import sys; before = set(sys.modules); import {module}; print(*set(sys.modules) - before)"
    imported = {name.split(".")[0] for name in python("-c", code).split()}
    foreign = imported - {"minimax_lab"} - sys.stdlib_module_names
    assert {name for name in foreign if not name.startswith("_sysconfigdata")} == set()


SHOW_A_STATE = """
import sys, types
from IPython.core.interactiveshell import InteractiveShell

shell = InteractiveShell.instance()
shell.display_formatter.active_types = sys.argv[1:]
import minimax_lab

assert "minimax_lab.game" not in sys.modules, "the formatter is registered by name, without an import"
sys.modules["minimax_lab.draw"] = types.SimpleNamespace(notebook_bundle=PICTURE)
from minimax_lab.games import TicTacToe

shown, _ = shell.display_formatter.format(TicTacToe("X.. ... ..."))
print(shown.get("text/html") or shown["text/plain"])
"""


@pytest.mark.parametrize(
    ("active_types", "picture", "shown"),
    [
        (["text/plain", "text/html"], "{'text/html': f'<b>{state!r}</b>'}", '<b>TicTacToe("X.. ... ...")</b>'),
        (["text/plain", "text/html"], "None", "X . .\n. . .\n. . ."),
        (["text/plain"], "1 / 0", "X . .\n. . .\n. . ."),
    ],
    ids=["notebook", "notebook, but there is no picture", "terminal"],
)
def test_a_state_is_shown_as_a_picture_in_a_notebook_and_else_as_its_board(active_types, picture, shown):
    code = SHOW_A_STATE.replace("PICTURE", f"lambda state: {picture}")
    assert python("-c", code, *active_types) == shown + "\n"


def test_the_slow_files_that_are_to_come_first_exist(request):
    [conftest] = [plugin for plugin in request.config.pluginmanager.get_plugins() if hasattr(plugin, "SLOWEST_FIRST")]
    assert [name for name in conftest.SLOWEST_FIRST if not [*ROOT.glob(f"{name}*")]] == []
