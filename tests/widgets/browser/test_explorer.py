"""The evaluation explorer in a real JupyterLab, used as a student would use it."""

import ast
import re

import pytest

from minimax_lab.evaluate import chess_evaluation
from minimax_lab.games import Chess
from minimax_lab.widgets import EvaluationExplorer
from minimax_lab.widgets.report.report import ReportButton
from tests.widgets.browser.tools import (
    background,
    broken_names,
    eventually,
    expect,
    nameless,
    opened,
    press,
    run_again,
    says,
)

EXPLORER = """\
from minimax_lab.evaluate import Linear, rps_standard
from minimax_lab.games import RPS, TicTacToe
from minimax_lab.widgets import EvaluationExplorer
positions = {"middle": RPS.from_text("PS./rs./... RPP RSS 1 16"), "last": RPS.from_text("pPs/ssr/rR. R P 1 12"),
             "over": RPS.from_text("r../.../p.R - - 2 17")}
e = EvaluationExplorer(positions, rps_standard, {"material only": {"position": 0, "relations": 0}})
seen = []
e.observe(lambda change: seen.append(change.new), "weights")
e"""
CHESS = """\
from minimax_lab.evaluate import chess_evaluation
from minimax_lab.games import Chess
from minimax_lab.widgets import EvaluationExplorer
c = EvaluationExplorer(Chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"), chess_evaluation)
c"""


@pytest.fixture(scope="module")
def explorer_page(lab):
    lab.run("explorer", EXPLORER)


@pytest.fixture
def explorer(lab, explorer_page):
    """An explorer with the starting weights."""
    return run_again(lab, "explorer")


def moves(widget):
    """The moves in their order, as names."""
    return says(widget, "moves").locator(".move").all_inner_texts()


def in_python(lab, expression):
    """What an expression is worth in the kernel, as long as it can be written down."""
    return ast.literal_eval(lab.python(expression))


def check_order(lab, widget, name="e"):
    """The moves stand in the order in which Python ranks them."""
    assert moves(widget) == in_python(lab, f"[row.name for row in {name}.ranking]")


def settled(widget):
    """Python has answered, and the moves stand in their order."""
    expect(widget).to_have_attribute("data-searching", "false")


def bar(widget, feature):
    """The bar of a feature: where it begins and how long it is, in per cent."""
    fill = widget.get_by_role("group", name=feature, exact=True).locator(".fill")
    return fill.evaluate("element => [parseFloat(element.style.left), parseFloat(element.style.width)]")


def test_everything_follows_a_slider(lab, explorer):
    expect(says(explorer, "total")).to_have_text("−3.15")
    left, length = bar(explorer, "relations")
    assert left + length == 50  # a part that is good for MIN ends in the middle
    before = moves(explorer)
    says(explorer, "slider-relations").focus()
    press(lab, *["ArrowLeft"] * 36)  # from 0.8 by steps of 0.05
    expect(says(explorer, "weight-relations")).to_have_value("-1")
    expect(says(explorer, "part-relations")).to_have_text("+3.00")
    expect(says(explorer, "total")).to_have_text("+2.25")
    expect(says(explorer, "verdict")).to_have_text("good for ▲ MAX")
    assert bar(explorer, "relations")[0] == 50
    expect(says(explorer, "best")).to_have_text("Best for ▲ MAX: (R, 5) or (R, 7)")
    assert moves(explorer) != before
    expect(says(explorer, "slider-relations")).to_be_focused()
    eventually(lab, "e.evaluation == rps_standard.with_weights(relations=-1)", "True")
    check_order(lab, explorer)
    expect(says(explorer, "spoken")).to_contain_text("good for ▲ MAX: +2.25. Best for ▲ MAX: (R, 5) or (R, 7)")


@pytest.mark.exhaustive
def test_a_widget_of_another_kind_below_does_not_change_its_look(browser, tmp_path):
    """Each widget brings the shared rules along, and the later ones win over equals."""
    with opened(browser, EvaluationExplorer(Chess(), chess_evaluation), tmp_path) as widget:
        slider = widget.locator(".slide input").first
        before = background_image(slider)
        widget.page.add_style_tag(content=ReportButton._css)
        assert "gradient" in before
        assert background_image(slider) == before


