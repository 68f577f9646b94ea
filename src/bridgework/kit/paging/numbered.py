"""Reading a numbered page: its rows, and how many there are on all pages.

rows, total = numbered.read(tx, query, listed, order)
return numbered.page(query, AdminUserPage, [_user(row) for row in rows], total)
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.kit.db.transaction import Tx
from bridgework.kit.paging.shapes import NumberedPage, NumberedQuery
from bridgework.kit.shapes import Record

Page = TypeVar("Page", bound=NumberedPage[Any])


def read(
    tx: Tx,
    query: NumberedQuery,
    listed: sa.Select[Any],
    order: Sequence[sa.ColumnElement[Any]],
    parameters: Mapping[str, object] = {},
    *,
    by: sa.ColumnElement[Any] | None = None,
) -> tuple[Sequence[sa.Row[Any]], int]:
    """The rows of the page that is asked for, and how many `listed` has in all.

    `order` must settle ties, or rows could stand on two pages. `by` is the key of what is listed,
    where an index holds all that is asked of it: the page's keys are found there, and of the table
    only their rows are read.
    """
    skipped = (query.page - 1) * query.limit
    page = listed.order_by(*order).limit(query.limit).offset(skipped)
    if by is not None:
        page = _of_keys(page, by).order_by(*order)
    rows = tx.rows(page, parameters)
    if len(rows) < query.limit and (rows or not skipped):
        return rows, skipped + len(rows)  # the last page tells how many there are
    return rows, tx.value(_counted(listed), parameters)


def _of_keys(page: sa.Select[Any], key: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """The rows of a page, looked up by their keys."""
    keys = page.with_only_columns(key, maintain_column_froms=True)
    return sa.select(*page.selected_columns).where(key.in_(keys))


def _counted(listed: sa.Select[Any]) -> sa.Select[Any]:
    return listed.with_only_columns(sa.func.count(), maintain_column_froms=True)


def page(query: NumberedQuery, shape: type[Page], items: Sequence[Record], total: int) -> Page:
    """The page as it is told."""
    return shape(items=list(items), page=query.page, limit=query.limit, total=total)
