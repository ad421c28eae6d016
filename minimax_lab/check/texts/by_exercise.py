"""Mistakes in searches, told in the words of an exercise that has no depth or window, or sees values in another way."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

# In negamax every value is that of the side to move

NEGAMAX = {
    "flips-utility": Text(
        "A leaf's score is not that of the side to move",
        "In negamax, every value is what the position is worth to the side to move. Your function behaves "
        "like one that returns the score of a leaf as MAX sees it, also where MIN is to move.",
        (
            "evaluate(state) says what the state is worth to MAX. What is it worth to MIN?",
            "Look at what your function returns where the search stops. Is it the same whoever is to move?",
            "What is good for one side is just as bad for the other. How do you write that?",
        ),
    ),
    "roles-swapped": Text(
        "The worst child is taken",
        "Your function takes the child that is worst for the side to move. In negamax each side wants its own value to "
        "be as large as possible: the change of sign takes care of the opponent.",
        (
            "A child is worth 5 to the side to move there. What is it worth to its parent?",
            "Look at how your function chooses between the children. Have the signs of their values changed by then?",
            "In negamax there is only one kind of node.",
        ),
    ),
    "wrong-bound": Text(
        "The wrong bound is moved",
        "Your function behaves like a search that changes the wrong bound. In negamax, alpha is what the side to move "
        "is sure of, whichever side that is, and beta is the most that its opponent will allow it.",
        (
            "Whose bound is alpha where MIN is to move?",
            "Look at which bound changes in your loop, and with what it is compared.",
            "In negamax there is only one kind of node: the side to move raises alpha.",
        ),
    ),
    "negamax-window": Text(
        "The two ends of the window are exchanged",
        "Your function behaves like a search that passes the window to the children with its ends in the wrong order. "
        "The lower end comes first. In negamax both signs change, so the two ends change places: seen from the other "
        "side, the lower end is the upper one.",
        (
            "Take the window from 1 to 5. Which values are these for the opponent, from the smallest to the largest?",
            "Look at the two bounds in your recursive call. Is the first one smaller than the second?",
            "The lower bound of one side is the upper bound of the other.",
        ),
    ),
}

# The same in a negamax inside of a function that returns what a state is worth to MAX

NEGAMAX_INSIDE = {
    "flips-utility": Text(
        "The score changes its sign with the side to move",
        "Your function returns a leaf's score with the other sign for one of the sides. A score has one meaning in the "
        "whole tree: it is good for the same player, whoever is to move.",
        (
            "In negamax, every value inside is what a position is worth to the side to move. What does your code "
            "return where the search stops: that, or what evaluate says, which is what it is worth to MAX?",
            "Where does your code go from what it is worth to MAX to what it is worth to the side to move? And where "
            "does it go back?",
        ),
    ),
}

# In functions of a state alone there is no depth, no window, and no parameter that says whose turn it is

STATE_FUNCTIONS = {
    "no-role-flip": Text(
        "The children are searched for the same side",
        "In your functions, the same side seems to move twice in a row, at one kind of level or at both. But the "
        "players take turns: below a max level comes a min level, and below that a max level again.",
        (
            "Who is to move at the root, and who is to move one level below it?",
            "Which of your two functions is called for the children, at each kind of level?",
            "Each of the two functions needs the other one.",
        ),
    ),
    "ignores-terminal": Text(
        "The end of the game is not noticed",
        "Where the game is over, your function behaves like one that goes on, with no moves to try.",
        (
            "What does your function do in a state without legal moves?",
            "A loop over no moves does nothing, and max or min of nothing is an error. What happens in your code?",
            "Before it looks at any move, a function must know whether there are some.",
        ),
    ),
    "first-move-only": Text(
        "Only the first move is looked at",
        "Your function looks at one child of a node and returns, whatever the others are worth.",
        (
            "How many of its children does your function look at, at a node with three moves?",
            "Which line decides that no other child is looked at? If it is in a loop, how far is it indented?",
            "A search may stop only after all children have had their turn.",
        ),
    ),
    "role-hard-coded": Text(
        "It always plays for the same side",
        "Your function plays for the same side, whoever is to move.",
        (
            "Whose turn is it here, and for whom is the answer of your function best?",
            "Does your function ask which of the two players is to move? Does it have to?",
            "Every value is that of the player who searches. That is the one to move at the max levels: player 1 or "
            "player 2 makes no difference.",
        ),
    ),
}

# A decision without a depth or a role: the player who searches is the one to move

STATE_DECISION = {
    "roles-swapped": Text(
        "The worst move is taken",
        "Your function takes the move with the smallest value. Every value is what the game is worth to the searching "
        "player, who is to move at the root and wants the largest.",
        (
            "Whose turn is it at the root, and for which player are the values?",
            "Look at how your function chooses between the moves: does it take the largest value, or the smallest?",
            "A large value is good for the searching player, whoever that is.",
        ),
    ),
}
