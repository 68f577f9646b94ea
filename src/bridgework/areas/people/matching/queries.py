"""The statements on the index of matching."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import sqlalchemy as sa

from bridgework.areas.people.matching import index_encoding
from bridgework.areas.people.matching.formula import VERSION, Offer, Wants
from bridgework.areas.people.matching.records import (
    Bound,
    IndexedPerson,
    IndexedPosting,
    NumberedOffer,
    NumberedWants,
)
from bridgework.areas.people.matching.tables import indexes, people, postings, wanted
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, other_than
from bridgework.kit.data.search import Tokens, tokens

PersonKind = Literal["expert", "candidate"]
PostingKind = Literal["role", "job"]

_person = sa.select(people.c.number, people.c.offer, people.c.formula).where(
    people.c.account_id == sa.bindparam("this_account"), people.c.kind == sa.bindparam("this_kind")
)
_posting = sa.select(postings.c.number, postings.c.wants).where(
    postings.c.posting_id == sa.bindparam("this_posting"),
    postings.c.kind == sa.bindparam("this_kind"),
)
_numbers = sa.select(people.c.number).where(
    people.c.account_id.in_(sa.bindparam("accounts", expanding=True)),
    people.c.kind == sa.bindparam("this_kind"),
)
_offers_of = sa.select(people.c.number, people.c.account_id, people.c.offer).where(
    people.c.account_id.in_(sa.bindparam("accounts", expanding=True)),
    people.c.kind == sa.bindparam("this_kind"),
)
_wants_of = sa.select(postings.c.number, postings.c.posting_id, postings.c.wants).where(
    postings.c.posting_id.in_(sa.bindparam("these_postings", expanding=True)),
    postings.c.kind == sa.bindparam("this_kind"),
)
_add_person = people.insert().returning(people.c.number)
_add_people = people.insert().returning(people.c.number, sort_by_parameter_order=True)
_update_person = people.update().where(people.c.number == sa.bindparam("this_number"))
_outdated_people = sa.select(people.c.account_id).where(
    people.c.kind == sa.bindparam("this_kind"), other_than(people.c.formula, VERSION)
)
_delete_person = people.delete().where(people.c.number == sa.bindparam("this_number"))
_add_posting = postings.insert().returning(postings.c.number)
_update_posting = postings.update().where(postings.c.number == sa.bindparam("this_number"))
_outdated_postings = sa.select(postings.c.posting_id).where(
    postings.c.kind == sa.bindparam("this_kind"), other_than(postings.c.formula, VERSION)
)
_delete_posting = postings.delete().where(postings.c.number == sa.bindparam("this_number"))
_add_wanted = wanted.insert()
_delete_wanted = wanted.delete().where(wanted.c.number == sa.bindparam("this_number"))
_offers = sa.select(people.c.number, people.c.account_id, people.c.offer).where(
    people.c.number.in_(sa.bindparam("numbers", expanding=True))
)
_wants = sa.select(postings.c.number, postings.c.posting_id, postings.c.wants).where(
    postings.c.number.in_(sa.bindparam("numbers", expanding=True))
)
_maxima = (
    sa.select(wanted.c.number, sa.func.sum(wanted.c.most).label("most"))
    .where(wanted.c.token.in_(sa.bindparam("tokens", expanding=True)))
    .group_by(wanted.c.number)
    .subquery()
)
_bounds = (
    sa.select(postings.c.number, (_maxima.c.most + postings.c.base).label("most"))
    .join_from(_maxima, postings, _maxima.c.number == postings.c.number)
    .where(postings.c.kind == sa.bindparam("this_kind"))
)


class Person(NamedTuple):
    """A person in the index."""

    number: int
    offer: Offer
    is_outdated: bool
    """Whether the offer was computed by another version of the formula."""


class Posting(NamedTuple):
    """A posting in the index."""

    number: int
    wants: Wants


# --- people -----------------------------------------------------------------------------------


def lock(tx: Tx, kind: PersonKind) -> bool:
    """Lock the people of a kind against other writers until the transaction ends.

    Returns whether another transaction may have changed them before the lock was acquired.
    """
    return indexes[kind].lock(tx)


def find_person(tx: Tx, kind: PersonKind, account_id: Id) -> Person | None:
    """Return a person of the index."""
    stored = tx.record(IndexedPerson, _person, {"this_account": account_id, "this_kind": kind})
    if stored is None:
        return None
    offer = index_encoding.to_offer(stored.offer)
    return Person(stored.number, offer, is_outdated=stored.formula != VERSION)


def add_person(tx: Tx, kind: PersonKind, account_id: Id, offer: Offer) -> None:
    """Add a person to the index."""
    number = tx.execute(_add_person, _person_values(kind, account_id, offer)).scalar_one()
    indexes[kind].add(tx, [(number, _tokens(kind, offer))])


def add_people(tx: Tx, kind: PersonKind, offers: Sequence[tuple[Id, Offer]]) -> None:
    """Add people who are not in the index yet."""
    rows = [_person_values(kind, account_id, offer) for account_id, offer in offers]
    numbers = tx.execute(_add_people, rows).scalars()
    token_sets = [_tokens(kind, offer) for _, offer in offers]
    indexes[kind].add(tx, list(zip(numbers, token_sets, strict=True)))


def update_person(tx: Tx, kind: PersonKind, current: Person, offer: Offer) -> None:
    """Change the offer of a person. `current` is the person as read from the index."""
    values = {"this_number": current.number, "offer": index_encoding.from_offer(offer)}
    if current.is_outdated:  # otherwise leave the column and its index unchanged
        tx.execute(_update_person, {**values, "formula": VERSION})
    else:
        tx.execute(_update_person, values)
    before, after = (tokens.serialize(_tokens(kind, each)) for each in (current.offer, offer))
    indexes[kind].change(tx, current.number, before, after)


def delete_person(tx: Tx, kind: PersonKind, current: Person) -> None:
    """Remove a person from the index."""
    indexes[kind].change(tx, current.number, tokens.serialize(_tokens(kind, current.offer)), "")
    tx.execute(_delete_person, {"this_number": current.number})


def list_offers(tx: Tx, numbers: Sequence[int]) -> Mapping[int, tuple[Id, Offer]]:
    """Return the accounts and offers of people, by number."""
    stored = tx.records(NumberedOffer, _offers, {"numbers": list(numbers)})
    return {each.number: (each.account_id, index_encoding.to_offer(each.offer)) for each in stored}


def list_numbers(tx: Tx, kind: PersonKind, account_ids: Iterable[Id]) -> Sequence[int]:
    """Return the numbers of those accounts that are in the index."""
    return tx.values(_numbers, {"accounts": list(account_ids), "this_kind": kind})


def list_offers_of(tx: Tx, kind: PersonKind, account_ids: Iterable[Id]) -> Mapping[Id, Offer]:
    """Return the offers of those accounts that are in the index."""
    parameters = {"accounts": list(account_ids), "this_kind": kind}
    stored = tx.records(NumberedOffer, _offers_of, parameters)
    return {each.account_id: index_encoding.to_offer(each.offer) for each in stored}


def list_outdated_people(tx: Tx, kind: PersonKind, limit: int) -> Sequence[Id]:
    """Return people this_account offer was computed by another version of the formula."""
    return tx.execute(_outdated_people.limit(limit), {"this_kind": kind}).scalars().all()


def _person_values(kind: PersonKind, account_id: Id, offer: Offer) -> dict[str, object]:
    stored = index_encoding.from_offer(offer)
    return {"kind": kind, "account_id": account_id, "offer": stored, "formula": VERSION}


def _tokens(kind: PersonKind, offer: Offer) -> Tokens:
    return dict.fromkeys(index_encoding.tokens_of_offer(kind, offer), 0)


# --- postings ---------------------------------------------------------------------------------


def find_posting(tx: Tx, kind: PostingKind, posting_id: Id) -> Posting | None:
    """Return a posting of the index."""
    parameters = {"this_posting": posting_id, "this_kind": kind}
    stored = tx.record(IndexedPosting, _posting, parameters)
    return None if stored is None else Posting(stored.number, index_encoding.to_wants(stored.wants))


def add_posting(tx: Tx, kind: PostingKind, posting_id: Id, wants: Wants) -> None:
    """Add a posting to the index."""
    values = {"kind": kind, "posting_id": posting_id, **_posting_values(wants)}
    _add_tokens(tx, kind, tx.execute(_add_posting, values).scalar_one(), wants)


def update_posting(tx: Tx, kind: PostingKind, number: int, wants: Wants) -> None:
    """Change what a posting wants."""
    tx.execute(_update_posting.values(**_posting_values(wants)), {"this_number": number})
    tx.execute(_delete_wanted, {"this_number": number})
    _add_tokens(tx, kind, number, wants)


def delete_posting(tx: Tx, number: int) -> None:
    """Remove a posting from the index."""
    tx.execute(_delete_wanted, {"this_number": number})
    tx.execute(_delete_posting, {"this_number": number})


def list_bounds(tx: Tx, kind: PostingKind, tokens: Iterable[str]) -> Sequence[Bound]:
    """Return the maximum score, in thousandths, of each posting that wants any of these tokens."""
    return tx.records(Bound, _bounds, {"tokens": list(tokens), "this_kind": kind})


def list_wants(tx: Tx, numbers: Sequence[int]) -> Mapping[int, tuple[Id, Wants]]:
    """Return the IDs of postings and what they want, by number."""
    stored = tx.records(NumberedWants, _wants, {"numbers": list(numbers)})
    return {each.number: (each.posting_id, index_encoding.to_wants(each.wants)) for each in stored}


def list_wants_of(tx: Tx, kind: PostingKind, posting_ids: Iterable[Id]) -> Mapping[Id, Wants]:
    """Return what those postings want that are in the index."""
    parameters = {"these_postings": list(posting_ids), "this_kind": kind}
    stored = tx.records(NumberedWants, _wants_of, parameters)
    return {each.posting_id: index_encoding.to_wants(each.wants) for each in stored}


def list_outdated_postings(tx: Tx, kind: PostingKind, limit: int) -> Sequence[Id]:
    """Return postings that were indexed by another version of the formula."""
    return tx.execute(_outdated_postings.limit(limit), {"this_kind": kind}).scalars().all()


def _posting_values(wants: Wants) -> dict[str, object]:
    stored = index_encoding.from_wants(wants)
    return {"wants": stored, "base": index_encoding.base_value(wants), "formula": VERSION}


def _add_tokens(tx: Tx, kind: PostingKind, number: int, wants: Wants) -> None:
    person: PersonKind = "expert" if kind == "role" else "candidate"
    maxima = index_encoding.tokens_of_wants(person, wants).items()
    rows = [{"token": token, "number": number, "most": maximum} for token, maximum in maxima]
    if rows:
        tx.execute(_add_wanted, rows)
