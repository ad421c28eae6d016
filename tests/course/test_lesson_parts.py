"""Lessons 2, 4 and 6 build a program in parts: the finished code that they unfold passes, and a slip in it does not."""

import ast
import linecache
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from minimax_lab.evaluate import rps_standard
from minimax_lab.games import RPS
from tests.course.lesson_cells import LESSONS, needed

pytestmark = pytest.mark.usefixtures("in_the_folder_of_the_lessons")

OURS = re.compile(r"<summary>Ours</summary>.*?```python\n(.*?)```", re.S)
GROWN = {
    "02_minimax": ["minimax", "decision"],
    "04_alpha_beta": ["my_alphabeta"],
    "06_rps_engine": ["Ordered", "Remembering", "Deepening", "OnTheClock"],
}


def code_and_ours(lesson: str) -> tuple[list[str], dict[str, str]]:
    """The code cells of a lesson, and the finished code that it unfolds, by what that defines."""
    cells = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    unfolded = [text for cell in cells if cell.cell_type == "markdown" for text in OURS.findall(cell.source)]
    code = [cell.source for cell in cells if cell.cell_type == "code" and not cell.source.startswith("%%")]
    return code, {re.search(r"(?:def|class) (\w+)", text)[1]: text for text in unfolded}


def shown(statements: list[ast.stmt], known: dict[str, Any], capsys: Any) -> str:
    """What a cell of these statements prints and displays."""
    *before, last = statements
    exec(compile(ast.Module(before, []), "lesson", "exec"), known)
    value = eval(compile(ast.Expression(last.value), "lesson", "eval"), known) if isinstance(last, ast.Expr) else None
    return f"{capsys.readouterr().out}{'' if value is None else value!r}"


def told_of(lesson: str, name: str, capsys: Any, change: tuple[str, str] = ("", "")) -> str:
    """What the check of a part shows once all parts are written as the lesson unfolds them, this one with a change."""
    code, ours = code_and_ours(lesson)
    assert change[0] in ours[name]
    ours[name] = ours[name].replace(*change)
    at = next(place for place, cell in enumerate(code) if re.search(rf"^(def|class) {name}\b", cell, re.M))
    frame = ast.parse(code[at]).body
    checks = frame[-1:] if isinstance(frame[-1], ast.Expr) else ast.parse(code[at + 1]).body
    known: dict[str, Any] = {"display": print, "__name__": "__main__"}
    for cell in [*needed(code[:at], code[at] + "\n" + ast.unparse(checks)), code[at]]:
        if not cell.startswith("PlayGame"):
            exec(compile(cell, lesson, "exec"), known)
        for part in (part for part in ours if re.search(rf"^(def|class) {part}\b", cell, re.M)):
            exec(ours[part], known)
    capsys.readouterr()
    return shown(checks, known, capsys)


def passes(told: str) -> bool:
    return "✓" in told and not {*"✗✎◐"} & {*told} and "Remark" not in told


@pytest.mark.parametrize("lesson", GROWN)
def test_the_finished_code_that_a_lesson_unfolds_passes_the_check_beside_it(lesson, capsys):
    assert [*code_and_ours(lesson)[1]] == GROWN[lesson]
    for name in GROWN[lesson]:
        assert passes(told_of(lesson, name, capsys)), name


SLIPS = [
    ("02_minimax", "decision", ("depth - 1", "depth")),
    ("02_minimax", "decision", ("not maximizing", "maximizing")),
    ("02_minimax", "decision", ("max if maximizing else min", "max")),
    ("04_alpha_beta", "my_alphabeta", ("best >= beta", "best >= inf")),
    ("04_alpha_beta", "my_alphabeta", ("beta = min(beta, best)", "pass")),
    ("06_rps_engine", "Ordered", ("else -child.margin", "else child.margin")),
    ("06_rps_engine", "Remembering", ('"at most" if value <= alpha else ', "")),
    ("06_rps_engine", "Remembering", ('"at least": value >= beta', '"at least": True')),
    ("06_rps_engine", "Remembering", ("known_depth == depth and ", "")),
    ("06_rps_engine", "Deepening", ("_, self.move = self.search", "self.search")),
    ("06_rps_engine", "Deepening", ("range(1, depth + 1)", "range(1, depth)")),
    ("06_rps_engine", "OnTheClock", ("raise TimeoutError", "return 0, None")),
    ("06_rps_engine", "OnTheClock", ("return self.deepen", "self.deepen")),
    ("06_rps_engine", "OnTheClock", ("deepen(state, depth)", "deepen(state, 9)")),
]


@pytest.mark.exhaustive
def test_a_slip_in_what_a_lesson_builds_does_not_pass(capsys):
    for lesson, name, change in SLIPS:
        assert not passes(told_of(lesson, name, capsys, change)), change


