"""What every game must do. To test a new game, add its name and a way to start it to GAMES."""

import copy
import os
import pickle
import random
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from minimax_lab.game import MAX, MIN, GameState, IllegalMove
from minimax_lab.games import FIGURES, RPS, Chess, ConnectFour, Isolation, TicTacToe, Tree, random_tree
from minimax_lab.search import Engine, alphabeta, minimax

# For each game a way to start it, also as a subclass of its class
GAMES = {
    "tree, one leaf": lambda cls=Tree: cls(7),
    "tree, textbook": lambda cls=Tree: cls(FIGURES["textbook"]),
    "tree, MIN first": lambda cls=Tree: cls([[3, 12], {"left": 2, "right": [14, 5]}], MIN),
    "tree, uneven": lambda cls=Tree: cls(random_tree(6, (1, 4), seed=2, stop=0.2)),
    "tree, fractions": lambda cls=Tree: cls({(0, 1): Fraction(1, 3), "b": [Fraction(1, 2), Fraction(-7, 5)]}),
    "isolation, mini": lambda cls=Isolation: cls(),
    "isolation, 4 by 3": lambda cls=Isolation: cls(4, 3, blocked=[(1, 1), (3, 0)]),
    "isolation, 6 by 6": lambda cls=Isolation: cls(6, 6),
    "isolation, no open cell": lambda cls=Isolation: cls(1, 1, blocked=[(0, 0)]),
    "tic-tac-toe": lambda cls=TicTacToe: cls(),
    "connect four": lambda cls=ConnectFour: cls(),
    "rock, paper, scissors": lambda cls=RPS: cls.start("RPSRP", "PSRSR"),
    "chess, near the fifty moves": lambda cls=Chess: cls("4k3/4p3/8/8/8/8/3P4/4K3 w - - 84 60"),
    "chess, promotion": lambda cls=Chess: cls("4k3/P7/8/8/8/n7/8/4K2R w K - 92 60"),
}

NONSENSE = [None, "nonsense", -1, 99, [1], {}, (9, 9), (0,), 1.5, float("nan"), 10**30, object]
PLAYOUTS = 5
ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}|object at ")


@pytest.fixture(params=GAMES, name="start")
def every_game(request):
    """A function that starts a game afresh, for every game in turn."""
    return GAMES[request.param]


def playout(start, seed):
    """The states and the moves of one random game, from the first state to the last."""
    rng, states, moves = random.Random(seed), [start()], []
    while legal := states[-1].get_legal_moves():
        moves.append(rng.choice(legal))
        states.append(states[-1].forecast_move(moves[-1]))
        assert len(states) <= 10_000, "the game does not come to an end"
    return states, moves


def states_of(start):
    """Every state of a few random games."""
    return [state for seed in range(PLAYOUTS) for state in playout(start, seed)[0]]


def look(state):
    """Everything about a state that can be seen from outside."""
    return str(state), repr(state), hash(state), state.active_player, state.get_legal_moves()


def not_legal(state, candidates):
    legal = state.get_legal_moves()
    return [move for move in candidates if not any(move == one for one in legal)]


def test_every_state_is_a_game_state_and_says_whose_turn_it_is(start):
    for state in states_of(start):
        assert isinstance(state, GameState)
        assert state.active_player is MAX or state.active_player is MIN


def test_legal_moves_are_a_list_without_duplicates(start):
    for state in states_of(start):
        moves = state.get_legal_moves()
        assert isinstance(moves, list)
        assert len(moves) == len(set(moves))


def test_every_legal_move_leads_to_a_new_state_of_the_same_game(start):
    for state in states_of(start):
        for move in state.get_legal_moves():
            child = state.forecast_move(move)
            assert child is not state
            assert child != state
            assert type(child) is type(state)


def test_players_take_turns_in_the_games_whose_rules_say_so(start):
    """A game may let a player move twice. It is then not in this list."""
    if isinstance(start(), Tree | Isolation | TicTacToe | ConnectFour | RPS | Chess):
        for state in states_of(start):
            children = map(state.forecast_move, state.get_legal_moves())
            assert {child.active_player for child in children} <= {state.active_player.opponent}


