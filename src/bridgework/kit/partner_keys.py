"""Partner API keys: what is sent in `x-api-key`, specification section 5.

A key holds its id and a keyed digest of that id, so that the middleware can tell a genuine key
from any other text without the database. The database stores a digest of the key alone, and tells
at every use whether it is revoked or expired, and what it may do.
"""

import re
import secrets
from dataclasses import dataclass
from functools import lru_cache

from bridgework.kit.ids import Id, is_id
from bridgework.kit.keyring import Keyring

_PURPOSE = "partner-key"
_KEPT = "partner-key-kept"
_MARK = "bwk"
_SALT_BYTES = 16
_FORMAT = re.compile(rf"{_MARK}_[0-9a-f]{{{2 * _SALT_BYTES}}}_[0-9a-f-]{{36}}_[0-9a-f]{{64}}")
SHOWN = 12
"""Characters of a key that a listing may show, so that people can tell theirs apart."""


class _NotGenuine(Exception):
    """The text has the format of a key, but this server did not mint it."""


@dataclass(frozen=True, slots=True)
class KeyClaims:
    """What a genuine key says: its name, and the digests it may be kept under."""

    key_id: Id
    digests: tuple[str, ...]


class PartnerKeys:
    """Mints keys and recognises them."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        # An exception is not cached, so guesses take no room and displace no key.
        self._claims = lru_cache(maxsize=1024)(self._verify)

    def mint(self, key_id: Id) -> str:
        """A key of that name, to be told once."""
        salt = secrets.token_hex(_SALT_BYTES)
        return f"{_MARK}_{salt}_{key_id}_{self._keyring.digest(_PURPOSE, salt, key_id)}"

    def kept(self, key: str) -> str:
        """What is kept of a key: enough to know it again, nothing to use it by."""
        return self._keyring.digest(_KEPT, key)

    def read(self, key: str) -> KeyClaims | None:
        """The claims of a key that this server minted, None for any other text."""
        if not _FORMAT.fullmatch(key):
            return None
        try:
            return self._claims(key)
        except _NotGenuine:
            return None

    def _verify(self, key: str) -> KeyClaims:
        """The claims of a genuine key. Raises _NotGenuine."""
        _, salt, key_id, digest = key.split("_", 3)
        if not is_id(key_id) or not self._keyring.matches(digest, _PURPOSE, salt, key_id):
            raise _NotGenuine
        return KeyClaims(Id(key_id), tuple(self._keyring.digests(_KEPT, key)))
