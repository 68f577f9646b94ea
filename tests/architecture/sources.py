"""The project's source files for the architecture tests."""

import ast
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "bridgework"
AREAS = PACKAGE / "areas"

Node = TypeVar("Node", bound=ast.AST)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Source:
    """A Python file: its path from the root, its text and its syntax tree."""

    name: str
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    """Every node of the tree."""

    def at(self, node: ast.AST) -> str:
        """Return the position of `node` in the format that editors and terminals link."""
        return f"{self.name}:{getattr(node, 'lineno', 1)}"

    @property
    def module(self) -> str:
        """The name of the module."""
        return Path(self.name).stem

    def all(self, *kinds: type[Node]) -> Iterator[Node]:
        """Yield every node of these kinds."""
        return (node for node in self.nodes if isinstance(node, kinds))

    def functions(self) -> Iterator[Function]:
        """Yield every function, including methods and nested functions."""
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def calls(self, name: str) -> Iterator[ast.Call]:
        """Yield every call of `name` as written, for example `sa.Table`."""
        for node in self.nodes:
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield node

    def imported(self) -> Iterator[tuple[ast.stmt, str]]:
        """Yield every imported module, and `module.name` for every name imported from one."""
        for node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((node, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


@lru_cache
def sources(*folders: Path) -> tuple[Source, ...]:
    """Return every Python file below `folders`, sorted by name."""
    files = (file for folder in folders for file in sorted(folder.rglob("*.py")))
    gc.disable()  # a million nodes, all of which stay
    try:
        return tuple(map(_read, files))
    finally:
        gc.enable()


@cache
def _read(file: Path) -> Source:
    return parse_source(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT)))


def all_sources() -> tuple[Source, ...]:
    """Return every Python file of the project: program, tests, benchmark and fleet."""
    return sources(PACKAGE, ROOT / "tests", ROOT / "bench", ROOT / "fleet")


def parse_source(text: str, name: str = "src/bridgework/areas/work/dentures/actions.py") -> Source:
    """Return an artificial file, which proves that a rule finds a violation."""
    tree = ast.parse(text, name)
    return Source(name, text, tree, tuple(ast.walk(tree)))


def area_of(name: str) -> str:
    """Return the area of a file below `areas/`, or of a module below `bridgework.areas`."""
    floor_and_area = name.replace("/", ".").partition("bridgework.areas.")[2].split(".")[:2]
    return floor_and_area[1] if len(floor_and_area) == 2 else ""


def lines_of_body(function: Function) -> int:
    """Return the number of lines of the statements of a function, without its docstring."""
    statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
    if not statements:
        return 0
    return (statements[-1].end_lineno or 0) - statements[0].lineno + 1
