"""The parts of the site's builder that need no browser."""

import base64
import csv
import hashlib
import html
import importlib.util
import io
import json
import re
import subprocess
import sys
import zipfile

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_output

if importlib.util.find_spec("jupyterlite_core") is None or importlib.util.find_spec("pdoc") is None:
    pytest.skip('needs pip install "minimax-lab[site]"', allow_module_level=True)

from minimax_lab.app.pages.notebook import code, formula, prose, widget_styles
from tests import needs
from tools.site.frame import MODULES, SITE, with_places
from tools.site.guides import DOCS, LEFT_OUT, write_guides
from tools.site.lessons import AIMS, LESSONS, cards, definitions, try_link
from tools.site.lite import COMPILED, ROOTS, write_packages
from tools.site.trial import TABLE, document, name_of, notebooks, row, rows_so_far
from tools.site.wheels import installed_wheel, own_wheel


def test_a_wheel_of_what_is_installed_has_no_compiled_part_and_a_true_record(tmp_path):
    with zipfile.ZipFile(installed_wheel("psygnal", tmp_path)) as wheel:
        names = wheel.namelist()
        assert "psygnal/__init__.py" in names
        assert not [name for name in names if name.endswith((".so", ".pyc", ".pyd"))]
        [record] = [name for name in names if name.endswith(".dist-info/RECORD")]
        rows = [*csv.reader(io.StringIO(wheel.read(record).decode()))]
        assert {row[0] for row in rows} == {*names}
        for name, digest, _ in rows[:-1]:
            right = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
            assert digest == f"sha256={right}"


def test_the_own_wheel_can_be_imported_and_is_the_same_every_time(tmp_path):
    first = own_wheel(tmp_path).read_bytes()
    wheel = own_wheel(tmp_path)
    assert wheel.read_bytes() == first
    code = f"import sys; sys.path.insert(0, {str(wheel)!r}); import minimax_lab.search as s; print(s.__file__)"
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert str(wheel) in shown.stdout


