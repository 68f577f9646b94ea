"""Compares the tables, columns and indexes of a database with those that a program needs.

The number of a migration says what should be there. A development version may have used the same
number for something else, and an operator may have dropped an index by hand.
"""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.kit.data.db import metadata

_MISSING = {
    "add_table": "the table {}",
    "add_column": "the column {}",
    "add_index": "the index {}",
    "add_constraint": "the constraint {}",
    "add_fk": "the foreign key of {}",
}
_OTHER = {
    "modify_type": "the type of {}",
    "modify_nullable": "whether {} may be empty",
    "remove_column": "the column {}",
}


def find_differences(connection: sa.Connection, *, is_newer: bool) -> Sequence[str]:
    """Return what is missing or different in the database, sorted.

    Further tables and indexes are no difference: they may be the operator's. If the schema is newer
    than the program, neither are further columns.
    """
    from alembic.autogenerate import compare_metadata  # slow to import
    from alembic.runtime.migration import MigrationContext

    options = {"compare_type": True}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # indexes of expressions are not compared
        changes = compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
    flat = _flat(changes)
    absent = {str(change[1].name) for change in flat if change[0] == "add_table"}
    found = [
        _describe(change, is_newer=is_newer)
        for change in flat
        if change[0] != "add_index" or change[1].table.name not in absent
    ]
    return sorted({each for each in found if each})


def _flat(changes: Sequence[Any]) -> list[Any]:
    return [
        each for change in changes for each in (change if isinstance(change, list) else [change])
    ]


def _describe(change: Any, *, is_newer: bool) -> str:
    kind = change[0]
    if kind in _MISSING:
        return _MISSING[kind].format(_name(kind, change)) + " is missing"
    if kind == "remove_column" and change[2] in metadata.tables and not is_newer:
        return f"the column {change[2]}.{change[3].name} is unknown"
    if kind in _OTHER and kind != "remove_column":
        return _OTHER[kind].format(f"{change[2]}.{change[3]}") + " is another one"
    return ""


def _name(kind: str, change: Any) -> str:
    if kind == "add_column":
        return f"{change[2]}.{change[3].name}"
    item = change[1]
    table = getattr(item, "table", None)
    return str(item.name) if table is None or item.name else str(table.name)


def names(connection: sa.Connection) -> Mapping[str, frozenset[str]]:
    """Return the names of the columns by table."""
    columns = sa.inspect(connection).get_multi_columns()
    return {
        table: frozenset(str(column["name"]) for column in found)
        for (_, table), found in columns.items()
    }
