"""Mistakes in a class of game states; those in the rules are about isolation."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

RULES = {
    "swapped-coordinates": Text(
        "(row, column) instead of (column, row)",
        "In your class, the two coordinates are the other way round. A cell is (x, y): first the column, then the row.",
        ("Which of the two numbers counts from left to right?", "The board is wider than it is high."),
    ),
    "blocked-cell": Text(
        "The blocked cell is open",
        "In your class, a player can enter a cell that is blocked from the beginning.",
        ("Which cells are closed before anybody has moved?", "Read again what the empty board looks like."),
    ),
    "wrong-corner": Text(
        "Another cell is blocked",
        "In your class, the wrong cell is blocked from the beginning. (0, 0) is at the top left; x counts to the "
        "right, y counts downwards.",
        (
            "Where is (0, 0), and in which direction does y count?",
            "Draw the board and write the coordinates into its cells.",
        ),
    ),
    "off-board": Text(
        "Off the board",
        "In your class, a move leads off the board, or the board is larger than it should be.",
        ("How many columns and how many rows are there?", "range(3) is 0, 1, 2."),
    ),
    "wrong-player": Text(
        "The wrong player",
        "In your class, the player who has just moved is to move again, or the move is noted for the other player, or "
        "the other player's moves are listed. After a move it is the other player's turn.",
        (
            "Whose move does forecast_move make, who is to move in the new state, and whose moves are listed there?",
            "It makes the move of the player whose turn it is. After that, it is the other player's turn.",
        ),
    ),
    "moves-from-the-opponent": Text(
        "From the wrong cell",
        "In your class, the moves start from the opponent's cell. They must start from the cell of the player to move.",
        ("Whose moves does get_legal_moves list?", "Look up the position of the player whose turn it is."),
    ),
    "no-first-moves": Text(
        "No first move",
        "In your class, there is no first move. A player who is not on the board yet can go to any open cell.",
        ("What are the moves of a player who is not on the board yet?", "Each of the two players has a first move."),
    ),
    "anywhere": Text(
        "Every move like the first",
        "In your class, a player can go anywhere at every move. Only the first move goes anywhere; every later one "
        "follows a row, a column or a diagonal.",
        ("What is different after the first move?", "From the player's cell, go in each of the eight directions."),
    ),
    "forgets-visited": Text(
        "Cells open again",
        "In your class, a cell that a player has left is open again. It stays closed for the rest of the game, whoever "
        "was there.",
        (
            "Which cells are closed after both players have moved twice?",
            "Keep all the cells that are closed, and ask for them.",
        ),
    ),
    "occupied-cell": Text(
        "Onto the opponent",
        "In your class, a player can enter the opponent's cell.",
        ("Who may enter a cell that is occupied?", "A move closes its cell for both players."),
    ),
    "own-cell": Text(
        "Standing still",
        "In your class, the player's own cell is among the moves. A player cannot stay where it is.",
        ("Which is the first cell of a line?", "A line starts at the neighbouring cell."),
    ),
    "jumps": Text(
        "Jumps over closed cells",
        "In your class, a player can go to a cell that lies beyond a closed one. You cannot jump over it: a "
        "line ends before the first closed cell.",
        (
            "What does your class do with the cells that lie on the way?",
            "If one of them is closed, no cell behind it can be reached.",
        ),
    ),
    "one-step": Text(
        "One step only",
        "In your class, each move but a player's first goes only to the next cell. A move can go as far as the line is "
        "open.",
        ("How far can a queen go in chess?", "Go on in the same direction as long as the cells are open."),
    ),
    "no-diagonals": Text(
        "No diagonals",
        "In your class, no move but a player's first follows a diagonal. A move may follow one.",
        ("How many directions are there?", "There are eight: x and y can change at the same time."),
    ),
    "only-diagonals": Text(
        "Only diagonals",
        "In your class, every move but a player's first follows a diagonal. A move may also follow a row or a column.",
        ("How many directions are there?", "There are eight; in four of them only one coordinate changes."),
    ),
    "misses-a-direction": Text(
        "A direction is missing",
        "Of the eight directions, one is missing in your class, or one and its opposite: no move but a player's first "
        "goes there.",
        ("Write down the eight directions. Which of them are in your code?",),
    ),
    "knight-moves": Text(
        "Moves of a knight",
        "In your class, players on the board move like a knight. In this game they move like a queen.",
        ("Along what does a player move?", "Rows, columns and diagonals."),
    ),
}

WRONG_MOVES = Text(
    "Wrong moves",
    "{where}: {what}.",
    (
        "Draw the position and go through the rules, one by one.",
        "Which lines of your class decide this? Follow them by hand, from the first move on.",
    ),
)
# Other hints on wrong moves, by the position
FIRST_MOVE = (
    "Who is to move here, and where does this player stand?",
    "Each of the two players has a first move, and it goes to any open cell.",
)
FOUR_NOT_SEEN = (
    "In which direction do these four lie, and whose are they?",
    "Does your class look for fours in this direction, of this player, and from every cell?",
)
COLUMN_FULL = (
    "How many pieces are in this column, and how many fit into one?",
    "With how many pieces does your class take a column for full?",
)
MISSING, NOT_LEGAL = "{moves} {verb} missing", "{moves} {verb} not legal"
IS_OVER = "the game is over, but your class still lists moves{why}"
LINES = {(1, 0): "in a row", (0, 1): "in a column", (1, 1): "on a diagonal", (1, -1): "on a diagonal"}
DIAGONALS = {(1, 1): "on a diagonal that rises to the right", (1, -1): "on a diagonal that falls to the right"}
SEES_NO_FOUR = Text(
    "A four does not end the game",
    "On every board that was tried where somebody has four, your class still lists moves.",
    (
        "When is a game of connect four over? There are two ways.",
        "Which lines of your class look for a four, when do they run, and does get_legal_moves use what they find?",
    ),
)
SEES_THE_MOVERS_FOUR = Text(
    "A four is seen one move too late",
    "On the boards that were tried, your class still lists moves where a player has just made a four, and lists none "
    "one move later.",
    (
        "Who has moved last on this board, and who is to move?",
        "For which of the two players does your class look for a four, and on which board: before the last move, or "
        "after it?",
    ),
)
SEES_NO_GAP_FILLED = Text(
    "Counted to one side only?",
    "Of the boards that were tried, your class goes wrong on those where the last piece stands between others of its "
    "four, and on no others.",
    (
        "Where does your class begin to count, and in which directions does it go from there?",
        "The pieces on both sides of the last one belong to one line with it.",
    ),
)
SEES_ONE_PLAYERS_FOURS = Text(
    "One player's fours are not seen",
    "Of the boards that were tried, your class goes wrong on those where {mark} has four, and on no others.",
    ("What is different in your class for {mark}?", "For which players does your class look for a four?"),
)
SEES_NO_FOUR_THERE = Text(
    "No four {line} is seen",
    "Of the boards that were tried, your class goes wrong on those where a player has four only {line}, and on no "
    "others.",
    ("In how many directions can four lie? Which of them does your class look for?",),
)
SEES_FOURS_ROUND_THE_EDGE = Text(
    "A four ends at the edge",
    "Of the boards that were tried, your class goes wrong on those where four pieces of one player would lie {how}, "
    "and on no others.",
    (
        "Draw the position, and number its cells as your class does. From a cell at the edge, where does it look?",
        "In which columns, and in which rows, can a four in this direction begin?",
    ),
)
DIAGONALS_ROUND_THE_SIDES = "on a diagonal of one kind if each row went on at its other end"
DIAGONALS_OVER_THE_TOP = "on a diagonal of one kind if each column went on at its other end"
LINES_ROUND_THE_SIDES = "in a line if each row went on at its other end"
ROW_AFTER_ROW = "in a line if the end of each row went on at the beginning of the next one"
COLUMN_AFTER_COLUMN = "in a line if the end of each column went on at the beginning of the next one"
# Those of them that have a name
FOURS = {"counts-one-way": SEES_NO_GAP_FILLED, "wraps-around": SEES_FOURS_ROUND_THE_EDGE}
OTHER_COLUMNS = Text(
    "Which columns are there?",
    "At the start, the legal moves are the seven columns, 0 to 6. Your class lists {columns}.",
    ("How many columns has the board, and what is the number of the first one?", "range(7) is 0, 1, 2, 3, 4, 5, 6."),
)
FULL_IS_LISTED = Text(
    "Full columns are still listed",
    "On all boards that were tried and on which your class goes wrong, a column is full, and it still lists all seven.",
    (
        "How many pieces fit into a column?",
        "Which line of your class lists the columns, and what does it ask about each of them?",
    ),
)
FOUR = ". {mark} has four {line}: (column, row) {cells}, counted from the bottom left"
GOES_ON = "the game is not over, but your class lists no moves"
AT_THE_START, AFTER, AFTER_MANY = "At the start", "After {moves}", "After the {number} moves below"

CHANGES = Text(
    "A state changes",
    "{what}",
    (
        "What do your methods change of the state that they are called on? What do the old and the new state share?",
        "A list with two names is one list. A copy of a list still shares the lists and sets inside it. And a list "
        "that is a parameter's default value is made only once.",
        "Copy first, then change the copy and nothing else. copy.deepcopy(self) copies all that __init__ has set, also "
        "what is inside it; but what stands directly in the class belongs to all its states.",
    ),
)
RETURNS_ITSELF = Text(
    "The old state is returned",
    "forecast_move returned the very state that it was called on, with the same moves as before. It must return a new "
    "state, in which the move has been made.",
    ("Which state does your class return here, and in which one has the move been made?",),
)
RETURNED_ITSELF = "forecast_move returned the old state itself, instead of a new one. A search still needs the old one."
AFTER_ALL_CALLS = "these calls"
MOVES_BEFORE = "Before, it had {moves}."
OLD_STATE_CHANGED = "After {call} the old state has other moves than before. It must stay as it is."
OLD_STATE_FAILS = (
    "Before {call}, the old state listed its moves. After it, its get_legal_moves() does not return any list. The old "
    "state must stay as it is."
)
STATES_SHARE = (
    "{where}, the moves are right in a state that was made for this alone, but not in one that was made while other "
    "moves were tried. So a state changes later, or shares something that changes."
)

NO_LIST_RETURNED = Text(
    "No list of moves",
    "get_legal_moves() returned None. Does it return something on every path through it?",
    ("What should it return where there are no moves?", "A list may be empty."),
)
GENERATOR = Text(
    "A generator instead of a list",
    "get_legal_moves() returned a generator, which can be used only once. It should return a list.",
    ("A function with yield makes a generator, and so do round brackets.", "Square brackets make a list."),
)
NOT_A_LIST = Text(
    "Not a list",
    "get_legal_moves() returned a {kind}. It should return a list.",
    ("Square brackets make a list, and list(…) makes one from anything that a loop can go through.",),
)
NOT_A_TUPLE = Text(
    "Moves are tuples",
    "There are lists among the moves. A move is a tuple, so that it can be compared and kept in a set or a dict.",
)
MOVE_TWICE = Text(
    "A move twice",
    "{where}: {moves} {verb} listed twice, and would be searched twice.",
    ("In which two ways does your function come to it?",),
)
NO_STATE_RETURNED = Text(
    "No state is returned", "forecast_move returned None. It must return the new state.", ("Is a return missing?",)
)
METHOD_MISSING = Text("No {method}", "A state needs the method {method}(), but {kind} has none.{similar}")
CHECK_THE_CLASS = "check the class itself: check.game_state({name}), without a state of it"

REST = {
    "wrong-turn": Text("The wrong turn", "{where}, active_player names the wrong player.", ("Who moves next?",)),
    "wrong-end": Text("The wrong end", "{where}, is_terminal() is wrong.", ("When is the game over?",)),
    "wrong-utility": Text(
        "The wrong result", "{where}, the game is over, and utility() is wrong.", ("What is this end worth to MAX?",)
    ),
}
EQUAL_KEYS = Text(
    "Equal keys",
    "{where}, your state has the same key as another one ({other}), or is equal to it, but it is not the same "
    "position. A search with a table takes one for the other.",
    (
        "What can differ between two states that count as the same?",
        "Whose turn is it, and where does everything stand?",
    ),
)
