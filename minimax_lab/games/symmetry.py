"""The eight symmetries of a three-by-three board. A set of cells is a number with one bit for each cell."""

from __future__ import annotations

CELLS = range(9)
SETS = range(1 << 9)


def _symmetries() -> list[list[int]]:
    """For each of the eight turns and reflections, where it takes each cell."""
    turn = [3 * (cell % 3) + 2 - cell // 3 for cell in CELLS]
    mirror = [3 * (cell // 3) + 2 - cell % 3 for cell in CELLS]
    ways = [[*CELLS]]
    for _ in range(3):
        ways.append([turn[cell] for cell in ways[-1]])
    return ways + [[mirror[cell] for cell in way] for way in ways]


SYMMETRIES = _symmetries()
# The same for each set of cells
IMAGES = [[sum(1 << way[cell] for cell in CELLS if cells >> cell & 1) for cells in SETS] for way in SYMMETRIES]
# The least image of each set of cells, and the ways that lead to it: mostly one, so that whatever
# else is on the board need not be looked at in all eight ways.
LEAST = [min(image[cells] for image in IMAGES) for cells in SETS]
WAYS = [[image for image in IMAGES if image[cells] == LEAST[cells]] for cells in SETS]
