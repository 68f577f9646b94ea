"""What holds for profiles: which role one gives oneself, what can't be, how much there may be."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import to_json

from bridgework.areas.profiles import errors
from bridgework.areas.profiles.schemas import (
    AdditionalDetailUpdateRequest,
    BackgroundItem,
    EducationInput,
)
from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.schemas import name_on_the_wire

Fields = Mapping[str, Any]


"""The members of ProfileFields by their Python names, as far as they were ever sent."""


LARGEST = 1024 * 1024


"""Bytes of a profile as JSON: as many as one body may have, so that many bodies don't add up."""


LARGEST_ON_LOOP = 8 * 1024


"""Bytes of a profile that is read or written while everybody waits; a common one has half."""


ROOM_IN_SHORT = 32 * 1024


"""Bytes of the lists that others find somebody by."""


UNSEEN = frozenset(
    {
        *("phone_number", "country_code", "interested_skills", "tour_progress"),
        *("accredited_investor", "startup_advisor"),
    }
)


"""Members that nobody but their owner sees, or is matched by: nobody follows their changes."""


_OPEN_ROLES = frozenset({"expert", "client"})


_LISTS_IN_SHORT = (
    *("specialty", "secondary_specialties", "licenses", "skills", "tags", "systems_experience"),
    *("outcomes", "background", "desired_licensed_states", "credentials", "education"),
)


"""What matters most to be found by comes first."""


def must_be_open(role: str, wanted: str) -> None:
    """Raise RoleNotSelfAssignable if nobody goes from the one role to the other by themselves."""
    if wanted != role and not {role, wanted} <= _OPEN_ROLES:
        raise errors.RoleNotSelfAssignable


def must_run_forward(said: AdditionalDetailUpdateRequest, at: str) -> None:
    """Raise ValidationFailed for all that ends before it starts; `at` leads to what was said."""
    given = said.provided()
    faults = [
        FieldError(
            f"{at}{name}[{number}].{member}", "end_before_start", "Must not lie before the start."
        )
        for name in ("background", "education")
        for number, one in enumerate(_listed(given, name))
        if (member := _ends_early(one)) is not None
    ]
    if faults:
        raise ValidationFailed(*faults)


def is_seen(before: Fields, after: Fields) -> bool:
    """Whether a change is one of what others may see, or find somebody by."""
    return any(before.get(name) != value for name, value in after.items() if name not in UNSEEN)


def size(fields: Fields) -> int:
    """How many bytes of JSON these are."""
    return len(to_json(fields))


def is_long(fields: Fields) -> bool:
    """Whether serializing this profile would keep the event loop for too long."""
    return size(fields) > LARGEST_ON_LOOP


def must_fit(fields: Fields, given: Fields, at: str) -> None:
    """Raise ValidationFailed if a profile would be too large with what is given now."""
    if given and size(fields) > LARGEST:
        longest = max(given, key=lambda name: len(to_json(given[name])))
        sentence = "A profile holds 1 MiB in all: shorten this, or another list before."
        raise ValidationFailed(
            FieldError(f"{at}{name_on_the_wire(longest)}", "too_large", sentence)
        )


def in_short(fields: Fields) -> Fields:
    """A profile as far as others find it: whole, but for lists that are longer than anybody reads.

    The specification bounds no list, and each word of theirs costs the indexes a row.
    """
    if size(fields) <= ROOM_IN_SHORT:
        return fields
    left = ROOM_IN_SHORT
    short = dict(fields)
    for name in _LISTS_IN_SHORT:
        kept: list[Any] = []
        for item in _listed(fields, name):
            left -= len(to_json(item))
            if left < 0:
                break
            kept.append(item)
        short[name] = None if fields.get(name) is None else kept
    return short


def _listed(fields: Fields, name: str) -> list[Any]:
    return fields.get(name) or []


def _ends_early(one: BackgroundItem | EducationInput) -> str | None:
    """The member by which something ends before it starts."""
    if one.start_year is None or one.end_year is None or one.end_year > one.start_year:
        return None
    if one.end_year < one.start_year:
        return "endYear"
    if isinstance(one, BackgroundItem) or one.start_month is None or one.end_month is None:
        return None
    return "endMonth" if one.end_month < one.start_month else None
