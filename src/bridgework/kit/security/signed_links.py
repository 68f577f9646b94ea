"""Signed links, which authorize one action without further credentials.

A link ends in a token: the ID of its subject, and a keyed digest of that ID and of other values
that it is bound to, such as an e-mail address. Tokens are not stored; queued e-mails contain only
the ID.
"""

from bridgework.kit.core import Id, is_id
from bridgework.kit.security.keyring import Keyring

_DIGEST_LENGTH = 32
"""Hexadecimal digits: 128 bits, so that links in e-mails are short."""


def create_token(keyring: Keyring, purpose: str, subject: Id, *bound_to: str) -> str:
    """The token of a link with this purpose and subject."""
    digest = keyring.digest(_key_purpose(purpose), subject, *bound_to)
    return f"{subject}.{digest[:_DIGEST_LENGTH]}"


def parse_subject(token: str) -> Id | None:
    """The ID in a token, None if it has none. Does not verify the token."""
    subject, _, _ = token.partition(".")
    return Id(subject) if is_id(subject) else None


def verify(keyring: Keyring, purpose: str, token: str, *bound_to: str) -> bool:
    """Whether a token was created for this purpose and bound to these values."""
    subject, _, digest = token.partition(".")
    return token.isascii() and keyring.matches(
        digest, _key_purpose(purpose), subject, *bound_to, length=_DIGEST_LENGTH
    )


def _key_purpose(purpose: str) -> str:
    return f"link {purpose}"
