"""What holds for the feed: who may change what, and what is said where nobody is named."""

from datetime import timedelta

from bridgework.areas.feed import errors
from bridgework.kit.auth import Caller
from bridgework.kit.ids import Id

FORMER_MEMBER = "former member"


UNNAMED = "member"


"""Somebody who has not told their name yet."""


LINGERS = timedelta(minutes=10)


"""How long a deleted post waits for its sweep: longer than any call that may have just seen it."""


def must_be_open_to(caller: Caller, author_id: Id | None) -> None:
    """Raise NotTheAuthor if the caller may not change what `author_id` wrote."""
    if not caller.is_admin and author_id != caller.account():
        raise errors.NotTheAuthor


def name_of(author_id: Id | None, first_name: str | None, last_name: str | None) -> str:
    """What readers know an author by."""
    if author_id is None:
        return FORMER_MEMBER
    return " ".join(part for part in (first_name, last_name) if part) or UNNAMED