def test_a_state_is_the_same_after_all_its_moves_were_forecast(start):
    for state in states_of(start):
        before, twin = look(state), copy.deepcopy(state)
        for move in state.get_legal_moves():
            child = state.forecast_move(move)
            for reply in child.get_legal_moves():
                child.forecast_move(reply)
        assert look(state) == before
        assert state == twin


def test_changing_the_list_of_legal_moves_changes_nothing(start):
    for state in states_of(start):
        before = look(state)
        moves = state.get_legal_moves()
        moves.reverse()
        moves.append("another")
        del moves[0]
        assert look(state) == before


def test_the_same_moves_lead_to_equal_states_with_equal_hashes(start):
    for seed in range(PLAYOUTS):
        states, moves = playout(start, seed)
        again = start()
        for state, move in zip(states, [*moves, None], strict=True):
            assert state == again
            assert not state != again
            assert look(state) == look(again)
            assert again in {state}
            if state.get_legal_moves():
                again = again.forecast_move(move)


def test_states_that_look_different_are_different(start):
    sample = states_of(start)[::3]
    for one in sample:
        for other in sample:
            if look(one) != look(other):
                assert one != other
                assert not one == other


def test_states_of_different_games_are_never_equal(start):
    state = start()
    others = [make() for name, make in GAMES.items() if make is not start]
    assert len(others) == len(GAMES) - 1
    for other in others:
        assert state != other
        assert other != state
    for other in None, 0, "state", (), state.key() if not isinstance(state.key(), GameState) else 1:
        assert state != other


def test_a_move_that_is_not_legal_is_refused_and_the_message_names_it_and_lists_the_legal_ones(start):
    states, moves = playout(start, seed=0)
    for state in states:
        before = look(state)
        for wrong in not_legal(state, [*NONSENSE, *moves, *start().get_legal_moves()]):
            with pytest.raises(IllegalMove) as caught:
                state.forecast_move(wrong)
            error = caught.value
            assert error.move is wrong
            assert error.legal == state.get_legal_moves()
            assert error.reason
            assert str(error).startswith(f"{wrong!r} is not legal: {error.reason}.")
            listed = str(error).removeprefix(f"{wrong!r} is not legal: {error.reason}.")
            for legal in error.legal[:20]:
                assert repr(legal) in listed
            assert ("no legal moves" in listed) == (not error.legal)
        assert look(state) == before


def test_a_move_of_another_type_is_played_or_refused_but_breaks_nothing(start):
    for state in states_of(start)[:20]:
        for move in state.get_legal_moves():
            if isinstance(move, int):
                try:
                    child = state.forecast_move(float(move))
                except IllegalMove as error:
                    assert error.legal == state.get_legal_moves()
                else:
                    assert child == state.forecast_move(move)


def test_the_game_is_over_exactly_when_there_is_no_legal_move(start):
    for state in states_of(start):
        assert state.is_terminal() is (not state.get_legal_moves())


def test_a_finished_game_has_a_utility_and_refuses_every_move(start):
    for seed in range(PLAYOUTS):
        states, moves = playout(start, seed)
        last = states[-1]
        assert last.is_terminal()
        utility = last.utility()
        assert utility is not None
        assert utility <= utility
        assert last.utility() == utility
        for move in [*moves, *start().get_legal_moves(), *NONSENSE]:
            with pytest.raises(IllegalMove, match="There are no legal moves"):
                last.forecast_move(move)


def test_pickles_and_copies_are_equal_at_every_position(start):
    for state in states_of(start):
        twins = [pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)]
        for twin in twins:
            assert type(twin) is type(state)
            assert twin == state
            assert look(twin) == look(state)
            if state.is_terminal():
                assert twin.utility() == state.utility()
            for move in state.get_legal_moves():
                assert twin.forecast_move(move) == state.forecast_move(move)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_pickle_protocol_works(start, protocol):
    state = playout(start, seed=1)[0][-1]
    assert pickle.loads(pickle.dumps(state, protocol)) == state


def test_a_pickle_is_equal_to_a_fresh_state_in_a_process_that_hashes_strings_differently():
    code = (
        "import pickle, sys\n"
        "from tests.games.test_games import GAMES\n"
        "for name, state in pickle.load(sys.stdin.buffer).items():\n"
        "    fresh = GAMES[name]()\n"
        "    assert state == fresh and hash(state) == hash(fresh) and state in {fresh}, name\n"
        "print('all equal')\n"
    )
    root = str(Path(__file__).parents[2])
    for hash_seed in "1", "2":
        done = subprocess.run(
            [sys.executable, "-c", code],
            input=pickle.dumps({name: start() for name, start in GAMES.items()}),
            capture_output=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": root},
        )
        assert done.stdout.decode().strip() == "all equal", done.stderr.decode()


