"""What is said of a line when a small edit of it makes a program right, and the mistake is about Python."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

SLIPS = {
    "called": Text(
        "A method is not called",
        "This line names a method and does not call it. With parentheses after the name, your code passes here.",
        ("What is a method's name without parentheses: what the method returns, or the method itself?",),
    ),
    "empty": Text(
        "Empty is not None",
        "This line compares with None. But a list without items is a list, and not None; nor is 0. With a test for "
        "what is empty, or 0, your code passes here.",
        ("What is on the left of this comparison where there is nothing: None, or an empty list, or 0?",),
    ),
    "empty-tuple": Text(
        "A list is not a tuple",
        "This line compares with an empty tuple. But a list is never equal to a tuple. With a test for an empty list, "
        "your code passes here.",
        ("What kind of thing is on the left of this comparison?",),
    ),
    "found-already": Text(
        "Evaluated, or searched?",
        "This line evaluates a state. With a variable that holds what the search has found, your code passes here.",
        ("What does the search already know when this line runs, and which variable holds it?",),
    ),
    "what-is-compared": Text(
        "Compared like this, kept like that",
        "If this line keeps what the test above it compares, your code passes here.",
        ("What does the test compare, and what does this line keep?",),
    ),
    "late": Text(
        "When is a variable looked up?",
        "The function in this line looks a variable up when it is called, and not when it is made. With the variable "
        "as it was then, your code passes here.",
        ("What does the variable of the loop hold when this function is called?",),
    ),
    "used-up": Text(
        "Each value only once",
        "What this line makes gives each of its values only once. With a list, your code passes here.",
        ("How often is what this line makes gone through?",),
    ),
    "walrus": Text(
        "A comparison is kept, not the value",
        "In this line := keeps the result of the comparison, True or False. If it keeps the value that is compared, "
        "your code passes here.",
        ("What does Python do first in this line: compare, or give a name?",),
    ),
    "minus": Text(
        "not is no minus sign",
        "In Python, `not` makes True or False of a number, and these count as 1 and 0. With a minus sign instead, "
        "your code passes here.",
        ("What is `not 1` in Python, and what is `not -1`?",),
    ),
    "made-anew": Text(
        "Empty counts as False",
        "In Python, an empty dict or list counts as False. So `or` takes the new one in this line. With a test for "
        "None, your code passes here.",
        ("What does this line do with a dict or list that is still empty?",),
    ),
    "pairs": Text(
        "Joined, not added",
        "In Python, + puts one tuple behind the other: (1, 2) + (0, 1) is (1, 2, 0, 1). If this line adds number to "
        "number, your code passes here.",
        ("What is (1, 2) + (0, 1) in Python? Print it.",),
    ),
    "any-all": Text(
        "One of them, or every one?",
        "With the other one of any and all in this line, your code passes here.",
        ("Must it be true of every one, or is one enough?",),
    ),
    "parentheses": Text(
        "In which order does Python join these?",
        "In Python, `and` comes before `or`: a and b or c is (a and b) or c. With other parentheses in this line, your "
        "code passes here.",
        ("Put parentheses into this line where Python reads them. When is it true?",),
    ),
    "no-test": Text(
        "When is this loop left?",
        "This line ends the loop whatever the bounds are. If it does so only where they meet, your code passes here.",
        ("Which of the children does this loop look at? When may it leave the others out?",),
    ),
    "below-0": Text(
        "An index below 0 is no error",
        "In Python, index −1 is that of the last item: no IndexError says that it is off the board. If an index below "
        "0 counts as one in this line, too, your code passes here.",
        ("What is [1, 2, 3][-1] in Python? Print it.",),
    ),
    "place": Text(
        "The place in a list, or what stands there?",
        "This line returns a number that says where something stands in a list. With what stands there, in this list "
        "or in another one, your code passes here.",
        ("What does this line return: a number that counts the items of a list, or one of the items?",),
    ),
    "count": Text(
        "Any, or exactly one?",
        "bool says whether there is anything at all. With a test for exactly one in this line, your code passes here.",
        ("For how many of them is this line true?",),
    ),
    "no-key": Text(
        "By what are they compared?",
        "This line compares by what `key` makes of each value, and not by the values. Without `key`, your code passes "
        "here.",
        ("What does `key` make of two of these values? Which is larger then, and which one should be?",),
    ),
    "none-left": Text(
        "And if there is none?",
        "If `next` finds nothing, this line gives None. With a move in that case, your code passes here.",
        ("What should be played where no move is what this line looks for?",),
    ),
    "any-all-by-side": Text(
        "One is enough for one side, but for the other?",
        "This line asks in the same way for both sides. With `any` for one of them and `all` for the other, your code "
        "passes here.",
        ("To win, one side needs a single good move. What must be true of all moves of the other side?",),
    ),
    "slice-from-0": Text(
        "Where does a slice begin that begins at −1?",
        "In Python, −1 is the last place, so a slice that begins there may end before it begins. If the slice in this "
        "line begins at 0 at least, your code passes here.",
        ("What is [1, 2, 3, 4][-1:2] in Python? Print it.",),
    ),
    "no-abs": Text(
        "How large, or how far from 0?",
        "This line takes numbers without their signs. With their signs, your code passes here.",
        ("Which is larger: −3 or 2? And what does this line say?",),
    ),
    "truth": Text(
        "Equal to False, or counted as False?",
        "An empty list counts as False in a test, but no list is equal to False or True. With a test for what is "
        "there, your code passes here.",
        ("What is [] == False in Python, and what is not []? Print both.",),
    ),
    "each-once": Text(
        "In a set, equal values count once",
        "A set has equal values only once. With a list in this line, your code passes here.",
        ("How long is {2, 2, 3} in Python? Print it.",),
    ),
    "said-now": Text(
        "As it stands now, or with best play?",
        "This line takes what a position says of itself as it stands. With what best play comes to from there, your "
        "code passes here.",
        ("Is the game over in the position of this line? If it goes on, what will come of it?",),
    ),
    "slice-end": Text(
        "Where does this slice begin, and where does it end?",
        "With another number in the slice of this line, your code passes here.",
        ("Which items does this slice leave out?",),
    ),
    "bound-too": Text(
        "When is a bound enough?",
        "One of the cases in this line has no test of its bound. With one, your code passes here.",
        ("When is a value that is at least, or at most, the true one enough to answer?",),
    ),
    "key-of-best": Text(
        "The best value, or whose it is?",
        "This line takes the best of a dict's values. With the key that has this value, your code passes here.",
        ("What is asked for: how good the best one is, or which one it is?",),
    ),
    "distance": Text(
        "Which of the two is larger?",
        "This line subtracts one number from another, and the result may be negative. With its absolute value, your "
        "code passes here.",
        ("Which of the two numbers is larger here? And can it be the other one elsewhere?",),
    ),
    "by-second": Text(
        "By what are pairs compared?",
        "max and min compare pairs by what comes first in them, and by the second only where the first ones are equal. "
        "If this line chooses by the second, your code passes here.",
        ("What is max([(1, 9), (2, 3)]) in Python? Print it.",),
    ),
    "one-more": Text(
        "Is one left out?",
        "With 1 more in this line, your code passes here.",
        ("What does this line count, and what belongs to it that is not counted yet?",),
    ),
    "leaves-all": Text(
        "Is only the loop to be left?",
        "This line leaves the whole function. If it leaves only the loop that it is in, your code passes here.",
        ("What still has to be done when this line runs?",),
    ),
    "same-dict": Text(
        "A new dict, or the one that was given?",
        "This line makes a new dict and gives it the old name; the dict that the function was given stays as it was. "
        "If this line changes that dict itself, your code passes here.",
        ("After this line, what is in the dict that the caller holds?",),
    ),
    "same-list": Text(
        "The list itself, or what is in it now?",
        "This line keeps the list itself. If it keeps a tuple of what is in it now, your code passes here.",
        ("What has your function kept after each round? Print it.",),
    ),
    "unreachable": Text(
        "Lines that never run",
        "This line returns, and so the lines that come after it in its block never run. With the return after them, "
        "your code passes here.",
        ("What happens to the lines that come after a return?",),
    ),
    "default": Text(
        "One default for all calls",
        "Python makes the default in this line once, and all calls share it. With a copy for each call, your code "
        "passes here.",
        ("What does this default hold when the function is called for the second time?",),
    ),
    "not-alone": Text(
        "Who else uses what is changed?",
        "This line changes something that other calls use, too. If each call has its own, your code passes here.",
        ("Which calls use what this line changes?",),
    ),
}