def test_lesson_6_asks_about_the_key_of_a_table_in_which_mirror_images_do_not_meet(capsys):
    told = told_of("06_rps_engine", "Remembering", capsys, ("state.canonical_key()", "state"))
    assert "saves no nodes. Is its key `state.canonical_key()`" in told
    assert "maximizing" not in told
    assert not passes(told)


def test_lesson_6_says_what_a_search_must_return_that_returns_only_the_value(capsys):
    change = "        return value, move\n\n", "        return value\n\n"
    told = told_of("06_rps_engine", "Remembering", capsys, change)
    assert "`search` must return two things, the value and the move" in told
    assert not passes(told)


def searched(depth: int, change: tuple[str, str] = ("", "")) -> int:
    """The nodes of lesson 6's deepening engine from the lesson's start, with a change in its text."""
    text, known = (LESSONS / "data" / "our_engine.txt").read_text("utf-8"), {}
    assert change[0] in text
    exec(text.replace(*change), known)
    engine = known["Deepening"](rps_standard)
    engine.deepen(RPS.start("RPSRP", "PSRSR"), depth)
    return engine.nodes


def test_what_lesson_6_says_of_a_table_that_is_emptied_and_of_deeper_entries_is_so():
    emptied = "_, self.move = self.search", "self.table = {}; _, self.move = self.search"
    assert [searched(4), searched(4, emptied)] == [1_000, 988]
    assert [searched(6), searched(6, emptied)] == [15_388, 16_809]
    assert searched(6, ("known_depth == depth", "known_depth >= depth")) == 15_388


def test_the_engine_of_ours_is_what_lesson_6_shows():
    code, shown = code_and_ours("06_rps_engine")
    (plain,) = [cell[cell.index("class Plain") :] for cell in code if "class Plain:" in cell]
    parts = (LESSONS / "data" / "our_engine.txt").read_text("utf-8").split("\n\n\n")
    assert [plain, *(text.strip() for text in shown.values())] == parts[2:-1]


class Lesson6:
    """Lesson 6 in a folder of its own: a reader runs its cells, one by one."""

    def __init__(self, folder: Path, monkeypatch: Any, capsys: Any) -> None:
        (folder / "data").symlink_to(LESSONS / "data")
        monkeypatch.chdir(folder)
        self.patch, self.read, self.cells = monkeypatch.setitem, capsys.readouterr, 0
        self.code, self.ours = code_and_ours("06_rps_engine")
        self.at = {name: self.place_of(f"class {name}(") for name in self.ours}
        (self.setup,) = (cell for cell in self.code if "def settle(" in cell)
        self.last = self.place_of("write_text(")
        parts = {*self.at.values(), *(place + 1 for place in self.at.values())}
        self.known: dict[str, Any] = {"display": print, "__name__": "__main__"}
        for cell in needed(self.code[: self.last], "\n".join(self.code[place] for place in [*parts, self.last])):
            if self.code.index(cell) not in parts and not cell.startswith("PlayGame"):
                self.run(cell)

    def place_of(self, words: str) -> int:
        (place,) = (place for place, cell in enumerate(self.code) if words in cell)
        return place

    def run(self, cell: str) -> str:
        """What the cell prints. Its lines can be read later, as in a notebook."""
        self.cells += 1
        name = f"cell {self.cells}"
        self.patch(linecache.cache, name, (len(cell), None, cell.splitlines(True), ""))
        exec(compile(cell, name, "exec"), self.known)
        return self.read().out

    def leave(self, name: str) -> None:
        """Run the cell of a part as the lesson gives it."""
        self.run(self.code[self.at[name]])

    def write(self, name: str) -> None:
        """Run the cell of a part with the answer that the lesson unfolds."""
        self.run(self.ours[name].replace(":\n", ":  # the reader's\n", 1))

    def check(self, name: str) -> str:
        return self.run(self.code[self.at[name] + 1])

    def file(self) -> str:
        """The engine that the lesson writes; it can play."""
        self.run(self.code[self.last])
        text, engine = Path("my_engine.py").read_text("utf-8"), {}
        assert all(f"class {name}(" in text for name in self.ours)
        exec(text, engine)
        assert engine["MyEngine"](rps_standard).play(self.known["start"], lambda: False, depth=2) is not None
        return text


@pytest.fixture
def lesson_6(tmp_path, monkeypatch, capsys):
    return Lesson6(tmp_path, monkeypatch, capsys)


PARTS = [*code_and_ours("06_rps_engine")[1]]


