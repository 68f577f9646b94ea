"""SQL statements are in certain modules, and areas do not begin or end transactions."""

import ast
import re
from collections.abc import Iterator, Mapping

from tests.architecture.sources import AREAS, PACKAGE, Source, parse_source, sources

MODULES = {
    *("queries", "writes", "tables", "search", "visibility"),
    *("attempts", "guest_queries", "session_queries", "device_queries", "alert_queries"),
    *("waiting_queries", "decision_queries", "timeline_queries", "target_queries"),
}
"""The modules of areas that contain statements."""
OUTSIDE = (
    "src/bridgework/kit/",
    "src/bridgework/migrations/",
    "src/bridgework/demo/",
    "src/bridgework/doctor/",
)
FURTHER: Mapping[str, str] = {
    "src/bridgework/settings.py": "parses the database URL",
    "src/bridgework/data_directory.py": "parses the database URL",
    "src/bridgework/commands/connections.py": "turns the driver's errors into messages",
    "src/bridgework/commands/errors.py": "turns the driver's errors into messages",
}
"""Other files that import SQLAlchemy, with the reason."""

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
    assert [violation for source in elsewhere for violation in misplaced(source)] == []


def test_areas_begin_and_end_no_transaction() -> None:
    assert [violation for source in sources(AREAS) for violation in transaction_calls(source)] == []


def test_a_violation_is_found() -> None:
    assert [*misplaced(parse_source("import sqlalchemy as sa"))]
    assert [*misplaced(parse_source('tx.execute("SELECT 1 FROM teeth")'))]
    assert [*transaction_calls(parse_source("tx.commit()"))]
    assert not [*misplaced(parse_source('"""Select the teeth."""'))]
