"""Stands in for numpy where it is not to be had: in a browser, offline."""


class NotHere(ImportError):
    """Says what is missing."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


raise NotHere(
    "This cell needs numpy. This site works offline, without it: "
    "install the course to run this lesson, or go on reading."
)
