"""What all nouns of the area share: who gets a letter."""

from typing import NamedTuple

from bridgework.kit.ids import Id


class Addressee(NamedTuple):
    """An account, and where its letters go."""

    account_id: Id
    email: str
