"""Iterative deepening under a simulated clock: right in any style, and each fault told on a small tree."""

import datetime
import random
import time
from functools import partial

import chess
import pytest

from minimax_lab import check
from minimax_lab.check.iterative_deepening.games import (
    DISTANCE,
    PLENTY,
    SecondLook,
    WideGame,
    decisive,
    distant,
    evaluation,
    later_of_equals,
    steady,
    tied,
)
from minimax_lab.check.iterative_deepening.timed_function import ENOUGH
from minimax_lab.check.sandbox.clock import BEGIN, TICK, SimulatedClock, simulated
from minimax_lab.check.sandbox.contents import reachable_from
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Tree, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision
from minimax_lab.trace import trace
from tests.check import reports
from tools.students import deepening as students
from tools.students.deepening import broken, right, searches, wrong

MOVES = "wrong-move", "role-hard-coded", "never-deepens", "tie-takes-later", "stops-too-soon"
report_on = partial(reports.report_on, check.deepening)


def codes(report):
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("function", students.CORRECT)
def test_a_right_function_passes_in_any_style(function):
    report = report_on(function)
    assert report.passed, report
    assert (report.score, report.findings) == (1, ())


@pytest.mark.parametrize(("function", "code"), students.WRONG)
def test_a_wrong_function_gets_the_name_of_its_fault(function, code):
    report = report_on(function)
    assert codes(report) == [code]
    assert report.score == pytest.approx(2 / 3)
    assert report.findings[0].hints


@pytest.mark.parametrize(("function", "code"), students.BROKEN.items())
def test_a_broken_function_gets_a_plain_message(function, code):
    report = report_on(function)
    assert codes(report) == [code]
    assert report.score == 0


def test_an_error_is_told_on_the_smallest_tree_on_which_it_comes():
    (finding,) = report_on(broken.catches_nothing).findings
    assert finding.counterexample == tree([5])
    told, where = finding.message.split(" It happened in ")
    assert told == "Your code raised TimeIsUp itself, and nothing caught it."
    assert where.endswith("`raise TimeIsUp`")


def test_an_error_for_one_player_only_is_told_on_a_tree_of_that_player_and_leaves_the_other_points():
    def for_max_only(state, seconds, evaluate):
        if state.active_player is MIN:
            raise KeyError(MIN)
        return right.with_an_exception(state, seconds, evaluate)

    report = report_on(for_max_only)
    assert codes(report) == ["raises"]
    assert report.findings[0].counterexample == tree([1, 5], MIN)
    assert report.score == pytest.approx(2 / 3)


@pytest.mark.parametrize("function", [function for function, code in students.WRONG if code in MOVES])
def test_a_wrong_move_is_shown_where_it_is_wrong(function):
    (finding,) = report_on(function).findings
    made = finding.counterexample
    assert finding.returned != minimax_decision(made)
    values = {move: minimax(made.forecast_move(move)) for move in made.get_legal_moves()}
    assert values[finding.returned] != minimax(made)
    assert finding.expected_text == f"move {minimax_decision(made)}"


@pytest.mark.exhaustive
def test_a_function_that_never_comes_to_the_last_depth_is_not_asked_what_it_keeps_from_depth_to_depth():
    assert report_on(wrong.the_first).findings[0].hints[-1].startswith("Is your search right at a fixed depth?")


@pytest.mark.exhaustive
def test_two_faults_get_both_names():
    def both(state, seconds, evaluate):
        return None if seconds <= TICK else wrong.half_an_iteration(state, seconds, evaluate)

    assert codes(report_on(both)) == ["no-fallback-move", "unfinished-iteration"]
    assert codes(report_on(wrong.no_clock)) == ["no-clock", "stops-too-soon"]


@pytest.mark.parametrize(
    ("function", "size"),
    [
        (wrong.half_an_iteration, 3),  # two moves, the least that there is to choose from
        (wrong.half_of_what_is_left, 4),  # and one move more, or there is only one iteration
    ],
)
def test_an_unfinished_iteration_is_shown_on_the_smallest_tree_with_both_times(function, size):
    (finding,) = report_on(function).findings
    assert finding.counterexample.size == size
    told = finding.message.partition("\nLook at line")[0]  # which follows where the line is known
    assert told.endswith("seconds it played 1, which is right: a little more time made it worse.")
    assert finding.returned == 0


