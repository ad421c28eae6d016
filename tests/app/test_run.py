"""A notebook that is run for slides or for the site comes to an end, or it is said why not."""

import nbformat
import pytest

from minimax_lab.app.pages import notebook

ENDLESS_AT_FIRST = """
import time
from pathlib import Path

if not Path("tried").exists():
    Path("tried").touch()
    time.sleep(600)
"""


def write(path, source):
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)]), path)
    return path


@pytest.mark.exhaustive
def test_a_cell_without_an_end_is_told_with_its_first_line(tmp_path, monkeypatch):
    monkeypatch.setattr(notebook, "SECONDS", 1)
    path = write(tmp_path / "lesson.ipynb", "import time\n\ntime.sleep(600)")
    with pytest.raises(TimeoutError, match=r"lesson.ipynb: the cell that begins with 'import time' .* 1 seconds, in 3"):
        notebook.run(path)


@pytest.mark.exhaustive
def test_what_did_not_end_is_tried_once_more(tmp_path, monkeypatch):
    monkeypatch.setattr(notebook, "SECONDS", 10)
    made = notebook.run(write(tmp_path / "lesson.ipynb", f"{ENDLESS_AT_FIRST.strip()}\n1 + 1"))
    assert made.cells[0].outputs[0].data["text/plain"] == "2"
