"""The limits of the profile object in the specification, written out for the tests."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import TypeGuard

from tests.architecture.specified.jobs import SPECIALTY

Check = Callable[[object], bool]

JOB_SPECIALTIES = frozenset(SPECIALTY.values)


def text(longest: int, *, shortest: int = 0) -> Check:
    return lambda value: isinstance(value, str) and shortest <= len(value) <= longest


def matching(pattern: str) -> Check:
    return lambda value: isinstance(value, str) and re.fullmatch(pattern, value) is not None


def one_of(*allowed: str) -> Check:
    return lambda value: value in allowed


def whole(low: int, high: int) -> Check:
    return lambda value: type(value) is int and low <= value <= high


def or_none(check: Check) -> Check:
    return lambda value: value is None or check(value)


def yes_or_no(value: object) -> bool:
    return type(value) is bool


def filled_list(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and len(value) > 0 and all(map(text(100, shortest=1), value))


URI = or_none(matching(r"https://[a-z0-9.-]{1,200}(/[a-z0-9/-]*)?"))
YEAR = or_none(whole(1900, 2100))
SURVEY = or_none(one_of("yes", "no", "unsure"))

PLAIN: Mapping[str, Check] = {
    "title": text(100),
    "credential": text(100),
    "years_experience": whole(0, 70),
    "availability": text(50),
    "availability_date": matching(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    "location": text(200),
    "bio": text(2000),
    "phone_number": matching(r"[0-9]{6,15}"),
    "country_code": matching(r"\+[0-9]{1,4}"),
    "professional_network_url": URI,
    "personal_website": URI,
    "engagement_type": or_none(text(50)),
    "company": text(200),
    "job_seeker_intent": one_of("actively_looking", "open_to_opportunities", "not_looking"),
    "accredited_investor": SURVEY,
    "startup_advisor": SURVEY,
    "tour_progress": lambda value: isinstance(value, dict) and all(map(yes_or_no, value.values())),
}
LISTS: Mapping[str, Check] = {
    "specialty": text(100),
    "secondary_specialties": text(100),
    "systems_experience": text(100),
    "desired_licensed_states": text(100, shortest=1),
    "tags": text(50, shortest=1),
}
RECORDS: Mapping[str, Mapping[str, Check]] = {
    "outcomes": {"title": text(200), "metric": text(200), "description": text(1000)},
    "background": {
        "company": text(200),
        "role": text(200),
        "start_year": YEAR,
        "end_year": YEAR,
        "description": text(2000),
        "currently_working": yes_or_no,
    },
    "credentials": {"name": text(200), "issuer": text(200), "year": text(20)},
    "licenses": {
        "license_number": text(100, shortest=1),
        "licensed_state": text(100, shortest=1),
    },
    "skills": {"category": text(100, shortest=1), "items": filled_list},
    "interested_skills": {
        "category": text(100, shortest=1),
        "items": filled_list,
    },
    "education": {
        "school": text(150, shortest=1),
        "degree": text(150, shortest=1),
        "field_of_study": text(150, shortest=1),
        "start_month": or_none(whole(1, 12)),
        "start_year": or_none(whole(1900, 2036)),
        "end_month": or_none(whole(1, 12)),
        "end_year": or_none(whole(1900, 2036)),
        "grade": text(50),
        "program_type": or_none(one_of("general_dentistry", "assoc_specialty", "other")),
        "affiliation": or_none(one_of("student", "class_president", "faculty", "dean", "alumni")),
        "student_year": or_none(one_of("D1", "D2", "D3", "D4")),
    },
}
MEMBERS = PLAIN.keys() | LISTS.keys() | RECORDS.keys()


def faults(profile: Mapping[str, object]) -> list[str]:
    """Return the paths of the members that violate a limit or are unknown."""
    return sorted(_faults(profile))


def _faults(profile: Mapping[str, object]) -> Iterator[str]:
    for member, value in profile.items():
        if member in PLAIN:
            if not PLAIN[member](value):
                yield member
        elif member in LISTS:
            yield from _list_faults(member, value)
        elif member in RECORDS:
            yield from _record_faults(member, value)
        else:
            yield member


def _list_faults(member: str, value: object) -> Iterator[str]:
    if value is None and member != "tags":
        return
    if not isinstance(value, list):
        yield member
        return
    yield from (f"{member}[{at}]" for at, item in enumerate(value) if not LISTS[member](item))


def _record_faults(member: str, value: object) -> Iterator[str]:
    if not isinstance(value, list):
        yield member
        return
    checks = RECORDS[member]
    for at, record in enumerate(value):
        if record.keys() != checks.keys():
            yield f"{member}[{at}]"
        for name, part in record.items():
            if not checks[name](part):
                yield f"{member}[{at}].{name}"


def must_be_a_name(name: str) -> None:
    assert 1 <= len(name) <= 100
    assert any(unicodedata.category(letter).startswith("L") for letter in name)
