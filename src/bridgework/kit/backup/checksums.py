"""What a table holds, as one number: the same however its rows lie.

The digests of all rows are added up, so no order has to be agreed upon with a database that may
sort otherwise elsewhere. It compares what was put in with what is there; that nobody has tampered
with the archive is for the digests of its members to say.
"""

import hashlib
import struct
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, Field

_BITS = 256

Piece = bytes | bytearray | memoryview
"""Bytes, as whoever hands them over has them."""


class TableSum(BaseModel):
    """How many rows a table has, and what they come to."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    rows: int = Field(ge=0)
    checksum: str = Field(pattern=r"^[0-9a-f]{64}$")


class Checksum:
    """Adds up rows."""

    def __init__(self) -> None:
        self._rows = 0
        self._sum = 0

    def add(self, row: Piece) -> None:
        """One row more, as bytes that no other row has."""
        self._rows += 1
        self._sum += int.from_bytes(hashlib.sha256(row).digest(), "big")

    def done(self) -> TableSum:
        """What it came to."""
        total = self._sum % (1 << _BITS)
        return TableSum(rows=self._rows, checksum=f"{total:064x}")


def as_bytes(row: Sequence[object]) -> bytes:
    """The values of one row of SQLite's five types, each told from every other."""
    return b"".join(map(_value, row))


def _value(value: object) -> bytes:
    if value is None:
        return b"n"
    if isinstance(value, str):
        text = value.encode()
        return b"s%d:%b" % (len(text), text)
    if isinstance(value, int):
        return b"i%d;" % value
    if isinstance(value, bytes):
        return b"b%d:%b" % (len(value), value)
    if isinstance(value, float):
        return b"f" + struct.pack(">d", value)
    raise TypeError(f"SQLite has no {type(value).__name__}")
