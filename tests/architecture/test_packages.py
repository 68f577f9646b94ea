"""Packages of the kit: names are imported from the package that exports them."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.architecture.sources import PACKAGE, Source, all_sources, parse_source, sources


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
