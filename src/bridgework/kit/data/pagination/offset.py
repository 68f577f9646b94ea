"""Offset pagination: reading a page by its number, and the total of the list.

users, total = offset.read(tx, query, User, listed, order)
return offset.to_page(query, OffsetPage[AdminUser], [_to_schema(user) for user in users], total)
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.kit.data.db import Reader, Tx
from bridgework.kit.data.pagination.count_cache import FirstKeys
from bridgework.kit.data.pagination.schemas import OffsetPage, OffsetQuery
from bridgework.kit.validation import ResponseModel

Page = TypeVar("Page", bound=OffsetPage[Any])
R = TypeVar("R")
Order = Sequence[sa.ColumnElement[Any]]
"""Must be unique for each row; otherwise a row could be on two pages."""

_FIRST_KEYS = 500


def read(
    tx: Tx,
    query: OffsetQuery,
    record: type[R] | Reader[R],
    listed: sa.Select[Any],
    order: Order,
    parameters: Mapping[str, object] = {},
) -> tuple[Sequence[R], int]:
    """Return the records of the page, and the number of rows of `listed`."""
    found = tx.records(record, _page(query, listed.order_by(*order)), parameters)
    before = _rows_before(query)
    if len(found) < query.limit and (found or not before):
        return found, before + len(found)  # the last page implies the total
    return found, tx.value(_count(listed), parameters)


def first_keys(tx: Tx, listed: sa.Select[Any], order: Order, key: sa.Column[Any]) -> FirstKeys:
    """Return the first keys of a list and its total; a short list is read only once."""
    keys = tx.values(_keys(listed, order, key).limit(_FIRST_KEYS + 1))
    is_short = len(keys) <= _FIRST_KEYS
    return FirstKeys(keys, len(keys) if is_short else tx.value(_count(listed)))


def read_by_key(
    tx: Tx,
    query: OffsetQuery,
    record: type[R] | Reader[R],
    listed: sa.Select[Any],
    order: Order,
    key: sa.Column[Any],
    first: FirstKeys,
    parameters: Mapping[str, object] = {},
) -> Sequence[R]:
    """Return the records of the page by their keys, so that only these are read from the table.

    Use it if an index contains all columns that `listed` filters and sorts by. `parameters` are
    those of its columns.
    """
    start, end = _rows_before(query), _rows_before(query) + query.limit
    keys = first.keys[start:end]
    if len(first.keys) < min(end, first.total):
        keys = tx.values(_page(query, _keys(listed, order, key)))
    if not keys:
        return []
    return tx.records(record, listed.where(key.in_(keys)).order_by(*order), parameters)


def to_page(
    query: OffsetQuery,
    schema: type[Page],
    items: Sequence[ResponseModel],
    total: int,
    **members: Any,
) -> Page:
    """Build the response; `members` are additional members."""
    return schema(items=list(items), page=query.page, limit=query.limit, total=total, **members)


def join_page(query: OffsetQuery, items: Sequence[bytes], total: int) -> bytes:
    """Build the JSON of a page from records that are already rendered."""
    paging = f'"page":{query.page},"limit":{query.limit},"total":{total}'.encode()
    return b'{"items":[' + b",".join(items) + b"]," + paging + b"}"


def _keys(listed: sa.Select[Any], order: Order, key: sa.Column[Any]) -> sa.Select[Any]:
    return listed.with_only_columns(key, maintain_column_froms=True).order_by(*order)


def _page(query: OffsetQuery, ordered: sa.Select[Any]) -> sa.Select[Any]:
    return ordered.limit(query.limit).offset(_rows_before(query))


def _rows_before(query: OffsetQuery) -> int:
    return (query.page - 1) * query.limit


def _count(listed: sa.Select[Any]) -> sa.Select[Any]:
    return listed.with_only_columns(sa.func.count(), maintain_column_froms=True)
