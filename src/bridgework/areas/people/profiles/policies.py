"""Checks of profiles: self-assignable roles, consistent dates and size limits."""

from collections.abc import Mapping, Sequence, Set
from itertools import chain
from typing import Any

import pydantic_core

from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.people.profiles import errors, schemas
from bridgework.areas.people.profiles.records import Fields
from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.validation import or_none, to_wire_name

MAX_BYTES = 1024 * 1024
"""Bytes of a profile as JSON. Equal to the limit of one request body."""
MAX_BYTES_ON_LOOP = 8 * 1024
"""Bytes of a profile that is serialized on the event loop; a typical profile has 4 KiB."""
MAX_SEARCHABLE_BYTES = 32 * 1024
"""Bytes of the lists by which a profile is found."""

PRIVATE_FIELDS = frozenset(
    {
        *("phone_number", "country_code", "interested_skills", "tour_progress"),
        *("accredited_investor", "startup_advisor"),
    }
)
"""Members that only the owner reads and that matching does not use: no hook is called for them."""

IDENTITY_FIELDS = ("credential", "credentials", "licenses")
IDENTITY = ("first_name", "last_name", *IDENTITY_FIELDS)
"""Members by which an administrator verified who a person is, of the account and of the fields."""

_SELF_ASSIGNABLE_ROLES = frozenset({"expert", "client"})
_SEARCHABLE_LISTS = (
    *("specialty", "secondary_specialties", "licenses", "skills", "tags", "systems_experience"),
    *("outcomes", "background", "desired_licensed_states", "credentials", "education"),
)
"""The most important lists for search first."""


def must_be_self_assignable(before: str, after: str) -> None:
    """Raise RoleNotSelfAssignable if members may not make this change of role themselves."""
    if after != before and not {before, after} <= _SELF_ASSIGNABLE_ROLES:
        raise errors.RoleNotSelfAssignable


def must_end_after_start(body: schemas.AdditionalDetailUpdateRequest, path: str) -> None:
    """Raise ValidationFailed if items end before they start. `path` is the JSON path of `body`."""
    lists: Mapping[str, Sequence[schemas.BackgroundItem | schemas.EducationInput] | None] = {
        "background": or_none(body.background),
        "education": or_none(body.education),
    }
    faults = [
        FieldError(
            f"{path}{name}[{index}].{member}", "end_before_start", "Must not be before the start."
        )
        for name, items in lists.items()
        for index, item in enumerate(items or ())
        if (member := _end_before_start(item)) is not None
    ]
    if faults:
        raise ValidationFailed(*faults)


def is_visible_change(before: Fields, after: Fields) -> bool:
    """Whether a change affects members that others may read or by which the profile is found."""
    former = before._asdict()
    return any(
        former[name] != value
        for name, value in after._asdict().items()
        if name not in PRIVATE_FIELDS
    )


def size(fields: Fields) -> int:
    """The size of the fields as JSON, in bytes."""
    return _size_of(fields.stated())


def is_large(fields: Fields) -> bool:
    """Whether serializing the profile would block the event loop for too long."""
    return size(fields) > MAX_BYTES_ON_LOOP


def must_fit(fields: Fields, changes: Mapping[str, object], path: str) -> None:
    """Raise ValidationFailed if a profile is too large after `changes`."""
    if changes and size(fields) > MAX_BYTES:
        largest = max(changes, key=lambda name: _size_of(changes[name]))
        message = "A profile is limited to 1 MiB: shorten this, or another list first."
        raise ValidationFailed(FieldError(f"{path}{to_wire_name(largest)}", "too_large", message))


def searchable_fields(fields: Fields) -> Fields:
    """The profile with its lists truncated to `MAX_SEARCHABLE_BYTES`, for search.

    The specification does not limit lists, and each of their words costs the indexes a row.
    """
    if size(fields) <= MAX_SEARCHABLE_BYTES:
        return fields
    remaining, stored = MAX_SEARCHABLE_BYTES, fields._asdict()
    truncated: dict[str, Any] = {}
    for name in _SEARCHABLE_LISTS:
        items: list[Any] = []
        for item in stored[name] or ():
            remaining -= _size_of(item)
            if remaining < 0:
                break
            items.append(item)
        truncated[name] = None if stored[name] is None else items
    return fields._replace(**truncated)


def terms_of(fields: Fields) -> Set[str]:
    """Return the terms by which administrators find the account, besides name and address."""
    found = searchable_fields(fields)
    licenses = found.licenses or ()
    texts = [found.location or "", *(one["licensed_state"] for one in licenses)]
    texts += [*(found.specialty or ()), *(found.secondary_specialties or ())]
    phone = terms.of_phone(found.country_code or "", found.phone_number or "")
    numbers = (terms.of_license(one["license_number"]) for one in licenses)
    return {*terms.of_texts(texts), *phone, *chain.from_iterable(numbers)}


def _size_of(value: object) -> int:
    return len(pydantic_core.to_json(value))


def _end_before_start(item: schemas.BackgroundItem | schemas.EducationInput) -> str | None:
    """The member that makes an item end before it starts; None if it does not."""
    if item.start_year is None or item.end_year is None or item.end_year > item.start_year:
        return None
    if item.end_year < item.start_year:
        return "endYear"
    if (
        isinstance(item, schemas.BackgroundItem)
        or item.start_month is None
        or item.end_month is None
    ):
        return None
    return "endMonth" if item.end_month < item.start_month else None
