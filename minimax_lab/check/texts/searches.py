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
            "Look at what your recursive call says about whose turn it is.",
            "What you pass on must change from one level to the next, whichever side it started with.",
        ),
    ),
    "roles-swapped": Text(
        "MAX takes the minimum, MIN the maximum",
        "Your function lets MAX choose the smallest value and MIN the largest. Every value is what the game is worth "
        "to MAX: MAX wants a large value, MIN a small one.",
        (
            "Take a root with two leaves, and MAX to move. Which leaf would you choose?",
            "Look at what your function does when MAX is to move: which of the values does it take?",
            "What it does for MAX and what it does for MIN have changed places.",
        ),
    ),
    "no-running-best": Text(
        "The best so far is forgotten",
        "For one side or for both, your function takes the last child, not the best one.",
        (
            "What does your function return when the first child is the best one?",
            "Look at the line that sets what you return in the end. When does it run?",
            "A child may replace the best one so far only when it is better.",
        ),
    ),
    "starts-at-zero": Text(
        "The best value starts at 0",
        "Your function behaves like a search that starts with 0 as its best value, for one side or for both. If every "
        "child is worse than 0 for that side, none of them is ever taken.",
        (
            "What does your function return if every child is worse than 0 for the side to move?",
            "Look at your best value before the loop. Could a real value be worse than that?",
            "The first child must always count as better than what you start with.",
        ),
    ),
    "wrong-infinity": Text(
        "The search starts from the wrong infinity",
        "Your function behaves like a search that starts with the best value that a side could wish for, for one side "
        "or for both. No child is ever better than that.",
        (
            "Your function returned an infinity, and no leaf has that value. Where does it come from?",
            "Look at your best value before the loop, for MAX and for MIN.",
            "Before a side has looked at anything, it must expect the worst.",
        ),
    ),
    "score-or-move": Text(
        "A score in one place, a move in another",
        "Your function behaves like a search that returns a score at a leaf and something else, a move or a pair, at "
        "other nodes. The node above uses it as a score.",
        (
            "What does your function return at a leaf, and what at a node above it?",
            "The result of the recursive call is compared with your best value. Is it a value?",
            "Every call must return the same kind of thing: the value, and nothing else.",
        ),
    ),
    "mutates-state": Text(
        "A state was changed",
        "Your code changes the state that it was given. A search comes back to that state to try the next move, and "
        "then finds a different position there.",
        (
            "After the first move has been tried, what does the second one start from?",
            "Look for lines that write into the state, or into a list that belongs to it.",
            "A move leads to a new state; the old one stays as it is.",
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
            "A loop over no moves does nothing, and max or min of nothing is an error. Which of them happens here?",
            "There are two reasons to stop looking ahead. Does your function know both of them?",
        ),
    ),
    "ignores-depth": Text(
        "The depth is never tested",
        "Your function searches to the end of the game, whatever depth it is asked for.",
        (
            "Ask your function for depth 0. Does it look at any children?",
            "Where does the depth become smaller, and where is it tested?",
            "There are two reasons to stop looking ahead. Does your function know both of them?",
        ),
    ),
    "first-move-only": Text(
        "Only the first move is looked at",
        "Your function looks at one child of a node and returns, whatever the others are worth.",
        (
            "How often does the body of your loop run?",
            "Look at the lines after the recursive call. How far are they indented, and what ends the loop?",
            "The loop may end only after all children have had their turn, or when a cut-off allows it.",
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
        "Your code searches the same state again. It should search the state after the move.",
        (
            "Which state is searched for each move, and which move has been made in it?",
            "Look at where your code goes through the moves. Does what it searches depend on the move at all?",
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
            "Look at your best value before the loop. Is there a value that is even worse?",
            "Python has a number that is larger than all others.",
        ),
    ),
    "last-move-left-out": Text(
        "The last move is left out",
        "Your function looks at all moves of a node except the last one.",
        (
            "What does your function do at a node with only one move?",
            "Count how often your loop runs at a node with three moves.",
            "Look at where your loop, or your slice of the list of moves, ends.",
        ),
    ),
    "terminal-is-zero": Text(
        "A finished game is worth 0",
        "Where the game is over, your function returns 0, for one of the sides or for both.",
        (
            "What does your function return for a game that MAX has won?",
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
        "Your function is right where all values are whole numbers, and wrong where they are not. That happens if a "
        "search rounds, or relies on two different values being at least 1 apart.",
        (
            "Where does your function add 1 to a value, or subtract it, or round?",
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
        "Your function keeps something from one call to the next, and then answers one question with what it found "
        "for another. Global variables live on after a call. So does a list or dict that is the default value of a "
        "parameter: it is made only once.",
        (
            "Make this call first thing after a restart. Then restart, and make the other calls before it. Does it "
            "return the same?",
            "Which of your variables are made outside of the function, or in its line with `def`?",
            "What belongs to one search should be made when that search begins; what belongs to one node, in its call.",
        ),
    ),
}

# What is left out where a line is quoted, which shows for which side it is; and what is said then
EITHER_SIDE = {
    ", for one side or for both": "",
    "For one side or for both, your": "Your",
    ", at one kind of level or at both": "",
    ", at every level or for one of the two sides": "",
    "worse than 0 for that side": "worse than 0 for the side to move",
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
    "After a move it is the opponent's turn. Does your function value each move like that, and does it take the best "
    "value for the right side?"
)
NOT_A_MOVE = Text(
    "Not a legal move",
    "What your function returned is not in state.get_legal_moves().",
    ("Which of your variables holds a move, and which holds something else?",),
)
RETURNS_NO_MOVE = Text(
    "No move is returned",
    "Your function returned None although there are moves to choose from. Either it ended without a return, or it "
    "never took a move for the best one.",
    (
        "Which line takes a move for the best one? Does this line run in the call above?",
        "With what is the first value compared? Is there a value that is better than that, for either player?",
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
