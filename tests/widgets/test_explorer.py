"""The evaluation explorer without a browser, and its JavaScript beside Python."""

import ast
import json
import math
import os
import random
import re
import subprocess
from pathlib import Path

import pytest
import traitlets

from minimax_lab.draw import board_svg
from minimax_lab.evaluate import Linear, chess_evaluation, mobility, rps_corrected, rps_standard
from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, Chess, Isolation, TicTacToe
from minimax_lab.search import Engine, minimax
from minimax_lab.widgets import EvaluationExplorer
from minimax_lab.widgets.explorer.explorer import DEEPEST, ranks_of
from tests import needs

SCRIPT = Path(__file__).parent / "js" / "explorer_against_python.mjs"

MIDDLE = RPS.from_text("PS./rs./... RPP RSS 1 16")
START = RPS.start("RPSRP", "PSRSR")
LAST = RPS.from_text("pPs/ssr/rR. R P 1 12")
OVER = RPS.from_text("r../.../p.R - - 2 17")


def crosses(state):
    """How many more crosses than noughts stand on the board."""
    text = "".join(state.rows())
    return text.count("X") - text.count("O")


def centre(state):
    return {"X": 1, "O": -1}.get(state.rows()[1][1], 0)


TIC = Linear({"crosses": crosses, "the centre": centre}, {"crosses": 1, "the centre": 0.5})


class Countdown:
    """A game of nothing but the two methods: take one or two, who cannot has lost."""

    def __init__(self, left):
        self.left = left

    def get_legal_moves(self):
        return [take for take in (1, 2) if take <= self.left]

    def forecast_move(self, move):
        return Countdown(self.left - move)


def explorer(positions=(MIDDLE, START), evaluation=rps_standard, **options):
    return EvaluationExplorer(positions if hasattr(positions, "key") else [*positions], evaluation, **options)


def by_minimax(state, evaluation, depth):
    """What each move is worth, by the plain definition."""
    return [minimax(state.forecast_move(move), depth - 1, evaluation) for move in state.get_legal_moves()]


# The order of the moves


@pytest.mark.parametrize("depth", range(1, DEEPEST + 1))
@pytest.mark.parametrize("state", [MIDDLE, LAST, MIDDLE.forecast_move(("R", 5))])
def test_moves_are_worth_what_minimax_says_and_stand_in_that_order(state, depth):
    shown = explorer(state, depth=depth)
    shown.weights = {"relations": -1.5, "position": 2}
    values = dict(zip(state.get_legal_moves(), by_minimax(state, shown.evaluation, depth), strict=True))
    assert {row.move: row.value for row in shown.ranking} == values
    best_first = sorted(values.values(), reverse=state.active_player is MAX)
    assert [row.value for row in shown.ranking] == best_first


def test_the_best_move_is_the_engines():
    for depth in range(1, DEEPEST + 1):
        for weights in {}, {"material": -1}, {"relations": 4}:
            shown = explorer(START, depth=depth)
            shown.weights = weights
            best = [row for row in shown.ranking if row.rank == 1]
            result = Engine(shown.evaluation).search(START, depth)
            assert {row.value for row in best} == {result.value}
            assert result.move in [row.move for row in best]


def test_with_quiescence_moves_are_worth_what_the_engine_finds_then():
    shown = explorer(MIDDLE, depth=2, quiescence=True)
    engine = Engine(rps_standard, quiescence=True)
    found = {move: engine.search(MIDDLE.forecast_move(move), 1).value for move in MIDDLE.get_legal_moves()}
    assert {row.move: row.value for row in shown.ranking} == found
    shown.quiescence = False
    assert {row.move: row.value for row in shown.ranking} != found


def test_equal_values_share_a_rank():
    assert ranks_of([3, 7, 3, math.inf], MAX) == [3, 2, 3, 1]
    assert ranks_of([3, 7, 3, -math.inf], MIN) == [2, 4, 2, 1]
    assert ranks_of([], MAX) == []


def test_a_ranking_says_what_it_was_with_the_weights_as_given():
    shown = explorer(MIDDLE)
    before = {row.move: row.rank for row in shown.ranking}
    assert all(row.before == row.rank for row in shown.ranking)
    shown.weights = {"material": 0, "relations": -1}
    assert {row.move: row.before for row in shown.ranking} == before
    assert any(row.before != row.rank for row in shown.ranking)


def test_a_win_outranks_every_evaluation():
    shown = EvaluationExplorer(TicTacToe("XX. OO. ..."), TIC)
    shown.weights = {"crosses": 1e6}
    first, *others = shown.ranking
    assert (first.move, first.value) == (2, math.inf)
    assert all(row.value < math.inf for row in others)


