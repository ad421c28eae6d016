"""What the browser is sent of a search that left very much unsearched: counts, not a million nodes."""

import json

from minimax_lab.games import figure, tree
from minimax_lab.search import alphabeta
from minimax_lab.trace import trace
from minimax_lab.widgets.stepper.payload import MOST_GHOSTS, MOST_STUBS, payload

WIDE = tree([[900] * 300, *([[i % 7] * 300 for i in range(300)])])  # 90,300 leaves, of which 600 are searched
SEEN = trace(alphabeta, WIDE)
SENT = json.loads(payload(SEEN))


def name(number):
    value = SENT["values"][number]
    return value["shown"] if isinstance(value, dict) else value


def test_of_very_many_moves_that_were_never_searched_some_are_sent_and_the_rest_counted():
    assert SEEN.pruned_count == 300 * 299 > MOST_GHOSTS
    rows = [row for row in SENT["ghosts"] if row[0] == SENT["ghosts"][0][0]]
    assert [name(move) for _, move, *_ in rows] == [*range(1, MOST_STUBS + 1), f"{299 - MOST_STUBS} more"]
    assert [name(value) for _, _, _, value, *_ in rows[:-1]] == [0] * MOST_STUBS
    assert rows[-1][-1] == 299 - MOST_STUBS  # leaves
    assert len(SENT["ghosts"]) == 300 * (MOST_STUBS + 1)


def test_a_cut_speaks_of_the_moves_that_are_there_and_its_sentence_of_how_many_more():
    cut = next(row for row in SENT["steps"]["details"] if SENT["values"][row[3]]["tuple"])
    assert [name(move) for move in SENT["values"][cut[3]]["tuple"]][-2:] == [MOST_STUBS, f"{299 - MOST_STUBS} more"]
    first = [*SEEN.steps.kinds()].index("cutoff")
    assert SEEN.story(first).endswith("19, 20 and 279 more.")


def test_the_trace_itself_still_knows_every_move():
    assert len(SEEN.pruned) == SEEN.pruned_count
    assert SEEN.pruned[0] == (1, 1)
    assert trace(alphabeta, figure("textbook")).pruned == [("a2", "c2"), ("a2", "c3")]
