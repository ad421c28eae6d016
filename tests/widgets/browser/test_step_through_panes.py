"""The step-through's code, header and other panes, on a page by itself."""

import math

import pytest

from minimax_lab.game import MAX
from minimax_lab.games import TicTacToe, figure, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace
from minimax_lab.widgets import step_through
from tests.trace.searches.complete import colour_negamax
from tests.trace.searches.without_calls import with_a_stack
from tests.widgets.browser.tools import broken_names, opened, says


def my_alphabeta(state, depth: int | None = None, alpha: float = -math.inf, beta: float = math.inf) -> float:
    """The value of a state, for MAX.

    Searches with a window: below alpha and above beta nothing matters.
    """
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        return state.utility()
    if state.active_player is MAX:
        best = -math.inf
        for move in moves:
            child = my_alphabeta(state.forecast_move(move), depth and depth - 1, alpha, beta)
            best = max(best, child)
            alpha = max(alpha, best)  # what MAX is sure of
            if alpha >= beta:
                break
        return best
    best = math.inf
    for move in moves:
        child = my_alphabeta(state.forecast_move(move), depth and depth - 1, alpha, beta)
        best = min(best, child)
        beta = min(beta, best)  # what MIN is sure of
        if alpha >= beta:  # the opponent already has something better elsewhere
            break
    return best


def remembers(state, table):
    if state in table:
        return table[state]
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    best = max if state.active_player is MAX else min
    table[state] = best(remembers(state.forecast_move(move), table) for move in moves)
    return table[state]


def test_the_table_is_shown_as_it_is_at_the_step_and_the_entry_that_answers_is_lit(browser, tmp_path):
    seen = trace(remembers, tree([[1, [1, 2]], [2, [1, 2]]]), {})
    (step,) = seen.tables[0].answers
    for width in (1400, 1000, 390):
        with opened(browser, step_through(seen, step=step), tmp_path, width=width) as widget:
            if width < 760:
                says(widget, "tab-calls").click()
            table = says(widget, "table")
            assert says(widget, "table-title").inner_text() == "table answers: 2 entries"
            assert "Answered from the table" in says(widget, "story").inner_text()
            lit = table.locator("li[aria-current=true]")
            assert [*lit.inner_text().split("\n")] == ["0 › 1", "tree([1, 2])", "2"]
            box, around = lit.bounding_box(), widget.bounding_box()
            assert around["y"] < box["y"]
            assert box["y"] + box["height"] <= around["y"] + min(640, around["height"])
            says(widget, "slider").press("Home")
            assert says(widget, "table-title").inner_text() == "table: 0 entries"
            assert table.locator("li:visible").count() == 0
            says(widget, "slider").press("End")
            assert table.locator("li:visible").count() == 4


@pytest.mark.exhaustive
@pytest.mark.parametrize(("search", "asks"), [(alphabeta, False), (my_alphabeta, False), (alphabeta, True)])
def test_the_whole_of_a_usual_search_is_seen_at_a_thousand_pixels(browser, tmp_path, search, asks):
    with opened(browser, step_through(search, figure("textbook"), predict=asks), tmp_path, width=1000) as widget:
        listing = says(widget, "code")
        assert listing.evaluate(
            "list => list.scrollHeight <= list.clientHeight && list.scrollWidth <= list.clientWidth"
        )
        assert broken_names(listing) == []


def best_value(state):
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    best = -math.inf
    for move in moves:
        best = max(best, best_value(state.forecast_move(move)))
    return best


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [840, 360])
def test_no_line_of_code_is_cut_off_at_the_right(browser, tmp_path, width):
    with opened(browser, step_through(best_value, figure("textbook")), tmp_path, width) as widget:
        listing = says(widget, "code")
        assert listing.evaluate("list => list.scrollWidth <= list.clientWidth")
        assert broken_names(listing) == []


@pytest.mark.exhaustive
def test_without_code_the_tree_has_the_whole_width(browser, tmp_path):
    seen = trace(alphabeta, figure("textbook"), lines=False).without_code()
    with opened(browser, step_through(seen), tmp_path) as widget:
        assert not says(widget, "code").is_visible()
        assert not says(widget, "splitter").is_visible()
        assert widget.locator(".stage").bounding_box()["width"] > widget.bounding_box()["width"] - 4


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "game",
    [tree([[7, 1, 4, 2, 9]] * 4), tree([[[3, 1], [4, 2]]] * 5)],
    ids=["four times five", "five times two times two"],
)
def test_a_tree_of_twenty_leaves_is_seen_whole_beside_its_code(browser, tmp_path, game):
    outside = """root => { const stage = root.querySelector('.stage').getBoundingClientRect();
      return [...root.querySelectorAll('.node > .shape')].map((each) => each.getBoundingClientRect())
        .filter(({ left, right }) => left < stage.left || right > stage.right).length }"""
    with opened(browser, step_through(my_alphabeta, game), tmp_path, width=1070) as widget:
        assert widget.locator(".node.leaf").count() == 20
        assert widget.evaluate(outside) == 0
        assert broken_names(says(widget, "code")) == []


