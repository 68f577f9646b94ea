"""Who may edit a profile, and which accounts are listed."""

from collections.abc import Mapping, Sequence
from typing import Final

from bridgework.areas.identity.accounts.schemas import VendorsRole
from bridgework.areas.people.vendors import errors
from bridgework.areas.people.vendors.records import Fields, VendorAccount
from bridgework.kit.security import Caller

VENDOR: Final = "vendor"
AMBASSADOR: Final = "ambassador"
NO_PAID_LEADS = 0
"""The default number of paid leads per month."""


COMPANY = "company_name"
_IDENTITY = ("first_name", "last_name", COMPANY)
"""The members by which an administrator verified the vendor or ambassador."""


def must_have_role(caller: Caller, kind: VendorsRole) -> None:
    """Raise NotVendor or NotAmbassador unless the caller has the role."""
    if kind not in caller.roles:
        raise errors.NotVendor if kind == VENDOR else errors.NotAmbassador


def identity_of(provided: Mapping[str, object]) -> Mapping[str, object]:
    """Return the members of an update that say who the vendor or ambassador is."""
    return {name: provided[name] for name in _IDENTITY if name in provided}


def is_listed(account: VendorAccount) -> bool:
    """Whether the account is listed in the directory."""
    return would_be_listed(account) and account.disabled_at is None and account.hidden_at is None


def would_be_listed(account: VendorAccount) -> bool:
    """Whether the account is listed unless it is hidden or disabled."""
    return (
        account.vendors_role is not None
        and account.vendors_verification_tier != "not-verified"
        and account.erases_at is None
    )


def object_paths(fields: Fields) -> Sequence[str]:
    """Return the paths of the uploads of a profile."""
    return [path for path in (fields.video_object_path, *(fields.attachment_paths or ())) if path]


def to_plain_number(cap: float) -> float:
    """Convert a whole number to an integer, so it is sent as 12 and not as 12.0."""
    return int(cap) if cap == int(cap) else cap


def to_audit_value(cap: float) -> int | str:
    """Convert a number for the audit log: a fraction is a string, since the log has no floats."""
    number = to_plain_number(cap)
    return number if isinstance(number, int) else str(number)
