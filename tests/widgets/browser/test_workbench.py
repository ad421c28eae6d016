"""The bench of the static site, in a real browser, with no server but the one on this machine."""

import json
import re

import pytest

from tests.widgets.browser.tools import FOR_PYTHON, expect, watched

LINK = re.compile("#.{10}")  # an address that holds code; the page's policy forbids to wait with a script
WRONG = """\
from math import inf
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
 moves = state.get_legal_moves()
 if depth == 0 or not moves: return evaluate(state)
 value = 0 if maximizing else inf
 for move in moves:
  result = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
  value = max(value, result) if maximizing else min(value, result)
  if maximizing: alpha = max(alpha, value)
  else: beta = min(beta, value)
  if alpha >= beta: break
 return value
"""


@pytest.fixture(scope="module")
def bench(browser, site):
    """The page with Python loaded, and all that it asked for."""
    page = watched(browser.new_page(viewport={"width": 1400, "height": 1000}))
    page.set_default_timeout(FOR_PYTHON)
    page.goto(f"{site.address}/bench.html")
    page.wait_for_selector("body[data-shown]")
    page.alive_first = page.locator("#steps [data-testid=step-through]").count() or page.locator("#steps svg").count()
    page.wait_for_selector("body[data-ready]")
    yield page
    page.close()


def write(page, code):
    page.click(".cm-content")
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(code)


def kept(page):
    """What the browser keeps of the bench."""
    return json.loads(page.evaluate("localStorage['minimax_lab bench']"))


def test_an_example_is_alive_before_python_is_there(bench):
    assert bench.alive_first


@pytest.mark.exhaustive
def test_a_wrong_alphabeta_is_run_stepped_through_to_its_cut_checked_and_named(bench):
    write(bench, WRONG)
    bench.click("#run")
    expect(bench.locator("#status")).to_contain_text("evaluate) was run", timeout=FOR_PYTHON)
    expect(bench.locator("#steps")).to_contain_text("alphabeta")
    steps = bench.locator("#steps")
    steps.get_by_test_id("grain").select_option("cut")
    steps.get_by_test_id("forward").click()
    expect(steps.get_by_test_id("counts")).to_have_text("7 nodes · 4 of 9 leaves · 1 cut-off")
    bench.click("#check")
    expect(bench.locator("#report")).to_contain_text("The best value starts at 0", timeout=FOR_PYTHON)
    assert bench.locator("#report img").count() >= 1


@pytest.mark.exhaustive
def test_an_example_that_is_chosen_is_run_by_itself(bench):
    for name in "minimax", "negamax":
        bench.select_option("#starter", name)
    expect(bench.locator("#status")).to_contain_text(re.compile("negamax.* was run"), timeout=FOR_PYTHON)
    expect(bench.locator(".instead")).to_be_hidden()


