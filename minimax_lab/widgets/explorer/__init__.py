"""The evaluation explorer: turn the weights of an evaluation and see what changes."""
