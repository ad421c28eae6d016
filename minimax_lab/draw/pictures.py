"""The functions that people call: pictures of trees, traces and boards, in both backends.

Each game brings its own picture of a state, by its method `picture` or by Jupyter's `_repr_svg_`.
"""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from minimax_lab.adapt import underlying
from minimax_lab.draw import svg
from minimax_lab.draw.tree.markup import mermaid, tikz
from minimax_lab.draw.tree.nodes import ProofTree, is_proof, tree_or_trace, with_article
from minimax_lab.draw.tree.scene import MOST, cut_scene, tree_scene
from minimax_lab.game import MAX, Player
from minimax_lab.games import Tree
from minimax_lab.picture.scene import Scene
from minimax_lab.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def scene_of(shown: Any, *, below: Player = MAX, **options: Any) -> Scene | None:
    """What `shown.picture()` describes; None if it describes nothing.

    `below` is the player who sits below the board. `options` are those of the `picture` method: a board of chess
    has some, most have none.
    """
    check_below(below)
    shown = underlying(shown)
    describe = getattr(shown, "picture", None)
    if isinstance(shown, type) or not callable(describe):
        return None
    known = [*inspect.signature(describe).parameters]
    if unknown := [name for name in options if name not in known]:
        names = f"only the options {', '.join(known)}" if known else "no options"
        raise TypeError(f"{', '.join(unknown)}: the picture of a {type(shown).__name__} takes {names}")
    if "below" in known:
        options["below"] = below
    scene = describe(**options)
    if not isinstance(scene, Scene | None):
        raise TypeError(
            f"{type(shown).__name__}.picture() must return a Scene (see minimax_lab.picture), not {scene!r}"
        )
    return scene


def own_svg(shown: Any) -> str | None:
    """What `shown._repr_svg_()` returns, if it has that method; without what may stand before the <svg>."""
    describe = getattr(underlying(shown), "_repr_svg_", None)
    text = describe() if callable(describe) and not isinstance(shown, type) else None
    return text[text.index("<svg") :] if isinstance(text, str) and "<svg" in text else None


def state_text(state: Any) -> str:
    """What is shown of a state that has no picture: what it prints as, or else what to add to its class."""
    own = underlying(state)
    text = str(own)
    if " at 0x" not in text:
        return text
    return f"Add a method __repr__ (or picture) to {type(own).__name__}, and its board is shown here."


def check_below(below: Any) -> None:
    """Raise a TypeError unless `below` is a player."""
    if not isinstance(below, Player):
        raise TypeError(f"below is MAX or MIN, whoever sits below the board, not {below!r}")


MARKUP = {".tex": tikz, ".mmd": mermaid}


def draw_tree(
    tree: Tree | Trace | ProofTree,
    ax: Axes | None = None,
    *,
    moves: bool = True,
    windows: bool = True,
    legend: bool = False,
    most: int | None = MOST,
) -> Axes:
    """Draw a tree, what a search did with one, or the proof of what it is worth, in matplotlib.

    - `tree`: a `Tree`, a `Trace` of a search of any game, or a `Proof` that a search gives
    - `ax`: the axes to draw into; by default a new figure of fitting size
    - `moves`: write the names of the moves on the edges, where there is room for them
    - `windows`: write the (alpha, beta) that each node was entered with
    - `legend`: say below the tree what the marks mean
    - `most`: of a tree with more nodes than this the lower part is folded away; None draws all of it

    The picture in words, for those who do not see it, is the label of the axes: `ax.get_label()`.

    >>> from minimax_lab.games import tree
    >>> picture = draw_tree(tree([[3, 12], [2, 4]]))
    """
    scene = tree_scene(tree_or_trace(tree), moves=moves, windows=windows, legend=legend, most=most)
    return _in_matplotlib(scene, ax)


def tree_svg(tree: Tree | Trace | ProofTree, **options: Any) -> str:
    """What `draw_tree` draws, with the same options, as SVG: the same text on every machine.

    >>> from minimax_lab.games import tree
    >>> tree_svg(tree([[3, 12], [2, 4]])).startswith("<svg")
    True
    """
    return svg.render(tree_scene(tree_or_trace(tree), **options))


