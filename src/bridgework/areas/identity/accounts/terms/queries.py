"""The statements on terms."""

from collections.abc import Iterable, Sequence, Set

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms.tables import account_terms
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx

Conditions = Sequence[sa.ColumnElement[bool]]

_LAST_CHARACTER = "\U0010ffff"
_MANY = 2_000
"""A start of more terms is looked up in each account, instead of the accounts by the start."""
_this_source = sa.and_(
    account_terms.c.account_id == sa.bindparam("account", type_=IdColumn),
    account_terms.c.source == sa.bindparam("this_source"),
)
_of_source = sa.select(account_terms.c.term).where(_this_source)
_add = account_terms.insert()
_delete = account_terms.delete().where(
    _this_source, account_terms.c.term == sa.bindparam("this_term")
)


def list_terms(tx: Tx, account_id: Id, source: str) -> Set[str]:
    """Return the terms that a source contains."""
    return set(tx.values(_of_source, {"account": account_id, "this_source": source}))


def add(tx: Tx, rows: Iterable[tuple[str, Id, str]]) -> None:
    """Add rows: a term, its account and its source."""
    values = [dict(zip(("term", "account_id", "source"), row, strict=True)) for row in rows]
    if values:
        tx.execute(_add, values)


def delete(tx: Tx, account_id: Id, source: str, terms: Set[str]) -> None:
    """Delete terms of a source."""
    this = {"account": account_id, "this_source": source}
    if terms:
        tx.execute(_delete, [{**this, "this_term": term} for term in terms])


def has_all(tx: Tx, starts: Iterable[str]) -> Conditions:
    """Return the conditions of accounts that have a term for each start.

    The accounts are found by the rarest start, and must have the others.
    """
    sizes = {start: _count(tx, start) for start in starts}
    if not sizes or not all(sizes.values()):
        return [sa.false()]
    rarest, *others = sorted(sizes, key=lambda start: sizes[start])
    find = _is_found if sizes[rarest] < _MANY else _has
    return [find(rarest), *map(_has, others)]


def _count(tx: Tx, start: str) -> int:
    terms = sa.select(account_terms.c.term).where(_begins(account_terms.c.term, start))
    found: int = tx.value(sa.select(sa.func.count()).select_from(terms.limit(_MANY).subquery()))
    return found


def _is_found(start: str) -> sa.ColumnElement[bool]:
    """The condition of accounts with such a term; they are found by the term."""
    rows = account_terms.alias()
    return accounts.c.id.in_(sa.select(rows.c.account_id).where(_begins(rows.c.term, start)))


def _has(start: str) -> sa.ColumnElement[bool]:
    """The condition of accounts with such a term; it is found by the account."""
    rows = account_terms.alias()
    return sa.exists().where(rows.c.account_id == accounts.c.id, _begins(rows.c.term, start))


def _begins(term: sa.ColumnElement[str], start: str) -> sa.ColumnElement[bool]:
    return sa.and_(term >= start, term < start + _LAST_CHARACTER)
