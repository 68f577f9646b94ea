"""A PostgreSQL database for a series of tests, emptied after each.

Copying a template takes a third of a second, emptying a database a hundredth.
"""

import contextlib
from collections.abc import Iterator, Sequence

import psycopg
from psycopg import sql

from tests.servers import postgres

_SEEDS = "seeds"
"""A schema with a copy of the initial rows of the newest schema."""

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
_SCHEMA_DIGEST = """
    SELECT md5(string_agg(part, ',' ORDER BY part)) FROM (
        SELECT format('%s %s %s %s', r.relname, a.attname, a.atttypid, a.attnotnull) AS part
        FROM pg_class r
        JOIN pg_namespace n ON n.oid = r.relnamespace AND n.nspname = 'public'
        JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0
    ) AS parts
"""
"""A digest of all columns of tables and indexes, including dropped ones."""

_RESTART = "SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"
_END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class ReusedDatabase:
    """A copy of a template that is lent to one test at a time."""

    def __init__(self, server: str, template: str, name: str) -> None:
        self._server = server
        self._template = template
        self._name = name
        self._url: str | None = None
        self._shape = ""
        self._tables: Sequence[str] = ()
        self._seeded: Sequence[str] = ()

    @contextlib.contextmanager
    def lent(self) -> Iterator[str]:
        """Yield the URL of the database in the state of the template; it is reset afterwards."""
        if self._url is None:
            self._url = self._made()
        yield self._url
        if not self._is_emptied(self._url):
            self.drop()

    def drop(self) -> None:
        """Make the next test get a new copy."""
        postgres.drop_database(self._server, self._name)
        self._url = None

    def _made(self) -> str:
        url = postgres.create_database(self._server, self._name, self._template)
        with postgres.administering(url) as connection:
            self._tables = [row[0] for row in connection.execute(_TABLES).fetchall()]
            self._seeded = self._filled(connection)
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(_SEEDS)))
            for table in self._seeded:
                connection.execute(
                    sql.SQL("CREATE TABLE {} AS TABLE {}").format(
                        sql.Identifier(_SEEDS, table), sql.Identifier("public", table)
                    )
                )
            self._shape = self._digest_of(connection)
        return url

    def _is_emptied(self, url: str) -> bool:
        """Restore the initial state; return False if the schema was changed."""
        with postgres.administering(url) as connection:
            connection.execute(_END_OTHERS)
            if self._digest_of(connection) != self._shape:
                return False
            filled = self._filled(connection)
            with connection.transaction():
                # Foreign keys are not checked: referencing rows are deleted with the referenced
                # ones.
                connection.execute("SET LOCAL session_replication_role = replica")
                for table in {*filled, *self._seeded}:
                    connection.execute(
                        sql.SQL("DELETE FROM {}").format(sql.Identifier("public", table))
                    )
                for table in self._seeded:
                    connection.execute(
                        sql.SQL("INSERT INTO {} OVERRIDING SYSTEM VALUE TABLE {}").format(
                            sql.Identifier("public", table), sql.Identifier(_SEEDS, table)
                        )
                    )
                connection.execute(_RESTART)
        return True

    def _filled(self, connection: psycopg.Connection) -> Sequence[str]:
        """Return the tables that contain rows."""
        asked = sql.SQL(" UNION ALL ").join(
            sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(
                sql.Literal(table), sql.Identifier("public", table)
            )
            for table in self._tables
        )
        return [row[0] for row in connection.execute(asked).fetchall()]

    def _digest_of(self, connection: psycopg.Connection) -> str:
        row = connection.execute(_SCHEMA_DIGEST).fetchone()
        return str(row and row[0])
