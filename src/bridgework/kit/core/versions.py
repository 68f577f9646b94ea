"""Versions of records that are computed from their content, without a column for them."""

import json
from hashlib import blake2b

_UNUSED_BITS = 11
"""JSON has integers of 53 bits."""


def content_version(*content: object) -> int:
    """Return a number that differs if the content differs. It does not increase with changes."""
    text = json.dumps(content, sort_keys=True, default=str)
    digest = blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> _UNUSED_BITS
