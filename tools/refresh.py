"""Run notebooks and store them with their outputs.

    python -m tools.refresh notebooks/02_minimax.ipynb

The same cells give the same file on every machine, and a cell keeps its id. If a cell fails, the file stays as it was.
"""

import sys
from hashlib import sha256
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError

from minimax_lab.app.pages.notebook import WIDGET_VIEW, run

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def refresh(path: Path) -> None:
    """Run the notebook at `path` from top to bottom and store it as it then is."""
    notebook = run(path, record_timing=False, skip_cells_with_tag="")  # what grading passes over is run, too
    tidy(notebook)
    nbformat.write(notebook, path)


def tidy(notebook: nbformat.NotebookNode) -> None:
    """Remove what differs from one run or machine to the next."""
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat_minor = 5  # the first with cell ids
    taken = set()
    for cell in notebook.cells:
        if not cell.get("id") or cell.id in taken:
            cell.id = free_id(cell, taken)
        taken.add(cell.id)
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            # A stored view without its widget is shown as an error; the picture and the text stored with it stay.
            output.get("data", {}).pop(WIDGET_VIEW, None)


def free_id(cell: nbformat.NotebookNode, taken: set[str]) -> str:
    """An id made from what is in the cell."""
    copies = 0
    while True:
        cell_id = sha256(f"{cell.cell_type} {copies} {cell.source}".encode()).hexdigest()[:8]
        if cell_id not in taken:
            return cell_id
        copies += 1


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit("usage: python -m tools.refresh NOTEBOOK …")
    for name in sys.argv[1:]:
        try:
            refresh(Path(name))
        except CellExecutionError as error:
            sys.exit(f"{name} stays as it was. {error}")
        print(f"refreshed {name}")
