"""What is said where a student's search leaves the right one: what happened, and what should have."""

RETURNS_OTHER = "Your function returns {value} for {node}. Right is {right}."
LEAVES_EARLY = "Your function leaves {node} with {value}. It should look at {other} first."
LOOKS_FURTHER = "Your function looks at {node}. It need not: it could leave {other} with {right}."
LOOKS_ELSEWHERE = "Your function looks at {node}. It should look at {other} now."
ENDS_HERE = "Here your function ends."
STOPS_HERE = "Here your function stops: {error}."
ON_BOARD = "Here your function returns {value}. Right is {right}."
ROOT, NODE, LEAF = "the root", "the node {path}", "the leaf {path}"

YOURS, RIGHT = "Yours", "Right"
