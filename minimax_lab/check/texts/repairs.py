"""What is said of a line when a small edit of it makes the program right: the idea that the edit is about.

What was seen is that the program passes with the edit, and what stands in the line. No text says more than that: other
lines might be changed instead.
"""

from __future__ import annotations

from minimax_lab.check.texts.board_repairs import BOARD_IDEAS, TOLD_OF_BOARDS
from minimax_lab.check.texts.search_repairs import SEARCH_IDEAS
from minimax_lab.check.texts.slips import SLIPS
from minimax_lab.check.texts.text import Text

# By the idea that an edit concerns: a title, with what change the program passes, and a question to begin with
IDEAS = {
    **SEARCH_IDEAS,
    **BOARD_IDEAS,
    **SLIPS,
    "comparison": Text(
        "Check a comparison",
        "With another comparison in this line, your code passes here.",
        ("When should this comparison be true? Try it with a smaller, an equal and a larger value.",),
    ),
    "equality": Text(
        "What happens when values are equal?",
        "If this line treats equal values differently, your code passes here.",
        ("What should happen here when the two values are equal?",),
    ),
    "chain": Text(
        "A chain of comparisons",
        "Python reads the two comparisons in this line as a chain, as in 0 < x < 5. With parentheses, your code passes "
        "here.",
        ("What does Python compare in this line, and with what?",),
    ),
    "and-or": Text(
        "Check how conditions are joined",
        "If the conditions in this line are joined by the other word, `and` or `or`, your code passes here.",
        ("Go through the conditions in this line one by one. Is each of them enough by itself?",),
    ),
    "condition": Text(
        "Check what a condition decides",
        "Without a condition in this line, your code passes here.",
        ("Which part of this condition is needed, and what is the rest good for?",),
    ),
    "also": Text(
        "Is a condition missing?",
        "With one more condition in this line, your code passes here.",
        ("When is this test true although what follows should not happen?",),
    ),
    "stop": Text(
        "Is a reason to stop missing?",
        "With one more reason to stop in this line, your code passes here.",
        ("Which reasons are there to stop looking ahead? Which of them does this line test?",),
    ),
    "branches": Text(
        "Check which case is which",
        "If the two cases of this line change places, your code passes here.",
        ("When is the condition in this line true, and which of the two cases is meant then?",),
    ),
    "unset": Text(
        "0 is not the same as “no value yet”",
        "This line asks whether a value is true, and to Python 0 is not true. With a test for None instead, your code "
        "passes here.",
        ("What happens in this line when the value is 0?",),
    ),
    "sign": Text(
        "Check a sign",
        "With a sign in this line changed, your code passes here.",
        (
            "Work this line out by hand for the call above. If it is a value of the game: for which of the two players "
            "is it good, and for which one should it be?",
        ),
    ),
    "role": Text(
        "Check a True or False",
        "With a True-or-False value in this line changed, your code passes here.",
        (
            "When is it true, and when should it be? If it says whose turn it is: what is it at a MAX node, and what "
            "at a MIN node?",
        ),
    ),
    "view": Text(
        "Whose value is this?",
        "With another point of view for the value in this line, your code passes here.",
        ("For which of the two players is this value good? For which one should it be?",),
    ),
    "other-player": Text(
        "Which of the two players?",
        "With the other one of two numbers in this line, your code passes. Often that is the other player.",
        ("Whose turn is it when this line runs, and who has just moved? Which of the two is meant here?",),
    ),
    "opponent": Text(
        "Which of the two players?",
        "With the other player in this line, your code passes here.",
        ("About whom does this line ask: the player to move, or the other one? Which of the two is meant here?",),
    ),
    "text": Text(
        "Compared with a text",
        "This line compares with a text, and no player and no number is ever equal to a text. With something else in "
        "its place, your code passes here.",
        ("What is on the left of this comparison: a text, a player, or true and false?",),
    ),
    "identity": Text(
        "The same object, or an equal one?",
        "This line asks whether two things are one and the same object. With a test for equality, your code passes "
        "here.",
        ("Make two empty lists: are they equal, and are they the same object?",),
    ),
    "swapped": Text(
        "Two lines exchanged?",
        "If this line and a similar one further down exchange what they set, your code passes here.",
        ("In which case does this line run, and what should the variable be then?",),
    ),
    "swapped-tests": Text(
        "Two tests exchanged?",
        "If this test and a similar one further down exchange what they compare with, your code passes here.",
        ("In which case is this test true, and what should be done then?",),
    ),
    "taken": Text(
        "A call overwrites variables",
        "This line overwrites what the function was given with what the call returns. With another variable for that, "
        "your code passes here.",
        ("What do the variables that this line sets hold before it, and what after it?",),
    ),
    "term": Text(
        "Check each part of a line",
        "Without a part of this line, your code passes here.",
        ("What does each part of this line do? Which part could go?",),
    ),
    "part": Text(
        "A pair, or a part of it?",
        "With one part of what this line gives, your code passes here.",
        ("What does this line return, and what was asked for?",),
    ),
    "exchanged": Text(
        "Check the order of two values",
        "With two values in this line exchanged, your code passes here.",
        ("Which place in this line is meant for what?",),
    ),
    "indices": Text(
        "Check the order of two indices",
        "With two indices in this line exchanged, your code passes here.",
        ("What does the first index count here, and what does the second?",),
    ),
    "sorted": Text(
        "In which order are the values?",
        "With the values sorted in this line, your code passes here.",
        ("In which order are the values after this line?",),
    ),
    "sorting": Text(
        "In which order are the values?",
        "If this line sorts in another order for each side, your code passes here.",
        ("In which order are the values after this line, and for which side is the first one best?",),
    ),
    "keys": Text(
        "The keys, or the values?",
        "To Python, a dict in this place means its keys. With its values in this line, your code passes here.",
        ("What does Python go through when it goes through a dict?",),
    ),
    "best-key": Text(
        "The keys, or the values?",
        "To Python, a dict in this place means its keys, and they are compared. With the key that has the best value, "
        "your code passes here.",
        ("What does Python compare when it takes the largest or the smallest of a dict?",),
    ),
    "max-min": Text(
        "The largest value, or the smallest?",
        "With the smallest value in this line instead of the largest, or the other way round, your code passes here.",
        ("Should this line take the larger or the smaller value, and why?",),
    ),
    "function": Text(
        "Check which function is called",
        "With another function called in this line, your code passes here.",
        ("What does the function that is called here do, and what is needed here?",),
    ),
    "variable": Text(
        "Check the variables in a line",
        "With another variable in this line, your code passes here.",
        (
            "Say for each name in this line what it stands for, and what it holds when the line runs. Is that what you "
            "need here?",
        ),
    ),
    "fixed": Text(
        "Something fixed, or a variable?",
        "With a variable in this line instead of something fixed, your code passes here.",
        ("Is this value right each time that the line runs?",),
    ),
    "target": Text(
        "Check which variable is set",
        "With another variable set in this line, your code passes here.",
        ("Which variable should this line change?",),
    ),
    "flag": Text(
        "Does a variable change?",
        "If a variable that says yes or no changes after this line, your code passes here.",
        ("Which of your variables is true or false at the start, and where does it change?",),
    ),
    "number": Text(
        "Check a number",
        "With a change to a number in this line, your code passes here.",
        ("Go through the example by hand. What is the number in this line for, and is it the right one there?",),
    ),
    "slice": Text(
        "Part of a list",
        "This line uses only a part of a list. With all of it, your code passes here.",
        ("What does this line leave out?",),
    ),
    "removed": Text(
        "What is this line for?",
        "Without this line, your code passes here.",
        ("What would happen without this line?",),
    ),
    "stops": Text(
        "What ends the loop?",
        "If the loop goes on here and does not end in this line, your code passes here.",
        ("When does this line run? What has not been looked at by then?",),
    ),
    "return": Text(
        "Is a return missing?",
        "With one more return, in this line or after it, your code passes here.",
        ("What does Python return where there is no return?",),
    ),
    "unused": Text(
        "Where does the result go?",
        "This line computes something and does not keep it. If it is kept, your code passes here.",
        ("What does the call in this line return, and where does that go?",),
    ),
    "order": Text(
        "Check the order of two steps",
        "If you swap this step and the next, your code passes here.",
        ("Which of the two steps must come first, and why?",),
    ),
    "late-step": Text(
        "Check the order of the steps",
        "With this step before the two steps above it, your code passes here.",
        ("Which of the steps above rely on this one?",),
    ),
    "first-step": Text(
        "How does the loop begin?",
        "If the loop makes its first step before its first round, your code passes here.",
        ("What does the first round of this loop look at, and what should it?",),
    ),
    "once": Text(
        "An if, or a while?",
        "An if tests once, a while tests again after each round. With while in this line, your code passes here.",
        ("How often do the lines below this test run, and how often should they?",),
    ),
    "out": Text(
        "Check how far a line is indented",
        "If you move this line out of the block that it is in, your code passes here.",
        ("When does this line run, and when should it?",),
    ),
    "far-out": Text(
        "Check how far a line is indented",
        "With this line after both loops, your code passes here.",
        ("When does this line run, and when should it?",),
    ),
    "elif": Text(
        "An elif, or an if?",
        "This line is only reached when the test above it fails. If it is tested in any case, your code passes here.",
        ("When is the test in this line made, and when should it be?",),
    ),
    "leaves": Text(
        "Leave the loop, or go on?",
        "This line leaves the loop. If it only goes on with the next round, your code passes here.",
        ("Which moves are not looked at when this line ends the loop?",),
    ),
    "goes-on": Text(
        "Leave the loop, or go on?",
        "This line goes on with the next round of the loop. If it leaves the loop, your code passes here.",
        ("What does the next round of the loop look at, and should it?",),
    ),
    "else-break": Text(
        "Leave the loop, or go on?",
        "If the loop is left where the test in this line fails, your code passes here.",
        ("What does the next round of the loop look at when this test has failed, and should it?",),
    ),
    "reset": Text(
        "Set once, or in every round?",
        "If what this line sets is set anew in every round of the loop below it, your code passes here.",
        ("What does this variable hold when the second round of the loop begins?",),
    ),
    "once-only": Text(
        "Set once, or in every round?",
        "This line is inside a loop. If it runs before the loop instead, your code passes here.",
        ("What does this variable hold when the second round of the loop begins?",),
    ),
    "in": Text(
        "Check how far a line is indented",
        "With this line inside the block above it, your code passes here.",
        ("When does this line run, and when should it?",),
    ),
    "in-before": Text(
        "Check how far a line is indented",
        "With this line inside the loop above it, before the last test there, your code passes here.",
        ("When does this line run, and when should it?",),
    ),
    "overwrites": Text(
        "A variable is overwritten",
        "This line overwrites what the function was given. With another variable for the new value, your code passes "
        "here.",
        ("What does the variable that this line changes hold before it, and what after it? Which is needed below?",),
    ),
    "returned": Text(
        "Check what is returned",
        "With something else returned in this line, your code passes here.",
        ("What does this line return, and what was asked for?",),
    ),
}
ONE_MORE_OR_LESS = Text(  # "number", of a variable
    "One more, or one less?",
    "With one more or one less than this in this line, your code passes here.",
    ("What is this variable in this line, and what should be there: that, one more or one less?",),
)
ONE_OF_SEVERAL = Text(  # "condition", where `and` or `or` chooses a value
    "Check what a line chooses",
    "This line takes one of several values. With fewer of them to choose from, your code passes here.",
    ("Which of the values does Python take in this line, and when?",),
)
BLOCK_REMOVED = Text(  # "removed", of more than one line
    "What are these lines for?",
    "Without this line and its block, your code passes here.",
    ("What would happen without these lines?",),
)
PLAIN_HINTS = {  # for functions in which no player and no value of the game is spoken of
    IDEAS["sign"].hints[0]: "Work this line out by hand for the call above. What comes out, and what should?",
    IDEAS["role"].hints[0]: "When is it true, and when should it be?",
}
EITHER_OR = ("When should this comparison be true, and when not? Try it in both cases.",)  # of `is` and `==`
OTHER_EXTREME = Text(  # "max-min" in one place
    "The {taken} value, or the {wanted}?",
    "With the {wanted} value in this line instead of the {taken}, your code passes here.",
    IDEAS["max-min"].hints,
)
EXTREMES = {"max": "largest", "min": "smallest"}
ONE_LINE = Text(
    "Check this line",
    "With a small change in this line, your code passes here.",
    ("Say in words what this line does. Is that what you want?",),
)
TWO_MISTAKES = Text(
    "Check these lines",
    "With a small change in each of these lines, your code passes here.",
    ("Say in words what each of these lines does. Is that what you want?",),
)
ONE_OF_THESE = Text(
    "Check one of these places",
    "With a small change at any one of these places, your code passes here:",
    ("Say in words what each of these lines does. Do they fit together?",),
)

