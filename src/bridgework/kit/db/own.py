"""Whose data a table holds, and what becomes of it: said by each table beside its columns.

    sa.Table("sessions", metadata, …, info=own(by="account_id", erase="delete"))

The export and the erasure of somebody's data walk the tables by it, and a house test fails for a
table that says nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import sqlalchemy as sa

_KEY = "own"

Erasure = Literal["delete", "keep", "blank"]


@dataclass(frozen=True, slots=True)
class Own:
    """What a table says of the people in it.

    `by` is the column that names the account, `through` the table that a foreign key leads to
    where this one does not name the account itself. `secret` columns are never exported.
    At erasure the rows go ("delete"), stay ("keep", for the `reason`), or lose what `blank` says.
    """

    by: str | None
    through: str | None = None
    erase: Erasure = "delete"
    blank: Mapping[str, Any] = field(default_factory=dict)
    secret: frozenset[str] = frozenset()
    export: bool = True
    reason: str = ""


def own(
    *,
    by: str,
    erase: Erasure,
    through: str | None = None,
    blank: Mapping[str, Any] | None = None,
    secret: tuple[str, ...] = (),
    export: bool = True,
    reason: str = "",
) -> dict[Any, Any]:
    """A table whose rows are somebody's. What is kept or not exported says why."""
    if (erase == "keep" or not export) and not reason:
        raise ValueError("what is kept at erasure or left out of an export must say why")
    said = Own(by, through, erase, blank or {}, frozenset(secret), export, reason)
    return {_KEY: said}


def nobodys(reason: str) -> dict[Any, Any]:
    """A table that holds no person's data, and why that is so."""
    return {_KEY: Own(by=None, export=False, erase="keep", reason=reason)}


def said_by(table: sa.Table) -> Own | None:
    """What a table says, None if it has forgotten to."""
    said: Own | None = table.info.get(_KEY)
    return said