def test_offline_every_package_is_in_the_folder(tmp_path):
    needs.node("pyodide")
    write_packages(tmp_path, offline=True)
    packages = json.loads((tmp_path / "pyodide-lock.json").read_text())["packages"]
    for name, entry in packages.items():
        data = (tmp_path / entry["file_name"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == entry["sha256"], name
        assert set(entry["depends"]) <= set(packages), name
    assert set(ROOTS) <= set(packages["minimax-lab"]["depends"])


@pytest.mark.exhaustive
def test_otherwise_compiled_packages_come_from_pyodides_own_distribution(tmp_path):
    needs.node("pyodide")
    write_packages(tmp_path, offline=False)
    packages = json.loads((tmp_path / "pyodide-lock.json").read_text())["packages"]
    version = json.loads((MODULES / "pyodide" / "package.json").read_text())["version"]
    for name in COMPILED:
        assert f"/v{version}/full/{name.replace('-', '_')}-" in packages[name]["file_name"]
        assert name in packages["minimax-lab"]["depends"]
    for name in ("ipywidgets", "minimax-lab", "piplite"):
        assert (tmp_path / packages[name]["file_name"]).is_file()


STAND_INS = """
import sys
sys.path.insert(0, {folder!r})
import matplotlib.pyplot as plt
from minimax_lab.draw import draw_tree
from minimax_lab.games import tree
_, axes = plt.subplots(figsize=(7, 4))
axes.plot([1], [2], "k-", label="x")
draw_tree(tree([[3, 12], [2, 4]]), axes)
figure, axes = plt.subplots(1, 2)
axes[0].set(yscale="log")
plt.show()
"""


def test_where_there_is_no_matplotlib_a_sentence_stands_in_place_of_a_plot():
    code = STAND_INS.format(folder=str(SITE / "stand_in"))
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert shown.stdout == "(A plot stands here where matplotlib is installed. This site works offline, without it.)\n"


NOTEBOOK = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
sys.path.insert(0, {folder!r})
sys.modules["numpy"] = None  # as if it were not installed
shell = InteractiveShell.instance()
exec(open({folder!r} + "/start_notebook.py").read())
shell._showtraceback = lambda kind, error, lines: print(kind.__name__)
for cell in json.loads({cells!r}):
    shell.run_cell(cell)
"""


def test_a_cell_that_needs_what_a_browser_does_not_have_says_so_and_the_notebook_goes_on():
    threads = 'raise RuntimeError("can\'t start new thread")'
    cells = {
        "def unknown(): return missing": "",
        "unknown()": "NameError",
        "import numpy as np\ntable = np.zeros(3)": "This cell needs numpy, which this site does not have. Install",
        "total = table.sum()": "This cell needs `table` from an earlier cell, which needs numpy. Install",
        "results = {}": "",
        "results['3x3'] = total": "This cell needs `total` from an earlier cell, which needs numpy. Install",
        "results['3x3']": "This cell needs '3x3' from an earlier cell, which needs numpy. Install",
        "{}['mine']": "KeyError",
        "{}[()]": "KeyError",
        "{}[3]": "KeyError",
        "print(total)": "This cell needs `total` from an earlier cell, which needs numpy. Install",
        "from minimax_lab.solve import perfect": "This cell needs numpy, which this site does not have. Install",
        "import nump": "ModuleNotFoundError",
        threads: "This cell needs threads, which a browser does not have. Install",
        "raise RuntimeError('mine')": "RuntimeError",
        "print(1)": "1",
    }
    code = NOTEBOOK.format(folder=str(SITE / "notebook"), cells=json.dumps([*cells]))
    shown = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    told = [line.partition(" the course to run it.")[0] for line in shown.stdout.splitlines()]
    assert told == [text for text in cells.values() if text]


def test_the_table_of_what_works_in_the_browser_is_of_all_notebooks_and_in_none_of_them_a_cell_fails():
    rows = rows_so_far()
    assert TABLE.read_text(encoding="utf-8") == document(rows)
    assert [*rows] == [name_of(path) for path in notebooks()]
    assert [row for row in rows.values() if "✗" in row] == []


def test_a_formula_needs_neither_a_script_nor_a_font():
    made = formula(r"b^{\lceil d/2 \rceil}", True)
    assert made.startswith('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">')
    assert html.unescape(re.sub("<[^>]+>", "", made)) == "b⌈d/2⌉"
    assert "<msup>" in made


def test_a_formula_that_cannot_be_drawn_is_told_when_the_page_is_made():
    with pytest.raises(ValueError, match=r"cannot be drawn: \\nosuch\{x\}"):
        formula(r"\nosuch{x}", False)


def test_links_to_notebooks_lead_to_pages_and_exercises_to_where_one_can_write():
    made = prose("[one](02_minimax.ipynb) [two](exercises/04_alpha_beta.ipynb) [three](../03_isolation.ipynb)")
    assert 'href="02_minimax.html"' in made
    assert 'href="../lite/lab/index.html?path=exercises/04_alpha_beta.ipynb"' in made
    assert 'href="03_isolation.html"' in made


def test_a_link_to_a_section_leads_to_a_heading_that_its_page_has():
    texts = {
        path.name: "\n\n".join(cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown")
        for path in LESSONS
    }
    pages = {name.replace(".ipynb", ".html"): with_places(prose(text))[0] for name, text in texts.items()}
    links = [
        (name or own, place)
        for own, page in pages.items()
        for name, place in re.findall(r'href="(\w+\.html)?#([^"]+)"', page)
    ]
    assert len(links) > 250
    assert [(name, place) for name, place in links if f' id="{place}"' not in pages[name]] == []


def test_what_a_notebook_folds_is_folded_on_its_page():
    cell = new_code_cell("1 + 1", outputs=[new_output("stream", text="the answer")])
    assert "<details" not in code(cell, {})
    cell.metadata["jupyter"] = {"outputs_hidden": True}
    shown, _, folded = code(cell, {}).partition("<details")
    assert "the answer" in folded
    assert "source" in shown
    cell.metadata["jupyter"] = {"source_hidden": True}
    assert code(cell, {}).startswith('<details class="folded"><summary>The code</summary>')
    assert code(cell, {}).endswith("the answer</pre>")


def test_the_functions_of_a_cell_can_be_tried_on_the_bench_without_what_shows_them():
    cell = "from math import inf\nfrom minimax_lab.widgets import step_through\n\n\n"
    cell += "# why\n@twice\ndef f(x):\n    return x\n\n"
    cell += "\nstart = [1,\n  2]\nstep_through(f, start)"
    assert definitions(cell) == "from math import inf\n\n\n# why\n@twice\ndef f(x):\n    return x\n"
    assert definitions("%%time\ndef f(x): return x") == ""
    search = "def f(node):\n    return node if isinstance(node, int) else max(map(f, node))\n"
    assert 'href="../bench.html#' in try_link(search + "print(f([1, 2]))")
    assert try_link("def f(x):\n    return x") == "", "there is no search in it"


def test_a_guide_leads_to_lessons_exercises_and_other_guides_and_to_nothing_that_is_not_there(tmp_path):
    (tmp_path / "docs").mkdir()
    text = "[a](../notebooks/02_minimax.ipynb) [b](../notebooks/exercises/03_minimax.ipynb) [c](A.md#x) [d](../x.py)"
    text += " [A.md](A.md)"
    (tmp_path / "docs" / "A.md").write_text(f"# A guide\n\n{text}")
    write_guides(tmp_path / "site", tmp_path / "docs")
    made = (tmp_path / "site" / "a.html").read_text(encoding="utf-8")
    assert '<a href="../lessons/02_minimax.html">a</a>' in made
    assert '<a href="../lite/lab/index.html?path=exercises/03_minimax.ipynb">b</a>' in made
    assert '<a href="a.html#x">c</a> d <a href="a.html">A guide</a>' in made


def test_every_document_becomes_a_page_and_is_listed(tmp_path):
    write_guides(tmp_path)
    listed = (tmp_path / "index.html").read_text(encoding="utf-8")
    for path in {*DOCS.glob("*.md")} - {DOCS / name for name in LEFT_OUT}:
        assert f'href="{path.stem.lower()}.html"' in listed
        assert (tmp_path / f"{path.stem.lower()}.html").is_file()


FINE = {"errors": [], "missing": []}
NUMPY = {"errors": [], "missing": ["numpy"]}
WRONG = {"errors": ["ValueError: no"], "missing": []}


def test_the_card_of_every_lesson_says_in_a_whole_sentence_what_one_can_do_after_it():
    numbered = [path for path in LESSONS if path.stem[0].isdecimal()]
    assert [*AIMS] == [path.stem for path in numbered]
    told = re.findall(r"<p>(.*?)</p>", cards(numbered))
    assert len(told) == len(numbered)
    for sentence in told:
        assert re.fullmatch(r"[A-Z][^;:.]{60,110}\.", sentence), sentence


@pytest.mark.parametrize(
    ("cells", "plots", "words"),
    [
        ([FINE, FINE], 0, "2 | all | "),
        ([FINE, FINE], 1, "2 | all | 1 plot"),
        ([FINE, NUMPY, NUMPY], 2, "3 | 1 | numpy (cells 2, 3); 2 plots"),
        ([WRONG, NUMPY], 0, "2 | 0 | ✗ ValueError: no (cell 1); numpy (cell 2)"),
    ],
)
def test_a_row_of_the_table_says_what_is_missing(cells, plots, words):
    assert row(notebooks()[0], {"cells": cells, "plots": plots}) == f"| `00_start_here` | {words} |"


def test_a_class_of_the_site_is_none_of_the_widgets_unless_the_rule_says_where():
    """A paragraph of the class `work` made every widget on a page grey, and `where` hid its count of the steps."""
    remarks_and_rules = re.compile(r"/\*.*?\*/|\{[^{}]*\}", re.DOTALL)
    look = (SITE / "site.css").read_text(encoding="utf-8")
    rules = [rule for rule in remarks_and_rules.sub("\n", look).splitlines() if ".step-through" not in rule]
    free = {name for rule in rules for name in re.findall(r"(?:^ *|, )\.([\w-]+)(?=[ ,{:]|$)", rule)}
    taken = set(re.findall(r"\.([a-z][\w-]*)", remarks_and_rules.sub(" ", widget_styles())))
    assert {"lead", "about"} <= free
    assert free & taken <= {"bar", "more"}  # which look as they should in both
