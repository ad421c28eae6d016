"""Making sense of what was written down: which calls searched which nodes, what they are worth, and the steps."""
