"""The board of isolation: what lies in which direction from a cell, and its mirror images.

A set of cells is a number with one bit for each cell (a *bitboard*): closing a cell is one operation on
one number, where a board of lists would have to be copied. All this depends only on the size of the board, and is
worked out once for each size.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, product
from operator import or_
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]  # (x, y): x to the right, y downwards, (0, 0) at the top left
Standing: TypeAlias = tuple[Cell | None, Cell | None]  # where the two players are; None before the first move

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]


class Image:
    """A way to turn and mirror the board that leaves its shape as it is: the cells go where `targets` says."""

    def __init__(self, bit: dict[Cell, int], targets: list[Cell]):
        self.cell: dict[Cell | None, Cell | None] = {None: None, **dict(zip(bit, targets, strict=True))}
        bits = [bit[cell] for cell in targets]
        eights = [bits[begin : begin + 8] for begin in range(0, len(bits), 8)]
        # Where each set of cells goes, eight cells at a time
        self.sets = [[sum(b for i, b in enumerate(eight) if byte >> i & 1) for byte in range(256)] for eight in eights]

    def of(self, cells: int) -> int:
        """Where a set of cells goes."""
        image = 0
        for images in self.sets:
            image |= images[cells & 255]
            cells >>= 8
        return image


class Geometry:
    """What follows from a board's width and height alone."""

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        self.cells = [(x, y) for y in range(height) for x in range(width)]
        self.bit = {cell: 1 << i for i, cell in enumerate(self.cells)}
        # rays[here]: in each direction the cells from here to the edge, each with its bit
        self.rays = {cell: [ray for step in DIRECTIONS if (ray := self._ray(cell, step))] for cell in self.cells}
        # ways[here][cell]: what must be open to go from here to cell; before the first move, just the cell
        self.ways: dict[Cell | None, dict[Cell, int]] = {None: self.bit}
        self.near: dict[Cell | None, int] = {None: 0}  # the cells around a cell
        for here, rays in self.rays.items():
            self.ways[here] = {cell: way for ray in rays for cell, way in self._ways_along(ray)}
            self.near[here] = sum(ray[0][0] for ray in rays)
        self.images = [*self._images()]
        self.least_images: dict[Standing, tuple[Standing, list[Image]]] = {}  # see least_image

    def _ray(self, cell: Cell, step: tuple[int, int]) -> list[tuple[int, Cell]]:
        (x, y), (dx, dy), ray = cell, step, []
        while (there := (x := x + dx, y := y + dy)) in self.bit:
            ray.append((self.bit[there], there))
        return ray

    @staticmethod
    def _ways_along(ray: list[tuple[int, Cell]]) -> Iterator[tuple[Cell, int]]:
        return zip((cell for _, cell in ray), accumulate((bit for bit, _ in ray), or_), strict=True)

    def _images(self) -> Iterator[Image]:
        last_x, last_y = self.width - 1, self.height - 1
        turned = [False, True] if self.width == self.height else [False]
        for turn, flip_x, flip_y in product(turned, [False, True], [False, True]):
            flipped = [(last_x - x if flip_x else x, last_y - y if flip_y else y) for x, y in self.cells]
            yield Image(self.bit, [cell[::-1] for cell in flipped] if turn else flipped)

    def least_image(self, free: int, standing: Standing) -> tuple[int, Standing]:
        """The least of the images of a position: its open cells, and where the players stand.

        Where they stand mostly leaves a single image, so that the open cells are seldom turned more than once.
        """
        known = self.least_images.get(standing)
        if known is None:
            here, there = standing
            pairs = {image: (image.cell[here], image.cell[there]) for image in self.images}
            least = min(pairs.values(), key=repr)
            known = self.least_images[standing] = least, [image for image in pairs if pairs[image] == least]
        least, images = known
        return min([image.of(free) for image in images]), least

    def __reduce__(self) -> Any:
        return geometry, (self.width, self.height)  # a pickle of a state holds no tables


@lru_cache(maxsize=64)
def geometry(width: int, height: int) -> Geometry:
    return Geometry(width, height)
