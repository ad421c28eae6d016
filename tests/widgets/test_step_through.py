"""The step-through as Python sees it: what it takes, what it sends, what it leaves where widgets do not run."""

import base64
import json
import math
import re
from pathlib import Path

import pytest
import traitlets

from minimax_lab.games import TicTacToe, figure, random_tree, tree
from minimax_lab.search import alphabeta, minimax, negamax
from minimax_lab.trace import Trace, trace
from minimax_lab.widgets import StepThrough, step_through
from minimax_lab.widgets.stepper.payload import folds, payload

TEXTBOOK = figure("textbook")


def failing(state):
    if not state.get_legal_moves():
        return 6 / (state.value - 2)
    return max(failing(state.forecast_move(move)) for move in state.get_legal_moves())


def test_a_search_and_its_trace_are_shown_alike():
    from_search, from_trace = step_through(alphabeta, TEXTBOOK), step_through(trace(alphabeta, TEXTBOOK))
    assert from_search._traces == from_trace._traces
    assert isinstance(from_search, StepThrough)


def test_arguments_go_to_the_search():
    shown = step_through(alphabeta, TEXTBOOK, 1, evaluate=lambda state: 0)
    assert len(shown.traces[0].nodes) == 4


def test_the_repr_is_the_same_on_every_machine():
    assert repr(step_through(alphabeta, TEXTBOOK)) == "StepThrough(alphabeta: 11 nodes, 106 steps)"
    both = step_through(minimax, TEXTBOOK, beside=alphabeta, lines=False)
    assert re.fullmatch(r"StepThrough\(minimax: 13 nodes, \d+ steps; alphabeta: 11 nodes, \d+ steps\)", repr(both))


def test_where_widgets_do_not_run_there_is_a_picture_of_the_first_cut_and_how_it_ends():
    data, _ = step_through(alphabeta, TEXTBOOK)._repr_mimebundle_()
    assert data["text/plain"] == "StepThrough(alphabeta: 11 nodes, 106 steps)"
    alternative, encoded = re.fullmatch(
        r'<img alt="([^"]*)" src="data:image/svg\+xml;base64,([^"]*)">', data["text/html"]
    ).groups()
    assert "alphabeta makes 1 cut-off in all, and it returns 3." in alternative
    assert base64.b64decode(encoded).startswith(b"<svg")
    assert "application/vnd.jupyter.widget-view+json" in data


def test_the_step_stays_within_the_trace_and_the_grain_is_a_known_one():
    shown = step_through(alphabeta, TEXTBOOK, step=5, grain="line")
    assert (shown.step, shown.grain) == (5, "line")
    shown.step = 10**9
    assert shown.step == 105
    shown.step = -1
    assert shown.step == 0
    with pytest.raises(traitlets.TraitError):
        shown.grain = "day"


def test_two_searches_stand_side_by_side():
    assert len(step_through(minimax, TEXTBOOK, beside=alphabeta).traces) == 2
    one, two = trace(minimax, TEXTBOOK), trace(alphabeta, TEXTBOOK)
    assert step_through(one, beside=two).traces == (one, two)
    assert len(json.loads(step_through(one, beside=two)._traces)) == 2


def test_a_trace_takes_no_state_and_has_a_trace_beside_it():
    seen = trace(minimax, TEXTBOOK)
    with pytest.raises(TypeError, match="takes no state"):
        step_through(seen, TEXTBOOK)
    with pytest.raises(TypeError, match="beside a trace goes another trace"):
        step_through(seen, beside=alphabeta)


def test_a_search_that_fails_is_shown_up_to_there_with_its_exception():
    shown = step_through(failing, TEXTBOOK)
    assert isinstance(shown.error, ZeroDivisionError)
    sent = json.loads(shown._traces)[0]
    assert sent["message"] == "ZeroDivisionError: division by zero"
    assert shown.traces[0].error == "ZeroDivisionError"
    assert [leaf.value for leaf in shown.traces[0].leaves] == [6, 0.6, 1]


def test_of_two_searches_only_the_one_that_failed_says_so():
    shown = step_through(minimax, TEXTBOOK, beside=failing)
    assert [each["message"] for each in json.loads(shown._traces)] == ["", "ZeroDivisionError: division by zero"]
    assert isinstance(shown.error, ZeroDivisionError)


