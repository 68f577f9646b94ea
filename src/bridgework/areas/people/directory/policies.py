"""Which experts are listed in the directory."""

from collections.abc import Mapping
from typing import Any, Protocol


class Listable(Protocol):
    """The columns of an account that decide whether it is listed."""

    role: str
    is_email_verified: bool
    verification_tier: str
    disabled_at: object
    hidden_at: object
    erases_at: object
    first_name: str | None
    last_name: str | None


def is_listed(account: Listable, profile: Mapping[str, Any]) -> bool:
    """Whether the account is listed in the public directory."""
    is_named = account.first_name and account.last_name
    return bool(is_admitted(account) and is_named and _is_described(profile))


def is_admitted(account: Listable) -> bool:
    """Whether this account is listed as soon as its profile is complete."""
    return (
        account.role == "expert"
        and account.is_email_verified
        and account.verification_tier in {"verified", "pro"}
        and account.disabled_at is None
        and account.hidden_at is None
        and account.erases_at is None
    )


def _is_described(profile: Mapping[str, Any]) -> bool:
    """Whether the profile has a title and a specialty that are not blank."""
    title, specialties = profile.get("title") or "", profile.get("specialty") or ()
    return bool(title.strip()) and any(specialty.strip() for specialty in specialties)
