"""Every statement on what is matched."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import sqlalchemy as sa

from bridgework.areas.matching import index_encoding
from bridgework.areas.matching.formula import VERSION, Offer, Wants
from bridgework.areas.matching.tables import indexes, people, postings, wanted
from bridgework.kit.db.columns import other_than
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.search import tokens
from bridgework.kit.search.tokens import Tokens

PersonKind = Literal["expert", "candidate"]
PostingKind = Literal["role", "job"]

_person = sa.select(people.c.number, people.c.offer, people.c.formula).where(
    people.c.account_id == sa.bindparam("whose"), people.c.kind == sa.bindparam("this_kind")
)
_posting = sa.select(postings.c.number, postings.c.wants).where(
    postings.c.posting_id == sa.bindparam("which"), postings.c.kind == sa.bindparam("this_kind")
)
_add_person = people.insert().returning(people.c.number)
_add_people = people.insert().returning(people.c.number, sort_by_parameter_order=True)
_change_person = people.update().where(people.c.number == sa.bindparam("this_number"))
_worn_people = sa.select(people.c.account_id).where(
    people.c.kind == sa.bindparam("this_kind"), other_than(people.c.formula, VERSION)
)
_drop_person = people.delete().where(people.c.number == sa.bindparam("this_number"))
_add_posting = postings.insert().returning(postings.c.number)
_change_posting = postings.update().where(postings.c.number == sa.bindparam("this_number"))
_worn_postings = sa.select(postings.c.posting_id).where(
    postings.c.kind == sa.bindparam("this_kind"), other_than(postings.c.formula, VERSION)
)
_drop_posting = postings.delete().where(postings.c.number == sa.bindparam("this_number"))
_add_wanted = wanted.insert()
_drop_wanted = wanted.delete().where(wanted.c.number == sa.bindparam("this_number"))
_offers = sa.select(people.c.number, people.c.account_id, people.c.offer).where(
    people.c.number.in_(sa.bindparam("numbers", expanding=True))
)
_wants = sa.select(postings.c.number, postings.c.posting_id, postings.c.wants).where(
    postings.c.number.in_(sa.bindparam("numbers", expanding=True))
)
_worth = (
    sa.select(wanted.c.number, sa.func.sum(wanted.c.most).label("most"))
    .where(wanted.c.token.in_(sa.bindparam("tokens", expanding=True)))
    .group_by(wanted.c.number)
    .subquery()
)
_bounds = (
    sa.select(postings.c.number, (_worth.c.most + postings.c.base).label("most"))
    .join_from(_worth, postings, _worth.c.number == postings.c.number)
    .where(postings.c.kind == sa.bindparam("this_kind"))
)


class Person(NamedTuple):
    """Somebody as the index has them."""

    number: int
    offer: Offer
    is_worn: bool
    """Whether another version of the formula compiled them."""


# --- people -----------------------------------------------------------------------------------


def lock(tx: Tx, kind: PersonKind) -> bool:
    """Keep other transactions from changing people of this kind until the transaction ends.

    Returns whether others may have changed some meanwhile.
    """
    return indexes[kind].lock(tx)


def person(tx: Tx, kind: PersonKind, account_id: Id) -> Person | None:
    """Somebody who is in the index."""
    row = tx.row(_person, {"whose": account_id, "this_kind": kind})
    if row is None:
        return None
    return Person(row.number, index_encoding.to_offer(row.offer), is_worn=row.formula != VERSION)


def add_person(tx: Tx, kind: PersonKind, account_id: Id, offer: Offer) -> None:
    """Put somebody into the index."""
    number = tx.execute(_add_person, _of_person(kind, account_id, offer)).scalar_one()
    indexes[kind].add(tx, [(number, _tokens(kind, offer))])


def add_people(tx: Tx, kind: PersonKind, several: Sequence[tuple[Id, Offer]]) -> None:
    """Put many into the index who are not in it yet."""
    rows = [_of_person(kind, whose, offer) for whose, offer in several]
    numbers = tx.execute(_add_people, rows).scalars()
    found_by = [_tokens(kind, offer) for _, offer in several]
    indexes[kind].add(tx, list(zip(numbers, found_by, strict=True)))


def change_person(tx: Tx, kind: PersonKind, before: Person, offer: Offer) -> None:
    """Rewrite what somebody offers; `before` is what the index has of them."""
    values = {"this_number": before.number, "offer": index_encoding.from_offer(offer)}
    if before.is_worn:  # else the formula stays, and with it the entry in its index
        tx.execute(_change_person, {**values, "formula": VERSION})
    else:
        tx.execute(_change_person, values)
    old, new = (tokens.serialize(_tokens(kind, each)) for each in (before.offer, offer))
    indexes[kind].change(tx, before.number, old, new)


def drop_person(tx: Tx, kind: PersonKind, before: Person) -> None:
    """Take somebody out of the index."""
    found_by = tokens.serialize(_tokens(kind, before.offer))
    indexes[kind].change(tx, before.number, found_by, "")
    tx.execute(_drop_person, {"this_number": before.number})


def offers(tx: Tx, numbers: Sequence[int]) -> Mapping[int, tuple[Id, Offer]]:
    """Who these are, and what they offer."""
    rows = tx.rows(_offers, {"numbers": list(numbers)})
    return {row.number: (row.account_id, index_encoding.to_offer(row.offer)) for row in rows}


def outdated_people(tx: Tx, kind: PersonKind, most: int) -> Sequence[Id]:
    """Some of those who were compiled by another version of the formula."""
    return tx.execute(_worn_people.limit(most), {"this_kind": kind}).scalars().all()


def _of_person(kind: PersonKind, account_id: Id, offer: Offer) -> dict[str, Any]:
    stored = index_encoding.from_offer(offer)
    return {"kind": kind, "account_id": account_id, "offer": stored, "formula": VERSION}


def _tokens(kind: PersonKind, offer: Offer) -> Tokens:
    return dict.fromkeys(index_encoding.tokens_of_offer(kind, offer), 0)


# --- postings ---------------------------------------------------------------------------------


def posting(tx: Tx, kind: PostingKind, posting_id: Id) -> tuple[int, Wants] | None:
    """A posting's number in the index, and what it wants."""
    row = tx.row(_posting, {"which": posting_id, "this_kind": kind})
    return None if row is None else (row.number, index_encoding.to_wants(row.wants))


