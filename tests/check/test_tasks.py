"""Every student number has trees of its own, alike in shape and in work, with a key; and what is asked about them."""

import re
from random import Random

import nbformat
import pytest

from minimax_lab.check import exercises, pruned
from minimax_lab.check.exercises.on_paper import boxes_tree, cuts_tree, values_tree
from minimax_lab.draw import notebook_bundle
from minimax_lab.evaluate import rps_safe
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation, tree
from minimax_lab.search import minimax
from minimax_lab.widgets import PruningQuiz
from tests.check.test_outside_programs import PROGRAMS
from tools.key import key, quiz_key
from tools.students import early

NUMBERS = [0, 1, 7, 4711, 20261115]


@pytest.mark.parametrize("make", [values_tree, cuts_tree, boxes_tree])
def test_a_number_has_its_own_tree_of_the_same_size(make):
    trees = [make(number) for number in NUMBERS]
    assert len({repr(made) for made in trees}) == len(NUMBERS)
    assert all((made.size, made.height) == (trees[0].size, trees[0].height) for made in trees)
    assert [repr(make(number)) for number in NUMBERS] == [repr(made) for made in trees]


def reports(number, answers):
    """What the checks say of these answers."""
    values, move = answers["values"], answers["best_move"]
    return {
        "values": exercises.values(number, values),
        "best_move": exercises.best_move(number, values, move),
        "change": exercises.one_leaf(number, answers["change"]),
        "cannot_matter": exercises.any_number(number, answers["cannot_matter"]),
        "never_seen": exercises.cuts(number, answers["never_seen"]),
        "orders": exercises.orders(number, answers["fewest"], answers["most"]),
    }


def test_who_has_never_entered_a_number_is_told_so_and_nobody_else():
    findings = {
        number: {name: report.findings for name, report in reports(number, key(number)).items()} for number in (0, 4711)
    }
    told = [name for name, found in findings[0].items() if [finding.code for finding in found] == ["number-0"]]
    assert told == ["values", "never_seen"]  # the first check of each exercise
    assert not any(findings[4711].values())
    assert [finding.code for finding in exercises.values("0", {}).findings] == ["not-written"]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_key_to_a_number_gets_full_marks_and_that_of_another_does_not(number):
    assert [name for name, report in reports(number, key(number)).items() if not report.passed] == []
    of_another = reports(number, key(number + 1))
    assert of_another["best_move"].passed  # by the student's own values
    assert [name for name, report in of_another.items() if report.passed] == ["best_move"]


@pytest.mark.parametrize("marked", [{(0, 1), (2, 1)}, [[0, 1], [2, 1]], ((9,), (0, 1), (2, 1))])
def test_a_report_on_what_was_marked_shows_the_marks(marked):
    report = exercises.cuts(0, marked)
    rings = "that you have marked: (0, 1), (2, 1)"
    assert all(rings in notebook_bundle(finding.counterexample)["text/html"] for finding in report.faults)
    assert "are your marks." in report.findings[0].message


def test_a_number_may_be_written_in_quotes_because_python_takes_none_that_begins_with_0():
    for make in values_tree, cuts_tree, boxes_tree:
        assert make("0712345").to_nested() == make(712345).to_nested()


@pytest.mark.parametrize("number", [None, "s4711", "", 3.5, True])
def test_a_number_that_is_no_number_is_told_so(number):
    for make in values_tree, cuts_tree, boxes_tree:
        with pytest.raises(TypeError, match="your student number"):
            make(number)


def test_a_move_that_is_best_by_one_s_own_values_is_no_second_mistake():
    def right(values, move):
        return exercises.best_move(0, values, move).passed

    # its moves are worth 3, 5 and 2
    assert [right({}, move) for move in (0, 1, 2, None, True, "1")] == [False, True, *[False] * 4]
    mistaken = {(0,): 6, (1,): 5, (2,): 2}
    assert right(mistaken, 0)
    assert not right(mistaken, 2)


