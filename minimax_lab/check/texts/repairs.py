"""What is said of a line when a small edit of it makes the program right: the idea that is wrong there."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

# By the idea that an edit concerns: a title, what is wrong in the line, and a question to begin with
IDEAS = {
    "comparison": Text(
        "A comparison is wrong",
        "A comparison in this line is not the right one.",
        ("When should this comparison be true? Try it with a smaller, an equal and a larger value.",),
    ),
    "equality": Text(
        "Equal values are treated wrongly",
        "A comparison in this line does the wrong thing when the two values are equal.",
        ("What should happen here when the two values are equal?",),
    ),
    "chain": Text(
        "A chain of comparisons",
        "Python reads the two comparisons in this line as a chain, as in 0 < x < 5. Parentheses are missing.",
        ("What does Python compare in this line, and with what?",),
    ),
    "and-or": Text(
        "Conditions are joined the wrong way",
        "This line joins its conditions the wrong way: it asks for all of them where one is enough, or the other way "
        "round.",
        ("Go through the conditions in this line one by one. Is each of them enough by itself?",),
    ),
    "condition": Text(
        "A condition that should not decide here",
        "A condition in this line decides something that it should not.",
        ("Which part of this condition is needed, and what is the rest good for?",),
    ),
    "also": Text(
        "A condition is missing",
        "What this line tests is not enough. Something else must be true as well.",
        ("When is this test true although what follows should not happen?",),
    ),
    "stop": Text(
        "A reason to stop is missing",
        "This line decides where to stop, and misses a reason to stop.",
        ("Which reasons are there to stop looking ahead? Which of them does this line test?",),
    ),
    "branches": Text(
        "Two cases are exchanged",
        "The two cases that this line tells apart are in each other's place.",
        ("In which case is the first one right, and in which case the second?",),
    ),
    "unset": Text(
        "0 is taken for “no value yet”",
        "This line asks whether a value is true. But to Python 0 is not true, so a value of 0 is treated as if there "
        "were none yet.",
        ("What happens in this line when the value is 0?",),
    ),
    "clock": Text(
        "A time on the clock is no number of seconds",
        "This line takes a number of seconds for a time on the clock, or the other way round.",
        ("What does the clock say when your function is called: 0, or some other number?",),
    ),
    "sign": Text(
        "A sign is wrong",
        "Something in this line has the wrong sign.",
        ("For which of the two players is this value good? For which one should it be?",),
    ),
    "role": Text(
        "Yes and no are exchanged",
        "Something in this line is true where it should be false. Often that is whose turn it is.",
        ("Work out by hand what is true in this line at a MAX node, and what at a MIN node.",),
    ),
    "view": Text(
        "A value of the wrong side",
        "The value in this line is MAX's. It should be that of the side to move.",
        ("For which of the two players is this value good? For which one should it be?",),
    ),
    "text": Text(
        "Compared with a text",
        "This line compares with a text. What it compares is not a text, so the two are never equal.",
        ("What is on the left of this comparison: a text, a player, or true and false?",),
    ),
    "empty": Text(
        "Empty is not None",
        "This line compares with None. But a list without items is a list, and not None.",
        ("What does get_legal_moves return when there is no move?",),
    ),
    "called": Text(
        "A method is not called",
        "This line names a method and does not call it: the parentheses are missing.",
        ("What is a method's name without parentheses: what the method returns, or the method itself?",),
    ),
    "used-up": Text(
        "A generator is used up",
        "This line makes a generator. It gives each of its values once; who asks again gets nothing.",
        ("How often is what this line makes gone through?",),
    ),
    "walrus": Text(
        "A comparison is kept, not the value",
        "In this line := keeps the result of the comparison, True or False, and not the value that is compared.",
        ("What does Python do first in this line: compare, or give a name?",),
    ),
    "late": Text(
        "A variable is looked up too late",
        "The function in this line looks a variable up when it is called, and not when it is made. By then the loop "
        "has gone on.",
        ("What does the variable of the loop hold when this function is called?",),
    ),
    "identity": Text(
        "The same object, or an equal one?",
        "This line asks whether two things are one and the same object. It should ask whether they are equal.",
        ("You make two empty lists. Are they equal, and are they the same object?",),
    ),
    "swapped": Text(
        "Two lines are exchanged",
        "This line and a similar one further down set the variable to each other's value.",
        ("In which case does this line run, and what should the variable be then?",),
    ),
    "taken": Text(
        "A call overwrites what is still needed",
        "This line overwrites variables that are still needed, with what the call returns.",
        ("What do these variables hold in the second round of the loop, and what should they?",),
    ),
    "term": Text(
        "Something does not belong here",
        "This line computes with something that does not belong there.",
        ("What does each part of this line do? Which part could go?",),
    ),
    "exchanged": Text(
        "Two values are exchanged",
        "Two values in this line stand in each other's place.",
        ("Which place in this line is meant for what?",),
    ),
    "indices": Text(
        "Two indices are exchanged",
        "Two indices in this line stand in each other's place.",
        ("What does the first index count here, and what does the second?",),
    ),
    "sorted": Text(
        "The values are not sorted",
        "What comes after this line takes the values for sorted. They are in the order of the moves.",
        ("In which order are the values after this line?",),
    ),
    "sorting": Text(
        "Sorted in the wrong order",
        "This line sorts in the same order for both sides. One of them needs the largest value first, the other one "
        "the smallest.",
        ("In which order are the values after this line, and for which side is the first one best?",),
    ),
    "keys": Text(
        "The keys where the values belong",
        "To Python, a dict in this place is its keys. This line needs its values.",
        ("What does Python go through when it goes through a dict?",),
    ),
    "direction": Text(
        "A direction is missing",
        "This line lists directions, and not all of them.",
        ("How many directions are there, and how many does this line list?",),
    ),
    "edge": Text(
        "Numbers below 0 are let through",
        "A number in this line may be below 0, and nothing tests that. To Python the index −1 is the last one.",
        ("Which is the smallest number that can come up in this line?",),
    ),
    "window": Text(
        "Not the window that is known here",
        "The call in this line does not pass on the two bounds that are known here.",
        ("Which alpha and beta are known in this line, and which does the call get?",),
    ),
    "turned": Text(
        "The window is not turned round",
        "This line passes the two bounds on as they are. For the other player, they change places and signs.",
        ("What you are sure of is at least so much for you. What is it for your opponent?",),
    ),
    "bound": Text(
        "The cut-off looks at the wrong bound",
        "This line compares the value with one bound. Whether the rest can be left out depends on the other one.",
        ("Which player can already do better elsewhere, and which variable knows that?",),
    ),
    "infinity": Text(
        "The wrong value to start with",
        "The value that this line starts with is wrong: it must be one that the first real value replaces.",
        ("Which values are worse than this one, for the side to move?",),
    ),
    "max-min": Text(
        "The largest where the smallest belongs, or the other way round",
        "This line chooses for the wrong side: it takes the largest value where the smallest is wanted, or the other "
        "way round.",
        ("Should this line take the larger or the smaller value, and why?",),
    ),
    "function": Text(
        "The wrong function is called",
        "This line calls the wrong function.",
        ("What does the function that is called here do, and what is needed here?",),
    ),
    "variable": Text(
        "The wrong variable",
        "A name in this line should be a different one.",
        ("Say for each name in this line what it stands for. Which of them is not what you mean here?",),
    ),
    "fixed": Text(
        "A fixed value where a variable belongs",
        "This line uses a fixed value. It needs one that changes.",
        ("Is this value right each time that the line runs?",),
    ),
    "target": Text(
        "The wrong variable is set",
        "This line sets the wrong variable.",
        ("Which variable should this line change?",),
    ),
    "flag": Text(
        "A variable never changes",
        "After this line, a variable that says yes or no should change, and it never does.",
        ("Which of your variables is true or false at the start, and where does it change?",),
    ),
    "number": Text(
        "A number is wrong or missing",
        "A number in this line is wrong, or one is missing: something is too large or too small.",
        ("Try this line by hand with the smallest numbers that can come up.",),
    ),
    "no-move": Text(
        "No move is made",
        "This line uses the state before the move. It should use the state after it.",
        ("Which state does this line search, and which move has been made in it?",),
    ),
    "slice": Text(
        "Some moves are left out",
        "This line uses only a part of a list.",
        ("Which moves does this line leave out?",),
    ),
    "removed": Text(
        "A line that should not be there",
        "What this line does should not happen here.",
        ("What would happen without this line?",),
    ),
    "keeps": Text(
        "A better value is lost",
        "This line replaces the old value even if the new one is no better.",
        ("When may the new value replace the old one?",),
    ),
    "adds": Text(
        "Values are added up",
        "This line adds values up. What is wanted is the best of them.",
        ("A player makes one of the moves. What are all of them together worth to this player?",),
    ),
    "return": Text(
        "A return is missing",
        "After this line, the function ends without returning what it has found.",
        ("What does Python return where there is no return?",),
    ),
    "unused": Text(
        "The result is not kept",
        "This line computes something and does not keep it.",
        ("What does the call in this line return, and where does that go?",),
    ),
    "break": Text(
        "The loop goes on",
        "After this line, the loop goes on even when the window is closed.",
        ("What can the remaining children still change once alpha has reached beta?",),
    ),
    "update": Text(
        "A bound is not moved",
        "After this line, one of the bounds should be moved to what has been found, and is not.",
        ("What is the side to move sure of after this line, and which variable should know it?",),
    ),
    "order": Text(
        "Two steps are in the wrong order",
        "This step and the one after it are done in the wrong order.",
        ("What does the next step need, and is it there yet?",),
    ),
    "late-step": Text(
        "A step comes too late",
        "This step is done too late. It belongs before the two steps above it.",
        ("What does this step need, and what has changed by the time it is done?",),
    ),
    "first-step": Text(
        "The loop begins one step too early",
        "When this loop begins, it has not made its first step yet.",
        ("What does the first round of this loop look at, and what should it?",),
    ),
    "once": Text(
        "An if where a while belongs",
        "This line tests once. It should test again after each round.",
        ("How often do the lines below this test run, and how often should they?",),
    ),
    "out": Text(
        "A line is indented too far",
        "This line belongs after the block that it is in. Inside the block it runs too early or too often.",
        ("How often does this line run, and how often should it?",),
    ),
    "far-out": Text(
        "A line is indented too far",
        "This line ends both loops in their first round. It belongs after both of them.",
        ("How often does this line run, and how often should it?",),
    ),
    "early": Text(
        "The loop ends too early",
        "This line returns in the first round of the loop, whatever comes after it.",
        ("How often does the body of this loop run?",),
    ),
    "elif": Text(
        "An elif where an if belongs",
        "This line is only reached when the test above it fails. It should be tested in any case.",
        ("When is the test in this line made, and when should it be?",),
    ),
    "leaves": Text(
        "The loop is left too early",
        "This line leaves the loop where it should only go on with the next round.",
        ("Which moves are not looked at when this line ends the loop?",),
    ),
    "forgets": Text(
        "What was found is not kept",
        "After this line, the value that was compared should be kept, for the next comparison. It is not.",
        ("What does the next round of the loop compare with?",),
    ),
    "reset": Text(
        "Set once, not in every round",
        "This line runs once. What it sets should be set anew in every round of the loop below it.",
        ("What does this variable hold when the second round of the loop begins?",),
    ),
    "in": Text(
        "A line is not indented far enough",
        "This line belongs inside the block above it. Where it is now, it runs too late or when it should not.",
        ("When does this line run, and when should it?",),
    ),
    "overwrites": Text(
        "A variable is overwritten that is still needed",
        "This line overwrites a variable that the next round of the loop still needs.",
        ("What does the variable that this line changes hold in the second round of the loop?",),
    ),
    "returned": Text(
        "The wrong thing is returned",
        "This line does not return what it should.",
        ("What does this line return, and what was asked for?",),
    ),
}
OTHER_EXTREME = Text(  # "max-min" in one place
    "The {taken} where the {wanted} belongs",
    "This line takes the {taken} value where the {wanted} is wanted.",
    IDEAS["max-min"].hints,
)
EXTREMES = {"max": "largest", "min": "smallest"}
ONE_LINE = Text(
    "A mistake in one line",
    "A small change in this line makes your code right.",
    ("Say in words what this line does. Is that what you want?",),
)
ALL_OF_THESE = Text(
    "The same mistake in several lines",
    "The same small change in each of these lines makes your code right.",
    ("Say in words what each of these lines does. Is that what you want?",),
)
SAME_IN_OTHERS = "It is the same in the other {lines}."
TWO_MISTAKES = Text(
    "Two lines need a change",
    "With a small change in each of these lines, your code is right. A change in only one of them is not enough.",
    ("Say in words what each of these lines does. Is that what you want?",),
)
ONE_OF_THESE = Text(
    "A mistake in one of these lines",
    "A small change in any one of these lines makes your code right:",
    ("Say in words what each of these lines does. Do they fit together?",),
)

LINE = "Line {line}, in {name}: `{source}`"
LOOK_AT = "Look at line {line}, in {name}: `{source}`"  # after a misconception that has a name
MISSING_AFTER = "Something is missing after line {line}, in {name}: `{source}`"
LISTED = "line {line}, `{source}`"

# The edit itself, as the last hint: how it is told, by its idea
ON_EVERY_TREE = "With that, your code is right on every tree of this check."
IN_EVERY_CALL = "With that, every answer in this check is right."
INSTEAD = "In line {line}, write `{new}` instead of `{old}`."
OTHER_SIGN = "In line {line}, `{old_sign}` stands where `{new_sign}` belongs: write `{new}`."
ADDED = "After line {line}, add `{new}`."
TOLD = {
    "comparison": OTHER_SIGN,
    "equality": OTHER_SIGN,
    "removed": "Take line {line} out.",
    "return": ADDED,
    "break": ADDED,
    "flag": ADDED,
    "forgets": ADDED,
    "elif": "In line {line}, write `if` instead of `elif`.",
    "update": ADDED,
    "order": "Put {lines} after what comes next, `{new}`.",
    "swapped": "In line {line}, write what now stands in another line, `{new}`, and there what stands here.",
    "late-step": "Put {lines} before `{new}`.",
    "first-step": "Before line {line}, do once what the loop does at its end.",
    "once": "In line {line}, write `while` instead of `if`.",
    "far-out": "Indent line {line} two levels less, so that it comes after both loops.",
    "out": "Indent line {line} one level less, so that it comes after its block.",
    "reset": "Move line {line} to the beginning of the loop below it.",
    "in": "Indent {lines} one level more, so that it belongs to the block above it.",
    "overwrites": "In line {line}, give the result a name of its own, `{new}`, and use that name below it.",
}
WITHOUT_TEST = "In line {line}, leave out the test `{old}`."

INDENTED = "After line {line}, add `{new}`, indented as far as line {like}."
MISSING_HERE = "Something is missing after the line “{source}”. {banner}"
MADE_HERE = "The mistake is made in the line “{source}”. {banner}"
