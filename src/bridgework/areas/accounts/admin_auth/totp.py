"""Codes of an authenticator app (TOTP, RFC 6238): six digits every 30 seconds, by SHA-1."""

import hmac
from datetime import datetime

import pyotp
from cryptography.fernet import InvalidToken

from bridgework.kit.keyring import Keyring

_PERIOD = 30
_DRIFT = 1
"""Steps that the clock of the app may be ahead or behind."""
_PURPOSE = "totp-secret"


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


def encrypt(keyring: Keyring, secret: str) -> str:
    """Encrypt a secret with the newest key."""
    return keyring.encrypt(_PURPOSE, secret.encode()).decode()


def decrypt(keyring: Keyring, encrypted: str) -> str | None:
    """Decrypt a secret. Return None if its key was lost, as after a restore with new secrets."""
    try:
        return keyring.decrypt(_PURPOSE, encrypted.encode()).decode()
    except InvalidToken:
        return None


def reencrypt(keyring: Keyring, encrypted: str) -> str | None:
    """Encrypt a secret anew; None if it is encrypted with the newest key, or its key was lost."""
    newest = keyring.newest()
    if decrypt(newest, encrypted) is not None:
        return None
    secret = decrypt(keyring, encrypted)
    return None if secret is None else encrypt(newest, secret)
