"""Connect four as students write it, with mistakes in what counts as a four."""


class Wraps:
    """The cells in one list, row by row, so that a row goes on in the next one."""

    def __init__(self, cells="." * 42):
        self.cells = cells

    def get_legal_moves(self):
        lines = [self.cells[first::step][:4] for step in (1, 6, 7, 8) for first in range(42 - 3 * step)]
        if "XXXX" in lines or "OOOO" in lines:
            return []
        return [column for column in range(7) if self.cells[35 + column] == "."]

    def forecast_move(self, column):
        cell = self.cells.index(".", column)
        while cell % 7 != column:
            cell = self.cells.index(".", cell + 1)
        mark = "O" if self.cells.count(".") % 2 else "X"
        return Wraps(self.cells[:cell] + mark + self.cells[cell + 1 :])


class OneWay:
    """Columns of marks; from the last piece, three more are looked for in each direction alone."""

    def __init__(self, columns=((),) * 7, over=False):
        self.columns, self.over = columns, over

    def get_legal_moves(self):
        return [] if self.over else [x for x, column in enumerate(self.columns) if len(column) < 6]

    def mark_at(self, x, y):
        return self.columns[x][y] if 0 <= x < 7 and 0 <= y < len(self.columns[x]) else None

    def forecast_move(self, x):
        mark, columns = sum(map(len, self.columns)) % 2, [*self.columns]
        columns[x] += (mark,)
        new, y = OneWay(columns), len(columns[x]) - 1
        for dx, dy in [(1, 0), (-1, 0), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]:
            new.over |= all(new.mark_at(x + i * dx, y + i * dy) == mark for i in range(4))
        return new


WRONG = {"wraps-around": [Wraps], "counts-one-way": [OneWay]}
