"""The words of postings: writing them, and the conditions by which they lead to postings.

Rare words are looked up, and so are common ones that are rare together; what is common is looked
for in the postings that an order leads past. So no search reads all that a common word leads to.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from bridgework.areas.jobs.tables import facets, jobs
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.text import tokenize

FEW = 1000
"""As many postings of one word as are looked up."""
_SOME = 10 * FEW
"""Up to so many are counted to know which of several common words is the rarest."""
_LAST_CHARACTER = "\U0010ffff"

_add = facets.insert()
_drop = facets.delete().where(facets.c.job_id == sa.bindparam("this_job", type_=IdColumn))


class Sought(NamedTuple):
    """A word to look for, and where."""

    kind: str
    """`word`: anywhere in the posting. `role`: in its role. `place`: in its places."""
    text: "str | sa.BindParameter[str]"
    goes_on: bool
    """Whether it may be the beginning of one."""


def put(tx: Tx, job_id: Id, found_by: Iterable[tuple[str, str]]) -> None:
    """Have a posting be found by these kinds and words, and no others."""
    tx.execute(_drop, {"this_job": job_id})
    rows = [{"kind": kind, "value": value, "job_id": job_id} for kind, value in sorted(found_by)]
    tx.execute(_add, rows)


def sought(kind: str, text: str | None) -> list[Sought]:
    """The words of a text. Of a search the last is a beginning, of a place each one is."""
    said = tokenize(text or "")
    last = len(said) - 1
    return [Sought(kind, word, kind == "place" or at == last) for at, word in enumerate(said)]


def count(tx: Tx, one: Sought, *, most: int | None = None) -> int:
    """How many postings a word leads to, or one more than `most`, which is few."""
    up_to = FEW if most is None else most
    some = sa.select(facets.c.job_id).where(_is(one)).limit(up_to + 1).subquery()
    return int(tx.value(sa.select(sa.func.count()).select_from(some)))


def together(tx: Tx, several: Sequence[Sought]) -> Sequence[Id] | None:
    """The postings that all of these words lead to, None if they are not rare together.

    Read along the rarest of them, and no further than to know it: a quarter of few is so many that
    some are soon met on the way.
    """
    most = max(1, FEW // 4)
    along, *others = sorted(several, key=lambda one: count(tx, one, most=_SOME))
    led, also = facets.alias("led"), facets.alias("also")
    both = [
        sa.exists().where(also.c.job_id == led.c.job_id, _is(one, also)).correlate(led)
        for one in others
    ]
    found = sa.select(led.c.job_id).where(_is(along, led), *both).limit(most + 1)
    ids = tx.execute(found).scalars().all()
    return ids if len(ids) <= most else None


def these(ids: Sequence[Id]) -> sa.ColumnElement[bool]:
    """One of these postings."""
    return jobs.c.id.in_(ids)


def among(several: Sequence[Sought]) -> sa.ColumnElement[bool]:
    """A posting that any of these words leads to: looked up."""
    return jobs.c.id.in_(sa.select(facets.c.job_id).where(sa.or_(*map(_is, several))))


def has(one: Sought) -> sa.ColumnElement[bool]:
    """A posting that has this word: looked for in it.

    Not by EXISTS, for which PostgreSQL would rather read all postings that have the word.
    """
    found = sa.select(facets.c.job_id).where(facets.c.job_id == jobs.c.id, _is(one)).limit(1)
    return found.correlate(jobs).scalar_subquery().is_not(None)


def has_just(number: int, several: Sequence[Sought]) -> sa.ColumnElement[bool]:
    """A posting that has so many of these words: looked for in it."""
    had = sum((sa.case((has(one), 1), else_=0) for one in several), sa.literal(0))
    # Of an equation PostgreSQL takes hardly any posting to fit, and so reads and sorts all that do.
    return sa.case((had == number, sa.true()), else_=sa.false())


def _is(one: Sought, said: sa.FromClause = facets) -> sa.ColumnElement[bool]:
    is_word = said.c.value == one.text
    if one.goes_on:
        until = one.text + _LAST_CHARACTER
        is_word = sa.and_(said.c.value >= one.text, said.c.value < until)
    return sa.and_(said.c.kind == one.kind, is_word)