def test_a_failure_is_told_where_it_happened_and_then_passes_on():
    with pytest.raises(ZeroDivisionError) as caught:
        trace(failing, TEXTBOOK)
    seen = caught.value.trace
    kinds = seen.steps.kinds()
    stories = [seen.story(i) for i, kind in enumerate(kinds) if kind == "error"]
    assert stories == [
        "The search failed here, after a2, then c1: ZeroDivisionError.",
        "ZeroDivisionError came from below, so the search ends here too, after a2.",
        "ZeroDivisionError came from below, so the search ends here too, the root.",
    ]


def test_a_search_that_fails_before_it_looks_at_a_state_raises():
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        step_through(lambda state, depth: depth, TEXTBOOK)
    with pytest.raises(TypeError, match="get_legal_moves"):
        step_through(minimax, 7)


def sent(search, state, *args, **kwargs):
    return json.loads(payload(trace(search, state, *args, **kwargs)))


def test_the_whole_pruned_part_of_a_tree_is_sent_and_of_a_game_the_moves():
    game = tree([[5, 6], [[[2, 9], [8, 7]], 4, [1, [3, 3]]]])
    data = sent(alphabeta, game)
    assert len(data["nodes"]) + len(data["ghosts"]) == game.size
    values = [data["values"][value] for _, _, _, value, *_ in data["ghosts"] if value >= 0]
    assert sorted(values) == [1, 3, 3, 9]
    board = sent(alphabeta, TicTacToe("XOX .O. ..X"))
    assert board["ghosts"]
    assert all(value == -1 for _, _, _, value, *_ in board["ghosts"])


def test_a_pruned_part_that_is_too_large_is_counted_instead(monkeypatch):
    monkeypatch.setattr("minimax_lab.widgets.stepper.payload.MOST_GHOSTS", 200)
    data = sent(alphabeta, tree([[5, 6], [2, [1] * 250]]))
    ((_, _, _, value, left_out, leaves),) = data["ghosts"]
    assert (value, left_out, leaves) == (-1, 250, 250)


def test_windows_are_sent_as_max_sees_them_whatever_the_code_does():
    def mover(state, alpha=-math.inf, beta=math.inf, color=1):
        if not state.get_legal_moves():
            return color * state.utility()
        value = -math.inf
        for move in state.get_legal_moves():
            value = max(value, -mover(state.forecast_move(move), -beta, -alpha, -color))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value

    for search in (mover, alphabeta):
        data = sent(search, TEXTBOOK)
        ends = [(data["texts"][low], data["texts"][high]) for _, low, high in data["windows"]]
        assert ("−∞", "3") in ends, search  # MIN, after a1, has found 3
        assert ("3", "∞") in ends, search  # and then the root has it


def test_every_node_of_a_real_game_has_its_board():
    data = sent(alphabeta, TicTacToe("XOX .O. ..X"))
    boards = data["boards"]
    assert len(boards["nodes"]) == len(data["nodes"])
    assert boards["lines"][boards["nodes"][0][0]].startswith("<svg")
    assert sent(alphabeta, TEXTBOOK)["boards"] is None


def test_a_state_without_a_picture_is_shown_as_text_and_where_that_is_an_address_we_say_what_to_add():
    class Plain:
        def __init__(self, left=2):
            self.left = left

        def get_legal_moves(self):
            return [1] if self.left else []

        def forecast_move(self, move):
            return type(self)(self.left - move)

    class Told(Plain):
        def __str__(self):
            return f"{self.left} left"

    assert sent(minimax, Told())["boards"]["lines"] == ["2 left", "1 left", "0 left"]
    hint = ["To see positions,", "give Plain", "a __repr__ method."]
    assert sent(minimax, Plain())["boards"]["lines"] == hint


def test_values_that_cannot_be_compared_are_sent_without_an_order():
    def strange(state):
        for move in state.get_legal_moves():
            strange(state.forecast_move(move))
        return {"a": 1} if state.get_legal_moves() else "b"

    assert set(sent(strange, tree([1, 2]))["ranks"]) == {-1}
    tuples = sent(minimax, tree([(1, 2), (0, 5)]))
    ranked = sorted((rank, text) for rank, text in zip(tuples["ranks"], tuples["texts"], strict=True) if rank >= 0)
    assert [text for _, text in ranked] == ["(0, 5)", "(1, 2)"]


