"""A notebook that is run for slides or for the site comes to an end, or it is said why not."""

import nbformat
import pytest

from minimax_lab.app.pages import notebook

INTERACT = "from ipywidgets import interact\n\n_ = interact(lambda n: print(n), n=(1, 5))"


def write(path, *sources):
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources]), path)
    return path


@pytest.mark.exhaustive
def test_a_cell_without_an_end_is_told_with_its_first_line(tmp_path, monkeypatch):
    monkeypatch.setattr(notebook, "SECONDS", 1)
    path = write(tmp_path / "lesson.ipynb", "import time\n\ntime.sleep(600)")
    with pytest.raises(TimeoutError, match=r"lesson.ipynb: the cell that begins with 'import time' .* 1 seconds"):
        notebook.run(path)


@pytest.mark.exhaustive
def test_no_answer_is_overlooked_while_an_output_widget_is_filled(tmp_path, monkeypatch):
    """Of these hundred, nbclient by itself would overlook about three, and wait for them until the time is up."""
    monkeypatch.setattr(notebook, "SECONDS", 20)
    made = notebook.run(write(tmp_path / "lesson.ipynb", *[INTERACT] * 100))
    assert all(cell.outputs for cell in made.cells)
