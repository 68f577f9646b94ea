"""What the statements on vendors and ambassadors return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.accounts.schemas import Role, VendorsRole, VerificationTier
from bridgework.areas.people.profiles.records import Fields
from bridgework.kit.core import Id


class VendorAccount(NamedTuple):
    """What the vendors platform reads of an account."""

    id: Id
    email: str
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    vendors_role: VendorsRole | None
    vendors_verification_tier: VerificationTier
    vendors_onboarding_step: str | None
    is_email_verified: bool
    disabled_at: datetime | None
    disabled_reason: str | None
    hidden_at: datetime | None
    erases_at: datetime | None


class StoredProfile(NamedTuple):
    """A profile (table `vendors_profiles`)."""

    account_id: Id
    kind: VendorsRole
    fields: Fields
    monthly_paid_lead_cap: float
    version: int
    updated_at: datetime


class MemberState(NamedTuple):
    """What an entry is rendered from, besides the account."""

    fields: Fields | None
    change_in_review_since: datetime | None
    """None unless a change of the identity waits."""


class Member(NamedTuple):
    """An account with the profile of its role."""

    account: VendorAccount
    state: MemberState

    @property
    def profile(self) -> Fields:
        """The fields of the profile, empty without one."""
        return self.state.fields or {}


class ListedEntry(NamedTuple):
    """An entry as JSON, with the path of the uploaded video."""

    account_id: Id
    entry: bytes
    video: str | None


class EntryValues(NamedTuple):
    """The columns of an entry, without its search tokens."""

    account_id: Id
    kind: VendorsRole
    name_key: str
    entry: bytes
