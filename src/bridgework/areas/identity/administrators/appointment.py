"""Appointing and resetting administrators from the command line."""

import secrets
from dataclasses import dataclass
from datetime import datetime

from bridgework.areas.identity.accounts import policies, queries
from bridgework.areas.identity.accounts.sign_in import devices, session_queries
from bridgework.areas.identity.administrators.invitations import queries as invitations
from bridgework.areas.identity.administrators.second_factors import removal
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.validation import email_key


class AccountExists(Exception):
    """An account with this e-mail address exists; an appointment never takes it over."""


class AdministratorNotFound(Exception):
    """There is no administrator with this e-mail address."""


def generate_password() -> str:
    """Generate a password of 192 random bits."""
    return secrets.token_urlsafe(24)


def appoint(tx: Tx, email: str, *, password_hash: str, master_hash: str, now: datetime) -> Id:
    """Create an administrator. Raises AccountExists."""
    new = policies.new_account(email, email_key(email), password_hash, now)._replace(
        master_password_hash=master_hash, role="admin", is_email_verified=True
    )
    if not queries.add_account(tx, new):
        raise AccountExists
    return new.id


@dataclass(frozen=True, slots=True)
class Reset:
    """An administrator who was reset, and whether that removed a second factor."""

    account_id: Id
    email: str
    had_second_factor: bool


def reset(tx: Tx, email: str, *, master_hash: str, now: datetime) -> Reset:
    """Set a new master password of an administrator; end their sessions and open invitation.

    Removes the second factor and the known devices. Raises AdministratorNotFound.
    """
    account = queries.find_account(tx, email_key(email))
    if account is None or account.role != "admin":
        raise AdministratorNotFound
    queries.update_account(tx, account.id, {"master_password_hash": master_hash, "updated_at": now})
    invitations.delete(tx, account.id)
    session_queries.mark_all_ended(tx, account.id, now)
    devices.reset_in_a_row(tx, "admin", account.id)
    had_second_factor = removal.delete_all(tx, account.id)
    return Reset(account.id, account.email, had_second_factor)
