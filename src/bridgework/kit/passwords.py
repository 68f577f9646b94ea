"""Passwords: argon2id, NFC, rehashed when the parameters rise. Slow on purpose: never on the loop.

Parameters by the OWASP password storage sheet: 19 MiB, two passes, one lane. The text is brought
to NFC first (NIST SP 800-63B-4), so that the same word typed on two keyboards is the same word.
"""

import unicodedata

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerifyMismatchError


class Passwords:
    """Hashes and verifies. One call takes tens of milliseconds and 19 MiB."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(
            time_cost=2, memory_cost=19 * 1024, parallelism=1, hash_len=32, type=Type.ID
        )
        self._nobodys = self._hasher.hash("nobody has this password")

    def hash(self, password: str) -> str:
        """What to store, parameters and salt included."""
        return self._hasher.hash(_normal(password))

    def fits(self, stored: str, password: str) -> bool:
        """Whether `password` is the one `stored` was made of."""
        try:
            return self._hasher.verify(stored, _normal(password))
        except (VerifyMismatchError, InvalidHashError):
            return False

    def fits_nobody(self, password: str) -> None:
        """Take as long as `fits` would, for an account that isn't there."""
        self.fits(self._nobodys, password)

    def is_outdated(self, stored: str) -> bool:
        """Whether the parameters have risen since."""
        return self._hasher.check_needs_rehash(stored)


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)
