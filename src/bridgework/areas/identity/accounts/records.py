"""What the statements on accounts return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.identity.accounts.schemas import (
    JobsRole,
    JobsVerificationTier,
    Role,
    VendorsRole,
    VerificationTier,
)
from bridgework.kit.core import Id


class StoredAccount(NamedTuple):
    """An account, with the hashes of its passwords (table `accounts`)."""

    id: Id
    email: str
    email_key: str
    password_hash: str
    """Empty without a password: none matches it."""
    master_password_hash: str | None
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
    on_matchmaker: bool
    disabled_at: datetime | None
    disabled_reason: str | None
    hidden_at: datetime | None
    last_seen_at: datetime | None
    erases_at: datetime | None
    search_key: str
    created_at: datetime
    updated_at: datetime
    second_factor_at: datetime | None
    password_contested_at: datetime | None
    are_roles_contested: bool


class Names(NamedTuple):
    """What administrators search an account by."""

    email: str
    first_name: str | None
    last_name: str | None


class AddressKey(NamedTuple):
    """The key of the address of an account."""

    id: Id
    email_key: str


class ErasureDate(NamedTuple):
    """When an account will be erased, None if that is not scheduled."""

    erases_at: datetime | None


class Leaving(NamedTuple):
    """An account with a scheduled erasure."""

    id: Id
    erases_at: datetime


class ValidCode(NamedTuple):
    """What a code depends on: its digest, and the address and password of its account."""

    digest: str
    email_key: str
    password_hash: str


class StoredSession(NamedTuple):
    """A sign-in (table `sessions`)."""

    id: Id
    account_id: Id
    is_admin: bool
    ip: str
    user_agent: str
    created_at: datetime
    last_seen_at: datetime
    expires_at: datetime
    ended_at: datetime | None
    proved_at: datetime | None


class SessionCaller(NamedTuple):
    """What decides which rights a session has."""

    role: Role
    jobs_role: JobsRole | None
    vendors_role: VendorsRole | None
    is_admin: bool
    proved_at: datetime | None
    has_master_password: bool
    has_second_factor: bool


class LastSeen(NamedTuple):
    """When an account was last seen."""

    id: Id
    last_seen_at: datetime | None


class RefreshToken(NamedTuple):
    """A refresh token with its session."""

    generation: int
    used_at: datetime | None
    used_by: str | None
    """The digest of the client that exchanged it."""
    newest: int
    """The newest generation of the session."""
    session_id: Id
    account_id: Id
    is_admin: bool
    created_at: datetime
    """When the session was opened."""
    expires_at: datetime


class LastDecision(NamedTuple):
    """The last decision of an administrator on a record."""

    at: datetime
    action: AuditAction
    id: Id
    """The administrator."""
    name: str
