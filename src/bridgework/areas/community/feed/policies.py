"""Who may change posts and comments, and the names of their authors."""

from datetime import timedelta

from bridgework.areas.community.feed import errors
from bridgework.kit.core import Id
from bridgework.kit.security import Caller

FORMER_MEMBER = "former member"
UNNAMED = "member"
"""The name of an author whose account has no name."""
DELETED_POST_RETENTION = timedelta(minutes=10)
"""Longer than any request that may have read the post before its deletion."""


def must_be_author(caller: Caller, author_id: Id | None) -> None:
    """Raise NotTheAuthor unless the caller is the author or an administrator."""
    if not caller.is_admin and author_id != caller.account():
        raise errors.NotTheAuthor


def display_name(author_id: Id | None, first_name: str | None, last_name: str | None) -> str:
    """Return the name that readers see; `author_id` is None for an erased account."""
    if author_id is None:
        return FORMER_MEMBER
    return " ".join(part for part in (first_name, last_name) if part) or UNNAMED