LINE = "Line {line}, {where}: `{source}`"
LOOK_AT = "Look at line {line}, {where}: `{source}`"  # after a misconception that has a name
LOOK_AFTER = "Look at what should come after line {line} {where} (`{source}`)"
IN, READ_BY = "in {name}", "which {name} reads"
LISTED = "line {line}, `{source}`"
LISTED_WITH = "line {line}, `{source}`, together with {others}"

# The edit itself, as the last hint: how it is told, by its idea
ON_EVERY_TREE = "With that, your code passes on every tree that was tried with it."
NO_STATE_CHANGES = "With that, none of the states that were tried changes any more."
ON_THESE_BOARDS = "With that, your code is right on all boards that were tried with it."
IN_EVERY_CALL = "With that, your code is right in every call of the check."
INSTEAD = "In line {line}, write `{new}` instead of `{old}`."
OTHER_SIGN = "In line {line}, write `{new_sign}` instead of `{old_sign}`: `{new}`."
ADDED = "After line {line}, add `{new}`."
EXCHANGED = "In line {line}, write what now stands in line {other}, `{new}`, and there what stands here."
TOLD = {
    **TOLD_OF_BOARDS,
    "comparison": OTHER_SIGN,
    "equality": OTHER_SIGN,
    "removed": "Take {lines} out.",
    "stops": "Take line {line} out, with the else above it.",
    "return": ADDED,
    "break": ADDED,
    "flag": ADDED,
    "forgets": ADDED,
    "keeps-move": ADDED,
    "elif": "In line {line}, write `if` instead of `elif`.",
    "update": ADDED,
    "order": "Put {lines} after what comes next, `{new}`.",
    "swapped-tests": "In line {line}, compare as in line {other}, `{new}`, and there as here.",
    "swapped": EXCHANGED,
    "swapped-returns": EXCHANGED,
    "late-step": "Put {lines} before `{new}`.",
    "first-step": "Before line {line}, do once what the loop does at its end.",
    "once": "In line {line}, write `while` instead of `if`.",
    "far-out": "Indent line {line} two levels less, so that it comes after both loops.",
    "out": "Indent {lines} one level less: below the whole block.",
    "reset": "Move line {line} to the beginning of the loop below it.",
    "once-only": "Move {lines} out of the loop, to just before it.",
    "unfinished": "Before the loop that begins in line {begin}, add `{kept} = {taken}`. In this loop, write `{kept}` "
    "instead of `{taken}`. After the loop, add `{new}`.",
    **dict.fromkeys(("time-up", "below-0"), "Before line {line}, add `{new}`."),
    "in": "Put {lines} into the block above, as its end, one level more to the right.",
    "turn": ADDED,
    "copy": "In line {line}, instead of `{old}`, take a copy with all that is inside it (`from copy import deepcopy`).",
    "unreachable": "Move line {line} below the lines that come after it in its block.",
    "whoever-moves": "In the function of line {line}, write `{new}` instead of `{old}`, and the opponent of that "
    "instead of the other one.",
    "set-back": "Where the test in line {line} fails, write `{new}`.",
    "shadows": "In line {line}, let the loop use another variable, `{new}`, and make the move with that one.",
    "own-score": "In line {line}, begin with `{new}`, and return `{old}` where the search ends.",
    "not-used": "In line {line}, write `{new}`, and use this variable instead of the evaluation below it.",
    "else-break": "Where the test in line {line} fails, leave the loop with break.",
    "last-round": "Put {lines} under a test: `if {new}:`.",
    "in-before": "Move {lines} into the loop above, to just before the test `{new}`.",
    **dict.fromkeys(("nonlocal", "default", "not-alone"), "Begin the function that line {line} is in with `{new}`."),
    "shared": "In the function of line {line}, use a variable that belongs to each call alone.",
    "overwrites": "In line {line}, set another variable, `{new}`, and use that variable in the rest of this block.",
}
EMPTY_BLOCK = " Its block must not be empty: write `pass` there."
BELOW_ELSE = " (Below its else, too.)"
OTHER_PLACES = " Where your code says True or False, or begins with a number, for one side only, do the same there."
WITHOUT_TEST = "In line {line}, leave out the test `{old}`."

INDENTED = "After line {line}, add `{new}`, indented as far as line {like}."
AFTER_HERE = "Look at what should come after the line “{source}”. {banner}"
HERE = "Look at the line “{source}”. {banner}"


def in_each(text: Text) -> Text:
    """The text for several lines in which the same edit is made."""
    title, message, *hints = (
        part.replace("This line", "Each of these lines").replace("this line", "each of these lines")
        for part in (text.title, text.message, *text.hints)
    )
    return Text(title, message, tuple(hints))
