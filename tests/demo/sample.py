"""Samples of demo people on a fixed day, and typed accessors of their profiles."""

import re
from datetime import date

from bridgework.demo.data import Record, read, resolve
from bridgework.demo.experts import expert

TODAY = date(2026, 11, 21)


def candidates(today: date) -> list[Record]:
    records: list[Record] = resolve(read("candidates")["candidates"], today)
    return records


FIRST_200 = [expert(n, TODAY) for n in range(200)]
SAMPLE = [expert(n, TODAY) for n in (*range(0, 1_000_000, 500), 999_999)]
CANDIDATES = candidates(TODAY)


def entries(person: Record, member: str) -> list[dict[str, object]]:
    items = person["profile"][member]
    assert isinstance(items, list)
    return items


def strings(person: Record, member: str) -> list[str]:
    items = person["profile"][member]
    assert isinstance(items, list)
    return [str(item) for item in items]


def number(value: object) -> int:
    assert isinstance(value, int)
    return value


def text(person: Record, member: str) -> str:
    return str(person["profile"][member])


def sentences(bio: str) -> set[str]:
    return set(re.split(r"(?<=[.?!]) ", bio))
