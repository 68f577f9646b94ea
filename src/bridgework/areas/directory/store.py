"""Reading the directory: every statement here sees public rows alone."""

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.areas.directory.shapes import ListExpertsQuery
from bridgework.areas.directory.tables import WORDS, experts, facets
from bridgework.kit.db import topics
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.words import key, words

_LAST_CHARACTER = "\U0010ffff"

_newest_first: list[sa.ColumnElement[Any]] = [experts.c.listed_at.desc(), experts.c.number.desc()]
_ORDERS: dict[str, list[sa.ColumnElement[Any]]] = {
    "relevance": _newest_first,
    "newest": _newest_first,
    "name": [experts.c.name_key, experts.c.number],
    "experience": [experts.c.years.desc(), experts.c.number.desc()],
    "recently_active": [experts.c.active_on.desc(), experts.c.number.desc()],
}

_one = sa.select(experts.c.record).where(experts.c.id == sa.bindparam("expert_id"))
_pages = {
    order: sa.select(experts.c.card)
    .order_by(*columns)
    .limit(sa.bindparam("most"))
    .offset(sa.bindparam("skipped"))
    for order, columns in _ORDERS.items()
}
_matching = {
    "sqlite": sa.text(f"SELECT rowid FROM {WORDS} WHERE {WORDS} MATCH :sought"),  # noqa: S608
    "postgresql": sa.text(
        # A cast takes the words as they are; to_tsquery would part them once more, its own way.
        f"SELECT number FROM {WORDS} WHERE words @@ CAST(:sought AS tsquery)"  # noqa: S608
    ),
}


def record(tx: Tx, expert_id: Id) -> bytes | None:
    """One expert's record as JSON, None if there is none in public."""
    found: bytes | None = tx.value(_one, {"expert_id": expert_id})
    return found


def cards(tx: Tx, query: ListExpertsQuery) -> tuple[Sequence[bytes], int]:
    """One page of cards as JSON, and how many there are on all pages."""
    order = query.sort_by or ("relevance" if query.search else "newest")
    place = {"most": query.limit, "skipped": (query.page - 1) * query.limit}
    narrowed = list(_conditions(tx.dialect, query))
    if not narrowed:
        total = topics.members(tx, topics.EXPERTS)
        return _cards(tx, _pages[order], place), total
    total = tx.value(sa.select(sa.func.count()).select_from(experts).where(*narrowed))
    return _cards(tx, _pages[order].where(*narrowed), place), total


def _cards(tx: Tx, page: sa.Select[tuple[bytes]], place: dict[str, int]) -> Sequence[bytes]:
    return tx.execute(page, place).scalars().all()


def _conditions(dialect: str, query: ListExpertsQuery) -> Iterator[sa.ColumnElement[bool]]:
    sought = words(query.search or "")
    places = words(query.location or "")
    if (query.search and not sought) or (query.location and not places):
        yield sa.false()  # nothing but punctuation was asked for
    if sought:
        matching = _matching[dialect].bindparams(sought=_expression(dialect, sought))
        yield experts.c.number.in_(matching.columns(sa.column("number")).scalar_subquery())
    for word in places:
        begins = sa.and_(facets.c.value >= word, facets.c.value < word + _LAST_CHARACTER)
        yield _has("place", begins)
    for skill in query.skills:
        yield _has("skill", facets.c.value == key(skill))
    for tag in query.tags:
        yield _has("tag", facets.c.value == key(tag))
    if query.availability:
        yield _has("availability", facets.c.value.in_([key(one) for one in query.availability]))
    if query.engagement_type:
        yield _has("engagement", facets.c.value.in_([key(one) for one in query.engagement_type]))


def _has(kind: str, condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    numbers = sa.select(facets.c.number).where(facets.c.kind == kind, condition)
    return experts.c.number.in_(numbers)


def _expression(dialect: str, sought: Sequence[str]) -> str:
    """All words must be there, the last one as a beginning; words are letters and digits only."""
    if dialect == "sqlite":
        return " ".join(f'"{word}"' for word in sought) + "*"
    return " & ".join(f"'{word}'" for word in sought) + ":*"
