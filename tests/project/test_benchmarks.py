"""The benchmarks' machinery, without the peers and without a look at the clock."""

import gc
import subprocess

import pytest

from benchmarks import environment, peers
from benchmarks.environment import CannotInstall, Environment
from benchmarks.measure import Times, counted, interleaved, table
from benchmarks.peers import Broken, Competitor, Contest, Outcome, held
from minimax_lab.games import Tree, figure, random_tree
from minimax_lab.search import alphabeta, minimax


def competitor(search, state, **options):
    return Competitor(search.__name__, lambda: search(state), (Tree, "forecast_move"), root_apart=True, **options)


def test_every_node_of_a_tree_is_counted_once():
    state = random_tree(depth=4, branching=(1, 4), seed=3)
    assert competitor(minimax, state).nodes_and_value() == (state.size, minimax(state))


def test_nodes_that_are_never_searched_are_not_counted():
    # Of the textbook's nine leaves alpha-beta leaves out two, those after 2 in the middle branch.
    assert competitor(alphabeta, figure("textbook")).nodes_and_value() == (1 + 3 + 7, 3)


def test_counting_leaves_no_trace_even_after_an_error():
    before = vars(Tree)["forecast_move"]
    with pytest.raises(ValueError, match="legal"), counted(Tree, "forecast_move") as calls:
        Tree([1, 2]).forecast_move("nowhere")
    assert calls.count == 1
    assert vars(Tree)["forecast_move"] is before


def test_the_runs_take_turns_and_no_garbage_is_collected_meanwhile():
    seen = []
    times = interleaved([lambda: seen.append(("A", gc.isenabled())), lambda: seen.append(("B", gc.isenabled()))], 3)
    assert seen == [("A", False), ("B", False)] * 3
    assert [len(taken.seconds) for taken in times] == [3, 3]
    assert gc.isenabled()


@pytest.mark.parametrize(("nodes", "value", "problem"), [(12, 3, "11 nodes, not at 12"), (11, 4, "value 3, not 4")])
def test_competitors_that_do_not_do_the_same_are_not_compared(nodes, value, problem):
    ours = competitor(alphabeta, figure("textbook"))
    with pytest.raises(Broken, match=problem):
        held(Contest("textbook", ours, [ours], nodes, value), rounds=1)


def test_a_ratio_is_of_the_best_times_and_a_target_is_met_or_missed():
    state = figure("textbook")
    rivals = [
        competitor(minimax, state, target=0.25),
        competitor(minimax, state, target=0.2),
        competitor(minimax, state),
    ]
    contest = Contest("textbook", competitor(alphabeta, state), rivals, None, 3)
    outcome = Outcome(contest, [11, 13, 13, 13], [Times([3.0, 1.0, 9.0]), *[Times([6.0, 4.0, 5.0])] * 3])
    assert outcome.ratio(1) == 1 / 4
    assert outcome.ratio_in_rounds(1) == 3 / 6  # of 3/6, 1/4 and 9/5
    assert [row[-2:] for row in outcome.rows()] == [["", ""], ["<= 0.25", "met"], ["<= 0.20", "MISSED"], ["", ""]]
    assert outcome.missed


def test_a_table_has_aligned_columns_and_headings_do_not_widen_them():
    shown = table(
        ["", "nodes", "ms"], ["a heading longer than the column", ["ours", "9", "1.25"], ["a peer", "1,000", ""]]
    )
    assert shown.split("\n") == [
        "        nodes    ms",
        "a heading longer than the column",
        "ours        9  1.25",
        "a peer  1,000",
    ]


@pytest.fixture
def pip(monkeypatch):
    """Stands in for making an environment: what pip is asked to install, and whether it can."""
    asked = {"returncode": 0, "commands": []}

    def create(folder, **options):
        made = Environment(folder, [])
        made.python.parent.mkdir(parents=True, exist_ok=True)
        made.python.touch()

    def run(command, **options):
        asked["commands"].append(command[1:])
        return subprocess.CompletedProcess(command, asked["returncode"], "", "no matching release")

    monkeypatch.setattr(environment.venv, "create", create)
    monkeypatch.setattr(environment.subprocess, "run", run)
    return asked


def test_an_environment_is_made_once_and_again_when_its_requirements_change(tmp_path, pip):
    first = Environment(tmp_path / "env", ["one>=1", "two"])
    assert not first.is_ready
    first.make()
    assert pip["commands"][0][-2:] == ["one>=1", "two"]
    assert first.is_ready
    assert not Environment(tmp_path / "env", ["one>=2", "two"]).is_ready
    first.python.unlink()
    assert not first.is_ready


def test_half_an_environment_is_not_taken_for_one(tmp_path, pip):
    pip["returncode"] = 1
    wanted = Environment(tmp_path / "env", ["one"])
    with pytest.raises(CannotInstall, match="(?s)no matching release.*could not install one"):
        wanted.make()
    assert wanted.python.exists()
    assert not wanted.is_ready


def test_a_missed_target_fails_only_if_asked_and_a_broken_contest_always(monkeypatch, capsys):
    monkeypatch.setattr(peers, "compare", lambda rounds, json_file: False)
    assert peers.main(["--here"]) == 0
    assert peers.main(["--here", "--strict"]) == 1

    def broken(rounds, json_file):
        raise Broken("other nodes")

    monkeypatch.setattr(peers, "compare", broken)
    assert peers.main(["--here"]) == 2
    assert "other nodes" in capsys.readouterr().err
