"""The mistakes that each exercise is compared with, and the styles that are equally right.

A mistake is the code of a misconception; where it comes in several shapes, the shape follows after a colon.
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

SIDES = "", ":max", ":min"  # both make the mistake, or only one does
TABLE_HOLDS = "", ":inner", ":inner-looks-first"  # every node, or all but leaves, which may be looked up all the same
FINITE = "finite-infinity"  # only tried where a student's code has a number that could be one
BY_SIDE = "no-running-best", "starts-at-zero", "wrong-infinity", FINITE, "depth-stays"

MINIMAX_MISTAKES = (
    *(f"{code}{side}" for code in BY_SIDE for side in SIDES),
    *("no-role-flip", "no-role-flip:always-max", "no-role-flip:always-min"),
    *("roles-swapped", "role-hard-coded", "first-move-only", "ignores-depth"),
    *("last-move-left-out", "last-move-left-out:raises", "last-move-left-out:or-all"),
    *("score-or-move", "score-or-move:pair", "score-or-move:root"),
    *("flips-utility:max", "flips-utility:min", "off-by-one-depth:less", "off-by-one-depth:more", "off-by-one-depth:1"),
    *("ignores-terminal", "ignores-terminal:raises", "ignores-terminal:none"),
    *(f"terminal-is-zero{side}" for side in SIDES),
    *(f"table-without-depth{where}" for where in TABLE_HOLDS),
)
NEGAMAX_MISTAKES = (
    *(
        mistake
        for mistake in MINIMAX_MISTAKES
        if mistake.split(":")[-1] not in ("max", "min", "always-max", "always-min")
    ),
    *("flips-utility", "no-minus"),
)
ALPHABETA_MISTAKES = (
    *MINIMAX_MISTAKES,
    *("passes-full-window", "passes-full-window:blind", "negamax-window", "no-break"),
    *("fresh-window", "fresh-window:max", "fresh-window:min", "fresh-window:own-bound-only"),
    *("window-stays", "window-stays:never-cuts", "one-bound-only:max", "one-bound-only:min"),
    *("one-bound-only:max-never-cuts", "one-bound-only:min-never-cuts"),
    *(f"wrong-bound{side}{how}" for how in (":tight", ":slack", ":set") for side in SIDES),
    *(f"cut-reversed{side}{how}" for how in ("", ":or-equal") for side in SIDES),
    *(f"cuts-on-own-bound{side}{how}" for how in (":>=", ":>", ":<=", ":<") for side in SIDES),
    *("returns-alpha", "returns-alpha:beta", *(f"bounds-as-exact{where}" for where in TABLE_HOLDS)),
)
NEGAMAX_WINDOW_MISTAKES = (
    *NEGAMAX_MISTAKES,
    *("passes-full-window", "passes-full-window:blind", "negamax-window", "no-break"),
    *("fresh-window", "fresh-window:own-bound-only", "window-stays", "window-stays:never-cuts"),
    *(f"wrong-bound{how}" for how in (":tight", ":slack", ":set")),
    *("cut-reversed", "cut-reversed:or-equal"),
    *(f"cuts-on-own-bound{how}" for how in (":>=", ":>", ":<=", ":<")),
    *("returns-alpha:beta", *(f"bounds-as-exact{where}" for where in TABLE_HOLDS)),
)
DECISION_MISTAKES = (
    *("tie-takes-later", "shared-best-move", "infinite-win:by-utility", "infinite-win:by-player"),
    *("role-hard-coded:root", "roles-swapped:root", "depth-stays:below-root", "wrong-role-at-root"),
    *("first-move-only:root", "last-move-left-out:root", "last-move-left-out:root:or-all", "starts-at-zero:root"),
    *("value-for-move", "index-for-move", f"{FINITE}:root"),
)
LEVEL_MISTAKES = (
    *(code for code in MINIMAX_MISTAKES if not re.match("role-hard-coded|flips-utility|.*depth|" + FINITE, code)),
    *("win-for-loss", "same-end-for-both:lost", "same-end-for-both:won", *(f"extra-minus{side}" for side in SIDES)),
)

# What is equally right: what to return outside of the window, whether an equal value cuts, in which order to go.
PLAIN_STYLES: list[dict[str, Any]] = [{"prunes": False, "later": later} for later in (False, True)]
WAYS_TO_CUT = [*product((False, True), ("soft", "hard", "bound"), ("window", "best"))]  # strict, returns, test
PRUNING_STYLES: list[dict[str, Any]] = [
    {"backwards": backwards, "strict": strict, "returns": returns, "test": test}
    for backwards in (False, True)
    for strict, returns, test in WAYS_TO_CUT
]
