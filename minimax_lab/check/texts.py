"""What students are told: for each code a title, a message and hints, in one place.

A message says what the code does. Hints go from a nudge to a plain word; the solution is not among them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Misconception:
    title: str
    message: str
    hints: tuple[str, ...]


MISCONCEPTIONS: dict[str, Misconception] = {
    # Minimax
    "no-role-flip": Misconception(
        "The children do not get the other role",
        "Your function searches the children for the same side as their parent. The players take turns: one "
        "level down, the other one chooses.",
        (
            "Who is to move at the root, and who one level below it?",
            "Look at what your recursive call says about whose turn it is.",
            "What you pass on must change from one level to the next, whichever side it started with.",
        ),
    ),
    "roles-swapped": Misconception(
        "MAX takes the minimum, MIN the maximum",
        "Your function lets MAX choose the smallest value and MIN the largest. Every value is MAX's: MAX wants much, "
        "MIN wants little.",
        (
            "Take a root with two leaves, and MAX to move. Which leaf would you choose?",
            "Look at which of your two branches runs when MAX is to move.",
            "The two branches, or max and min in them, have changed places.",
        ),
    ),
    "no-running-best": Misconception(
        "The best so far is forgotten",
        "Your function takes the value of the child it looked at last, not the best of all children.",
        (
            "What does your function return when the first child is the best one?",
            "Look at the line in the loop that changes your best value: when does it run?",
            "A new value may replace the best one only when it is better.",
        ),
    ),
    "starts-at-zero": Misconception(
        "The best value starts at 0",
        "Your function begins with 0 as its best value. If every child is worse than 0 for the side to move, it "
        "returns a 0 that no leaf has.",
        (
            "What does your function return if MAX has only negative leaves to choose from?",
            "Look at the value of your best before the loop. Could a real value be worse than that?",
            "The first child must always count as better than what you start with.",
        ),
    ),
    "wrong-infinity": Misconception(
        "The search starts from the wrong infinity",
        "Your function starts with the best that a side could dream of, so no child is ever better than that.",
        (
            "Your function returned an infinity, and no leaf has that value. Where does it come from?",
            "Look at the value of your best before the loop, for MAX and for MIN.",
            "Before a side has looked at anything, it must expect the worst.",
        ),
    ),
    "score-or-move": Misconception(
        "A score in one place, a move in another",
        "Your function returns a score at a leaf and something else, a move or a pair, at other nodes. The node above "
        "takes it for a score.",
        (
            "What does your function return at a leaf, and what at a node above it?",
            "The result of the recursive call is compared with your best value. Is it a value?",
            "Every call must return the same kind of thing: the value, and nothing but the value.",
        ),
    ),
    "mutates-state": Misconception(
        "A state was changed",
        "Your code changes the state that it was given. A search goes back to that state to try the next move, and "
        "finds another position there.",
        (
            "After the first move has been tried, what does the second one start from?",
            "Look for lines that write into the state, or into a list that belongs to it.",
            "A move leads to a new state; the old one stays as it is.",
        ),
    ),
    "flips-utility": Misconception(
        "The score changes its sign with the side to move",
        "Your function turns the sign of a leaf's score round for one of the sides. A score has one meaning in the "
        "whole tree: it is good for the same player, whoever is to move.",
        (
            "Is the same leaf worth the same to you whether you or your opponent would move next?",
            "Look at what your function returns where the search stops: does it depend on whose turn it is?",
            "One point of view for all scores; who is to move only decides between more and less.",
        ),
    ),
    "off-by-one-depth": Misconception(
        "One ply too many or too few",
        "Your function does not look as many plies ahead as it was asked to, but one more or one less.",
        (
            "Depth 0 means: do not look ahead at all. What does your function do then?",
            "Count the plies by hand in a tree of height 2, for depth 1 and for depth 2.",
            "Look at the number that your function compares the depth with, and what it passes on.",
        ),
    ),
    "ignores-terminal": Misconception(
        "The end of the game is not noticed",
        "Your function looks at the depth but not at whether the game is over. At a finished game it goes on, with no "
        "moves to try.",
        (
            "What does your function do at a leaf while there is depth left?",
            "A loop over no moves does nothing at all: what is returned after it?",
            "There are two reasons to stop looking ahead; your function knows one of them.",
        ),
    ),
    "ignores-depth": Misconception(
        "The depth is not looked at",
        "Your function searches to the end of the game, whatever depth it is asked for.",
        (
            "Ask your function for depth 0. Does it look at any children?",
            "Where does the depth get less, and where is it tested?",
            "There are two reasons to stop looking ahead; your function knows one of them.",
        ),
    ),
    "first-move-only": Misconception(
        "Only the first move is looked at",
        "Your function looks at one child of a node and returns, whatever the others are worth.",
        (
            "How often does the body of your loop run?",
            "Look at how far the lines after the recursive call are indented.",
            "What ends the loop must wait until all children have had their turn, or a cut-off allows it.",
        ),
    ),
    "depth-stays": Misconception(
        "The depth never gets less",
        "Your function hands on a depth that does not get less on the way down. So it stops where the game is over, "
        "and before that only if there was no depth left from the start.",
        (
            "Ask your function for one ply on a tree of height 3. How far does it look?",
            "Which depth does a child get, and which one a grandchild?",
            "A child has one ply less to look ahead than its parent.",
        ),
    ),
    "remembers-between-calls": Misconception(
        "The answer depends on earlier calls",
        "Your function keeps something from one call to the next, and then it answers a question with what it found "
        "for another one. Global variables live on after a call, and so does a list or dict that is the default of a "
        "parameter: it is made only once.",
        (
            "Make the same call twice, with another one in between. Is the answer the same?",
            "Which of your variables are made outside of the function, or in its first line?",
            "What belongs to one search should be made when that search begins, and be handed down from there.",
        ),
    ),
    "no-minus": Misconception(
        "The child's value is not turned round",
        "In negamax a value is that of the side to move. A child's value is the opponent's, and your function takes it "
        "as if it were its own.",
        (
            "The child says 5. Is that good for the side to move at the child, or at its parent?",
            "Look at what your function does with the result of the recursive call before it compares it.",
            "What is good for one side is as bad for the other: how do you write that?",
        ),
    ),
    # Alpha-beta
    "passes-full-window": Misconception(
        "The children of the root get the full window",
        "The value is right, but what the root has already found is not used: each of its children is searched with a "
        "window from −∞ to +∞, and more leaves are looked at than necessary.",
        (
            "The root is sure of something after its first child. Does the second child know?",
            "Look at the window that the root passes to its children.",
            "The bound that the root has reached belongs into the next call.",
        ),
    ),
    "fresh-window": Misconception(
        "The window is not passed down",
        "The value is right, but a call opens its window afresh instead of using the one from above. What is "
        "known higher up in the tree cannot cut anything below.",
        (
            "Which alpha and which beta does a grandchild of the root get?",
            "Look at the arguments of your recursive call.",
            "A node hands its own alpha and beta, as they are by then, to its children.",
        ),
    ),
    "one-bound-only": Misconception(
        "Only one half of the window works",
        "The value is right, but only one of the two sides moves its bound or cuts. MAX raises alpha, MIN lowers beta, "
        "and both may stop when the two meet.",
        (
            "Where does alpha change in your function, and where beta?",
            "Compare your branch for MAX with your branch for MIN, line by line. Is something missing in one of them?",
            "Each side has a bound to update and a reason to stop.",
        ),
    ),
    "no-break": Misconception(
        "Nothing is ever cut off",
        "The value is right, but your function looks at every child even when alpha and beta have met: that is minimax "
        "with two more arguments.",
        (
            "How many leaves does your function look at, and how many would minimax?",
            "What happens in your loop once alpha is not less than beta?",
            "When the window has closed, the remaining children cannot matter: the loop should end.",
        ),
    ),
    "wrong-bound": Misconception(
        "A side moves the other side's bound",
        "Your function changes the wrong bound: alpha is what MAX is sure of, beta is what MIN is sure of.",
        (
            "Whose bound is alpha, and whose is beta?",
            "Look at which bound changes at a MAX node, and which at a MIN node.",
            "A side can only improve what that side itself is sure of.",
        ),
    ),
    "cut-reversed": Misconception(
        "It cuts while the window is open",
        "Your function stops looking when alpha is still less than beta, that is, when the other children can matter.",
        (
            "Alpha is −∞, beta is +∞: is there anything left to decide?",
            "Look at the test before your break: is it true at the start, or at the end?",
            "The window is closed when alpha has come up to beta.",
        ),
    ),
    "cuts-on-own-bound": Misconception(
        "It compares with its own bound",
        "Your function decides on a cut-off by comparing its value with its own side's bound. To cut, it must ask what "
        "the opponent is sure of elsewhere.",
        (
            "Who would have to let the game come here: the side to move, or its opponent?",
            "Look at the test before your break at a MAX node: which of the two bounds is in it?",
            "A node is cut off because of a bound that the other side has.",
        ),
    ),
    "strict-cut": Misconception(
        "Equal is enough to cut",
        "Right, and a little more work than necessary: your function goes on when alpha and beta are equal. Nothing "
        "that it finds then can change the answer.",
        ("Try the other comparison, and count the leaves.",),
    ),
    "negamax-window": Misconception(
        "The two ends of the window are exchanged",
        "The window comes to the children with its ends the wrong way round. In negamax that is a window passed "
        "on with both signs changed but in the same order: seen from the other side, the lower end is the upper one.",
        (
            "Take the window from 1 to 5. Which values are these for the opponent, from the least to the greatest?",
            "Look at the two bounds in your recursive call: is the first one less than the second?",
            "The lower bound of one side is the upper bound of the other.",
        ),
    ),
    "returns-alpha": Misconception(
        "The same bound is returned by both sides",
        "Your function returns the same bound at every node. MAX and MIN find their values on different ends of the "
        "window.",
        (
            "What has a MIN node found out when its loop is over?",
            "Look at what is returned after the loop, for MAX and for MIN.",
            "The value of a node is what its own side could reach there.",
        ),
    ),
    # Decisions
    "shared-best-move": Misconception(
        "One best move for all levels",
        "The move that your function returns was found somewhere below the root: deeper calls write into the same "
        "variable.",
        (
            "How many calls of your search write to the variable that holds the best move?",
            "After the last child of the root has been searched, who wrote to it last?",
            "Only the root needs a move; every other node needs a value.",
        ),
    ),
    "role-hard-coded": Misconception(
        "It always plays for the same side",
        "Your function plays for one and the same side, whoever is to move.",
        (
            "Whose turn is it in this tree, and for whom did your function choose?",
            "Where does your function find out who is to move?",
            "A state knows its active player; a search that starts in the middle of a game must ask.",
        ),
    ),
    "slow-win": Misconception(
        "Any win will do, near or far",
        "The move wins, but a win now and a win in many moves are the same to your function. It may put a win off, and "
        "put it off again, and when it is losing it does not hold out.",
        ("What could make a near win worth a little more than a distant one?",),
    ),
    "tie-takes-later": Misconception(
        "It takes a move whose value is only a bound",
        "Your function prefers a later move of the same value. With a window, a later move that comes back equal may "
        "be worth less: the search stopped as soon as it knew that the move is no better.",
        (
            "The second move came back with the same value as the first. How much of it was searched?",
            "Look at the comparison with which the root changes its mind.",
            "Only what is certainly better may replace the move that is known to be good.",
        ),
    ),
    "infinite-win": Misconception(
        "No move is better than minus infinity",
        "Your function returned no move although there are some. If every move loses, and a loss counts as infinite, "
        "nothing is ever better than the value that the search starts from.",
        (
            "What is your best move before the loop, and when does it change?",
            "Let every move be worth −∞. Is your comparison ever true?",
            "Any move is better than none.",
        ),
    ),
    # Evaluations
    "not-antisymmetric": Misconception(
        "What is good for one side is not as bad for the other",
        "With the sides exchanged, the same position must have the opposite value. Your evaluation gives two values "
        "that do not cancel.",
        (
            "What is your evaluation of a position in which both sides have exactly the same?",
            "Is there something that you count for one side only?",
            "Count for both sides, and subtract.",
        ),
    ),
    # Tables and clocks
    "table-without-depth": Misconception(
        "A shallow answer to a deeper question",
        "Your function takes a value from the table that comes from a search less deep than the one it was asked for.",
        (
            "The same position is asked for twice, first at depth 1, then at depth 3. What does the table say?",
            "Look at what you store with a value, and what you ask before you use it.",
            "An entry is good enough only if it looked at least as far ahead.",
        ),
    ),
    "bounds-as-exact": Misconception(
        "A bound is taken for the value",
        "After a cut-off your function knows only that the value is at least, or at most, something. Taken from the "
        "table later, it counts as exact.",
        (
            "What exactly is known of a node whose search was cut off?",
            "With another window, would the same search have returned the same number?",
            "An entry should say what kind of knowledge it is: exact, at least, or at most.",
        ),
    ),
    "key-without-player": Misconception(
        "The table does not know who is to move",
        "Two positions that differ only in who is to move share one entry in your table.",
        (
            "Can the same board come up with either side to move?",
            "Look at the key under which you store a value: what is not in it?",
            "All that the value depends on belongs into the key.",
        ),
    ),
    "table-not-shared": Misconception(
        "Within one search nothing is remembered",
        "The same question asked once more is answered from the table. But a board that comes up again in the same "
        "search is searched again from the start.",
        (
            "How many tables are there in one search?",
            "Into which table does a child write what it has found, and who looks there later?",
            "All calls of one search should read and write the same table.",
        ),
    ),
    "unfinished-iteration": Misconception(
        "A half-finished search decides",
        "When the time is over, your function plays the best move of an iteration that has not seen all moves yet.",
        (
            "What does the iteration that was interrupted know of the moves it has not reached?",
            "Which search was the last one to see all moves?",
            "Keep the answer of the last iteration that was complete.",
        ),
    ),
    "no-fallback-move": Misconception(
        "No move at hand",
        "With very little time your function has no move to play, because not even its first iteration is complete.",
        (
            "What does your function return if the time is over at once?",
            "Which moves are known to be legal before any search?",
            "Have some legal move ready before the clock can stop you.",
        ),
    ),
    "never-deepens": Misconception(
        "It never looks deeper",
        "However much time there is, it plays the move that looks best one ply ahead.",
        ("How deep was the last search?", "Does the depth grow from one iteration to the next?"),
    ),
    "stops-too-soon": Misconception(
        "It stops before all is known",
        "What the best move is worth shows only some plies further down. There was plenty of time to look so far, but "
        "your function came back before.",
        (
            "How deep was the last search, and how high is this tree?",
            "What ends your loop over the depths, besides the clock?",
            "There is more to find as long as a search meets its depth limit anywhere in the tree.",
        ),
    ),
    "begins-too-deep": Misconception(
        "The first search is too deep",
        "There was time to look one ply ahead, more than twice over. Yet your function played what it plays with no "
        "time at all: the first search that it begins had not come to its end.",
        (
            "How deep is the very first search of your function?",
            "How long does one ply take here, and how long three?",
            "The first iteration should be over almost at once.",
        ),
    ),
    "never-stops": Misconception(
        "It goes on when all is known",
        "All of this tree is seen in one iteration. Your function searches it again and again, thousands of times, "
        "as long as there is time.",
        (
            "What can a search to depth 50 find in a game that is over after one move?",
            "How could your function notice that the last iteration met no depth limit anywhere?",
            "Besides the clock there should be a second reason to end the loop over the depths.",
        ),
    ),
}
