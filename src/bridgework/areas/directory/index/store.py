"""Every statement on the index: who comes, changes or goes, and who meets a query's needs."""

from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Any, cast

import sqlalchemy as sa

from bridgework.areas.directory.index import seeking, tokens
from bridgework.areas.directory.index.seeking import Found, Need
from bridgework.areas.directory.index.tables import entries, slips
from bridgework.areas.directory.index.tokens import Tokens
from bridgework.kit import bitmaps
from bridgework.kit import slips as slipping
from bridgework.kit.db import lists
from bridgework.kit.db.transaction import Tx

_DIALECTS = ("sqlite", "postgresql")
_LAST_CHARACTER = "\U0010ffff"
_BYTES_ON_LOOP = 1_000_000
"""Of the index, that are put together on the loop: it takes three milliseconds."""
_NOBODY = Found(0, (), ())

Gained = dict[str, bitmaps.Graded]
"""By entry, who comes to it: bits from some place of a part on."""


def _beginning(begun: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    return sa.and_(entries.c.token >= begun, entries.c.token < begun + _LAST_CHARACTER)


def _holders(dialect: str) -> sa.CompoundSelect[Any]:
    named = lists.values("named", sa.Text(), dialect)
    begun = lists.values("begun", sa.Text(), dialect)
    read = sa.select(entries.c.token, entries.c.part, entries.c.holders)
    return sa.union_all(read.where(entries.c.token == named), read.where(_beginning(begun)))


def _begun(dialect: str) -> sa.Select[Any]:
    begun = lists.values("begun", sa.Text(), dialect)
    return sa.select(begun).where(sa.exists().where(_beginning(begun)))


def _part(dialect: str) -> sa.Select[Any]:
    return sa.select(entries.c.token, entries.c.holders).where(
        entries.c.token == lists.values("named", sa.Text(), dialect),
        entries.c.part == sa.bindparam("this_part"),
    )


def _near(dialect: str) -> sa.Select[Any]:
    variant = lists.values("variants", sa.Text(), dialect)
    return sa.select(slips.c.word).distinct().where(slips.c.variant == variant)


_read = {dialect: _holders(dialect) for dialect in _DIALECTS}
_read_begun = {dialect: _begun(dialect) for dialect in _DIALECTS}
_read_part = {dialect: _part(dialect) for dialect in _DIALECTS}
_read_near = {dialect: _near(dialect) for dialect in _DIALECTS}
_put = sa.text(
    "INSERT INTO directory_entries (token, part, holders) VALUES (:token, :part, :holders)"
    " ON CONFLICT (token, part) DO UPDATE SET holders = excluded.holders"
)
_drop = entries.delete().where(
    entries.c.token == sa.bindparam("this_token"), entries.c.part == sa.bindparam("this_part")
)
_add_slip = sa.text(
    "INSERT INTO directory_slips (variant, word) VALUES (:variant, :word) ON CONFLICT DO NOTHING"
)
_drop_slip = slips.delete().where(
    slips.c.variant == sa.bindparam("this_variant"), slips.c.word == sa.bindparam("this_word")
)


def found(tx: Tx, wanted: Sequence[Need]) -> Found:
    """Who meets every need. Slips are forgiven in words that nobody has, nor any that begin so."""
    rows = _rows(tx, wanted)
    unmet = [need for need in wanted if not seeking.is_met(need, rows)]
    if unmet:
        instead = _corrected(tx, unmet)
        if not all(need in instead for need in unmet):
            return _NOBODY
        rows |= _rows(tx, list(instead.values()))
        wanted = [instead.get(need, need) for need in wanted]
    if sum(len(holders) for held in rows.values() for _, holders in held) > _BYTES_ON_LOOP:
        tx.leave_loop()
    return seeking.found(wanted, rows)


def enter(tx: Tx, numbered: Sequence[tuple[int, Tokens]]) -> None:
    """Have experts be found who were not, all of them at once."""
    by_part: dict[int, list[tuple[int, Tokens]]] = {}
    for number, found_by in numbered:
        entering = by_part.setdefault(bitmaps.part_of(number), [])
        entering.append((bitmaps.place_of(number), found_by))
    for part, entering in sorted(by_part.items()):
        first = min(place for place, _ in entering)
        gained: Gained = {}
        for place, found_by in entering:
            bit = 1 << place - first
            for token, grade in found_by.items():
                graded = gained.get(token)
                if graded is None:
                    graded = gained[token] = [0] * bitmaps.GRADES
                graded[grade] |= bit
        _apply(tx, part, first, gained, frozenset())


def change(tx: Tx, number: int, was: Tokens, now: Tokens) -> None:
    """Have an expert be found by what is so now; only what differs is written."""
    gained: Gained = {
        token: [int(grade == each) for each in range(bitmaps.GRADES)]
        for token, grade in now.items() - was.items()
    }
    lost = {token for token, _ in was.items() - now.items()}
    if gained or lost:
        _apply(tx, bitmaps.part_of(number), bitmaps.place_of(number), gained, lost)


def _apply(tx: Tx, part: int, first: int, gained: Gained, lost: Set[str]) -> None:
    """Write who comes to the entries of a part, and that the one at `first` leaves some."""
    named = sorted(gained.keys() | lost)
    here = {"named": named, "this_part": part}
    there = {row.token: row.holders for row in tx.rows(_read_part[tx.dialect], here)}
    put, gone = [], []
    for token in named:
        holders = there.get(token, b"")
        if token in lost:
            holders = bitmaps.without(holders, first)
        if token in gained:
            holders = bitmaps.added(holders, gained[token], first)
        if holders:
            put.append({"token": token, "part": part, "holders": holders})
        else:
            gone.append(token)
    if put:
        tx.execute(_put, put)
    _learn(tx, (token for token in gained if token not in there))
    if gone:
        tx.execute(_drop, [{"this_token": token, "this_part": part} for token in gone])
        _forget(tx, gone)


def _learn(tx: Tx, fresh: Iterable[str]) -> None:
    """Add words to the vocabulary of slips."""
    kept = [
        {"variant": variant, "word": word}
        for word in _words(fresh)
        for variant in sorted(slipping.variants(word))
    ]
    if kept:
        tx.execute(_add_slip, kept)


def _forget(tx: Tx, gone: Sequence[str]) -> None:
    """Take words out of the vocabulary of slips that nobody has any more, in no other part."""
    still = {row.token for row in tx.rows(_read[tx.dialect], {"named": gone, "begun": []})}
    kept = [
        {"this_variant": variant, "this_word": word}
        for word in _words(token for token in gone if token not in still)
        for variant in sorted(slipping.variants(word))
    ]
    if kept:
        tx.execute(_drop_slip, kept)


def _words(named: Iterable[str]) -> list[str]:
    words = [token.removeprefix(tokens.WORD) for token in named if token.startswith(tokens.WORD)]
    return [word for word in words if slipping.is_forgiven(word)]


def _rows(tx: Tx, wanted: Sequence[Need]) -> dict[str, list[tuple[int, bytes]]]:
    named = {token for need in wanted for token in (need.itself, *need.others) if token}
    begun = {need.begins for need in wanted if need.begins}
    # What begins like another beginning is read with that one.
    begun = {one for one in begun if not any(one.startswith(o) for o in begun - {one})}
    named = {token for token in named if not any(token.startswith(one) for one in begun)}
    read = tx.rows(_read[tx.dialect], {"named": sorted(named), "begun": sorted(begun)})
    rows: dict[str, list[tuple[int, bytes]]] = {}
    for token, part, holders in cast("Sequence[tuple[str, int, bytes]]", read):
        rows.setdefault(token, []).append((part, holders))
    return rows


def _corrected(tx: Tx, unmet: Sequence[Need]) -> Mapping[Need, Need]:
    """What may have been meant, of each need for which something may."""
    slipped = [need for need in unmet if slipping.is_forgiven(need.word)]
    if len(slipped) < len(unmet):
        return {}
    begun = sorted({need.itself for need in slipped if not need.begins})
    if begun and tx.rows(_read_begun[tx.dialect], {"begun": begun}):
        return {}
    variants = sorted({each for need in slipped for each in slipping.variants(need.word)})
    near = tx.execute(_read_near[tx.dialect], {"variants": variants}).scalars().all()
    corrected = {need: seeking.corrected(need, near) for need in slipped}
    return {need: instead for need, instead in corrected.items() if instead.others}
