"""Reading a numbered page: its rows, and how many there are on all pages.

rows, total = numbered.read(tx, query, listed, order)
return numbered.page(query, AdminUserPage, [_user(row) for row in rows], total)
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa

from bridgework.kit.db.transaction import Tx
from bridgework.kit.paging.remembered import Firsts, Question
from bridgework.kit.paging.shapes import NumberedPage, NumberedQuery
from bridgework.kit.schemas import ResponseModel

Page = TypeVar("Page", bound=NumberedPage[Any])

_FEW = 500
"""As many keys are read at once, in case there are no more of them."""


def read(
    tx: Tx,
    query: NumberedQuery,
    listed: sa.Select[Any],
    order: Sequence[sa.ColumnElement[Any]],
    parameters: Mapping[str, object] = {},
    *,
    by: sa.ColumnElement[Any] | None = None,
    question: Question | None = None,
) -> tuple[Sequence[sa.Row[Any]], int]:
    """The rows of the page that is asked for, and how many `listed` has in all.

    `order` must settle ties, or rows could stand on two pages. `by` is the key of what is listed,
    where an index holds all that is asked of it: the keys are found there, and of the table only
    the page's rows are read. `question` remembers what was found by keys.
    """
    if by is not None:
        return _read_by(tx, query, listed, order, parameters, by, question)
    rows = tx.rows(_page(query, listed.order_by(*order)), parameters)
    before = _before(query)
    if len(rows) < query.limit and (rows or not before):
        return rows, before + len(rows)  # the last page tells how many there are
    return rows, tx.value(_counted(listed), parameters)


def _read_by(
    tx: Tx,
    query: NumberedQuery,
    listed: sa.Select[Any],
    order: Sequence[sa.ColumnElement[Any]],
    parameters: Mapping[str, object],
    key: sa.ColumnElement[Any],
    question: Question | None,
) -> tuple[Sequence[sa.Row[Any]], int]:
    keys = listed.with_only_columns(key, maintain_column_froms=True).order_by(*order)
    firsts = None if question is None else question.recall()
    if firsts is None:
        firsts = _firsts(tx, listed, keys, parameters)
        if question is not None:
            question.keep(firsts)
    start, end = _before(query), _before(query) + query.limit
    page = firsts.keys[start:end]
    if len(firsts.keys) < min(end, firsts.total):
        page = tx.values(_page(query, keys), parameters)
    if not page:
        return [], firsts.total
    return tx.rows(listed.where(key.in_(page)).order_by(*order), parameters), firsts.total


def _firsts(
    tx: Tx, listed: sa.Select[Any], keys: sa.Select[Any], parameters: Mapping[str, object]
) -> Firsts:
    """Where few fit, the index is gone through once, for their keys and for how many they are."""
    found = tx.values(keys.limit(_FEW + 1), parameters)
    few = len(found) <= _FEW
    return Firsts(found, len(found) if few else tx.value(_counted(listed), parameters))


def _page(query: NumberedQuery, ordered: sa.Select[Any]) -> sa.Select[Any]:
    return ordered.limit(query.limit).offset(_before(query))


def _before(query: NumberedQuery) -> int:
    """How many stand on the pages before."""
    return (query.page - 1) * query.limit


def _counted(listed: sa.Select[Any]) -> sa.Select[Any]:
    return listed.with_only_columns(sa.func.count(), maintain_column_froms=True)


def page(
    query: NumberedQuery, shape: type[Page], items: Sequence[ResponseModel], total: int
) -> Page:
    """The page as it is told."""
    return shape(items=list(items), page=query.page, limit=query.limit, total=total)
