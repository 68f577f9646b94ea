"""Keys derived from the secrets in the settings: one per secret and purpose."""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

MIN_SECRET_LENGTH = 32
"""Characters. Shorter secrets are refused because they can be guessed."""


class Keyring:
    """Keys derived from the secrets, newest first.

    The first key signs and encrypts; all keys verify and decrypt. A new secret can therefore be
    added in front while data of the former secrets still exists.
    """

    def __init__(self, secrets: tuple[str, ...]) -> None:
        if not secrets:
            raise ValueError("a keyring needs at least one secret")
        self._secrets = secrets
        self.keys = lru_cache(maxsize=64)(self._derive)

    def newest(self) -> "Keyring":
        """A keyring of the newest secret alone, which tells whether data needs a new encryption."""
        return Keyring(self._secrets[:1])

    def _derive(self, purpose: str) -> tuple[bytes, ...]:
        """One 256-bit key per secret (HKDF, RFC 5869). No two purposes share a key."""
        return tuple(
            HKDF(SHA256(), 32, salt=None, info=f"bridgework/{purpose}".encode()).derive(
                secret.encode()
            )
            for secret in self._secrets
        )

    def digest(self, purpose: str, *parts: str) -> str:
        """The HMAC of `parts` with the newest key; the same parts give the same digest."""
        return _digest(self.keys(purpose)[0], parts)

    def digests(self, purpose: str, *parts: str) -> list[str]:
        """The digests of `parts` with every key, newest first, to look up older digests."""
        return [_digest(key, parts) for key in self.keys(purpose)]

    def matches(self, digest: str, purpose: str, *parts: str, length: int | None = None) -> bool:
        """Whether `digest` is that of `parts` with any key, compared in constant time.

        With `length`, `digest` is the first `length` digits of a digest.
        """
        return any(
            hmac.compare_digest(digest.encode(), expected[:length].encode())
            for expected in self.digests(purpose, *parts)
        )

    def encrypt(self, purpose: str, plain: bytes) -> bytes:
        """Encrypt and authenticate `plain` with the newest key."""
        return self._fernet(purpose).encrypt(plain)

    def decrypt(self, purpose: str, encrypted: bytes) -> bytes:
        """Decrypt with any key. Raises `cryptography.fernet.InvalidToken` if it was altered."""
        return self._fernet(purpose).decrypt(encrypted)

    def _fernet(self, purpose: str) -> MultiFernet:
        return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in self.keys(purpose)])


@dataclass(frozen=True, slots=True)
class TextCipher:
    """Encrypts texts of one purpose, to be stored in the database."""

    purpose: str

    def encrypt(self, keyring: Keyring, text: str) -> str:
        """Encrypt a text with the newest key."""
        return keyring.encrypt(self.purpose, text.encode()).decode()

    def decrypt(self, keyring: Keyring, encrypted: str) -> str | None:
        """Decrypt a text. Return None if its key was lost, as after a restore with new secrets."""
        try:
            return keyring.decrypt(self.purpose, encrypted.encode()).decode()
        except InvalidToken:
            return None

    def reencrypt(self, keyring: Keyring, encrypted: str) -> str | None:
        """Encrypt a text anew; None if it is encrypted with the newest key, or its key was lost."""
        newest = keyring.newest()
        if self.decrypt(newest, encrypted) is not None:
            return None
        text = self.decrypt(keyring, encrypted)
        return None if text is None else self.encrypt(newest, text)


def _digest(key: bytes, parts: tuple[str, ...]) -> str:
    # Each part is preceded by its length, so ("ab", "c") and ("a", "bc") differ.
    message = b"".join(
        len(encoded).to_bytes(4, "big") + encoded for encoded in (part.encode() for part in parts)
    )
    return hmac.digest(key, message, "sha256").hex()
