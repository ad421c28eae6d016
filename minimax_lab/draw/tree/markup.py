"""Trees and searches as text that other programs draw: LaTeX with the package `forest`, and Mermaid.

Both begin from the same nodes as the drawn ones, so they show the same things.
"""

from __future__ import annotations

import re

from minimax_lab.draw.tree.nodes import ProofTree, ShownNode, shown_nodes, tree_or_trace
from minimax_lab.games import Tree
from minimax_lab.trace import Trace

MOST = 400  # nodes; what is larger is folded, as in a picture

TIKZ_STYLES = r"""% \usepackage{forest, pifont}  \usetikzlibrary{shapes.geometric, shapes.misc}
\definecolor{treemax}{HTML}{0072B2}\definecolor{treemin}{HTML}{D55E00}\definecolor{treebest}{HTML}{009E73}
\begin{forest}
  for tree={inner sep=1.5pt, s sep=6mm, l sep=11mm, font=\sffamily\small, edge=semithick},
  triangle/.style={regular polygon, regular polygon sides=3, very thick, inner sep=0pt, minimum size=12mm},
  MAX/.style={triangle, draw=treemax, fill=treemax!12},
  MIN/.style={triangle, shape border rotate=180, draw=treemin, fill=treemin!12},
  leaf/.style={draw, rounded corners=2pt, inner sep=3pt, minimum size=6mm},
  fold/.style={draw, rounded rectangle, text=gray},
  best/.style={edge={line width=1.8pt, draw=treebest}},
  ghost/.style={dashed, draw=gray, fill=white, text=gray, edge={dashed, draw=gray}},
"""
TEX = {"\\": r"\textbackslash{}", "−": "$-$", "≥": r"$\geq$", "≤": r"$\leq$", "∞": r"$\infty$", "…": r"\dots{}"}
TEX |= {"α": r"$\alpha$", "β": r"$\beta$", "▲": r"$\blacktriangle$", "▼": r"$\blacktriangledown$"}  # of amssymb
TEX |= {char: "\\" + char for char in "&%$#_{}"} | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}

MERMAID_STYLES = """\
  classDef max fill:#deebf4,stroke:#0072B2,stroke-width:2px,color:#1d2430
  classDef min fill:#fbe8dc,stroke:#D55E00,stroke-width:2px,color:#1d2430
  classDef leaf fill:#f6f8fb,stroke:#5b6676,color:#1d2430
  classDef ghost fill:#ffffff,stroke:#9aa4b2,stroke-dasharray:4 4,color:#5b6676
"""
MERMAID_SHAPES = {"max": "[/{}\\]", "min": "[\\{}/]", "leaf": "({})", "stub": "({})", "fold": "([{}])"}


def tikz(tree: Tree | Trace | ProofTree, *, moves: bool = True, windows: bool = True) -> str:
    r"""The picture as LaTeX, for slides and exams; its first line says which packages it needs.

    `moves` writes the names of the moves on the edges, `windows` the (alpha, beta) beside the nodes.

    >>> from minimax_lab.games import tree
    >>> print(tikz(tree([1, 2])).splitlines()[2])
    \begin{forest}
    """
    nodes = shown_nodes(tree_or_trace(tree), MOST, moves, windows)
    return TIKZ_STYLES + "\n".join(_nested(nodes)) + "\n\\end{forest}\n"


def _nested(nodes: list[ShownNode]) -> list[str]:
    """The nodes as nested brackets, each on a line of its own, without recursion."""
    lines: list[str] = []
    stack: list[tuple[int, int]] = [(0, 1)]
    while stack:
        number, depth = stack.pop()
        if number < 0:
            lines[-1] += "]"
            continue
        lines.append("  " * depth + _bracket(nodes[number]))
        stack.append((-1, depth))
        stack += [(child, depth + 1) for child in reversed(nodes[number].children)]
    return lines


def _bracket(node: ShownNode) -> str:
    """The beginning of a node, up to its children."""
    kind = {"max": "MAX", "min": "MIN", "stub": "leaf"}.get(node.kind, node.kind)
    options = [kind, *(["best"] if node.best else []), *(["ghost"] if node.ghost else [])]
    if node.window:
        alpha, beta = map(tex, node.window)
        options.append(f"label={{[font=\\scriptsize, text=gray]right:{{({alpha}, {beta})}}}}")
    on_edge = (r"\ding{34}\," if node.cut else "") + tex(node.move)
    if on_edge:
        options.append(f"edge label={{node[midway, fill=white, inner sep=1pt, font=\\scriptsize]{{{on_edge}}}}}")
    return f"[{{{tex(node.label)}}}, {', '.join(options)}"


def mermaid(tree: Tree | Trace | ProofTree, *, moves: bool = True, windows: bool = True) -> str:
    r"""The picture as Mermaid, which JupyterLab and GitHub draw from a code block in Markdown.

    `moves` writes the names of the moves on the edges, `windows` the (alpha, beta) in the nodes.

    >>> from minimax_lab.games import tree
    >>> print(*mermaid(tree([1, 2])).splitlines()[:3], sep="\n")
    graph TD
      n0[/"▲ "\]:::max
      n1("1"):::leaf
    """
    nodes = shown_nodes(tree_or_trace(tree), MOST, moves, windows)
    boxes: list[str] = []
    links: list[str] = []
    best: list[int] = []
    for number, node in enumerate(nodes):
        symbol = {"max": "▲ ", "min": "▼ "}.get(node.kind, "")
        window = f"<br>({node.window[0]}, {node.window[1]})" if node.window else ""
        text = f'"{_plain(symbol + node.label) or " "}{window}"'
        style = "ghost" if node.ghost else node.kind if node.kind in ("max", "min") else "leaf"
        boxes.append(f"  n{number}{MERMAID_SHAPES[node.kind].format(text)}:::{style}")
        for child in node.children:
            below = nodes[child]
            label = _plain(("✂ " if below.cut else "") + below.move).strip()
            arrow = "-.->" if below.ghost else "-->"
            best += [len(links)] if below.best else []
            links.append(f"  n{number} {arrow}{f'|{chr(34)}{label}{chr(34)}|' if label else ''} n{child}")
    styles = [f"  linkStyle {','.join(map(str, best))} stroke:#009E73,stroke-width:4px"] if best else []
    return "\n".join(["graph TD", *boxes, *links, *styles, MERMAID_STYLES.rstrip(), ""])


def tex(text: str) -> str:
    """The text as LaTeX writes it."""
    return "".join(TEX.get(char, char) for char in text)


def _plain(text: str) -> str:
    """A label that Mermaid takes as it is: its own marks as entities."""
    return re.sub(r'["<>#|]', lambda found: f"#{ord(found[0])};", text)
