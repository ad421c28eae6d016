"""Every picture that the package gives to a notebook says in words what is on it."""

import re
from html import unescape

import pytest

from minimax_lab import check
from minimax_lab.arena import EnginePlayer, RandomPlayer, play, tournament
from minimax_lab.draw import board_svg, draw_board, draw_tree, notebook_bundle, tree_svg
from minimax_lab.evaluate import Linear, rps_standard
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe, figure, random_tree
from minimax_lab.search import Engine, alphabeta, minimax
from minimax_lab.trace import trace
from minimax_lab.widgets import EvaluationExplorer, PlayGame, PruningQuiz, TreeEditor, ValueQuiz, step_through
from minimax_lab.widgets.report.report import report_bundle

SEARCHED = trace(alphabeta, figure("textbook"))
STATES = [TicTacToe(), ConnectFour(), Isolation(), RPS.start("RPSRP", "PSRSR"), Chess(), figure("textbook"), SEARCHED]
RPS_STATE = RPS.from_text("PS./rs./... RPP RSS 1 16")


def standings():
    players = {"one": EnginePlayer(Engine(), depth=2), "other": RandomPlayer(1)}
    return tournament(players, [TicTacToe()], games=4, progress=False)


def wrong(state, depth, maximizing, evaluate):
    return 0


PICTURES = {  # of each name a function that returns HTML
    **{type(state).__name__: lambda state=state: notebook_bundle(state)["text/html"] for state in STATES},
    "the first cut": lambda: notebook_bundle(SEARCHED, at_first_cut=True)["text/html"],
    "a large tree": lambda: notebook_bundle(random_tree(5, 3, seed=1))["text/html"],
    "an explanation": lambda: rps_standard.explain(RPS_STATE)._repr_html_(),
    "an explanation of nothing": lambda: Linear({"no": lambda _: 0}, {"no": 1}).explain(RPS_STATE)._repr_html_(),
    "a game": lambda: play(TicTacToe(), RandomPlayer(1), RandomPlayer(2))._repr_html_(),
    "standings": lambda: standings()._repr_html_(),
    "a report": lambda: report_bundle(check.minimax(minimax=wrong))["text/html"],
    "PruningQuiz": lambda: PruningQuiz(seed=1)._still(),
    "ValueQuiz": lambda: ValueQuiz(seed=1)._still(),
    "TreeEditor": lambda: TreeEditor()._still(),
    "PlayGame": lambda: PlayGame(Isolation())._still(),
    "EvaluationExplorer": lambda: EvaluationExplorer(RPS_STATE, rps_standard)._still(),
    "step_through": lambda: step_through(minimax, figure("textbook"), beside=alphabeta)._still(),
}
DRAWINGS = {
    "a tree": lambda: draw_tree(figure("textbook")),
    "a trace": lambda: draw_tree(SEARCHED),
    "a board": lambda: draw_board(Isolation()),
    "chess": lambda: draw_board(Chess()),
    "ratings": lambda: standings().draw(),
}


@pytest.mark.parametrize("name", PICTURES)
def test_an_image_has_an_alternative_text_that_says_something(name):
    images = re.findall("<img [^>]*>", PICTURES[name]())
    assert images
    for image in images:
        words = unescape(re.search(' alt="([^"]*)"', image)[1])
        assert len(words.split()) >= 3, image[:200]


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_picture_in_matplotlib_has_its_words_as_the_label_of_its_axes(name):
    plt = pytest.importorskip("matplotlib.pyplot")
    assert len(DRAWINGS[name]().get_label().split()) >= 3
    plt.close("all")


@pytest.mark.parametrize("drawn", [tree_svg(SEARCHED), *(board_svg(state) for state in STATES[:-1])])
def test_an_svg_has_a_title_and_a_description(drawn):
    assert re.search("<title>[^<]+</title>", drawn)
    assert len(re.search("<desc>([^<]+)</desc>", drawn)[1].split()) >= 3


def test_the_bars_of_an_explanation_say_how_much_and_for_whom():
    explained = Linear({"a": lambda _: 3, "b": lambda _: -2, "c": lambda _: 0}, {"a": 2, "b": 0.25, "c": 1})
    words = re.findall('alt="([^"]*)"', explained.explain(RPS_STATE)._repr_html_())
    assert words == ["6 for MAX", "0.5 for MIN", "no bar: 0", "5.5 for MAX"]
