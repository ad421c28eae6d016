"""`python -m benchmarks` runs all benchmarks and writes RESULTS.md; `python -m benchmarks NAME …` only some of them."""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import subprocess
import sys
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from benchmarks.measure import NotHere

NAMES = ["peers", "engine", "clock", "chess", "solved", "tracing", "browser", "visit"]
NAMES += ["tournament", "notebooks", "sunfish"]
RESULTS = Path(__file__).with_name("RESULTS.md")
HEAD = """\
# Results

Written by `python -m benchmarks`. How the times are taken, and what is compared, is in [README.md](README.md).
"""
TABLE = "| figure | measured | goal | | of which |\n|---|---|---|---|---|\n"


def machine() -> str:
    """The day and the machine, as far as it matters to a time. Nothing that says whose it is."""
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):  # not Linux
        system = f"{platform.system()} {platform.release()}"
    processor = platform.processor()
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        processor = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), processor)
    except OSError:
        pass
    git = subprocess.run(["git", "-C", RESULTS.parent, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    commit = f", commit {git.stdout.strip()}" if git.returncode == 0 else ""  # results are kept while the code goes on
    load = f", load average {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return (
        f"{date.today()}, {system}, {platform.python_implementation()} {platform.python_version()}, "
        f"{processor or platform.machine()}, {os.cpu_count()} cores{load}{commit}"
    )


def section(name: str, quick: bool = False) -> str:
    """Run a benchmark, show its figures as they come, and return them as a section of the page."""
    measured_on, module = machine(), importlib.import_module(f"benchmarks.{name}")
    print(f"\n{name}: {measured_on}", flush=True)
    rows = []
    try:
        for figure in module.figures(quick):
            rows.append(figure.cells())
            print("  " + "  ".join(filter(None, rows[-1])), flush=True)
    except NotHere as missing:
        print(f"  not measured: {missing}")
        return f"## {name}\n\n{module.__doc__.strip()}\n\nNot measured: {missing}\n"
    table = TABLE + "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"## {name}\n\n{module.__doc__.strip()}\n\nMeasured {measured_on}.\n\n{table}"


def page(old: str, new: Iterable[str]) -> str:
    """The page `old` with `new` sections in place of those of the same names, and what falls short in front."""
    sections = {text.split("\n", 1)[0]: f"## {text}".rstrip() + "\n" for text in old.split("\n## ")[1:]}
    sections |= {text.split("\n", 1)[0].removeprefix("## "): text for text in new}
    known = [(name, sections[name]) for name in NAMES if name in sections]
    missed = [
        f"- {name}: {what}: {value}, goal {goal}"
        for name, text in known
        for what, value, goal, verdict, *_ in (row[2:-2].split(" | ") for row in text.splitlines() if row[:2] == "| ")
        if verdict == "**missed**"
    ]
    unmeasured = ", ".join(name for name in NAMES if name not in sections)
    missed += [f"- not measured yet: {unmeasured}"] if unmeasured else []
    short = "\n".join(missed) if missed else "Nothing: every goal is met."
    return "\n".join([HEAD, f"## What falls short\n\n{short}\n", *(text for _, text in known)])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which to run: {', '.join(NAMES)} (all)")
    parser.add_argument("--quick", action="store_true", help="the smallest form of each, which shows only that it runs")
    options = parser.parse_args(arguments)
    unknown = sorted({*options.names} - {*NAMES})
    if unknown:
        parser.error(f"there is no benchmark called {', '.join(unknown)}; there are {', '.join(NAMES)}")
    for name in options.names or NAMES:
        new = section(name, options.quick)
        if not options.quick:  # at once, so that what was measured is kept if a later one is interrupted
            old = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
            RESULTS.write_text(page(old, [new]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
