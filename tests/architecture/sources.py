"""The project's own files, as the architecture tests read them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "bridgework"
AREAS = PACKAGE / "areas"

Node = TypeVar("Node", bound=ast.AST)
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Source:
    """One Python file: its name as seen from the root, its text, its syntax tree."""

    name: str
    text: str
    tree: ast.Module

    def at(self, node: ast.AST) -> str:
        """Where `node` stands, as editors and terminals open it."""
        return f"{self.name}:{getattr(node, 'lineno', 1)}"

    @property
    def module(self) -> str:
        """The name of the module."""
        return Path(self.name).stem

    def all(self, *kinds: type[Node]) -> Iterator[Node]:
        """Every node of these kinds."""
        return (node for node in ast.walk(self.tree) if isinstance(node, kinds))

    def functions(self) -> Iterator[Function]:
        """Every function, methods and those inside others included."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def calls(self, name: str) -> Iterator[ast.Call]:
        """Every call of what is written as `name`, as in `sa.Table`."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield node

    def imported(self) -> Iterator[tuple[ast.stmt, str]]:
        """Every module that an import names, dotted; a name taken from one counts as its part."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((node, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from ((node, f"{node.module}.{alias.name}") for alias in node.names)


@lru_cache
def sources(*folders: Path) -> tuple[Source, ...]:
    """Every Python file below `folders`, in order of name."""
    files = (file for folder in folders for file in sorted(folder.rglob("*.py")))
    return tuple(
        made_up(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT))) for file in files
    )


def everywhere() -> tuple[Source, ...]:
    """Every Python file of the project: the program, its tests, its benchmark, its fleet."""
    return sources(PACKAGE, ROOT / "tests", ROOT / "bench", ROOT / "fleet")


def made_up(text: str, name: str = "src/bridgework/areas/dentures/actions.py") -> Source:
    """A file that is not there: what a rule is shown to prove that it can find a fault."""
    return Source(name, text, ast.parse(text, name))


def area_of(name: str) -> str:
    """The area of a file below `areas/`, or of a dotted module below `bridgework.areas`."""
    return name.replace("/", ".").partition("bridgework.areas.")[2].partition(".")[0]


def lines_of_body(function: Function) -> int:
    """How many lines a function's statements take, its signature and docstring left out."""
    statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
    if not statements:
        return 0
    return (statements[-1].end_lineno or 0) - statements[0].lineno + 1