def test_a_change_of_a_leaf_must_lead_to_another_move_and_be_as_small_as_can_be():
    # The moves are worth 3, 5 and 2. The 5 stands at (1, 1); the 3 comes from (0, 0, 0).
    changes = {(1, 1): 2}, {(0, 0, 0): 6}, {(1, 1): 1}, {(1, 1): 3}, {(1, 0): 2}, {(1, 1): 2.5}, {}, None, 7
    assert [exercises.one_leaf(0, change).score for change in changes] == [1, 1, 0.5, *[0] * 6]


@pytest.mark.exhaustive
def test_a_leaf_that_cannot_matter_is_one_that_no_number_changes_the_root_with():
    asked = values_tree(4711)
    right = {
        path
        for path, node in asked.walk()
        if node.is_leaf and {minimax(with_value(asked, path, value)) for value in range(-30, 31)} == {minimax(asked)}
    }
    assert exercises.any_number(4711, right).passed
    some, *_ = sorted(right)
    assert exercises.any_number(4711, right - {some}).score == (len(right) - 1) / len(right)
    leaves = {path for path, node in asked.walk() if node.is_leaf}
    report = exercises.any_number(4711, leaves)
    assert report.score == len(right) / 11
    assert "-" not in "".join(finding.message for finding in report.findings)  # a minus is written −
    assert [exercises.any_number(0, marked).score for marked in (set(), None, 3, "x")] == [0] * 4
    below = {path for path in leaves if path[0] == 1}
    assert str(exercises.any_number(4711, {(1,)})) == str(exercises.any_number(4711, below))  # a click on a branch


def with_value(asked, changed, value):
    """The tree with another value at a leaf, put together from its leaves."""

    def part(path):
        node = asked.at(path)
        if node.is_leaf:
            return value if path == changed else node.value
        return [part((*path, move)) for move in node.children]

    return tree(part(()))


@pytest.mark.exhaustive
def test_an_order_has_the_same_prizes_in_the_same_boxes_and_each_order_counts_half():
    five, nine = key(0)["fewest"], key(0)["most"]
    assert exercises.orders(0, five, nine).score == 1
    assert exercises.orders(0, five.to_nested(), nine).score == 1
    assert exercises.orders(0, nine, nine).score == 0.5
    other_boxes = tree([[5, 10, 12], [3, 6, 9], [4, 7, 8]])
    for made in None, [], [[5, 10, 12]], other_boxes, tree([1, 2]):
        assert exercises.orders(0, made, nine).score == 0.5


def test_a_deep_cutoff_is_told_from_others():
    assert exercises.deep_cutoff(tree([[4, [[9, [5, 1]], 2]], 0])).passed
    for made in tree([*range(11)]), [[1, 2]], None:
        assert not exercises.deep_cutoff(made).passed
    for made, told in (
        ([[1, 2], [3, 4]], "Alpha-beta looks at all of it."),
        ([[3, 4], [1, 2]], "It is cut only at ▼ nodes."),
        ([[[1, 2], [3, 4]], 0], "It is cut at the ▲ node (0, 1), but the reason is one level above."),
    ):
        assert told in str(exercises.deep_cutoff(tree(made)))


def test_values_are_not_right_early_if_one_is_wrong_and_half_if_too_much_is_looked_at():
    def late_max(state):
        return max((late_min(state.forecast_move(move)) for move in state.get_legal_moves()), default=-1)

    def late_min(state):
        return min((late_max(state.forecast_move(move)) for move in state.get_legal_moves()), default=1)

    report = exercises.early_values(late_max, late_min)
    assert report.score == 0.5
    assert "225 nodes" in report.faults[0].message
    board = report.faults[0].board  # where the game could be over
    assert (len(board.reach(board.active_player)) > 0, board.reach(board.active_player.opponent)) == (True, [])
    wrong = exercises.early_values(late_max, late_max)
    assert wrong.score == 0
    assert late_max(wrong.faults[0].board) == wrong.faults[0].returned != wrong.faults[0].expected


