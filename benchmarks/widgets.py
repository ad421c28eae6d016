"""How fluently the step-through moves: `python -m benchmarks.widgets`.

In a real Chromium, without a graphics card, a recorded search is shown and played at 60 steps a
second: folded around the current node, as a large tree opens, and as a whole. Shown are the time
from the first line of the widget's code to its first paint, the time between two frames while it
plays, and the time that a step itself takes. Of several rounds the best one counts: a busy machine
only ever adds.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
from pathlib import Path
from typing import Any

from benchmarks.measure import in_words, measured_on, table, verdict
from minimax_lab.games import random_tree
from minimax_lab.search import minimax
from minimax_lab.trace import trace
from minimax_lab.widgets import StepThrough

SEARCHES = {"2,000 nodes": (10, 2), "50,000 nodes": (6, 6)}  # depth and branching of the tree
FRAME_TARGET, PAINT_TARGET = 20.0, 1000.0  # ms: for 95 of 100 frames, and for the first paint
FRAMES = 240

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
  const between = [], steps = [];
  let last = await frame();
  for (let i = 0; i < frames; i++) { const now = await frame(); between.push(now - last); last = now }
  get("play").click();
  for (let i = 0; i < frames; i++) {
    await frame();
    const begin = performance.now();
    get("forward").click();
    steps.push(performance.now() - begin);
  }
  return {between, steps};
}"""


def shown(depth: int, branching: int) -> StepThrough:
    return StepThrough(trace(minimax, random_tree(depth, branching, seed=0)), grain="line")


def measured(browser: Any, widget: StepThrough) -> dict[str, Any]:
    """One round: the first paint, and the frames of each view and grain."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.set_content("<!doctype html><body></body>")
    state = {"_traces": widget._traces, "step": 0, "grain": "line"}
    result: dict[str, Any] = {"paint": page.evaluate(RENDER, {"esm": widget._esm, "css": widget._css, "state": state})}
    for view in ("folded", "whole"):
        if view == "whole":
            page.get_by_test_id("fold").click()
        for grain in ("line", "node"):
            result[f"{view}, every {grain}"] = page.evaluate(PLAY, {"grain": grain, "frames": FRAMES})
    page.close()
    return result


def percentile(times: list[float], percent: int) -> float:
    return statistics.quantiles(times, n=100)[percent - 1]


def summary(name: str, widget: StepThrough, rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The best round for each thing that was measured."""
    views = {}
    for view in rounds[0]:
        if view == "paint":
            continue
        best = min((each[view] for each in rounds), key=lambda each: percentile(each["between"], 95))
        views[view] = {
            "frame": [percentile(best["between"], p) for p in (50, 95)],
            "step": [percentile(best["steps"], p) for p in (50, 95)],
        }
    return {
        "name": name,
        "nodes": len(widget.traces[0].nodes),
        "steps": len(widget.traces[0].steps),
        "megabytes": len(widget._traces) / 1e6,
        "paint": min(each["paint"] for each in rounds),
        "views": views,
    }


def report(found: list[dict[str, Any]]) -> str:
    rows: list[list[str] | str] = []
    for each in found:
        paint = f"first paint {each['paint']:.0f} ms ({verdict(each['paint'], PAINT_TARGET)})"
        rows += ["", f"{each['nodes']:,} nodes, {each['steps']:,} steps, {each['megabytes']:.1f} MB: {paint}"]
        for view, times in each["views"].items():
            cells = [f"{time:.1f}" for time in (*times["frame"], *times["step"])]
            rows.append([f"  {view}", *cells, verdict(times["frame"][1], FRAME_TARGET)])
    header = ["ms", "frame p50", "p95", "step p50", "p95", f"frame p95 <= {FRAME_TARGET:.0f}"]
    return table(header, rows)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.widgets", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="rounds to time (3)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results to FILE")
    parser.add_argument("--strict", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    chromium = os.environ.get("MINIMAX_LAB_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        parser.error("this needs Playwright: pip install playwright")
    if chromium is None:
        parser.error("this needs Chromium: apt-get install chromium, or set MINIMAX_LAB_CHROMIUM to its path")

    machine = measured_on()
    print(in_words(machine) + "\n", flush=True)
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
        machine["chromium"] = browser.version
        for name, sizes in SEARCHES.items():
            widget = shown(*sizes)
            found.append(summary(name, widget, [measured(browser, widget) for _ in range(options.rounds)]))
        browser.close()
    print(report(found))
    if options.json:
        options.json.write_text(json.dumps(machine | {"widgets": found}, indent=1) + "\n", "utf-8")
    slow = [v for each in found for v in each["views"].values() if v["frame"][1] > FRAME_TARGET]
    late = [each for each in found if each["paint"] > PAINT_TARGET]
    return 1 if options.strict and (slow or late) else 0


if __name__ == "__main__":
    sys.exit(main())
