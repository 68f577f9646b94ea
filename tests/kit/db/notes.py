"""A table for tests of transactions."""

import sqlalchemy as sa

from bridgework.kit.data.db import Database

notes = sa.Table(
    "notes",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)


def prepared(database: Database) -> Database:
    """Create the empty table of notes, and return the database."""
    notes.create(database.engine)
    return database


def add(number: int, text: str = "") -> sa.Insert:
    """Return the statement that adds a note."""
    return notes.insert().values(id=number, text=text)


numbers = sa.select(notes.c.id).order_by(notes.c.id)
