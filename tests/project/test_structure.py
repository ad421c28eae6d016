"""A newcomer finds the way: no import circles, files that are one thing, and names that mean one thing."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import networkx as nx
import pytest

import minimax_lab

from .test_layers import PACKAGE, imported

MOST_LINES = 430  # of one file: it may have 400, and a few more are no reason to split it

SOURCES = {path.relative_to(PACKAGE).as_posix(): path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}


def assert_none(found: Iterable[str]) -> None:
    """Fail with the whole list; pytest would shorten it."""
    assert "\n".join(found) == ""


def module_name(file: str) -> str:
    """`games/trees.py` is `minimax_lab.games.trees`, and `games/__init__.py` is `minimax_lab.games`."""
    parts = Path("minimax_lab", file).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_graph(sources: dict[str, str]) -> nx.DiGraph:
    """An edge from each file to every file that it imports.

    `import a.b.c` runs `a/__init__.py` and `a/b/__init__.py`, too. Those count as imported, except for the packages
    that the importing file lies in itself: they are already running when it starts.
    """
    files = {module_name(file): file for file in sources}
    graph = nx.DiGraph()
    graph.add_nodes_from(sources)
    for file, source in sources.items():
        around = {".".join(module_name(file).split(".")[:end]) for end in range(1, len(module_name(file).split(".")))}
        for name in imported(file, source):
            parts = name.split(".")
            prefixes = [".".join(parts[:end]) for end in range(1, len(parts) + 1)]
            modules = [prefix for prefix in prefixes if prefix in files]
            # The last one is what is asked for; the ones before it are the packages on the way there.
            targets = [module for module in modules[:-1] if module not in around] + modules[-1:]
            graph.add_edges_from((file, files[module]) for module in targets if files[module] != file)
    return graph


def circles(sources: dict[str, str]) -> list[str]:
    """The shortest circle of each group of files that import one another: "a.py → b.py → a.py"."""
    graph = import_graph(sources)
    found = []
    for group in nx.strongly_connected_components(graph):
        part = graph.subgraph(sorted(group))
        rings = [nx.shortest_path(part, end, start) for start, end in sorted(part.edges)]
        if rings:
            ring = min(rings, key=len)
            found.append(f"{' → '.join([*ring, ring[0]])} (of {len(group)} files)")
    return sorted(found)


def test_no_files_import_one_another_in_a_circle():
    assert_none(circles(SOURCES))


@pytest.mark.parametrize(
    ("planted", "circle"),
    [
        (
            {"draw/a.py": "from minimax_lab.draw.b import B", "draw/b.py": "def show():\n    from .a import A"},
            {"draw/a.py", "draw/b.py"},
        ),
        (
            {
                "trace/a.py": "from minimax_lab.trace import b",
                "trace/b.py": "if TYPE_CHECKING:\n    from .c import C",
                "trace/c.py": "import minimax_lab.trace.a",
            },
            {"trace/a.py", "trace/b.py", "trace/c.py"},
        ),
        (
            {"arena/__init__.py": "from .match import play", "arena/match.py": "from minimax_lab.arena import words"},
            {"arena/__init__.py", "arena/match.py"},
        ),
        (
            {
                "check/one/__init__.py": "from .a import A",
                "check/one/a.py": "from ..two.b import B",
                "check/two/b.py": "from minimax_lab.check.one.c import C",
                "check/one/c.py": "",
            },
            {"check/one/__init__.py", "check/one/a.py", "check/two/b.py"},
        ),
    ],
    ids=["inside a function", "for type checkers", "through its own package", "through another package's __init__"],
)
def test_a_circle_is_found_and_its_files_are_named(planted, circle):
    others = {"__init__.py": "", "game.py": "", "draw/c.py": "from .a import A", "games/d.py": "from ..game import MAX"}
    [found] = circles({**others, **planted})
    assert set(found.rpartition(" (")[0].split(" → ")) == circle


def test_imports_that_only_point_down_are_no_circle():
    assert not circles(
        {
            "__init__.py": "",
            "game.py": "import math",
            "games/__init__.py": "from .trees import Tree\nfrom minimax_lab.games.isolation import Isolation",
            "games/trees.py": "from ..game import MAX\nfrom minimax_lab.games.lines import Line",
            "games/isolation.py": "from minimax_lab.games import lines, trees",
            "games/lines.py": "",
        }
    )


def test_no_file_is_longer_than_one_thing_needs():
    lengths = {file: len(source.splitlines()) for file, source in SOURCES.items()}
    assert_none(f"{file}: {lines} lines" for file, lines in sorted(lengths.items()) if lines > MOST_LINES)


def modules(package: ModuleType) -> Iterator[tuple[ModuleType, str]]:
    """Every package, this one among them, with the name of each module in it."""
    for module in pkgutil.iter_modules(package.__path__):
        yield package, module.name
        if module.ispkg:
            yield from modules(importlib.import_module(f"{package.__name__}.{module.name}"))


def is_hidden(package: ModuleType, name: str) -> bool:
    """Whether `package.name` is, or becomes when it is first asked for, something else than the module of that name."""
    module = importlib.import_module(f"{package.__name__}.{name}")
    return getattr(package, name) is not module or name in getattr(package, "__all__", ())


def test_no_module_is_hidden_by_a_name_that_its_package_offers():
    """`import minimax_lab.search.textbook.minimax` must yield the module, not the function."""
    inside = [(package, name) for package, name in modules(minimax_lab) if name != "__main__"]
    assert len(inside) > 50
    assert_none(f"{package.__name__}.{name}" for package, name in inside if is_hidden(package, name))


def test_a_module_that_a_function_hides_is_found(tmp_path, monkeypatch):
    folder = tmp_path / "planted_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .minimax import minimax\nfrom .trees import tree")
    (folder / "minimax.py").write_text("def minimax(): ...")
    (folder / "trees.py").write_text("def tree(): ...")
    monkeypatch.syspath_prepend(tmp_path)
    package = importlib.import_module("planted_package")
    assert [name for package, name in modules(package) if is_hidden(package, name)] == ["minimax"]


# Notebooks, exercises and programs of others use these names. Add to them freely, but never rename one.
PUBLIC = {
    "game": "GameState MAX MIN IllegalMove",
    "games": "Tree tree random_tree Isolation TicTacToe ConnectFour RPS Chess",
    "search": "minimax max_value min_value minimax_decision negamax alphabeta alphabeta_decision Engine Result",
    "evaluate": "Linear material chess_evaluation rps_standard mobility fit",
    "trace": "trace Trace",
    "draw": "draw_tree draw_board",
    "arena": "RandomPlayer GreedyPlayer EnginePlayer UCIPlayer HumanPlayer play tournament",
    "widgets": "step_through PruningQuiz TreeEditor PlayGame EvaluationExplorer",
    "check": "game_state minimax negamax alphabeta decision evaluation table_search deepening answers pruned plays",
}


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_there(module):
    offered = importlib.import_module(f"minimax_lab.{module}")
    assert [name for name in PUBLIC[module].split() if not hasattr(offered, name)] == []