@pytest.mark.exhaustive
def test_a_tree_is_drawn_and_searched_as_it_is_drawn(bench):
    bench.select_option("#starter", "minimax")
    bench.fill("#tree", "[[3, 12], [2, 4]]")
    bench.click("#draw")
    bench.locator("#drawn").get_by_role("treeitem", name="leaf 2").click()
    bench.keyboard.type("7")
    bench.keyboard.press("Enter")
    expect(bench.locator("#tree")).to_have_value("[[3, 12], [7, 4]]")
    bench.locator("#drawn [data-testid=first-player]").select_option("MIN")
    expect(bench.locator("#tree")).to_have_value("tree([[3, 12], [7, 4]], player=MIN)")
    bench.click("#run")
    expect(bench.locator("#status")).to_contain_text("was run", timeout=FOR_PYTHON)
    expect(bench.locator("#steps")).to_contain_text("▼ MIN to move")
    bench.fill("#tree", "[5, [6, 1]]")
    expect(bench.locator("#drawn").get_by_role("treeitem", name="leaf 6")).to_be_visible()
    bench.fill("#tree", "[5, [6")
    expect(bench.locator("#drawn")).to_be_hidden()
    bench.fill("#tree", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    bench.click("#draw")
    expect(bench.locator("#drawn")).to_be_hidden()


UNDO_FORGOTTEN = """\
def search(board, is_max):
 if 0 not in board: return board.index(1) - board.index(2)
 values = []
 for i in range(3):
  if board[i] == 0:
   board[i] = 1 if is_max else 2
   values.append(search(board, not is_max))
 return max(values) if is_max else min(values)
search([0, 0, 0], True)
"""


@pytest.mark.exhaustive
def test_a_program_on_a_board_of_its_own_is_stepped_through_and_its_forgotten_undo_found(bench):
    write(bench, UNDO_FORGOTTEN)
    bench.click("#run")
    expect(bench.locator("#status")).to_contain_text("search([0, 0, 0], True) was run", timeout=FOR_PYTHON)
    expect(bench.locator("#steps")).to_contain_text("search")
    bench.click("#check")
    expect(bench.locator("#report")).to_contain_text("not properly taken back", timeout=FOR_PYTHON)


@pytest.mark.exhaustive
def test_what_is_not_python_is_told_and_the_page_lives_on(bench):
    write(bench, "def alphabeta(state:")
    bench.click("#run")
    expect(bench.locator("#status")).to_contain_text("Line 1 is not valid Python", timeout=FOR_PYTHON)


@pytest.mark.exhaustive
def test_a_flood_of_prints_is_shown_while_it_lasts_with_its_line_and_stops_at_once(bench):
    write(bench, "while True:\n    print('again')\n\ndef f(state): return 1")
    bench.click("#run")
    expect(bench.locator("#status")).to_contain_text("This takes long: it is at line ")
    expect(bench.locator("#printed")).to_contain_text("again\nagain")
    expect(bench.locator(".cm-line.mark-now")).to_have_count(1)
    bench.click("#stop")
    expect(bench.locator("#status")).to_contain_text("Stopped")
    bench.wait_for_selector("body[data-ready]")


@pytest.mark.exhaustive
def test_an_endless_loop_is_stopped_and_the_code_is_still_there(bench):
    endless = "def minimax(state, depth, maximizing, evaluate):\n while True: sum(range(10**9))"
    write(bench, endless)
    bench.click("#run")
    expect(bench.locator("#stop")).to_be_visible()
    bench.click("#stop")
    bench.wait_for_selector("body[data-ready]")
    assert "while True" in bench.inner_text(".cm-content")
    expect(bench.locator("#run")).to_be_enabled()


@pytest.mark.exhaustive
def test_a_link_opens_the_same_code_in_a_fresh_page(bench, browser, site):
    write(bench, WRONG)
    bench.fill("#tree", "[[7, 8], [9]]")
    bench.click("#share")
    expect(bench).to_have_url(LINK)
    fresh = browser.new_context().new_page()
    fresh.goto(bench.url)
    fresh.wait_for_selector("body[data-shown]")
    assert "value = 0 if maximizing" in fresh.inner_text(".cm-content")
    assert fresh.input_value("#tree") == "[[7, 8], [9]]"
    fresh.goto("about:blank")
    fresh.goto(f"{bench.url[:-9]}")
    fresh.wait_for_selector("body[data-shown]")
    expect(fresh.locator("#notice")).to_contain_text("This link cannot be read")
    assert "def alphabeta" in fresh.inner_text(".cm-content")
    fresh.context.close()


@pytest.mark.exhaustive
def test_the_line_that_runs_is_lit_in_the_editor(bench):
    bench.fill("#tree", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    write(bench, f"# one line more\n{WRONG}")
    bench.keyboard.press("Control+Enter")
    expect(bench.locator("#status")).to_contain_text("evaluate) was run", timeout=FOR_PYTHON)
    expect(bench.locator(".cm-line.mark-now")).to_have_text(WRONG.splitlines()[1])
    bench.locator("#steps").get_by_test_id("grain").select_option("cut")
    bench.locator("#steps").get_by_test_id("forward").click()
    expect(bench.locator(".cm-line.mark-now")).to_contain_text("if alpha >= beta")


@pytest.mark.exhaustive
def test_nothing_that_was_said_of_other_code_stays(bench):
    write(bench, WRONG)
    bench.click("#check")
    expect(bench.locator("#report")).to_contain_text("The best value starts at 0", timeout=FOR_PYTHON)
    bench.click(".cm-content")
    bench.keyboard.type("#")
    expect(bench.locator("#report")).to_be_hidden()
    expect(bench.locator(".instead")).to_be_visible()
    assert bench.locator("#steps").evaluate("steps => steps.inert")


@pytest.mark.exhaustive
def test_an_error_marks_its_line_and_what_was_printed_is_shown(bench):
    write(bench, "print('so far')\ndef f(board):\n    return f(board - 1) if board else 1 / 0\nf(2)")
    bench.click("#run")
    expect(bench.locator("#status")).to_contain_text("ZeroDivisionError", timeout=FOR_PYTHON)
    expect(bench.locator(".cm-line.mark-wrong")).to_contain_text("1 / 0")
    expect(bench.locator("#printed")).to_have_text("so far")


@pytest.mark.exhaustive
def test_code_tree_and_step_survive_a_reload_until_they_are_forgotten(bench):
    bench.click("#share")  # the address holds other code, for now
    write(bench, f"# mine\n{WRONG}")
    bench.fill("#tree", "[[7, 8], [9, 1]]")
    bench.click("#run")
    expect(bench.locator("#status")).to_contain_text("evaluate) was run", timeout=FOR_PYTHON)
    bench.locator("#steps").get_by_test_id("last").click()
    step = bench.locator("#steps [data-step]").get_attribute("data-step")
    while kept(bench)["step"] != int(step):
        bench.wait_for_timeout(100)
    bench.reload()
    expect(bench.locator("#steps [data-step]")).to_have_attribute("data-step", step, timeout=FOR_PYTHON)
    assert "# mine" in bench.inner_text(".cm-content")
    assert bench.input_value("#tree") == "[[7, 8], [9, 1]]"
    bench.click(".more summary")
    bench.click("#forget")
    assert "# mine" not in bench.inner_text(".cm-content")
    bench.wait_for_selector("body[data-ready]")


@pytest.mark.exhaustive
def test_a_link_made_after_a_check_is_the_diagnosis(bench, browser):
    write(bench, WRONG)
    bench.click("#check")
    expect(bench.locator("#report")).to_contain_text("The best value starts at 0", timeout=FOR_PYTHON)
    bench.click("#share")
    expect(bench).to_have_url(LINK)
    fresh = browser.new_context().new_page()
    fresh.set_default_timeout(FOR_PYTHON)
    fresh.goto(bench.url)
    expect(fresh.locator("#notice")).to_contain_text("The sender's check says: The best value starts at 0")
    assert fresh.input_value("#tree").startswith("tree(")
    expect(fresh.locator(".cm-line.mark-wrong")).to_contain_text("value = 0 if maximizing else inf")
    fresh.click("#notice button")
    expect(fresh.locator("#steps [data-step]")).to_be_attached(timeout=FOR_PYTHON)
    assert int(fresh.locator("#steps [data-step]").get_attribute("data-step")) > 0
    fresh.context.close()


NAMED = """\
def search(state):
 said = "</script><b id=stray>"
 moves = state.get_legal_moves()
 return max(search(state.forecast_move(move)) for move in moves) if moves else state.utility()
"""


@pytest.mark.exhaustive
def test_a_page_that_is_saved_shows_the_search_and_no_text_in_it_ends_its_script(bench, browser, tmp_path):
    write(bench, NAMED)
    bench.locator(".more").evaluate("menu => { menu.open = true; }")  # another test may have opened it
    with bench.expect_download(timeout=FOR_PYTHON) as saved:
        bench.click("#page")
    saved.value.save_as(tmp_path / "search.html")
    page = browser.new_page()
    page.goto((tmp_path / "search.html").as_uri())
    page.wait_for_selector("[data-testid=step-through]")
    assert "search" in page.locator("[data-testid=stack]").inner_text()
    assert page.locator("#stray").count() == 0
    page.close()


@pytest.mark.exhaustive
def test_what_was_run_before_the_code_changed_is_not_shown_beside_it(bench):
    write(bench, f"{NAMED}\nfor _ in range(3_000_000): pass\n")
    bench.click("#run")
    bench.click(".cm-content")
    bench.keyboard.press("Control+End")
    bench.keyboard.insert_text("# more")
    expect(bench.locator("#status")).to_have_text("Your code changed meanwhile: run it again.", timeout=FOR_PYTHON)


@pytest.mark.exhaustive
def test_no_request_leaves_the_machine_and_nothing_is_complained_of(bench):
    assert {url.split("/")[2].split(":")[0] for url in bench.asked if url.startswith("http")} == {"127.0.0.1"}
    assert bench.complaints == []
