"""What is said when a function cannot be called, fails, returns the wrong kind of thing, or could not be checked."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

NOT_WRITTEN = Text("Not written yet", "{names} not written yet. Replace the comment with your code, then check again.")
NOT_CHECKED = Text(
    "Not checked",
    "Not checked: {what}. It took too long: the computer was busy, or your code waits for something, or it does far "
    "more than is needed. Check it again.",
)
EVERYTHING, THE_REST = "all of it", "the larger examples"

RAISES = Text(
    "An error",
    "Your code raised {error}.",
    (
        "What do the names in this line mean in this call? Work it out, or print them.",
        "Make the same call in a cell of your own, and read the whole error message from its end.",
    ),
)
ENDLESS = Text(
    "It does not come to an end", "Your code was stopped after very many lines. Is there a loop that never ends?"
)
TOO_DEEP = Text(
    "It calls itself without end",
    "Your function calls itself deeper and deeper. Does it stop where the game is over, and when there is no depth "
    "left?",
)
PRINTS = Text(
    "It prints without end",
    "Your code was stopped while it was printing more and more. Is there a loop that never ends?",
)
ASKS = Text(
    "It waits for somebody to type", "Your code calls input(), but nobody is there to answer while it is checked."
)
ENDS_PYTHON = Text(
    "It ends Python",
    "Your code ended all of Python, as os._exit() does, or made it crash. Nothing more could be checked.",
)
BROKE_THE_CHECK = Text(
    "The check could not go on", "Your code changed something that the check needs, which then failed with {error}."
)
NO_PROCESSES = "while code is checked, it cannot start or end other processes"
BORROWED = Text(
    "It is the library's work",
    "Your code calls what this exercise asks you to write, in the library. Write it yourself.",
)
CHANGED = "No points: the checks were changed in this notebook."
FAILURES = {
    "raises": RAISES,
    "endless": ENDLESS,
    "too-deep": TOO_DEEP,
    "prints": PRINTS,
    "asks": ASKS,
    "ends-python": ENDS_PYTHON,
    "borrowed": BORROWED,
}

AT_LINE = "It happened in {name}, line {line}: `{source}`"

UNKNOWN_ATTRIBUTE = (
    "Your code asked a state for `{name}`. It is tried on small made-up games. Their states have only "
    "get_legal_moves(), forecast_move(move), is_terminal(), utility(), active_player and key()."
)
DID_YOU_MEAN = "Your code asked a state for `{name}`. Did you mean `{similar}`?"
MISSPELT_METHOD = "Did you mean {method}() where you wrote {similar}()?"

WRONG_ANSWER = Text(
    "Not the right answer",
    "Here your function did not return what is right.",
    ("Work this example out by hand, step by step. Where does your function do something else?",),
)
NO_EXAMPLES = "there is nothing to check: give at least one example, ((arguments …), what is right)"

WRONG_ARITY = Text(
    "Different parameters than asked for",
    "Your function cannot be called like this: {error}.",
    ("Compare the first line of your function with the one that the exercise asks for.",),
)
NOT_A_FUNCTION = Text(
    "Not a function", "A function was expected, not {value}. (Write its name alone, without brackets after it.)"
)

RETURNS_NONE = Text(
    "Nothing is returned",
    "Your function ended without returning anything. Does it return something on every path through it?",
    (
        "Follow this call through your function, line by line. Where does it end?",
        "Look at what happens after the last if or the last loop.",
    ),
)
RETURNS_GENERATOR = Text(
    "A generator is returned",
    "Your function contains a yield, so a call only prepares the work. It should do the work and return a number.",
)
RETURNS_NO_NUMBER = Text(
    "No number is returned",
    "Your function was asked for one number, and nothing else.",
    ("What kind of thing did your function return? Which number belongs to it?",),
)
RETURNED = {
    "returns-none": RETURNS_NONE,
    "returns-generator": RETURNS_GENERATOR,
    "returns-no-number": RETURNS_NO_NUMBER,
}

# The report itself

RIGHT = "✓ {subject}: right"
RIGHT_SO_FAR = "✓ {subject}: right, as far as it was checked"
NOT_RIGHT_YET = "✗ {subject}: not right yet ({score:.0%})"
UNCHECKED = "? {subject}: not checked"
UNWRITTEN = "✎ {subject}: not written yet"
REMARK = "Remark: {title}"
IN_THE_CATALOGUE = "In the catalogue of misconceptions: {code}"
BOARD, BOARD_AT_THE_END = "The board, {player} to move:", "The board, where the game is over:"
FOR_A_HINT = "For a hint: .hint()"
HINT = "Hint {number} of {total}: {hint}"
NOTHING_TO_HINT_AT, NO_HINT = "There is nothing to hint at.", "There is no hint for this one."
