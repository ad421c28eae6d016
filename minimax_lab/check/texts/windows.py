"""Mistakes with the window of alpha-beta."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

ALPHABETA = {
    "passes-full-window": Text(
        "The children of the root get the full window",
        "The value is right, but your function behaves like a search that gives each child of the root a window from "
        "−∞ to +∞. What the root has already found is not used, and more leaves than necessary are looked at.",
        (
            "After its first child, the root is sure of something. Does the second child know?",
            "Look at the window that the root passes to its children.",
            "The bound that the root has reached belongs in the next call.",
        ),
    ),
    "fresh-window": Text(
        "The window is not passed down, or not all of it",
        "The value is right, but your function behaves like a search that starts with a new window instead of using "
        "the one from above, for one side or for both. So it does not use all that is known higher up in the tree.",
        (
            "Which alpha and which beta does a grandchild of the root get?",
            "Look at the call that searches a child. Which window does it get?",
            "A node passes its own alpha and beta, as they are at that moment, to its children.",
        ),
    ),
    "one-bound-only": Text(
        "Only one half of the window works",
        "The value is right, but your function behaves like a search in which one of the sides does not move its own "
        "bound, or does not stop when the bounds meet. MAX raises alpha, MIN lowers beta, and either may stop then.",
        (
            "Where does alpha change in your function, and where does beta?",
            "Compare what your function does for MAX and for MIN. Does each side move its own bound, and stop?",
            "Each side has a bound to update and a reason to stop.",
        ),
    ),
    "no-break": Text(
        "Nothing is ever cut off",
        "The value is right, but your function looks at every child, whatever alpha and beta say. That is minimax with "
        "two more arguments.",
        (
            "How many leaves does your function look at, and how many would minimax?",
            "What happens once alpha is no longer less than beta? Is the next child still searched?",
            "When the window is closed, the remaining children cannot matter: they need not be searched.",
        ),
    ),
    "window-stays": Text(
        "Every node gets the window of the root",
        "Called with the full window, your function cuts nothing off, like a search in which every node gets the "
        "alpha and beta of the root. No number closes a window from −∞ to +∞.",
        (
            "The root has searched its first child. What is the side to move sure of now, and which variable knows it?",
            "Which lines of your function change a bound, and does the next call get it as it is then?",
            "Each side has a bound of its own. A child that is better moves it, and the next call should get it as it "
            "is then.",
        ),
    ),
    "wrong-bound": Text(
        "A side moves the other side's bound",
        "Your function behaves like a search that changes the wrong bound, for one side or for both. Alpha is what MAX "
        "is sure of, beta is what MIN is sure of.",
        (
            "Whose bound is alpha, and whose is beta?",
            "Look at which bound changes at a MAX node, and which at a MIN node.",
            "A side can only improve what that side itself is sure of.",
        ),
    ),
    "cut-reversed": Text(
        "It cuts while the window is open",
        "Your function behaves like a search that stops while alpha is still less than beta, for one side or for both. "
        "At that point the other children can still matter.",
        (
            "Alpha is −∞, beta is +∞. Is there anything left to decide?",
            "Look at the test that decides about a cut-off. Is it true at the start, or at the end?",
            "The window is closed when alpha has reached beta.",
        ),
    ),
    "cuts-on-own-bound": Text(
        "It compares with its own bound",
        "Your function behaves like a search that decides about a cut-off by comparing its value with its own side's "
        "bound, for one side or for both. It must ask what the opponent is sure of elsewhere.",
        (
            "Who would have to let the game come here: the side to move, or its opponent?",
            "Look at the test that decides about a cut-off. Which of the two bounds is in it?",
            "A node is cut off because of a bound that the other side has.",
        ),
    ),
    "shared-window": Text(
        "All nodes share one window",
        "Your function behaves like a search in which what one node has found out about alpha and beta also counts for "
        "other nodes, after the search has left that node.",
        (
            "When the search comes back from a child, what should the window be again?",
            "Where are alpha and beta kept, and what are they when a call comes back?",
            "A window belongs to a node: it comes from the parent, and its changes are seen only further down.",
        ),
    ),
    "cuts-nothing": Text(
        "Nothing is ever cut off",
        "The value is right. But on each tree that was tried, your function looked at all leaves, as plain minimax "
        "does.",
        (
            "Which line of your function cuts off? Which children have been searched by then, and which have not?",
            "When is a child searched, and what is known of the children before it at that moment?",
            "A child must be searched only after it is certain that the children before it have not closed the window.",
        ),
    ),
    "plain-search-below": Text(
        "Nothing is cut off below the root",
        "The value is right. But your function cuts off at the root only: below each child that it searches, it looks "
        "at all leaves, as plain minimax does.",
        (
            "Which function searches the children of the root, and when could it cut something off?",
            "Does the function that is called below the root get alpha and beta, and what does it do with them?",
            "All levels of the tree should be searched with a window, and cut off where it is closed.",
        ),
    ),
    "strict-cut": Text(
        "Equal is enough to cut",
        "All values are right. But your function does a little more work than necessary: it goes on at a node where "
        "MAX is already sure of as much as MIN will allow. Nothing that it finds there can change the root's value.",
        ("Try the other comparison, and count the leaves.",),
    ),
    "searches-twice": Text(
        "Children are searched twice",
        "Your function is right. But it makes the same call more than once. If nothing is kept of the first one, each "
        "of them searches the same subtree again.",
        ("How many leaves does your function evaluate in a tree of height 3, and how many are there?",),
    ),
    "looks-twice": Text(
        "Some nodes are looked at more than once",
        "Your function is right. But it comes back to nodes that it has already seen, as a search in several goes "
        "does. A table can save that.",
        ("Count the leaves that your function looks at, and the leaves that one search with an open window looks at.",),
    ),
    "negamax-window": Text(
        "The two ends of the window are exchanged",
        "Your function behaves like a search that passes the window to the children with its ends in the wrong order. "
        "The lower end comes first.",
        (
            "Take the window from 1 to 5. What do the children get as their alpha, and what as their beta?",
            "Look at the two bounds in your recursive call. Is the first one smaller than the second?",
            "Where every value is what the game is worth to MAX, the window goes down as it is, alpha first.",
        ),
    ),
    "returns-alpha": Text(
        "Both sides return the same bound",
        "Your function behaves like a search that returns the same bound at every node whose moves it tries. But MAX "
        "and MIN find their values at different ends of the window.",
        (
            "What has a MIN node found out when its loop is over?",
            "Look at what is returned once the children have been searched, for MAX and for MIN.",
            "The value of a node is what its own side could reach there.",
        ),
    ),
}
