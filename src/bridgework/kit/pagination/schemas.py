"""Query parameters and responses of lists.

class RolesQuery(CursorQuery):
    search: Search | None = None

class RolePage(CursorPage[RolePosting]):
    pass
"""

from datetime import datetime
from typing import Generic, TypeVar

from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.fields import CursorText, PageNumber, PageSize
from bridgework.kit.schemas import GENERIC, QueryParams, ResponseModel

Item = TypeVar("Item", bound=ResponseModel)


class OffsetQuery(QueryParams):
    page: PageNumber = 1
    limit: PageSize = 20


class OffsetPage(ResponseModel, Generic[Item]):
    model_config = GENERIC

    items: list[Item]
    page: int
    limit: int
    total: int


class CursorQuery(QueryParams):
    cursor: CursorText | None = None
    """The `nextCursor` of the previous page, for the same filters and the same caller."""
    limit: PageSize = 20


class CursorPage(ResponseModel, Generic[Item]):
    model_config = GENERIC

    items: list[Item]
    next_cursor: str | None
    has_more: bool


def must_be_in_order(start: datetime | None, end: datetime | None) -> None:
    """Raise ValidationFailed if the parameter `to` is before the parameter `from`."""
    if start is not None and end is not None and end < start:
        raise ValidationFailed(FieldError("to", "before_start", "Must not be before `from`."))
