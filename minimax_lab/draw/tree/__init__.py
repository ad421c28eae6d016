"""The picture of a game tree, made in three steps.

- What is shown: `nodes.py` picks the nodes, writes their labels, and says the same in words.
- Where it stands: `layout.py` says how large a node is, and how far to the right it stands.
- How it looks: `scene.py` makes shapes of the nodes, of what is between them, and a legend.

`cut.py` is the moment of the first cut-off; `markup.py` writes what is shown as LaTeX and as Mermaid.
"""
