"""Links that are their own proof: whoever holds one may do the one thing that it is for.

A link ends in the id of a thing and a keyed digest of that id and of what else it is bound to, an
address say. It is never stored, and what a letter keeps of it is the id alone.
"""

from bridgework.kit.ids import Id, is_id
from bridgework.kit.keyring import Keyring

_DIGEST_LENGTH = 32
"""Hexadecimal digits: 128 bits, so that the line of a letter stays short."""


def token(keyring: Keyring, purpose: str, thing: Id, *bound_to: str) -> str:
    """What a link of this purpose about a thing ends in."""
    return f"{thing}.{keyring.digest(_of(purpose), thing, *bound_to)[:_DIGEST_LENGTH]}"


def thing_in(text: str) -> Id | None:
    """The id in a token, None if there can be none; that it is genuine `fits` has to say."""
    thing, _, _ = text.partition(".")
    return Id(thing) if is_id(thing) else None


def fits(keyring: Keyring, purpose: str, text: str, *bound_to: str) -> bool:
    """Whether a token is one of ours for this purpose, bound to just this."""
    thing, _, digest = text.partition(".")
    return text.isascii() and keyring.matches(
        digest, _of(purpose), thing, *bound_to, length=_DIGEST_LENGTH
    )


def _of(purpose: str) -> str:
    return f"link {purpose}"
