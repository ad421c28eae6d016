"""Trees and searches as LaTeX and as Mermaid."""

import re

import pytest

from minimax_lab.draw import mermaid, save, tikz
from minimax_lab.games import TicTacToe, figure, random_tree, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace

SEARCHED = trace(alphabeta, figure("textbook"))


def test_tikz_has_a_bracket_for_every_node_and_closes_them_all():
    for seed in range(20):
        game = random_tree(4, (1, 3), seed, stop=0.1)
        body = tikz(game).split("ghost/.style", 1)[1].split("\n", 1)[1]
        brackets = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", body))
        assert brackets.count("[") == brackets.count("]") == game.size


def test_tikz_shows_values_bounds_windows_moves_cuts_and_best_play():
    text = tikz(SEARCHED)
    assert r"[{$\leq$ 2}, MIN" in text
    assert r"right:{(3, $\infty$)}" in text
    assert text.count(r"\ding{34}") == 2
    assert text.count(", best") == 3
    assert re.search(r"\{4\}, leaf, ghost.*c2", text)


def test_tikz_escapes_what_latex_would_not_print():
    text = tikz(tree({"50%_a&b": 1, "x^2 ~ {y}": -2}))
    assert r"50\%\_a\&b" in text
    assert r"x\textasciicircum{}2 \textasciitilde{} \{y\}" in text
    assert "{$-$2}" in text


def test_mermaid_has_every_node_and_every_edge():
    text = mermaid(SEARCHED)
    assert text.startswith("graph TD\n")
    assert len(re.findall(r"^  n\d+[\[(]", text, re.M)) == 13
    assert len(re.findall(r"^  n\d+ (-->|-\.->)", text, re.M)) == 12
    assert text.count("✂") == text.count("-.->") == 2
    assert "linkStyle 0,3 stroke" in text


def test_mermaid_keeps_its_own_marks_out_of_labels():
    text = mermaid(tree({'say "a|b"': 1, "<b>": 2}))
    assert "#34;a#124;b#34;" in text
    assert "#60;b#62;" in text


def test_both_can_be_saved_by_their_suffix(tmp_path):
    assert save(SEARCHED, tmp_path / "cut.tex").read_text(encoding="utf-8") == tikz(SEARCHED)
    assert save(SEARCHED, tmp_path / "cut.mmd").read_text(encoding="utf-8") == mermaid(SEARCHED)


def test_a_board_is_not_a_tree(tmp_path):
    for write in (tikz, mermaid, lambda state: save(state, tmp_path / "board.tex")):
        with pytest.raises(TypeError, match="trace\\(search, state\\)"):
            write(TicTacToe())
    assert not [*tmp_path.iterdir()]


def test_a_large_search_is_folded():
    text = mermaid(trace(minimax, random_tree(7, 3, 1), lines=False))
    assert len(text.splitlines()) < 900
    assert "…" in text
