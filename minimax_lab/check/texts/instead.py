"""What a function computes instead of what is asked for, where all its answers show it."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

INSTEAD = {
    "one-player-only": Text(
        "Wrong only with one of the players to move?",
        "In the examples, {name} goes wrong only with {wrong} to move, and never with {right} to move.",
        ("What should be different for the two players, and which line of your function makes the difference?",),
    ),
    "times-a-number": Text(
        "Half as much, or twice as much",
        "Each answer of your function is {times} the right one.",
        ("Which line multiplies or divides, and why?", "What is counted here: is each thing counted once?"),
    ),
    "best-not-winning": Text(
        "One best move, or one that wins?",
        "In all examples, your function says whether exactly one move is {best}. But the question is whether exactly "
        "one move wins.",
        (
            "If three moves win, and one of them wins by more than the others: how many moves win?",
            "Which moves does your function count: those that are worth as much as the best one, or those that win?",
        ),
    ),
    "one-or-more": Text(
        "At least one, or exactly one?",
        "In all examples, your function says whether at least one move wins. But the question is whether exactly one "
        "does.",
        ("What does your function say if two moves win? When does it know?",),
    ),
    "odd-number": Text(
        "An odd number, or exactly one?",
        "In all examples, your function says whether the number of moves that win is odd. But the question is whether "
        "exactly one wins.",
        ("What does your function say if two moves win, and what if three do?",),
    ),
    "one-or-none": Text(
        "At most one, or exactly one?",
        "In all examples, your function says whether at most one move wins. But the question is whether exactly one "
        "does.",
        ("What does your function say if no move wins? Which line decides that?",),
    ),
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
TIMES = {0.5: "half of", 2: "twice"}  # what is right
BEST, BEST_THAT_WINS = "the best one", "the best one and wins"
SMALLEST, LARGEST = "smallest", "largest"
