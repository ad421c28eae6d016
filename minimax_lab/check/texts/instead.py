"""What a function computes instead of what is asked for, where all its answers show it."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

INSTEAD = {
    "counts-positions": Text(
        "Each position is counted once",
        "In all examples, your function returns the number of different positions, each counted once, however many "
        "ways lead to it. But the tree has a node of its own for each of these ways.",
        (
            "Find two orders of moves that lead to the same position. How many nodes of the tree are that?",
            "Does your function leave out a state that it has met before?",
            "What does a set do with two equal states?",
        ),
    ),
    "counts-leaves": Text(
        "Only the leaves are counted",
        "In all examples, your function returns the number of leaves. The nodes above them count as well.",
        (
            "What should your function return for a state with one move, if the game is over after it?",
            "Where does your function count the state that it was given?",
        ),
    ),
    "counts-inner-nodes": Text(
        "The leaves are not counted",
        "In all examples, your function returns the number of nodes that have children. The leaves count as well.",
        ("What does your function return for a state without moves? How many nodes has the tree below it?",),
    ),
    "ignores-levels": Text(
        "As if one side made every choice",
        "In all examples, your function returns the {extreme} of all numbers in its argument, as if one side made "
        "every choice. The right answer takes the smallest at one level of brackets and the largest at the next.",
        (
            "Who chooses at the outermost level, and who one level further in?",
            "What should the parts be worth: the smallest number in each of them, the largest, or neither?",
        ),
    ),
}
SMALLEST, LARGEST = "smallest", "largest"
