"""The responses of the export of personal data, and of the preview of an erasure."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.validation import ResponseModel, UtcDatetime

FateOfRows = TypeAliasType("FateOfRows", Literal["delete", "keep", "blank"])


class OwnData(ResponseModel):
    """Everything stored about an account, by table, without secrets and other people's data."""

    exported_at: UtcDatetime
    tables: dict[str, list[dict[str, object]]]


class OwnedRows(ResponseModel):
    """What the erasure of an account does with its rows in a table."""

    table: str
    """The name of the table, as in `exportMe`."""
    rows: int
    """How many rows of the account it contains now."""
    erase: FateOfRows
    """`blank`: they are kept without the values in `emptied`, such as the author."""
    emptied: list[str]
    """The columns that are emptied or overwritten, with `blank` only."""
    reason: str | None
    """Why the rows are kept; null with `delete`."""


class ErasurePreview(ResponseModel):
    """What the erasure of an account deletes, and what it keeps and why."""

    tables: list[OwnedRows]
    """Every table with personal data, also those without rows of the account; what is kept comes
    first."""