def background_image(control):
    return control.evaluate("control => getComputedStyle(control).backgroundImage")


@pytest.mark.exhaustive
def test_when_another_move_is_best_it_is_said_which_it_was(lab, explorer):
    says(explorer, "weight-material").fill("-1")
    best = "Best for ▲ MAX: (R, 2) or (R, 6) or (R, 8); with the starting weights: (R, 5) or (R, 7)"
    expect(says(explorer, "best")).to_have_text(best)
    expect(says(explorer, "moves").locator("li.best")).to_have_count(3)


@pytest.mark.exhaustive
def test_a_move_says_which_rank_it_had(lab, explorer):
    lab.python("setattr(e, 'weights', {'relations': -1})")
    expect(says(explorer, "total")).to_have_text("+2.25")
    rows = says(explorer, "moves").locator("li").all_inner_texts()
    ranked = [(row.split("\n")[0], re.search(r"was (\d+)", row)) for row in rows]
    found = [(int(rank), int(was[1]) if was else int(rank)) for rank, was in ranked]
    assert found == in_python(lab, "[(row.rank, row.before) for row in e.ranking]")
    assert any(was for _, was in ranked)


@pytest.mark.exhaustive
def test_a_weight_can_be_typed_and_taken_back(lab, explorer):
    field = says(explorer, "weight-material")
    field.fill("-12.5")
    eventually(lab, "e.weights['material']", "-12.5")
    assert says(explorer, "slider-material").get_attribute("max") == "20"  # the slider reaches further now
    field.fill("")
    field.blur()
    expect(field).to_have_value("-12.5")
    says(explorer, "reset-material").click()
    expect(field).to_have_value("1")
    expect(says(explorer, "reset-material")).not_to_be_visible()
    eventually(lab, "e.evaluation == rps_standard", "True")


@pytest.mark.exhaustive
def test_presets_and_reset_set_all_weights(lab, explorer):
    says(explorer, "preset").select_option("material only")
    expect(says(explorer, "total")).to_have_text("0.00")
    expect(says(explorer, "verdict")).to_have_text("level")
    expect(says(explorer, "python")).to_have_value('{"material": 1, "position": 0, "relations": 0}')
    says(explorer, "slider-position").focus()
    press(lab, "ArrowRight")
    assert says(explorer, "preset").evaluate("select => select.selectedOptions[0].text") == "weights of your own"
    says(explorer, "reset").click()
    expect(says(explorer, "total")).to_have_text("−3.15")
    expect(says(explorer, "reset")).to_be_disabled()
    assert says(explorer, "preset").evaluate("select => select.selectedOptions[0].text") == "starting weights"
    eventually(lab, "e.evaluation == rps_standard", "True")


@pytest.mark.exhaustive
def test_positions_are_paged_through(lab, explorer):
    board = says(explorer, "board").locator("img")
    first = board.get_attribute("src")
    says(explorer, "forward").click()
    expect(says(explorer, "moves").locator("li")).to_have_count(1)
    assert board.get_attribute("src") != first
    eventually(lab, "e.position", "1")
    says(explorer, "forward").click()
    expect(says(explorer, "best")).to_have_text("There is no move: the game is over.")
    expect(says(explorer, "total")).to_have_text("−1000.00")
    says(explorer, "forward").click()
    eventually(lab, "e.position", "0")
    assert board.get_attribute("src") == first
    says(explorer, "position").select_option("2 of 3: last")
    eventually(lab, "e.state == positions['last']", "True")


