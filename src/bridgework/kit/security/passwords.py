"""Password hashing with argon2id. Slow on purpose: never call it on the event loop.

The parameters follow the OWASP password storage cheat sheet: 19 MiB, two passes, one lane. Hashes
with other parameters are renewed at the next login. Passwords are normalized to NFC first
(NIST SP 800-63B-4), so that the same password typed on two keyboards is equal.
"""

import base64
import logging
import math
import secrets
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from bridgework.kit.core import HashingUnavailable, ThreadPool, available_cores
from bridgework.kit.core.observability import log_redaction

_log = logging.getLogger("bridgework.passwords")


class Cost(NamedTuple):
    """The cost parameters of a hash."""

    passes: int
    kib: int


COST = Cost(passes=2, kib=19 * 1024)
_MAX_THREADS = 4
_NICENESS = 3
"""A core that the event loop fully uses still computes ten hashes per second."""
_CHECK_SECONDS = 60.0
"""How long a hash in `check`, of some 30 ms, proves that passwords can be hashed."""
_CHECK_TIMEOUT = 5.0

Result = TypeVar("Result")

_COMMON = Path(__file__).parent / "assets" / "common_passwords.txt"


class Passwords:
    """Hashes and verifies passwords. Each call takes tens of milliseconds and 19 MiB.

    Calls run in one thread per core, at most four, with a lower priority than the event loop. More
    threads would not finish sooner, would evict the CPU caches of other requests, and each thread
    retains its 19 MiB for the next hash.
    """

    def __init__(self, *, refuse_common: bool = False) -> None:
        self._refused = common_passwords() if refuse_common else frozenset()
        self._threads = ThreadPool("hash", min(available_cores(), _MAX_THREADS), niceness=_NICENESS)
        self._checked_at = -math.inf
        self._hasher = PasswordHasher(
            time_cost=COST.passes,
            memory_cost=COST.kib,
            parallelism=1,
            hash_len=32,
            type=Type.ID,
        )
        self._dummy_hash = _dummy_hash()

    def start(self) -> None:
        """Create the threads."""
        self._threads.start()

    def must_be_checked(self) -> bool:
        """Whether no hash has succeeded in `check` during the last minute."""
        return time.monotonic() - self._checked_at > _CHECK_SECONDS

    def check(self) -> None:
        """Hash a password in the pool, as a sign-in does. Raises HashingUnavailable."""
        try:
            self._threads.submit(lambda: self._hasher.hash("check")).result(_CHECK_TIMEOUT)
        except Exception as error:  # noqa: BLE001 - whatever it is, no sign-in succeeds
            _log.error("a password cannot be hashed: %s", log_redaction.format_error(error))
            raise HashingUnavailable from None
        self._checked_at = time.monotonic()

    def hash(self, password: str) -> str:
        """The hash to store; it includes the parameters and the salt."""
        return self._run(lambda: self._hasher.hash(_normalize(password)))

    def verify(self, stored: str, password: str) -> bool:
        """Whether `password` matches the hash `stored`."""
        try:
            return self._run(lambda: self._hasher.verify(stored, _normalize(password)))
        except VerifyMismatchError:
            return False
        except InvalidHashError:
            self.verify(self._dummy_hash, password)  # takes the same time as a valid hash
            return False

    def verify_and_rehash(self, stored: str | None, password: str) -> tuple[bool, str | None]:
        """Whether `password` matches, and a new hash to store if the parameters have changed.

        Takes the same time if `stored` is None, for an account that does not exist.
        """
        matches = self.verify(self._dummy_hash if stored is None else stored, password)
        if stored is None or not matches:
            return False, None
        return True, self.hash(password) if self._hasher.check_needs_rehash(stored) else None

    def is_refused(self, password: str) -> bool:
        """Whether the password is too common; False unless the settings refuse common ones."""
        return _fold(password) in self._refused

    def _run(self, act: Callable[[], Result]) -> Result:
        return self._threads.submit(act).result()


def _dummy_hash() -> str:
    """A random hash that no password matches. It is not computed, which would take memory."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(length)).decode().rstrip("=") for length in (16, 32)
    )
    return f"$argon2id$v=19$m={COST.kib},t={COST.passes},p=1${salt}${digest}"


def common_passwords() -> frozenset[str]:
    """The most common passwords, case-folded."""
    lines = _COMMON.read_text(encoding="utf-8").splitlines()
    return frozenset(_fold(line) for line in lines)


def _fold(password: str) -> str:
    """The password for a case-insensitive comparison."""
    return _normalize(_normalize(password).casefold())


def _normalize(password: str) -> str:
    return unicodedata.normalize("NFC", password)
