"""Mistakes in searches with a table, and in iterative deepening."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

TABLE = {
    "table-without-depth": Text(
        "An answer for another depth",
        "Your function answers a question with a value that its table has from another depth.",
        (
            "The same position is asked for twice, at two depths. What does the table say the second time?",
            "Look at what you store with a value, and at what you check before you use it.",
            "The depth belongs to the entry. A value that was found at another depth is another value.",
        ),
    ),
    "bounds-as-exact": Text(
        "A bound is used as the exact value",
        "After a cut-off a search knows only that the value is at least, or at most, some number. Your function "
        "behaves like one that takes that number from the table later and uses it as the exact value.",
        (
            "What exactly is known about a node whose search was cut off?",
            "With another window, would the same search have returned the same number?",
            "A value is exact, a lower bound or an upper bound. Which is it where you store it, and where you use it?",
        ),
    ),
    "flag-from-narrowed-window": Text(
        "Exact or only a bound? The wrong window decides",
        "Your function behaves like a search that compares a value with alpha or beta after its loop has moved that "
        "bound, to store whether it is exact or only a bound. So a bound on one side can be stored as one on the "
        "other.",
        (
            "At the end of your loop, can the value be on the other side of the bound that it has moved itself?",
            "With which alpha and beta was this node entered, and which ones do you compare with at the end?",
            "What is known about a value depends on the window that the search was given.",
        ),
    ),
    "key-without-player": Text(
        "The table does not know who is to move",
        "Your function takes what it found for a position as the answer for the same position with the other side to "
        "move.",
        (
            "Can the same board come up with either side to move?",
            "Look at the key under which you store a value. What is not in it?",
            "Everything that the value depends on belongs in the key.",
        ),
    ),
    "table-not-shared": Text(
        "Within one search nothing is remembered",
        "If the same question is asked again, your function answers it from the table. But a board that comes up "
        "again in the same search is searched again from the start.",
        (
            "How many tables are there in one search?",
            "Into which table does a child write what it has found, and which call looks there later?",
            "All calls of one search should read and write the same table.",
        ),
    ),
}
BOARD_TWICE = "{start} is {tree}: D comes up twice, and its moves were tried both times."

MIXES_POSITIONS = Text(
    "A wrong entry is used",
    "No position comes up twice in this call, and the table is empty before it. With a table that forgets everything, "
    "your function is right. With this one, it uses an entry that it has stored for another position, or for the same "
    "one too soon.",
    (
        "Which key does your function store an entry under, and when do two positions get the same key?",
        "Two positions can have the same depth, the same side to move and the same moves. What tells them apart?",
        "When is an entry stored: before all that it depends on is known, or after?",
    ),
)
WRONG_TABLE_VALUE = Text(
    "A wrong value",
    hints=(
        "What does the table hold for the board {board}, and for those below it, when your function looks there?",
        "When was that found, for which player, and is it exact or only a bound?",
    ),
)
TABLE_UNUSED = Text(
    "The table saves no work",
    "When it is asked the same again, with the same table, your function tries no fewer moves than with an empty one, "
    "at least in more than half of the cases that were tried. {why}",
    (
        "Where does your function look into the table, and where does it write into it?",
        "Look before you search; write before you return.",
    ),
)
RELIES_ON_STATES = Text(
    "Who is to move is not in the key",
    "Your table keeps the two players apart only because these states know who is to move. If a state were just a "
    "board, the players would share one entry. With `maximizing` in the key, your table is right for every game.",
)
SEARCHES_ANEW = Text(
    "An exact value is good for every window",
    "Your table is right. But asked about the same position with another window, your function searches again, "
    "although it knew the exact value. If alpha and beta are in your key, an entry is of use only where both are the "
    "same.",
)
NEVER_READ = "There are entries in the table by then."
MISSED_KEY = (
    "Here boards are letters. Asked about {start} for the second time, it first looks for the key {asked}, and there "
    "is no entry under it. The last key under which it wrote before is {written}."
)
WHICH_KEY = (  # the hints then
    "What is in the key that your function looks for, and what is in the key under which it writes?",
    "Write an entry under the key that a later call for the same state will look for.",
)
NEVER_WRITTEN = "The table that it was given is still empty by then."

BOARD_IS = "{start} is {tree}."
TABLE_WAS_EMPTY = "The table was empty; the board {board} is reached from {places}."
SAME_TABLE = "With the same table, {calls}; after that:"
NEW_TABLES = "Here each call gets a new, empty table. {board} {opposite}First {first}; after that:"
OPPOSITE_IS = "opposite(state) is evaluate(state) with the other sign. "
CALL_RETURNED = "{call} returned {value}"

CLOCK = {
    "unfinished-iteration": Text(
        "A half-finished search decides",
        "When the time is up, your function behaves like one that plays the best move of an iteration that is not "
        "complete.",
        (
            "What does the answer of an iteration that was interrupted halfway rest on?",
            "Which iteration was the last one that came to its end?",
            "Keep the answer of the last iteration that was complete, and no other.",
        ),
    ),
    "no-fallback-move": Text(
        "No move ready",
        "With very little time your function has no move to play. It needs one before its first iteration is complete.",
        (
            "What does your function return if the time is up at once?",
            "Which moves are known to be legal before any search?",
            "Have some legal move ready before the clock can stop you.",
        ),
    ),
    "never-deepens": Text(
        "Only the first ply counts",
        "However much time there is, your function plays the move that looks best one ply ahead.",
        (
            "How deep was the last search?",
            "Is there a second iteration at all, is it deeper, and does its answer replace that of the first?",
        ),
    ),
    "stops-too-soon": Text(
        "It stops before everything is known",
        "Only some plies further down does it show what the best move is worth. There was plenty of time to look that "
        "far, but your function did not.",
        (
            "How deep was the last search, and how high is this tree?",
            "What ends your loop over the depths, besides the clock? And does each round search deeper than the last?",
            "There is more to find as long as a search reaches its depth limit anywhere in the tree.",
        ),
    ),
    "begins-too-deep": Text(
        "What one ply shows is not played",
        "There was time to look one ply ahead, more than twice over. But your function returned what it returns with "
        "no time at all: as if no search was finished, or as if one that was not finished replaced its move.",
        (
            "How deep is the very first search of your function? May a search that is stopped change the move?",
            "How long does one ply take here, and how long do more plies?",
            "The first iteration should be over almost at once. Its move should stay until another one is complete.",
        ),
    ),
    "ignores-seconds": Text(
        "More seconds make no difference",
        "Your function takes hardly more time when it is given ten times as much.",
        (
            "How long does your function think with 3 seconds, and how long with 30?",
            "Where does your function use the seconds that it was given?",
            "The time at which it must be back depends on when it was called and on what it was given.",
        ),
    ),
    "never-stops": Text(
        "It goes on when everything is known",
        "This tree is so small that a search soon sees all of it. But your function goes on as long as there is time.",
        (
            "What can a search to depth 50 find in a game that is over after one move?",
            "How could your function notice that the last iteration reached no depth limit anywhere?",
            "Besides the clock, there should be a second reason to come back.",
        ),
    ),
}
FLAG_STAYS = (  # the hints, where it comes back from a tree that one search sees all of
    "Your function comes back early where its first search sees everything, but not here. What does it remember from "
    "one iteration to the next?",
    "How could your function notice that the last iteration, and not one before it, reached no depth limit anywhere?",
    "Whether a depth limit was reached should be found out anew in each iteration.",
)
EVALUATE = "evaluate(state) is a leaf's number, and elsewhere that of the first leaf below"
ON_ITS_CLOCK = "# The clock is simulated."  # after the call
WIDE = f"{ON_ITS_CLOCK} The game has four moves at every turn."
ON_A_GAME = {
    "WideGame": WIDE,
    "SecondLook": f"{WIDE} After move 2, evaluate is always 5. After another move it is 9 at first; "
    "after the answers 1, 2 and 3 it is 1.",
}
NOBODY_HAD_TO_WAIT = "(The clock is simulated: nobody had to wait.)"
EARLIER_MOVE = "With only {seconds:.4g} seconds it played {move}, which is right: a little more time made it worse."
RAISED_HERE = "Here your function raised {error}."
BEST_AT_EVERY_DEPTH = "move {move}, which is best at every depth"
ANY_LEGAL_MOVE = "any legal move"
ONE_OF_THE_MOVES = "move {moves}"

SIMULATED = (
    "(The clock is simulated: each move that is tried and each evaluation takes {tick} seconds, and each look at the "
    "clock {look}.)"
)
OVERSTAYS = Text(
    "Back too late",
    "Your function was given {seconds:.4g} seconds and {came_back}. " + SIMULATED,
    (
        "With what does your function compare the clock, and what does it do when the time is up?",
        "Wherever it looks at the clock, print the time, and when your function wants to be back. Is that always "
        "`seconds` after the call?",
        "When it must be back is known as soon as it is called. Once the clock shows a later time, the time is up.",
    ),
)
LOOKED_AWAY = "For {unseen:.4g} seconds on end it did not look at the clock."
LOOKED_OFTEN = "It looked at the clock often: never more than {unseen:.4g} seconds went by between two looks."
LOOK_MORE_OFTEN = (  # the hints, where it looked away
    "When does your function look at the clock, and what does it do for so long between two looks?",
    "The last iteration may take longer than all the others together.",
    "Look at the clock at every node, or every few nodes, and leave the search from there.",
)
WAS_STOPPED, CAME_BACK_AFTER = "had to be stopped", "came back after {took:.4g} seconds"
TOOK_ANYWAY = "With 3 seconds as with 30, your function came back after {took:.4g}. " + SIMULATED
ALARM = Text(
    "Not checked",
    "Not checked: your code uses {name}, which needs real time. Here the clock is simulated, so that the check says "
    "the same on every machine, and only the modules time and datetime see it. Look at time.perf_counter() instead.",
)
NO_CLOCK = Text(
    "It never looked at a clock",
    "Your function used no clock that this check can see. The check sees the clocks of the module time, such as "
    "time.perf_counter(), and datetime.now(). It cannot follow alarms and other threads.",
    ("How can the function know that its time is up?", "Keep the time at which it must be back."),
)
NOT_THE_BEST = Text(
    "Not the best move",
    "There was time to search all of this tree.",
    (
        "Work out by hand what each move is worth.",
        "Is your search right at a fixed depth? And does it go on to the last depth, as long as there is time?",
    ),
)
LEAPS = Text(
    "Not what two plies show",
    "There was time for complete searches of one, two, three and four plies. Those of two, three and four plies show "
    "another move.",
    (
        "Which depths does your function search, one after the other? Print them.",
        "Which of these searches are complete when the time is up?",
        "The next iteration should look only a little further than the last one.",
    ),
)
FROM_DEPTH_TO_DEPTH = (  # the hints, where the search of the last depth is right if there is nothing good to remember
    "What is each move worth at depth 1, and what at the next depth? Work it out by hand.",
    "What does your function keep from one depth to the next?",
    "Values that were found at two different depths should not be compared.",
)
NONE_IN_TIME = Text(
    "No move is returned", "Your function returned None although there are moves and there is plenty of time."
)
ILLEGAL_MOVE = Text(
    "Not a legal move",
    "The legal moves are {moves}.",
    ("Which of your variables holds a move, and which holds something else?",),
)
ASPECTS = {
    "fallback": "whether it has a move ready, however short the time is",
    "in time": "whether it is back in time",
    "move": "whether it plays the best move that there was time to find",
    "ends": "whether it comes back early when everything is known",
}
