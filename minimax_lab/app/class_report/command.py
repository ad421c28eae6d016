"""Show which misconceptions a class has, and how many students each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from minimax_lab.app.class_report.page import page
from minimax_lab.app.class_report.summary import class_report


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab class-report` with these arguments, and return its exit code."""
    asked = _parser().parse_args(arguments)
    try:
        with _executor(asked.workers, asked.cluster) as executor:
            report = class_report(asked.submissions, executor)
        Path(asked.out).write_text(page(report, asked.names), encoding="utf-8")
    except (ValueError, OSError) as problem:
        print(f"minimax-lab class-report: {problem}", file=sys.stderr)
        return 2
    for told in report.problems:
        print(f"cannot be read: {told}", file=sys.stderr)
    print(report, f"\n\nThe same as a page: {asked.out}", sep="")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("minimax-lab class-report", description=__doc__)
    parser.add_argument("submissions", help="a course folder of nbgrader, or a folder with the students' notebooks")
    parser.add_argument("--out", default="class-report.html", metavar="FILE", help="(default: class-report.html)")
    parser.add_argument("--names", action="store_true", help="say who has which misconception")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, metavar="N", help="read on so many processes of this machine")
    where.add_argument("--cluster", metavar="ADDRESS", help="read on the Dask cluster whose scheduler has this address")
    return parser


@contextmanager
def _executor(workers: int | None, cluster: str | None) -> Iterator[Executor | None]:
    if cluster:
        try:
            from distributed import Client
        except ImportError:
            raise ValueError('a cluster needs Dask: pip install "minimax-lab[cluster]"') from None
        with Client(cluster) as client:
            yield client.get_executor()
    elif workers is not None:
        with ProcessPoolExecutor(workers) as pool:
            yield pool
    else:
        yield None
