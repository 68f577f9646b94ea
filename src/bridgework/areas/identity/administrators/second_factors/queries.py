"""The statements on second factors and challenges."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.administrators.policies import Purpose
from bridgework.areas.identity.administrators.records import AuthenticatorApp, StoredPasskey
from bridgework.areas.identity.administrators.second_factors.passkeys import NewPasskey
from bridgework.areas.identity.administrators.second_factors.tables import (
    admin_challenges,
    passkeys,
    recovery_codes,
    totp_secrets,
)
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, insert

_BATCH = 500
_FACTORS = (totp_secrets, passkeys, recovery_codes)


# --- accounts ---------------------------------------------------------------------------------


def lock_administrator(tx: Tx, account_id: Id) -> StoredAccount | None:
    """Return the account of an administrator who may sign in, locked; None if there is none."""
    statement = sa.select(accounts).where(
        accounts.c.id == account_id,
        accounts.c.role == "admin",
        accounts.c.is_email_verified,
        accounts.c.disabled_at.is_(None),
    )
    return tx.record(StoredAccount, statement.with_for_update(key_share=True))


def has_second_factor(tx: Tx, account_id: Id) -> bool:
    """Return whether an account has a second factor."""
    second_factor_at = sa.select(accounts.c.second_factor_at).where(accounts.c.id == account_id)
    return tx.value(second_factor_at) is not None


def count_without_second_factor(tx: Tx) -> int:
    """Return the number of administrators who can sign in and have no second factor."""
    statement = sa.select(sa.func.count()).where(
        accounts.c.role == "admin",
        accounts.c.master_password_hash.is_not(None),
        accounts.c.disabled_at.is_(None),
        accounts.c.second_factor_at.is_(None),
    )
    return int(tx.value(statement) or 0)


def update_second_factor(tx: Tx, account_id: Id, now: datetime) -> bool:
    """Record that an account has a second factor. Return whether it had none before."""
    statement = accounts.update().where(
        accounts.c.id == account_id, accounts.c.second_factor_at.is_(None)
    )
    return tx.execute(statement.values(second_factor_at=now)).rowcount == 1


def delete_second_factor(tx: Tx, account_id: Id) -> bool:
    """Delete all factors and recovery codes of an account. Return whether it had a factor."""
    for table in _FACTORS:
        tx.execute(table.delete().where(table.c.account_id == account_id))
    statement = accounts.update().where(
        accounts.c.id == account_id, accounts.c.second_factor_at.is_not(None)
    )
    return tx.execute(statement.values(second_factor_at=None)).rowcount == 1


# --- authenticator apps -----------------------------------------------------------------------


def find_totp(tx: Tx, account_id: Id) -> AuthenticatorApp | None:
    """Return the authenticator app of an account, with its encrypted secrets."""
    statement = sa.select(totp_secrets).where(totp_secrets.c.account_id == account_id)
    return tx.record(AuthenticatorApp, statement)


def has_totp(tx: Tx, account_id: Id) -> bool:
    """Return whether an account has a confirmed authenticator app."""
    app = find_totp(tx, account_id)
    return app is not None and app.secret is not None


def put_pending_secret(tx: Tx, account_id: Id, secret: str, until: datetime) -> None:
    """Store the encrypted secret of an authenticator app that is not confirmed yet."""
    pending = {"pending_secret": secret, "pending_until": until}
    tx.execute(
        insert(tx.dialect, totp_secrets)
        .values(account_id=account_id, **pending)
        .on_conflict_do_update(index_elements=[totp_secrets.c.account_id], set_=pending)
    )


def update_confirmed_secret(tx: Tx, account_id: Id, secret: str, step: int, now: datetime) -> bool:
    """Replace the secret by the pending one. Return False if that is no longer `secret`."""
    statement = totp_secrets.update().where(
        totp_secrets.c.account_id == account_id, totp_secrets.c.pending_secret == secret
    )
    values = {"pending_secret": None, "pending_until": None, "confirmed_at": now}
    return tx.execute(statement.values(secret=secret, last_step=step, **values)).rowcount == 1


def use_step(tx: Tx, account_id: Id, step: int) -> bool:
    """Record that the code of a time step was used. Return False if it was used before."""
    statement = totp_secrets.update().where(
        totp_secrets.c.account_id == account_id, totp_secrets.c.last_step < step
    )
    return tx.execute(statement.values(last_step=step)).rowcount == 1


def list_totp_secrets(tx: Tx) -> Sequence[AuthenticatorApp]:
    """Return the encrypted secrets of all administrators, in the order of their accounts."""
    apps = tx.records(AuthenticatorApp, sa.select(totp_secrets))
    return sorted(apps, key=lambda app: app.account_id)


def update_encrypted_secret(tx: Tx, account_id: Id, name: str, before: str, after: str) -> None:
    """Replace an encrypted secret, unless it has changed since."""
    column = totp_secrets.c[name]
    statement = totp_secrets.update().where(
        totp_secrets.c.account_id == account_id, column == before
    )
    tx.execute(statement.values({name: after}))


# --- passkeys ---------------------------------------------------------------------------------


def list_passkeys(tx: Tx, account_id: Id) -> Sequence[StoredPasskey]:
    """Return the passkeys of an account, oldest first."""
    statement = sa.select(passkeys).where(passkeys.c.account_id == account_id)
    return tx.records(StoredPasskey, statement.order_by(passkeys.c.id))


def list_credential_ids(tx: Tx, account_id: Id) -> Sequence[str]:
    """Return the credential ids of an account's passkeys."""
    statement = sa.select(passkeys.c.credential_id).where(passkeys.c.account_id == account_id)
    return tx.values(statement.order_by(passkeys.c.id))


