"""Who has an entry of the directory's index is kept as a roaring bitmap, a row for each grade."""

import struct
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op
from pyroaring import BitMap64

from bridgework.kit.db.columns import Bytes, Key, Number

revision = "0027"
down_revision = "0026"

_ROWS = 500
"""Of the old index, that are read at once: four megabytes at most, and their numbers."""
_LOWEST = -(1 << 63)
_PART_BITS = 16
_HEAD = 3
_IS_LISTED = 0x80
_IN_BYTE = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def upgrade() -> None:
    op.rename_table("directory_entries", "directory_entries_before")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER INDEX pk_directory_entries RENAME TO pk_directory_entries_before")
    after = op.create_table(
        "directory_entries",
        sa.Column("token", Key, primary_key=True),
        sa.Column("part", Number, primary_key=True, autoincrement=False),
        sa.Column("grade", Number, primary_key=True, autoincrement=False),
        sa.Column("holders", Bytes, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        # What is read at every search is not worth being compressed.
        op.execute("ALTER TABLE directory_entries ALTER COLUMN holders SET STORAGE EXTERNAL")
    for rows in _batches():
        op.get_bind().execute(
            after.insert(),
            [
                {"token": row.token, "part": row.part, "grade": grade, "holders": holders}
                for row in rows
                for grade, holders in _graded(row.part, row.holders)
            ],
        )
    op.drop_table("directory_entries_before")


def _batches() -> Iterator[Sequence[sa.Row[Any]]]:
    before = sa.table(
        "directory_entries_before",
        sa.column("token", Key),
        sa.column("part", Number),
        sa.column("holders", Bytes),
    )
    at = sa.tuple_(before.c.token, before.c.part)
    some = sa.select(before).order_by(before.c.token, before.c.part).limit(_ROWS)
    rows = op.get_bind().execute(some).all()
    while rows:
        yield rows
        last = sa.tuple_(sa.literal(rows[-1].token, Key), sa.literal(rows[-1].part, Number))
        rows = op.get_bind().execute(some.where(at > last)).all()


def _graded(part: int, stored: bytes) -> Iterator[tuple[int, bytes]]:
    """Of each set of a row as it was kept its grade, and the same set as it is kept now."""
    start = (part << _PART_BITS) - _LOWEST
    at = 0
    while at < len(stored):
        kind, begins = stored[at], at + _HEAD
        at = begins + int.from_bytes(stored[at + 1 : begins], "little")
        places = (_listed if kind & _IS_LISTED else _bits)(stored[begins:at])
        yield kind & ~_IS_LISTED, BitMap64([start + place for place in places]).serialize()


def _listed(kept: bytes) -> Sequence[int]:
    return struct.unpack(f"<{len(kept) // 2}H", kept)


def _bits(kept: bytes) -> Sequence[int]:
    return [at * 8 + bit for at, byte in enumerate(kept) for bit in _IN_BYTE[byte]]