@pytest.mark.exhaustive
def test_a_deeper_search_is_pythons_and_the_last_change_counts(lab, explorer):
    shallow = moves(explorer)
    says(explorer, "depth").select_option("3 plies ahead")
    settled(explorer)
    assert moves(explorer) != shallow
    check_order(lab, explorer)
    says(explorer, "slider-relations").focus()
    press(lab, *["ArrowLeft"] * 30)
    eventually(lab, "e.weights['relations']", "-0.7")
    expect(says(explorer, "best")).to_contain_text("with the starting weights")
    settled(explorer)
    check_order(lab, explorer)
    says(explorer, "quiescence").check()
    eventually(lab, "e.quiescence", "True")
    lab.page.wait_for_timeout(200)  # it waits a moment before it asks
    settled(explorer)
    check_order(lab, explorer)


@pytest.mark.exhaustive
def test_choices_are_made_with_the_arrow_keys_and_jupyter_leaves_them_alone(lab, explorer):
    for choice, expression, chosen in [("depth", "e.depth", "2"), ("position", "e.position", "1")]:
        says(explorer, choice).focus()
        press(lab, "ArrowDown")
        eventually(lab, expression, chosen)
        expect(says(explorer, choice)).to_be_focused()


@pytest.mark.exhaustive
def test_a_move_shows_what_it_leads_to_and_escape_comes_back(lab, explorer):
    board = says(explorer, "board").locator("img")
    first = board.get_attribute("src")
    says(explorer, "move-2").focus()
    press(lab, "Enter")
    expect(says(explorer, "caption")).to_have_text("After (R, 6). Esc goes back.")
    expect(board).not_to_have_attribute("src", first)
    expect(says(explorer, "move-2")).to_have_attribute("aria-pressed", "true")
    total = in_python(lab, "rps_standard(e.state.forecast_move(('R', 6)))")
    expect(says(explorer, "total")).to_have_text(f"{total:+.2f}")
    says(explorer, "slider-material").focus()
    press(lab, "ArrowRight", "Escape")
    expect(board).to_have_attribute("src", first)
    expect(says(explorer, "total")).to_have_text("−3.15")


@pytest.mark.exhaustive
def test_the_focus_stays_on_a_move_that_changes_its_place(lab, explorer):
    says(explorer, "move-0").focus()
    lab.python("setattr(e, 'weights', {'material': -1})")
    expect(says(explorer, "best")).to_contain_text("with the starting weights")
    expect(says(explorer, "move-0")).to_be_focused()


@pytest.mark.exhaustive
def test_the_weights_are_copied_as_python(lab, explorer):
    lab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    says(explorer, "weight-position").fill("2")
    says(explorer, "copy").click()
    expect(says(explorer, "copy")).to_have_text("Copied")
    text = lab.page.evaluate("() => navigator.clipboard.readText()")
    eventually(lab, f"{text} == e.weights and rps_standard.with_weights({text}) == e.evaluation", "True")
    expect(says(explorer, "copy")).to_have_text("Copy")


@pytest.mark.exhaustive
def test_shift_enter_in_a_weight_runs_the_cell(lab):
    lab.run("entered", EXPLORER)  # a notebook of its own: the key adds an empty cell below the last one
    explorer = lab.shown("explorer")
    says(explorer, "weight-position").click()
    says(explorer, "weight-position").fill("2")
    eventually(lab, "e.weights['position']", "2")
    press(lab, "Shift+Enter")
    eventually(lab, "e.weights['position']", "0.5")  # it is another one, with the starting weights


@pytest.mark.exhaustive
def test_two_copies_of_one_explorer_show_the_same(lab):
    lab.run("explorers", EXPLORER, "e")
    expect(lab.shown("explorer")).to_have_count(2)
    one, other = lab.shown("explorer").nth(0), lab.shown("explorer").nth(1)
    says(one, "slider-relations").focus()
    press(lab, *["ArrowLeft"] * 36)
    expect(says(other, "total")).to_have_text("+2.25")
    says(other, "forward").click()
    expect(says(one, "moves").locator("li")).to_have_count(1)
    says(other, "back").click()
    says(one, "depth").select_option("2 plies ahead")
    eventually(lab, "(e.position, e.depth)", "(0, 2)")
    lab.page.wait_for_timeout(200)
    for each in one, other:
        settled(each)
        check_order(lab, each)