@pytest.mark.exhaustive
def test_docstring_and_annotations_are_folded_until_they_are_asked_for(browser, tmp_path):
    with opened(browser, step_through(my_alphabeta, figure("textbook")), tmp_path) as widget:
        listing, unfold = says(widget, "code"), says(widget, "unfold")
        assert "depth = None" in listing.inner_text()
        assert "int | None" not in listing.inner_text()
        assert "The value of a state" in listing.inner_text()
        assert "Searches with a window" not in listing.inner_text()
        unfold.press("Enter")
        assert unfold.get_attribute("aria-pressed") == "true"
        assert "depth: int | None = None" in listing.inner_text()
        assert "Searches with a window" in listing.inner_text()
        unfold.press("Enter")
        assert "int | None" not in listing.inner_text()


@pytest.mark.exhaustive
def test_the_line_between_tree_and_code_moves_by_mouse_and_by_keyboard(browser, tmp_path):
    with opened(browser, step_through(my_alphabeta, figure("textbook")), tmp_path) as widget:
        splitter, side = says(widget, "splitter"), widget.locator(".side")
        before = side.bounding_box()["width"]
        splitter.press("ArrowRight")
        assert side.bounding_box()["width"] == pytest.approx(before - 24, abs=1)
        assert says(widget, "where").inner_text().startswith("step 1 of")  # the arrow was for the line alone
        box, mouse = splitter.bounding_box(), widget.page.mouse
        mouse.move(box["x"] + 3, box["y"] + 100)
        mouse.down()
        mouse.move(box["x"] + 103, box["y"] + 100, steps=3)
        mouse.up()
        assert side.bounding_box()["width"] == pytest.approx(before - 124, abs=1)
        assert 50 < int(splitter.get_attribute("aria-valuenow")) < 80


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 1000, 700])
def test_nothing_jumps_from_step_to_step(browser, tmp_path, width):
    heights = """root => ['.top', '.tree-pane', '.side', '.calls', '.story'].map((part) => {
        const { top, height } = root.querySelector(part).getBoundingClientRect(); return [top, height] })"""
    for game in (figure("textbook"), TicTacToe("XOX .O. ..X")):
        with opened(browser, step_through(alphabeta, game), tmp_path, width) as widget:
            says(widget, "grain").select_option("line")
            first = widget.evaluate(heights)
            for _ in range(60):
                says(widget, "forward").click()
                assert widget.evaluate(heights) == first


@pytest.mark.exhaustive
def test_the_header_counts_against_the_whole_tree(browser, tmp_path):
    with opened(browser, step_through(alphabeta, figure("textbook")), tmp_path) as widget:
        assert says(widget, "counts").inner_text() == "1 node · 0 of 9 leaves · 0 cut-offs"
        says(widget, "last").click()
        assert says(widget, "counts").inner_text() == "11 nodes · 7 of 9 leaves · 1 cut-off"
    with opened(browser, step_through(minimax, tree([1, 2])), tmp_path) as widget:
        assert says(widget, "counts").inner_text() == "1 node · 0 of 2 leaves"


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 1230, 1160, 800])
def test_the_counts_are_not_cut_off_at_any_step(browser, tmp_path, width):
    with opened(browser, step_through(alphabeta, figure("textbook")), tmp_path, width) as widget:
        for _ in range(20):
            assert widget.locator(".top .head").evaluate("head => head.scrollWidth <= head.clientWidth")
            says(widget, "forward").click()


@pytest.mark.exhaustive
def test_what_the_trace_could_not_see_is_said_from_the_first_step_on(browser, tmp_path):
    seen = trace(with_a_stack, figure("textbook"))
    with opened(browser, step_through(seen), tmp_path) as widget:
        assert says(widget, "notes").inner_text() == f"What could not be seen: {' '.join(seen.notes)}"
    with opened(browser, step_through(minimax, figure("textbook")), tmp_path) as widget:
        assert says(widget, "notes").count() == 0


