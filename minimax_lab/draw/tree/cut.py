"""The moment of a search that tells most: its first cut-off, with the reason, in words and in the code."""

from __future__ import annotations

from collections.abc import Collection

from minimax_lab.adapt import underlying
from minimax_lab.draw.tree.layout import NodeBox, Sizes
from minimax_lab.draw.tree.nodes import ShownNode, Subtree, TraceReader
from minimax_lab.game import MAX, Move
from minimax_lab.games import Tree
from minimax_lab.picture.scene import MARGIN, Box, Line, Point, Polygon, Scene, Shape, Text
from minimax_lab.picture.text import count_text, mono_width, text_width, wrapped
from minimax_lab.trace import Node, Step, Trace
from minimax_lab.trace.model import Path
from minimax_lab.trace.words import value_text

SIZE, CODE, CODE_ROW, PAD = 14.0, 13.0, 20.0, 10.0  # font sizes, how high a line of code is, and the room beside it
LEAST_WIDTH, MOST_WIDTH = 460.0, 760.0  # so that the words have room below a small tree
AROUND = 6.0  # between a node and the frame around it
ARC = 24  # how many pieces it has


def first_cut(trace: Trace) -> tuple[int, Step] | None:
    """The first cut-off for which there is a reason, and its number among the steps; or else the first one."""
    cuts = [(i, trace.steps[i]) for i, kind in enumerate(trace.steps.kinds()) if kind == "cutoff"]
    return next((cut for cut in cuts if cut[1].evidence), cuts[0] if cuts else None)


class CutReader(TraceReader):
    """Reads the tree as it was at a cut-off: what had come back by then, what was open, what was not yet searched."""

    def __init__(self, trace: Trace, index: int, step: Step):
        super().__init__(trace)
        self.root.main, self.cut, reason = True, step, step.evidence
        self.reason: Path | None = (*reason.path, reason.move) if reason and reason.path is not None else None
        self.values: dict[Path, str] = {}  # what the nodes were worth that had come back
        details = dict(trace.steps.details())
        self.entered: set[Path] = set()
        self.bounds: dict[Path, list[tuple[object, str]]] = {}  # what open nodes had been told by their children
        told = zip(trace.steps.kinds()[:index], trace.steps.places(), strict=False)
        for i, (kind, (path, _, _, _)) in enumerate(told):
            if kind == "enter":
                self.entered.add(path)
            elif kind in ("leaf", "return"):
                value, bound = details[i]["value"], details[i]["bound"]
                self.values[path] = f"{bound} {value_text(value)}".lstrip()
                self.bounds.setdefault(path[:-1], []).append((value, bound))

    def main_moves(self, subtree: Subtree) -> Collection[Move]:
        if subtree.node is None or not subtree.main:
            return ()
        depth, ways = len(subtree.node.path), filter(None, [self.cut.path, self.reason])
        return {way[depth] for way in ways if way[:depth] == subtree.node.path and len(way) > depth}

    def branch(self, subtree: Subtree, move: Move) -> Subtree:
        branch = super().branch(subtree, move)
        if branch.node is not None and branch.node.path not in self.entered:
            state = underlying(branch.node.state)
            branch = Subtree(move, tree=state if isinstance(state, Tree) else None, ghost=True)
        branch.cut = subtree.node is not None and subtree.node.path == self.cut.path and move in self.cut.pruned
        return branch

    def shown(self, subtree: Subtree, moves: bool, windows: bool) -> ShownNode:
        shown, node = super().shown(subtree, moves, windows), subtree.node
        shown.best = False
        if node is not None:
            shown.label = self.values.get(node.path) or self._so_far(node)
            is_here, is_reason = node.path == self.cut.path, node.path == self.reason
            shown.mark = "here" if is_here else "reason" if is_reason else ""
        return shown

    def _so_far(self, node: Node) -> str:
        """What an open node is worth at least, or at most, as far as its children have come back."""
        sign, best = ("≥", max) if node.player is MAX else ("≤", min)
        told = [value for value, bound in self.bounds.get(node.path, []) if bound in ("", sign)]
        try:
            return f"{sign} {value_text(best(told))}" if told else ""  # type: ignore[type-var]
        except TypeError:  # values that cannot be compared
            return ""


# Marks in the tree


def marks(boxes: list[NodeBox], sizes: Sizes) -> list[Shape]:
    """A frame around each node that is marked, and an arc from the reason of a cut-off to where the search is."""
    marked = {box.node.mark: box for box in boxes if box.node.mark}
    shapes: list[Shape] = [
        Box(box.node.mark, box.x - box.half - AROUND, box.y - box.height / 2 - AROUND, *_frame_size(box, sizes), 9)
        for box in boxes
        if box.node.mark
    ]
    if {*marked} == {"reason", "here"}:
        shapes += _arc(marked["reason"], marked["here"])
    return shapes


