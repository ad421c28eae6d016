"""Make the README's pictures of the step-through: the first cut-off, and the steps that lead to it.

    python -m tools.pictures

Needs Playwright and Chromium. The moving picture plays once and then stands still.
"""

import io
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from minimax_lab.games import tree
from minimax_lab.widgets import step_through
from tests.needs import chromium
from tests.widgets.browser.conftest import CHROMIUM_OPTIONS

DOCS = Path(__file__).parents[1] / "docs"
GAME = tree(
    {
        "a": {"a1": [5, 6], "a2": [7, 4, 5]},
        "b": {"b1": [3, 8], "b2": [6, 9]},
        "c": {"c1": [2, 4], "c2": [9, 1, 7]},
    }
)
WIDTH = 1200
STEPS = 5  # up to the first cut-off
SHOWN, LAST = 1000, 2000  # milliseconds for a step, and for the cut-off


def my_alphabeta(state, alpha=-inf, beta=inf, maximizing=True):
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    if maximizing:
        value = -inf
        for move in moves:
            value = max(value, my_alphabeta(state.forecast_move(move), alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = inf
        for move in moves:
            value = min(value, my_alphabeta(state.forecast_move(move), alpha, beta, True))
            beta = min(beta, value)
            if alpha >= beta:
                break
    return value


def main() -> None:
    widget = step_through(my_alphabeta, GAME)
    widget.step = [*widget.traces[0].steps.kinds()].index("cutoff")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_OPTIONS)
        page = browser.new_page(viewport={"width": WIDTH + 24, "height": 900}, color_scheme="light")
        page.goto(widget.save_html(Path(folder, "page.html")).as_uri())
        shown = page.locator("[data-ready='1']")
        shown.wait_for()
        for _ in range(STEPS - 1):
            shown.get_by_test_id("back").click()
        frames = []
        for k in range(STEPS):
            if k:
                shown.get_by_test_id("forward").click()
            page.mouse.move(0, 0)
            frames.append(Image.open(io.BytesIO(shown.screenshot())).convert("RGB"))
        browser.close()
    frames[-1].save(DOCS / "step_through.png", optimize=True)
    few = [frame.quantize(128, dither=Image.Dither.NONE) for frame in frames]
    times = [SHOWN] * (STEPS - 1) + [LAST]
    few[0].save(DOCS / "step_through.gif", save_all=True, append_images=few[1:], duration=times, optimize=True)


if __name__ == "__main__":
    main()