@pytest.mark.exhaustive
def test_no_width_gives_away_what_will_be_in_a_node(browser, tmp_path):
    widths = """(root) => ['max', 'min'].map((kind) => new Set([...root.querySelectorAll(`.node.${kind} > .shape`)]
        .map((shape) => Math.round(shape.getBBox().width))).size)"""
    game = tree([[[1000, 2], [3, 4]], [[-5, 1], [2, 3]]])
    with opened(browser, step_through(alphabeta, game), tmp_path) as widget:
        assert widget.evaluate(widths) == [1, 1]
    with opened(browser, step_through(alphabeta, TicTacToe("XOX .O. ..X")), tmp_path) as widget:
        assert widget.evaluate(widths) == [1, 1]
        blank = "root => [...root.querySelectorAll('.node:is(.leaf, .stub) > .shape')].map((s) => s.getBBox().width)"
        assert len(set(widget.evaluate(blank))) == 1


@pytest.mark.exhaustive
def test_every_open_call_has_its_path_and_its_variables_and_a_click_looks_at_it(browser, tmp_path):
    with opened(browser, step_through(my_alphabeta, figure("textbook"), grain="line"), tmp_path) as widget:
        while not says(widget, "story").inner_text().startswith("Search after a2, then c1"):
            says(widget, "forward").click()
        rows = [says(widget, f"call-{k}") for k in range(3)]
        read = [row.text_content() for row in rows]
        assert read[0].startswith("my_alphabeta root alpha = 3 beta = ∞ ")
        assert read[0].endswith("best = 3 move = a2 child = 3")
        assert read[1].startswith("my_alphabeta a2 alpha = 3 beta = ∞ ")
        assert read[1].endswith("best = ∞ move = c1")
        assert read[2] == "my_alphabeta a2 › c1 alpha = 3 beta = ∞"
        assert says(widget, "stack").locator("li:visible").count() == 3
        where, line = says(widget, "where").inner_text(), widget.locator(".line.now")
        assert line.inner_text().startswith("def my_alphabeta")
        rows[1].click()
        assert line.inner_text().startswith("        child = my_alphabeta(state.forecast_move(move)")
        assert rows[1].get_attribute("aria-pressed") == "true"
        assert says(widget, "where").inner_text() == where
        rows[1].press("Enter")
        assert line.inner_text().startswith("def my_alphabeta")
        rows[0].click()
        says(widget, "forward").click()  # a step goes back to the call that runs
        assert rows[2].get_attribute("aria-pressed") == "true"


@pytest.mark.exhaustive
def test_the_call_of_a_node_that_one_points_at_is_told(browser, tmp_path):
    with opened(browser, step_through(alphabeta, figure("textbook")), tmp_path) as widget:
        call = says(widget, "call")
        for _ in range(9):
            says(widget, "forward").click()
        widget.locator("[aria-label*='after a1, then b2:']").hover()
        assert call.inner_text() == "alphabeta(a1 › b2, alpha=−∞, beta=3) → 12"
        widget.locator("[aria-label*='after a3, not']").focus()
        assert call.inner_text() == "a3: not called yet"


def worth(stones, mine):
    if stones == 0:
        return -1 if mine else 1
    values = [worth(stones - take, not mine) for take in (1, 2) if take <= stones]
    return max(values) if mine else min(values)


@pytest.mark.exhaustive
def test_the_call_of_a_program_without_states_is_what_one_would_type(browser, tmp_path):
    with opened(browser, step_through(worth, 3, True), tmp_path) as widget:
        says(widget, "last").click()
        widget.locator("[aria-label*='1, then 2:']").hover()
        assert says(widget, "call").inner_text() == "worth(stones=0, mine=True) → −1"


@pytest.mark.exhaustive
def test_a_call_shows_what_the_code_returned_and_what_that_is_worth(browser, tmp_path):
    with opened(browser, step_through(colour_negamax, figure("textbook"), 1), tmp_path) as widget:
        says(widget, "last").click()
        for place, outcome in [("after a1:", "−3, worth 3 to MAX"), ("after a1, then b2:", "12")]:
            widget.locator(f"[aria-label*='{place}']").hover()
            assert says(widget, "call").inner_text().endswith(f" → {outcome}")
        assert says(widget, "story").inner_text() == "Done: colour_negamax returns 3."


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("search", "closed"),
    [(alphabeta, "2 ≤ α = 3: the window is closed"), (my_alphabeta, "α = 3 ≥ β = 2: the window is closed")],
    ids=["breaks before it narrows", "narrows first"],
)
def test_the_window_says_what_closed_it_as_the_picture_shows_it(browser, tmp_path, search, closed):
    with opened(browser, step_through(search, figure("textbook")), tmp_path) as widget:
        says(widget, "grain").select_option("cut")
        says(widget, "forward").click()
        assert says(widget, "window").inner_text() == closed
        ends = widget.locator(".window-pane .end-text").all_text_contents()
        assert ends == (["α = 3", "β = ∞"] if search is alphabeta else ["α = 3", "β = 2"])
        assert widget.locator(".node.current .window").text_content() == f"({ends[0][4:]}, {ends[1][4:]})"
