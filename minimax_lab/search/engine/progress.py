"""A progress bar for a search that takes long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from minimax_lab.search.engine.result import Result


class Progress:
    """How many nodes were seen, and the best move so far, on a bar of tqdm."""

    def __init__(self, bar: Any):
        self._bar = bar

    def show_nodes(self, nodes: int) -> None:
        self._bar.update(nodes - self._bar.n)

    def show_iteration(self, best: Result) -> None:
        self._bar.set_description(f"depth {best.depth}, best move {best.move}", refresh=False)


@contextmanager
def progress_bar(wanted: bool) -> Iterator[Progress | None]:
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError("progress=True shows a bar with tqdm, which is not installed: pip install tqdm") from None
    with tqdm(unit=" nodes", unit_scale=True) as bar:
        yield Progress(bar)