@pytest.mark.exhaustive
def test_of_many_features_those_that_find_nothing_are_folded_away(lab):
    lab.run("chess-explorer", CHESS)
    chess = lab.shown("explorer")
    expect(chess).to_have_count(1)
    rows = chess.get_by_role("group").filter(has=lab.page.locator("input[type=range]"))
    states = "[c.state, *map(c.state.forecast_move, c.state.get_legal_moves())]"
    idle = in_python(lab, f"sum(not any(map(feature, {states})) for feature in c.original.features.values())")
    count = in_python(lab, "len(c.weights)")
    assert 0 < idle < count
    expect(rows).to_have_count(count - idle)  # a row that is hidden has no role
    expect(says(chess, "more")).to_have_text(f"▾ {idle} more find nothing here or after a move")
    says(chess, "more").click()
    expect(rows).to_have_count(count)
    check_order(lab, chess, "c")


@pytest.mark.exhaustive
def test_the_explorer_follows_the_theme(lab, explorer):
    with lab.dark():
        expect(explorer).to_have_attribute("data-theme", "dark")
        assert background(explorer) == "rgb(18, 22, 29)"


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 1000, 700, 480])
def test_the_explorer_fits_narrow_windows(lab, explorer_page, width):
    with lab.width(width):
        explorer = run_again(lab, "explorer")
        wider = explorer.evaluate(
            """root => [root, ...root.querySelectorAll('.panes, .board-pane, .weights, .term, .ranking, .bar')]
            .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.className)"""
        )
        assert wider == []


@pytest.mark.exhaustive
def test_every_control_has_a_name(lab, explorer):
    assert nameless(explorer) == []
    expect(says(explorer, "board").locator("img")).to_have_attribute("alt", re.compile("Rock, paper, scissors, 1"))


@pytest.mark.exhaustive
def test_without_a_kernel_the_sums_still_follow_and_a_search_says_why_not(lab):
    lab.run("orphan-explorer", EXPLORER)
    explorer = lab.shown("explorer").first
    expect(says(explorer, "total")).to_have_text("−3.15")
    lab.restart()
    says(explorer, "weight-relations").fill("-1")
    expect(says(explorer, "total")).to_have_text("+2.25")
    says(explorer, "depth").select_option("2 plies ahead")
    expect(says(explorer, "message")).to_contain_text("If the kernel was stopped or restarted")
    again = run_again(lab, "orphan-explorer", "explorer")
    expect(says(again, "total")).to_have_text("−3.15")


@pytest.mark.exhaustive
def test_what_a_feature_counts_is_shown_large_on_the_board_and_the_table_stays(lab):
    lab.run_in("counting", CHESS)
    explorer = lab.shown("explorer")
    board, table = says(explorer, "board").locator("img"), explorer.locator(".weights")
    small, plain = board.bounding_box()["width"], board.get_attribute("src")
    top, reset = table.bounding_box()["y"], says(explorer, "reset")
    expect(reset).to_be_disabled()
    says(explorer, "count-isolated").click()
    expect(board).not_to_have_attribute("src", plain)
    expect(says(explorer, "caption")).to_have_text("What isolated counts. Esc goes back.")
    expect(says(explorer, "count-isolated")).to_have_attribute("aria-pressed", "true")
    assert board.bounding_box()["width"] > max(350, 1.2 * small)
    assert table.bounding_box()["y"] == top
    press(lab, "Escape")
    expect(board).to_have_attribute("src", plain)
    says(explorer, "count-isolated").click()
    expect(board).not_to_have_attribute("src", plain)
    reset.click()
    expect(board).to_have_attribute("src", plain)


