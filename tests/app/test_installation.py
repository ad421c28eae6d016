"""The self-test of the installation says what is missing."""

import re
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

from minimax_lab.app import installation

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


FOR_TEACHERS = {"latex2mathml"}  # slides use it, lessons do not


def test_the_self_test_looks_for_what_the_lessons_need():
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    installed = {re.match(r"[\w-]+", entry)[0] for entry in project["dependencies"]}
    assert set(installation.NEEDED) == installed - FOR_TEACHERS
    assert project["requires-python"] == ">=" + ".".join(map(str, installation.OLDEST_PYTHON))


def test_a_complete_installation_is_told_in_one_line(capsys):
    installation.check_installation()
    assert capsys.readouterr().out == f"Everything is there: {', '.join(installation.NEEDED)}.\n"


def test_what_is_missing_is_named_with_how_to_get_it(monkeypatch, capsys):
    monkeypatch.setitem(installation.NEEDED, "no_such_package", "for this test")
    installation.check_installation()
    assert capsys.readouterr().out == (
        "no_such_package is missing (for this test). Install it with:  pip install no_such_package\n"
    )


def test_in_a_browser_the_self_test_asks_what_the_site_offers(monkeypatch, capsys):
    offered = SimpleNamespace(to_py=lambda: dict.fromkeys(["ipywidgets", "anywidget", "networkx", "chess", "tqdm"]))
    browser = SimpleNamespace(lockfile=SimpleNamespace(packages=offered))
    monkeypatch.setitem(sys.modules, "pyodide_js", browser)
    monkeypatch.setattr(installation, "_in_browser", lambda: True)
    installation.check_installation()
    told = capsys.readouterr().out
    assert told.splitlines()[0] == "matplotlib is missing (for plots). This site does without it."
    assert "jupyterlab" not in told
    assert "pip install" not in told


def test_an_old_python_is_named(monkeypatch, capsys):
    monkeypatch.setattr(installation, "OLDEST_PYTHON", (99, 1))
    installation.check_installation()
    assert capsys.readouterr().out.startswith("Python 99.1 or newer is needed; this is 3.")
