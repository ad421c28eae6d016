"""What is said when a function cannot be called, fails, returns the wrong kind of thing, or could not be checked."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

NOT_WRITTEN = Text("Not written yet", "{names} not written yet. Replace the comment with your code, then check again.")
NOT_CHECKED = Text(
    "Not checked",
    "Not checked: {what}. It took too long: the computer was busy, or your code waits for something, or it does far "
    "more than is needed. Check it again.",
)
EVERYTHING, MOST_OF_IT, THE_REST = "all of it", "all but the smallest examples", "the larger examples"

RAISES = Text(
    "An error",
    "Your code raised {error}.",
    (
        "What do the names in this line mean in this call? Work it out, or print them.",
        "Make the same call in a cell of your own, and read the whole error message from its end.",
    ),
)
RAISES_ITS_OWN = Text(
    "An error that nobody catches",
    "Your code raised {error} itself, and nothing caught it.",
    (
        "Should your code come to this line here? If so, where should the error be caught?",
        "If there is a try for it: is this call inside it, and does its except name this error?",
    ),
)
HIDES_AN_ERROR = Text(
    "An error is caught and hidden",
    "Your code raised {error}, caught it itself, and went on as if nothing had happened.",
    (
        "Which errors does your code catch there? Which of them did you expect?",
        "Catch only the error that you expect; then Python shows you the others.",
    ),
)
ENDLESS = Text(
    "It does not come to an end",
    "Your code was stopped after very many lines, or a very long time. Is there a loop or a recursion that never ends?",
    ("Follow the first three rounds, or calls, on paper. What changes from one to the next? What would end it?",),
)
TOO_DEEP = Text(
    "It calls itself without end",
    "Your code calls itself deeper and deeper. Does it stop everywhere where it should?",
)
PRINTS = Text(
    "It prints too much",
    "Your code was stopped after it had printed a million characters. Is there a loop that never ends?",
)
ASKS = Text(
    "It waits for somebody to type", "Your code calls input(), but nobody is there to answer while it is checked."
)
ENDS_PYTHON = Text(
    "It ends Python",
    "Your code ended all of Python, as os._exit() does, or made it crash. Nothing more could be checked.",
)
BROKE_THE_CHECK = Text(
    "The check could not go on",
    "The check itself failed with {error}. Your code may have changed something that it needs, or left too little "
    "memory for it.",
)
CHANGED_THE_CHECK = Text(
    "The check was changed",
    "Your code changed a function of the check, or one of Python's own. So nothing could be checked.",
)
NO_FRAMES = "while code is checked, it cannot look at the calls around it"
NO_PROCESSES = "while code is checked, it cannot start or end other processes"
BORROWED = Text(
    "The library does the work",
    "Your code calls a function of the library that does what this exercise asks you to write. Write it yourself.",
)
TOO_MUCH_MEMORY = Text(
    "It needs too much memory",
    "Your code was stopped because it asked for more memory than a check may use. Is there a list that grows without "
    "end?",
)
CHANGED = "No points: the checks were changed in this notebook."
FAILURES = {
    "raises": RAISES,
    "endless": ENDLESS,
    "memory": TOO_MUCH_MEMORY,
    "too-deep": TOO_DEEP,
    "prints": PRINTS,
    "asks": ASKS,
    "ends-python": ENDS_PYTHON,
    "borrowed": BORROWED,
}

AT_LINE = "It happened in {name}, line {line}: `{source}`"
IN_LOOP = "It was then in the loop of line {line}: `{source}`"
SETS_NOTHING = "No line of this loop sets {names} anew."

NOT_A_STATE = "{value} is not a state, and only a state has {name}. (A move is not the state after it.)"
UNKNOWN_ATTRIBUTE = (
    "Your code asked a state for `{name}`. It is tried on small made-up games. Their states have only "
    "get_legal_moves(), forecast_move(move), is_terminal(), utility(), active_player and key()."
)
DID_YOU_MEAN = "Your code asked a state for `{name}`. Did you mean `{similar}`?"
NOT_IMPORTED = "Your code uses the name `{name}`, and nothing is called that here. Is `{line}` missing?"
MISSPELT_NAME = "Your code uses the name `{name}`, and nothing is called that here. Did you mean `{similar}`?"
MISSPELT_METHOD = "Did you mean {method}() where you wrote {similar}()?"

WRONG_ANSWER = Text(
    "Not the right answer",
    "{how_many}",
    ("Work this example out by hand, step by step. Where does your function do something else?",),
)
SOME_RIGHT = "Your function is right in {right} of {number} examples. This is the first one where it is not."
NONE_RIGHT = "Your function is right in none of the {number} examples. This is the first one."
NOT_RIGHT = "This example does not come out right."
EXAMPLES = "With that, every example comes out right."
CHANGES_ITS_ARGUMENT = Text(
    "It changes what it is given",
    "What your function returns is right. But it changes the list, dict or set that it was given, and whoever called "
    "it may still need that.",
    ("Which line changes something that was given as an argument? Can it work on a copy?",),
)
RETURNS_NUMBER = Text(
    "A number, where something else is asked for",
    "Your function returns {value}. What is asked for is not a number: here it is {wanted}.",
    ("Does it return how good something is, or how many there are, and not the thing itself?",),
)
CONSTANT = Text(
    "Always the same answer",
    "Your function returned {value} in every call of the check.",
    ("Which line of your function uses what it was given?",),
)
RETURNS_ARGUMENT = Text(
    "It returns what it was given",
    "Your function returns its {ordinal} argument as it is.",
    ("What should happen to the argument before it is returned?",),
)
OFF_BY = Text(
    "Always {much} too {way}",
    "All answers of your function are {much} too {way}.",
    ("Work out the smallest example by hand. What is added or counted too often, or left out?",),
)
WRONG_SIGN = Text(
    "The wrong sign",
    "Each answer of your function is minus the right one.",
    ("When should the answer be above 0, and when below?",),
)
WRONG_KIND = Text(
    "The right content, but not a {wanted}",
    "What your function found is right. But it returned a {kind}, and a {wanted} was asked for.",
    ("How do you make a {wanted} of it?",),
)
WRONG_KIND_INSIDE = Text(
    "Lists where tuples were asked for",
    "What your function found is right. But it returned lists inside of the list, and tuples were asked for.",
)
WRONG_ORDER = Text(
    "The right content in another order",
    "What your function found is right, but it is in another order than was asked for.",
    ("In which order should it come?",),
)
ONE_PART = Text(
    "One part is right, one is not",
    "Of what your function returns, the {others} right. The {ordinal} is not{too}.",
    ("Which line of your function changes what is not right?",),
)
TOO_LARGE, TOO_SMALL = ": it is {much} too large", ": it is {much} too small"
CALL_RETURNED = "{call} returned {value}"
AFTER_CALLS = "{number} other calls were made, of which the first one, {first}"
DEPENDS = "By itself the call below returned {alone}. But first {earlier}; after that:"
REMEMBERS_HINTS = (
    "Make the same call twice, with another one in between. Is the answer the same?",
    "Which of your variables are made outside of the function, or in its first line?",
    "What belongs to one call should be made in that call. If you keep answers for later, then under a key that says "
    "everything that the answer depends on.",
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
NONE_GIVEN = Text(
    "Not a function", "A function was expected, not None. Did the cell that should define it end with an error?"
)

RETURNS_NONE = Text(
    "None is returned",
    "Your function returned None. Either it ended without a return, or what it returned was None.",
    (
        "Follow this call through your function, line by line. Where does it end?",
        "If it ends at a return, which line should have set what is returned? If not, a return is missing there.",
    ),
)
RETURNS_GENERATOR = Text(
    "A generator is returned",
    "Your function contains a yield, or returns a generator, so a call only prepares the work. It should do the work "
    "and return the result.",
)
RETURNS_NO_NUMBER = Text(
    "No number is returned",
    "Your function was asked for one number, and nothing else.",
    ("What kind of thing did your function return? Which number belongs to it?",),
)
RETURNS_BOOL = Text(
    "True or False is returned, not a number",
    "Your function was asked for a number, and returned the answer to a question: True or False.",
    ("Is there a comparison, a not, an and or an or in what your function returns?",),
)
RETURNS_FUNCTION = Text(
    "A function is returned, not its result",
    "Your function returned a function. Perhaps the brackets are missing that would call it.",
    ("Look at what is returned here. Is it called, with something in brackets behind it?",),
)
RETURNED = {
    "returns-function": RETURNS_FUNCTION,
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
MARK_OF, PLAYER = "{mark} ({player})", "player {number}"
FOR_A_HINT = "For a hint: .hint()"
HINT = "Hint {number} of {total}: {hint}"
NOTHING_TO_HINT_AT, NO_HINT = "There is nothing to hint at.", "There is no hint for this one."
