"""What is said where a student's search leaves the right one: what happened, and what should have."""

RETURNS_OTHER = "Your function returns {value} for {node}. Right is {right}."
LEAVES_EARLY = "Your function leaves {node} with {value}. It should look at {other} first."
LOOKS_FURTHER = "Your function looks at {node}. It need not: it could leave {other} now."
LOOKS_TOO_FAR = "Your function looks at {node}. A right search leaves {other} now."
LOOKS_ELSEWHERE = "Your function looks at {node}. It should look at {other} now."
GOES_ON = "Your function goes on and looks at {node}. A right search has ended here."
ENDS_HERE = "Here your function ends."
ENDS_WITH = "Here your function ends with {value}."
STOPS_HERE = "Here your function stops: {error}."
ROOT, NODE, LEAF = "the root", "the node {path}", "the leaf {path}"

YOURS, RIGHT = "Yours", "Right"
YOURS_TO_MOVE = "Yours (at the root: what it returned)"  # where a move is asked for, and the right root has a value
BOARD_OF_STATE, BOARD_AFTER = "This is `state`:", "The board after these moves:"
