"""Only a few statements are precompiled: those of nearly every request."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, parse_source, sources

MAXIMUM = 10


def compiled(source: Source) -> Iterator[str]:
    """Yield the precompiled statements; one compiled for both dialects counts once."""
    for call in source.all(ast.Call):
        if ast.unparse(call.func).endswith("CompiledStatement"):
            yield source.at(call)


def test_few_statements_are_compiled() -> None:
    assert len([at for source in sources(PACKAGE) for at in compiled(source)]) <= MAXIMUM


def test_a_compiled_statement_is_found() -> None:
    assert [*compiled(parse_source("_teeth = CompiledStatement(sa.select(teeth))"))]
