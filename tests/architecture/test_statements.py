"""SQL statements are in certain modules, and the areas begin and end no transaction."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.architecture.sources import AREAS, PACKAGE, Source, made_up, sources

MODULES = {
    *("queries", "writes", "tables", "search", "visibility"),
    *("attempts", "guest_queries", "session_queries"),
}
"""The modules of areas that contain statements."""
OUTSIDE = ("src/bridgework/kit/", "src/bridgework/migrations/", "src/bridgework/demo/")
FURTHER: Mapping[str, str] = {
    "src/bridgework/settings.py": "parses the database URL",
    "src/bridgework/commands/errors.py": "turns the driver's errors into messages",
}
"""Other files that import SQLAlchemy, and what for."""

STATEMENT = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|PRAGMA)\s")
ENDS = {"begin", "commit", "rollback"}


def misplaced(source: Source) -> Iterator[str]:
    """Imports of SQLAlchemy, and SQL as text, in modules that contain no statements."""
    for node, module in source.imported():
        if module.partition(".")[0] == "sqlalchemy":
            yield f"{source.at(node)}: move the statement to the area's queries.py"
    for text in source.all(ast.Constant):
        if STATEMENT.match(str(text.value)):
            yield f"{source.at(text)}: move this SQL to the area's queries.py"


def transaction_calls(source: Source) -> Iterator[str]:
    """Calls that begin or end a transaction."""
    for node in source.all(ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in ENDS:
            yield f"{source.at(node)}: the framework begins and ends the transaction"


def test_statements_are_in_their_modules() -> None:
    elsewhere = [
        source
        for source in sources(PACKAGE)
        if not source.name.startswith(OUTSIDE)
        and source.name not in FURTHER
        and not (source.module in MODULES and "/areas/" in source.name)
    ]
    assert [fault for source in elsewhere for fault in misplaced(source)] == []


def test_areas_begin_and_end_no_transaction() -> None:
    assert [fault for source in sources(AREAS) for fault in transaction_calls(source)] == []


def test_a_violation_is_found() -> None:
    assert [*misplaced(made_up("import sqlalchemy as sa"))]
    assert [*misplaced(made_up('tx.execute("SELECT 1 FROM teeth")'))]
    assert [*transaction_calls(made_up("tx.commit()"))]
    assert not [*misplaced(made_up('"""Select the teeth."""'))]