@pytest.mark.parametrize("name", PARTS)
def test_a_check_of_lesson_6_judges_only_what_the_reader_wrote_however_often_it_runs(lesson_6, name):
    for earlier in PARTS[: PARTS.index(name)]:
        lesson_6.leave(earlier)
        lesson_6.check(earlier)  # so that ours stands in
    lesson_6.leave(name)
    first = lesson_6.check(name)
    assert re.search("[✎✗]", first)
    assert "✓" not in first
    assert lesson_6.check(name) == first
    lesson_6.run(lesson_6.setup)  # once more, while ours stands in
    assert lesson_6.check(name) == first
    with pytest.raises(SyntaxError):
        lesson_6.run(f"class {name}(:")
    assert lesson_6.check(name) == first
    lesson_6.write(name)
    assert all(passes(lesson_6.check(name)) for _ in range(2))
    lesson_6.leave(name)
    assert [lesson_6.check(name), lesson_6.check(name)] == [first, first]


def test_lesson_6_writes_a_reader_s_cell_into_the_file_only_once_it_has_passed_its_check(lesson_6):
    for name in PARTS:
        lesson_6.leave(name)
        lesson_6.check(name)
    assert "# the reader's" not in lesson_6.file()
    for name in PARTS:
        lesson_6.write(name)
    assert "# the reader's" not in lesson_6.file()  # not yet checked
    for name in PARTS:
        assert passes(lesson_6.check(name))
    assert lesson_6.file().count("# the reader's") == 4


def test_lesson_6_writes_the_reader_s_own_cells_into_the_file_and_ours_only_where_those_are_not_right(lesson_6):
    for name in lesson_6.ours:
        (lesson_6.write if name in ("Ordered", "Deepening") else lesson_6.leave)(name)
        lesson_6.check(name)
    text = lesson_6.file()
    assert text.count("# the reader's") == 2
    assert all(each.strip() in text.replace("  # the reader's", "") for each in lesson_6.ours.values())


def test_lesson_6_writes_helpers_into_the_file_and_no_tests(lesson_6):
    lesson_6.leave("Ordered")
    helper = "from functools import cache\n\n\nLESS = -1\n\n\n"
    helper += "@cache\ndef sign(player):\n    return 1 if player is MIN else LESS\n\n\n"
    scored = "return child.margin if child.active_player is MIN else -child.margin"
    assert scored in lesson_6.ours["Ordered"]
    own = lesson_6.ours["Ordered"].replace(scored, "return sign(child.active_player) * child.margin")
    tried = "print(Ordered(rps_standard).search(start, 2))\nnumber = 1 / sign(start.active_player)\n"
    lesson_6.run(f"# mine\n{helper}{own}\n{tried}")
    assert passes(lesson_6.check("Ordered"))
    text = lesson_6.file()
    assert helper in text
    assert "start" not in text


def test_lesson_6_says_which_name_is_missing_in_the_file_if_a_helper_stands_in_another_cell(lesson_6):
    lesson_6.leave("Ordered")
    lesson_6.run("def sign(player):\n    return 1 if player is MIN else -1\n")
    scored = "return child.margin if child.active_player is MIN else -child.margin"
    lesson_6.run(lesson_6.ours["Ordered"].replace(scored, "return sign(child.active_player) * child.margin"))
    assert passes(lesson_6.check("Ordered"))
    assert "In the file, name 'sign' is not defined." in lesson_6.run(lesson_6.code[lesson_6.last])


def test_lesson_6_says_of_a_table_without_moves_that_its_entries_need_them(lesson_6):
    lesson_6.write("Ordered")
    lesson_6.leave("Remembering")
    turned = lesson_6.ours["Remembering"].replace("= depth, kind, value, move", "= move, depth, kind, value")
    turned = turned.replace("known_depth, kind, value, move =", "move, known_depth, kind, value =")
    assert turned != lesson_6.ours["Remembering"]
    lesson_6.run(turned)
    told = lesson_6.check("Remembering")
    assert "An entry must end with its best move" in told
    assert not passes(told)


def test_lesson_6_asks_about_bounds_only_where_an_entry_may_answer_more_often(lesson_6):
    lesson_6.write("Ordered")
    lesson_6.leave("Remembering")
    assert "bound" not in lesson_6.check("Remembering")
    lesson_6.run(lesson_6.ours["Remembering"].replace("and enough[kind]", 'and kind == "exact"'))
    assert "more nodes than the library's. Does a bound answer, too?" in lesson_6.check("Remembering")


def test_lesson_6_comes_to_no_position_twice_before_the_last_ply_where_it_says_so():
    known: dict[str, Any] = {}
    exec((LESSONS / "data" / "our_engine.txt").read_text("utf-8"), known)
    met: list[tuple[Any, int]] = []

    class Counting(known["Ordered"]):
        def search(self, state: Any, depth: int, *window: float) -> Any:
            met.append((state, depth))
            return super().search(state, depth, *window)

    Counting(rps_standard).search(RPS.start("RPSRP", "PSRSR"), 4)
    searched = [state for state, depth in met if depth > 0]
    assert len(searched) == len({*searched}) > 100
