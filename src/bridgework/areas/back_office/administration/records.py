"""What the statements on accounts, as administrators see them, and on names return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.accounts.schemas import (
    JobsRole,
    JobsVerificationTier,
    Role,
    VendorsRole,
    VerificationTier,
)
from bridgework.kit.core import Id


class User(NamedTuple):
    """An account as administrators see it. The cap is None if it was not set."""

    id: Id
    email: str
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    jobs_role: JobsRole | None
    vendors_role: VendorsRole | None
    verification_tier: VerificationTier
    jobs_verification_tier: JobsVerificationTier
    vendors_verification_tier: VerificationTier
    is_email_verified: bool
    onboarding_step: str | None
    jobs_onboarding_step: str | None
    vendors_onboarding_step: str | None
    consultation_request_cap: int | None
    created_at: datetime
    updated_at: datetime
    disabled_at: datetime | None
    disabled_reason: str | None
    last_seen_at: datetime | None
    erases_at: datetime | None
    has_master_password: bool
    has_second_factor: bool
    has_pending_invitation: bool


class Searched(NamedTuple):
    """What a search for similar names compares of an account."""

    id: Id
    search_key: str


class Name(NamedTuple):
    """The name of a record; None if it has none, as a post without a text."""

    id: Id
    name: str | None