def test_a_finished_game_has_no_moves_and_says_what_it_is_worth():
    shown = explorer(OVER)
    assert shown.ranking == []
    assert shown._explored["positions"][0]["value"] == -1000 == shown.evaluation(OVER)
    assert repr(shown) == "EvaluationExplorer(position 1 of 1, worth −1000; best of 0 moves: none)"
    assert "The game is over." in shown._repr_mimebundle_()[0]["text/html"]


def test_a_class_of_ones_own_can_be_explored():
    left = Linear({"odd": lambda state: state.left % 2, "left": lambda state: state.left}, {"odd": 1, "left": 0.1})
    shown = EvaluationExplorer(Countdown(4), left, depth=3)
    assert [row.value for row in shown.ranking] == [math.inf, -math.inf]
    assert [row.move for row in shown.ranking] == [1, 2]  # three are left to MIN, who loses; with two MIN wins


# What Python answers the browser


def ask(shown, of):
    """What the widget sends when the browser asks it for values."""
    sent = []
    shown.send = sent.append
    shown._receive(shown, {"do": "values", "of": of}, [])
    (answer,) = sent
    return answer


def question(shown, **changes):
    weights = [*shown.weights.values()]
    return {"position": 0, "depth": 2, "quiescence": False, "weights": weights, **changes}


def test_values_come_in_pieces_and_are_the_same_in_the_end(monkeypatch):
    shown, of = explorer(MIDDLE, depth=2), question(explorer(MIDDLE))
    monkeypatch.setattr("minimax_lab.widgets.explorer.explorer.SLICE", 0)
    pieces = [ask(shown, of)["values"] for _ in MIDDLE.get_legal_moves()]
    assert [len(piece) for piece in pieces] == [*range(1, 11)]  # one more each time
    assert pieces[-1] == by_minimax(MIDDLE, rps_standard, 2)
    monkeypatch.setattr("minimax_lab.widgets.explorer.explorer.SLICE", 1000)
    assert ask(explorer(MIDDLE), of)["values"] == pieces[-1]
    assert ask(shown, of)["of"] == of


def test_questions_are_answered_whatever_was_asked_in_between(monkeypatch):
    shown = explorer(MIDDLE)
    monkeypatch.setattr("minimax_lab.widgets.explorer.explorer.SLICE", 0)
    one, other = question(shown), question(shown, weights=[0, -1, 2])
    for _ in MIDDLE.get_legal_moves():
        first, second = ask(shown, one)["values"], ask(shown, other)["values"]
    assert first == by_minimax(MIDDLE, rps_standard, 2)
    changed = rps_standard.with_weights(material=0, position=-1, relations=2)
    assert second == by_minimax(MIDDLE, changed, 2)


def test_only_so_many_answers_are_remembered(monkeypatch):
    monkeypatch.setattr("minimax_lab.widgets.explorer.explorer.MOST_KNOWN", 3)
    shown = explorer(MIDDLE)
    for weight in range(10):
        shown.weights = {"material": weight}
        assert len(shown.ranking) == 10
    assert len(shown._values._known) == 3


def test_a_feature_that_fails_further_on_is_a_problem_and_not_silence():
    deep = Linear({"brittle": lambda state: 1 / (len(state.get_legal_moves()) - 7)}, {"brittle": 1})
    shown = EvaluationExplorer(TicTacToe(), deep)
    answer = ask(shown, question(shown, weights=[1]))
    assert answer["problem"] == "ZeroDivisionError: division by zero"


def test_the_board_after_a_move_can_be_asked_for():
    shown, sent = explorer(MIDDLE), []
    shown.send = sent.append
    shown._receive(shown, {"do": "board", "of": {"position": 0, "move": 3, "feature": None}}, [])
    assert sent[0]["of"]["move"] == 3
    assert sent[0]["board"].startswith("<svg")
    shown._receive(shown, {"do": "something else"}, [])
    assert len(sent) == 1


def test_what_a_feature_counts_is_drawn_on_the_board():
    state, sent = Chess("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1"), []
    shown = EvaluationExplorer(state, chess_evaluation)
    shown.send = sent.append
    for feature in ("isolated", None):
        shown._receive(shown, {"do": "board", "of": {"position": 0, "move": None, "feature": feature}}, [])
    assert sent[0]["board"] == board_svg(chess_evaluation.features["isolated"].on(state))
    assert sent[1]["board"] == board_svg(state)
    assert all(feature["shows"] for feature in shown._explored["features"])
    assert not any(feature["shows"] for feature in explorer()._explored["features"])


