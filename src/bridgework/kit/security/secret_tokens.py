"""Random secrets that the server hands out once and stores only as digests.

The secrets have at least 80 random bits, so a plain SHA-256 cannot be reversed. It is independent
of the installation's secrets: recovery codes and device tokens outlive their rotation.
"""

import hashlib
import secrets

from bridgework.kit.core import Id

_TOKEN_BYTES = 32
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits without those that look alike: i, l, o, 0 and 1."""
_GROUPS, _GROUP_LENGTH = 4, 5
"""20 characters of 31, which are 99 random bits."""


def generate_token() -> str:
    """Generate a token of 256 random bits in base64url."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def generate_recovery_code() -> str:
    """Generate a code that can be written down: `abcde-fghjk-mnpqr-stuvw`."""
    groups = (
        "".join(secrets.choice(_ALPHABET) for _ in range(_GROUP_LENGTH)) for _ in range(_GROUPS)
    )
    return "-".join(groups)


def digest(token: str) -> str:
    """Return the digest under which a token is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def recovery_digest(account_id: Id, code: str) -> str:
    """Return the digest of a recovery code, whose hyphens, spaces and case do not matter."""
    plain = "".join(code.lower().replace("-", " ").split())
    return digest(f"{account_id} {plain}")
