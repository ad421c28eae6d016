"""What is said of a line when a small edit of it makes a search right: of its best value so far, and of its window.

What else an edit may be about is in `repairs`.
"""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

SEARCH_IDEAS = {
    "beyond": Text(
        "When is a bound enough?",
        "If this line also compares the value with alpha or beta, your code passes here.",
        ("A value of at least 5 is known. For which alpha and beta is that enough to stop?",),
    ),
    "missing": Text(
        "Is an argument missing?",
        "With one more argument for the call in this line, or more, your code passes here.",
        ("What does the function take, and what does this call give it?",),
    ),
    "one-by-one": Text(
        "All values are computed first",
        "This line computes all values before the first of them is looked at: then none of these moves can be cut off. "
        "If they are computed one by one, your code passes here.",
        ("When is the last move of this list searched, and what is known of the others by then?",),
    ),
    "nonlocal": Text(
        "Whose variable is it?",
        "What this line sets is a variable of the inner function alone. If it is the outer function's, your code "
        "passes here.",
        ("Which of your functions sets this variable, and which one reads it?",),
    ),
    "shared": Text(
        "One variable for all calls?",
        "What this line names is shared with other calls. With a variable for each call, your code passes here.",
        ("What does this variable hold after another call has run?",),
    ),
    "searched": Text(
        "Evaluated, or searched?",
        "With a search of the state that is evaluated in this line, your code passes here.",
        ("How many plies does this line look ahead, and how many should it?",),
    ),
    "stored": Text(
        "Check what is stored",
        "With another variable stored in this line, your code passes here.",
        ("What does an entry have to say, and is that what this line puts into it?",),
    ),
    "keeps-move": Text(
        "Is the move kept, too?",
        "If the move is kept after this line, together with its value, your code passes here.",
        ("What does your function return, and which lines set it?",),
    ),
    "clock": Text(
        "A time on the clock, or a number of seconds?",
        "A time on the clock is not a number of seconds. With the other one in this line, your code passes here.",
        ("What does the clock say when your function is called: 0, or some other number?",),
    ),
    "window": Text(
        "Check the window that a call gets",
        "With other bounds for the call in this line, your code passes here.",
        ("Which alpha and beta are known in this line, and which does the call get?",),
    ),
    "no-window": Text(
        "Which search is called?",
        "This line calls a search without a window. With this function's own search and its bounds, your code passes "
        "here.",
        ("What does the function that this line calls know of alpha and beta?",),
    ),
    "turned": Text(
        "Check the window that a call gets",
        "For the other player, the two bounds change places and signs. With that in this line, your code passes here.",
        ("What you are sure of is at least so much for you. What is it for your opponent?",),
    ),
    "bound": Text(
        "Check which bound decides",
        "If this line compares with another bound, or the two bounds with each other, your code passes here.",
        ("Which player can already do better elsewhere, and which variable knows that?",),
    ),
    "infinity": Text(
        "Should this be an infinity?",
        "With an infinity in this line, your code passes here.",
        ("Which values are worse than this one, for the side to move?",),
    ),
    "other-infinity": Text(
        "Which of the two infinities?",
        "With the other infinity in this line, your code passes here.",
        ("Which values are worse than this one, for the side to move?",),
    ),
    "both-infinities": Text(
        "Which of the two infinities?",
        "With one infinity for MAX and the other one for MIN in this line, your code passes here.",
        ("Which values are worse than this one, for the side to move?",),
    ),
    "no-move": Text(
        "Before the move, or after it?",
        "With the state after a move in this line, your code passes here.",
        ("Which state is meant in this line, and which move has been made in it?",),
    ),
    "keeps": Text(
        "When is the old value replaced?",
        "If this line keeps the better one of the old and the new value, your code passes here.",
        ("When may the new value replace the old one?",),
    ),
    "adds": Text(
        "Added up, or compared?",
        "This line adds values up. With the best of them instead, your code passes here.",
        ("A player makes one of the moves. What are all of them together worth to this player?",),
    ),
    "other-bound": Text(
        "Which bound is moved?",
        "This line moves a bound. With the other bound moved in this line, your code passes here.",
        ("Whose turn is it when this line runs, and which of alpha and beta is what this side is sure of?",),
    ),
    "own-score": Text(
        "May a player stay where it is?",
        "In this line, the best value begins with the evaluation of the state itself, as if a player could do without "
        "a move. If it begins with an infinity where the search goes on, your code passes here.",
        ("What is the best value before the first move is tried, and can a player have it?",),
    ),
    "key": Text(
        "What tells two positions apart?",
        "With the state itself in this line, your code passes here.",
        ("Is what this line computes the same for equal positions, and different for different ones?",),
    ),
    "not-used": Text(
        "Where does the result go?",
        "This line searches a state, and what comes out is lost: an evaluation of the state is used instead. With what "
        "this line computes in its place, your code passes here.",
        ("What does the call in this line return, and where does that go?",),
    ),
    "shadows": Text(
        "A variable is overwritten",
        "What this loop goes through has the name of what the function was given. With another variable for it, your "
        "code passes here.",
        ("What does this variable hold inside the loop, and what did it hold before?",),
    ),
    "swapped-returns": Text(
        "Two lines exchanged?",
        "If this line and another one further down exchange what they return, your code passes here.",
        ("In which case does this line run, and what is that worth?",),
    ),
    "break": Text(
        "When does the loop end?",
        "If the loop ends after this line once the window is closed, your code passes here.",
        ("What can the remaining children still change once alpha has reached beta?",),
    ),
    "update": Text(
        "Does the window become smaller?",
        "If one of the bounds is moved after this line, your code passes here.",
        ("What is the side to move sure of after this line, and which variable should know it?",),
    ),
    "early": Text(
        "When does the loop end?",
        "This line returns inside the loop. If it keeps the better value and lets the loop go on, your code passes "
        "here.",
        ("How often does the body of this loop run?",),
    ),
    "forgets": Text(
        "Is what was found kept?",
        "If the value that was compared is kept after this line, for the next comparison, your code passes here.",
        ("What does the next round of the loop compare with?",),
    ),
    "whose-turn": Text(
        "Whose turn is it?",
        "This line works out whose turn it is. If it asks the argument that says so, your code passes here.",
        ("Which argument of your function says whose turn it is? Is it always as this line works it out?",),
    ),
    "sides": Text(
        "For both sides?",
        "This line chooses in the same way for both sides. With the largest value for MAX and the smallest for MIN, "
        "your code passes here.",
        ("Whose turn is it when this line runs? Is the larger or the smaller value better for this side?",),
    ),
    "other-side": Text(
        "For the other player?",
        "With the opposite in this line, your code passes here.",
        ("Compare this with what chooses for the other player, line by line. What must be different, and what is?",),
    ),
    "any-move": Text(
        "Is there a move to begin with?",
        "With some legal move in this line instead of None, your code passes here.",
        ("What does your function return if it never takes a move for the best one?",),
    ),
    "limit": Text(
        "What ends the loop?",
        "With a much larger number in this line, your code passes here.",
        ("How far does your function look ahead if there is time for more?",),
    ),
    "unfinished": Text(
        "When does a new move count?",
        "If what this line sets counts only after the loop, your code passes here.",
        ("What is known of the other moves when this line runs, and the time is up after it?",),
    ),
    "time-up": Text(
        "What if the time is up?",
        "If the loop is left before this line once the time is up, your code passes here.",
        ("The time may be up when this line runs. What has been searched completely by then?",),
    ),
}