def test_the_replay_is_the_run_that_is_told_of():
    (finding,) = report_on(wrong.half_an_iteration).findings
    replay = finding.replay()
    assert replay.trace.value == finding.returned
    assert replay.trace.steps[replay.step].kind == "return"


def test_a_report_is_the_same_every_time():
    assert str(check.deepening(wrong.half_an_iteration)) == str(report_on(wrong.half_an_iteration))


@pytest.mark.exhaustive
def test_a_safety_margin_is_no_fault():
    def careful(state, seconds, evaluate):
        return right.with_an_exception(state, max(0, 0.9 * seconds - 0.1), evaluate)

    assert report_on(careful).passed


@pytest.mark.exhaustive
def test_a_random_fallback_is_no_fault():
    rng = random.Random(1)

    def chooses_at_random_first(state, seconds, evaluate):
        chosen = rng.choice(state.get_legal_moves())
        check_time = searches.watch(time.perf_counter() + seconds, time.perf_counter)
        try:
            for depth in range(1, 20):
                chosen = searches.best_move(state, depth, evaluate, check_time)
        except searches.TimeIsUp:
            pass
        return chosen

    assert report_on(chooses_at_random_first).passed


@pytest.mark.exhaustive
def test_waiting_is_not_searching():
    def waits(state, seconds, evaluate):
        end = time.perf_counter() + seconds
        chosen = right.with_an_exception(state, seconds, evaluate)
        while time.perf_counter() < end:
            time.sleep(0.5)
        return chosen

    assert report_on(waits).passed


@pytest.mark.exhaustive
@pytest.mark.parametrize("limit", [1, 1000])
def test_any_limit_to_the_depth_that_no_game_reaches_is_a_way_to_stop(limit):
    def limited(state, seconds, evaluate):
        height = limit * getattr(state.tree, "height", 30)
        check_time = searches.watch(time.perf_counter() + seconds, time.perf_counter)
        chosen = state.get_legal_moves()[0]
        try:
            for depth in range(1, height + 1):
                chosen = searches.best_move(state, depth, evaluate, check_time)
        except searches.TimeIsUp:
            pass
        return chosen

    assert report_on(limited).passed


@pytest.mark.exhaustive
@pytest.mark.parametrize("function", [function for function, code in students.WRONG if code == "begins-too-deep"])
def test_a_first_search_that_is_too_deep_is_shown_where_one_ply_is_enough(function):
    (finding,) = report_on(function).findings
    made = finding.counterexample
    assert finding.expected_text.startswith(f"move {minimax_decision(made, 1, evaluation)},")
    assert finding.returned != minimax_decision(made, 1, evaluation)
    assert made.size <= 40


# The trees


@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("good", [0, PLENTY - 2, PLENTY - 1])
def test_one_move_is_best_at_every_depth_and_one_ply_takes_less_than_a_fifth_of_the_time(player, good):
    made = steady(3, PLENTY, player, good)
    assert [minimax_decision(made, depth, evaluation) for depth in (1, 2, 3)] == [good] * 3
    assert 2 * PLENTY * TICK < ENOUGH / 5  # each move is tried and evaluated
    leaves = trace(alphabeta, Tree(made.to_nested(), player)).leaves  # with the best move first, if it is
    assert 2 * len(leaves) * TICK > ENOUGH


@pytest.mark.parametrize("player", [MAX, MIN])
def test_the_best_move_of_a_distant_tree_shows_at_one_depth_and_not_before(player):
    for made in distant(player):
        found = [minimax_decision(made, depth, evaluation) for depth in range(1, made.height + 1)]
        assert made.height == DISTANCE
        assert found[-1] == minimax_decision(made)
        assert found[-1] not in found[:-1]


def test_a_tied_tree_has_one_best_move_and_the_later_one_is_another():
    for made in tied():
        values = [minimax(child) for child in made.children.values()]
        assert values.count(minimax(made)) == 1
        assert later_of_equals(made) != minimax_decision(made)


@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("depth", range(1, 6))
def test_the_last_move_of_a_steady_tree_is_best_at_every_depth(player, depth):
    assert minimax_decision(steady(5, 3, player), depth, evaluation) == 2


