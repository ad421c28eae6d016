"""The solved card game against searches that know nothing of the table."""

import random
from functools import cache
from math import comb

import pytest

from benchmarks.solved import differing
from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, TicTacToe
from minimax_lab.search import Engine
from minimax_lab.solve import PerfectPlayer, RPSTable, TableTooLarge, perfect, rps_table, winning_chances
from minimax_lab.solve.rps import Deal


@cache
def slow(state):
    """The margin under best play, by plain minimax with a memory."""
    moves = state.get_legal_moves()
    if not moves:
        return state.margin
    best = max if state.active_player is MAX else min
    return best(slow(state.forecast_move(move)) for move in moves)


def share_of(first, second, kinds=7):
    """How likely a shuffled deck of 21 deals these two hands."""
    ways = 1
    for card in "RPS":
        ways *= comb(kinds, first.count(card)) * comb(kinds - first.count(card), second.count(card))
    return ways / comb(3 * kinds, len(first)) / comb(3 * kinds - len(first), len(second))


def positions_after(start, plies, seed):
    """A random game from `start`, as far as that many plies."""
    chance, state = random.Random(seed), start
    for _ in range(plies):
        state = state.forecast_move(chance.choice(state.get_legal_moves()))
    return state


def test_player_1_wins_282_of_the_441_deals_and_player_2_the_others():
    values = rps_table().deals().values()
    assert (len(values), sum(v > 0 for v in values), sum(v < 0 for v in values)) == (441, 282, 159)


def test_from_a_shuffled_deck_player_1_wins_four_times_in_five():
    deals = rps_table().deals()
    assert sum(share_of(*hands) for hands in deals) == pytest.approx(1)
    assert sum(share_of(*hands) * (v > 0) for hands, v in deals.items()) == pytest.approx(0.816990, abs=1e-6)
    assert sum(share_of(*hands) * v for hands, v in deals.items()) == pytest.approx(0.915426, abs=1e-6)


def test_the_table_knows_all_536_681_979_positions():
    assert rps_table().positions == 536_681_979


@pytest.mark.parametrize("hands", [("R", "P"), ("RP", "SS"), ("RS", "PP"), ("RP", "P"), ("R", "PPS"), ("S", "RS")])
def test_every_position_of_a_small_deal_is_worth_what_a_slow_solver_says(hands):
    todo, seen = [RPS.start(*hands)], set()
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        children = {move: state.forecast_move(move) for move in state.get_legal_moves()}
        best = [move for move, child in children.items() if slow(child) == slow(state)]
        assert perfect(state) == (slow(state), best), state
        todo += children.values()
    assert len(seen) > 50


@pytest.mark.parametrize("hands", [("RPS", "PSS"), ("RRP", "PPS")])
def test_every_position_of_a_deal_is_worth_what_a_separately_written_solver_says(hands):
    known, wrong = differing(*hands)  # ten deals of the usual size: python -m benchmarks solved
    assert known > 10_000
    assert wrong == 0


@pytest.mark.parametrize("max_rounds", [1, 2])
def test_the_rounds_may_run_out_before_the_cards_do(max_rounds):
    state = RPS.start("RPSRP", "PSRSR", max_rounds=max_rounds)
    assert perfect(state)[0] == slow(state)


@pytest.mark.parametrize("seed", range(20))
def test_positions_of_the_usual_game_are_worth_what_a_slow_solver_says(seed):
    state = positions_after(RPS.deal(seed=seed), 4, seed)
    value, best = perfect(state)
    assert value == slow(state)
    assert best == [move for move in state.get_legal_moves() if slow(state.forecast_move(move)) == value]


@pytest.mark.parametrize("seed", range(5))
def test_the_engine_finds_the_same_winner(seed):
    state = RPS.deal(seed=seed)
    value = perfect(state)[0]
    assert Engine().search(state).value == (value > 0) - (value < 0)


def test_a_perfect_player_reaches_the_value_of_the_deal_against_itself():
    state = RPS.deal(seed=8)
    value, player = perfect(state)[0], PerfectPlayer()
    while state.get_legal_moves():
        state = state.forecast_move(player(state))
    assert state.margin == value == perfect(state)[0]
    assert perfect(state)[1] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("styles", "player_1_wins"),
    [
        (("random", "random"), 0.6985),
        (("perfect", "random"), 0.9868),
        (("random", "perfect"), 1 - 0.9001),
        (("best reply", "random"), 0.9982),
        (("random", "best reply"), 1 - 0.9772),
    ],
)
def test_winning_chances_from_a_shuffled_deck(styles, player_1_wins):
    chances = winning_chances(*styles)
    assert sum(share_of(*hands) * chance for hands, chance in chances.items()) == pytest.approx(player_1_wins, abs=6e-5)


def test_two_perfect_players_never_leave_it_to_chance():
    chances = winning_chances("perfect", "perfect", rps_table(2))
    assert all(chance in (0, 1) for hands, chance in chances.items() if rps_table(2).deals()[hands])


def test_the_chances_of_a_small_deal_are_those_of_a_walk_over_the_game():
    def walk(state):
        moves = state.get_legal_moves()
        return sum(walk(state.forecast_move(m)) for m in moves) / len(moves) if moves else state.margin > 0

    chances = winning_chances("random", "random", rps_table(1))
    assert chances["R", "S"] == pytest.approx(walk(RPS.start("R", "S")))
    assert chances["R", "P"] == pytest.approx(walk(RPS.start("R", "P")))


def test_what_cannot_be_solved_is_refused_with_the_reason():
    with pytest.raises(TypeError, match="only the rock-paper-scissors card game .* not TicTacToe"):
        perfect(TicTacToe())
    with pytest.raises(ValueError, match="hand_size is a whole number, 1 or more; not 0"):
        rps_table(0)
    with pytest.raises(TableTooLarge, match=r"hands of 10 and 10 cards would take [\d,]+ MB; the limit is 1,074 MB"):
        rps_table(10)
    with pytest.raises(ValueError, match="a style is one of 'random', 'perfect', 'best reply'; not 'lucky'"):
        winning_chances("lucky", "random")


def test_memory_that_is_not_there_gets_a_clear_message(monkeypatch):
    def no_memory(deal):
        raise MemoryError

    monkeypatch.setattr("minimax_lab.solve.rps._solve", no_memory)
    with pytest.raises(MemoryError, match="the table takes .* MB of memory, and there is less"):
        rps_table(3)


@pytest.mark.parametrize("best", [MIN, MAX])
def test_the_best_reply_to_random_moves_is_the_one_that_wins_most_often(best):
    @cache
    def chance(state):
        """How often player 1 wins, by brute force."""
        chances = [chance(state.forecast_move(move)) for move in state.get_legal_moves()]
        if not chances:
            return float(state.margin > 0)
        if state.active_player is not best:
            return sum(chances) / len(chances)
        return max(chances) if best is MAX else min(chances)

    styles = ("best reply", "random") if best is MAX else ("random", "best reply")
    found = winning_chances(*styles, RPSTable(Deal.of(2, 1, 20)))
    assert found == pytest.approx({hands: chance(RPS.start(*hands)) for hands in found})
    assert 0 < sum(found.values()) < len(found)
