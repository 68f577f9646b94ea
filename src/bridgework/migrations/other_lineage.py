"""Copies the data of a development version, of another lineage of migrations, to a new database.

The tables are those of the commit 84462bc9 or similar: what this version stores in another way is
converted, and a column that it does not know is refused, so that no data is left behind.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bridgework.kit.data import schema_comparison
from bridgework.kit.data.backup import connect
from bridgework.kit.data.db import IdColumn, Json, metadata, read_only_url

_BATCH = 500
_MEMBERS_OF_ROLES = (
    *("company_name", "healthcare_vertical", "contact_person", "contact_email", "role_needed"),
    *("working_preference", "challenge", "timeline", "budget_range", "hours_per_week", "location"),
)
"""Columns of a role that are members of its `fields` now, with `tags`."""
_CONVERTED = {
    "roles": {*_MEMBERS_OF_ROLES, "tags"},
    "outbox_emails": {"about"},
}
_TYPES: Mapping[str, sa.types.TypeEngine[Any]] = {"tags": Json, "about": IdColumn}
_TRANSIENT = {"imports": {"held_by"}}
"""Columns with the name of a running process."""
_WITHOUT_DATA = {"alembic_version", "admin_devices", "schema_compatibility"}
"""Tables of one program only. A known device of an administrator is learned at the next sign-in."""

Row = dict[str, Any]

_ANY_ACCOUNT = sa.text("SELECT 1 FROM accounts LIMIT 1")


class NotEmpty(Exception):
    """The database already has accounts."""


class CannotCopy(Exception):
    """The tables are not those of a known development version. The text names the difference."""


class _Copy:
    def __init__(self, source: sa.Connection, target: sa.Connection) -> None:
        self._source = source
        self._target = target
        self._columns = schema_comparison.names(source)
        self._applied_to: dict[Any, Row] = {}
        """What an application keeps of its posting, by the ID of the posting."""

    def run(self) -> Mapping[str, int]:
        tables = [table for table in metadata.sorted_tables if self._is_copied(table.name)]
        self._must_be_known()
        for table in reversed(tables):
            self._target.execute(table.delete())  # rows that a migration created
        counts = {table.name: self._copy(table) for table in tables}
        if self._target.dialect.name == "postgresql":
            for table in tables:
                self._continue_numbers(table)
        return counts

    def _continue_numbers(self, table: sa.Table) -> None:
        """Let the database continue to number the rows after the last one."""
        column = table.autoincrement_column
        if column is not None:
            sequence = sa.func.pg_get_serial_sequence(table.name, column.name)
            last = sa.select(sa.func.max(column)).scalar_subquery()
            is_used = last.is_not(None)
            self._target.execute(
                sa.select(sa.func.setval(sequence, sa.func.coalesce(last, 1), is_used))
            )

    def _is_copied(self, name: str) -> bool:
        return name in self._columns and name not in _WITHOUT_DATA

    def _must_be_known(self) -> None:
        unknown = self._columns.keys() - metadata.tables.keys() - _WITHOUT_DATA
        for name, columns in self._columns.items():
            if name in metadata.tables:
                own = {column.name for column in metadata.tables[name].columns}
                known = own | _CONVERTED.get(name, set()) | _TRANSIENT.get(name, set())
                unknown |= {f"{name}.{column}" for column in columns - known}
        if unknown:
            raise CannotCopy(", ".join(sorted(unknown)))

    def _copy(self, table: sa.Table) -> int:
        count = 0
        for batch in self._batches(table):
            converted = [self._convert(table.name, row) for row in batch]
            self._target.execute(table.insert(), converted)
            count += len(converted)
        return count

    def _batches(self, table: sa.Table) -> Iterator[Sequence[Row]]:
        """Read the columns of the former table: its own, with the types of today, and others."""
        shared = [column for column in table.columns if column.name in self._columns[table.name]]
        former = [
            sa.column(name, _TYPES.get(name, sa.Text()))
            for name in sorted(_CONVERTED.get(table.name, set()) & self._columns[table.name])
        ]
        order = [column for column in table.primary_key.columns if column in shared]
        statement = sa.select(*shared, *former).select_from(table).order_by(*order)
        found = self._source.execute(statement)
        for rows in found.mappings().partitions(_BATCH):
            yield [dict(row) for row in rows]

    def _convert(self, table: str, row: Row) -> Row:
        if table == "roles":
            fields = {name: row.pop(name) for name in _MEMBERS_OF_ROLES if name in row}
            fields["tags"] = row.pop("tags", None)
            sent = {name: value for name, value in fields.items() if value is not None}
            row.setdefault("fields", sent)
        if table in {"roles", "jobs"}:
            fields = row["fields"]
            title, company = fields["role_needed"], fields["company_name"]
            kept = {"title": title, "company_name": company, "location": fields.get("location")}
            self._applied_to[row["id"]] = kept
        if table in {"role_applications", "job_applications"}:
            posting = row[table.partition("_")[0] + "_id"]
            row.setdefault("applied_to", self._applied_to[posting])
        if table == "outbox_emails":
            about = row.pop("about", None)
            row.setdefault("recipient_id", about)
            row.setdefault("recipient_key", row["recipient"].lower())
        return row


def copy(url: str, engine: sa.Engine) -> Mapping[str, int]:
    """Copy all rows of the database at `url` in one transaction; return their numbers by table.

    The other database has the newest schema. Raises NotEmpty and CannotCopy before anything is
    written.
    """
    with _opened(url) as source, engine.connect() as target:
        if target.scalar(_ANY_ACCOUNT) is not None:
            raise NotEmpty
        target.exec_driver_sql("BEGIN")
        counts = _Copy(source, target).run()
        target.exec_driver_sql("COMMIT")
    return counts


@contextmanager
def _opened(url: str) -> Iterator[sa.Connection]:
    """Open a database to read one state of it."""
    address = sa.make_url(url)
    if address.get_backend_name() == "sqlite":
        connection = connect(read_only_url(Path(str(address.database))))
        begin = "BEGIN"
    else:
        connection = connect(address.set(drivername="postgresql+psycopg"))
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    with connection:
        connection.exec_driver_sql(begin)
        yield connection