def draw_board(state: Any, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the board of `state` in matplotlib, into `ax` or a new figure.

    The options are those of the state's own `picture` method. On a board of chess, `line=…` shows moves as arrows,
    `attacked=MAX` the squares that White attacks, `marks={"e4": MAX, "d5": "a label"}` anything else, and
    `below=MIN` turns it round for Black; see `Chess.picture`.

    >>> from minimax_lab.games import TicTacToe
    >>> picture = draw_board(TicTacToe("XOX O.. ..."))
    """
    scene = None if isinstance(state, Trace) else _scene(state, **options)
    if scene is None:
        raise TypeError(f"{with_article(state)} has no board to draw; a class with a method picture() has one")
    return _in_matplotlib(scene, ax)


def board_svg(state: Any, **options: Any) -> str | None:
    """What `draw_board` draws, with the same options, as SVG; None if there is no picture of such a state.

    >>> from minimax_lab.games import TicTacToe
    >>> board_svg(TicTacToe()).startswith("<svg")
    True
    """
    return None if isinstance(state, Trace) else _svg(state, **options)


def notebook_bundle(obj: Any, **options: Any) -> dict[str, str] | None:
    """What a notebook shows of a state, a tree, a trace or a proof, or None if there is no picture of it.

    `options` are those of `draw_board`; a trace takes `at_first_cut=True`, which shows the moment of its first
    cut-off (if it has one) with the reason and the code, instead of the finished tree. Of a tree or a trace, `ringed`
    are the paths of nodes to draw a ring around, and `root` is what stands in the root in the place of its value.
    """
    scene = tree_scene(obj, legend=True) if is_proof(obj) else _scene(obj, **options)
    drawn = own_svg(obj) if scene is None else svg.render(scene)
    if drawn is None:
        return None
    words = state_text(obj) if scene is None else scene.description
    text = repr(obj) if isinstance(obj, Trace) or is_proof(obj) else str(obj)
    return {"text/plain": text, "text/html": svg.image(drawn, words)}


def save(obj: Any, file: str | os.PathLike[str]) -> Path:
    """Save the picture of `obj`, a tree, a trace or a state, and return the path.

    The suffix of `file` says as what: .svg, .png or .pdf; a tree or a trace also as LaTeX (.tex) or Mermaid (.mmd).
    """
    path = Path(file)
    kind = path.suffix.lower()
    if kind not in (".svg", ".png", ".pdf", *MARKUP):
        raise ValueError(
            f"a picture is saved as .svg, .png, .pdf, .tex or .mmd, not as {kind or 'a file without a suffix'}: {path}"
        )
    if kind in MARKUP:
        path.write_text(MARKUP[kind](tree_or_trace(obj)), encoding="utf-8", newline="\n")
        return path
    if kind == ".svg" and (drawn := _svg(obj)):
        path.write_text(drawn, encoding="utf-8", newline="\n")
        return path
    scene = _scene(obj)
    if scene is None:
        raise TypeError(f"{with_article(obj)} has no picture; a Trace has, and a class with a method picture()")
    from minimax_lab.draw import mpl

    mpl.save(scene, path)
    return path


def _scene(obj: Any, **options: Any) -> Scene | None:
    if isinstance(obj, Trace):
        first_cut = cut_scene(obj) if obj.nodes and options.pop("at_first_cut", False) else None
        return first_cut or (tree_scene(obj, **options) if obj.nodes else None)
    state = underlying(obj)
    if not isinstance(state, Tree):
        return scene_of(state, **options)
    options.pop("below", None)  # a tree has no side to sit at
    return tree_scene(state, **options)


def _svg(obj: Any, **options: Any) -> str | None:
    scene = _scene(obj, **options)
    return own_svg(obj) if scene is None else svg.render(scene)


def _in_matplotlib(scene: Scene, ax: Axes | None) -> Axes:
    from minimax_lab.draw import mpl

    return mpl.render(scene, mpl.new_axes(scene) if ax is None else ax)
