"""What is said of a line when a small edit of it makes a game, or a function on a board, right.

What else an edit may be about is in `repairs`.
"""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

BOARD_IDEAS = {
    "turn": Text(
        "Whose turn is it then?",
        "If it is the other player's turn after this line, your code passes here.",
        ("Which variable says whose turn it is, and where does it change?",),
    ),
    "both-begin": Text(
        "Do both players begin in the same way?",
        "If this line also holds for the second move of the game, your code passes here.",
        ("Where may the second player begin, and what does this line say about that?",),
    ),
    "both-zero": Text(
        "Which of the steps stays where it is?",
        "This line compares the two parts of a step with each other, and leaves out more than the step that stays "
        "where it is. If it leaves out that one alone, your code passes here.",
        ("For which of the nine pairs of −1, 0 and 1 is this line true?",),
    ),
    "counts": Text(
        "Set, or counted up?",
        "If this line adds to what its variable holds, your code passes here.",
        ("What does the variable hold after this line has run twice?",),
    ),
    "copy": Text(
        "Shared, or copied?",
        "This line does not copy all that it takes over, and what is shared then changes. With a copy of all of it, "
        "your code passes here.",
        ("Which lists, sets or dicts have two names, or belong to two states, after this line?",),
    ),
    "from-the-start": Text(
        "As at the start, or as it is now?",
        "This line makes a new object as it is at the start. With a copy of the state whose method runs here, your "
        "code passes here.",
        ("What is known in the old state, and which part of it does the new one take over?",),
    ),
    "closed-by-now": Text(
        "Are all of these open?",
        "If this line leaves out the cells that are closed by now, your code passes here.",
        ("Which cells does this line return? Is a player on one of them, or has a player been there?",),
    ),
    "diagonal": Text(
        "How far away is a neighbour along a diagonal?",
        "This line adds up how far it is in x and in y; so a neighbour along a diagonal is two away. With the larger "
        "of the two numbers, your code passes here.",
        ("A player is at (2, 2). What does this line make of the cell (3, 3), and what of (2, 3)?",),
    ),
    "last-round": Text(
        "What happens in the last round?",
        "If this line only runs when the loop is to go on, your code passes here.",
        ("The loop is in its last round. What does this line do there, and what should it do?",),
    ),
    "direction": Text(
        "Check the directions",
        "With more or other directions in this line, your code passes here.",
        ("Which directions are there, and is each of them in this line, and only once?",),
    ),
    "from-0": Text(
        "Is 0 on the board?",
        "This line leaves 0 out. If it counts 0 as well, your code passes here.",
        ("Which is the smallest number of a column, and of a row? What does this line say of it?",),
    ),
    "edge": Text(
        "What about numbers below 0?",
        "To Python the index −1 is the last one. With a test in this line that keeps numbers below 0 out, your code "
        "passes here.",
        ("Which is the smallest number that can come up in this line?",),
    ),
    "printed": Text(
        "Printed, or returned?",
        "This line prints something and returns nothing. With a return instead, your code passes here.",
        ("What does your function return after this line?",),
    ),
    "sets": Text(
        "= or ==?",
        "This line compares two things, and does nothing with the answer. With = instead of ==, your code passes here.",
        ("What is different after this line has run?",),
    ),
    "opposite": Text(
        "The other way round?",
        "With the opposite answer in this line, your code passes here.",
        ("In which case is the answer of this line True, and in which case should it be?",),
    ),
    "answer": Text(
        "Check what is returned",
        "With another answer returned in this line, your code passes here.",
        ("What does this line return, and what was asked for?",),
    ),
    "mark": Text(
        "Check what a cell is compared with",
        "If this line asks whether a cell is open, your code passes here.",
        ("What stands in a cell that is open, and what in the others?",),
    ),
    "one-list": Text(
        "One list, several times",
        "The * in this line does not copy what is in the list: it is the same list, set or dict each time, and what "
        "changes in one changes in all of them. With a new one each time, your code passes here.",
        ("Make such a list in a cell of its own, change something inside one of its items, and print all of it.",),
    ),
    "whoever-moves": Text(
        "MAX and MIN, or whoever is to move?",
        "This line says MAX or MIN, but either of them may be to move. With the player to move and the opponent in "
        "their places, here and in the rest of the function, your code passes here.",
        ("For whom is the value that this function returns: always for the same player, or for whoever is to move?",),
    ),
    "set-back": Text(
        "Does a count begin anew?",
        "If what is counted is set back to 0 where the test in this line fails, your code passes here.",
        ("What should be left of the count when something comes in between?",),
    ),
    "pair": Text(
        "A list where a tuple was asked for",
        "If this line makes a tuple of the two, and not a list, your code passes here.",
        ("Which brackets make a list, and which a tuple?",),
    ),
    "from-one": Text(
        "Where does the counting begin?",
        "If the count in this line begins with 1, and not with 0, your code passes here.",
        ("What does the first round of this loop do?",),
    ),
    "from-zero": Text(
        "Counted from 1, or from 0?",
        "This line counts from 1 on. If it counts from 0 on, your code passes here.",
        ("Which is the first number, and which is the last one?",),
    ),
    "backwards": Text(
        "From which end does the loop begin?",
        "If this loop begins at the other end, your code passes here.",
        ("Which one does the loop look at first, and which one should it?",),
    ),
    "nobody-yet": Text(
        "Where are the players at the start?",
        "With None in this line, for players who are not on the board yet, your code passes here.",
        ("Is anybody on the board before the first move?",),
    ),
    "not-yet": Text(
        "Who has no cell yet?",
        "If this line tests whether something is still None, your code passes here.",
        ("When is this test true, and for which of the two players?",),
    ),
    "one-less": Text(
        "Does all of this belong here?",
        "Without one of the pairs in this line, your code passes here.",
        ("Say for each of these pairs what it is for. Is it needed?",),
    ),
    "cell": Text(
        "Which cell is it?",
        "With another cell in this line, your code passes here.",
        ("Where on the board is the cell that this line names? Which number is x?",),
    ),
    "both": Text(
        "For one player, or for both?",
        "If this line asks the same about the other player, too, your code passes here.",
        ("About whom does this line ask? Who else could it be?",),
    ),
    "blocked": Text(
        "Is a cell left out?",
        "If one cell is left out in this line, your code passes here.",
        ("Which cells are on the empty board, and which of them are open?",),
    ),
    "closed": Text(
        "What is closed at the start?",
        "With a cell that is closed from the start in this line, your code passes here.",
        ("Which cells are on the empty board, and which of them are open?",),
    ),
    "guard": Text(
        "What if there is nothing yet?",
        "What this line looks up can be None. With a test for that before it, your code passes here.",
        ("What does this line look up in the call above?",),
    ),
    "further": Text(
        "How far does it go?",
        "This line looks at the first step alone. If it goes on step by step, your code passes here.",
        ("How many cells can this line reach at most?",),
    ),
    "left": Text(
        "When does the loop end?",
        "If the loop ends once this line has run, your code passes here.",
        ("What does the next round of the loop do when this line has run, and should it?",),
    ),
    "to-the-end": Text(
        "Check the order of the steps",
        "With this line at the end of its loop, your code passes here.",
        ("What does this line do in the first round of the loop, and in the last?",),
    ),
    "too-soon": Text(
        "When does the loop end?",
        "This line returns in the first round of the loop in which the test fails. With this return after the loop, "
        "your code passes here.",
        ("In how many rounds can this line be reached, and what has not been looked at by then?",),
    ),
    "otherwise": Text(
        "Before the test, or after it?",
        "This line runs before the test below it. If it runs only where the test fails, your code passes here.",
        ("When does this line run, and when should it?",),
    ),
    "own": Text(
        "Its own, or that of all states?",
        "This line changes something that other states have, too. If the new state has it for itself, your code "
        "passes here.",
        ("Where is what this line changes made: once for all states, or anew for each?",),
    ),
    "old-state": Text(
        "The old state, or the new one?",
        "This line changes self, the old state. If it changes the new one instead, your code passes here.",
        ("Which of the two states does this line change?",),
    ),
}

BEFORE = "Before line {line}, add `{new}`."
TOLD_OF_BOARDS = {
    "blocked": "In line {line}, leave out the cell (2, 1).",
    "guard": BEFORE,
    "left": "After line {line}, add `break`, indented like it.",
    "further": "In line {line}, write `while` instead of `if`, and make the next step at the end of its block.",
    "to-the-end": "Move {lines} to the end of the loop.",
    "too-soon": "Move line {line} below the loop, and take the else out.",
    "otherwise": "Put line {line} below the test `{new}`, in an else of its own.",
    "own": "Before line {line}, give the new state a copy of its own of what this line changes.",
}
