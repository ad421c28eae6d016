"""Store anew all that quotes reports of checks, after a sentence of a report has changed.

    python -m tools.reports

That is every notebook with a report in it, the exercises, which are made from the solutions, the catalogue of
misconceptions, and the README.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import nbformat

from minimax_lab.check.report import MARKS
from tools import misconceptions, release
from tools.refresh import refresh
from tools.release import ROOT, SOLUTIONS

README = ROOT / "README.md"
BEGINS_A_REPORT = re.compile(rf"[{re.escape(''.join(MARKS.values()))}] ")


def quotes_reports(path: Path) -> bool:
    """Whether a notebook has stored a report."""
    outputs = [output for cell in nbformat.read(path, as_version=4).cells for output in cell.get("outputs", [])]
    texts = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    return any(map(BEGINS_A_REPORT.match, texts))


class _Outputs(doctest.DocTestRunner):
    """Keeps what examples print where it is not what stands below them."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.changed: list[tuple[doctest.Example, str]] = []

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self.changed.append((example, got))


def with_outputs(text: str, name: str = "page") -> str:
    """A page with what its examples print now. It has a name because doctest finds the lines of a function by it."""
    runner = _Outputs()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name, None, 0))
    for example, got in runner.changed:
        assert example.want in text
        text = text.replace(example.want, re.sub(r"^$(?=\n)", "<BLANKLINE>", got, flags=re.MULTILINE))
    return text


def main() -> None:
    for path in sorted([*(ROOT / "notebooks").glob("*.ipynb"), *SOLUTIONS.glob("*.ipynb")]):
        if quotes_reports(path):
            refresh(path)
            print(f"refreshed {path.relative_to(ROOT)}")
    release.main()
    misconceptions.main()
    README.write_text(with_outputs(README.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    print("The catalogue and the README are written. `git diff` shows what has changed.")


if __name__ == "__main__":
    main()
