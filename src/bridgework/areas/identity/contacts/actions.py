"""Read and change contact settings and blocks, and answer who may reach whom."""

from pydantic import MISSING

from bridgework.areas.identity.contacts import errors, policies, queries, schemas
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage, CursorQuery

are_apart = queries.is_apart
_LIST = "blocks"


def get_settings(context: Context) -> schemas.ContactSettings:
    """Return the caller's contact settings."""
    settings = queries.get_settings(context.tx, context.caller.account())
    return schemas.ContactSettings.model_validate(
        {
            "introductions": settings.introductions,
            "email_after_minutes": settings.email_after_minutes,
        },
        by_name=True,
    )


def update_settings(
    context: Context, body: schemas.UpdateContactSettingsRequest
) -> schemas.ContactSettings:
    """Change the members of the caller's contact settings that the request contains."""
    account_id = context.caller.account()
    queries.lock_and_count(context.tx, account_id)  # so that concurrent changes keep both members
    before = queries.get_settings(context.tx, account_id)
    introductions, minutes = body.introductions, body.email_after_minutes
    after = before._replace(
        introductions=before.introductions if introductions is MISSING else introductions,
        email_after_minutes=before.email_after_minutes if minutes is MISSING else minutes,
    )
    queries.put_settings(context.tx, after)
    return get_settings(context)


def list_blocked(context: Context, query: CursorQuery) -> CursorPage[schemas.BlockedMember]:
    """Return a page of the members whom the caller has blocked."""
    request = cursors.page_request(context, query, _LIST)
    found = queries.list_blocked(context.tx, context.caller.account(), request)
    return cursors.to_page(context, query, CursorPage[schemas.BlockedMember], found, _LIST)


def block(context: Context, blocked: Id) -> None:
    """Block a member. Raises MemberNotFound, OwnBlock or BlockLimitReached."""
    blocker = context.caller.account()
    if blocked == blocker:
        raise errors.OwnBlock
    if not queries.is_member(context.tx, blocked):
        raise errors.MemberNotFound
    count = queries.lock_and_count(context.tx, blocker)
    if queries.has_blocked(context.tx, blocker, blocked):
        return
    if count >= policies.MAX_BLOCKS:
        raise errors.BlockLimitReached
    new = {"blocker_id": blocker, "blocked_id": blocked, "created_at": context.now}
    queries.add_block(context.tx, new)


def unblock(context: Context, blocked: Id) -> None:
    """End a block of the caller, if it exists."""
    queries.delete_block(context.tx, context.caller.account(), blocked)


def admits(tx: Tx, sender: Id, recipient: Id, *, is_verified: bool) -> bool:
    """Whether a member receives requests of a sender, who is verified on a platform or not."""
    if queries.is_apart(tx, sender, recipient):
        return False
    return policies.admits(queries.get_settings(tx, recipient), is_verified=is_verified)


def email_after_minutes(tx: Tx, account_id: Id) -> int:
    """Return after how many minutes an e-mail tells a member of a request."""
    return queries.get_settings(tx, account_id).email_after_minutes


def forget_blocked(tx: Tx, account_id: Id) -> None:
    """Delete the blocks of an account by others, before it is erased."""
    queries.delete_blocks_of(tx, account_id)
