"""Set up a folder in which nbgrader releases and grades the exercises.

    python -m tools.course my-course

Each exercise becomes an assignment of its own, `my-course/source/01_by_hand/01_by_hand.ipynb` and
so on. A file that is already there is never overwritten.
"""

import sys
from pathlib import Path

from tools.release import NBGRADER_CONFIG, SOLUTIONS


def set_up(course: Path) -> list[Path]:
    """Put the sources and nbgrader's configuration into the folder `course`, and return the files that are new."""
    wanted = {course / "source" / path.stem / path.name: path for path in sorted(SOLUTIONS.glob("*.ipynb"))}
    wanted[course / NBGRADER_CONFIG.name] = NBGRADER_CONFIG
    missing = [path for path in wanted if not path.exists()]
    for path in missing:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(wanted[path].read_bytes())
    return missing


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m tools.course FOLDER")
    for path in set_up(Path(sys.argv[1])):
        print(f"made {path}")
