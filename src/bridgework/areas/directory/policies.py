"""Who stands in the directory, and what its reads can answer."""

from collections.abc import Mapping
from typing import Any, Protocol


class Listable(Protocol):
    """What an account has to say for itself."""

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
    named = account.first_name and account.last_name
    return bool(is_admitted(account) and named and _is_described(profile))


def is_admitted(account: Listable) -> bool:
    """Whether a complete profile would put this account into the directory."""
    return (
        account.role == "expert"
        and account.is_email_verified
        and account.verification_tier in {"verified", "pro"}
        and account.disabled_at is None
        and account.hidden_at is None
        and account.erases_at is None
    )


def _is_described(profile: Mapping[str, Any]) -> bool:
    """Whether there is a title and a specialty to be read, and not only spaces."""
    title, specialties = profile.get("title") or "", profile.get("specialty") or ()
    return bool(title.strip()) and any(each.strip() for each in specialties)
