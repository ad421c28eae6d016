"""Every benchmark runs, in its smallest form; the frame and the page of results do what they say."""

import gc
import importlib
import multiprocessing
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks import __main__ as command
from benchmarks import clock, tournament
from benchmarks.clock import TimedMove, load, summary, waited
from benchmarks.measure import Figure, NotHere, counted, interleaved
from benchmarks.peers import Broken, Contest
from minimax_lab.games import TicTacToe, Tree, figure
from minimax_lab.search import alphabeta, minimax
from tests.arena.samples import first, lucky

MAY_BE_MISSING = {"peers": "OpenSpiel", "solved": "C compiler", "browser": "Chromium|Playwright"}
MAY_BE_MISSING["visit"] = "Chromium|Playwright|node_modules|minimax-lab"
MAY_BE_MISSING["sunfish"] = "sunfish"


@pytest.fixture(autouse=True)
def _quick_collections():
    """A benchmark collects garbage before each run; it need not look through what other tests have left each time."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.parametrize("name", command.NAMES)
def test_every_benchmark_runs_in_its_smallest_form(name):
    module = importlib.import_module(f"benchmarks.{name}")
    try:
        # In a thread of its own, because Playwright allows one browser in a thread, and other tests have theirs here.
        with ThreadPoolExecutor(1) as thread:
            found = thread.submit(lambda: [*module.figures(quick=True)]).result()
    except NotHere as missing:
        assert name in MAY_BE_MISSING
        pytest.skip(str(missing))
    assert found
    for row in found:
        assert row.value >= 0
        assert not any("|" in cell for cell in row.cells())  # it would end the cell of a table
    # What is said to be the same is compared, and must be. Whether a move comes late depends on the machine's load.
    assert not [row.what for row in found if row.most == 0 and not row.met and not row.what.endswith(clock.LATE)]


# The frame


def test_a_goal_is_met_by_the_number_as_it_was_measured_not_as_it_is_rounded():
    assert Figure("a share", 0.6504, "", 0.65).cells() == ["a share", "0.650", "≤ 0.65", "**missed**", ""]
    assert Figure("a time", 0.15, "s", 0.15, note="5 nodes").cells() == [
        "a time",
        "0.150 s",
        "≤ 0.15",
        "met",
        "5 nodes",
    ]
    assert Figure("a share", 84.99, "%", least=85).cells()[1:4] == ["85.0 %", "≥ 85", "**missed**"]
    assert Figure("a count", 12345, "").cells()[1:4] == ["12,345", "", ""]
    assert Figure("a count", 0, "", 0).cells()[1:4] == ["0", "≤ 0", "met"]


def test_the_runs_take_turns_and_no_garbage_is_collected_meanwhile():
    seen = []
    times = interleaved([lambda: seen.append(("A", gc.isenabled())), lambda: seen.append(("B", gc.isenabled()))], 3)
    assert seen == [("A", False), ("B", False)] * 3
    assert [len(taken) for taken in times] == [3, 3]
    assert gc.isenabled()


def test_counting_leaves_no_trace_even_after_an_error():
    before = vars(Tree)["forecast_move"]
    with pytest.raises(ValueError, match="legal"), counted(Tree, "forecast_move") as calls:
        Tree([1, 2]).forecast_move("nowhere")
    assert calls.count == 1
    assert vars(Tree)["forecast_move"] is before


# The page


def section(name, *rows):
    return f"## {name}\n\nWhat it is.\n\n{command.TABLE}" + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def test_the_page_begins_with_what_falls_short_and_keeps_what_was_not_measured_again():
    slow, quick = ["a", "2.00 s", "≤ 1", "**missed**", "5 nodes"], ["b", "0.50 s", "≤ 1", "met", ""]
    old = command.page("", [section("engine", slow), section("peers", slow)])
    assert old.index("## What falls short") < old.index("## peers") < old.index("## engine")
    assert "- peers: a: 2.00 s, goal ≤ 1\n- engine: a: 2.00 s, goal ≤ 1\n" in old
    new = command.page(old, [section("peers", quick)])
    assert "- engine: a: 2.00 s, goal ≤ 1\n- not measured yet: clock, chess, solved" in new
    assert "- peers" not in new
    assert new.endswith(section("engine", slow))
    assert section("peers", quick) in new
    assert command.page(new, []) == new
    all_met = command.page("", [section(name, quick) for name in command.NAMES])
    assert "## What falls short\n\nNothing: every goal is met.\n" in all_met


def test_what_cannot_be_measured_here_is_said_on_the_page(monkeypatch, capsys):
    def figures(quick):
        raise NotHere("OpenSpiel is not installed")

    monkeypatch.setattr("benchmarks.peers.figures", figures)
    assert command.section("peers").endswith("\n\nNot measured: OpenSpiel is not installed\n")


def test_a_benchmark_that_does_not_exist_is_refused_with_those_that_do(capsys):
    with pytest.raises(SystemExit):
        command.main(["speed"])
    assert "no benchmark called speed; there are peers, engine" in capsys.readouterr().err


# Contests


def contest(ours, theirs, value=None):
    state = figure("textbook")
    return Contest("textbook", lambda: ours(state), Tree, lambda: value or theirs(state), (Tree, "forecast_move"), 1.0)


def test_searches_that_look_at_other_nodes_or_find_another_value_are_not_compared():
    # They count moves, and we the root too; of the textbook's nine leaves alpha-beta leaves out two.
    with pytest.raises(Broken, match="we look at 11 nodes, they at 10"):
        contest(alphabeta, alphabeta).held(1)
    with pytest.raises(Broken, match="we look at 13 nodes, they at 10"):
        contest(minimax, alphabeta).held(1)
    with pytest.raises(Broken, match="we find the value 3, they 4"):
        contest(minimax, minimax, value=4).held(1)


def test_a_tournament_that_comes_out_differently_stops_the_benchmark():
    task = tournament.Task({"first": first, "lucky": lucky}, [TicTacToe()], 2)
    assert tournament.seconds_of(task, None, task.play()) > 0
    with pytest.raises(RuntimeError, match="come out differently"):
        tournament.seconds_of(task, None, task.play(games=1))


# The clock


def move(overrun, waited=0.0, used=90.0, depth=3, legal=True):
    return TimedMove(overrun, waited, used, depth, legal)


def test_a_move_that_waited_for_the_processor_is_late_but_not_by_itself():
    moves = [move(-0.01), move(0.019), move(0.021), move(0.3, waited=0.29), move(0.3, waited=0.2), move(0, depth=0)]
    late, illegal, _ = summary("a game", 0.1, moves)
    assert late.value == 2
    assert late.note == "3 late with the waiting; the latest by itself +100.0 ms from the limit"
    assert (illegal.value, illegal.note) == (0, "1 at depth 0")


def test_an_illegal_move_is_counted_and_a_solved_position_uses_no_time():
    moves = [move(0), move(0, legal=False), move(0, used=70.0), move(-0.09, used=None)]
    late, illegal, used = summary("a game", 0.1, moves)
    assert (late.value, late.met) == (0, True)
    assert (illegal.value, illegal.met) == (1, False)
    assert (round(used.value), used.met) == (83, False)
    assert used.note == "3 positions not solved, the least 70 %"


def test_the_load_is_there_as_long_as_it_is_wanted():
    before = {*multiprocessing.active_children()}  # of other tests
    with load(2):
        assert len({*multiprocessing.active_children()} - before) == 2
    assert {*multiprocessing.active_children()} <= before


def test_the_time_spent_waiting_never_goes_back():
    times = [waited() for _ in range(20)]
    assert times[0] >= 0
    assert times == sorted(times)
