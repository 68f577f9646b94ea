"""What the generated methods call."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any
from urllib.parse import quote as percent_encode

_DEFAULT_LIMIT = 20

Query = Mapping[str, Any]
Headers = Mapping[str, str | None]


class Caller(ABC):
    """Sends the requests of `Operations`."""

    @abstractmethod
    def _bytes(self, method: str, path: str, **options: Any) -> bytes:
        """The body of the response."""

    @abstractmethod
    def _json(self, method: str, path: str, **options: Any) -> Any:
        """The response as JSON."""

    def _data(self, method: str, path: str, **options: Any) -> Any:
        return self._json(method, path, **options)["data"]

    def _items(self, path: str, *, query: Query, public: bool = False) -> Iterator[Any]:
        position: Query | None = {}
        while position is not None:
            page = self._data("GET", path, query={**query, **position}, public=public)
            yield from items_of(page)
            position = next_position(page, query, position)


class AsyncCaller(ABC):
    """Sends the requests of `AsyncOperations`."""

    @abstractmethod
    async def _bytes(self, method: str, path: str, **options: Any) -> bytes:
        """The body of the response."""

    @abstractmethod
    async def _json(self, method: str, path: str, **options: Any) -> Any:
        """The response as JSON."""

    async def _data(self, method: str, path: str, **options: Any) -> Any:
        return (await self._json(method, path, **options))["data"]

    async def _items(self, path: str, *, query: Query, public: bool = False) -> AsyncIterator[Any]:
        position: Query | None = {}
        while position is not None:
            page = await self._data("GET", path, query={**query, **position}, public=public)
            for item in items_of(page):
                yield item
            position = next_position(page, query, position)


def items_of(page: Any) -> list[Any]:
    """The items of one page of any kind of list."""
    items: list[Any] = page if isinstance(page, list) else page["items"]
    return items


def next_position(page: Any, query: Query, position: Query) -> Query | None:
    """The parameters of the next page; None after the last one.

    The API has three kinds of lists: numbered pages with or without a total, cursors, and the feed
    of changes, whose position is a number.
    """
    number = position.get("page", 1)
    if isinstance(page, list):
        limit = query.get("limit") or _DEFAULT_LIMIT
        return {"page": number + 1} if len(page) >= limit else None
    if "total" in page:
        return {"page": number + 1} if number * page["limit"] < page["total"] else None
    if not page["hasMore"]:
        return None
    return {"after": page["nextAfter"]} if "nextAfter" in page else {"cursor": page["nextCursor"]}


def quote(value: str) -> str:
    """`value` as one segment of a path."""
    return percent_encode(value, safe="")