def _frame_size(box: NodeBox, sizes: Sizes) -> tuple[float, float]:
    """Width and height of a frame that has the window inside it, too."""
    window = box.window_x - box.x + text_width(box.window, sizes.note) if box.window else 0.0
    return box.half + max(box.half, window) + 2 * AROUND, box.height + 2 * AROUND


def _arc(reason: NodeBox, here: NodeBox) -> list[Shape]:
    """From above the one node to above the other, clear of the names on the edges that come from above."""
    towards = 0.7 if reason.x < here.x else -0.7
    start = reason.x + towards * reason.half, reason.y - reason.height / 2 - AROUND
    end = here.x - towards * here.half, here.y - here.height / 2 - AROUND
    top = min(start[1], end[1]) - min(46.0, 14 + 0.12 * abs(end[0] - start[0]))
    points = [_bezier(start, (start[0], top), (end[0], top), end, i / ARC) for i in range(ARC + 1)]
    x, y = end
    return [Line("reason arc", tuple(points)), Polygon("arrow", ((x, y), (x - 4.5, y - 8), (x + 4.5, y - 8)))]


def _bezier(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
    return x, y


# Words and code below the tree


def code_lines(trace: Trace, step: Step) -> list[str]:
    """The line that cuts off, and before it the one that it depends on: `if alpha >= beta:`, and then `break`."""
    lines = trace.sources[step.source].lines if trace.sources else ()
    if not 0 <= step.line < len(lines):
        return []
    line = lines[step.line]
    before = next((other for other in reversed(lines[: step.line]) if _indent(other) < _indent(line)), "")
    shown = [before, line] if before.strip().startswith(("if ", "elif ", "else:")) else [line]
    return [text[_indent(shown[0]) :] for text in shown]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 1_000  # a blank line is inside everything


def ending(trace: Trace) -> str:
    """What the picture of a moment does not show: how the search ends."""
    cuts = count_text(len(trace.cutoffs), "cut-off", "cut-offs")
    end = f"it is stopped by {trace.error}" if trace.error else f"it returns {value_text(trace.value)}"
    return f"{trace.search} makes {cuts} in all, and {end}."


def cut_description(trace: Trace, cut: tuple[int, Step]) -> str:
    """The picture in words."""
    index, step = cut
    code = " ".join(map(str.strip, code_lines(trace, step)))
    words = [f"Game tree at the first cut-off of {trace.search}, step {index + 1} of {len(trace.steps)}."]
    return " ".join([*words, trace.story(index), *([f"Code: {code}."] if code else []), ending(trace)])


def caption_width(trace: Trace, step: Step) -> float:
    """The width that the words and the code should have at least."""
    code = max((mono_width(line, CODE) for line in code_lines(trace, step)), default=0) + 2 * MARGIN + 2 * PAD
    return max(LEAST_WIDTH, min(code, MOST_WIDTH))


def add_caption(scene: Scene, trace: Trace, cut: tuple[int, Step]) -> None:
    """Write what happens, the code that does it, and how it ends into new rows at the bottom of the scene."""
    index, step = cut
    _add_words(scene, "words", trace.story(index), SIZE)
    _add_code(scene, code_lines(trace, step))
    _add_words(scene, "note", ending(trace), SIZE - 2)
    scene.height += MARGIN - 6


def _add_words(scene: Scene, role: str, words: str, size: float) -> None:
    for line in wrapped(words, scene.width - 2 * MARGIN, size):
        scene.shapes.append(Text(role, MARGIN, scene.height + size / 2, line, size, "start"))
        scene.height += size + 5


def _add_code(scene: Scene, code: list[str]) -> None:
    if not code:
        return
    left, width, top = MARGIN, scene.width - 2 * MARGIN, scene.height + 3
    rows = [top + 4 + k * CODE_ROW for k in range(len(code))]
    scene.shapes.append(Box("code box", left, top, width, len(code) * CODE_ROW + 8, 5))
    scene.shapes.append(Box("code line", left + 3, rows[-1], width - 6, CODE_ROW, 3))
    most = int((width - 2 * PAD) / mono_width("0", CODE))
    for y, line in zip(rows, code, strict=True):
        indent, text = mono_width(" " * _indent(line), CODE), line.strip()
        room = most - _indent(line)
        text = text if len(text) <= room else text[: room - 1] + "…"
        scene.shapes.append(Text("code", left + PAD + indent, y + CODE_ROW / 2, text, CODE, "start"))
    scene.height = rows[-1] + CODE_ROW + 14
