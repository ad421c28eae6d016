"""Mistakes in searches: minimax, negamax and alpha-beta."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

REMEMBERS = "remembers-between-calls"

MINIMAX = {
    "no-role-flip": Text(
        "The children do not get the other role",
        "Your function behaves like a search in which the children of some nodes, or of all, get the same side as "
        "their parent. But the players take turns: one level down, the other player chooses.",
        (
            "Who is to move at the root, and who is to move one level below it?",
            "What tells the search of a child whose turn it is there?",
            "Whose turn it is must change from one level to the next, whichever side it started with.",
        ),
    ),
    "roles-swapped": Text(
        "MAX takes the minimum, MIN the maximum",
        "Your function lets MAX choose what is worst for MAX, and MIN what is worst for MIN. MAX "
        "wants a position that is worth much to MAX, and MIN one that is worth little.",
        (
            "Take a root with two leaves, and MAX to move. Which leaf would you choose?",
            "Look at what your function does when MAX is to move: which of the children does it take?",
            "MAX takes the child that is worth most to MAX, and MIN the one that is worth least to MAX.",
        ),
    ),
    "no-running-best": Text(
        "The best so far is forgotten",
        "At some nodes, or at all of them, your function takes the last child, not the best one.",
        (
            "What does your function return when the first child is the best one?",
            "Look at the line that decides what you return in the end. How does it choose?",
            "A child may replace the best one so far only when it is better.",
        ),
    ),
    "averages": Text(
        "The average in place of the best",
        "Your function behaves like a search that takes the average of the children's values, for one side or for "
        "both. That is right for a side that moves at random, and not for one that wants to win.",
        (
            "A node has the children 0 and 10. What does your function make of it for MAX, and what for MIN?",
            "Which child does a player choose who wants to win?",
            "The value of a node is the value of one of its children.",
        ),
    ),
    "starts-at-zero": Text(
        "The best value starts at 0",
        "Your function behaves like a search that starts with 0 as its best value, for one side or for both. A side "
        "that starts with 0 takes no child if all of them are worse than 0 for it.",
        (
            "What does your function return if every child is worse than 0 for the side to move?",
            "With what is the first child compared, for MAX and for MIN? Could a real value be worse than that?",
            "The first child must always count as better than what you start with.",
        ),
    ),
    "starts-at-own-score": Text(
        "The best value starts at the node's own evaluation",
        "Your function behaves like a search that starts with the evaluation of the node itself as its best value, for "
        "one side or for both. A side that starts like that takes no child if all of them are worse for it, as if it "
        "could stay where it is.",
        (
            "What does your function return if every child is worse for the side to move than the node itself looks?",
            "Must the side to move take one of the moves, or may it stay where it is?",
            "The first child must always count as better than what you start with.",
        ),
    ),
    "wrong-infinity": Text(
        "The search starts from the wrong infinity",
        "Your function behaves like a search that starts with the best value that a side could wish for, for one side "
        "or for both. No child is ever better than that.",
        (
            "What comes out of a node where no child is better than what the search starts with?",
            "With what is the first child compared, for MAX and for MIN? Is there a better value than that?",
            "Before a side has looked at anything, it must expect the worst.",
        ),
    ),
    "score-or-move": Text(
        "A score in one place, a move in another",
        "Your function behaves like a search that returns a score at a leaf and something else, a move or a pair, at "
        "some nodes above the leaves. But what a search should say of a node is its value.",
        (
            "What does your function return at a leaf, and what at a node above it?",
            "What is done with the result of each call that searches a node? Is it a value?",
            "Whatever the node, a search must return the same kind of thing.",
        ),
    ),
    "mutates-state": Text(
        "A state was changed",
        "Your code changes a state. A search comes back to its states, to try the next move there, and relies on them "
        "being as they were.",
        (
            "What is different in a state after your code has run?",
            "Look for lines that write into a state, or into a list that belongs to one.",
            "A state stays as it is: a move leads to a new one, and what you find out belongs in a variable.",
        ),
    ),
    "flips-utility": Text(
        "The score changes its sign with the side to move",
        "Your function returns a leaf's score with the other sign for one of the sides. A score has one meaning in the "
        "whole tree: it is good for the same player, whoever is to move.",
        (
            "Is the same leaf worth the same to you, whether you or your opponent would move next?",
            "Look at what your function returns where the search stops. Does it depend on whose turn it is?",
            "Keep one point of view for all scores. Who is to move only decides between larger and smaller.",
        ),
    ),
    "off-by-one-depth": Text(
        "One ply too many or too few",
        "Your function does not look exactly as many plies ahead as it was asked to.",
        (
            "Depth 1 means: look at what each move leads to, and no further. How far does your function look then?",
            "Count the plies by hand in a tree of height 2, for depth 1 and for depth 2.",
            "With which number does your function start to count, which does it pass on, and which does it stop at?",
        ),
    ),
    "ignores-terminal": Text(
        "The end of the game is not noticed",
        "Where the game is over and there is depth left, your function behaves like a search that goes on, with no "
        "moves to try.",
        (
            "What does your function do at a leaf while there is depth left?",
            "A loop over no moves does nothing, and max or min of nothing is an error. What happens in your code?",
            "There are two reasons to stop looking ahead. Does your function know both of them?",
        ),
    ),
    "ignores-depth": Text(
        "The depth is never tested",
        "Your function searches to the end of the game, whatever depth it is asked for.",
        (
            "Ask your function for one ply. Does it look at any grandchildren?",
            "Does the depth become smaller from level to level, and is there a line that tests it?",
            "There are two reasons to stop looking ahead. Does your function know both of them?",
        ),
    ),
    "first-move-only": Text(
        "Only the first move is looked at",
        "Your function looks at one child of a node and returns, whatever the others are worth.",
        (
            "How many of its children does your function look at, at a node with three moves?",
            "Which line decides that no other child is looked at? If it is in a loop, how far is it indented?",
            "A search may stop only after all children have had their turn, or when a cut-off allows it.",
        ),
    ),
    "depth-stays": Text(
        "The depth does not always become smaller",
        "Your function looks further ahead than it was asked to, like a search that passes on the depth as it is, at "
        "every level or for one of the two sides.",
        (
            "Ask your function for one ply on a tree of height 3, with MAX to move and with MIN. How far does it look?",
            "Which depth does a child get, and which one a grandchild?",
            "A child has one ply less to look ahead than its parent.",
        ),
    ),
    "no-move-made": Text(
        "The search goes on from the same state",
        "What your code searches or evaluates here is the state before the move. It should be the state after it.",
        (
            "Which state is searched for each move, and which move has been made in it?",
            "Look at where your code goes through the moves. Does the state that is searched depend on the move?",
            "What is searched must be the state after the move: which method of a state makes that?",
        ),
    ),
    "no-minus": Text(
        "The child's value keeps its sign",
        "In negamax, a value is that of the side to move. A child's value is the opponent's, but your function uses it "
        "as if it were its own.",
        (
            "The child says 5. Is that good for the side to move at the child, or at its parent?",
            "Look at what your function does with the result of the recursive call before it compares it.",
            "What is good for one side is just as bad for the other. How do you write that?",
        ),
    ),
    "finite-infinity": Text(
        "A number stands for infinity",
        "Your function behaves like a search that starts with a number as the worst possible value, for one side or "
        "for both. But a value may lie beyond that number: then no child is better than what it started with.",
        (
            "What does your function return if every child is worth a million, or minus a million?",
            "With what is the first child compared, for MAX and for MIN? Is there a value that is even worse?",
            "Python has a number that is larger than all others.",
        ),
    ),
    "last-move-left-out": Text(
        "The last move is left out",
        "Your function leaves out the last move of a node.",
        (
            "At a node with three moves, how many children does it look at?",
            "Which line decides how many of the moves are looked at?",
        ),
    ),
    "terminal-is-zero": Text(
        "A finished game is worth 0",
        "Where the game is over, your function returns 0, for one of the sides or for both.",
        (
            "What does your function return for a finished game that MAX has won, and for one that MIN has won?",
            "Look at what is returned where there are no more moves.",
            "Where the game is over, its value is known exactly.",
        ),
    ),
    "win-for-loss": Text(
        "A loss counts as a win",
        "Where the game is over, your functions return the score with the wrong sign: a player who cannot move loses.",
        (
            "At a max level the player who searches is to move. If there is no move, has this player won or lost?",
            "Look at what each of your two functions returns where the game is over.",
            "Play a game to its end by hand, and write down who has won there.",
        ),
    ),
    "same-end-for-both": Text(
        "A finished game scores the same at both levels",
        "Where the game is over, max_value and min_value return the same score. But a player who cannot move loses. At "
        "a max level that is the player who searches, at a min level it is the opponent.",
        (
            "Who is stuck when max_value finds no moves, and who when min_value finds none?",
            "Compare what your two functions return where the game is over.",
            "Both scores are those of the player who searches. At which level has this player won?",
        ),
    ),
    "extra-minus": Text(
        "The sign changes from level to level",
        "Your function behaves like a search that changes the sign of a child's value, for one side or for both. But "
        "max_value and min_value both say what the game is worth to the same player: the value can be used as it is.",
        (
            "min_value says 1. Is that good or bad for the player at the max level?",
            "Look at what your function does with the value of a child before it compares it.",
            "There are two ways to write it: two functions for two levels, or one function and a change of sign. Do "
            "not mix them.",
        ),
    ),
    "whole-numbers-only": Text(
        "Right for whole numbers only",
        "Your function is right where all values are whole numbers, but not always where they are not. That happens, "
        "for example, if a search rounds, or relies on two different values being at least 1 apart.",
        (
            "Does your function round somewhere, or add a number to a value, or subtract one?",
            "Is there a value between 1 and 2?",
            "A search may compare values, but it does not know how close to each other they are.",
        ),
    ),
    "id-as-key": Text(
        "The key is a place in memory",
        "Your function uses id(state) as a key. That is only the place of an object in memory. When a state is no "
        "longer needed, Python may use its place for another one; and two equal states have two places.",
        (
            "Make two equal states: is the id of the two the same?",
            "What happens to a state, and to its place in memory, when the search has left it?",
            "A key must say what the state is, not where it is. The state itself can be a key.",
        ),
    ),
    REMEMBERS: Text(
        "The answer depends on earlier calls",
        "Your function keeps something from one call to the next, and what it answers then depends on that. Global "
        "variables live on after a call. So does a list or dict that is the default value of a parameter: it is made "
        "only once.",
        (
            "Make this call first thing after a restart. Then restart, and make all the calls that are shown, in their "
            "order. Does it return the same?",
            "What in your code is made outside of the function, or in its line with `def`, or kept by a cache?",
            "What belongs to one search should be made when that search begins; what belongs to one node, in its call.",
        ),
    ),
}

# What is left out where a line is quoted, which shows for which side it is; and what is said then
EITHER_SIDE = {
    ", for one side or for both": "",
    ", at one kind of level or at both": "",
    ", at every level or for one of the two sides": "",
}
LIKE_THIS = "Looks like: {title}"  # where a program behaves like that, and nothing shows that it is that

# What happened, where no misconception explains it

WRONG_VALUE = Text(
    "A wrong value",
    hints=(
        "Work out the value of this tree by hand, from the leaves up, and compare it with every call of your function.",
        "Step through your function on this tree. Which is the first call that does not return what you expect?",
    ),
)
MORE_WORK = Text(
    "More work than necessary",
    "Your function looked at {leaves} of this tree. It need not have looked at {nodes}.",
    (
        "Write down alpha and beta at each node of this tree, by hand.",
        "Step through your function. Where should alpha and beta meet, and do they? What does it do next?",
    ),
)
WRONG_TEST = Text(
    "Wrong about the end of the game",
    "The game is over when the active player has no legal move.",
    ("How many legal moves does the root of this tree have?", "What should your function return then?"),
)
NOT_A_TEST = Text(
    "True or False was asked for",
    "Is the game over? The answer to that is True or False, and your function returned something else.",
    ("The game is over when the active player has no legal move.", "`not moves` is True if the list `moves` is empty."),
)
WRONG_MOVE = Text(
    "Not the best move",
    "{player} is to move. Your function chose {played}, worth {worth} to MAX; {best} worth {value}.",
    (
        "What is each move at the root of this tree worth? Work it out by hand.",
        "Which position does your function value for each move, and who is to move there?",
    ),
)
WRONG_MOVE_IN_GENERAL = (
    "Does your function find the right value for each move, take the best value for the side to move, and return the "
    "move that belongs to it?"
)
NOT_A_MOVE = Text(
    "Not a legal move",
    "What your function returned is not in state.get_legal_moves().",
    ("What in your code is a move, and what is something else?",),
)
ASKS_NOTHING = Text(
    "No move made, and nothing evaluated",
    "What your code returns is right. But as far as can be seen, it makes no move and evaluates no state in any of the "
    "calls. A search does both, so this is not taken for one.",
    ("Where does your code take its values from? It may use what its arguments offer: moves, states and evaluate.",),
)
RETURNS_NO_MOVE = Text(
    "No move is returned",
    "Your function returned None although there are moves to choose from. That happens, for example, if it ends "
    "without a return, or if it never takes a move for the best one.",
    (
        "Which line decides what your function returns in the call above? Does this line run?",
        "If values are compared: with what is the first one? Is there a better value than that, for either player?",
    ),
)

BELOW_WINDOW = "{value}, or any value of at most {bound}: it is not above alpha"
ABOVE_WINDOW = "{value}, or any value of at least {bound}: it is not below beta"
EVALUATE = "evaluate(state) is a leaf's number, and 0 elsewhere"
BEST_MOVES = "{moves}, worth {value}"
WINS_AT_ONCE = "{move}, which wins at once"
CLOSED_WINDOW = "Here the search begins with α = {alpha} and β = {beta}, as it may inside a larger tree."
PLIES = "Here it was asked to look {asked} ahead, and looked {looked}."
LEAF = "the leaf {value} ({where})"
NODE = "the node ({where}) and all below it"

DEPENDS_ON_EARLIER_CALLS = "By itself the call below {alone}, which is right. But first {earlier}; after that:"
CAME_TO, FAILED = "returned {value}", "failed"

# The four functions of a state alone

CALLS = Text(
    "It calls a function that is not right yet",
    "{name} itself is right. What goes wrong here comes from a function that it calls, which is not right yet.",
)
FOLLOWS = Text("Perhaps only a consequence", "This may come from what was found before. Fix that first.")
WRONG_ON_BOARD = Text(
    "Wrong on the board",
    "Your function is right on small trees, but not in this position.",
    ("What is different on a board: who begins, how a move is written, or how many moves there are?",),
)
NOTHING_TO_CHECK = "there is nothing to check: give it a function, as in check.minimax(max_value=max_value)"
