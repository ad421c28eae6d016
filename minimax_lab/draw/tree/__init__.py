"""The picture of a game tree, made in three steps.

- What is shown: `nodes.py` picks the nodes and writes their labels; `description.py` says the same in words.
- Where it stands: `sizes.py` says how large a node is, `layout.py` how far to the right it stands.
- How it looks: `scene.py` makes shapes of the nodes, `edges.py` of what is between them, `legend.py` a legend.

`markup.py` writes what is shown as LaTeX and as Mermaid, which place it themselves.
"""
