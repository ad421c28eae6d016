"""A sentence for each step."""

import math

import pytest

from minimax_lab.evaluate import material
from minimax_lab.game import MAX
from minimax_lab.games import Chess, Isolation, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision, negamax
from minimax_lab.trace import Trace, trace
from tests.trace.searches import TEXTBOOK
from tests.trace.searches.complete import colour_negamax, value_and_move
from tests.trace.searches.pruning import student_alphabeta


def test_there_is_a_sentence_for_every_step():
    for search in (alphabeta, negamax, minimax_decision, value_and_move, student_alphabeta):
        args = (9, -math.inf, math.inf, True) if search is student_alphabeta else ()
        seen = trace(search, TEXTBOOK, *args)
        assert all(seen.story(i) for i in range(len(seen.steps)))
        assert seen.story(len(seen.steps) - 1).startswith("Done: ")


def told(seen):
    return [seen.story(i) for i in range(len(seen.steps))]


def test_a_value_that_is_not_max_s_is_told_as_the_code_returned_it_and_as_max_sees_it():
    seen = trace(colour_negamax, TEXTBOOK, 1, lines=False)
    sentences = told(seen)
    assert "▼ MIN, after a1, returns −3. To MAX this is worth 3." in sentences
    assert "The game ends here, after a1, then b1: your code returns 3." in sentences
    assert sentences[-1] == "Done: colour_negamax returns 3."
    after_a1 = next(step for step in seen.steps if step.kind == "return" and step.path == ("a1",))
    assert (after_a1.value, after_a1.returned) == (3, -3)
    assert told(Trace.from_json(seen.to_json())) == sentences


def test_a_search_that_returns_max_s_values_is_told_without_a_second_view():
    assert not any("returns" in sentence for sentence in told(trace(minimax, TEXTBOOK))[:-1])


# Searches that return whether a player wins. On three cells in a row the first player wins, by the middle one alone.


def mover_wins(state):
    return any(not mover_wins(state.forecast_move(move)) for move in state.get_legal_moves())


def max_wins(state):
    moves = state.get_legal_moves()
    if not moves:
        return state.active_player is not MAX
    return (any if state.active_player is MAX else all)(max_wins(state.forecast_move(move)) for move in moves)


def stops_at_a_win(state):
    moves = state.get_legal_moves()
    best = -1
    for move in moves:
        best = max(best, -stops_at_a_win(state.forecast_move(move)))
        if best == 1:
            break
    return best


@pytest.mark.parametrize("search", [mover_wins, max_wins, stops_at_a_win])
def test_a_search_that_stops_at_a_win_has_exact_values_the_right_line_and_a_reason(search):
    row = Isolation(3, 1)
    seen, right = trace(search, row), trace(minimax, row)
    assert seen.notes == []
    assert seen.line == right.line
    assert not any(node.bound for node in seen.nodes)
    for node in seen.nodes:
        assert node.value == (right.at(node.path).value if search is not max_wins else right.at(node.path).value > 0)
    assert len(seen.cutoffs) == 2
    for cut in seen.cutoffs:
        assert cut.evidence is not None
    cuts = [sentence for sentence in told(seen) if sentence.startswith("Cut:")]
    assert all("and no other move can be better. Not searched: (2, 0)." in cut for cut in cuts)


def test_true_and_false_of_the_player_to_move_are_told_as_they_were_returned():
    sentences = told(trace(mover_wins, Isolation(3, 1), lines=False))
    assert "The game ends here, after (0, 0), then (1, 0): it returns False, worth −1 to MAX." in sentences
    assert "▼ MIN, after (0, 0), returns True. To MAX this is worth −1." in sentences
    assert sentences[-1] == "Done: mover_wins returns True, worth 1 to MAX."


def test_true_and_false_that_fit_no_view_are_shown_as_they_are_without_best_play():
    def counts(state):
        return sum(counts(state.forecast_move(move)) for move in state.get_legal_moves()) % 2 == 0

    seen = trace(counts, Isolation())
    assert seen.line == ()
    assert {node.value for node in seen.nodes} == {True, False}
    assert "could not be told" in " ".join(seen.notes)


