"""A proof is a part of the tree that shows what a position is worth: the engine's hold, and wrong ones are refused."""

import math
import pickle
import random

import pytest

from minimax_lab.draw import draw_tree
from minimax_lab.game import MAX
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, random_tree, tree
from minimax_lab.search import Engine, Proof, ProofTooLarge, check_proof, inf, minimax
from minimax_lab.trace import trace
from minimax_lab.values import HIGHEST, LOWEST
from tests.search.engine.games import Nim, random_position
from tests.search.engine.test_random_games import Layers, drawn, guess

BOOK = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def positions(proof):
    return 1 + sum(map(positions, proof.moves.values()))


def fewest(state, value):
    """How many positions the smallest proofs have that it is worth at least and at most `value`: by brute force.

    Nothing needs to be shown for what is true of every game.
    """
    least, most = state.outcomes or (-math.inf, math.inf)
    lower = smallest(state, MAX, lambda end: end >= value) if value > least else 1
    upper = smallest(state, MAX.opponent, lambda end: end <= value) if value < most else 1
    return lower, upper


def smallest(state, player, holds):
    """The fewest positions with which `player` shows that an end for which `holds` is reached."""
    moves = state.get_legal_moves()
    if not moves:
        return 1 if holds(state.utility()) else math.inf
    sizes = [smallest(state.forecast_move(move), player, holds) for move in moves]
    return 1 + (min(sizes) if state.active_player is player else sum(sizes))


def check_both_halves(state, result):
    proof = result.proof()
    assert (proof.at_least, proof.at_most) == (result.value, result.value)
    assert check_proof(state, proof)
    assert minimax(proof) == result.value  # a proof is a game, and worth as much
    lower, upper = proof.halves()
    assert (lower.at_least, lower.at_most) == (result.value, HIGHEST)
    assert (upper.at_least, upper.at_most) == (LOWEST, result.value)
    assert check_proof(state, lower)
    assert check_proof(state, upper)
    assert positions(proof) <= positions(lower) + positions(upper)
    return lower, upper


def reachable(state):
    yield state
    for move in state.get_legal_moves():
        yield from reachable(state.forecast_move(move))


def test_every_position_of_mini_isolation_has_a_proof_with_as_few_positions_as_can_be():
    for state in {*reachable(Isolation())}:
        result = Engine().search(state)
        lower, upper = check_both_halves(state, result)
        assert result.value == minimax(state)
        assert (positions(lower), positions(upper)) == fewest(state, result.value)


def test_so_have_endgames_of_tic_tac_toe_and_the_empty_board():
    rng = random.Random(1)
    for _ in range(25):
        state = random_position(TicTacToe(), rng, plies=rng.randrange(3, 8))
        check_both_halves(state, Engine().search(state))
    check_both_halves(TicTacToe(), Engine().search(TicTacToe()))


def test_so_have_random_trees_with_as_few_positions_as_can_be():
    for seed in range(60):
        state = random_tree(4, 3, seed=seed)
        lower, upper = check_both_halves(state, Engine().search(state))
        assert (positions(lower), positions(upper)) == fewest(state, minimax(state))


def test_whatever_an_engine_calls_proven_on_random_graphs_has_a_proof():
    proven = 0
    for seed in range(400):
        board, parts, evaluated, depth, seconds = drawn(seed)
        evaluate, state = guess if evaluated else None, Layers(board)
        result = Engine(evaluate, **parts).search(state, depth, seconds)
        if not result.proven:
            with pytest.raises(ValueError, match="is not proven"):
                result.proof()
            continue
        proven += 1
        proof = result.proof()
        assert (proof.at_least, proof.at_most) == (result.value, result.value)
        assert check_proof(state, proof, evaluate)
    assert proven > 150


def test_a_win_that_an_evaluation_or_a_depth_finds_is_proven_by_the_end_of_the_game():
    state = ConnectFour([0, 6, 1, 6, 2, 5])
    result = Engine(lambda state: 0).search(state, 4)
    assert result.value == inf
    assert result.proven
    assert check_proof(state, result.proof(), lambda state: 0)
    assert not check_proof(state, result.proof())  # without the evaluation, a win is worth 1


