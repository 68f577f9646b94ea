"""One PostgreSQL database for one test after another, emptied between them.

To copy a template takes a third of a second, to empty what a test has filled a hundredth.
"""

import contextlib
from collections.abc import Iterator, Sequence

import psycopg
from psycopg import sql

from tests.servers import postgres

_SEEDS = "seeds"
"""A schema with a copy of every row that the newest schema begins with."""

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
_SHAPE = """
    SELECT md5(string_agg(part, ',' ORDER BY part)) FROM (
        SELECT format('%s %s %s %s', r.relname, a.attname, a.atttypid, a.attnotnull) AS part
        FROM pg_class r
        JOIN pg_namespace n ON n.oid = r.relnamespace AND n.nspname = 'public'
        JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0
    ) AS parts
"""
"""A digest of all columns of tables and indexes, those that were dropped included."""

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
        """The address of the database, as the template has it; what is left in it is no matter."""
        if self._url is None:
            self._url = self._made()
        yield self._url
        if not self._is_emptied(self._url):
            self.drop()

    def drop(self) -> None:
        """Have the next test get a fresh copy."""
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
            self._shape = self._shape_of(connection)
        return url

    def _is_emptied(self, url: str) -> bool:
        """Bring everything back to what it was; False where the schema itself was changed."""
        with postgres.administering(url) as connection:
            connection.execute(_END_OTHERS)
            if self._shape_of(connection) != self._shape:
                return False
            filled = self._filled(connection)
            with connection.transaction():
                # Foreign keys are not looked at: what refers goes with what is referred to.
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
        """The tables that hold a row."""
        asked = sql.SQL(" UNION ALL ").join(
            sql.SQL("SELECT {} WHERE EXISTS (SELECT FROM {})").format(
                sql.Literal(table), sql.Identifier("public", table)
            )
            for table in self._tables
        )
        return [row[0] for row in connection.execute(asked).fetchall()]

    def _shape_of(self, connection: psycopg.Connection) -> str:
        row = connection.execute(_SHAPE).fetchone()
        return str(row and row[0])
