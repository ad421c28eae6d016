"""Mistakes in functions that choose a move."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

DECISION = {
    "shared-best-move": Text(
        "One best move for all levels",
        "Your function behaves like a search in which deeper calls write their best move into the same variable as the "
        "root.",
        (
            "How many calls of your search write to the variable that holds the best move?",
            "After the last child of the root has been searched, which call wrote to it last?",
            "Only the root needs a move; every other node needs a value.",
        ),
    ),
    "role-hard-coded": Text(
        "It always plays for the same side",
        "Your function plays for the same side, whoever is to move.",
        (
            "Whose turn is it here, and for whom is the answer of your function best?",
            "Where does your function find out who is to move, and which lines depend on it?",
            "A state knows its active player. Every choice between values depends on that, also the one at the root.",
        ),
    ),
    "slow-win": Text(
        "It could win at once, and does not",
        "Your function could win at once, and chose a move that wins later. A function that does so may put off a win "
        "again and again.",
        ("What could make a near win worth a little more than a distant one?",),
    ),
    "tie-takes-later": Text(
        "It takes a move whose value is only a bound",
        "Of moves that come back equal, your function may take a later one. With a window, a later move that comes "
        "back equal may be a worse one: the search stopped as soon as it knew that the move is no better.",
        (
            "A later move came back with the same value as an earlier one. How much of it was searched?",
            "What does the root do with a move that comes back with the same value as its best one?",
            "Only a move that is certainly better may replace the move that is known to be good.",
        ),
    ),
    "infinite-win": Text(
        "No move is better than minus infinity",
        "Your function returned no move although there are some. If every move loses, and a loss counts as infinite, "
        "nothing is ever better than the value that the search starts from.",
        (
            "Which move is the best one before any value is known, and when does that change?",
            "Let every move be worth an infinity, the worst value for the side to move. Is any move ever taken?",
            "Any move is better than none.",
        ),
    ),
    "wrong-role-at-root": Text(
        "The moves at the root are valued for the wrong side",
        "Your function values each move as if the same player were to move again. After a move it is the opponent's "
        "turn.",
        (
            "Who is to move after the first move?",
            "Look at the call, at the root, that says what a move is worth. For which side does it search?",
            "The position after your move is one in which your opponent chooses.",
        ),
    ),
    "value-for-move": Text(
        "A value is returned, not the move",
        "Your function returns what the best move is worth. It was asked for the move.",
        (
            "What would somebody who wants to play do with the number that you return?",
            "What does your function know at the end: only the best value, or also the move that it belongs to?",
            "Keep the move that belongs to the best value, and return only that.",
        ),
    ),
    "pair-for-move": Text(
        "More than the move is returned",
        "Your function returns a pair. The move is one part of it, but your function was asked for the move alone.",
        (
            "What would somebody who wants to play do with the pair that you return?",
            "Which of the two parts of the pair is the move?",
            "Keep the pair while you compare, and return only one part of it.",
        ),
    ),
    "one-ply-only": Text(
        "The moves are evaluated, not searched",
        "Your function looks equally few plies ahead, however many it is asked for: one, or two if it searches each "
        "move with a depth of 1.",
        (
            "Ask your function for depth 2. Does it look at what the opponent can do?",
            "Look at the line that says what a move is worth. Does it use the depth?",
            "After a move, the search goes on, with one ply less.",
        ),
    ),
    "index-for-move": Text(
        "The number of a move is returned, not the move",
        "Your function returns the place of the best move in the list of moves. It was asked for the move itself.",
        (
            "Are the moves of every game 0, 1, 2, …?",
            "Look at the moves of the game that is shown here, and at what you returned.",
            "You know the place of the move in the list. Take the move from there.",
        ),
    ),
}
