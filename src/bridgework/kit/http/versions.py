"""The tags of versioned records (RFC 9110 section 8.8.3), and what `If-Match` says of them.

A tag names the row's version and a digest of the bytes that were told. The bytes decide whether a
client's copy is still true; whether it may change the row is decided by the version alone, since
what a record tells beside its row (somebody's name, a count) may have moved on meanwhile.
"""

import re
from hashlib import blake2b

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_TAGS = re.compile(rf"[ \t,]*(?:{_TAG.pattern}[ \t]*(?:,[ \t,]*|\Z))+")
_OURS = re.compile(r"(0|[1-9][0-9]*)-[0-9a-f]{16}")


def tag(version: int, body: bytes) -> str:
    """The tag of `body`, which tells of a row in this version."""
    return f'"{version}-{blake2b(body, digest_size=8).hexdigest()}"'


def allows(if_match: str, version: int) -> bool:
    """Whether who sent this `If-Match` wants a row that stands at `version` changed.

    Weak tags never do (RFC 9110 section 13.1.1), nor does what is no list of tags: who asked for
    a condition and spelt it wrong did not mean to go without one.
    """
    if if_match.strip(" \t") == "*":
        return True
    if not _TAGS.fullmatch(if_match):
        return False
    tags = [_OURS.fullmatch(opaque) for weak, opaque in _TAG.findall(if_match) if not weak]
    return any(ours is not None and ours[1] == str(version) for ours in tags)
