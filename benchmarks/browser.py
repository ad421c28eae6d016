"""How fluently the step-through moves, in a real Chromium without a graphics card.

A recorded search is shown and played at 60 steps a second: folded around the current node, as a large tree opens, and
as a whole; by lines and by nodes. Shown are the time from the first line of the widget's code to its first paint, and
the time within which 95 of 100 frames follow each other, for the view that fares worst. Of several rounds the best
one counts.
"""

from __future__ import annotations

import os
import shutil
import statistics
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import product
from typing import Any

from benchmarks.measure import Figure, NotHere
from minimax_lab.games import random_tree
from minimax_lab.search import minimax
from minimax_lab.trace import trace
from minimax_lab.widgets import StepThrough

SEARCHES = {"2,000 nodes": (10, 2), "50,000 nodes": (6, 6)}  # depth and branching of the tree
FRAME, PAINT = 20, 1000  # ms: for 95 of 100 frames, and for the first paint
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"]

RENDER = """async ({esm, css, state}) => {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  const {default: widget} = await import(URL.createObjectURL(new Blob([esm], {type: "text/javascript"})));
  const set = (name, value) => { state[name] = value };
  const model = {get: name => state[name], set, on() {}, off() {}, save_changes() {}};
  const begin = performance.now();
  widget.render({model, el: document.body});
  await new Promise(paint => requestAnimationFrame(() => requestAnimationFrame(paint)));
  return performance.now() - begin;
}"""

PLAY = """async ({grain, frames}) => {
  const get = id => document.querySelector(`[data-testid=${id}]`);
  const choose = (id, value) => { get(id).value = value; get(id).dispatchEvent(new Event("change")) };
  const frame = () => new Promise(requestAnimationFrame);
  choose("grain", grain);
  choose("speed", "60");
  get("play").click();
  const between = [];
  let last = await frame();
  for (let i = 0; i < frames; i++) { const now = await frame(); between.push(now - last); last = now }
  get("play").click();
  return between;
}"""


def measured(browser: Any, widget: StepThrough, frames: int) -> dict[str, float]:
    """One round, in ms: the first paint, and the frames of each view and grain."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.set_content("<!doctype html><body></body>")
    state = {"_traces": widget._traces, "step": 0, "grain": "line"}
    found = {"paint": page.evaluate(RENDER, {"esm": widget._esm, "css": widget._css, "state": state})}
    for view, grain in product(("folded", "whole"), ("line", "node")):
        if (view, grain) == ("whole", "line"):
            page.get_by_test_id("fold").click()
        between = page.evaluate(PLAY, {"grain": grain, "frames": frames})
        found[f"{view}, every {grain}"] = statistics.quantiles(between, n=100)[94]
    page.close()
    return found


def chromium_options() -> dict[str, Any]:
    """How Chromium is started; raises NotHere without it or Playwright."""
    if find_spec("playwright") is None:
        raise NotHere("Playwright is not installed: pip install playwright")
    chromium = os.environ.get("MINIMAX_LAB_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise NotHere("Chromium is not installed: apt-get install chromium, or set MINIMAX_LAB_CHROMIUM to its path")
    return {"executable_path": chromium, "args": OPTIONS}


def figures(quick: bool) -> Iterator[Figure]:
    options = chromium_options()
    from playwright.sync_api import sync_playwright

    rounds, frames = (1, 10) if quick else (3, 240)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**options)
        for name, (depth, branching) in {"7 nodes": (2, 2)}.items() if quick else SEARCHES.items():
            widget = StepThrough(trace(minimax, random_tree(depth, branching, seed=0)), grain="line")
            all_rounds = [measured(browser, widget, frames) for _ in range(rounds)]
            best = {what: min(found[what] for found in all_rounds) for what in all_rounds[0]}
            paint = best.pop("paint")
            yield Figure(f"{name}: first paint", paint, "ms", PAINT, note=f"{len(widget._traces) / 1e6:.1f} MB sent")
            note = ", ".join(f"{view} {ms:.1f}" for view, ms in best.items())
            yield Figure(f"{name}: 95 of 100 frames within", max(best.values()), "ms", FRAME, note=note)
        browser.close()