def add_posting(tx: Tx, kind: PostingKind, posting_id: Id, wants: Wants) -> None:
    """Put a posting into the index."""
    values = {"kind": kind, "posting_id": posting_id, **_of_wants(wants)}
    _add_tokens(tx, kind, tx.execute(_add_posting, values).scalar_one(), wants)


def change_posting(tx: Tx, kind: PostingKind, number: int, wants: Wants) -> None:
    """Rewrite what a posting wants."""
    tx.execute(_change_posting.values(**_of_wants(wants)), {"this_number": number})
    tx.execute(_drop_wanted, {"this_number": number})
    _add_tokens(tx, kind, number, wants)


def drop_posting(tx: Tx, number: int) -> None:
    """Take a posting out of the index."""
    tx.execute(_drop_wanted, {"this_number": number})
    tx.execute(_drop_posting, {"this_number": number})


def bounds(tx: Tx, kind: PostingKind, traits: Iterable[str]) -> Sequence[sa.Row[Any]]:
    """For each posting that wants any of these: what it scores at the most, in thousandths."""
    return tx.rows(_bounds, {"tokens": list(traits), "this_kind": kind})


def wants(tx: Tx, numbers: Sequence[int]) -> Mapping[int, tuple[Id, Wants]]:
    """Which postings these are, and what they want."""
    rows = tx.rows(_wants, {"numbers": list(numbers)})
    return {row.number: (row.posting_id, index_encoding.to_wants(row.wants)) for row in rows}


def outdated_postings(tx: Tx, kind: PostingKind, most: int) -> Sequence[Id]:
    """Some of those that were compiled by another version of the formula."""
    return tx.execute(_worn_postings.limit(most), {"this_kind": kind}).scalars().all()


def _of_wants(wants: Wants) -> dict[str, Any]:
    stored = index_encoding.from_wants(wants)
    return {"wants": stored, "base": index_encoding.for_anybody(wants), "formula": VERSION}


def _add_tokens(tx: Tx, kind: PostingKind, number: int, wants: Wants) -> None:
    person: PersonKind = "expert" if kind == "role" else "candidate"
    wanted_tokens = index_encoding.tokens_of_wants(person, wants).items()
    rows = [{"token": one, "number": number, "most": most} for one, most in wanted_tokens]
    if rows:
        tx.execute(_add_wanted, rows)
