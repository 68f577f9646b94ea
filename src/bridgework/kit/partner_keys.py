"""Partner API keys: what is sent in `x-api-key`, specification section 5.

A key names itself and carries a keyed digest over that name, so that the edge can tell a genuine
one from a guess without asking the database, which keeps a digest of it alone. Whether it has
been revoked, has expired, and what it may do is asked of the database at every use.
"""

import secrets
from dataclasses import dataclass
from functools import lru_cache

from bridgework.kit.ids import Id, is_id
from bridgework.kit.keys import Keyring

_PURPOSE = "partner-key"
_KEPT = "partner-key-kept"
_MARK = "bwk"
_SALT_BYTES = 16
SHOWN = 12
"""Characters of a key that a listing may show, so that people can tell theirs apart."""


@dataclass(frozen=True, slots=True)
class KeyClaims:
    """What a genuine key says: its name, and the digests it may be kept under."""

    key_id: Id
    digests: tuple[str, ...]


class PartnerKeys:
    """Mints keys and recognises them."""

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring
        self.read = lru_cache(maxsize=1024)(self._read)

    def mint(self, key_id: Id) -> str:
        """A key of that name, to be told once."""
        salt = secrets.token_hex(_SALT_BYTES)
        return f"{_MARK}_{salt}_{key_id}_{self._keyring.digest(_PURPOSE, salt, key_id)}"

    def kept(self, key: str) -> str:
        """What is kept of a key: enough to know it again, nothing to use it by."""
        return self._keyring.digest(_KEPT, key)

    def _read(self, key: str) -> KeyClaims | None:
        """What a key says that we minted, None if we did not."""
        mark, _, rest = key.partition("_")
        salt, _, rest = rest.partition("_")
        key_id, _, digest = rest.partition("_")
        if mark != _MARK or not is_id(key_id) or not digest.isascii():
            return None
        genuine = self._keyring.matches(digest, _PURPOSE, salt, key_id)
        return KeyClaims(Id(key_id), tuple(self._keyring.digests(_KEPT, key))) if genuine else None
