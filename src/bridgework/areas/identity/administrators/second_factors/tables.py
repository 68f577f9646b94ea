"""Second factors, their recovery codes, and the challenges of a sign-in."""

import sqlalchemy as sa

from bridgework.kit.data.db import IdColumn, UtcDateTimeColumn, metadata, personal_data

_DIGESTS = "digests of secrets, no personal data"

totp_secrets = sa.Table(
    "totp_secrets",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("secret", sa.Text),
    sa.Column("last_step", sa.BigInteger),
    sa.Column("confirmed_at", UtcDateTimeColumn),
    sa.Column("pending_secret", sa.Text),
    sa.Column("pending_until", UtcDateTimeColumn),
    info=personal_data(by="account_id", erase="delete", secret=("secret", "pending_secret")),
)
"""The secret of an account's authenticator app, encrypted, and the next one until it is confirmed.

`last_step` is the time step of the last code that was used.
"""

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("credential_id", sa.Text, nullable=False, unique=True),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("last_used_at", UtcDateTimeColumn),
    info=personal_data(by="account_id", erase="delete", secret=("public_key",)),
)
"""Credential id and public key are in base64url, as in WebAuthn's JSON."""

recovery_codes = sa.Table(
    "recovery_codes",
    metadata,
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True),
    info=personal_data(by="account_id", erase="delete", export=False, reason=_DIGESTS),
)
"""The unused recovery codes of an account."""

admin_challenges = sa.Table(
    "admin_challenges",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("account_id", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("network", sa.Text, nullable=False),
    sa.Column("expires_at", UtcDateTimeColumn, nullable=False, index=True),
    info=personal_data(by="account_id", erase="delete", export=False, reason=_DIGESTS),
)
"""Challenges that were not used yet. `network` is the address of the client, for IPv6 its /64."""
