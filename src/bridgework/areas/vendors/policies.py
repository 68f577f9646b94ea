"""The rules of vendors and ambassadors."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bridgework.areas.vendors import errors
from bridgework.kit.auth import Caller

VENDOR, AMBASSADOR = "vendor", "ambassador"


VIDEO, ATTACHMENTS = "video_object_path", "attachment_paths"


"""The fields of a profile that name uploads."""


UNPAID = 0


"""The leads a month that are paid for, where no administrator said more."""


class Listable(Protocol):
    """What an account has to say for itself."""

    vendors_role: str | None
    vendors_verification_tier: str
    disabled_at: object
    erases_at: object
    hidden_at: object


def must_be(caller: Caller, kind: str) -> None:
    """Raise NotVendor or NotAmbassador if a profile of this kind is not the caller's."""
    if kind not in caller.roles:
        raise errors.NotVendor if kind == VENDOR else errors.NotAmbassador


def is_listed(account: Listable) -> bool:
    """Whether members find this account in the directory."""
    return (
        account.vendors_role is not None
        and account.vendors_verification_tier != "not-verified"
        and account.disabled_at is None
        and account.erases_at is None
        and account.hidden_at is None
    )


def paths_of(fields: Mapping[str, Any]) -> Sequence[str]:
    """The uploads that a profile names."""
    return [path for path in (fields.get(VIDEO), *(fields.get(ATTACHMENTS) or ())) if path]


def plain(cap: float) -> float:
    """A cap as people write it: 12, not 12.0."""
    return int(cap) if cap == int(cap) else cap


def noted(cap: float) -> int | str:
    """A cap as the audit log has it, which knows whole numbers alone."""
    plainly = plain(cap)
    return plainly if isinstance(plainly, int) else str(plainly)
