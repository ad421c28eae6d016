"""How nbgrader makes and grades the exercises. `tools.course` copies this file into a course's folder."""

c = get_config()  # type: ignore[name-defined]  # noqa: F821

c.CourseDirectory.course_id = "minimax_lab"

# What stands in place of a solution: nothing that fails, so that an untouched exercise runs from top to bottom.
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE"}

# Seconds for each cell. A check ends endless loops itself; this is for one in a cell outside of all functions.
c.Execute.timeout = 60
