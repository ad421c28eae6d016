"""Make the students' exercises from the solutions, as nbgrader would, and run them.

    python -m tools.release

nbgrader itself removes solutions and hidden tests. An exercise is then run with its empty stubs and stored
with its outputs, like every notebook here.
"""

import sys
from pathlib import Path

import nbformat
from traitlets.config import Config, PyFileConfigLoader

from tools.refresh import refresh

ROOT = Path(__file__).parent.parent
SOLUTIONS, EXERCISES = ROOT / "notebooks" / "solutions", ROOT / "notebooks" / "exercises"
NBGRADER_CONFIG = Path(__file__).parent / "nbgrader_config.py"


def release(solution: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The student's copy of a solution: the steps of `nbgrader generate_assignment`, without its database."""
    from nbgrader import preprocessors

    steps = ["LockCells", "ClearSolutions", "ClearOutput", "ClearHiddenTests", "ClearMarkScheme", "ComputeChecksums"]
    exercise, resources = nbformat.from_dict(solution), {}
    for step in [*steps, "CheckCellMetadata"]:
        exercise, resources = getattr(preprocessors, step)(config=nbgrader_config()).preprocess(exercise, resources)
    return exercise


def nbgrader_config() -> Config:
    """What `nbgrader_config.py` says."""
    return PyFileConfigLoader(NBGRADER_CONFIG.name, path=str(NBGRADER_CONFIG.parent)).load_config()


def main() -> None:
    EXERCISES.mkdir(exist_ok=True)
    for path in sorted(SOLUTIONS.glob("*.ipynb")):
        draft = EXERCISES / f".{path.name}"  # if it fails, the old exercise stays
        try:
            nbformat.write(release(nbformat.read(path, as_version=4)), draft)
            refresh(draft)
            draft.replace(EXERCISES / path.name)
        finally:
            draft.unlink(missing_ok=True)
        print(f"released notebooks/exercises/{path.name}")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit("usage: python -m tools.release")
    main()
