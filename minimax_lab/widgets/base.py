"""What the widgets have in common in Python: a still picture and a fixed text for where widgets do not run."""

from __future__ import annotations

from html import escape
from typing import Any

import anywidget

from minimax_lab.draw import notebook_bundle


class WithStill:
    """A widget that also shows itself where widgets do not run: on GitHub, on paper, in a saved notebook.

    It comes before the widget's own class in the list of base classes. A subclass defines `_still`, and
    `__repr__` without an address, so that a stored notebook is the same on every machine.
    """

    def _still(self) -> str:
        """The picture, as HTML that a notebook keeps even if it is not trusted."""
        raise NotImplementedError

    def _text(self) -> str:
        """What stands where there are not even pictures."""
        return repr(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        shown = super()._repr_mimebundle_(**kwargs)  # type: ignore[misc]
        data, metadata = shown if isinstance(shown, tuple) else (shown or {}, {})
        return {**data, "text/plain": self._text(), "text/html": self._still()}, metadata


class Widget(WithStill, anywidget.AnyWidget):
    """A widget that is drawn by its own JavaScript."""


def picture_html(shown: Any, text: str = "", **options: Any) -> str:
    """The picture of a state or a trace as HTML; where there is none, `text` (if any) as it stands."""
    if drawn := notebook_bundle(shown, **options):
        return drawn["text/html"]
    return f"<pre>{escape(text)}</pre>" if text else ""
