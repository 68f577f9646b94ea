"""Few statements are compiled: those of nearly every request."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, made_up, sources

MOST = 10


def compiled(source: Source) -> Iterator[str]:
    """Where statements are compiled; the same for both dialects counts once."""
    for call in source.all(ast.Call):
        if ast.unparse(call.func).endswith("CompiledStatement"):
            yield source.at(call)


def test_few_statements_are_compiled() -> None:
    assert len([at for source in sources(PACKAGE) for at in compiled(source)]) <= MOST


def test_a_compiled_statement_is_found() -> None:
    assert [*compiled(made_up("_teeth = CompiledStatement(sa.select(teeth))"))]
