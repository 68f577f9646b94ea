"""Keys: one list of secrets from the settings, and from each a key of its own per purpose."""

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SHORTEST_SECRET = 32
"""Characters. Shorter ones are refused: they can be guessed."""


class Keyring:
    """Keys derived from the secrets, newest first.

    The first signs and seals, all verify and open, so that a new secret can be put in front
    while what the former made is still about.
    """

    def __init__(self, secrets: tuple[str, ...]) -> None:
        if not secrets:
            raise ValueError("a keyring needs at least one secret")
        self._secrets = secrets
        self.keys = lru_cache(maxsize=64)(self._derive)

    def _derive(self, purpose: str) -> tuple[bytes, ...]:
        """A 256-bit key per secret (HKDF, RFC 5869): no two purposes share one."""
        return tuple(
            HKDF(SHA256(), 32, salt=None, info=f"bridgework/{purpose}".encode()).derive(
                secret.encode()
            )
            for secret in self._secrets
        )

    def digest(self, purpose: str, *parts: str) -> str:
        """A keyed digest of `parts`, by the newest key: the same parts give the same digest."""
        return _digest(self.keys(purpose)[0], parts)

    def digests(self, purpose: str, *parts: str) -> list[str]:
        """The digests of `parts` by every key, newest first: to look up what an older one made."""
        return [_digest(key, parts) for key in self.keys(purpose)]

    def matches(self, digest: str, purpose: str, *parts: str, length: int | None = None) -> bool:
        """Whether `digest` is that of `parts` under any key, compared in constant time.

        A digest that was cut to its first `length` digits is compared by those.
        """
        return any(
            hmac.compare_digest(digest.encode(), one[:length].encode())
            for one in self.digests(purpose, *parts)
        )

    def encrypt(self, purpose: str, plain: bytes) -> bytes:
        """Encrypt and authenticate `plain` by the newest key."""
        return self._boxes(purpose).encrypt(plain)

    def decrypt(self, purpose: str, sealed: bytes) -> bytes:
        """What was sealed. Raises `cryptography.fernet.InvalidToken` if it was altered."""
        return self._boxes(purpose).decrypt(sealed)

    def _boxes(self, purpose: str) -> MultiFernet:
        return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in self.keys(purpose)])


def _digest(key: bytes, parts: tuple[str, ...]) -> str:
    # Lengths stand before the parts, so that ("ab", "c") and ("a", "bc") differ.
    message = b"".join(
        len(encoded).to_bytes(4, "big") + encoded for encoded in (part.encode() for part in parts)
    )
    return hmac.digest(key, message, "sha256").hex()
