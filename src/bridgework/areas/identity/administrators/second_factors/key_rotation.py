"""Encrypts the secrets of authenticator apps with the newest key, after a rotation of secrets."""

from datetime import datetime

from bridgework.areas.identity.administrators.second_factors import queries, totp
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Keyring

_COLUMNS = ("secret", "pending_secret")


def reencrypt(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """Encrypt all secrets with the newest key. Returns 0: one call does everything.

    A server does this after its start, when it knows the new secret.
    """
    del now
    for row in queries.list_totp_secrets(tx):
        for name in _COLUMNS:
            before = getattr(row, name)
            encrypted = None if before is None else totp.reencrypt(keyring, before)
            if encrypted is not None:
                queries.update_encrypted_secret(tx, row.account_id, name, before, encrypted)
    return 0
