"""How nbgrader makes and grades the exercises. `tools.course` copies this file into a course's folder."""

from pathlib import Path

c = get_config()  # type: ignore[name-defined]  # noqa: F821

c.CourseDirectory.course_id = "minimax_lab"

# Through this folder assignments go out and come back; everybody must be able to write there. nbgrader's own
# choice, /usr/local/share/nbgrader/exchange, can be made by an administrator only.
c.Exchange.root = str(Path.home() / "nbgrader_exchange")

# What stands in place of a solution: nothing that fails, so that an untouched exercise runs from top to bottom.
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE"}

# Seconds for each cell. A check ends endless work itself, and waits for at most 66 seconds for code that only
# waits; this is for an endless loop in a cell outside of all functions.
c.Execute.timeout = 90

# What feedback and Formgrader show of an output, the best first. No widgets: nothing runs them there, and where a
# report is stored as a widget and as a page, they would show neither.
c.NbConvertBase.display_data_priority = [
    "text/html",
    "image/svg+xml",
    "image/png",
    "image/jpeg",
    "text/markdown",
    "text/latex",
    "text/plain",
]
