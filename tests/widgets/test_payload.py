"""What the browser is sent of a search that left very much unsearched: counts, not a million nodes."""

import json

import pytest

from minimax_lab.games import TicTacToe, figure, tree
from minimax_lab.search import alphabeta
from minimax_lab.trace import trace
from minimax_lab.widgets.stepper.payload import MOST_GHOSTS, MOST_STUBS, payload


def drops(board, player):
    """A program of its own, on a board that it changes and changes back."""
    free = [i for i, cell in enumerate(board) if cell == " "]
    values = []
    for i in free:
        board[i] = player
        values.append(drops(board, "O" if player == "X" else "X"))
        board[i] = " "
    return max(values, default=0) if player == "X" else min(values, default=0)


def test_only_of_a_program_that_changes_its_own_board_it_is_said_that_the_board_is_as_the_call_began():
    assert json.loads(payload(trace(drops, [*"XOXOO XX "], "X")))["boards"]["told"] == "as the call began"
    assert json.loads(payload(trace(alphabeta, TicTacToe("XOX .O. ..X"))))["boards"]["told"] == ""


class Countdown:
    """A game that has neither a picture nor a text of its own."""

    def __init__(self, left):
        self.left = left

    def get_legal_moves(self):
        return [1][: self.left]

    def forecast_move(self, move):
        return Countdown(self.left - move)


def test_without_code_no_pane_is_kept_for_a_board_that_cannot_be_shown():
    seen = trace(alphabeta, Countdown(2))
    assert json.loads(payload(seen))["boards"]["lines"][0] == "To see positions,"
    assert json.loads(payload(seen.without_code()))["boards"] is None
    assert json.loads(payload(trace(alphabeta, TicTacToe("XOX .O. ..X")).without_code()))["boards"] is not None


@pytest.fixture(scope="module")
def seen():
    return trace(alphabeta, tree([[900] * 150, *([[i % 7] * 150 for i in range(150)])]))  # 300 of 22,650 leaves


@pytest.fixture(scope="module")
def sent(seen):
    return json.loads(payload(seen))


def name(sent, number):
    value = sent["values"][number]
    return value["shown"] if isinstance(value, dict) else value


def test_of_very_many_moves_that_were_never_searched_some_are_sent_and_the_rest_counted(seen, sent):
    assert seen.pruned_count == 150 * 149 > MOST_GHOSTS
    rows = [row for row in sent["ghosts"] if row[0] == sent["ghosts"][0][0]]
    assert [name(sent, move) for _, move, *_ in rows] == [*range(1, MOST_STUBS + 1), f"{149 - MOST_STUBS} more"]
    assert [name(sent, value) for _, _, _, value, *_ in rows[:-1]] == [0] * MOST_STUBS
    assert rows[-1][-1] == 149 - MOST_STUBS  # leaves
    assert len(sent["ghosts"]) == 150 * (MOST_STUBS + 1)


def test_a_cut_speaks_of_the_moves_that_are_there_and_its_sentence_of_how_many_more(seen, sent):
    cut = next(row for row in sent["steps"]["details"] if sent["values"][row[3]]["tuple"])
    left = [name(sent, move) for move in sent["values"][cut[3]]["tuple"]]
    assert left[-2:] == [MOST_STUBS, f"{149 - MOST_STUBS} more"]
    first = [*seen.steps.kinds()].index("cutoff")
    assert seen.story(first).endswith("19, 20 and 129 more.")


def test_the_trace_itself_still_knows_every_move(seen):
    assert len(seen.pruned) == seen.pruned_count
    assert seen.pruned[0] == (1, 1)
    assert trace(alphabeta, figure("textbook")).pruned == [("a2", "c2"), ("a2", "c3")]
