"""SQL stands where it is looked for, and only the edge begins and ends a transaction."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.architecture.sources import AREAS, PACKAGE, Source, made_up, sources

ROOMS = {
    *("store", "tables", "shelf", "attempts", "session_queries"),
    *("queries", "guest_queries", "writes", "search", "visibility"),
}
OUTSIDE = ("src/bridgework/kit/", "src/bridgework/migrations/", "src/bridgework/demo/")
FURTHER: Mapping[str, str] = {
    "src/bridgework/settings.py": "takes a database's address apart",
    "src/bridgework/commands/errors.py": "turns the driver's errors into a line",
}
"""Other files that import SQLAlchemy, and what for."""

STATEMENT = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|PRAGMA)\s")
ENDS = {"begin", "commit", "rollback"}


def strays(source: Source) -> Iterator[str]:
    """SQLAlchemy, or SQL as text, where no statement belongs."""
    for node, module in source.imported():
        if module.partition(".")[0] == "sqlalchemy":
            yield f"{source.at(node)}: statements belong into the area's store.py"
    for text in source.all(ast.Constant):
        if STATEMENT.match(str(text.value)):
            yield f"{source.at(text)}: this SQL belongs into the area's store.py"


def endings(source: Source) -> Iterator[str]:
    """Calls that begin or end a transaction: a domain that does so has lost its one call."""
    for node in source.all(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in ENDS:
            yield f"{source.at(node)}: the edge begins and ends the call's transaction"


def test_statements_stand_in_stores() -> None:
    elsewhere = [
        source
        for source in sources(PACKAGE)
        if not source.name.startswith(OUTSIDE)
        and source.name not in FURTHER
        and not (source.room in ROOMS and "/areas/" in source.name)
    ]
    assert [fault for source in elsewhere for fault in strays(source)] == []


def test_the_domain_ends_no_transaction() -> None:
    assert [fault for source in sources(AREAS) for fault in endings(source)] == []


def test_a_stray_is_found() -> None:
    assert [*strays(made_up("import sqlalchemy as sa"))]
    assert [*strays(made_up('tx.execute("SELECT 1 FROM teeth")'))]
    assert [*endings(made_up("tx.commit()"))]
    assert not [*strays(made_up('"""Select the teeth."""'))]
