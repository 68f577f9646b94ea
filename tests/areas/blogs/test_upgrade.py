"""Posts that were there before slugs had a history are found as those written after."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from bridgework import migrations
from bridgework.kit.db.database import Database, open_database
from bridgework.kit.migration import Schema
from tests.kit.db import another

BEFORE = "0008"
ACCOUNT, POST = "01942520-e3a0-7704-b3c8-3850c0ae0354", "01942520-e3a0-7704-b3c8-3850c0ae0355"
AT = "2026-11-21T12:00:00.000000Z"


@pytest.fixture
def older(database_url: str) -> Iterator[Database]:
    """A database as it was before, of either kind, with nothing in it."""
    if database_url.startswith("sqlite"):
        database_url = database_url.replace("bridgework.db", "older.db")
    else:
        with another.connection(database_url) as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    database = open_database(database_url, durability="normal", threads=2)
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    config.set_main_option("path_separator", "os")
    with database.engine.connect() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, BEFORE)
    yield database
    database.close()


def insert(database: Database, table: str, **values: object) -> None:
    """Add a row; what the table wants and is not said is empty."""
    columns = sa.inspect(database.engine).get_columns(table)
    empty = {"TEXT": "", "INTEGER": 0, "BIGINT": 0, "BOOLEAN": False, "BLOB": b"", "BYTEA": b""}
    wanted = {
        column["name"]: empty.get(str(column["type"]), AT)
        for column in columns
        if not column["nullable"] and column["default"] is None
    }
    row = sa.table(table, *(sa.column(name) for name in wanted | values))
    with database.writing() as tx:
        tx.execute(row.insert(), {**wanted, **values})


def test_posts_of_before_are_found(older: Database) -> None:
    insert(older, "accounts", id=ACCOUNT, email_key="ada@example.com", role="expert")
    post = {"slug": "no-shows", "title": "Über No-Shows", "status": "published", "tags": "[]"}
    insert(older, "blog_posts", id=POST, author_id=ACCOUNT, **post)
    Schema(older.engine, migrations.FOLDER).migrate()
    with older.reading() as tx:
        slugs = tx.rows(sa.text("SELECT slug, post_id FROM blog_slugs"))
        assert [(row.slug, str(row.post_id)) for row in slugs] == [("no-shows", POST)]
        key = tx.value(sa.text("SELECT search_key FROM blog_posts"))
        assert key == "uber no-shows no-shows"
