"""Which experts are listed in the directory, and what keeps the others out of it."""

from collections.abc import Iterator

from bridgework.areas.people.profiles.records import Fields, ProfileAccount
from bridgework.areas.people.profiles.schemas import Listing, UnlistedReason


def listing_of(account: ProfileAccount, profile: Fields) -> Listing:
    """Return whether an account is listed, and why not."""
    missing = list(_missing(account, profile)) if account.role == "expert" else []
    reason = _why_not_admitted(account)
    if missing and reason in {None, "not_verified"}:
        reason = "profile_incomplete"  # what the member can do, while others verify
    return Listing(is_listed=reason is None, missing=missing, reason=reason)


def is_listed(account: ProfileAccount, profile: Fields) -> bool:
    """Whether the account is listed in the public directory."""
    return is_admitted(account) and not any(_missing(account, profile))


def is_admitted(account: ProfileAccount) -> bool:
    """Whether this account is listed as soon as its profile is complete."""
    return _why_not_admitted(account) is None


def would_be_listed(account: ProfileAccount, profile: Fields) -> bool:
    """Whether the account is listed unless it is hidden or disabled."""
    return _why_not_eligible(account) is None and not any(_missing(account, profile))


def with_verification(stored: bytes) -> bytes:
    """Add `isVerified` to an entry that a former version of the program has rendered as JSON.

    Then no change of a verified person waited. An entry is rendered again when one does.
    """
    return stored if b'"isVerified":' in stored else stored[:-1] + b',"isVerified":true}'


def _why_not_admitted(account: ProfileAccount) -> UnlistedReason | None:
    reason = _why_not_eligible(account)
    is_hidden = account.disabled_at is not None or account.hidden_at is not None
    return "hidden" if is_hidden and reason != "not_an_expert" else reason


def _why_not_eligible(account: ProfileAccount) -> UnlistedReason | None:
    """Return what keeps an account out of the list, even if it is neither hidden nor disabled."""
    if account.role != "expert":
        return "not_an_expert"
    if account.erases_at is not None:
        return "erasure_requested"
    if not account.is_email_verified:
        return "email_not_verified"
    return None if account.verification_tier in {"verified", "pro"} else "not_verified"


def _missing(account: ProfileAccount, profile: Fields) -> Iterator[str]:
    """The members, by their names in requests, that a listed expert has."""
    if not account.first_name:
        yield "firstName"
    if not account.last_name:
        yield "lastName"
    if not (profile.title or "").strip():
        yield "title"
    if not any(specialty.strip() for specialty in profile.specialty or ()):
        yield "specialty"
