"""Mistakes in evaluations."""

from __future__ import annotations

from minimax_lab.check.texts.text import Text

CONSTANT = Text(
    "It says the same about every position that was tried",
    "All positions that were tried have the same value. An evaluation must tell good positions from bad ones.",
    ("What does a player want in this game?", "Count something that differs from position to position."),
)
REVERSED = Text(
    "The wrong way round",
    "On the boards that were tried, {games} High is good for MAX.",
    ("For whom is a high value good?", "Which of the two numbers do you subtract from the other?"),
)
MOVERS_VIEW = Text(
    "Not MAX's view",
    "Your evaluation takes the view of the player to move, or of neither player. It must always take MAX's view, "
    "whoever is to move. {values}",
    (
        "Does it matter to your evaluation whose turn it is?",
        "A search compares positions with either player to move. For whom is a high value good?",
        "What belongs to MAX counts for, what belongs to MIN counts against, at every turn.",
    ),
)
NOT_ANTISYMMETRIC = Text(
    "What is good for one side is not as bad for the other",
    "With the players exchanged, the same position must have the opposite value. {values}",
    (
        "What is your evaluation of a position in which both sides have exactly the same?",
        "Is there something that you count for one side only, or with another weight, or for the player to move, or "
        "that you round?",
        "Count the same for both sides, with the same weight, and subtract MIN's from MAX's, whoever is to move. "
        "Rounding down breaks the symmetry: −0.5 becomes −1, and 0.5 becomes 0.",
    ),
)
NOT_REPEATABLE = Text(
    "Not the same value every time",
    "Asked twice about the same position, your evaluation gives two answers.",
    ("Is there anything random in it?", "Does it remember something from one call to the next?"),
)
NOT_TRIED = Text(
    "Exchanging the players",
    "Not checked: whether the value changes its sign when the players are exchanged. For that, the states need a "
    "method exchanged().",
)
NAMES = "constant", "reversed", "not-antisymmetric", "not-repeatable"  # in the catalogue
SAYS = (
    "Your evaluation says {value} here, and {exchanged} with the players exchanged. The value should only change its "
    "sign."
)
AGAIN = "{value} again"
GAMES_WON_BY = "{some}games that {winner} has won get a value {side}"
ABOVE, BELOW = "above 0", "below 0"

FIRST_THE_CHECK = Text(
    "First the check",
    "Your evaluation must pass its own check before it can play. The check says: {fault}.",
    ("Run the check of the evaluation again. It shows a board, and has hints of its own.",),
)
WON = "{name} against {other}, {wins} of {games} games won"
TOO_OFTEN_BY_CHANCE = "Chance alone does as well too often."
NOT_MORE_THAN_HALF = "To win {half} of the games does not show that it is stronger."
FEWER_THAN_HALF, HALF = "fewer than half", "half"
NOT_STRONGER = Text(
    "Not stronger",
    "Your evaluation won {wins} of {games} games. From {both} openings it won with either side, from {none} "
    "with neither. {so} The board shows the end of a game that it did not win as {player}.",
    (
        "Why did {player} not win here? Some moves earlier, what would have warned you?",
        "What does your evaluation say about positions like this one? Call it on some of them.",
        "Change one thing at a time, such as a weight (also below 0), and let it play again.",
    ),
)
