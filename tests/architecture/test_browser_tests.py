"""Every page of a browser in the tests is watched, and their servers have the default limits."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.sources import ROOT, Source, all_sources

OPENING = {"launch", "new_context", "new_page", "sync_playwright", "launch_persistent_context"}
"""What opens a page past `tests/browser.py`."""
LIMITS = {"rate_limit", "admin_rate_limit", "address_limit_factor"}
OWN = ("tests/browser.py",)


def browser_tests() -> Iterator[tuple[str, ast.Module]]:
    """Yield the modules of tests and of their helpers that have to do with a browser."""
    tests = {each.name: each for each in all_sources() if each.name.startswith("tests/")}
    for name, source in tests.items():
        beside = tests.get(str(Path(name).with_name("conftest.py")))
        is_of_browser = _has_browser(source) or (beside is not None and _has_browser(beside))
        if name not in OWN and name != _HERE and is_of_browser:
            yield name, source.tree


_HERE = str(Path(__file__).relative_to(ROOT))


def _has_browser(source: Source) -> bool:
    return "playwright" in source.text or "tests.browser" in source.text


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
