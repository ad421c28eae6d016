"""A visit to the bench of the site, which is served on this machine, in a real Chromium.

Shown are medians, in seconds from the moment at which the page is asked for: until the stored example is alive, and
until the student's own code has been run, which is asked for as soon as Python is there. A first visit has a fresh
profile. The warm one is the third with the same profile: a browser keeps compiled code only of what it has seen twice.
"""

from __future__ import annotations

import statistics
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.browser import chromium_options
from benchmarks.measure import Figure, NotHere
from minimax_lab.app import site

EXAMPLE = "#steps [data-testid=step-through][data-ready='1']"
RUN, RAN = "#run:not([disabled])", "#status"
# The seconds by the page's own clock, looked at in every frame: from outside it is seen up to half a second later.
SEEN = """([selector, words]) => new Promise((seen) => {
  const look = () => {
    const element = document.querySelector(selector);
    if (!element?.textContent.includes(words)) return requestAnimationFrame(look);
    if (element.matches("#run")) element.click();
    return seen(performance.now() / 1000);
  };
  look();
})"""
ROUNDS, PATIENCE = 5, 300_000
GOALS = {"example": 1, "first": 15, "warm": 4}  # seconds


def visit(profile: Any, address: str, runs_code: bool) -> dict[str, float]:
    """The seconds until the example is alive, and until the student's code has been run."""
    page = profile.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address, wait_until="commit")
    found = {"example": page.evaluate(SEEN, [EXAMPLE, ""])}
    if runs_code:
        page.evaluate(SEEN, [RUN, ""])
        found["run"] = page.evaluate(SEEN, [RAN, " was run."])
    page.close()
    return found


def visits(playwright: Any, address: str, quick: bool) -> Iterator[tuple[dict[str, float], dict[str, float]]]:
    """A first and a warm visit, again and again with a fresh profile."""
    for _ in range(1 if quick else ROUNDS):
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            profile = playwright.chromium.launch_persistent_context(folder, **chromium_options())
            seen = [visit(profile, address, not quick) for _ in range(1 if quick else 3)]
            profile.close()
        yield seen[0], seen[-1]


def figures(quick: bool) -> Iterator[Figure]:
    chromium_options()
    try:
        site.builder()
    except site.CannotBuild as why:
        raise NotHere(str(why)) from None
    from playwright.sync_api import sync_playwright

    from tools.site.bench import write_bench

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_bench(Path(folder))
        with site.server(Path(folder)) as serving:
            threading.Thread(target=serving.serve_forever).start()
            seen = [*visits(playwright, f"http://127.0.0.1:{serving.server_port}/bench.html", quick)]
            serving.shutdown()
    first, warm = zip(*seen, strict=True)
    yield _figure("first visit: the example is alive", [each["example"] for each in first], GOALS["example"])
    if not quick:
        yield _figure("first visit: own code has run", [each["run"] for each in first], GOALS["first"])
        yield _figure("warm visit: own code has run", [each["run"] for each in warm], GOALS["warm"])


def _figure(what: str, times: list[float], goal: float) -> Figure:
    note = f"{len(times)} visits: " + ", ".join(f"{seconds:.1f}" for seconds in sorted(times))
    return Figure(what, statistics.median(times), "s", goal, note=note)
