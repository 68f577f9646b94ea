"""What is told of one's own data: contract section 3.2."""

from typing import Any

from bridgework.kit.fields import UtcDatetime
from bridgework.kit.schemas import ResponseModel


class OwnData(ResponseModel):
    """Everything stored about one account, table by table; secrets and other people left out."""

    exported_at: UtcDatetime
    tables: dict[str, list[dict[str, Any]]]
