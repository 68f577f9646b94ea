"""Entity tags (RFC 9110 section 8.8.3), If-None-Match and If-Match.

The tag of a versioned record contains the row's version and a digest of the body. If-None-Match
compares the whole tag. If-Match compares only the version, since the body also contains values of
other rows, such as the name of a member.
"""

import re
from hashlib import blake2b, sha256

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_TAGS = re.compile(rf"[ \t,]*(?:{_TAG.pattern}[ \t]*(?:,[ \t,]*|\Z))+")
_OF_VERSION = re.compile(r"(0|[1-9][0-9]*)-[0-9a-f]{16}(?:-gzip)?")


def of_body(body: bytes) -> str:
    """Return a strong tag of the body: 128 bits of its SHA-256."""
    return f'"{sha256(body, usedforsecurity=False).hexdigest()[:32]}"'


def of_version(version: int, body: bytes) -> str:
    """Return the tag of `body`, which was rendered from this version of a row."""
    return f'"{version}-{blake2b(body, digest_size=8).hexdigest()}"'


def of_gzip(etag: str) -> str:
    """Return the tag of the compressed body: a strong tag differs for different bytes."""
    return f'{etag[:-1]}-gzip"'


def matches(if_none_match: str, etag: str) -> bool:
    """Whether the client already has this response, compressed or not.

    This is the weak comparison of RFC 9110 section 13.1.2.
    """
    if if_none_match.strip() == "*":
        return True
    tags = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return etag in tags or of_gzip(etag) in tags


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
