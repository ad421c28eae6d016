"""What is said about answers that only the course's exercises ask for."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

NOT_A_STUDENT_NUMBER = 'number is your student number, digits only, such as 712345 or "0712345", not {number}'
UNANSWERED = Text("Not answered yet", "{what}")

# Exercise 1

THE_VALUES, THE_MOVE = "the values of the nodes", "the move"
ONE_LEAF, ANY_NUMBER = "the change of one leaf", "leaves that cannot matter"
WRONG_MOVE = Text(
    "Not the best move",
    "You chose move {move}. Another move at the root is worth more.",
    ("What are the three nodes below the root worth?", "MAX is to move, so the largest of them counts."),
)
MOVE_IS_A_NUMBER = Text(
    "A move is a number here",
    "You wrote {move}. Write the number of the move alone: 0, 1 or 2, without quotes or brackets.",
)
NO_SUCH_MOVE = Text("There is no such move", "You wrote {move}. The moves at the root are {moves}.")
VALUES_ARE_A_DICT = Text(
    "The values are a dict",
    "Keep the form that the exercise has: a dict from paths to values, such as {{(): 3}}. You wrote {given}.",
)
WRITE_VALUES = "Fill in the tree, and run the cell below it. Begin at the bottom, where all the children are leaves."
WRITE_A_MOVE = "Write 0, 1 or 2."
WRITE_A_CHANGE = "Give one leaf of the tree a new number, and run the cell below it."
NOT_A_CHANGE = Text(
    "One leaf, one whole number",
    "{given} is not a change of one leaf to a whole number.",
    ("Follow the path in the picture, move by move. Does it end at a leaf?",),
)
SAME_MOVE = Text(
    "MAX can still play the same move",
    "With {value} at {path} instead of {old}, the move that was best is still at least as good as every other.",
    ("What must the root's best move be worth for MAX to leave it?", "Or what must another move be worth?"),
)
SMALLER = Text(
    "A smaller change is enough",
    "MAX then plays another move, as the picture shows. But you changed the leaf by {change}, and less is enough.",
    ("Try both ways: make the best move worse, or make another one better.", "Which leaf does each value come from?"),
)
WRITE_LEAVES = "Mark the leaves in the tree, and run the cell below it."
NUMBER_IS_0 = Text(
    "The number is 0",
    "This is the tree of number 0. If that is not yours, write your student number where `number = 0` stands, run the "
    "cells again from there on, and answer for your own tree.",
)
MATTERS = Text(
    "This leaf matters",
    "The picture shows the tree with {value} at {path} instead of {old}. With that, the root is worth {now}, and not "
    "{before}.",
    (
        "Try a very high and a very low number at this leaf, and work out the values above it again.",
        "Does any node on the way up take over the new number?",
    ),
)
MORE_LEAVES = Text(
    "Not all of them",
    "There {are} of this kind.",
    (
        "Take each leaf in turn: try a very high and a very low number.",
        "Where the other player never chooses a branch, what is in it does not matter.",
    ),
)
ONE_MORE, MANY_MORE = "is one more leaf", "are {number} more leaves"

# Exercise 2

WRONG_WALK = Text(
    "Not the right cells",
    "Your function went from {here} with the step {step}, and does not return the right cells.",
    (
        "Draw this board, and put a finger on `here`. Where is it after one step? Is that cell open?",
        "Where does your walk end: before the first cell that is not open, or after it?",
        "How far can the walk go on this board?",
    ),
)
SWAPPED = Text(
    "x and y are exchanged",
    "Somewhere in your function, x and y have changed places: in `here`, in `step`, or in a cell. In every pair, x "
    "comes first.",
    (
        "Which of the two numbers of `step` belongs to x?",
        "Follow one call by hand, with a step to the right, (1, 0). Which number should change?",
        "Look at every pair that you take apart or put together: is x the first of the two?",
    ),
)
JUMPS = Text(
    "Jumps over closed cells",
    "In your function, the walk goes on beyond a closed cell. You cannot jump over it: a walk ends before "
    "the first closed cell.",
    ("What does your function do when it meets a closed cell?", "The walk ends there; do not just skip the cell."),
)
BEGINS_HERE = Text(
    "The walk begins one cell too early",
    "Your function begins with `here` itself. A player stands there, so that cell is not open, and the walk ends "
    "before its first step: what comes back is [].",
    (
        "Which cell does your function test first?",
        "Is the cell that a player stands on among the open cells?",
        "First make a step, then test the cell, and only then keep it.",
    ),
)
ONE_STEP = Text(
    "Only one step",
    "Your function stops after the first cell. The walk goes on, cell by cell, up to the first cell that is not open.",
    ("How many cells does your function return at most?", "What must be repeated, and until when?"),
)
TOO_FAR = Text(
    "One cell too many",
    "Your function also returns the cell at which the walk ends, which is not open.",
    ("When does your function note a cell: before it knows that the cell is open, or after that?",),
)
WALKS = {"swapped-coordinates": SWAPPED, "jumps": JUMPS, "one-step": ONE_STEP, "one-too-far": TOO_FAR}

# Exercise 3

HOW_MUCH = "how many nodes your functions look at"
EARLY_VALUES = "early_max_value and early_min_value"
EARLY_WRONG = Text(
    "Another value in this position",
    "On this board, your function does not agree with a right {name} of part 2.",
    (
        "Who is stuck on this board: the player to move, the other one, both, or nobody?",
        "At which kind of level is your function called here, and so who is the searching player?",
        "A player who is stuck has lost (if both are, the one to move). Is that the searching player?",
    ),
)
TOO_MANY_NODES = Text(
    "Too many nodes",
    "The values are right. But from the start, your {name} looks at {nodes} nodes, and {enough} are enough.",
    (
        "On a board on which either player is stuck, both of your functions stop. Where do the other nodes come from?",
        "Which function does each of yours call for the children, how often, and does that one stop early, too?",
    ),
)
EARLY = {
    "mover-always-loses": Text(
        "Who is stuck?",
        "In all positions that were tried, your function answers as if the player to move had lost whenever either "
        "player is stuck. But if only the other one is stuck, the player to move has won.",
        (
            "Who is stuck on this board, and who is to move?",
            "In your code, is it the same for a game that is over whether one player is stuck or the other?",
        ),
    ),
    "searcher-is-max": Text(
        "MIN can be the searching player, too",
        "In all positions that were tried, your function answers as if MAX were always the searching player: −1 where "
        "only MAX is stuck, and +1 where only MIN is. But MIN can be the searching player as well.",
        (
            "Who is to move on this board, and at which kind of level is your function called?",
            "Which lines of your code decide who has won? Are they right for either searching player?",
            "At a max level, the searching player is the one who is to move; at a min level it is the other one.",
        ),
    ),
    "searches-past-the-end": Text(
        "It goes on where the game is over",
        f"{TOO_MANY_NODES.message} On this board, for example, one player is stuck, and your {{late}} goes on "
        "searching.",
        (
            "Who is stuck on this board?",
            "Is the game over as soon as either player is stuck, at both levels?",
        ),
    ),
}

# Exercise 4

NEVER_SEEN, ORDERS, DEEP_CUTOFF = "what is never looked at", "the two orders", "the deep cut-off"
YOUR_MARKS = "(The rings in the picture are your marks. If all branches of a node are marked, so is the node.)"
MARKED_TREE = "The tree, with a ring around each node that you have marked: {paths}"
WRITE_PATHS = "Mark the branches in the tree, and run the cell below it."
WRITE_A_TREE = "Write {name}, such as tree([[1, 2, 3], [4, 5, 6], [7, 8, 9]])."
NOT_THESE_BOXES = Text("Other boxes", "{name} does not have the same prizes in the same boxes, each of them once.")
OTHER_NUMBER = Text(
    "Another number of leaves",
    "In {name}, alpha-beta looks at {seen} leaves. It should be {asked}.",
    (
        "When does alpha-beta leave a box before it has seen all three prizes?",
        "Which box should come first? And within a box, which prize?",
    ),
)
NOT_A_TREE = Text("Not such a tree", "{name} should be a tree of at most {most} leaves, with MAX to move at the root.")
NO_DEEP_CUT = Text(
    "No deep cut-off at a MAX node",
    "In no ▲ node of this tree is anything cut off for a reason that lies three levels above it. {instead}",
    (
        "Three levels above a ▲ node is a ▼ node. What must MIN be sure of there?",
        "Turn the lesson's example round: exchange MAX and MIN, high and low, and put one more level on top.",
    ),
)
NOTHING_IS_CUT = "Alpha-beta looks at all of it."
ONLY_MIN_CUTS = "It is cut only at ▼ nodes."
CUT_FOR_THE_PARENT = "It is cut at the ▲ node {path}, but the reason is one level above."

# Exercise 5

OTHER_NEIGHBOURS = Text(
    "Not the number of open neighbours",
    "On this board, your function does not return the number of open cells around {player}.",
    (
        "Put a finger on the player's cell in the picture, and count the open cells around it by hand.",
        "Which cell does your function start from here? Is it the one that this player stands on?",
        "Which cells does your function look at here, and which of them does it take for open?",
    ),
)
# Other hints on it, by what all the wrong answers have in common on the boards that were tried
WRONG_ONLY = "Of the boards that were tried, your function goes wrong only"
IN_THE_FIRST_CORNER = (
    f"{WRONG_ONLY} where the player is at (0, 0). What is different there?",
    "(0, 0) is a cell like any other. A player who is not on the board yet has no cell at all: None.",
)
BESIDE_NOBODY = (
    "{other} is not on the board yet here. What does your function do then?",
    "Whose cell does your function start from, and is there one?",
)
AT_THE_FIRST_EDGES = (
    f"{WRONG_ONLY} where the player is at the left or the upper edge. What do its coordinates become beyond them?",
    "To Python, row −1 is the last row, and a slice that begins at −1 begins at the last one.",
)
AT_THE_LAST_EDGES = (
    f"{WRONG_ONLY} where the player is at the right or the lower edge. What do its coordinates become beyond them?",
    "How many columns and rows are there, and what is the number of the last one?",
)
AT_AN_EDGE = (
    f"{WRONG_ONLY} where the player is at an edge. How many cells are around a cell in the middle, at "
    "an edge, and in a corner?",
    "What do your coordinates become beyond an edge?",
)
IN_THE_MIDDLE = (
    f"{WRONG_ONLY} where the player is not at an edge. How many cells are around a cell in the middle?",
    "Which of these cells does your function look at, and does it look at any others?",
)
WITH_MIN_TO_MOVE = (
    f"{WRONG_ONLY} with MIN to move. Does it matter to the number whose turn it is?",
    "Which cell does your function start from here? Is it the one that the given player stands on?",
)
# Where they have nothing in common: on one cell
COUNTS_THIS = (
    "With {cell} closed as well, your function returns {now} here, not {said}. Is {cell} one of those around {here}?"
)
DOES_NOT_COUNT_THIS = (
    "With {cell} closed as well, your function still returns {said} here. Is {cell} one of those around {here}?"
)
NEIGHBOURS_OF_NOBODY = Text(
    OTHER_NEIGHBOURS.title,
    f"{OTHER_NEIGHBOURS.message} {{player}} is not on the board yet.",
    (
        "Where is {player} on this board, and how many cells are around it?",
        "What does your function return for a player who has no cell yet? Before the first move it is 0.",
    ),
)
NEIGHBOURS_OF_THE_MOVER = Text(
    "Whose neighbours are counted?",
    "Your function counts the open cells around the player to move, whichever player it is asked about.",
    ("Who is to move on this board, and about whom was your function asked?", "Where does your function use that?"),
)
NEIGHBOURS_OF_ONE = Text(
    NEIGHBOURS_OF_THE_MOVER.title,
    "Your function counts the open cells around {player}, whichever player it is asked about.",
    ("About whom was your function asked here?", "Where does your function use that?"),
)
COUNTS_THE_REACH = Text(
    "More than the neighbours",
    "Your function counts all cells that the player can reach with one move. Only those right beside the player are "
    "its neighbours.",
    ("How many cells are around a cell in the middle of the board?", "How far away may a neighbour be?"),
)
LEAVES_CELLS_OUT = Text(
    "Some cells around the player are left out",
    "Eight cells are around a cell in the middle of the board. Around (2, 2), your function leaves out {cells}.",
    (
        "Draw a board of five by five, mark (2, 2), and cross out the cells that are left out. Which are these?",
        "From a cell to its eight neighbours, x changes by −1, 0 or 1, and so does y.",
    ),
)
COUNTS_THE_OPPONENT = Text(
    "An occupied cell is not open",
    "Where the two players are beside each other, your function counts the opponent's cell as well.",
    (
        "Which cells around the player are open here? Is the opponent's cell one of them?",
        "What is in a cell that is open?",
    ),
)
ON_TRIAL = "{name} on trial, {lost} cards lost per move"
NOT_BETTER = Text(
    "Not better than rps_safe",
    "In the positions of {games} fresh games, your evaluation loses {lost} cards per move, and rps_safe loses "
    "{cards}. So it saves {difference} cards per move compared with rps_safe; the whole interval must be above 0. The "
    "board shows the smallest position in which yours goes wrong. Player {player} is to move and wants a {wants} "
    "margin. Your evaluation plays {played}, which leads to a margin of {reached}; {best} leads to {value}.",
    (
        "Begin with `return rps_safe(state)` and add to it. What does it not look at?",
        "Which hand would you rather have at the end: two rocks, or a rock and a paper? `state.hands` has them.",
        "Try several weights for your idea, large ones, too, and look at `trial(card_evaluation, against=rps_safe)`.",
    ),
)
MOBILITY_ALONE = Text(
    "This is mobility alone",
    "On all boards that were tried, your evaluation is mobility, times a number. On this board, mobility is "
    "{mobility}, and your evaluation says {value}. Add a feature of your own, with a weight that is not 0.",
    (
        "What else is good for a player, besides many cells to go to?",
        "You have written a feature in part 1. `lead` makes one of the position from it.",
    ),
)
