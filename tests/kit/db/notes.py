"""One plain table to try transactions on, beside the house's own."""

import sqlalchemy as sa

from bridgework.kit.db.database import Database

notes = sa.Table(
    "notes",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)


def prepared(database: Database) -> Database:
    """The database, with an empty table of notes."""
    notes.create(database.engine)
    return database


def add(number: int, text: str = "") -> sa.Insert:
    """The statement that adds a note."""
    return notes.insert().values(id=number, text=text)


numbers = sa.select(notes.c.id).order_by(notes.c.id)
