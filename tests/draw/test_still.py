"""A still picture of a search: the moment of its first cut-off, with the reason, the sentence and the code."""

import math
import re
from html import unescape
from itertools import combinations

import pytest

from minimax_lab.draw import notebook_bundle, svg, tree_svg
from minimax_lab.draw.tree.cut import CutReader, first_cut
from minimax_lab.draw.tree.nodes import shown_nodes
from minimax_lab.draw.tree.scene import cut_scene
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation, TicTacToe, figure, random_tree, tree
from minimax_lab.picture.scene import Box, Line, Polygon, Text
from minimax_lab.search import alphabeta, minimax, negamax
from minimax_lab.trace import Trace, trace
from tests.draw.pictures import PICTURES, overlap, svg_labels

TEXTBOOK = trace(alphabeta, figure("textbook"))
SEARCHED = {name: what for name, what in PICTURES.items() if isinstance(what, Trace)}


def my_alphabeta(state, alpha, beta, is_max):
    moves = state.get_legal_moves()
    if not moves:
        return state.utility()
    best = -math.inf if is_max else math.inf
    for move in moves:
        value = my_alphabeta(state.forecast_move(move), alpha, beta, not is_max)
        if is_max:
            best = alpha = max(alpha, value)
        else:
            best = beta = min(beta, value)
        if alpha >= beta:
            return best
    return best


def texts(scene, *roles):
    return [shape.text for shape in scene.shapes if isinstance(shape, Text) and shape.role in roles]


def roles(scene, kind):
    return [shape.role for shape in scene.shapes if isinstance(shape, kind)]


def alt(bundle):
    return unescape(re.search('alt="([^"]*)"', bundle["text/html"])[1])


def test_the_still_of_the_textbook_tree_shows_its_first_cut_with_reason_sentence_and_code():
    scene = cut_scene(TEXTBOOK)
    assert " ".join(texts(scene, "words")) == (
        "Cut: ▼ MIN can already hold MAX to 2 here, but ▲ MAX is already sure of 3 by playing a1 at the root, and will "
        "not let the game come here. Not searched: c2, c3."
    )
    assert texts(scene, "code")[-1] == "break"
    assert texts(scene, "code")[0].startswith("if value <= alpha:")
    assert roles(scene, Box).count("here") == roles(scene, Box).count("reason") == 1
    assert roles(scene, Line).count("reason arc") == roles(scene, Polygon).count("arrow") == 1


def test_at_that_moment_only_what_has_come_back_has_a_value():
    scene = cut_scene(TEXTBOOK)
    assert texts(scene, "value") == ["≥ 3", "3", "≤ 2", "3", "12", "8", "2"]
    assert texts(scene, "ghost value") == ["4", "6", "14", "5", "2"]  # of an abstract tree all leaves are known
    assert "best edge" not in roles(scene, Line)


def test_the_frames_are_around_the_cut_and_its_reason():
    scene = cut_scene(TEXTBOOK)
    frame = {shape.role: shape for shape in scene.shapes if isinstance(shape, Box)}
    label = {shape.text: shape for shape in scene.shapes if isinstance(shape, Text)}
    for role, text in [("here", "≤ 2"), ("here", "(3, ∞)"), ("reason", "(−∞, ∞)")]:
        box, there = frame[role], label[text]
        if text != "(−∞, ∞)":  # the root has that window, too
            assert box.x < there.x < box.x + box.width, text
            assert box.y < there.y < box.y + box.height, text
    assert frame["reason"].x < frame["here"].x


def test_a_students_return_is_shown_with_the_condition_that_it_depends_on():
    seen = trace(my_alphabeta, tree([[3, 12], [2, 4]]), -math.inf, math.inf, True)
    assert texts(cut_scene(seen), "code") == ["if alpha >= beta:", "return best"]


def test_the_alternative_text_says_the_same_and_how_it_ends():
    index = [*TEXTBOOK.steps.kinds()].index("cutoff")
    words = alt(notebook_bundle(TEXTBOOK, at_first_cut=True))
    assert TEXTBOOK.story(index) in words
    assert f"step {index + 1} of {len(TEXTBOOK.steps)}" in words
    assert "break" in words
    assert words.endswith("alphabeta makes 1 cut-off in all, and it returns 3.")


