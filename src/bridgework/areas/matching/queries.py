"""Every statement on what is matched."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, cast

import sqlalchemy as sa

from bridgework.areas.accounts.tables import CANDIDATES, EXPERTS
from bridgework.areas.matching import index_encoding
from bridgework.areas.matching.formula import VERSION, Offer, Wants
from bridgework.areas.matching.tables import people, postings, traits, wanted
from bridgework.kit.db import array_param, cache_versions
from bridgework.kit.db.columns import other_than
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.search import bitmaps

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
_put_trait = sa.text(
    "INSERT INTO match_traits (token, part, holders) VALUES (:token, :part, :holders)"
    " ON CONFLICT (token, part) DO UPDATE SET holders = excluded.holders"
)
_drop_trait = traits.delete().where(
    traits.c.token == sa.bindparam("this_token"), traits.c.part == sa.bindparam("this_part")
)


def _holders(dialect: str) -> sa.Select[Any]:
    named = array_param.values("named", sa.Text(), dialect)
    return sa.select(traits.c.token, traits.c.holders).where(traits.c.token == named)


def _of_part(dialect: str) -> sa.Select[Any]:
    this_part = sa.bindparam("this_part", type_=sa.BigInteger)
    return _holders(dialect).where(traits.c.part == this_part)


_read_traits = {dialect: _holders(dialect) for dialect in ("sqlite", "postgresql")}
_read_part = {dialect: _of_part(dialect) for dialect in ("sqlite", "postgresql")}
_TOPICS: Mapping[PersonKind, str] = {
    "expert": EXPERTS,
    "candidate": CANDIDATES,
}


class Person(NamedTuple):
    """Somebody as the index has them."""

    number: int
    offer: Offer
    is_worn: bool
    """Whether another version of the formula compiled them."""


# --- people -----------------------------------------------------------------------------------


def hold(tx: Tx, kind: PersonKind) -> bool:
    """Be the only one who puts such people in or takes them out, until this transaction ends.

    Returns whether others may have done so meanwhile.
    """
    return cache_versions.lock(tx, _TOPICS[kind])


def person(tx: Tx, kind: PersonKind, account_id: Id) -> Person | None:
    """Somebody who is in the index."""
    row = tx.row(_person, {"whose": account_id, "this_kind": kind})
    if row is None:
        return None
    return Person(row.number, index_encoding.to_offer(row.offer), is_worn=row.formula != VERSION)


def add_person(tx: Tx, kind: PersonKind, account_id: Id, offer: Offer) -> None:
    """Put somebody into the index."""
    number = tx.execute(_add_person, _of_person(kind, account_id, offer)).scalar_one()
    _index(tx, number, come=index_encoding.tokens_of_offer(kind, offer))


def add_people(tx: Tx, kind: PersonKind, several: Sequence[tuple[Id, Offer]]) -> None:
    """Put many into the index who are not in it yet."""
    rows = [_of_person(kind, whose, offer) for whose, offer in several]
    given = tx.execute(_add_people, rows).scalars()
    by_part: dict[int, dict[str, list[int]]] = {}
    for number, (_, offer) in zip(given, several, strict=True):
        come = by_part.setdefault(bitmaps.part_of(number), {})
        for token in index_encoding.tokens_of_offer(kind, offer):
            come.setdefault(token, []).append(number)
    for part, come in sorted(by_part.items()):
        _apply(tx, part, come, {})


def change_person(tx: Tx, kind: PersonKind, before: Person, offer: Offer) -> None:
    """Rewrite what somebody offers; `before` is what the index has of them."""
    values = {"this_number": before.number, "offer": index_encoding.from_offer(offer)}
    if before.is_worn:  # else the formula stays, and with it the entry in its index
        tx.execute(_change_person, {**values, "formula": VERSION})
    else:
        tx.execute(_change_person, values)
    was, now = (index_encoding.tokens_of_offer(kind, each) for each in (before.offer, offer))
    _index(tx, before.number, come=now - was, gone=was - now)


def drop_person(tx: Tx, kind: PersonKind, before: Person) -> None:
    """Take somebody out of the index."""
    _index(tx, before.number, gone=index_encoding.tokens_of_offer(kind, before.offer))
    tx.execute(_drop_person, {"this_number": before.number})


def holders(tx: Tx, tokens: Iterable[str]) -> Mapping[str, bitmaps.Numbers]:
    """The numbers of the people who have each of these tokens, as far as anybody has."""
    rows = tx.rows(_read_traits[tx.dialect], {"named": sorted(set(tokens))})
    parts: dict[str, list[bytes]] = {}
    for token, held in cast("Sequence[tuple[str, bytes]]", rows):
        parts.setdefault(token, []).append(held)
    return {token: bitmaps.merge_shards(stored) for token, stored in parts.items()}


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


def _index(tx: Tx, number: int, come: Iterable[str] = (), gone: Iterable[str] = ()) -> None:
    """Have somebody be found by some tokens, and by others no more."""
    who = (number,)
    _apply(tx, bitmaps.part_of(number), dict.fromkeys(come, who), dict.fromkeys(gone, who))


def _apply(
    tx: Tx, part: int, come: Mapping[str, Sequence[int]], gone: Mapping[str, Sequence[int]]
) -> None:
    """Write who comes to the traits of a part, and who leaves them."""
    if not come and not gone:
        return
    here = {"named": sorted(come.keys() | gone.keys()), "this_part": part}
    there = {row.token: row.holders for row in tx.rows(_read_part[tx.dialect], here)}
    put: list[dict[str, Any]] = []
    empty: list[dict[str, Any]] = []
    for token, holders in bitmaps.rewrite(there, come, gone).items():
        if holders:
            put.append({"token": token, "part": part, "holders": holders})
        else:
            empty.append({"this_token": token, "this_part": part})
    if put:
        tx.execute(_put_trait, put)
    if empty:
        tx.execute(_drop_trait, empty)


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


def bounds(tx: Tx, kind: PostingKind, tokens: Iterable[str]) -> Sequence[sa.Row[Any]]:
    """For each posting that wants any of these: what it scores at the most, in thousandths."""
    return tx.rows(_bounds, {"tokens": list(tokens), "this_kind": kind})


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
    tokens = index_encoding.tokens_of_wants(person, wants)
    if tokens:
        rows = [{"token": one, "number": number, "most": most} for one, most in tokens.items()]
        tx.execute(_add_wanted, rows)
