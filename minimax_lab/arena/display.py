"""How a game is shown while it is played, in pictures and in words.

A display is a function that is called with each state. If it has a parameter `note`, it also gets a sentence about
what has happened. Texts are the same on every machine, without the address of any object.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from html import escape
from typing import Any, TypeAlias

from minimax_lab.trace.words import without_address

Display: TypeAlias = Callable[..., object]
Show: TypeAlias = Callable[[Any, str], object]

PICTURE_WIDTH, MOST_PICTURES = 150, 24  # pixels of a position in a film strip, and how many are shown


def display_for(display: str | Display | None) -> Show:
    """The function that shows a state with a note: one of DISPLAYS, your own display, or one that does nothing."""
    if isinstance(display, str) and display in DISPLAYS:
        return DISPLAYS[display]()
    if display is None:
        return lambda state, note: None
    if not callable(display):
        names = ", ".join(map(repr, DISPLAYS))
        raise ValueError(f"display must be one of {names}, a function that shows a state, or None; got {display!r:.80}")
    try:
        told = "note" in inspect.signature(display).parameters
    except ValueError:  # Python does not know the parameters of some functions that are written in C
        told = False
    return (lambda state, note: display(state, note=note)) if told else (lambda state, note: display(state))


def _text(state: Any, note: str) -> None:
    """Prints what has happened, and the state below it."""
    print(f"{note}\n{state}\n" if note else f"{state}\n")


def _notebook() -> Show:
    """One picture that changes while the game goes on."""
    try:
        from IPython.display import display
    except ImportError:
        raise ImportError('display="notebook" needs IPython: pip install ipython') from None
    handle: Any = None

    def show(state: Any, note: str) -> None:
        nonlocal handle
        shown = {"text/html": figure(state, note), "text/plain": f"{note}\n{state}".strip()}
        if handle is None:
            handle = display(shown, raw=True, display_id=True)
        else:
            handle.update(shown, raw=True)

    return show


DISPLAYS: dict[str, Callable[[], Show]] = {"text": lambda: _text, "notebook": _notebook}


def figure(state: Any, note: str, style: str = "") -> str:
    """A state as HTML: its picture or its text, above a note."""
    from minimax_lab.draw import notebook_bundle

    bundle = notebook_bundle(state)
    if bundle:
        picture = bundle["text/html"].replace("<img ", '<img style="max-width:100%" ', 1)
    else:
        picture = f'<pre style="margin:0">{escape(without_address(str(state)))}</pre>'
    caption = f"<figcaption>{escape(note)}</figcaption>" if note else ""
    return f'<figure style="margin:0;{style}">{picture}{caption}</figure>'


def film_strip(states: Sequence[Any], notes: Sequence[str], outcome: str) -> str:
    """The states of a game side by side, and how it ended. Of a long game the middle is left out."""
    style = f"width:{PICTURE_WIDTH}px;font-size:12px"
    shown = [*zip(states, notes, strict=True)]
    left_out = len(shown) - MOST_PICTURES
    begin, end = (shown, []) if left_out <= 0 else (shown[: MOST_PICTURES // 2], shown[-MOST_PICTURES // 2 :])
    figures = [figure(state, note, style) for state, note in begin]
    figures += [f'<div style="{style};align-self:center">… {left_out} positions …</div>'] * bool(end)
    figures += [figure(state, note, style) for state, note in end]
    strip = f'<div style="display:flex;flex-wrap:wrap;gap:10px;align-items:flex-start">{"".join(figures)}</div>'
    return f"{strip}<p>{escape(outcome)}</p>"


def printable(text: str) -> str:
    """The text with surrogates written as \\udc80, because no file takes them as they are."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def text_of(something: Any) -> str:
    """Its repr, or its type if the repr fails."""
    try:
        return without_address(repr(something))
    except KeyboardInterrupt:
        raise
    except BaseException:  # also exit()
        return f"<{type(something).__name__}>"


def has_own(something: Any, method: str) -> bool:
    """Whether its class defines a method itself that every object has by default."""
    return getattr(type(something), method) is not getattr(object, method)


def sentence(*parts: str) -> str:
    return ": ".join(filter(None, parts))


def plays(player: str, move: Any) -> str:
    return f"{player} plays {without_address(str(move))}"