@pytest.mark.parametrize("search", [minimax, negamax])
def test_without_a_cut_the_still_is_the_finished_tree_with_best_play(search):
    seen = trace(search, figure("textbook"))
    assert cut_scene(seen) is None
    assert notebook_bundle(seen, at_first_cut=True) == notebook_bundle(seen)
    assert any(node.best for node in shown_nodes(seen, None)[1:])


def test_a_trace_by_itself_is_still_shown_finished():
    assert alt(notebook_bundle(TEXTBOOK)).startswith("Game tree, MAX to move, value 3")
    assert ">break<" not in tree_svg(TEXTBOOK)


def leaves_early(game, early):
    """A trace of alpha-beta, except that it leaves the node `early` after one move."""

    def careless(state, alpha=-math.inf, beta=math.inf):
        if state.is_leaf:
            return state.value
        is_max = state.active_player is MAX
        for move in state.get_legal_moves():
            value = careless(state.forecast_move(move), alpha, beta)
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha >= beta or state is early:
                break
        return alpha if is_max else beta

    seen = trace(careless, game)
    assert [cut.evidence is not None for cut in seen.cutoffs] == [False, True]
    return seen


def leaves_the_first_child_early(game):
    return leaves_early(game, game.children[0])


def test_a_cut_for_which_there_is_a_reason_comes_before_one_for_which_there_is_none():
    scene = cut_scene(leaves_the_first_child_early(tree([[1, 12], [3, 5], [2, 4]])))
    assert "Not searched: move 1." in " ".join(texts(scene, "words"))
    assert "MAX is already sure of 3" in " ".join(texts(scene, "words"))


def test_an_open_node_shows_only_what_its_player_is_already_sure_of():
    """At least 5, as the first child is worth, is no limit for MIN; nor is at most −5 one for MAX."""
    at_min = cut_scene(leaves_the_first_child_early(tree([[5, 12], [[3, 4], [2, 9]]], MIN)))
    at_max = cut_scene(leaves_the_first_child_early(tree([[-5, -12], [[-3, -4], [-2, -9]]], MAX)))
    assert texts(at_min, "value") == ["≥ 5", "≥ 3", "5", "3", "≤ 2", "3", "4", "2"]  # and none at the root
    assert texts(at_max, "value") == ["≤ −5", "≤ −3", "−5", "−3", "≥ −2", "−3", "−4", "−2"]


def test_at_least_so_much_is_something_that_max_is_sure_of_and_at_most_so_much_something_for_min():
    """Below the first child only a bound is known, and this bound is all that the root has been told."""
    for player, sign in (MAX, 1), (MIN, -1):
        game = tree([[[sign * 3, sign * 9]], [sign * 2, sign * 4]], player)
        told, cut = ("≥ 3", "≤ 2") if player is MAX else ("≤ −3", "≥ −2")
        scene = cut_scene(leaves_early(game, game.children[0].children[0]))
        assert texts(scene, "value")[:3] == [told, told, cut]  # the root, its first child, and where the cut is


@pytest.mark.exhaustive
def test_the_way_to_the_cut_is_drawn_however_large_the_tree_is():
    seen = trace(alphabeta, random_tree(7, 4, seed=1), lines=False)
    nodes = shown_nodes(CutReader(seen, *first_cut(seen)), 60)
    assert len(nodes) < 90
    assert {node.mark for node in nodes} == {"", "here", "reason"}


@pytest.mark.parametrize("name", ["another tic-tac-toe", *SEARCHED])
def test_no_label_of_a_still_is_in_the_way_of_another_or_outside(name):
    seen = SEARCHED.get(name) or trace(alphabeta, TicTacToe("XO. .X. ..."))
    scene = cut_scene(seen)
    if scene is None:
        assert not seen.cutoffs
        return
    boxes = [*svg_labels(svg.render(scene))]
    for (text, box), (other, other_box) in combinations(boxes, 2):
        assert not overlap(box, other_box), f"{text!r} overlaps {other!r}"
    for text, (left, top, right, bottom) in boxes:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= scene.width, text
        assert bottom <= scene.height, text


def test_a_still_is_the_same_text_every_time():
    one, two = (svg.render(cut_scene(trace(alphabeta, Isolation()))) for _ in range(2))
    assert one == two


def test_best_play_is_drawn_although_there_is_no_room_for_all_moves_before_it():
    for place in (0, 30, 59):
        game = tree([1 if number == place else 0 for number in range(60)])
        nodes = shown_nodes(trace(minimax, game), 12)
        assert len(nodes) < 20
        assert [node.label for node in nodes if node.best] == ["1", "1"]  # the root and the leaf
