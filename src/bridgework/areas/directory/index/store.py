"""Every statement on the index: who comes, changes or goes, and who meets a query's needs."""

from collections.abc import Mapping, Sequence, Set
from typing import Any, cast

import sqlalchemy as sa

from bridgework.areas.directory.index import seeking, tokens
from bridgework.areas.directory.index.seeking import Found, Need
from bridgework.areas.directory.index.tables import entries, slips
from bridgework.areas.directory.index.tokens import Tokens
from bridgework.kit import bitmaps
from bridgework.kit import fuzzy as slipping
from bridgework.kit.db import array_param
from bridgework.kit.db.compiled import CompiledStatement
from bridgework.kit.db.transaction import Tx

_DIALECTS = ("sqlite", "postgresql")
_LAST_CHARACTER = "\U0010ffff"
_BYTES_ON_LOOP = 2_000_000
"""Of the index, that are put together on the loop: to read them takes as long."""

Entry = tuple[str, int]
"""A token, and the grade in which an expert has it."""


def _beginning(begun: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    return sa.and_(entries.c.token >= begun, entries.c.token < begun + _LAST_CHARACTER)


def _holders(dialect: str) -> sa.CompoundSelect[Any]:
    named = array_param.values("named", sa.Text(), dialect)
    begun = array_param.values("begun", sa.Text(), dialect)
    read = sa.select(entries.c.token, entries.c.grade, entries.c.holders)
    return sa.union_all(read.where(entries.c.token == named), read.where(_beginning(begun)))


def _begun(dialect: str) -> sa.Select[Any]:
    begun = array_param.values("begun", sa.Text(), dialect)
    return sa.select(begun).where(sa.exists().where(_beginning(begun)))


def _part(dialect: str) -> sa.Select[Any]:
    return sa.select(entries.c.token, entries.c.grade, entries.c.holders).where(
        entries.c.token == array_param.values("named", sa.Text(), dialect),
        entries.c.part == sa.bindparam("this_part", type_=sa.BigInteger),
    )


def _still(dialect: str) -> sa.Select[Any]:
    named = array_param.values("named", sa.Text(), dialect)
    return sa.select(named).where(sa.exists().where(entries.c.token == named))


def _near(dialect: str) -> sa.Select[Any]:
    variant = array_param.values("variants", sa.Text(), dialect)
    return sa.select(slips.c.word).distinct().where(slips.c.variant == variant)


_read = {dialect: CompiledStatement(_holders(dialect)) for dialect in _DIALECTS}
_read_begun = {dialect: _begun(dialect) for dialect in _DIALECTS}
_read_still = {dialect: _still(dialect) for dialect in _DIALECTS}
_read_part = {dialect: _part(dialect) for dialect in _DIALECTS}
_read_near = {dialect: _near(dialect) for dialect in _DIALECTS}
_put = sa.text(
    "INSERT INTO directory_entries (token, part, grade, holders)"
    " VALUES (:token, :part, :grade, :holders)"
    " ON CONFLICT (token, part, grade) DO UPDATE SET holders = excluded.holders"
)
_drop = entries.delete().where(
    entries.c.token == sa.bindparam("this_token"),
    entries.c.part == sa.bindparam("this_part"),
    entries.c.grade == sa.bindparam("this_grade"),
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
            return Found(bitmaps.Numbers(), ())
        rows |= _rows(tx, list(instead.values()))
        wanted = [instead.get(need, need) for need in wanted]
    if sum(len(holders) for held in rows.values() for _, holders in held) > _BYTES_ON_LOOP:
        tx.move_to_thread()
    return seeking.found(wanted, rows)


def enter(tx: Tx, numbered: Sequence[tuple[int, Tokens]]) -> None:
    """Have experts be found who were not, all of them at once."""
    by_part: dict[int, dict[Entry, list[int]]] = {}
    for number, found_by in numbered:
        come = by_part.setdefault(bitmaps.part_of(number), {})
        for entry in {**found_by, **tokens.begun(found_by)}.items():
            come.setdefault(entry, []).append(number)
    for part, come in sorted(by_part.items()):
        _apply(tx, part, come, {})


def change(tx: Tx, number: int, was: str, now: str) -> None:
    """Have an expert be found by what is so now; only what differs is written.

    Both are entries as they are stored beside the expert.
    """
    before, after = tokens.lines(was), tokens.lines(now)
    if before == after:
        return
    come, gone = tokens.read(after - before), tokens.read(before - after)
    differing = come.keys() | gone.keys()
    begins, began = (
        tokens.begun(tokens.read(tokens.beginning_like(differing, each))).items()
        for each in (after, before)
    )
    who = (number,)
    _apply(
        tx,
        bitmaps.part_of(number),
        dict.fromkeys(come.items() | (begins - began), who),
        dict.fromkeys(gone.items() | (began - begins), who),
    )


def _apply(
    tx: Tx, part: int, come: Mapping[Entry, Sequence[int]], gone: Mapping[Entry, Sequence[int]]
) -> None:
    """Write who comes to the entries of a part, and who leaves them."""
    named = sorted({token for token, _ in come.keys() | gone.keys()})
    here = {"named": named, "this_part": part}
    there = {(row.token, row.grade): row.holders for row in tx.rows(_read_part[tx.dialect], here)}
    put: list[dict[str, Any]] = []
    empty: list[dict[str, Any]] = []
    for (token, grade), holders in bitmaps.rewritten(there, come, gone).items():
        if holders:
            put.append({"token": token, "part": part, "grade": grade, "holders": holders})
        else:
            empty.append({"this_token": token, "this_part": part, "this_grade": grade})
    if put:
        tx.execute(_put, put)
    known = {token for token, _ in there}
    _learn(tx, {token for token, _ in come} - known)
    if empty:
        tx.execute(_drop, empty)
        _forget(tx, {row["this_token"] for row in empty})


def _learn(tx: Tx, fresh: Set[str]) -> None:
    """Add words to the vocabulary of slips."""
    kept = [
        {"variant": variant, "word": word}
        for word in _words(fresh)
        for variant in sorted(slipping.deletions(word))
    ]
    if kept:
        tx.execute(_add_slip, kept)


def _forget(tx: Tx, left: Set[str]) -> None:
    """Take words out of the vocabulary of slips that nobody has any more, in no part or grade."""
    still = set(tx.values(_read_still[tx.dialect], {"named": sorted(left)}))
    kept = [
        {"this_variant": variant, "this_word": word}
        for word in _words(left - still)
        for variant in sorted(slipping.deletions(word))
    ]
    if kept:
        tx.execute(_drop_slip, kept)


def _words(named: Set[str]) -> list[str]:
    words = (token.removeprefix(tokens.WORD) for token in named if token.startswith(tokens.WORD))
    return sorted(word for word in words if slipping.is_fuzzy(word))


def _rows(tx: Tx, wanted: Sequence[Need]) -> dict[str, list[tuple[int, bytes]]]:
    named = {token for need in wanted for token in (need.itself, *need.others) if token}
    begun = {need.begins for need in wanted if need.begins}
    # What begins like another beginning is read with that one.
    begun = {one for one in begun if not any(one.startswith(o) for o in begun - {one})}
    named = {token for token in named if not any(token.startswith(one) for one in begun)}
    read = tx.rows(_read[tx.dialect], {"named": sorted(named), "begun": sorted(begun)})
    rows: dict[str, list[tuple[int, bytes]]] = {}
    for token, grade, holders in cast("Sequence[tuple[str, int, bytes]]", read):
        rows.setdefault(token, []).append((grade, holders))
    return rows


def _corrected(tx: Tx, unmet: Sequence[Need]) -> Mapping[Need, Need]:
    """What may have been meant, of each need for which something may."""
    slipped = [need for need in unmet if slipping.is_fuzzy(need.word)]
    if len(slipped) < len(unmet):
        return {}
    begun = sorted({need.itself for need in slipped if not need.begins})
    if begun and tx.rows(_read_begun[tx.dialect], {"begun": begun}):
        return {}
    variants = sorted({each for need in slipped for each in slipping.deletions(need.word)})
    near = tx.values(_read_near[tx.dialect], {"variants": variants})
    corrected = {need: seeking.corrected(need, near) for need in slipped}
    return {need: instead for need, instead in corrected.items() if instead.others}
