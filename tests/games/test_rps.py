"""The rock-paper-scissors card game, against the rules written once more in the plainest way."""

import copy
import pickle
import random
from itertools import combinations_with_replacement, product

import pytest

from minimax_lab.evaluate import rps_standard
from minimax_lab.game import MAX, MIN, IllegalMove
from minimax_lab.games import RPS
from minimax_lab.search import alphabeta, minimax
from tests.games.test_games import playout

HANDS = "RPSRP", "PSRSR"  # the deal of seed 000's example


BEATS = {("R", "S"), ("S", "P"), ("P", "R")}


class Naive:
    """The rules on a grid of lists: a cell is None or [card, owner], a hand is a list of letters."""

    def __init__(self, hand1, hand2, max_rounds=10):
        self.grid = [[None] * 3 for _ in range(3)]
        self.hands = {1: list(hand1), 2: list(hand2)}
        self.turn, self.played, self.most = 1, 0, 2 * max_rounds

    def moves(self):
        if self.played == self.most:
            return set()
        open_cells = [3 * y + x for y in range(3) for x in range(3) if self.grid[y][x] is None]
        return set(product(self.hands[self.turn], open_cells))

    def play(self, card, cell):
        """A copy in which the card is placed, and the cells that were taken over."""
        after = Naive(self.hands[1], self.hands[2])
        after.grid, after.most = [[*row] for row in self.grid], self.most
        after.hands[self.turn].remove(card)
        row, column = divmod(cell, 3)
        taken = []
        for y, x in (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1):
            if 0 <= y < 3 and 0 <= x < 3 and self.grid[y][x]:
                other, owner = self.grid[y][x]
                if owner != self.turn and (card, other) in BEATS:
                    after.grid[y][x] = [other, self.turn]
                    taken.append(3 * y + x)
        after.grid[row][column] = [card, self.turn]
        after.turn, after.played = 3 - self.turn, self.played + 1
        return after, sorted(taken)

    def lead(self):
        owners = [cell[1] for row in self.grid for cell in row if cell]
        return owners.count(1) - owners.count(2)

    def result(self):
        """Brute force: 1 if player 1 can win, -1 if player 2 can, else 0."""
        if not self.moves():
            return (self.lead() > 0) - (self.lead() < 0)
        results = [self.play(*move)[0].result() for move in sorted(self.moves())]
        return max(results) if self.turn == 1 else min(results)

    def rows(self):
        marks = {None: str, 1: str.upper, 2: str.lower}
        return ["".join(marks[cell and cell[1]](cell[0] if cell else ".") for cell in row) for row in self.grid]


def after(hand1, hand2, *moves, max_rounds=10):
    """The position after some moves."""
    state = RPS.start(hand1, hand2, max_rounds)
    for move in moves:
        state = state.forecast_move(move)
    return state


def some_starts():
    """Deals of many sizes, as (hand 1, hand 2, rounds)."""
    rng = random.Random(7)
    deals = [("".join(rng.choices("RPS", k=n)), "".join(rng.choices("RPS", k=m)), 10) for n, m in [(5, 5)] * 20]
    return [*deals, ("R", "P", 10), ("RRRRR", "SSSSS", 10), ("RPS", "R", 10), ("R", "RPS", 10), ("RPSRP", "PSRSR", 2),
            ("RPSRPSRPS", "SPRSPRSPR", 10), ("RPSRPSRPS", "SPRSPRSPR", 3)]  # fmt: skip


# The rules


@pytest.mark.parametrize("deal", some_starts(), ids=str)
def test_random_games_go_as_the_rules_say(deal):
    hand1, hand2, rounds = deal
    for seed in range(5):
        rng, state, naive = random.Random(seed), RPS.start(hand1, hand2, rounds), Naive(hand1, hand2, rounds)
        while True:
            moves = state.get_legal_moves()
            assert set(moves) == naive.moves()
            assert len(moves) == len(set(moves))
            assert state.rows() == naive.rows()
            assert state.active_player is (MAX if naive.turn == 1 else MIN)
            assert state.hands == tuple(tuple(map(naive.hands[player].count, "RPS")) for player in (1, 2))
            assert state.margin == naive.lead()
            if not moves:
                break
            move = rng.choice(moves)
            state, (naive, taken) = state.forecast_move(move), naive.play(*move)
            assert state.last_cell == move[1]
            assert list(state.taken_over) == taken
        assert state.is_terminal()
        assert state.utility() == (naive.lead() > 0) - (naive.lead() < 0)