def test_one_ply_misleads_on_some_of_the_decisive_trees_of_either_player():
    misled = [tree for tree in decisive() if minimax_decision(tree, 1, evaluation) != minimax_decision(tree)]
    assert {tree.active_player for tree in misled} == {MAX, MIN}


def test_the_wide_game_goes_on():
    state = WideGame()
    for _ in range(12):
        state = state.forecast_move(state.get_legal_moves()[-1])
    assert len(state.get_legal_moves()) == 4
    with pytest.raises(AttributeError):
        state.active_player = MIN


@pytest.mark.parametrize("depth", range(1, 6))
def test_the_second_look_shows_the_move_that_one_ply_shows_as_the_worst(depth):
    assert (minimax_decision(SecondLook(), depth, evaluation) == SecondLook.GOOD) is (depth > 1)


def deepens_by(step):
    """From one ply on, so many more each time."""

    def function(state, seconds, evaluate):
        look, depth = searches.watch(time.perf_counter() + seconds, time.perf_counter), 1
        chosen = state.get_legal_moves()[0]
        try:
            while depth < 200:
                chosen = searches.best_move(state, depth, evaluate, look)
                depth += step
        except searches.TimeIsUp:
            pass
        return chosen

    return function


@pytest.mark.parametrize("step", [1, 2, 3])
def test_an_iteration_may_look_a_few_plies_further_than_the_last_one(step):
    assert report_on(deepens_by(step)).passed


@pytest.mark.parametrize("step", [50, 150])
def test_an_iteration_that_leaps_to_the_end_of_the_game_is_not_deepening(step):
    (finding,) = report_on(deepens_by(step)).findings
    assert (finding.code, finding.title, finding.returned) == ("wrong-move", "Not what two plies show", 0)


# The clock


def test_the_clock_stands_still_unless_something_is_done():
    clock = SimulatedClock()

    def look():
        return time.time(), time.monotonic_ns(), datetime.datetime.now()

    with simulated(clock, look):
        first, nanoseconds, date = look()
        clock.now += 5
        later, more, then = look()
        time.sleep(100)
        assert clock.now == pytest.approx(105, abs=0.05)
    assert first == pytest.approx(BEGIN, abs=0.05)
    assert later - first == pytest.approx(5, abs=0.05)
    assert (more - nanoseconds) / 1e9 == pytest.approx(5, abs=0.05)
    assert (then - date).total_seconds() == pytest.approx(5, abs=0.05)
    assert clock.looks == 6


def test_everything_is_put_back_also_after_an_error():
    before = time.time, time.sleep, datetime.datetime, right.perf_counter, right.time.monotonic
    try:
        with simulated(SimulatedClock(), right.with_an_exception):
            assert right.perf_counter is not before[3]
            raise KeyError
    except KeyError:
        pass
    assert (time.time, time.sleep, datetime.datetime, right.perf_counter, right.time.monotonic) == before


def test_a_clock_that_a_function_has_closed_over_is_replaced_and_put_back():
    function = right.closes_over(time.perf_counter)
    cell = next(cell for cell in function.__closure__ if cell.cell_contents is time.perf_counter)
    with simulated(SimulatedClock(), function):
        assert cell.cell_contents() == pytest.approx(BEGIN, abs=1)
    assert cell.cell_contents is time.perf_counter


@pytest.mark.parametrize("function", students.CAPTURED)
def test_a_clock_laid_by_is_put_back(function):
    def kept():
        functions = right.by_default.__defaults__, right.by_default_and_name.__kwdefaults__
        class_s = {name: vars(right.Keeps)[name] for name in ("now", "bare")}
        own = getattr(getattr(function, "__self__", function), "clock", None), right.KEEPS.clock
        return *map(str, functions), str(class_s), own, str(getattr(function, "keywords", ""))

    before = kept()
    with simulated(SimulatedClock(), function):
        assert kept() != before
    assert kept() == before


def test_installed_packages_are_left_alone():
    def plots(state, seconds, evaluate):
        chess.Board  # noqa: B018
        return right.with_an_exception(state, seconds, evaluate)

    assert not any((getattr(thing, "__module__", None) or "").startswith("chess") for thing in reachable_from(plots))
    assert right.with_an_exception in reachable_from(plots)
