"""Query parameters and responses of lists.

    class RolesQuery(CursorQuery):
        search: Search | None = None

    def list_roles(context: Context, query: RolesQuery) -> CursorPage[Role]:

The OpenAPI document names a page after its items: `RolePage` of `CursorPage[Role]`. A page has a
class of its own only if it has another name there.
"""

from datetime import datetime
from typing import Any, Generic, TypeVar

from typing_extensions import TypeForm

from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.validation import (
    CursorText,
    PageNumber,
    PageSize,
    QueryParams,
    ResponseModel,
)

Item = TypeVar("Item", bound=ResponseModel)


class OffsetQuery(QueryParams):
    page: PageNumber = 1
    limit: PageSize = 20


class _Page(ResponseModel, Generic[Item]):
    items: list[Item]

    @classmethod
    def model_parametrized_name(cls, params: tuple[TypeForm[Any], ...]) -> str:
        """Return the name of the page of a type of items: `RolePage` of `Role`."""
        item_name = getattr(params[0], "__name__", None)
        return f"{item_name}Page" if item_name else super().model_parametrized_name(params)

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        super().__pydantic_init_subclass__(**options)
        # A page of a type of items has no docstring, and docstrings are not inherited.
        cls.__doc__ = cls.__doc__ or "A page of a list."


class OffsetPage(_Page[Item], Generic[Item]):
    page: int
    limit: int
    total: int


class CursorQuery(QueryParams):
    cursor: CursorText | None = None
    """The `nextCursor` of the previous page, for the same filters and the same caller."""
    limit: PageSize = 20


class CursorPage(_Page[Item], Generic[Item]):
    next_cursor: str | None
    has_more: bool


def must_be_in_order(start: datetime | None, end: datetime | None) -> None:
    """Raise ValidationFailed if the parameter `to` is before the parameter `from`."""
    if start is not None and end is not None and end < start:
        raise ValidationFailed(FieldError("to", "before_start", "Must not be before `from`."))
