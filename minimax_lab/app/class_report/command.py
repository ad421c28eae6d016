"""Show which misconceptions a class has, and how many students each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from html import escape
from pathlib import Path

from minimax_lab.app.class_report.summary import STATES, ClassReport, class_report

PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The class at a glance</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8888; }}
td.number, th.number {{ text-align: right; font-variant-numeric: tabular-nums; }}
.bar {{ display: block; height: 1rem; background: #0072B2; border-radius: 2px; min-width: 2px; }}
pre {{ background: #8882; padding: .6rem; overflow-x: auto; white-space: pre-wrap; }}
@media print {{ .bar {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}
</style>
<main>
<h1>The class at a glance</h1>
<p>{summary}</p>
{body}
</main>
</html>
"""


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


def page(report: ClassReport, names: bool = False) -> str:
    """The page as text. With `names` it says who has which misconception, which is not for the projector."""
    summary = f"{len(report.students)} students, {len(report.submissions)} submissions."
    parts = [*_exercises(report), *_misconceptions(report, names), *_begin_with(report), *_problems(report)]
    return PAGE.format(summary=escape(summary), body="\n".join(parts))


def _exercises(report: ClassReport) -> Iterator[str]:
    yield "<h2>What was handed in</h2>"
    heads = "".join(f'<th scope="col" class="number">{state}</th>' for state in STATES)
    yield f'<table><thead><tr><th scope="col">exercise</th>{heads}</tr></thead><tbody>'
    for exercise in report.exercises:
        counted = report.states(exercise)
        cells = "".join(f'<td class="number">{counted[state]}</td>' for state in STATES)
        yield f'<tr><th scope="row">{escape(exercise)}</th>{cells}</tr>'
    yield "</tbody></table>"
    yield from (
        f"<p>{escape(each + report.points_text(each))}.</p>" for each in report.exercises if each in report.points
    )


def _misconceptions(report: ClassReport, names: bool) -> Iterator[str]:
    yield "<h2>Which misconceptions, and how many students</h2>"
    if not report.who:
        yield "<p>No misconception was found.</p>"
        return
    heads = "".join(f'<th scope="col" class="number">{escape(exercise)}</th>' for exercise in report.exercises)
    yield '<table><thead><tr><th scope="col">misconception</th>'
    yield f'<th scope="col" class="number">students</th><th scope="col" style="width:30%"></th>{heads}</tr></thead>'
    most = max(map(report.count, report.who))
    for key, by_exercise in report.who.items():
        count = report.count(key)
        cells = "".join(f'<td class="number">{len(by_exercise.get(each, ())) or ""}</td>' for each in report.exercises)
        example = report.example(key)
        title = escape(example.title) + (f"<br><code>{escape(example.code)}</code>" if example.code else "")
        if names:
            everyone = sorted({student for students in by_exercise.values() for student in students})
            title += f"<details><summary>who</summary>{escape(', '.join(everyone))}</details>"
        bar = f'<span class="bar" style="width:{100 * count / most:.0f}%" aria-hidden="true"></span>'
        yield f'<tr><th scope="row">{title}</th><td class="number">{count}</td><td>{bar}</td>{cells}</tr>'
    yield "</table>"


def _begin_with(report: ClassReport) -> Iterator[str]:
    if not report.who:
        return
    example = report.example(next(iter(report.who)))
    name = f" (<code>{escape(example.code)}</code>)" if example.code else ""
    yield "<h2>To begin the next lecture with</h2>"
    yield f"<p>The commonest: <b>{escape(example.title)}</b>{name}. One student was told:</p>"
    yield f"<pre>{escape(example.words)}</pre>"


def _problems(report: ClassReport) -> Iterator[str]:
    if report.problems:
        yield "<h2>What could not be read</h2><ul>"
        yield from (f"<li>{escape(problem)}</li>" for problem in report.problems)
        yield "</ul>"