def test_an_evaluation_that_is_as_high_as_a_win_is_no_reason_to_stop():
    """Below the depth limit there may be more: an evaluation says nothing of what is best possible."""

    def stops_at_one(state, depth=2):
        moves = state.get_legal_moves()
        if not moves or depth == 0:
            return state.utility() if not moves else 1
        for move in moves:
            value = stops_at_one(state.forecast_move(move), depth - 1)
            if value == 1:
                break
        return value

    assert all(cut.evidence is None for cut in trace(stops_at_one, Isolation()).cutoffs)


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_nothing_is_unclear_about_the_library_s_own_values(search):
    """One ply of these agrees with the view of the player to move, too."""
    root = tree([[5, 5], [-5, -5]])

    def evaluate(state):
        return state.leaves()[0]

    def own(state, depth):
        return max(own(state.forecast_move(move), 0) for move in state.get_legal_moves()) if depth else evaluate(state)

    assert trace(search, root, 1, evaluate=evaluate).notes == []
    assert trace(own, root, 1).notes


def test_at_a_tie_a_cut_says_that_nothing_better_can_come():
    seen = trace(alphabeta, tree([[1, 5], [1, 7]]), lines=False)
    assert [sentence for sentence in told(seen) if sentence.startswith("Cut")] == [
        "Cut: ▼ MIN can already hold MAX to 1 here. ▲ MAX has 1 already, by playing move 0 at the root, "
        "and cannot get more than 1 here. Not searched: move 1."
    ]
    seen = trace(alphabeta, tree([[1, [1, 7]], [0, 0]]), lines=False)
    assert (
        "Cut: ▲ MAX can already get 1 here. ▼ MIN has 1 already, by playing move 0 after move 0, "
        "and cannot get less than 1 here. Not searched: move 1."
    ) in told(seen)


def test_of_code_that_may_be_wrong_only_what_it_returns_is_told():
    def largest(state):
        moves = state.get_legal_moves()
        return max(largest(state.forecast_move(move)) for move in moves) if moves else state.utility()

    seen = trace(largest, tree([[1, 5], [1, 7]]), lines=False)
    for sentences in (told(seen), told(Trace.from_json(seen.to_json()))):
        assert "Your code returns 5 here (▼ MIN, after move 0)." in sentences
        assert not any("worth" in sentence for sentence in sentences)


def test_moves_are_told_as_the_players_of_the_game_write_them():
    seen = trace(minimax, Chess("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), 1, evaluate=material, lines=False)
    assert "Search after Rd8#: the game is over." in told(seen)


def test_a_position_that_a_table_answers_is_told_with_where_it_was_searched():
    def with_table(state, table):
        moves = state.get_legal_moves()
        if not moves:
            return state.utility()
        if state in table:
            return table[state]
        table[state] = min(with_table(state.forecast_move(move), table) for move in moves)
        return table[state]

    def with_a_limit(state, depth):
        moves = state.get_legal_moves()
        if not moves or depth == 0:
            return 0
        return max(with_a_limit(state.forecast_move(move), depth - 1 + move // 2) for move in moves)

    game = tree([[1, 5], [1, 5], [2, 3]])
    seen = trace(with_table, game, {}, lines=False)
    assert (
        "Answered from the table, after move 1: this position was searched before, after move 0, "
        "and your code returns 1."
    ) in told(seen)
    again = tree([[1, 5], [0, 3], [1, 5]])  # the third is like the first; at the limit nothing is looked up
    sentences = told(trace(with_a_limit, again, 1, lines=False))
    assert not any("Answered" in sentence for sentence in sentences)


def test_a_search_that_deepens_is_done_only_once_and_a_window_is_told_only_where_it_is_known():
    def minimax_to(state, depth, evaluate, alpha=-math.inf, beta=math.inf):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        best = max if state.active_player is MAX else min
        return best(minimax_to(state.forecast_move(move), depth - 1, evaluate, alpha, beta) for move in moves)

    def deepens(state):
        worth = 0
        for depth in (1, 2):
            worth = minimax_to(state, depth, lambda leaf: leaf.value if leaf.is_leaf else 0, worth - 1, worth + 9)
        return worth

    seen = trace(deepens, tree([[3, 5], [2, 9]]))
    at_root = [
        (step.kind, seen.story(i)) for i, step in enumerate(seen.steps) if step.path == () and step.kind != "line"
    ]
    returns = [told for kind, told in at_root if kind == "return"]
    assert [told.startswith("Done: deepens returns 3") for told in returns] == [False] * (len(returns) - 1) + [True]
    assert any("returns 0 here" in told for told in returns)
    assert all("α" not in told for kind, told in at_root[:1] if kind == "enter")