@pytest.mark.exhaustive
def test_an_evaluation_that_is_mobility_under_another_name_gets_nothing():
    from minimax_lab.evaluate import Linear, mobility

    def threefold(state):
        return 3 * mobility(state)

    for function in mobility, threefold, Linear({"cells": mobility}, {"cells": 0.5}):
        alone, played = exercises.my_evaluation(function).faults[0], exercises.beats_nothing(function)
        assert (alone.code, played.score) == ("mobility-alone", 0)
        assert f"mobility is {mobility(alone.board)}".replace("-", "−") in alone.message
        assert "this is mobility alone" in played.faults[0].message
    assert exercises.my_evaluation(lambda state: mobility(state) ** 3).passed


def test_open_neighbours_are_counted_on_the_board():
    from minimax_lab.check.exercises.written import _neighbours

    board = Isolation(5, 5)
    assert _neighbours(board, MAX) == 0
    for move in [(2, 2), (1, 1), (3, 3), (0, 0)]:
        board = board.forecast_move(move)
    # #....
    # .#...     2 is in the corner at the top left, with (1, 0) and (0, 1) open
    # ..#..
    # ...1.
    assert [_neighbours(board, player) for player in (MAX, MIN)] == [7, 2]
    report = exercises.open_neighbours(
        lambda state, player: 0 if None in state.positions else _neighbours(state, player)
    )
    (finding,) = report.findings
    assert finding.hints[1].startswith("▼ MIN is not on the board yet here.")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("cell == (0, 0)", "only where the player is at (0, 0)"),
        ("0 in cell", "only where the player is at the left or the upper edge"),
        ("4 in cell", "only where the player is at the right or the lower edge"),
        ("{0, 4} & {*cell}", "only where the player is at an edge"),
        ("cell and not {0, 4} & {*cell}", "only where the player is not at an edge"),
        ("state.active_player is MIN", "only with MIN to move"),
        ("cell and sum(cell) % 3 == 0", ""),
    ],
)
def test_hints_on_open_neighbours_name_what_all_wrong_answers_share_and_the_right_ones_lack(wrong, told):
    from minimax_lab.check.exercises.written import _neighbours

    names = {"neighbours": _neighbours, "MAX": MAX, "MIN": MIN}
    cell = "(state.positions[0 if player is MAX else 1] or ())"
    one_more = eval(f"lambda state, player: neighbours(state, player) + bool({wrong.replace('cell', cell)})", names)
    hint = exercises.open_neighbours(one_more).faults[0].hints[1]  # of a function without a line to point at
    assert ("Of the boards that were tried" in hint) is bool(told)
    assert told in hint


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (
            "abs(x - a) + abs(y - b) <= 2",
            "With (2, 0) closed as well, your function returns 4 here, not 5. Is (2, 0) one",
        ),
        ("abs(x - a) + abs(y - b) == 1", "Around (2, 2), your function leaves out (1, 1), (1, 3), (3, 1), (3, 3)."),
        ("0 <= a - x <= 1 and 0 <= b - y <= 1", "leaves out (1, 3), (2, 3), (3, 1), (3, 2), (3, 3)."),
    ],
)
def test_cells_that_are_counted_though_they_are_not_around_the_player_or_are_left_out_are_told(count, told):
    source = f"""lambda state, player: sum(
        mark == "." and {count}
        for a, b in [state.positions[0 if player is MAX else 1] or (-9, -9)]
        for y, row in enumerate(state.rows())
        for x, mark in enumerate(row)
    )"""
    fault = exercises.open_neighbours(eval(source, {"MAX": MAX})).faults[0]
    assert told in "\n".join([fault.message, *fault.hints])


def test_the_board_of_a_report_is_what_its_lines_make():
    count = "lambda state, player: len(state.reach(player))"
    fault = exercises.open_neighbours(eval(count)).faults[0]
    names = {"Isolation": Isolation}
    exec("\n".join(fault.outcome_lines()).split("<lambda>")[0], names)
    assert names["state"] == fault.board


def test_both_levels_must_stop_early_whoever_searches():
    late = {name: PROGRAMS[name].report() for name in ("t_g03", "t_g04")}
    for report in late.values():
        assert report.score == 0.5
        board = report.faults[0].board
        assert (len(board.reach(board.active_player)) > 0, board.reach(board.active_player.opponent)) == (True, [])
    assert late["t_g03"].faults[0].board.active_player is MIN  # MAX searches, so that MIN moves at a min level


