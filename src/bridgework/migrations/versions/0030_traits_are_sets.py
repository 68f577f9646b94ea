"""Who has a trait is kept as a roaring bitmap on either database, not by means of its own."""

import hashlib
import itertools
import json
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op
from pyroaring import BitMap64

from bridgework.kit.db.columns import Bytes, Key, Number

revision = "0030"
down_revision = "0029"

_ROWS = 1_000
"""Of people, that are read at once."""
_LOWEST = -(1 << 63)
_PART_BITS = 16
_TOKEN_BYTES = 6


def upgrade() -> None:
    op.drop_table("match_traits")
    traits = op.create_table(
        "match_traits",
        sa.Column("token", Key, primary_key=True),
        sa.Column("part", Number, primary_key=True, autoincrement=False),
        sa.Column("holders", Bytes, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        # What is read at every ranking is not worth being compressed.
        op.execute("ALTER TABLE match_traits ALTER COLUMN holders SET STORAGE EXTERNAL")
    for part, people in itertools.groupby(_people(), lambda row: row.number >> _PART_BITS):
        by_token: dict[str, list[int]] = {}
        for row in people:
            for token in _tokens(row.kind, row.offer):
                by_token.setdefault(token, []).append(row.number - _LOWEST)
        rows = [
            {"token": token, "part": part, "holders": BitMap64(numbers).serialize()}
            for token, numbers in sorted(by_token.items())
        ]
        op.get_bind().execute(traits.insert(), rows)
    _add_topic()


def _people() -> Iterator[sa.Row[Any]]:
    """All who are matched, by their numbers."""
    people = sa.table(
        "match_people",
        sa.column("number", Number),
        sa.column("kind", sa.Text),
        sa.column("offer", Bytes),
    )
    some = sa.select(people).order_by(people.c.number).limit(_ROWS)
    rows: Sequence[sa.Row[Any]] = op.get_bind().execute(some).all()
    while rows:
        yield from rows
        rows = op.get_bind().execute(some.where(people.c.number > rows[-1].number)).all()


def _tokens(kind: str, offer: bytes) -> set[str]:
    traits, told = json.loads(offer)
    return {_token(f"{kind} {trait}") for trait in (*traits, *(f"told:{one}" for one in told))}


def _token(trait: str) -> str:
    return hashlib.blake2b(trait.encode(), digest_size=_TOKEN_BYTES).hexdigest()


def _add_topic() -> None:
    topics = sa.table(
        "topics",
        sa.column("name", sa.Text),
        sa.column("version", sa.BigInteger),
        sa.column("members", sa.BigInteger),
    )
    op.bulk_insert(topics, [{"name": "candidates", "version": 0, "members": 0}])
