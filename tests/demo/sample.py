"""People of the demo world to look at, on a fixed day, and typed ways into their profiles."""

import re
from datetime import date

from bridgework.demo.data import Record, read, resolve
from bridgework.demo.experts import expert

TODAY = date(2026, 11, 21)


def candidates(today: date) -> list[Record]:
    found: list[Record] = resolve(read("candidates")["candidates"], today)
    return found


FIRST_200 = [expert(n, TODAY) for n in range(200)]
SAMPLE = [expert(n, TODAY) for n in (*range(0, 1_000_000, 500), 999_999)]
CANDIDATES = candidates(TODAY)


def entries(person: Record, member: str) -> list[dict[str, object]]:
    found = person["profile"][member]
    assert isinstance(found, list)
    return found


def strings(person: Record, member: str) -> list[str]:
    found = person["profile"][member]
    assert isinstance(found, list)
    return [str(item) for item in found]


def number(value: object) -> int:
    assert isinstance(value, int)
    return value


def text(person: Record, member: str) -> str:
    return str(person["profile"][member])


def sentences(bio: str) -> set[str]:
    return set(re.split(r"(?<=[.?!]) ", bio))
