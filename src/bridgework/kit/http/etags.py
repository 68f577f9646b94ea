"""Entity tags (RFC 9110 section 8.8.3), and what If-None-Match and If-Match say about them.

The tag of a versioned record holds the row's version and a digest of the body. The whole tag
decides whether a client's copy is current. Whether the client may change the row is decided by the
version alone, since the body also shows values of other rows, such as a person's name.
"""

import re
from hashlib import blake2b, sha256

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_TAGS = re.compile(rf"[ \t,]*(?:{_TAG.pattern}[ \t]*(?:,[ \t,]*|\Z))+")
_OF_VERSION = re.compile(r"(0|[1-9][0-9]*)-[0-9a-f]{16}")


def of_body(body: bytes) -> str:
    """A strong tag of the body: 128 bits of its SHA-256, which processors compute in hardware."""
    return f'"{sha256(body, usedforsecurity=False).hexdigest()[:32]}"'


def of_version(version: int, body: bytes) -> str:
    """The tag of `body`, rendered from a row in this version."""
    return f'"{version}-{blake2b(body, digest_size=8).hexdigest()}"'


def matches(if_none_match: str, etag: str) -> bool:
    """Whether the client has this response already: weak comparison, RFC 9110 section 13.1.2."""
    if if_none_match.strip() == "*":
        return True
    return etag in {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}


def allows_change(if_match: str, version: int) -> bool:
    """Whether a request with this `If-Match` may change a row in this version.

    Weak tags never match (RFC 9110 section 13.1.1). A malformed list of tags matches nothing: the
    client asked for a condition.
    """
    if if_match.strip(" \t") == "*":
        return True
    if not _TAGS.fullmatch(if_match):
        return False
    tags = [_OF_VERSION.fullmatch(opaque) for weak, opaque in _TAG.findall(if_match) if not weak]
    return any(tag is not None and tag[1] == str(version) for tag in tags)