@pytest.mark.parametrize(("code", "way"), [(code, way) for code, ways in early.MISTAKES.items() for way in ways])
def test_a_mistake_in_the_early_values_has_a_name(code, way):
    source, edits = way
    assert exercises.early_values(*early.two(source)).passed
    (finding,) = exercises.early_values(*early.two(source, *edits)).findings
    assert (finding.code, bool(finding.name), finding.board is not None) == (code, True, True)


def first_player_max(state):
    if not (state.reach(MAX) and state.reach(MIN)):
        return 1 if state.reach(MAX) else -1
    return max(first_player_min(state.forecast_move(move)) for move in state.get_legal_moves())


def first_player_min(state):
    if not (state.reach(MAX) and state.reach(MIN)):
        return -1 if state.reach(MIN) else 1
    return min(first_player_max(state.forecast_move(move)) for move in state.get_legal_moves())


def test_to_take_max_for_the_searching_player_is_told_also_if_the_level_says_who_has_lost_where_both_are_stuck():
    (finding,) = exercises.early_values(first_player_max, first_player_min).findings
    assert (finding.code, finding.board.active_player) == ("searcher-is-max", MIN)
    assert first_player_max(finding.board) == finding.returned == -finding.expected


def test_who_takes_max_for_the_searching_player_only_where_the_other_one_is_stuck_is_told_for_whom_it_goes_wrong():
    (finding,) = PROGRAMS["r_ev_04_max_is_searching"].report().faults
    assert finding.code == "one-player-only"  # not all that it says is for MAX
    assert "goes wrong only with MIN to move" in finding.message


def unread_max(state):
    me, other = state.active_player, state.active_player.opponent  # noqa: F841
    if not state.reach(me):
        return -1
    return max(unread_min(state.forecast_move(move)) for move in state.get_legal_moves())


def unread_min(state):
    me, other = state.active_player, state.active_player.opponent
    if not state.reach(me):
        return 1
    if not state.reach(other):
        return -1
    return min(unread_max(state.forecast_move(move)) for move in state.get_legal_moves())


def test_edits_that_are_tried_change_no_board_of_the_report():
    """One sets the state's own player where it sets a variable that nothing reads."""
    fault = exercises.early_values(unread_max, unread_min).faults[0]
    names = {"Isolation": Isolation}
    exec("\n".join(fault.outcome_lines()).split("unread_max(")[0], names)
    assert names["state"] == fault.board


@pytest.mark.parametrize(
    ("returned", "code"), [([(1, 0)], "returns-no-number"), (None, "returns-none"), (8, "same-answer")]
)
def test_what_is_no_number_is_told_apart_from_a_wrong_one(returned, code):
    assert exercises.open_neighbours(lambda state, player: returned).faults[0].code == code


def by_lot(seed):
    """An evaluation that draws a number for each position: the same every time, and exchanged with the players."""

    def drawn(state):
        rows = "/".join(state.rows())
        first, second = (Random(f"{seed} {each}").random() for each in (rows, rows.translate({49: 50, 50: 49})))
        return first - second

    return drawn


@pytest.mark.exhaustive
def test_numbers_drawn_by_lot_win_most_matches_of_exercise_5_as_it_says():
    assert sum(exercises.beats_nothing(by_lot(seed)).passed for seed in range(6)) > 3


def test_every_wrong_answer_to_exercise_5_has_a_board_and_hints():
    from minimax_lab.evaluate import mobility

    reports = [
        exercises.open_neighbours(lambda state, player: 8),
        exercises.my_evaluation(mobility),
        exercises.my_evaluation(lambda state: state.nothing),
        exercises.beats_nothing(mobility),
        exercises.on_trial(lambda state: -state.margin),
    ]
    for report in reports:
        assert report.score < 1
        assert report.faults[0].board is not None
        assert report.faults[0].hints


def counts_cards(state):
    return state.margin


