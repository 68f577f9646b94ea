"""What the statements on administrators return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.accounts.schemas import Role
from bridgework.kit.core import Id


class Invitee(NamedTuple):
    """An account that is or becomes an administrator, with its open invitation."""

    role: Role
    disabled_at: datetime | None
    password_hash: str
    master_password_hash: str | None
    digest: str | None
    """That of the invitation, None without one."""


class AuthenticatorApp(NamedTuple):
    """An authenticator app, with its encrypted secrets (table `totp_secrets`)."""

    account_id: Id
    secret: str | None
    last_step: int | None
    confirmed_at: datetime | None
    pending_secret: str | None
    pending_until: datetime | None


class StoredPasskey(NamedTuple):
    """A passkey (table `passkeys`)."""

    id: Id
    account_id: Id
    name: str
    credential_id: str
    public_key: str
    sign_count: int
    created_at: datetime
    last_used_at: datetime | None
