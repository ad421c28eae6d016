"""What is said of a program of which nothing is known but what it did."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

NOTHING_FOUND = "i {subject}: nothing contradictory found ({nodes} looked at)"
ONLY_ODD = "i {subject}: nothing contradictory found ({nodes} looked at), but something odd: see the remarks"
NOT_SEEN = "i {subject}: nothing contradictory found, but not all could be seen: see the remarks"
FOUND = "✗ {subject}: {count}"
LINE = "It shows in line {line}: `{source}`."
LINES = {"undo": "The search of what comes after a move is in line {line}: `{source}`."}
TIMES = "The same was seen at {count}."
TIMES_OF = {"undo": "A move that is not taken back was seen at {count}, too."}
AFTER, ROOT, DEEP = "Seen {place}.", "at the root", "{place}, and {count} after that"

AMONG_OTHERS = ", and more"  # after a change of the board

UNSEEN = Text("Not everything could be seen", "{notes}")
RAISED = Text("An error", "Your program ended with {error}.")

# Contradictions: this cannot be right, or only in a game that the text names
CERTAIN: dict[str, Text] = {
    "undo": Text(
        "A move is not properly taken back",
        "Your program makes a move on the board to try it out, and afterwards the board is not as it was: {name} comes "
        "back changed ({change}). Whatever uses it after that finds a wrong board.",
        (
            "What is on the board when the next move is tried?",
            "Take back all that the move changed before the next move is tried, and before a break or a return. Or "
            "make the move on a copy of everything that it changes.",
        ),
    ),
    "nothing": Text(
        "A call returns nothing",
        "Your search returns None here, where it should return a value.",
        ("Follow the code to its end in this case.", "Every way through the function needs a return with a value."),
    ),
    "value": Text(
        "A value that no child has",
        "Your search returns {value} here, but the moves are worth {children}.",
        ("Where does this value come from?", "Look at the value that the search starts with, and at what it returns."),
    ),
    "last": Text(
        "The last value instead of the best",
        "Your search returns {value}, the value of the last move. The moves are worth {children}, so the best for "
        "{role} is {best}.",
        ("What happens to the best value when a worse one comes after it?", "Compare before you replace it."),
    ),
    "zero": Text(
        "A value of 0 is taken for no value",
        "Where a value is 0, your program behaves as if there were none: 0 counts as false.",
        ("What does Python make of 0 in a condition?", "Ask whether it is None instead."),
    ),
    "roles": Text(
        "The same role twice in a row",
        "After a move of {role} it is {role}'s turn again, at every level below. Only where a player may move again "
        "can this be right.",
        ("Whose turn is it after a move?", "Look at what this call hands on to say whose turn it is."),
    ),
    "roles-alike": Text(
        "Both players choose alike",
        "Whoever's turn it is, your search takes the {most} of the values, at every level below. But what is good for "
        "one player is bad for the other.",
        (
            "For whom is a value that comes back good: for the player who moves here, or for the other one?",
            "Let one player take the largest value and the other the smallest, or turn the sign of what comes back.",
        ),
    ),
    "window": Text(
        "A child gets the full window",
        "The window is already {window} here, but the call hands on {given}.",
        ("What do alpha and beta hold when the call is made?", "Hand on what is known, not what was known at first."),
    ),
    "window-turned": Text(
        "A child gets a window in which nothing lies",
        "The call hands on the window {given}: its lower end is above its upper end.",
        (
            "Which of the two is the lower end for the player who moves next?",
            "Hand on the lower end first. Where values change their sign, the ends do so, too, and change places.",
        ),
    ),
    "cut": Text(
        "The search goes on though the window is closed",
        "After {value} nothing in the window {window} is left, but your search looks at the next move all the same.",
        (
            "When can the other moves be left out?",
            "Where are the two ends of the window compared, and what is left then?",
        ),
    ),
    "cut-open": Text(
        "The search stops though the window is open",
        "Your search leaves moves out with {value} found, though the window {window} is open: one of them could have "
        "been better.",
        ("When may a move be left out?", "Compare the two ends of the window, at this place."),
    ),
    "cut-first": Text(
        "Only the first move is searched",
        "Your search comes back after the first move here, whatever it is worth, and wherever it comes to this line. "
        "Other moves that are left out here: {others}.",
        ("When does the loop come to its second move?", "Look at what ends the loop, and how far that is indented."),
    ),
    "memo": Text(
        "A remembered value of the other player's turn",
        "This call is answered with what was remembered, but that was found for the same position with {role} to move: "
        "{name} was another. Only where it does not matter whose turn it is can this be right.",
        ("What does your program look up to find a value again?", "The turn must be part of the key."),
    ),
    "endless": Text(
        "It calls itself without end",
        "Your program calls itself deeper and deeper.",
        ("When does the function stop calling itself?",),
    ),
}
# Only odd: a program may be meant like this
ODD: dict[str, Text] = {
    "root": Text(
        "The window is never narrowed at the root",
        "Each of the first moves is searched with the window {window}, whatever the moves before it are worth. That "
        "changes no result, but fewer moves can be left out.",
        ("What is known after the first move?",),
    ),
    "last-chosen": Text(
        "The last move is chosen, and an earlier one was better",
        "Your program chooses {move}, the last move. By its own search it is worth {value}, and {other} is worth "
        "{best}, which is better for {role}.",
        ("What is each move compared with?", "Keep the best value, not only the best move."),
    ),
    "depth": Text(
        "The depth never changes",
        "{name} is {value} in every call, so it never stops the search.",
        ("What should this call hand on?",),
    ),
    "depth-away": Text(
        "The depth goes the wrong way",
        "{name} goes from {value} to {next}, away from the number that would end the search.",
        ("What should this call hand on?",),
    ),
    "again": Text(
        "The same position is searched again",
        "Your search calls itself {times} times with exactly the same position here.",
        ("What do you do with the result of the first call?", "Keep the result in a variable."),
    ),
    "sign": Text(
        "All games end with the same sign, whoever is to move",
        "Games that are not drawn all end with a value {side}, whoever is to move ({value} here). Your "
        "search takes the largest and the smallest value in turn, which needs values that are always meant for the "
        "same player.",
        ("For whom is a high value good?",),
    ),
}
