"""Every page of a browser in the tests is watched, and their servers have the default limits."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import ROOT

OPENING = {"launch", "new_context", "new_page", "sync_playwright", "launch_persistent_context"}
"""What opens a page past `tests/browser.py`."""
LIMITS = {"rate_limit", "admin_rate_limit", "address_limit_factor"}
OWN = ("tests/browser.py",)


def browser_tests() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules of tests and of their helpers that have to do with a browser."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        name = str(path.relative_to(ROOT))
        source = path.read_text("utf-8")
        is_beside = _has_browser(path.parent / "conftest.py")
        if name not in OWN and name != _HERE and (is_beside or _has_browser(path)):
            yield name, ast.parse(source)


_HERE = str(Path(__file__).relative_to(ROOT))


def _has_browser(path: Path) -> bool:
    source = path.read_text("utf-8") if path.exists() else ""
    return "playwright" in source or "tests.browser" in source


def _names(tree: ast.Module) -> Iterator[str]:
    """Yield the names of what a module imports, calls, and sets by a keyword or in a dictionary."""
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module="playwright.sync_api"):
                yield from (each.name for each in node.names)
            case ast.Call(func=ast.Attribute(attr=name)):
                yield name
            case ast.keyword(arg=str(name)) | ast.Constant(value=str(name)):
                yield name


def test_every_page_of_a_browser_is_watched() -> None:
    found = {name: OPENING.intersection(_names(tree)) for name, tree in browser_tests()}
    assert len(found) > 60
    assert {name: used for name, used in found.items() if used} == {}


def test_no_server_of_a_browser_test_has_other_limits() -> None:
    found = {name: LIMITS.intersection(_names(tree)) for name, tree in browser_tests()}
    assert {name: used for name, used in found.items() if used} == {}
