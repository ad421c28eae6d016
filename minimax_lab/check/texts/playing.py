"""What is said about a function that plays a whole game."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

ALL = "{name} at {game}, all {positions:,} positions that can arise against it, {wrong}"
SOME = "{name} at {game}, {positions:,} of the positions that can arise against it, {wrong}"
SAMPLE = "{name} at {game}, a sample of {positions:,} late positions, {wrong}"
WRONG_MOVES = {0: "no wrong move", 1: "1 wrong move"}
REMAINING = "the remaining positions"
MORE_WRONG_MOVES = "{count:,} wrong moves"

ONE_SIDE = "Is your player meant for only one of the two marks? Then say which with side=: it is asked for no other."
ONLY_AS = "All its wrong moves are those as {mark}."
EVERY_WIN = (
    "Does your program notice the end of every game? Try it on a full board, and on each line that wins, in turn."
)
LOSES = Text(
    "A move that loses",
    "As {mark}, your player chose {move} here. {other} answers {reply} and wins{certainly}.",
    (
        "What would you play here, and why? Which mark is your player's, and does it look at what {other} can answer?",
        "How does your player come to {move}? If it searches, what is each move worth there?",
    ),
)
MISSES_WIN = Text(
    "A win is missed",
    "As {mark}, your player could have won {how} here. After {move}, {other} can prevent that and every later win.",
    (
        "What would you play here? Which mark is your player's, and for which one does it play?",
        "How does your player come to {move}? If it searches, what is each move worth there?",
    ),
)
WORTH = "{move} is worth {value}"
VALUED = "What your search makes of the moves: {values}. It ends with {chosen}."
TRIED = "(The change was tried in {number} of these positions, all with at most {free} free cells.)"
WITH_THAT = "With that, your player gives nothing away in any of the positions that were tried."
CERTAINLY = ", whatever your player does"
HOW = {True: "at once", False: "by force"}
RIGHT_MOVES = {1: "{moves}, to win {how}", 0: "{moves}, to draw"}
ILLEGAL = Text(
    "Not a legal move",
    "As {mark}, your player answered with something that is not a legal move here.",
    (
        "Is what your player chose free? Does it count from 0 or from 1?",
        "Print what your player returns for this board.",
    ),
)
CHANGES_BOARD = Text(
    "The board is left changed",
    "As {mark}, your player chose {move}, but the board that it was given is different after the call, and not by this "
    "move alone. In a real game it would stay like that.",
    (
        "Which cells are different? Compare the board before the call and after it.",
        "Every move that is tried out on the board must be taken back, on every way out of the function.",
    ),
)
NO_ANSWER = Text(
    "No answer",
    "Your player was stopped on this board after {seconds:g} seconds of computing. Either it never comes to an end, or "
    "it does far more than it needs to.",
    (
        "Does your player answer on a board with only two free cells? Print what it does there.",
        "If it searches: which positions come up more than once? Alpha-beta, or a table of positions, saves most.",
    ),
)

READ = (
    "Your board is read like this: {free} is a free cell, {first} moves first and {second} second. (If your marks are "
    "others, say so: marks=(first, second).)"
)
OWN_MARKS = "anything else"
WAYS = "A move is {cell}, or the board after the move."
A_COLUMN, A_PAIR = "the number of a column, counted from 0", "(row, column), counted from 0"
A_KEY, A_NUMBER = "a key of the board", "the number of a free cell, counted from {first}"

NO_BOARD = (
    "the board for {game} needs {cells} cells, as a list, a list of rows, a tuple, a string, a dict or an array; this "
    "one has {found}: {board!r}"
)
NOT_A_MARK = "side is one of the marks {marks}, not {side!r}"
NOT_EMPTY = "give an empty board as the example: {mark!r} already stands on it"
NO_SUCH_GAME = "plays knows TicTacToe and ConnectFour, not {game!r}"
