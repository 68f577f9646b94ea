r"""What a request with a key is known by.

The header holds a string of RFC 9651, in double quotes with `\"` and `\\` escaped, or the bare
key, as many clients send it.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bridgework.kit.auth import Caller
from bridgework.kit.idempotency.errors import IdempotencyKeyMalformed
from bridgework.kit.keyring import Keyring

PATTERN = r'^(?:[!#-~]{1,255}|"(?:[!#-\[\]-~]|\\["\\]){1,255}")$'
_WELL_FORMED = re.compile(PATTERN)
_ESCAPED = re.compile(r'\\(["\\])')
_WHOSE = "idempotency-key"
_WHAT = "idempotency-request"


@dataclass(frozen=True, slots=True)
class Mark:
    """Whose key it is, and what was asked under it: keyed digests, by every secret we have.

    The newest secret's stand first; what an older one made is found by the others.
    """

    whose: Sequence[str]
    what: Sequence[str]
    secret: bool
    """Whether the answer tells something that must not be kept."""

    def both(self) -> Sequence[str]:
        """Key and request in one, by every secret."""
        return [f"{whose}{what}" for whose, what in zip(self.whose, self.what, strict=True)]


def key_in(header: bytes | None) -> str | None:
    """The key that was sent, None without the header. Raises IdempotencyKeyMalformed."""
    if header is None:
        return None
    text = header.decode("latin-1")
    if not _WELL_FORMED.fullmatch(text):
        raise IdempotencyKeyMalformed
    return _ESCAPED.sub(r"\1", text[1:-1]) if text.startswith('"') else text


def of(keyring: Keyring, caller: Caller, key: str, *asked: str, body: bytes, secret: bool) -> Mark:
    """The mark of `body` and of what else was `asked`, in order."""
    who = caller.partner_key_id or caller.account()
    digest = hashlib.sha256(body).hexdigest()
    return Mark(
        whose=keyring.digests(_WHOSE, who, key),
        what=keyring.digests(_WHAT, *asked, digest),
        secret=secret,
    )
