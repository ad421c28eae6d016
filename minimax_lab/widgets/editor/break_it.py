"""Break it: the code of a wrong search, and an editor in which to build the smallest tree on which it goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

import traitlets

from minimax_lab.games import Tree
from minimax_lab.picture.text import count_text
from minimax_lab.widgets.editor.editor import TreeEditor, to_draft
from minimax_lab.widgets.editor.puzzle import BEGINNING, PUZZLES, of_ones_own, of_the_table
from minimax_lab.widgets.stepper.stepper import StepThrough, step_through


class BreakIt(TreeEditor):
    """A wrong search, of which you see the code. Build a tree on which it goes wrong, with as few leaves as you can.

    `search`: "minimax" or "alphabeta", for wrong programs of the library; or a search of your own (or a friend's),
    which is called with the tree alone.
    `program`: which of the library's: a number, from 1, or the code of a mistake, such as "no-running-best".

    A few wrong alpha-betas never return a wrong value: then build a tree on which they look at too much.
    `tree` can be read, observed and set; `exposed` says whether it exposes the search, and `fewest` is the least number
    of leaves with which you have done so. When you have, both runs can be seen side by side.

    >>> BreakIt("minimax")
    BreakIt(minimax, program 1 of 7, not exposed yet)
    """

    exposed = traitlets.Bool(False)
    fewest = traitlets.Int(None, allow_none=True)

    def __init__(self, search: Callable[..., Any] | str = "alphabeta", program: int | str = 1, tree: Any = None):
        if isinstance(search, str) and search not in PUZZLES:
            raise ValueError(f'search is "minimax", "alphabeta" or a function of your own, not {search!r}')
        self._codes = PUZZLES[search] if isinstance(search, str) else ()
        self._kind = search if isinstance(search, str) else ""
        self._number = self._read_number(program)
        self.puzzle = of_the_table(self._kind, self._codes[self._number]) if self._codes else of_ones_own(search)  # type: ignore[arg-type]
        self._show_puzzle()  # before the widget opens: the browser is never without one
        super().__init__(BEGINNING if tree is None else tree, self._kind or "minimax")

    def _read_number(self, program: int | str) -> int:
        if not self._codes:
            return 0
        if isinstance(program, int) and 1 <= program <= len(self._codes):
            return program - 1
        if program in self._codes:
            return self._codes.index(program)
        codes = ", ".join(self._codes)
        raise ValueError(f"program is a number from 1 to {len(self._codes)}, or one of {codes}; not {program!r}")

    def _show_puzzle(self) -> None:
        which = f", program {self._number + 1} of {len(self._codes)}" if self._codes else ""
        self._puzzle = {
            "title": f"Break it{which}",
            "task": self.puzzle.task,
            "source": self.puzzle.source,
            "isLast": not self._codes,
        }

    def next_program(self) -> None:
        """Go on to the next wrong program; of your own there is only one."""
        if self._codes:
            self._number = (self._number + 1) % len(self._codes)
            self.puzzle = of_the_table(self._kind, self._codes[self._number])
            self.fewest = None
            self._show_puzzle()
            self.tree = Tree(BEGINNING)
            self._run()

    def _verdict(self) -> dict[str, Any]:
        self.exposed, told = self.puzzle.outcome(self.tree)
        if self.exposed:
            leaves = len(self.tree.leaves())
            self.fewest = min(leaves, self.fewest or leaves)
        return {"summary": told, "exposed": self.exposed}

    def step_through(self, search: str = "") -> StepThrough:
        """Open both runs below the tree, the wrong one beside the right one, where they begin to differ."""
        wrong, beside = self.puzzle.both_runs(self.tree)
        self._stepper = shown = step_through(wrong, beside=beside, grain="difference")
        return shown

    def _receive(self, widget: Any, message: Any, buffers: Any) -> None:
        if message.get("do") == "next":
            self.next_program()
            self._answer = {"serial": message.get("serial"), "problem": "", "tree": to_draft(self.tree)}
        else:
            super()._receive(widget, message, buffers)

    # Where widgets do not run

    def __repr__(self) -> str:
        what = f"{self._kind}, program {self._number + 1} of {len(self._codes)}" if self._codes else "your own search"
        leaves = count_text(len(self.tree.leaves()), "leaf", "leaves")
        return f"BreakIt({what}, {f'exposed with {leaves}' if self.exposed else 'not exposed yet'})"

    def _text(self) -> str:
        return f"{self!r}\n{self.puzzle.source}"

    def _still(self) -> str:
        return f"<p>{escape(self._puzzle['task'])}</p><pre>{escape(self.puzzle.source)}</pre>{super()._still()}"
