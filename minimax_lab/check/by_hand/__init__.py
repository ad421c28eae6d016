"""Checks of work done by hand: the values of nodes, and what alpha-beta never looks at."""