def test_repr_and_str_are_the_same_every_time_and_hold_no_address(start):
    for seed in range(PLAYOUTS):
        for one, other in zip(playout(start, seed)[0], playout(start, seed)[0], strict=True):
            for show in str, repr:
                assert type(show(one)) is str
                assert show(one)
                assert show(one) == show(one) == show(other)
                assert not ADDRESS.search(show(one))


# Subclasses


def subclass(start, **methods):
    """A subclass of the class that `start` starts, which pickle finds under its name."""
    made = type("Mine", (type(start()),), {"__module__": __name__, **methods})
    globals()["Mine"] = made
    return made


def test_a_subclass_stays_a_subclass_in_all_that_is_done_with_a_state(start):
    mine = subclass(start)
    for seed in range(2):
        for state, parent in zip(playout(lambda: start(mine), seed)[0], playout(start, seed)[0], strict=True):
            assert type(state) is mine
            protocols = range(pickle.HIGHEST_PROTOCOL + 1)
            twins = [pickle.loads(pickle.dumps(state, protocol)) for protocol in protocols]
            for twin in [*twins, copy.copy(state), copy.deepcopy(state)]:
                assert type(twin) is mine
                assert look(twin) == look(state)
                assert twin == state
                assert hash(twin) == hash(state)
            assert state != parent
            assert parent != state
            assert state.get_legal_moves() == parent.get_legal_moves()
            assert (state.canonical_key() == state.key()) is (parent.canonical_key() == parent.key())
            assert state.exchanged() is None or type(state.exchanged()) is mine


def brute_force(state, depth):
    """The value of a state by the definition, on its own."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    if depth == 0:
        return 0
    best = max if state.active_player is MAX else min
    return best(brute_force(state.forecast_move(move), depth - 1) for move in moves)


CHANGES = {
    "the opposite": lambda self: -super(type(self), self).utility(),
    "more than a win": lambda self: 5 - 3 * super(type(self), self).utility(),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_subclass_with_another_utility_is_searched_by_its_own(start, change):
    mine = subclass(start, utility=CHANGES[change])
    for seed in range(4):
        state = playout(lambda: start(mine), seed)[0][-3:][0]
        expected = brute_force(state, 2)
        assert minimax(state, 2) == alphabeta(state, 2) == expected
        if state.get_legal_moves():
            assert Engine().search(state, 2).value == expected


def test_misere_tic_tac_toe_is_a_draw_and_a_line_loses():
    class Misere(TicTacToe):
        def utility(self):
            return -super().utility()

    assert Misere("XXX OO. ...").utility() == -1
    assert Engine().search(Misere()).value == brute_force(Misere("X.. .O. ..."), 9) == 0
    nearly = Misere("XX. O.. .O.")
    assert Engine().search(nearly).value == minimax(nearly) == brute_force(nearly, 9)


class Falling(TicTacToe):
    """Marks fall to the bottom: a board upside down is another position."""

    def get_legal_moves(self):
        moves = super().get_legal_moves()
        return [cell for cell in moves if cell + 3 not in moves]


class Corner(TicTacToe):
    """The cell at the top left counts: mirror images are not worth the same."""

    def utility(self):
        return 10 * super().utility() + (3 if self.rows()[0][0] == "X" else 0)


class FallingToo(Falling):
    """Other rules two classes up."""


class LastThree:
    def get_legal_moves(self):
        return super().get_legal_moves()[-3:]


class Mixed(LastThree, TicTacToe):
    """Other rules from a class beside it."""


@pytest.mark.parametrize("game", [Falling, FallingToo, Mixed, Corner])
@pytest.mark.parametrize("board", ["... .O. X..", "..O ..X .XO", "X.. .O. ..."])
def test_what_a_game_claims_of_its_rules_is_not_believed_of_a_subclass_with_other_rules(game, board):
    assert Engine().search(game(board)).value == brute_force(game(board), 9)
    assert game.outcomes is None
    assert game.canonical_key is GameState.canonical_key
