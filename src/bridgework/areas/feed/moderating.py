"""What moderation may do with posts and comments; `wiring.py` hands these to it."""

import textwrap
from datetime import datetime
from typing import Any

from bridgework.areas.feed import shelf, store
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_TITLE_LENGTH = 60


def may_see_post(tx: Tx, _: Caller, post_id: Id) -> bool:
    """Whether a post is there to be seen: the feed is open to every member."""
    return store.is_there(tx, post_id)


def owner_of_post(tx: Tx, post_id: Id) -> Id | None:
    """Who wrote a post, unless their account is erased."""
    row = shelf.reported_post(tx, post_id)
    return None if row is None else row.author_id


def title_of_post(tx: Tx, post_id: Id) -> str:
    """How a post begins."""
    return _beginning(shelf.reported_post(tx, post_id))


def is_post_hidden(tx: Tx, post_id: Id) -> bool | None:
    """Whether a post is hidden, None if there is none."""
    return _is_hidden(shelf.reported_post(tx, post_id))


def hide_post(tx: Tx, post_id: Id, now: datetime) -> bool:
    """Hide a post from everybody, with its comments."""
    return shelf.hide_post(tx, post_id, now)


def restore_post(tx: Tx, post_id: Id, _: datetime) -> bool:
    """Show a hidden post again."""
    return shelf.restore_post(tx, post_id)


def may_see_comment(tx: Tx, _: Caller, comment_id: Id) -> bool:
    """Whether a comment is there to be seen, and the post that it is on."""
    return store.comment(tx, comment_id) is not None


def owner_of_comment(tx: Tx, comment_id: Id) -> Id | None:
    """Who wrote a comment, unless their account is erased."""
    row = shelf.reported_comment(tx, comment_id)
    return None if row is None else row.author_id


def title_of_comment(tx: Tx, comment_id: Id) -> str:
    """How a comment begins."""
    return _beginning(shelf.reported_comment(tx, comment_id))


def is_comment_hidden(tx: Tx, comment_id: Id) -> bool | None:
    """Whether a comment itself is hidden, None if there is none."""
    return _is_hidden(shelf.reported_comment(tx, comment_id))


def hide_comment(tx: Tx, comment_id: Id, now: datetime) -> bool:
    """Hide a comment from everybody."""
    return shelf.hide_comment(tx, comment_id, now)


def restore_comment(tx: Tx, comment_id: Id, _: datetime) -> bool:
    """Show a hidden comment again."""
    return shelf.restore_comment(tx, comment_id)


def _beginning(row: Any) -> str:
    text = "" if row is None else row.content or ""
    return textwrap.shorten(text, _TITLE_LENGTH, placeholder="…")


def _is_hidden(row: Any) -> bool | None:
    return None if row is None else row.hidden_at is not None
