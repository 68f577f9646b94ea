"""The open list where no word is looked for: by filters, by pay, and by the name of a state.

Such questions are of few kinds, so the statements of each kind are made once. A list of those for
one state and a short one of those for several make up the page of a state.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import sqlalchemy as sa

from bridgework.areas.jobs.index import store as index
from bridgework.areas.jobs.index import whereabouts
from bridgework.areas.jobs.index.store import Sought
from bridgework.areas.jobs.postings import seen
from bridgework.areas.jobs.postings.shapes import ListJobsQuery
from bridgework.areas.jobs.tables import FILTERED_BY, jobs
from bridgework.kit.db.transaction import Tx
from bridgework.kit.pagination.keyset import Keyset, Pages

Pay = Literal["any", "in order", "on the way", "few"]
"""How what pays enough is found: it is ordered by that; it is met on the way; it is looked up."""
Lists = list[tuple[Pages, Mapping[str, object]]]

_KINDS = 256
"""Of questions, whose statements are kept."""

by_newest = Keyset(jobs.c.created_at, jobs.c.id)
by_comp = Keyset(jobs.c.comp, jobs.c.id)

_least = sa.bindparam("least", type_=sa.Float)
_paid = sa.select(jobs.c.id).where(jobs.c.hidden_at.is_(None), jobs.c.status == "approved")
_most = sa.bindparam("most", type_=sa.Integer)
_some_paying = _paid.where(jobs.c.comp >= _least).limit(_most).subquery()
_count_paying = sa.select(sa.func.count()).select_from(_some_paying)
_is = {
    name: jobs.c[name] == sa.bindparam(f"this_{name}", type_=jobs.c[name].type)
    for name in FILTERED_BY
}
_is_in_state = jobs.c.state == sa.bindparam("this_state", type_=sa.Text)


def lists(tx: Tx, query: ListJobsQuery, states: Sequence[str], name: Sequence[Sought]) -> Lists:
    """What is to be read for a question, list by list, with its parameters.

    `states` are what rows say that the name of a state leads to; none if no place is asked for.
    """
    in_order = query.sort_by == "compensation"
    pay = how_paid(tx, query, in_order=in_order)
    filters = tuple(one for one in FILTERED_BY if getattr(query, one) is not None)
    given: dict[str, object] = {f"this_{one}": getattr(query, one) for one in filters}
    if pay != "any":
        given["least"] = query.min_comp
    if not states:
        return [(_whole(filters, pay, in_order=in_order), given)]
    of_one, of_several = _of_state(filters, pay, len(name), in_order=in_order)
    said = {f"word_{at}": one.text for at, one in enumerate(name)}
    by_state = [(of_one, {**given, "this_state": state}) for state in states]
    return [*by_state, (of_several, {**given, **said})]


def how_paid(tx: Tx, query: ListJobsQuery, *, in_order: bool, are_few: bool = False) -> Pay:
    """How what pays as much as is asked for is found; `are_few` if few are looked at anyway."""
    if query.min_comp is None:
        return "any"
    if in_order:
        return "in order"
    if are_few:
        return "on the way"
    given = {"least": query.min_comp, "most": index.FEW + 1}
    return "few" if tx.value(_count_paying, given) <= index.FEW else "on the way"


def paid(pay: Pay, least: sa.ColumnElement[float]) -> list[sa.ColumnElement[bool]]:
    """The conditions of that, for what is the least."""
    if pay == "any":
        return []
    if pay == "in order":
        return [jobs.c.comp >= least]
    if pay == "few":
        return [jobs.c.id.in_(_paid.where(jobs.c.comp >= least))]
    # The addition keeps SQLite from the index by pay, which has another order than the list.
    return [jobs.c.comp + 0 >= least]


@lru_cache(_KINDS)
def _whole(filters: Sequence[str], pay: Pay, *, in_order: bool) -> Pages:
    return _pages(filters, pay, (), in_order=in_order)


@lru_cache(_KINDS)
def _of_state(
    filters: Sequence[str], pay: Pay, words: int, *, in_order: bool
) -> tuple[Pages, Pages]:
    said = [
        index.has(Sought("place", sa.bindparam(f"word_{at}", type_=sa.Text), goes_on=True))
        for at in range(words)
    ]
    several = [jobs.c.state == whereabouts.SEVERAL, *said]
    of_one = _pages(filters, pay, [_is_in_state], in_order=in_order)
    return of_one, _pages(filters, pay, several, in_order=in_order)


def _pages(
    filters: Sequence[str],
    pay: Pay,
    further: Sequence[sa.ColumnElement[bool]],
    *,
    in_order: bool,
) -> Pages:
    wanted: list[Any] = [*(_is[one] for one in filters), *paid(pay, _least), *further]
    # The owners come last: SQLite asks in this order, and most of those who fit stand.
    listed = seen.TOLD.where(seen.IS_CURRENT, *wanted, seen.OWNER_STANDS)
    return (by_comp if in_order else by_newest).pages(listed)
