"""The response of the export of personal data."""

from typing import Any

from bridgework.kit.validation import ResponseModel, UtcDatetime


class OwnData(ResponseModel):
    """Everything stored about an account, by table, without secrets and other people's data."""

    exported_at: UtcDatetime
    tables: dict[str, list[dict[str, Any]]]
