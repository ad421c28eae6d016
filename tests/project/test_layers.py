"""An import may only point down: games know nothing of searches, searches nothing of pictures."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import minimax_lab

PACKAGE = Path(minimax_lab.__file__).parent

GROUND = {"picture", "limits", "garbage", "game", "adapt", "game_faults", "values"}
BELOW_ARENA = GROUND | {"games", "search", "evaluate", "solve", "trace", "draw"}
MAY_IMPORT = {
    "picture": set(),
    "limits": set(),
    "garbage": set(),
    "game": {"picture"},
    "adapt": {"game"},
    "values": {"adapt", "game"},
    "game_faults": {"adapt", "game", "limits"},
    "games": GROUND,
    "search": GROUND,
    "evaluate": GROUND | {"games"},
    "solve": GROUND | {"games", "evaluate"},
    "trace": GROUND,
    "draw": GROUND | {"games", "trace"},
    "arena": BELOW_ARENA,
    "check": BELOW_ARENA,
    "widgets": BELOW_ARENA | {"arena", "check"},
    "app": BELOW_ARENA | {"arena", "check", "widgets", "__version__"},
}
OUTSIDE = {"__init__.py", "__main__.py"}  # these put the layers together

FILES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))


def imported(file: str, source: str) -> Iterator[str]:
    """The full names of all that `source` imports, also inside functions and for type checkers."""
    package = ["minimax_lab", *Path(file).parts[:-1]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = [node.module] if node.module else []
            yield from (".".join([*base, *module, name.name]) for name in node.names)


def forbidden(file: str, source: str) -> list[str]:
    """What `source` imports although `file`, a path inside the package, lies in a layer that must not."""
    layer = Path(file).parts[0].removesuffix(".py")
    names = (name.split(".") for name in imported(file, source))
    ours = (name for name in names if name[0] == "minimax_lab")
    return [".".join(name) for name in ours if name[1:2] != [layer] and not MAY_IMPORT[layer].issuperset(name[1:2])]


def test_imports_point_down():
    inside = {file: (PACKAGE / file).read_text(encoding="utf-8") for file in FILES if file not in OUTSIDE}
    assert len(inside) > 100
    assert {file: found for file, source in inside.items() if (found := forbidden(file, source))} == {}


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("game.py", "from minimax_lab.games import tree"),
        ("games/tree.py", "from minimax_lab import search"),
        ("games/tree.py", "from ..search.minimax import minimax"),
        ("games/__init__.py", "from .. import search"),
        ("search/minimax.py", "from minimax_lab.games import tree"),
        ("search/minimax.py", "if TYPE_CHECKING:\n    from minimax_lab.trace import Trace"),
        ("trace/record.py", "def show(trace):\n    import minimax_lab.draw.svg as svg"),
        ("draw/tree.py", "from minimax_lab.search import minimax"),
        ("arena/players.py", "from minimax_lab import check"),
        ("check/report.py", "from minimax_lab import arena"),
        ("widgets/stepper.py", "from minimax_lab.app.launch import main"),
    ],
)
def test_an_import_that_points_up_is_found(file, source):
    assert len(forbidden(file, source)) == 1


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("games/isolation.py", "from minimax_lab.game import MAX, MIN"),
        ("games/isolation.py", "from ..game import MAX\nfrom .tree import Tree\nimport networkx"),
        ("draw/tree.py", "from minimax_lab import games, trace"),
        ("widgets/stepper.py", "import minimax_lab.check.report"),
    ],
)
def test_an_import_that_points_down_or_out_of_the_package_is_free(file, source):
    assert forbidden(file, source) == []
