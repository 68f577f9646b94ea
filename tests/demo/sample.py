"""People of the demo world to look at, on a fixed day, and typed ways into their profiles."""

import re
from datetime import date

from bridgework.demo.candidates import candidate
from bridgework.demo.profiles import DemoPerson, profile

TODAY = date(2026, 11, 21)
FIRST_200 = [profile(n, TODAY) for n in range(200)]
SAMPLE = [profile(n, TODAY) for n in (*range(0, 1_000_000, 500), 999_999)]
CANDIDATES = [candidate(n, TODAY) for n in range(40)]


def entries(person: DemoPerson, member: str) -> list[dict[str, object]]:
    found = person.profile[member]
    assert isinstance(found, list)
    return found


def strings(person: DemoPerson, member: str) -> list[str]:
    found = person.profile[member]
    assert isinstance(found, list)
    return [str(item) for item in found]


def number(value: object) -> int:
    assert isinstance(value, int)
    return value


def text(person: DemoPerson, member: str) -> str:
    return str(person.profile[member])


def sentences(bio: str) -> set[str]:
    return set(re.split(r"(?<=[.?!]) ", bio))