def test_two_thousand_nodes_with_lines_are_a_small_message():
    seen = trace(minimax, random_tree(10, 2, seed=0))
    assert len(seen.nodes) == 2047
    assert len(payload(seen)) < 400_000


def test_a_trace_that_was_stored_can_be_stepped_through():
    seen = Trace.from_json(trace(alphabeta, TEXTBOOK).to_json())
    assert repr(step_through(seen)) == "StepThrough(alphabeta: 11 nodes, 106 steps)"
    assert json.loads(payload(seen))["boards"] is None  # a stored trace has no states


def test_negamax_can_be_stepped_through():
    assert json.loads(step_through(negamax, TEXTBOOK)._traces)[0]["windows"] == []


def test_a_page_holds_everything_and_survives_what_a_student_may_write(tmp_path):
    def odd(state):
        "</script><!-- {braces} α"
        moves = state.get_legal_moves()
        return max(map(odd, map(state.forecast_move, moves))) if moves else state.utility()

    file = step_through(odd, tree([1, 2])).save_html(tmp_path / "odd.html")
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=[\"']?http", text)
    assert text.count("</script>") == 2
    state = json.loads(re.search(r'<script type="application/json">(.*?)</script>', text, flags=re.DOTALL)[1])
    assert "</script><!-- {braces} α" in json.loads(state["_traces"])[0]["sources"][0][1][1]
    assert state["grain"] == "node"


def test_a_search_without_a_state_is_told_so():
    with pytest.raises(TypeError, match="the state is missing"):
        step_through(alphabeta)


def test_a_program_that_takes_nothing_is_stepped_through():
    piles = [1, 2]

    def play(left=None):
        left = piles if left is None else left
        return max((-play([*left[:i], pile - 1, *left[i + 1 :]]) for i, pile in enumerate(left) if pile), default=-1)

    assert len(step_through(play).traces[0].nodes) == 9


@pytest.mark.exhaustive
def test_a_search_that_runs_away_is_stopped_before_it_is_too_much_to_send():
    def endless(state):
        count = 0
        while True:
            count += 1

    shown = step_through(endless, TEXTBOOK)
    assert type(shown.error).__name__ == "LimitReached"
    assert len(shown._traces) < 4_000_000
    assert shown.traces[0].story(len(shown.traces[0].steps) - 1).startswith("Stopped here, the root")


def test_moves_that_are_only_numbered_are_called_moves():
    seen = trace(alphabeta, tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    cut = seen.story(seen.steps.kinds().index("cutoff"))
    assert "by playing move 0 at the root" in cut
    assert cut.endswith("Not searched: moves 1, 2.")


def test_predicting_is_for_one_search():
    assert step_through(alphabeta, TEXTBOOK, predict=True).predict
    assert not step_through(alphabeta, TEXTBOOK).predict
    with pytest.raises(TypeError, match="asks about one search"):
        step_through(minimax, TEXTBOOK, beside=alphabeta, predict=True)


def test_differences_are_for_two_searches():
    assert step_through(minimax, TEXTBOOK, beside=alphabeta, grain="difference").grain == "difference"
    with pytest.raises(TypeError, match="compares two searches"):
        step_through(minimax, TEXTBOOK, grain="difference")


def test_docstrings_and_annotations_are_found_wherever_a_function_stands():
    source = """\
    def search(state, depth: int = 3, *moves: "α",
               limit:float=0) -> list[int]:
        '''What it does,
        and how.'''
        def inner(x): "short"
        return []"""
    lines = source.split("\n")
    found = folds(lines)
    assert found["docstrings"] == [[2, 3], [4, 4]]
    texts = [lines[line][start:end] for line, start, end in found["annotations"]]
    assert texts == [": int", ': "α"', ":float", " -> list[int]"]


def test_source_that_is_not_a_function_by_itself_has_nothing_to_fold():
    nothing = {"docstrings": [], "annotations": []}
    assert folds(["trace(lambda state: 1,"]) == folds([]) == folds(["x = 1"]) == nothing


def test_a_page_that_cannot_be_written_leaves_what_was_there(tmp_path, monkeypatch):
    file = tmp_path / "page.html"
    file.write_text("before")

    def full(path, text, **_):
        open(path, "w").close()
        raise OSError("No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space left"):
        step_through(alphabeta, tree([1, 2])).save_html(file)
    assert file.read_text() == "before"
    assert [*tmp_path.iterdir()] == [file]
