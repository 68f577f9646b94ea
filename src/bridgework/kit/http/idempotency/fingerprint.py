r"""The key of a request, and what identifies the request under it.

The header is a string of RFC 9651, in double quotes with `\"` and `\\` escaped, or the bare
key, as many clients send it.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from bridgework.kit.http.idempotency.errors import IdempotencyKeyMalformed
from bridgework.kit.security import Caller, Keyring

PATTERN = r'^(?:[!#-~]{1,255}|"(?:[!#-\[\]-~]|\\["\\]){1,255}")$'
_WELL_FORMED = re.compile(PATTERN)
_ESCAPED = re.compile(r'\\(["\\])')


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Digests of the caller's key and of the request, by every secret, newest first.

    The older ones find keys that were stored with a former secret.
    """

    key_digests: Sequence[str]
    request_digests: Sequence[str]
    secret: bool
    """Whether the response contains a secret that must not be stored."""

    def combined(self) -> Sequence[str]:
        """The digests of key and request together, by every secret."""
        pairs = zip(self.key_digests, self.request_digests, strict=True)
        return [f"{key}{request}" for key, request in pairs]


def parse_key(header: bytes | None) -> str | None:
    """Parse the key in a header; None without one. Raises IdempotencyKeyMalformed."""
    if header is None:
        return None
    text = header.decode("latin-1")
    if not _WELL_FORMED.fullmatch(text):
        raise IdempotencyKeyMalformed
    return _ESCAPED.sub(r"\1", text[1:-1]) if text.startswith('"') else text


def fingerprint_of(
    keyring: Keyring, caller: Caller, key: str, *request: str, body: bytes, secret: bool
) -> Fingerprint:
    """The fingerprint of a request: of its body and its other parts, in order."""
    owner = caller.api_key_id or caller.account()
    digest = hashlib.sha256(body).hexdigest()
    return Fingerprint(
        key_digests=keyring.digests("idempotency-key", owner, key),
        request_digests=keyring.digests("idempotency-request", *request, digest),
        secret=secret,
    )
