"""What is said about work done by hand: the values of nodes, and what alpha-beta never looks at."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

RULE = "▲ MAX takes the largest of the values below, ▼ MIN the smallest."
EQUAL_COUNTS = "Equal counts: alpha-beta cuts where α ≥ β."

# Values

VALUES = {
    "roles-swapped": Text(
        "The other player's choice",
        "{player} is to move there. You wrote {answer}, which is what {opponent} would take.",
        (
            "Who is to move at this node? Look at its symbol, ▲ or ▼.",
            "▲ wants as much as it can get, ▼ as little.",
            RULE,
        ),
    ),
    "skips-a-level": Text(
        "One level left out",
        "You wrote {answer}, the best of all the leaves below it. But in between, the other player has a choice.",
        (
            "Who moves between this node and the leaves?",
            "Work from the bottom up, one level at a time.",
            "Only the values of the node's own children count, and the other player chooses each of them.",
        ),
    ),
    "no-running-best": Text(
        "Just the last value",
        "You wrote {answer}, the value of its last child. {player} chooses among all of them.",
        ("How many children does this node have?", "Compare all of them before you write down a value.", RULE),
    ),
    "flips-utility": Text(
        "The wrong sign",
        "You wrote {answer}: the value that {player} chooses below, but with the wrong sign. "
        "Every value is what the game is worth to MAX, also where MIN moves.",
        ("Who gains from a positive number?", "A value keeps its sign on its way up.", RULE),
    ),
}
OVERLOOKED = Text(
    "A better one overlooked",
    "You wrote {answer}. {player} would rather take another of its children.",
    ("Compare the value with those of all the children.", "Is there a larger one at a ▲, a smaller one at a ▼?", RULE),
)
NO_CHILD_S_VALUE = Text(
    "Not a child's value",
    "You wrote {answer}, but none of its children has that value, and {player} can only choose one of them.",
    ("Where does this value come from?", "A node takes over the value of one of its children.", RULE),
)
NOT_A_NUMBER = Text("A value is a number", "You wrote {answer}. A value is a number alone, without quotes or brackets.")
CARRIED_OVER = Text(
    "A mistake from further down", "You wrote {answer}, and that follows from what you wrote below it. Fix that first."
)
LEAF_IS_GIVEN = Text(
    "A leaf's value is given", "You wrote {answer} at a leaf. A leaf is worth the number written there."
)
AT_NODE = "At {place}: {what}"
UNANSWERED = Text("Not finished", "{what}", ("Begin at the bottom, where all the children are leaves.", RULE))
NO_VALUE_YET_FOR, NO_VALUES_YET = "There is no value yet for {paths}.", "No node has a value yet."

NOT_A_PATH = Text(
    "A path is a tuple",
    "{path} is not a path. A path is a tuple of moves; with a single move it needs a comma: (0,).",
)
NO_SUCH_NODE = Text("This path leads nowhere", "There is no node at {path}: {error}")
ANSWERS_ARE_A_DICT = "the answers are a dict from paths to values, such as {{(): 3}}, not {given}"
MARKS_ARE_PATHS = "the nodes are a set of paths, such as {{(1, 2), (2,)}}, not {given}"

# Cuts

CUTS = {
    "strict-cut": Text(
        "You go on at a tie",
        "Your answer is right, but it looks at more than necessary: a value that is only equal cannot matter either. "
        + EQUAL_COUNTS,
    ),
    "no-deep-cuts": Text(
        "Only the parent's bound is used",
        "Your marks are those of a search that compares a node with its parent only. A bound from further up counts "
        "as well: α and β are passed down all the way.",
        (
            "What is MAX sure of at the root when the search comes to the lowest level?",
            "At each node write down α and β, as they come from the parent, before you look at the first child.",
        ),
    ),
    "cuts-on-own-bound": Text(
        "Compared with the player's own bound",
        "Your marks are those of a search that cuts where a player does not improve on what it already has. But it is "
        "the other player who will not come here: MAX's value is compared with β, MIN's with α.",
        (
            "Who can avoid this node, the player who moves there or the opponent?",
            "At a ▲ node, only values that are too good for MAX end the search.",
        ),
    ),
    "right-to-left": Text(
        "From right to left",
        "Your marks are those of a search from right to left. This is the right answer to another question: here the "
        "search goes from left to right.",
        ("In which order does the search come to the children?",),
    ),
}
CUTS_TOO_MUCH = Text("Alpha-beta looks at this one", "{why}")
CUTS_TOO_LITTLE = Text("More can be cut", "{branches} that alpha-beta never looks at. " + EQUAL_COUNTS)
ONE_MORE_BRANCH, MORE_BRANCHES = "There is one more branch", "There are {number} more branches"

# The solution, explained branch by branch

RIGHTLY_CUT = "Right: never looked at. {why}"
NOT_CUT = "Cut too little: {node} is never looked at. {why}"
WINDOW_CLOSED = "{player} {where} {reached} {value}: α = {alpha} ≥ β = {beta}, the window is closed. {why}"
CAN_GET, CAN_HOLD_MAX_TO = "can already get", "can already hold MAX to"
WILL_NOT_COME = "{player} is sure of {value} by playing {move} {where} and will not come here."
DEEP_CUT = "(A deep cut-off: the reason lies {levels} levels up.)"
LOOKED_AT = "Cut too much: alpha-beta looks at {node}."
ROOT_STAYS = (
    "{looked} Whatever value is here, the root stays {root}. But alpha-beta cannot know that yet: when it comes here, "
    "the window is still open, {window}."
)
ROOT_WOULD_CHANGE = (
    "{looked} The window is still open there, {window}: if {what} were worth {value} instead of {before}, "
    "the root would be worth {new_root}, not {root}."
)
WINDOW = "α = {alpha}, β = {beta}"
THIS_BRANCH, THE_ROOT, LEAF = "this branch", "the root", "the leaf {value}"
PLAYED_AT_ROOT = "at the root"

NEVER_LOOKED_AT = "{node} is never looked at: there is nothing to fill in."
BOUND_EMPTY, VALUE_EMPTY = "{letter} is still empty.", "The value is still empty."
WRONG_BOUND = "{letter} is not {answer}: it is {right} when the search comes here. {why}."
NOTHING_FOUND_YET = "No {player} node above has found anything yet"
SURE_BY_PLAYING = "{player} is sure of that by playing {move} {where}"
WRONG_WORTH = "The value is not {answer}: it is {right}{why}."
ONLY_A_BOUND = ", a bound, because the rest cannot matter"
BOUNDS = {"": "", "≥": "at least ", "≤": "at most "}

GO_LEFT_TO_RIGHT = (
    "Go from left to right, and keep α and β at each node. " + EQUAL_COUNTS + " What is left at that node is never "
    "looked at."
)
CUTS_OFF_AT = "Alpha-beta cuts off at {nodes} of this tree."
ALL_MARKED = "What you have marked is right: press Check."
MARKED_TOO_MUCH = "Alpha-beta looks at something that you have marked."
LOOK_AGAIN = "Look at {node} again."
WHEN_DOES_IT_CLOSE = (
    "Look at {node}: the search comes there with α = {alpha} and β = {beta}. When does that window close?"
)
IS_NEVER_LOOKED_AT = "{node} is never looked at."
