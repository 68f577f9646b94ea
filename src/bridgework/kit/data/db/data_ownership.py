"""The ownership of personal data, which each table declares beside its columns.

    sa.Table("sessions", metadata, …, info=personal_data(by="account_id", erase="delete"))

The export and the deletion of an account use these declarations. A test fails for a table without
one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import sqlalchemy as sa

_KEY = "data_ownership"

Erasure = Literal["delete", "keep", "blank"]


@dataclass(frozen=True, slots=True)
class DataOwnership:
    """The declaration of a table.

    `by` is the column with the account. If the table does not contain the account, `through` is the
    table that the foreign key `by` refers to, or that refers to `by`. `secret` columns are never
    exported. When an account is deleted, its rows are deleted, or kept for the `reason`: as they
    are, or overwritten with the values of `blank`.
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
    """Declare that the rows belong to accounts. Kept or not exported data needs a reason.

    Administrators read the reason of kept data before they erase an account.
    """
    if (erase != "delete" or not export) and not reason:
        raise ValueError("data that is kept at deletion or not exported needs a reason")
    return {_KEY: DataOwnership(by, erase, through, blank or {}, secret, export, reason)}


def no_personal_data(reason: str) -> dict[Any, Any]:
    """Declare that the table contains no personal data, for this reason."""
    return {_KEY: DataOwnership(by=None, erase="keep", export=False, reason=reason)}


def ownership_of(table: sa.Table) -> DataOwnership | None:
    """Return the declaration of a table; None if there is none."""
    declared: DataOwnership | None = table.info.get(_KEY)
    return declared