def test_a_card_takes_over_every_neighbour_that_it_beats_and_no_other():
    # The paper in the middle beats the rocks beside it; not the one in the corner, the scissors, or its own.
    state = RPS.from_text("Rsr/r.r/.r. PS R 1 14").forecast_move(("P", 4))
    assert state.rows() == ["Rsr", "RPR", ".R."]
    assert state.taken_over == (3, 5, 7)


@pytest.mark.parametrize(("winner", "loser"), ["RS", "PR", "SP"])
def test_rock_beats_scissors_paper_beats_rock_and_scissors_beat_paper(winner, loser):
    assert after(loser, winner, (loser, 4), (winner, 1)).rows() == [f".{winner.lower()}.", f".{loser.lower()}.", "..."]
    for harmless in {*"RPS"} - {winner}:
        assert after(loser, harmless, (loser, 4), (harmless, 1)).rows()[1] == f".{loser}."


def test_a_card_takes_nothing_over_diagonally():
    for corner in 0, 2, 6, 8:
        assert after("S", "R", ("S", 4), ("R", corner)).taken_over == ()


def test_the_edge_of_the_board_is_no_neighbour_of_the_next_row():
    assert after("S", "R", ("S", 2), ("R", 3)).taken_over == ()
    assert after("S", "R", ("S", 6), ("R", 5)).taken_over == ()


def test_a_card_that_is_taken_over_takes_nothing_over_itself():
    # The paper takes the rock above it; in a chain the rock would go on to take the scissors beside it.
    state = RPS.from_text("sr./.../R.r P S 1 16").forecast_move(("P", 4))
    assert state.rows() == ["sR.", ".P.", "R.r"]
    assert state.taken_over == (1,)


def test_a_card_that_beats_the_one_just_placed_does_not_strike_back():
    state = after("R", "S", ("R", 4), ("S", 1))
    assert state.rows() == [".s.", ".R.", "..."]


def test_the_game_ends_after_nine_cards_although_both_hands_hold_more():
    states, moves = playout(lambda: RPS.start("RPSRPSR", "PSRPSRP"), seed=1)
    assert len(moves) == 9
    assert [sum(hand) for hand in states[-1].hands] == [2, 3]
    assert states[-1].is_terminal()


def test_the_game_ends_when_the_player_to_move_has_no_card_left():
    assert after("RP", "S", ("R", 0), ("S", 8), ("P", 4)).is_terminal()
    assert after("R", "SSS", ("R", 0), ("S", 8)).is_terminal()
    assert not after("RP", "S", ("R", 0), ("S", 8)).is_terminal()


def test_the_game_ends_when_the_rounds_have_run_out():
    state = after("RPSRP", "PSRSR", ("R", 0), ("P", 8), max_rounds=1)
    assert state.is_terminal()
    assert state.get_legal_moves() == []
    with pytest.raises(IllegalMove, match="the rounds have run out"):
        state.forecast_move(("P", 4))


def test_more_cards_on_the_board_win_and_hands_do_not_count():
    lost = after("RRRRR", "P", ("R", 4), ("P", 1), max_rounds=1)  # four cards more, all in the hand
    assert (lost.margin, lost.utility()) == (-2, -1)
    drawn = after("RPS", "R", ("R", 0), ("R", 8), max_rounds=1)
    assert (drawn.margin, drawn.utility()) == (0, 0)
    won = after("RP", "S", ("R", 0), ("S", 8), ("P", 4))
    assert (won.margin, won.utility()) == (1, 1)


def test_equal_cards_make_one_move():
    assert len(RPS.start("RRRRR", "S").get_legal_moves()) == 9
    assert len(RPS.start("RRPPS", "S").get_legal_moves()) == 27
    assert after("RRP", "S", ("R", 0)) == after("PRR", "S", ("R", 0))


def test_two_ways_to_the_same_position_are_the_same_state():
    one_way = after(*HANDS, ("R", 0), ("P", 8), ("S", 2))
    another = after(*HANDS, ("S", 2), ("P", 8), ("R", 0))
    assert one_way == another
    assert hash(one_way) == hash(another)
    assert one_way.last_cell != another.last_cell  # how it came about is no part of the position


SMALL_HANDS = ["".join(hand) for hand in combinations_with_replacement("RPS", 2)]


