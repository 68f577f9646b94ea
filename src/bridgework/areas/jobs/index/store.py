"""The words of postings: writing them, and the conditions by which they lead to postings.

Rare words are looked up, common ones are looked for in the postings that an order leads past: so
no search reads all that a common word leads to.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from bridgework.areas.jobs.tables import facets, jobs
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.words import words

FEW = 1000
"""As many postings of one word as are looked up."""
_LAST_CHARACTER = "\U0010ffff"

_add = facets.insert()
_drop = facets.delete().where(facets.c.job_id == sa.bindparam("this_job", type_=IdColumn))


class Sought(NamedTuple):
    """A word to look for, and where."""

    kind: str
    """`word`: anywhere in the posting. `role`: in its role. `place`: in its places."""
    text: str
    goes_on: bool
    """Whether it may be the beginning of one."""


def put(tx: Tx, job_id: Id, found_by: Iterable[tuple[str, str]]) -> None:
    """Have a posting be found by these kinds and words, and no others."""
    tx.execute(_drop, {"this_job": job_id})
    rows = [{"kind": kind, "value": value, "job_id": job_id} for kind, value in sorted(found_by)]
    tx.execute(_add, rows)


def sought(kind: str, text: str | None) -> list[Sought]:
    """The words of a text. Of a search the last is a beginning, of a place each one is."""
    said = words(text or "")
    last = len(said) - 1
    return [Sought(kind, word, kind == "place" or at == last) for at, word in enumerate(said)]


def count(tx: Tx, one: Sought) -> int:
    """How many postings a word leads to, or one more than few."""
    some = sa.select(facets.c.job_id).where(_is(one)).limit(FEW + 1).subquery()
    return int(tx.value(sa.select(sa.func.count()).select_from(some)))


def among(several: Sequence[Sought]) -> sa.ColumnElement[bool]:
    """A posting that any of these words leads to: looked up."""
    return jobs.c.id.in_(sa.select(facets.c.job_id).where(sa.or_(*map(_is, several))))


def has(one: Sought) -> sa.ColumnElement[bool]:
    """A posting that has this word: looked for in it."""
    return sa.exists().where(facets.c.job_id == jobs.c.id, _is(one)).correlate(jobs)


def how_many(several: Sequence[Sought]) -> sa.ColumnElement[Any]:
    """How many of these words a posting has."""
    return sum((sa.case((has(one), 1), else_=0) for one in several), sa.literal(0))


def _is(one: Sought) -> sa.ColumnElement[bool]:
    is_word = facets.c.value == one.text
    if one.goes_on:
        until = one.text + _LAST_CHARACTER
        is_word = sa.and_(facets.c.value >= one.text, facets.c.value < until)
    return sa.and_(facets.c.kind == one.kind, is_word)
