"""The query parameters that lists of postings and of applications share."""

from typing import Generic, TypeVar

from bridgework.kit.data.pagination import CursorQuery, OffsetQuery
from bridgework.kit.validation import Filter, Search

Status = TypeVar("Status", bound=str)


class OpenPostingsQuery(CursorQuery):
    search: Search | None = None
    location: Filter | None = None


class AllPostingsQuery(OffsetQuery, Generic[Status]):
    status: Status | None = None
    search: Search | None = None


class StatusQuery(CursorQuery, Generic[Status]):
    status: Status | None = None