def lock_passkey(tx: Tx, account_id: Id, credential_id: str) -> StoredPasskey | None:
    """Return a passkey of an account, locked."""
    statement = sa.select(passkeys).where(
        passkeys.c.account_id == account_id, passkeys.c.credential_id == credential_id
    )
    return tx.record(StoredPasskey, statement.with_for_update())


def add_passkey(
    tx: Tx, passkey_id: Id, account_id: Id, name: str, new: NewPasskey, now: datetime
) -> bool:
    """Add a passkey. Return False if its credential id exists."""
    values = {
        "id": passkey_id,
        "account_id": account_id,
        "name": name,
        "credential_id": new.credential_id,
        "public_key": new.public_key,
        "sign_count": new.sign_count,
        "created_at": now,
    }
    add = insert(tx.dialect, passkeys).on_conflict_do_nothing().returning(passkeys.c.id)
    return tx.value(add, values) is not None


def update_passkey(tx: Tx, passkey_id: Id, sign_count: int, now: datetime) -> None:
    """Store the counter of a passkey that was used."""
    statement = passkeys.update().where(passkeys.c.id == passkey_id)
    tx.execute(statement.values(sign_count=sign_count, last_used_at=now))


def delete_passkey(tx: Tx, account_id: Id, passkey_id: Id) -> bool:
    """Delete a passkey of an account. Return False if it has no such passkey."""
    statement = passkeys.delete().where(
        passkeys.c.id == passkey_id, passkeys.c.account_id == account_id
    )
    return tx.execute(statement).rowcount == 1


# --- recovery codes ---------------------------------------------------------------------------


def put_recovery_codes(tx: Tx, account_id: Id, digests: Sequence[str]) -> None:
    """Replace the recovery codes of an account."""
    tx.execute(recovery_codes.delete().where(recovery_codes.c.account_id == account_id))
    rows = [{"account_id": account_id, "digest": digest} for digest in digests]
    tx.execute(recovery_codes.insert(), rows)


def count_recovery_codes(tx: Tx, account_id: Id) -> int:
    """Return the number of unused recovery codes of an account."""
    of_account = recovery_codes.c.account_id == account_id
    return int(tx.value(sa.select(sa.func.count()).where(of_account)) or 0)


def use_recovery_code(tx: Tx, account_id: Id, digest: str) -> bool:
    """Delete a recovery code. Return True for only one of several concurrent requests."""
    statement = recovery_codes.delete().where(
        recovery_codes.c.account_id == account_id, recovery_codes.c.digest == digest
    )
    return tx.execute(statement).rowcount == 1


# --- challenges -------------------------------------------------------------------------------


def add_challenge(
    tx: Tx, digest: str, account_id: Id, purpose: Purpose, network: str, expires: datetime
) -> None:
    """Add a challenge."""
    values = {"digest": digest, "account_id": account_id, "purpose": purpose}
    tx.execute(admin_challenges.insert(), {**values, "network": network, "expires_at": expires})


def lock_challenge_account(
    tx: Tx, digest: str, purpose: Purpose, network: str, now: datetime
) -> Id | None:
    """Return the account of an open challenge, locked; None if it is not valid for this client."""
    is_valid = sa.and_(
        admin_challenges.c.digest == digest,
        admin_challenges.c.purpose == purpose,
        admin_challenges.c.network == network,
        admin_challenges.c.expires_at > now,
    )
    statement = sa.select(admin_challenges.c.account_id).where(is_valid).with_for_update()
    account_id = tx.value(statement)
    return None if account_id is None else Id(account_id)


def delete_challenge(tx: Tx, digest: str) -> None:
    """Delete a challenge."""
    tx.execute(admin_challenges.delete().where(admin_challenges.c.digest == digest))


def delete_challenges(tx: Tx, account_id: Id) -> None:
    """Delete the challenges of an account."""
    tx.execute(admin_challenges.delete().where(admin_challenges.c.account_id == account_id))


def delete_expired_challenges(tx: Tx, now: datetime) -> int:
    """Delete a batch of expired challenges. Return the number of deleted rows."""
    is_expired = admin_challenges.c.expires_at < now
    batch = sa.select(admin_challenges.c.digest).where(is_expired).limit(_BATCH)
    is_in_batch = admin_challenges.c.digest.in_(batch.scalar_subquery())
    return tx.execute(admin_challenges.delete().where(is_in_batch)).rowcount
