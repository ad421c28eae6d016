"""The mistakes that searches are compared with: a table. Each is one row: its code, and the edits of a right program
that make it. The words for it are in `texts`, under the same code.

A row is what names a student's mistake (the program that comes of the edits behaves the same), what the tests are made
from, and what *Break it* shows. To add a mistake, add a row here and a text there.

An edit is what stands in a line and what is written instead; if the two sides need different words, what is written
at MAX and what at MIN. A way to make a mistake is a few edits, made where it says: everywhere, or on one side only.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product

from minimax_lab.check.right_programs import (
    AT_MAX,
    AT_MIN,
    BELOW,
    EVERYWHERE,
    LARGE,
    PROGRAMS,
    ROOT,
    SIDES,
    STYLES,
    Edit,
    Edits,
    Mistake,
    Program,
    Style,
    Way,
    row,
    way,
)


def mistakes(kind: str = "alphabeta") -> list[Mistake]:
    """The rows of which there is a wrong program of this kind (a key of `PROGRAMS`).

    >>> from minimax_lab.check.mistakes import mistakes
    >>> row = mistakes("minimax")[0]
    >>> row.code, row.title
    ('no-role-flip', 'The children do not get the other role')
    >>> source, function = row.program("minimax")
    >>> function.__name__
    'minimax'
    """
    return [mistake for mistake in TABLE if next(mistake.programs(kind), None)]


@cache
def wrong_programs(kind: str, style: Style = (), number: int = 1) -> tuple[Program, ...]:
    """The programs of a kind that make so many mistakes, but for those that are seen in the runs themselves.

    There are thousands with two mistakes: in a search with a window, each is made in its most usual way.
    """
    made = [[*row.programs(kind, style)] for row in TABLE if not row.seen]
    found = [program for programs in made for program in programs if len(program.codes) == number]
    if number == 1:
        return tuple(found)
    rows = [[program for program in programs if len(program.codes) == 1] for programs in made]
    if "alpha" in PROGRAMS[kind].text:
        rows = [[program for program in programs if program.made[0][1] is programs[0].made[0][1]] for programs in rows]
    pairs = (pair for one, other in combinations(rows, 2) for pair in product(one, other))
    both = [Program(kind, style, (*one.made, *other.made)) for one, other in pairs]
    return tuple(program for program in (*both, *found) if program.source)


# Words that several rows need

MAX_TAKES, MIN_TAKES = "best = max(best, value)", "best = min(best, value)"
LEAF, NEGAMAX_LEAF = "return evaluate(state)", "return color * evaluate(state)"
FLIPS, NEGAMAX_FLIPS = "not maximizing, evaluate)", "-color, evaluate)"
TO_MIN, TO_MAX = "= min_value(state.forecast_move(move))", "= max_value(state.forecast_move(move))"
WINDOW, NEGAMAX_WINDOW = "alpha, beta, not", "-beta, -alpha, -color"
RAISES_ALPHA, LOWERS_BETA = "alpha = max(alpha, best)", "beta = min(beta, best)"
MAX_CUTS, MIN_CUTS = "if alpha >= beta:", "if beta <= alpha:"
NOTHING = "max([])"  # the best of nothing: an error
AVERAGES: Edits = (
    *(("best = -inf", "best, values = 0, []"), ("best = inf", "best, values = 0, []")),
    *((takes, "values.append(value)\nbest = sum(values) / len(values)") for takes in (MAX_TAKES, MIN_TAKES)),
)
CHOOSES: Edits = (
    ("moves = state", "chosen = None\nmoves = state"),
    (MAX_TAKES, "if value > best:\n    best, chosen = value, move"),
    (MIN_TAKES, "if value < best:\n    best, chosen = value, move"),
)
KNOWS_ROOT: Edits = (
    *(("evaluate):", "evaluate, root=True):"), ("_value(state):", "_value(state, root=True):")),
    *((call, f"{call[:-1]}, False)") for call in (FLIPS, NEGAMAX_FLIPS, TO_MIN, TO_MAX)),
)
FULL_AT_ROOT: Edits = (
    ("evaluate):", "evaluate, root=True):"),
    (f"alpha, beta, {FLIPS}", f"*((-inf, inf) if root else (alpha, beta)), {FLIPS[:-1]}, False)"),
    (f"-beta, -alpha, {NEGAMAX_FLIPS}", f"*((-inf, inf) if root else (-beta, -alpha)), {NEGAMAX_FLIPS[:-1]}, False)"),
)
TAKES_NO_MORE: Edits = (
    ("best = -inf", "best = None"),
    ("best = inf", "best = None"),
    (MAX_TAKES, "best = value if best is None else max(best, value)"),
    (MIN_TAKES, "best = value if best is None else min(best, value)"),
)


def _starts_at(value: str) -> Edits:
    """The best value so far is this one, before a child is looked at."""
    return ("best = -inf", f"best = {value}"), ("best = inf", f"best = {value}")


def _always_max(name: str, parameters: str, role: str, hard_coded: str) -> Edits:
    """All that the function does is to call another one, always for MAX."""
    head, given = f"def {name}({parameters}):", parameters.replace(role, hard_coded)
    return (head, f"{head}\n    return search({given})\n\ndef search({parameters}):"), (
        f"{name}(state.f",
        "search(state.f",
    )


def _remembers(key: str, window_too: bool, also: str = "") -> tuple[Way, ...]:
    """A table whose key lacks something: of all nodes; or of all but leaves, which may be looked up all the same.

    `also` is the code of another mistake that the same key makes.
    """
    heads: list[Edit] = []
    for given, role in product(("depth, ", "beta, "), ("maximizing", "color")):
        window = ", alpha, beta" if window_too and given == "beta, " else ""
        table = f"table = {{}} if table is None else table\n    key = {key}, {role}{window}"
        heads.append((f"{given}{role}, evaluate):", f"{given}{role}, evaluate, table=None):\n    {table}"))
    passed = tuple((call, f"{call[:-1]}, table)") for call in (FLIPS, NEGAMAX_FLIPS))
    keeps: Edits = (*heads, *passed, ("return best", "table[key] = best\nreturn best"))
    look = "if key in table:\n    return table[key]\n"
    first = ("moves = state", f"{look}moves = state")
    leaves = ((leaf, f"table[key] = {leaf[7:]}\nreturn table[key]") for leaf in (LEAF, NEGAMAX_LEAF))
    inside = [(line, f"{look}{line}") for line in ("if maximizing:", "best = -inf")]
    return (
        way(*keeps, first, *leaves, where=[BELOW], also=also),
        way(*keeps, inside[0], where=[BELOW], kinds=["minimax", "alphabeta"], also=also),
        way(*keeps, inside[1], where=[BELOW], kinds=["negamax", "negamax with a window"], also=also),
        way(*keeps, first, where=[BELOW], also=also),
    )


def _own_bound(at_max: str, at_min: str) -> Way:
    """A cut-off that compares the value with the side's own bound, as it was before."""
    return way(
        (RAISES_ALPHA, "before, alpha = alpha, max(alpha, best)"),
        (MAX_CUTS, f"if best {at_max} before:"),
        (LOWERS_BETA, "before, beta = beta, min(beta, best)"),
        (MIN_CUTS, f"if best {at_min} before:"),
        where=SIDES,
    )


