"""Imports point one way, there are no import cycles, and shared packages know no game.

Every import counts: at the top of a module, inside a function, or for type checkers only.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

import sandtable

SOURCE = Path(sandtable.__file__).parent
ROOT = "sandtable"
LAYERS = (
    {"core", "pixels"},
    {"area", "hexes", "statistics"},
    {"odds", "maps"},
    {"guides", "bots"},
    {"games"},
    {"variants", "puzzles"},
    {"scenarios", "lab", "terminal", "notebook", "server", "printing"},
    {"workshop"},
    {"cli"},
    {"__main__"},
)
"""From the bottom up. A package imports only from layers below it."""
TABLES = "sandtable.server.tables"
EXCEPTIONS = {
    ("sandtable", "sandtable.notebook"): "sandtable.load is a shortcut, and loads the notebook on its first use",
    (
        f"{TABLES}.driver",
        f"{TABLES}.table_manager",
    ): "types only: the manager has one, which refers to its manager",
    (f"{TABLES}.room", f"{TABLES}.table_manager"): "types only: the same",
    (f"{TABLES}.timekeeper", f"{TABLES}.table_manager"): "types only: the same",
    ("sandtable.area.part", "sandtable.area.world"): "types only: a world has parts, whose hooks ask the world",
    ("sandtable.area.part", "sandtable.area.phases"): "types only: a part may bring a phase",
    ("sandtable.area.part", "sandtable.area.position"): "types only: a position tells parts what they remember",
    ("sandtable.area.part", "sandtable.area.reader"): "types only: a part reads the words of its actions",
    ("sandtable.area.part", "sandtable.area.unfold"): "types only: hooks that let something happen",
    ("sandtable.hexes.part", "sandtable.hexes.world"): "types only: a world has parts, whose hooks ask the world",
    ("sandtable.hexes.part", "sandtable.hexes.unfold"): "types only: hooks that let something happen",
    (
        "sandtable.area.requirements.fitting",
        "sandtable.area.world",
    ): "types only: a world asks whether its requirements fit it",
}
"""Imports that point upwards or close a cycle, and why. Each must still exist and still be needed."""
KNOW_NO_GAME = ("core", "area", "hexes")


class Import(NamedTuple):
    """One module imports another."""

    importer: str
    imported: str
    line: int


def modules(source: Path) -> dict[str, Path]:
    """All modules of a package by name."""
    found = {}
    for path in sorted(source.rglob("*.py")):
        parts = (ROOT, *path.relative_to(source).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(source: Path) -> Iterator[Import]:
    """Every import within a package."""
    known = modules(source)
    for name, path in known.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for imported in _imported(node, package, known):
                if imported != name:
                    yield Import(name, imported, getattr(node, "lineno", 0))


def _imported(node: ast.AST, package: str, known: Mapping[str, Path]) -> set[str]:
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names if alias.name in known}
    if not isinstance(node, ast.ImportFrom):
        return set()
    base = node.module or ""
    if node.level:
        parts = package.split(".")
        base = ".".join([*parts[: len(parts) - node.level + 1], *([base] if base else [])])
    named = {full if (full := f"{base}.{alias.name}") in known else base for alias in node.names}
    return named & known.keys()


def layer(module: str) -> int:
    """The layer of a module; the root, which has only the version and a shortcut, is below all."""
    package = module.split(".")[1] if "." in module else ""
    return next((n for n, names in enumerate(LAYERS) if package in names), -1)


def same_package(one: str, other: str) -> bool:
    return one.split(".")[1:2] == other.split(".")[1:2]


def upward(found: Iterable[Import]) -> set[Import]:
    """Imports from the same layer, or from one above."""
    return {
        one
        for one in found
        if not same_package(one.importer, one.imported) and layer(one.imported) >= layer(one.importer)
    }


def cycle(found: Iterable[Import], without: Iterable[tuple[str, str]] = ()) -> list[str]:
    """Modules that import each other in a cycle, if there are any."""
    graph: dict[str, set[str]] = {}
    for one in found:
        if (one.importer, one.imported) not in without:
            graph.setdefault(one.importer, set()).add(one.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def games_named(source: Path) -> list[str]:
    """Where code or data of shared packages names a game: by id, folder or title."""
    names = set[str]()
    for file in source.glob("games/*/game.yaml"):
        facts = yaml.safe_load(file.read_text(encoding="utf-8"))
        names |= {file.parent.name, *(str(facts[key]) for key in ("id", "title") if key in facts)}
    pattern = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names)))})(?![\w-])", re.IGNORECASE)
    return [
        f"{path.relative_to(source)}:{number}: {line.strip()}"
        for package in KNOW_NO_GAME
        for path in sorted((source / package).rglob("*"))
        if path.suffix in {".py", ".yaml", ".md"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]


def test_every_package_is_in_a_layer() -> None:
    packages = {name.split(".")[1] for name in modules(SOURCE) if "." in name}
    assert packages == set().union(*LAYERS)


@pytest.fixture(scope="module")
def ours() -> tuple[Import, ...]:
    return tuple(imports(SOURCE))


def test_imports_point_one_way(ours: tuple[Import, ...]) -> None:
    assert {one for one in upward(ours) if one[:2] not in EXCEPTIONS} == set()


def test_there_are_no_import_cycles(ours: tuple[Import, ...]) -> None:
    assert cycle(ours, EXCEPTIONS) == []


@pytest.mark.parametrize("exception", sorted(EXCEPTIONS))
def test_every_exception_is_needed(ours: tuple[Import, ...], exception: tuple[str, str]) -> None:
    others = EXCEPTIONS.keys() - {exception}
    assert any(one[:2] == exception for one in upward(ours)) or cycle(ours, others)


def test_shared_packages_know_no_game() -> None:
    assert games_named(SOURCE) == []


# -- the checks themselves work


def write(source: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("core/dice.py", "from sandtable.area import world\n"),
        ("hexes/board.py", "import sandtable.area.world\n"),
        ("area/board.py", "def board():\n    from sandtable.hexes.grid import Grid\n"),
        (
            "area/board.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from sandtable.games import find\n",
        ),
        ("area/board.py", "from ..hexes import grid\n"),
        ("guides/kit.py", "from sandtable import games\n"),
    ],
)
def test_an_upward_import_is_found(tmp_path: Path, path: str, text: str) -> None:
    write(tmp_path, {"area/world.py": "", "hexes/grid.py": "", "games/__init__.py": ""})
    write(tmp_path, {f"{folder}/__init__.py": "" for folder in ("area", "hexes", "core", "guides")})
    assert upward(imports(tmp_path)) == set()
    write(tmp_path, {path: text})
    (found,) = upward(imports(tmp_path))
    assert found.importer == f"sandtable.{path.removesuffix('.py').replace('/', '.')}"


def test_a_cycle_is_found(tmp_path: Path) -> None:
    write(tmp_path, {"core/a.py": "from sandtable.core import b\n", "core/b.py": "", "core/__init__.py": ""})
    assert cycle(imports(tmp_path)) == []
    write(tmp_path, {"core/b.py": "def late():\n    from sandtable.core.a import x\n"})
    assert set(cycle(imports(tmp_path))) == {"sandtable.core.a", "sandtable.core.b"}
    assert cycle(imports(tmp_path), {("sandtable.core.b", "sandtable.core.a")}) == []


@pytest.mark.parametrize(
    "line", ["# as in toy-war", 'if world.id == "toy-war":', '"""Only in Toy War."""', "x = 'toy_war'"]
)
def test_the_name_of_a_game_is_found(tmp_path: Path, line: str) -> None:
    write(tmp_path, {"games/toy_war/game.yaml": "id: toy-war\ntitle: Toy War\n", "area/board.py": "x = 1\n"})
    assert games_named(tmp_path) == []
    write(tmp_path, {"area/board.py": f"x = 1\n{line}\n"})
    assert games_named(tmp_path) == [f"area/board.py:2: {line}"]