@pytest.mark.parametrize("hand1", SMALL_HANDS)
def test_small_games_end_as_brute_force_says(hand1):
    for hand2, card, cell in product(SMALL_HANDS, sorted(set(hand1)), [0, 1, 4]):  # the other cells are like these
        state, naive = after(hand1, hand2, (card, cell)), Naive(hand1, hand2).play(card, cell)[0]
        assert minimax(state) == alphabeta(state) == naive.result()


def test_with_one_card_each_the_second_player_never_loses():
    for hand1, hand2 in product("RPS", repeat=2):
        value = alphabeta(RPS.start(hand1, hand2))
        assert value == Naive(hand1, hand2).result()
        assert value == (-1 if (hand2, hand1) in BEATS else 0)


@pytest.mark.parametrize(("depth", "value"), [(1, 12.5), (2, -23.0), (3, 13.65), (4, -21.35), (5, 13.9)])
def test_the_standard_evaluation_gives_the_known_values(depth, value):
    assert alphabeta(RPS.start(*HANDS), depth, evaluate=rps_standard) == pytest.approx(value, abs=1e-12)


# Hands and decks


def test_a_deal_is_the_same_for_the_same_seed_on_every_machine():
    assert repr(RPS.deal(seed=1)) == 'RPS.from_text(".../.../... PSSSS RRPPS 1 20")'
    assert RPS.deal(seed=1) == RPS.deal(seed=1)
    assert len({RPS.deal(seed=seed) for seed in range(50)}) > 30


def test_a_deck_has_equal_thirds():
    for seed in range(20):
        hands = RPS.deal(seed, deck_size=12, hand_size=6).hands  # the whole deck
        assert [a + b for a, b in zip(*hands, strict=True)] == [4, 4, 4]


def test_the_sizes_of_a_deal_can_be_chosen():
    state = RPS.deal(seed=2, deck_size=6, hand_size=3, max_rounds=2)
    assert [sum(hand) for hand in state.hands] == [3, 3]
    assert len(playout(lambda: state, seed=0)[1]) == 4
    assert [sum(hand) for hand in RPS.deal(seed=2).hands] == [5, 5]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"deck_size": 20}, "equal thirds, so its size is 3, 6, 9, …, not 20"),
        ({"deck_size": 0}, "equal thirds"),
        ({"deck_size": 21.0}, "equal thirds.*21.0"),
        ({"hand_size": 11}, "from a deck of 21 two hands of 1 to 10 can be dealt, not 11"),
        ({"hand_size": 0}, "two hands of 1 to 10.* not 0"),
        ({"hand_size": True}, "not True"),
        ({"hand_size": "5"}, "not '5'"),
        ({"max_rounds": 0}, "at least one round, not 0"),
        ({"max_rounds": 2.5}, "at least one round, not 2.5"),
        ({"max_rounds": True}, "at least one round, not True"),
    ],
)
def test_a_deal_that_cannot_be_dealt_is_refused(sizes, message):
    with pytest.raises(ValueError, match=message):
        RPS.deal(seed=1, **sizes)


@pytest.mark.parametrize("hand", ["", "RPX", "R P", None, 5, ["R", "P"], "ß", "ſ"])
def test_a_wrong_hand_is_named(hand):
    with pytest.raises(ValueError, match="hand1 is letters of R, P and S, such as 'RPSRP', not "):
        RPS.start(hand, "RPS")
    with pytest.raises(ValueError, match="hand2 is letters"):
        RPS.start("RPS", hand)


def test_a_hand_may_be_written_in_lower_case_and_in_any_order():
    assert RPS.start("prs", "ssp") == RPS.start("RPS", "PSS")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (("R", 0), "the cell is taken"),
        (("S", 4), "there is no S in the hand"),
        (("X", 4), r"a move is \(card, cell\), such as \('R', 4\)"),
        (("R", 9), r"a move is \(card, cell\)"),
        (("R", -1), r"a move is \(card, cell\)"),
        (("r", 4), r"a move is \(card, cell\)"),
        ("R4", r"a move is \(card, cell\)"),
        (["R", 4], r"a move is \(card, cell\)"),
        (4, r"a move is \(card, cell\)"),
    ],
)
def test_a_wrong_move_is_told_why(move, reason):
    state = after("RRP", "S", ("R", 0), ("S", 8))
    with pytest.raises(IllegalMove, match=f"is not legal: {reason}.*Legal moves: .*'R', 1"):
        state.forecast_move(move)