# What can be read and set


def test_weights_are_set_by_name_and_make_an_evaluation():
    shown, seen = explorer(), []
    shown.observe(lambda change: seen.append(dict(change.new)), "weights")
    assert shown.evaluation == rps_standard
    assert ast.literal_eval(shown.python) == rps_standard.weights
    shown.weights = {"material": 3}
    shown.weights = {"relations": 0.1}
    assert shown.evaluation == rps_standard.with_weights(material=3, relations=0.1)
    assert seen == [{**rps_standard.weights, "material": 3}, {"material": 3, "position": 0.5, "relations": 0.1}]
    assert shown.python == '{"material": 3, "position": 0.5, "relations": 0.1}'
    assert rps_standard.with_weights(ast.literal_eval(shown.python)) == shown.evaluation
    assert shown.evaluation(MIDDLE) == shown.evaluation.explain(shown.state).total


def test_a_weight_that_is_none_is_refused_and_changes_nothing():
    shown = explorer()
    for bad in {"speed": 1}, {"material": "much"}, {"material": math.nan}:
        with pytest.raises(ValueError, match="speed|material"):
            shown.weights = bad
    assert shown.evaluation == rps_standard


def test_positions_have_names_and_are_paged_through():
    shown = EvaluationExplorer({"middle": MIDDLE, "start": START}, rps_standard)
    assert [each["name"] for each in shown._explored["positions"]] == ["middle", "start"]
    shown.position = 1
    assert shown.state == START
    assert len(shown.ranking) == len(START.get_legal_moves())
    for bad in -1, 2:
        with pytest.raises(traitlets.TraitError, match=f"positions are 0 to 1, not {bad}"):
            shown.position = bad


def test_presets_are_weights_of_all_or_of_some_features():
    shown = explorer(presets={"bold": {"relations": 5}, "put right": rps_corrected.with_weights(material=2)})
    assert shown.presets == {
        "bold": {**rps_standard.weights, "relations": 5},
        "put right": {"material": 2, "position": 0.5, "relations": 0.8},
    }
    assert shown._explored["presets"] == [["bold", [1, 0.5, 5]], ["put right", [2, 0.5, 0.8]]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: EvaluationExplorer(START, mobility), "turns the weights of a Linear, not of <function mobility"),
        (
            lambda: EvaluationExplorer([START, Isolation()], rps_standard),
            "these features cannot evaluate position 2. TypeError: this is a feature of RPS",
        ),
        (lambda: EvaluationExplorer([], rps_standard), "no position to explore: the list is empty"),
        (lambda: EvaluationExplorer({}, rps_standard), "no position to explore"),
        (lambda: EvaluationExplorer([START] * 101, rps_standard), "at most 100 positions .* not 101"),
        (
            lambda: EvaluationExplorer([START, 5], rps_standard),
            "position 2: a game state needs the method get_legal_moves",
        ),
        (lambda: EvaluationExplorer(5, rps_standard), "positions are game states: .* not 5"),
        (lambda: EvaluationExplorer("8/8/8/8 w", rps_standard), "positions are game states: .* not '8/8/8/8 w'"),
        (
            lambda: EvaluationExplorer(START, rps_standard, {"bold": {"speed": 1}}),
            "preset 'bold': .* for 'speed', but the",
        ),
        (lambda: EvaluationExplorer(START, rps_standard, {"bold": 7}), "preset 'bold': weights are given by name"),
        (lambda: EvaluationExplorer(START, rps_standard, [1]), r"presets are weights by name, .* not \[1\]"),
        (lambda: EvaluationExplorer(START, rps_standard, depth=0), "looks 1 to 3 plies ahead, not 0"),
        (lambda: EvaluationExplorer(START, rps_standard, depth=4), "looks 1 to 3 plies ahead, not 4"),
        (
            lambda: EvaluationExplorer(TicTacToe(), Linear({"much": lambda state: math.inf}, {"much": 1})),
            "position 1. .*the feature 'much' returned inf",
        ),
    ],
)
def test_what_cannot_be_explored_is_refused_with_the_reason(make, message):
    with pytest.raises((TypeError, ValueError, traitlets.TraitError), match=message):
        make()


# Where widgets do not run


def test_an_explorer_shows_itself_where_widgets_do_not_run():
    shown = explorer()
    data, _ = shown._repr_mimebundle_()
    told = "EvaluationExplorer(position 1 of 2, worth −3.15; best of 10 moves: (R, 5), (R, 7))"
    assert data["text/plain"] == repr(shown) == told
    board, table, moves = (data["text/html"].find(part) for part in ("data:image/svg+xml;base64,", "−3.15", "(R, 5)"))
    assert -1 < board < table < moves
    assert "… and 2 more moves" in data["text/html"]