def printed_in_lesson_10():
    """The ten lines that climb there."""
    text = "\n".join(cell.source for cell in nbformat.read("notebooks/10_rps_solved.ipynb", as_version=4).cells)
    (source,) = re.findall(r"```python\n(def mine\(state\):.*?)```", text, flags=re.S)
    known = {}
    exec(source, known)
    return known["mine"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("function", [counts_cards, rps_safe, printed_in_lesson_10()])
def test_an_evaluation_of_the_card_game_must_lose_fewer_cards_than_what_a_lesson_prints(function):
    from minimax_lab.solve import perfect

    report = exercises.on_trial(function)
    assert (report.score, report.faults[0].code) == (0, "not-better")
    played, best = (perfect(report.faults[0].board.forecast_move(move))[0] for move in told_moves(report))
    assert best == perfect(report.faults[0].board)[0] != played
    if function is rps_safe:
        assert "it saves +0.000 (+0.000 to +0.000) cards per move" in report.faults[0].message


def told_moves(report):
    """The two moves that a report on a trial speaks of."""
    return [(card, int(cell)) for card, cell in re.findall(r"\('([RPS])', (\d)\)", report.faults[0].message)]


@pytest.mark.exhaustive
def test_an_evaluation_of_the_card_game_may_not_ask_the_table_or_a_search():
    from minimax_lab.search import Engine
    from minimax_lab.solve import perfect

    for function in (lambda state: perfect(state)[0]), (lambda state: Engine().search(state, depth=1).value):
        assert exercises.on_trial(function).score == 0


def test_the_key_of_a_quiz_is_what_is_to_be_marked_in_it():
    for written, marked in quiz_key(4711).items():
        quiz = eval(written, {"PruningQuiz": PruningQuiz})
        assert pruned(quiz.tree, marked).passed


def told(name):
    """The first finding on a program of somebody who had not read the tests."""
    finding = PROGRAMS[name].report().faults[0]
    assert finding.code != "broke-the-check", finding.message
    return finding


def test_a_walk_that_has_a_name_quotes_its_line_all_the_same():
    finding = told("s_along_jump")
    assert finding.name
    assert finding.message.startswith("Line 7, in along: `continue`\n")
    assert finding.hints[-1].startswith("In line 7, write `break` instead of `continue`.")


@pytest.mark.exhaustive
def test_an_edit_that_only_helps_on_short_lines_is_not_told_but_its_line_is():
    finding = told("s_along_reverse")  # insert(1, cell) puts two cells in order, and not three
    assert "Look at line 8" in finding.message
    assert not any("write" in hint for hint in finding.hints)


@pytest.mark.exhaustive
def test_of_a_number_and_the_condition_that_it_is_compared_in_the_condition_is_told():
    assert told("s_along_limit").line == 6


def test_a_state_that_is_right_only_after_it_has_changed_is_told_with_the_moves_that_it_had_before():
    finding = told("s_gs3_self")
    assert "Before, it had (0, 0), (1, 0), (1, 1)." in finding.message
    assert finding.line == 26
    assert "right is" not in str(finding)


def test_what_a_class_has_for_all_its_states_is_put_back_before_it_is_repaired():
    assert told("s_gs3_classattr").line == 27


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("s_on4_positions", "Whose neighbours are counted?"),
        ("s_on_reach", "More than the neighbours"),
        ("s_c43_sevenrows", "Which columns are there?"),
        pytest.param("s_c42_nofull", "Full columns are still listed", marks=pytest.mark.exhaustive),
    ],
)
def test_what_no_edit_mends_is_told_by_what_is_counted_or_listed_instead(name, title):
    assert told(name).title == title


def test_minus_one_is_not_true_on_a_tree_either():
    finding = told("s_tt2_minus")
    assert (finding.line, finding.returned, finding.expected) == (3, -1, True)


@pytest.mark.exhaustive
def test_hints_on_a_line_of_a_walk_do_not_speak_of_players():
    assert not any("player" in hint for hint in told("s_along_upisdown").hints)
    assert not any("MAX" in hint for hint in told("s_tt_inverted").hints)


def test_an_evaluation_that_was_never_made_is_told_under_its_name():
    report = exercises.my_evaluation(None)
    assert report.heading.startswith("✗ my_evaluation:")
    assert not report.passed