@pytest.mark.exhaustive
def test_one_typed_outlier_does_not_ruin_a_slider(lab, explorer):
    slider, field = says(explorer, "slider-material"), says(explorer, "weight-material")
    usual = slider.get_attribute("max"), slider.get_attribute("step")
    field.fill("1000000")
    expect(slider).to_have_attribute("max", "1000000")
    assert field.evaluate("it => it.scrollWidth <= it.clientWidth")
    part = says(explorer, "part-material")
    assert part.evaluate("it => it.scrollWidth <= it.clientWidth + 1")
    says(explorer, "reset").click()
    expect(slider).to_have_attribute("max", usual[0])
    expect(slider).to_have_attribute("step", usual[1])


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 1000, 500])
def test_no_name_of_a_feature_is_broken_in_two(browser, tmp_path, width):
    with opened(browser, EvaluationExplorer(Chess(), chess_evaluation), tmp_path, width) as widget:
        says(widget, "more").click()
        assert "development" in widget.inner_text()
        assert broken_names(widget.locator(".weights")) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(("width", "least"), [(1250, 270), (1130, 340), (860, 250), (700, 215), (440, 200), (360, 200)])
def test_the_board_has_the_room_there_is_and_the_moves_are_in_sight_with_it(browser, tmp_path, width, least):
    with opened(browser, EvaluationExplorer(Chess(), chess_evaluation), tmp_path, width) as widget:
        board, moves = says(widget, "board").locator("img").bounding_box(), widget.locator(".moves li")
        assert board["width"] >= least
        assert moves.nth(2).bounding_box()["y"] + 24 < 900  # the height of the page


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [390, 900, 1000, 1280])
def test_a_weight_has_room_for_all_its_digits(browser, tmp_path, width):
    with opened(browser, EvaluationExplorer(Chess(), chess_evaluation), tmp_path, width) as widget:
        says(widget, "more").click()
        fields = widget.locator("input[type=number]:visible")
        fields.first.fill("-12.75")
        cut = "fields => fields.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.value)"
        assert fields.evaluate_all(cut) == []


@pytest.mark.exhaustive
def test_where_no_feature_finds_anything_moves_still_have_their_decimals(browser, tmp_path):
    with opened(browser, EvaluationExplorer(Chess(), chess_evaluation), tmp_path) as widget:
        best = max(chess_evaluation(Chess().forecast_move(move)) for move in Chess().get_legal_moves())
        assert widget.locator(".moves .worth").first.inner_text() == f"+{best:.2f}"


@pytest.mark.exhaustive
def test_the_list_has_all_moves_and_shows_more_than_a_few(lab):
    lab.run_in("counting", CHESS)
    explorer = lab.shown("explorer")
    count = int(lab.python("len(c.ranking)"))
    expect(says(explorer, "moves").locator("li")).to_have_count(count)
    expect(explorer.locator(".ranking-head b")).to_have_text(f"Moves ({count})")
    pane = explorer.locator(".scroll").bounding_box()
    boxes = [row.bounding_box() for row in says(explorer, "moves").locator("li").all()]
    assert sum(box["y"] + box["height"] <= pane["y"] + pane["height"] + 1 for box in boxes) >= 10


@pytest.mark.exhaustive
@pytest.mark.parametrize(("width", "height"), [(853, 480), (1280, 720), (1920, 1080)])
def test_a_presenter_has_all_of_the_explorer_on_the_whole_screen(browser, tmp_path, width, height):
    position = Chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")
    with opened(browser, EvaluationExplorer(position, chess_evaluation), tmp_path) as widget:
        page = widget.page
        page.set_viewport_size({"width": width, "height": height})
        says(widget, "present").click()
        page.wait_for_function("() => document.fullscreenElement?.dataset.testid === 'explorer'")
        assert widget.bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
        assert widget.evaluate("root => root.scrollHeight <= root.clientHeight")
        box = says(widget, "total").bounding_box()
        assert box["y"] + box["height"] <= height
        widget.locator("button.name").first.click()
        page.keyboard.press("Escape")  # ends what is looked at
        expect(says(widget, "caption")).to_be_empty()
        page.keyboard.press("Escape")  # and the presentation
        page.wait_for_function("() => !document.fullscreenElement")
        assert widget.evaluate("root => root.style.zoom") == "1"
