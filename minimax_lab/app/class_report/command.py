"""Show which misconceptions a class has, and how many students each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from html import escape
from itertools import groupby
from pathlib import Path

from minimax_lab.app.class_report.summary import NONE_FOUND, STATES, ClassReport, class_report, students_text
from minimax_lab.app.launch import CHECKOUT
from minimax_lab.app.pages import filled
from minimax_lab.check.texts import NAMES
from minimax_lab.picture.text import count_text
from minimax_lab.widgets.report.page import prose_html

CATALOGUE = CHECKOUT / "docs" / "MISCONCEPTIONS.md"
ALTS = "The student's run on the smallest example", "A right run beside it"


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
    print(report.text(asked.names), f"The same as a page: {asked.out}", sep="\n\n")
    if not asked.names:
        print("Nobody is named here or there; --names says who is meant.")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("minimax-lab class-report", description=__doc__)
    parser.add_argument("submissions", nargs="?", default=".", metavar="DIR",
                        help="a course of nbgrader, or a folder of notebooks (default: this folder)")  # fmt: skip
    parser.add_argument("--out", default="class-report.html", metavar="FILE", help="(default: class-report.html)")
    parser.add_argument("--names", action="store_true", help="say who is meant: not for the projector")
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
    """The page as text. With `names` it says who is meant, which is not for the projector."""
    not_graded = len(report.problems(names=True))
    notebooks = count_text(len(report.submissions), "notebook", "notebooks")
    notebooks += f" of {students_text(len(report.students))}"
    summary = f"{notebooks}; {not_graded} of them could not be graded." if not_graded else f"{notebooks}."
    if names:
        summary += " With names: not for the projector."
    parts = [*_not_graded(report, names), *_misconceptions(report, names), *_exercises(report, names)]
    return filled(Path(__file__).with_name("page.html"), SUMMARY=escape(summary), BODY="\n".join(parts))


def _not_graded(report: ClassReport, names: bool) -> Iterator[str]:
    if told := report.problems(names):
        yield "<h2>Not graded, and not counted below</h2><ul>"
        yield from (f"<li>{escape(problem)}</li>" for problem in told)
        yield "</ul>"


def _misconceptions(report: ClassReport, names: bool) -> Iterator[str]:
    yield "<h2>What students got wrong</h2>"
    if not report.who:
        yield f"<p>{NONE_FOUND}</p>"
        return
    most = max(map(report.count, report.who))
    for (named, count), keys in groupby(report.who, key=lambda key: (key in NAMES, report.count(key))):
        each = " each" if len(group := [*keys]) > 1 else ""
        bar = f'<span class="bar" style="width:{100 * count / most:.0f}%" aria-hidden="true"></span>'
        without = "" if named else ", without a name in the catalogue"
        yield f"<h3>{students_text(count)}{each}{without}{bar}</h3>"
        for key in group:
            yield from _card(report, key, names)


def _card(report: ClassReport, key: str, names: bool) -> Iterator[str]:
    """A mistake for the projector: what it is, where it shows, and what to ask."""
    example = report.example(key)
    where = ", ".join(f"{exercise} {len(students)}" for exercise, students in sorted(report.who[key].items()))
    yield f"<article><h4>{escape(example.title)}</h4>"
    yield "".join(f'<img src="{picture}" alt="{alt}">' for picture, alt in zip(example.pictures, ALTS, strict=False))
    if example.question:
        yield f"<p><b>Ask:</b> {prose_html(example.question)}</p>"
    if lines := report.lines(key).most_common(3):
        told = ", ".join(f"<code>{escape(line)}</code>{f' ({n} students)' if n > 1 else ''}" for line, n in lines)
        yield f"<p>In the line {told}</p>"
    yield f"<details><summary>What a student was told</summary><pre>{escape(example.words)}</pre></details>"
    if names:
        yield f"<p>{escape(', '.join(report.having(key)))}</p>"
    yield f"<p><small>{escape(where)}. {_link(example.code)}</small></p></article>"


def _link(code: str) -> str:
    if not code:
        return ""
    shown = f"<code>{escape(code)}</code>"
    page = CATALOGUE.as_uri() if CATALOGUE.is_file() else ""
    return f'In the catalogue: <a href="{page}">{shown}</a>' if page else f"In the catalogue: {shown}"


def _exercises(report: ClassReport, names: bool) -> Iterator[str]:
    yield "<h2>What was handed in</h2>"
    heads = "".join(f'<th scope="col" class="number">{state}</th>' for state in STATES)
    yield f'<table><thead><tr><th scope="col">exercise</th>{heads}</tr></thead><tbody>'
    for exercise in report.exercises:
        counted = report.states(exercise)
        cells = "".join(f'<td class="number">{counted[state]}</td>' for state in STATES)
        yield f'<tr><th scope="row">{escape(exercise)}</th>{cells}</tr>'
    yield "</tbody></table>"
    for exercise, points in report.points.items():
        yield f"<p>{escape(f'{exercise}: {report.points_text(exercise)}')}.</p><table>"
        for part, most in points.parts.items():
            average = points.average_of(part)
            bar = f'<span class="bar" style="width:{100 * average / most:.0f}%" aria-hidden="true"></span>'
            yield f'<tr><th scope="row">{escape(part)}</th><td class="number">{average:.2f} of {most:g}</td>'
            yield f'<td style="width:50%">{bar}</td></tr>'
        yield "</table>"
        if names and points.at_zero:
            yield f"<p>With 0 points: {escape(', '.join(points.at_zero))}</p>"
