"""Packages: how many modules one has, and the names that it exports."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, Source, all_sources, parse_source, sources

MOST = 14
"""Modules and packages of one package; more are grouped into packages."""
LISTS = {".": "what `docs/architecture.md` shows first", "commands": "one module for each command"}
"""Packages with more."""
PACKAGES = sorted(str(file.parent.relative_to(PACKAGE)) for file in PACKAGE.rglob("__init__.py"))


@pytest.mark.parametrize("package", [each for each in PACKAGES if each not in LISTS])
def test_a_package_has_a_bounded_number_of_modules(package: str) -> None:
    content = (PACKAGE / package).iterdir()
    names = {
        each.stem for each in content if each.suffix == ".py" or (each / "__init__.py").exists()
    } - {"__init__"}
    assert len(names) <= MOST, sorted(names)


def dotted(source: Source) -> str:
    """The name of a module as in an import."""
    return ".".join(Path(source.name).with_suffix("").parts).removeprefix("src.")


@cache
def exports() -> Mapping[tuple[str, str], str]:
    """The packages of the kit that export a name, by the module and the name."""
    found: dict[tuple[str, str], str] = {}
    for source in sources(PACKAGE / "kit"):
        package = dotted(source).removesuffix(".__init__")
        for node in source.all(ast.ImportFrom):
            if source.module == "__init__" and f"{node.module}.".startswith(f"{package}."):
                found |= {(node.module or "", alias.name): package for alias in node.names}
    return found


def imports_past_a_package(source: Source) -> Iterator[str]:
    own = dotted(source)
    for node in source.all(ast.ImportFrom):
        for alias in node.names:
            package = exports().get((node.module or "", alias.name))
            if package is not None and not own.startswith(f"{package}."):
                yield f"{source.at(node)}: import {alias.name} from {package}"


def test_names_are_imported_from_the_package_that_exports_them() -> None:
    assert [each for source in all_sources() for each in imports_past_a_package(source)] == []


def test_an_import_past_a_package_is_found() -> None:
    assert [*imports_past_a_package(parse_source("from bridgework.kit.core.ids import Id"))]
    assert not [*imports_past_a_package(parse_source("from bridgework.kit.core import Id"))]
    inside = parse_source("from bridgework.kit.core.ids import Id", "src/bridgework/kit/core/x.py")
    assert not [*imports_past_a_package(inside)]
