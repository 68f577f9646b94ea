"""Passwords: argon2id, NFC, rehashed when the parameters rise. Slow on purpose: never on the loop.

Parameters by the OWASP password storage sheet: 19 MiB, two passes, one lane. The text is brought
to NFC first (NIST SP 800-63B-4), so that the same word typed on two keyboards is the same word.
"""

import base64
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from bridgework.kit.threads import cores, lower_priority


class Cost(NamedTuple):
    """What one hash takes."""

    passes: int
    kib: int


COST = Cost(passes=2, kib=19 * 1024)
_MOST_AT_ONCE = 4
_NICENESS = 3
"""Such that a core which the loop keeps busy still has ten hashes a second."""

Done = TypeVar("Done")

_COMMON = Path(__file__).parent / "assets" / "common_passwords.txt"


class Passwords:
    """Hashes and verifies. One call takes tens of milliseconds and 19 MiB.

    As many at once as there are cores, in threads of a lower priority than the event loop's. More
    threads would finish no sooner, would displace the CPU caches of other requests, and each
    thread retains its 19 MiB for the next hash.
    """

    def __init__(self, *, refuse_common: bool = False) -> None:
        self._refused = common_ones() if refuse_common else frozenset()
        self._threads = ThreadPoolExecutor(
            min(cores(), _MOST_AT_ONCE), "hash", lower_priority, (_NICENESS,)
        )
        self._hasher = PasswordHasher(
            time_cost=COST.passes,
            memory_cost=COST.kib,
            parallelism=1,
            hash_len=32,
            type=Type.ID,
        )
        self._nobodys = _nobodys()

    def hash(self, password: str) -> str:
        """What to store, parameters and salt included."""
        return self._apart(lambda: self._hasher.hash(_normal(password)))

    def verify(self, stored: str, password: str) -> bool:
        """Whether `password` is the one `stored` was made of."""
        try:
            return self._apart(lambda: self._hasher.verify(stored, _normal(password)))
        except VerifyMismatchError:
            return False
        except InvalidHashError:
            self.verify(self._nobodys, password)  # what can't be checked takes no less time
            return False

    def checked(self, stored: str | None, password: str) -> tuple[bool, str | None]:
        """Whether `password` fits, and if so what to store instead, if the parameters have risen.

        Takes as long where nothing is stored, for an account that isn't there.
        """
        fits = self.verify(self._nobodys if stored is None else stored, password)
        if stored is None or not fits:
            return False, None
        return True, self.hash(password) if self._hasher.check_needs_rehash(stored) else None

    def is_refused(self, password: str) -> bool:
        """Whether it is too common to be chosen; none is unless the settings say so."""
        return _folded(password) in self._refused

    def _apart(self, act: Callable[[], Done]) -> Done:
        return self._threads.submit(act).result()


def _nobodys() -> str:
    """A hash that no password fits: drawn, not made, so that who never hashes keeps no memory."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=") for length in (16, 32)
    )
    return f"$argon2id$v=19$m={COST.kib},t={COST.passes},p=1${salt}${digest}"


def common_ones() -> frozenset[str]:
    """The passwords that everybody tries first, folded."""
    lines = _COMMON.read_text(encoding="utf-8").splitlines()
    return frozenset(_folded(line) for line in lines)


def _folded(password: str) -> str:
    """The password without regard to case: nobody is safer for a capital letter."""
    return _normal(_normal(password).casefold())


def _normal(password: str) -> str:
    return unicodedata.normalize("NFC", password)