# The table itself

TABLE = (
    row(
        "no-role-flip",
        way((FLIPS, FLIPS.removeprefix("not ")), (NEGAMAX_FLIPS, NEGAMAX_FLIPS[1:]), where=SIDES),
        way((TO_MIN, TO_MAX), (TO_MAX, TO_MIN), where=SIDES),
        only="role function variable fixed sign",
        shown_by="role function fixed sign",
    ),
    row(
        "roles-swapped",
        way(("if maximizing:", "if not maximizing:"), where=[EVERYWHERE, ROOT]),
        way(
            *(("best = -inf", "best = inf"), ("best = inf", "best = -inf")),
            *((MAX_TAKES, MIN_TAKES), (MIN_TAKES, MAX_TAKES), ("if value > best", "if value < best")),
            where=[EVERYWHERE, ROOT],
            kinds=["negamax", "negamax with a window", "levels", "level decision"],
        ),
        hidden_by="function",  # with the other one of two functions, the worst move is the best one by chance
    ),
    row(
        "no-running-best",
        way(
            *((MAX_TAKES, "best = value"), (MIN_TAKES, "best = value")),
            *(("if value > best:", "if True:"), ("if value < best:", "if True:")),
            where=SIDES,
        ),
        fits="keeps in condition term max-min returned",
        shown_by="keeps in condition",
    ),
    row("averages", way(*AVERAGES, where=SIDES)),
    row(
        "starts-at-zero",
        way(*_starts_at("0"), where=[*SIDES, ROOT]),
        shown_by="infinity",
    ),
    row(
        "starts-at-own-score",
        way(*_starts_at("evaluate(state)"), where=SIDES, kinds=["minimax", "alphabeta"]),
        way(*_starts_at("color * evaluate(state)"), where=SIDES, kinds=["negamax", "negamax with a window"]),
    ),
    row(
        "wrong-infinity",
        way(("best = -inf", "best = inf"), ("best = inf", "best = -inf"), where=SIDES),
        fits="sign infinity other-infinity exchanged branches variable fixed term number",
        shown_by="sign infinity other-infinity branches term",
    ),
    row(
        "finite-infinity",
        way(("best = -inf", f"best = -{LARGE}"), ("best = inf", f"best = {LARGE}"), where=[*SIDES, ROOT]),
        shown_by="infinity",
    ),
    row(
        "score-or-move",
        way(*CHOOSES, ("return best", "return chosen"), where=SIDES),
        way(*CHOOSES, ("return best", "return best, chosen")),
        way(*CHOOSES, *KNOWS_ROOT, ("return best", "return chosen if root else best")),
        shown_by="returned variable",
    ),
    row("mutates-state", way(("in moves:", "in moves:\n    state.searched = True")), seen=True, repaired=False),
    row(
        "flips-utility",
        way((LEAF, "return evaluate(state) if maximizing else -evaluate(state)"), (NEGAMAX_LEAF, LEAF)),
        way((LEAF, "return -evaluate(state) if maximizing else evaluate(state)")),
    ),
    row(
        "off-by-one-depth",
        *(way(("depth == 0", test)) for test in ("depth <= 1", "depth == 1", "depth < 0")),
        plies=True,
    ),
    row(
        "ignores-terminal",
        way((" or not moves", ""), ("if not moves:", "if False:")),
        way((" or not moves", ""), ("if not moves:", "if False:"), ("in moves", f"in (moves or {NOTHING})")),
        way((" or not moves", ""), ("if not moves:", "if False:"), *TAKES_NO_MORE, where=[BELOW]),
        way(("if not moves:", "if False:"), where=[AT_MAX, AT_MIN], kinds=["levels"]),
        way(
            *(("if not moves:", "if False:"), ("in moves", f"in (moves or {NOTHING})")),
            where=[AT_MAX, AT_MIN],
            kinds=["levels"],
        ),
        shown_by="stop and-or condition called empty comparison",
    ),
    row("ignores-depth", way(("depth == 0 or not moves", "not moves")), shown_by="stop"),
    row(
        "first-move-only",
        way((MAX_TAKES, "return value"), (MIN_TAKES, "return value")),
        way(("in moves:", "in moves[:1]:"), where=[EVERYWHERE, ROOT]),
        way(("in moves[::-1]:", "in moves[:-2:-1]:"), where=[EVERYWHERE, ROOT]),
        fits="out in early removed condition returned slice",
        looks=True,
    ),
    row("depth-stays", way(("depth - 1", "depth"), where=[*SIDES, BELOW]), shown_by="number"),
    row("no-move-made", way(("state.forecast_move(move)", "state")), seen=True, only="no-move variable"),
    row("no-minus", way(("= -negamax", "= negamax")), shown_by="sign"),
    row(
        "last-move-left-out",
        way(("in moves", "in moves[:-1]"), where=[EVERYWHERE, ROOT]),
        way(("in moves", f"in (moves[:-1] or {NOTHING})")),
        way(("in moves", "in (moves[:-1] or moves)"), where=[EVERYWHERE, ROOT]),
        way(
            *(("in moves", "in moves[:-1]"), *TAKES_NO_MORE),
            kinds=["minimax", "alphabeta", "negamax", "negamax with a window", "levels"],
        ),
        looks=True,
    ),
    row(
        "terminal-is-zero",
        way((LEAF, f"{LEAF} if moves else 0"), (NEGAMAX_LEAF, f"{NEGAMAX_LEAF} if moves else 0")),
        way((LEAF, f"{LEAF} if moves or not maximizing else 0")),
        way((LEAF, f"{LEAF} if moves or maximizing else 0")),
        way(("return -1", "return 0"), ("return +1", "return 0"), where=SIDES),
    ),
    row(
        "role-hard-coded",
        way(("state.active_player is MAX", "True")),
        way(("if maximizing:", "if True:"), where=[ROOT]),
        way(
            *_always_max("minimax", "state, depth, maximizing, evaluate", "maximizing", "True"),
            *_always_max("alphabeta", "state, depth, alpha, beta, maximizing, evaluate", "maximizing", "True"),
            *_always_max("negamax", "state, depth, color, evaluate", "color", "1"),
            *_always_max("negamax", "state, depth, alpha, beta, color, evaluate", "color", "1"),
            where=[BELOW],
        ),
    ),
    row(
        "table-without-depth",
        *_remembers("state", window_too=True),
        repaired=False,
        only="fixed comparison equality number",
    ),
    row("id-as-key", *_remembers("id(state), depth", window_too=True), seen=True, repaired=False),
    row("whole-numbers-only", way((LEAF, "return round(evaluate(state))")), seen=True),
    # The end of the game, where the level says what it is worth
    row("win-for-loss", way(("return -1", "return +1"), ("return +1", "return -1")), about="end"),
    row("same-end-for-both", way(("return +1", "return -1")), way(("return -1", "return +1")), about="end"),
    row(
        "extra-minus",
        way((TO_MIN, TO_MIN.replace("= ", "= -")), (TO_MAX, TO_MAX.replace("= ", "= -")), where=SIDES),
        about="end",
        fits="sign term",
        shown_by="sign term",
    ),
    # The window
    row(
        "passes-full-window",
        way(*FULL_AT_ROOT),
        way(*FULL_AT_ROOT, *((f"if {bound} ", f"if not root and {bound} ") for bound in ("alpha", "beta"))),
        about="window",
        shown_by="fixed window infinity",
    ),
    row(
        "fresh-window",
        way((WINDOW, "-inf, inf, not"), (NEGAMAX_WINDOW, "-inf, inf, -color"), where=SIDES),
        way((WINDOW, "alpha, inf, not", "-inf, beta, not"), (NEGAMAX_WINDOW, "-inf, -alpha, -color")),
        way((WINDOW, "best, inf, not", "-inf, best, not"), (NEGAMAX_WINDOW, "-inf, -best, -color")),
        about="window",
        fits="variable exchanged infinity condition function fixed window",
        shown_by="infinity fixed window",
    ),
    row(
        "one-bound-only",
        way((RAISES_ALPHA, "pass"), (LOWERS_BETA, "pass"), where=[AT_MAX, AT_MIN], kinds=["alphabeta"]),
        way(("break", "pass"), where=[AT_MAX, AT_MIN], kinds=["alphabeta"]),
        about="window",
        true_anyway=True,
    ),
    row("no-break", way(("break", "pass")), about="window", fits="break goes-on out in", true_anyway=True),
    row(
        "window-stays",
        way((RAISES_ALPHA, "pass"), (LOWERS_BETA, "pass")),
        way((RAISES_ALPHA, "pass"), (LOWERS_BETA, "pass"), ("break", "pass")),
        about="window",
        shown_by="update",
        true_anyway=True,
    ),
    row(
        "wrong-bound",
        way((RAISES_ALPHA, "beta = min(beta, best)"), (LOWERS_BETA, "alpha = max(alpha, best)"), where=SIDES),
        way((RAISES_ALPHA, "beta = max(beta, best)"), (LOWERS_BETA, "alpha = min(alpha, best)"), where=SIDES),
        way((RAISES_ALPHA, "beta = best"), (LOWERS_BETA, "alpha = best"), where=SIDES),
        about="window",
        shown_by="target",
    ),
    row(
        "cut-reversed",
        way((MAX_CUTS, "if alpha < beta:"), (MIN_CUTS, "if beta > alpha:"), where=SIDES),
        way((MAX_CUTS, "if alpha <= beta:"), (MIN_CUTS, "if beta >= alpha:"), where=SIDES),
        way(("if best >= beta:", "if best < beta:"), ("if best <= alpha:", "if best > alpha:"), where=SIDES),
        way(("if best >= beta:", "if best <= beta:"), ("if best <= alpha:", "if best >= alpha:"), where=SIDES),
        about="window",
        fits="comparison role branches variable exchanged",
        shown_by="comparison role branches",
    ),
    row(
        "cuts-on-own-bound",
        *(_own_bound(*signs) for signs in ((">=", "<="), (">", "<"), ("<=", ">="), ("<", ">"))),
        about="window",
        shown_by="bound variable",
    ),
    row(
        "shared-window",
        way(
            *KNOWS_ROOT,
            ("moves = state", "if root:\n    alphabeta.window = [alpha, beta]\nmoves = state"),
            (RAISES_ALPHA, "alphabeta.window[0] = max(alphabeta.window[0], best)"),
            (LOWERS_BETA, "alphabeta.window[1] = min(alphabeta.window[1], best)"),
            *((test, "if alphabeta.window[0] >= alphabeta.window[1]:") for test in (MAX_CUTS, MIN_CUTS)),
            kinds=["alphabeta"],
        ),
        about="window",
        shown_by="overwrites taken shared",
    ),
    row("strict-cut", way(*STYLES["strict"]), about="window", seen=True),
    row(
        "negamax-window",
        way((NEGAMAX_WINDOW, "-alpha, -beta, -color"), (WINDOW, "beta, alpha, not")),
        about="window",
        shown_by="exchanged turned",
    ),
    row(
        "returns-alpha",
        *(way(("return best", f"return {bound}"), kinds=["alphabeta"]) for bound in ("alpha", "beta")),
        about="window",
        shown_by="returned variable",
    ),
    row(
        "bounds-as-exact",
        *_remembers("state, depth", window_too=False),
        *_remembers("state", window_too=False, also="table-without-depth"),
        about="window",
        only="bound beyond",
        shown_by="swapped bound beyond",
        repaired=False,
    ),
    # The move at the root
    row(
        "tie-takes-later",
        *(way(*edits, where=[ROOT]) for edits in (STYLES["later"], *((edit,) for edit in STYLES["later"]))),
        about="choice",
        only="equality comparison",
    ),
    row(
        "shared-best-move",
        way(("moves = state", "global chosen\nmoves = state"), *CHOOSES[1:]),
        about="choice",
        shown_by="overwrites shared",
    ),
    row(
        "infinite-win",
        way((LEAF, "value = evaluate(state)\nreturn value * inf if value and not moves else value")),
        way((LEAF, f"{LEAF} if moves else -inf if maximizing else inf")),
        about="choice",
    ),
    row(
        "wrong-role-at-root",
        way((FLIPS, FLIPS.removeprefix("not ")), (TO_MIN, TO_MAX), where=[ROOT]),
        about="choice",
        only="role function variable fixed sign",
    ),
    row("value-for-move", way(("return chosen", "return best")), about="choice", only="exchanged variable returned"),
    row("pair-for-move", way(("return chosen", "return best, chosen")), about="choice", only="part", seen=True),
    row("one-ply-only", way(("depth - 1", "0"), where=[ROOT]), about="choice", plies=True),
    row("index-for-move", way(("return chosen", "return moves.index(chosen)")), about="choice"),
)
ROWS = {mistake.code: mistake for mistake in TABLE}