def test_the_still_picture_follows_the_weights():
    shown = explorer(MIDDLE)
    shown.weights = {"relations": -1}
    html = shown._repr_mimebundle_()[0]["text/html"]
    rows = [re.findall("<td>(.*?)</td>", row) for row in html.splitlines() if row.startswith("<tr><td>")]
    assert [row[:2] for row in rows] == [[str(row.rank), row.name] for row in shown.ranking[:8]]
    changes = [row.before - row.rank for row in shown.ranking[:8]]
    arrows = ["↑" if change > 0 else "↓" if change < 0 else "the" for change in changes]
    assert [row[3].split()[0] for row in rows] == arrows


def test_what_is_shown_is_the_same_each_time():
    one, other = (explorer(depth=2, presets={"bold": {"relations": 5}})._repr_mimebundle_()[0] for _ in range(2))
    for kind in "text/plain", "text/html":
        assert one[kind] == other[kind]
        assert " at 0x" not in one[kind]


def test_a_game_without_a_picture_is_shown_as_text_or_the_explorer_says_what_is_missing():
    left = Linear({"left": lambda state: state.left}, {"left": 1})
    hint = "<pre>To see positions,\ngive Countdown\na __repr__ method.</pre>\n<table>"
    assert EvaluationExplorer(Countdown(4), left)._repr_mimebundle_()[0]["text/html"].startswith(hint)

    class Heap(Countdown):
        def __str__(self):
            return "<" * self.left

    assert EvaluationExplorer(Heap(2), left)._explored["positions"][0]["board"] == "<<"
    assert EvaluationExplorer(Heap(2), left)._repr_mimebundle_()[0]["text/html"].startswith("<pre>&lt;&lt;</pre>")


# Chess

FORK = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"


def test_chess_moves_are_named_as_players_write_them():
    pytest.importorskip("chess")
    from minimax_lab.evaluate import chess_evaluation
    from minimax_lab.games import Chess

    shown = EvaluationExplorer(Chess(FORK), chess_evaluation)
    assert (shown.ranking[0].name, shown.ranking[0].value) == ("Qxf7#", math.inf)
    assert shown._explored["positions"][0]["board"].startswith("<svg")
    assert all(feature["about"] for feature in shown._explored["features"])
    after = [found.get("features") for found in shown._explored["positions"][0]["moves"]]
    for move, values in zip(Chess(FORK).get_legal_moves(), after, strict=True):
        child = Chess(FORK).forecast_move(move)
        if values is not None:
            total = sum(weight * value for weight, value in zip(chess_evaluation.weights.values(), values, strict=True))
            assert total == pytest.approx(chess_evaluation(child))


# The arithmetic in the browser


def case(positions, evaluation, rng):
    """Positions as the browser gets them, weights, and what Python makes of both."""
    shown = EvaluationExplorer(positions, evaluation)
    shown.weights = {name: rng.choice([0, 1, -2, rng.uniform(-3, 3)]) for name in evaluation.weights}
    expected = []
    for i, position in enumerate(positions):
        shown.position = i
        values = by_minimax(position, shown.evaluation, 1)
        expected.append(
            {
                "total": shown.evaluation(position),
                "values": [
                    str(value) if math.isfinite(value) else ("Infinity" if value > 0 else "-Infinity")
                    for value in values
                ],
                "ranks": ranks_of(values, position.active_player),
                "order": [row.name for row in shown.ranking],
            }
        )
    return {
        "explored": shown._explored,
        "weights": [*shown.weights.values()],
        "expected": expected,
        "python": shown.python,
    }  # fmt: skip


def test_the_sums_and_orders_of_the_browser_are_pythons(tmp_path):
    needs.node()
    rng = random.Random(7)
    noughts = [TicTacToe("XX. OO. ..."), TicTacToe(), TicTacToe("XOX .X. O.O")]
    halls = [Isolation(), Isolation(width=4, height=3).forecast_move((1, 1))]
    cases = [case([MIDDLE, START, LAST, OVER], rps_standard, rng) for _ in range(20)]
    cases += [case(noughts, TIC, rng) for _ in range(5)]
    cases += [case(halls, Linear({"mobility": mobility}, {"mobility": 1}), rng) for _ in range(5)]
    file = tmp_path / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    environment = {**os.environ, "MINIMAX_LAB_EXPLORER_CASES": str(file)}
    done = subprocess.run(["node", "--test", str(SCRIPT)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search("^. fail 0$", done.stdout, re.MULTILINE)
