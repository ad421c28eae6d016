"""Points for what a class has handed in, with nbgrader or without it."""
