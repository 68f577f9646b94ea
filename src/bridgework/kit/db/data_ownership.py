"""Whose data a table holds, and what becomes of it: declared by each table beside its columns.

    sa.Table("sessions", metadata, …, info=personal_data(by="account_id", erase="delete"))

The export and the erasure of an account go through the tables by it. A test fails for a table that
declares nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import sqlalchemy as sa

_KEY = "data_ownership"

Erasure = Literal["delete", "keep", "blank"]


@dataclass(frozen=True, slots=True)
class DataOwnership:
    """What a table declares about the people in it.

    `by` is the column that names the account, `through` the table that a foreign key leads to if
    this one does not name the account itself. `secret` columns are never exported. At erasure the
    rows are deleted, kept for the `reason`, or overwritten with the values of `blank`.
    """

    by: str | None
    erase: Erasure
    through: str | None = None
    blank: Mapping[str, Any] = field(default_factory=dict)
    secret: Sequence[str] = ()
    export: bool = True
    reason: str = ""


def personal_data(
    *,
    by: str,
    erase: Erasure,
    through: str | None = None,
    blank: Mapping[str, Any] | None = None,
    secret: Sequence[str] = (),
    export: bool = True,
    reason: str = "",
) -> dict[Any, Any]:
    """The rows belong to accounts. Data that is kept or not exported needs a reason."""
    if (erase == "keep" or not export) and not reason:
        raise ValueError("data that is kept at erasure or left out of an export needs a reason")
    return {_KEY: DataOwnership(by, erase, through, blank or {}, secret, export, reason)}


def no_personal_data(reason: str) -> dict[Any, Any]:
    """The table holds no personal data, for this reason."""
    return {_KEY: DataOwnership(by=None, erase="keep", export=False, reason=reason)}


def ownership_of(table: sa.Table) -> DataOwnership | None:
    """What a table declares; None if it declares nothing."""
    declared: DataOwnership | None = table.info.get(_KEY)
    return declared