# Texts and copies


def test_a_position_reads_as_a_board_between_two_hands():
    assert str(after(*HANDS, ("R", 4), ("P", 1), ("S", 2))).splitlines() == [
        "1: RPP",
        ". P S",
        ". r .",
        ". . .",
        "2: rrss",
    ]


def test_a_position_is_kept_in_one_short_line():
    state = after(*HANDS, ("R", 4), ("P", 1), ("S", 2))
    assert state.to_text() == ".PS/.r./... RPP RRSS 2 17"
    assert after("R", "P", ("R", 4), ("P", 1)).to_text() == ".p./.r./... - - 1 18"


@pytest.mark.parametrize("deal", some_starts(), ids=str)
def test_a_text_is_read_back_as_the_same_position_at_every_move_of_a_game(deal):
    for seed in range(5):
        for state in playout(lambda: RPS.start(*deal), seed)[0]:
            again = RPS.from_text(state.to_text())
            assert again == state
            assert hash(again) == hash(state)
            assert (str(again), again.get_legal_moves()) == (str(state), state.get_legal_moves())
            assert again.is_terminal() == state.is_terminal()
            assert eval(repr(state), {"RPS": RPS}) == state


GOOD = ".../.R./... RPPS RRPSS 2 19"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position is five parts"),
        (None, "a position is five parts.*not None"),
        (GOOD + " 3", "a position is five parts"),
        (GOOD.replace("/.R./", "/.R/"), "three rows"),
        (GOOD.replace("/.R./", ""), "three rows"),
        (GOOD.replace("/.R./", "/.X./"), "three rows"),
        (GOOD.replace("/.R./", "/.ſ./"), "three rows"),
        (GOOD.replace("RPPS", "RPPX"), "hand 1 is letters of R, P and S"),
        (GOOD.replace("RRPSS", "--"), "hand 2 is letters of R, P and S"),
        (GOOD.replace(" 2 ", " 3 "), "1 or 2 and the number of plies left, not '3' and '19'"),
        (GOOD.replace("19", "-1"), "not '2' and '-1'"),
        (GOOD.replace("19", "x"), "not '2' and 'x'"),
        (GOOD.replace("2 19", "1 19"), "player 1 begins: with 1 on the board it cannot be player 1's turn"),
        (GOOD.replace("19", "18"), "1 on the board and 18 plies left make no whole number of rounds"),
        (".../.../... R P 1 0", "0 on the board and 0 plies left make no whole number of rounds"),
        (GOOD.replace("R.", "r."), "placed last must be on the board, of the other case"),
        ("RP./.../... RPPS RRPSS 1 18", "placed last must be on the board"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_a_reason(text, message):
    assert RPS.from_text(GOOD).to_text() == GOOD
    with pytest.raises(ValueError, match=message):
        RPS.from_text(text)


def test_a_pickle_keeps_what_the_last_move_did():
    state = after(*HANDS, ("R", 4), ("P", 1))
    for twin in pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state):
        assert twin == state
        assert (twin.last_cell, twin.taken_over) == (1, (4,))


def test_cells_and_cards_say_where_everything_is():
    state = after(*HANDS, ("R", 4), ("P", 1), ("S", 2))
    assert state.cells == (1 << 1 | 1 << 2, 1 << 4)
    assert state.cards == (1 << 4, 1 << 1, 1 << 2)
    assert state.forecast_move(("R", 8)).cells == (1 << 1 | 1 << 2, 1 << 4 | 1 << 8)


@pytest.mark.parametrize("seed", range(30))
def test_the_noisy_moves_are_those_that_take_over_a_card_and_the_promising_ones_take_over_the_most(seed):
    for state in playout(lambda: RPS.deal(seed=seed), seed)[0]:

        def takes(move, state=state):
            """How many cards change hands: by the rules, from what is on the board before and after."""
            before, after = "".join(state.rows()), "".join(state.forecast_move(move).rows())
            return sum(one != other for one, other in zip(before, after, strict=True)) - 1

        moves = state.get_legal_moves()
        assert state.noisy_moves() == [move for move in moves if takes(move)]
        assert state.promising_first(moves) == sorted(moves, key=takes, reverse=True)


def test_a_game_without_hands_is_refused_and_told_how_to_start_one():
    with pytest.raises(TypeError, match=r"two hands: .*RPS.start.*RPS.deal\(seed=1\)"):
        RPS()
