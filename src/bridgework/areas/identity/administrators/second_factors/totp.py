"""Codes of an authenticator app (TOTP, RFC 6238): six digits every 30 seconds, by SHA-1."""

import hmac
from datetime import datetime

import pyotp

from bridgework.kit.security import TextCipher

_PERIOD = 30
_DRIFT = 1
"""Steps that the clock of the app may be ahead or behind."""
_CIPHER = TextCipher("totp-secret")


def generate_secret() -> str:
    """Generate a secret of 160 random bits, in base32."""
    return pyotp.random_base32()


def uri(secret: str, *, email: str, issuer: str) -> str:
    """Return the `otpauth:` URI that authenticator apps read from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=email, issuer_name=issuer)


def matching_step(secret: str, code: str, now: datetime) -> int | None:
    """Return the time step whose code is `code`, among the present one and its neighbors."""
    present = int(now.timestamp()) // _PERIOD
    codes = pyotp.TOTP(secret)
    matching = [
        step
        for step in range(present - _DRIFT, present + _DRIFT + 1)
        if hmac.compare_digest(codes.generate_otp(step), code)
    ]
    return matching[-1] if matching else None


encrypt, decrypt, reencrypt = _CIPHER.encrypt, _CIPHER.decrypt, _CIPHER.reencrypt
