"""Prints how large the parts, packages, files and functions are.

    script/check --sizes

Nothing fails because of a size: a reader judges whether something large has more than one subject.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).parents[1]
_FOLDERS = ("src", "tests", "bench", "fleet", "clients")
_SUFFIXES = {".py", ".js", ".css"}
_SHOWN = 15
_NOT_OURS = "src/bridgework/web/vendor/"
_MIGRATIONS = "src/bridgework/migrations/versions/"
"""A migration is a list of changes of any length and is never edited again."""
_DECLARED = re.compile(
    r"(?P<indent> *)(?:export )?(?:default )?(?:"
    r"(?:async )?function\*? (?P<function>\w+)"
    r"|(?:const|let) (?P<arrow>\w+) = (?:async )?\S.*=> \{$"
    r"|(?:(?:static|async|get|set) )*(?!(?:if|for|while|switch|catch|function)\b)"
    r"(?P<method>#?\w+)\(.*\) \{$)"
)
"""The first line of a function in JavaScript."""


class Size(NamedTuple):
    """What is large, and how large: in lines, or in modules for a package."""

    size: int
    name: str


def main() -> None:
    """Print the report."""
    files = [*_files()]
    every = {str(file.relative_to(_ROOT)): file.read_text("utf-8") for file in files}
    _print("lines by part", parts(every.items()))
    texts = {name: text for name, text in every.items() if not name.startswith(_MIGRATIONS)}
    _print("packages by modules", _largest(packages(texts)))
    for language, suffix in (("Python", ".py"), ("JavaScript", ".js"), ("CSS", ".css")):
        own = {name: text for name, text in texts.items() if name.endswith(suffix)}
        by_lines = (Size(len(text.splitlines()), name) for name, text in own.items())
        _print(f"{language}: files by lines", _largest(by_lines))
        of_functions = {".py": python_functions, ".js": javascript_functions}.get(suffix)
        if of_functions is not None:
            found = (size for name, text in own.items() for size in of_functions(name, text))
            _print(f"{language}: functions by lines", _largest(found))


def parts(texts: Iterable[tuple[str, str]]) -> list[Size]:
    """Return the lines of each part of the program, and of the tests and other programs."""
    lines: Counter[str] = Counter()
    for name, text in texts:
        folders = Path(name).parent.parts
        part = "/".join(folders[2:4] if folders[2:3] == ("areas",) else folders[2:3])
        if folders[0] != "src":
            part = folders[0]
        lines[f"{part or 'src'} ({Path(name).suffix})"] += len(text.splitlines())
    return [Size(number, part) for part, number in lines.most_common()]


def packages(names: Iterable[str]) -> Iterator[Size]:
    """Yield the number of modules of each folder."""
    modules = Counter(
        str(Path(name).parent)
        for name in names
        if name.endswith((".py", ".js")) and Path(name).stem != "__init__"
    )
    return (Size(number, folder) for folder, number in modules.items())


def python_functions(name: str, text: str) -> Iterator[Size]:
    """Yield the lines of each function, its docstring included."""
    for node in ast.walk(ast.parse(text, name)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            yield Size(lines, f"{name}:{node.lineno} {node.name}")


def javascript_functions(name: str, text: str) -> Iterator[Size]:
    """Yield the lines of each named function.

    It ends with the first brace that is indented as its declaration is.
    """
    lines = text.splitlines()
    for start, line in enumerate(lines):
        match = _DECLARED.match(line)
        if match is None:
            continue
        end = re.compile(rf"{match['indent']}}}[;,)]*$")
        length = next((at for at, each in enumerate(lines[start:], 1) if end.match(each)), 1)
        declared = match["function"] or match["arrow"] or match["method"]
        yield Size(length, f"{name}:{start + 1} {declared}")


def _files() -> Iterator[Path]:
    for folder in _FOLDERS:
        for file in sorted((_ROOT / folder).rglob("*")):
            is_ours = not str(file.relative_to(_ROOT)).startswith(_NOT_OURS)
            if file.suffix in _SUFFIXES and file.is_file() and is_ours:
                yield file


def _largest(sizes: Iterable[Size]) -> list[Size]:
    return sorted(sizes, key=attrgetter("size"), reverse=True)[:_SHOWN]


def _print(title: str, sizes: Iterable[Size]) -> None:
    lines = [f"sizes: {title}", *(f"{size:7}  {name}" for size, name in sizes)]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
