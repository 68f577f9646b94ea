"""Secrets and signatures by the Standard Webhooks specification.

A signature is HMAC-SHA256 of `id.timestamp.body`, in base64 after `v1,`. After a rotation a request
has two, separated by a space.
"""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from datetime import datetime

from bridgework.kit.security import TextCipher

_PREFIX = "whsec_"
_SECRET_BYTES = 32
_CIPHER = TextCipher("webhook-secret")
_TOLERANCE_SECONDS = 300
"""How far the clocks of sender and receiver may differ."""


def generate_secret() -> str:
    """Generate a secret: `whsec_` and 32 random bytes in base64."""
    return _PREFIX + b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


def is_secret(text: str) -> bool:
    """Whether a text is a secret as `generate_secret` returns it."""
    try:
        key = b64decode(text.removeprefix(_PREFIX), validate=True)
    except ValueError:
        return False
    return text.startswith(_PREFIX) and len(key) == _SECRET_BYTES


def headers(
    delivery_id: str, body: bytes, at: datetime, secrets_: Sequence[str]
) -> Mapping[str, str]:
    """Return the headers that identify and sign a request, with a signature for each secret."""
    timestamp = str(int(at.timestamp()))
    signatures = [_sign(secret, delivery_id, timestamp, body) for secret in secrets_]
    return {
        "webhook-id": delivery_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }


def verify(secret: str, received: Mapping[str, str], body: bytes, now: datetime) -> bool:
    """Whether a received request is signed with a secret and at most five minutes old.

    The names of `received` are in lower case. Raises ValueError for a secret that is not valid.
    """
    timestamp = received.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 16):
        return False
    if abs(now.timestamp() - int(timestamp)) > _TOLERANCE_SECONDS:
        return False
    expected = _sign(secret, received.get("webhook-id", ""), timestamp, body).encode()
    return any(
        hmac.compare_digest(signature.encode(), expected)
        for signature in received.get("webhook-signature", "").split(" ")
    )


encrypt, decrypt, reencrypt = _CIPHER.encrypt, _CIPHER.decrypt, _CIPHER.reencrypt


def _sign(secret: str, delivery_id: str, timestamp: str, body: bytes) -> str:
    key = b64decode(secret.removeprefix(_PREFIX), validate=True)
    signed = f"{delivery_id}.{timestamp}.".encode() + body
    return "v1," + b64encode(hmac.digest(key, signed, "sha256")).decode()
