"""What the statements on profiles return."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from bridgework.areas.identity.accounts.schemas import Role, VerificationTier
from bridgework.kit.core import Id

Fields = Mapping[str, Any]
"""The members of ProfileFields that were sent, by their Python names: a column of JSON."""


class ProfileAccount(NamedTuple):
    """What a profile contains of its account, and what decides on its listing."""

    id: Id
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    onboarding_step: str | None
    is_email_verified: bool
    verification_tier: VerificationTier
    on_matchmaker: bool
    disabled_at: datetime | None
    disabled_reason: str | None
    hidden_at: datetime | None
    erases_at: datetime | None
    last_seen_at: datetime | None
    created_at: datetime


class ProfileState(NamedTuple):
    """The profile of an account; its fields and version are None if no profile was stored."""

    fields: Fields | None
    version: int | None
    change_in_review_since: datetime | None
    """None unless a change of the person's identity waits."""


class StoredProfile(NamedTuple):
    """A profile as stored. Version 0 means that no profile was stored."""

    account: ProfileAccount
    fields: Fields
    version: int
    change_in_review_since: datetime | None