def test_an_evaluation_that_calls_a_game_decided_is_taken_at_its_word():
    def sure(state):
        return inf if state.left == 7 else 0

    result = Engine(sure).search(Nim(9), 1)
    assert result.proven
    assert check_proof(Nim(9), result.proof(), sure)
    assert not check_proof(Nim(9), result.proof(), lambda state: 0)


def without(proof, path):
    """The proof without the part at the end of a path of moves."""
    move, *rest = path
    moves = {each: part for each, part in proof.moves.items() if each != move or rest}
    if rest:
        moves[move] = without(proof.moves[move], rest)
    return Proof(proof.state, proof.at_least, proof.at_most, moves, proof.worth)


def paths(proof):
    for move, part in proof.moves.items():
        yield (move,)
        yield from ((move, *path) for path in paths(part))


@pytest.mark.parametrize("state", [BOOK, Isolation(), TicTacToe("XO. .X. ..O")], ids=repr)
def test_nothing_can_be_left_out_of_a_proof(state):
    for half in Engine().search(state).proof().halves():
        for path in paths(half):
            assert not check_proof(state, without(half, path))


@pytest.mark.parametrize("state", [BOOK, Isolation(), TicTacToe("XO. .X. ..O")], ids=repr)
def test_a_proof_of_more_than_is_true_or_of_another_position_is_refused(state):
    proof = Engine().search(state).proof()
    assert not check_proof(state, Proof(state, proof.at_least + 1, proof.at_most, proof.moves))
    assert not check_proof(state, Proof(state, proof.at_least, proof.at_most - 1, proof.moves))
    assert check_proof(state, Proof(state, proof.at_least - 1, proof.at_most + 1, proof.moves))
    after = state.forecast_move(state.get_legal_moves()[-1])
    assert not check_proof(after, proof)


def test_a_proof_with_a_move_that_is_not_legal_is_refused():
    proof = Engine().search(BOOK).proof()
    assert not check_proof(BOOK, Proof(BOOK, 3, 3, proof.moves | {9: proof.moves[0]}))


def test_the_proof_of_the_textbook_tree_is_the_tree_that_alphabeta_cannot_do_without():
    proof = Engine().search(BOOK).proof()
    assert sorted(paths(proof)) == [(0,), (0, 0), (0, 1), (0, 2), (1,), (1, 0), (2,), (2, 2)]
    lower, upper = proof.halves()
    assert sorted(paths(lower)) == [(0,), (0, 0), (0, 1), (0, 2)]
    assert sorted(paths(upper)) == [(0,), (0, 0), (1,), (1, 0), (2,), (2, 2)]
    assert repr(proof) == "<Proof: worth 3, by 9 positions>"
    assert repr(lower) == "<Proof: worth at least 3, by 5 positions>"
    assert repr(upper) == "<Proof: worth at most 3, by 7 positions>"


@pytest.mark.parametrize("state", [BOOK, Isolation(), TicTacToe("XO. .X. ..O")], ids=repr)
def test_at_the_end_of_a_game_both_halves_say_what_the_game_says_and_not_just_the_bound(state):
    for half in Engine().search(state).proof().halves():
        for path in paths(half):
            part, position = half, state
            for move in path:
                part, position = part.forecast_move(move), position.forecast_move(move)
            if position.is_terminal():
                assert part.utility() == position.utility()


def test_a_proof_can_be_drawn_and_stepped_through():
    proof = Engine().search(Isolation()).proof()
    assert trace(minimax, proof).value == 1
    assert draw_tree(trace(minimax, Engine().search(BOOK).proof())) is not None


def test_a_proof_that_is_too_large_is_said_to_be():
    with pytest.raises(ProofTooLarge, match="more than 50 positions"):
        Engine().search(TicTacToe()).proof(most=50)


def test_a_proof_may_look_at_as_many_positions_as_it_is_allowed_and_no_more():
    state = tree([[3, 12, 8], [2, 4, 6], [14, 5, 1]])  # that it is worth at most 3 is seen only once all is looked at
    result = Engine().search(state)
    assert check_proof(state, result.proof(most=state.size))
    with pytest.raises(ProofTooLarge, match="more than 12 positions would have to be looked at"):
        result.proof(most=state.size - 1)


def test_a_result_from_another_process_has_no_position_to_prove_anything_of():
    result = pickle.loads(pickle.dumps(Engine().search(BOOK)))
    with pytest.raises(ValueError, match="search again"):
        result.proof()
