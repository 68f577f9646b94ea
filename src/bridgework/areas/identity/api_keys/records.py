"""What the statements on API keys return."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.api_keys.fields import KeySuspension, Scope
from bridgework.kit.core import Id


class StoredKey(NamedTuple):
    """An API key, with the digests of its secrets (table `api_keys`)."""

    id: Id
    name: str
    prefix: str
    digest: str
    scopes: Sequence[Scope]
    made_by: Id
    expires_at: datetime | None
    last_used_at: datetime | None
    created_at: datetime
    revoked_at: datetime | None
    previous_digest: str | None
    previous_until: datetime | None


class KeyState(NamedTuple):
    """Why a key is refused because of its administrator, if it is."""

    suspension: KeySuspension | None


class ListedKey(NamedTuple):
    """A key as administrators see it."""

    key: StoredKey
    state: KeyState


class ValidKey(NamedTuple):
    """What decides which rights a key has."""

    scopes: Sequence[Scope]
    made_by: Id
