"""Encrypts the secrets of authenticator apps with the newest key, after a rotation of secrets."""

from datetime import datetime

from bridgework.areas.identity.administrators.second_factors import queries, totp
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Keyring


def reencrypt(keyring: Keyring, tx: Tx, now: datetime) -> int:
    """Encrypt all secrets with the newest key. Returns 0: one call does everything.

    A server does this after its start, when it knows the new secret.
    """
    del now
    for app in queries.list_totp_secrets(tx):
        for name, before in (("secret", app.secret), ("pending_secret", app.pending_secret)):
            if before is None:
                continue
            encrypted = totp.reencrypt(keyring, before)
            if encrypted is not None:
                queries.update_encrypted_secret(tx, app.account_id, name, before, encrypted)
    return 0
