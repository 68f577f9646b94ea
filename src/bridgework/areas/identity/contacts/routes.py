"""The operations on contact settings and blocks."""

from bridgework.areas.identity.contacts import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import member

router = Router(
    "Contact",
    members=Tag("Contact", "Choose who may contact you, and block members."),
)


@router.get("/users/me/contact", who=member)
def get_contact_settings(context: Context) -> schemas.ContactSettings:
    """Return who may ask the caller for an introduction, and when an e-mail tells of it."""
    return actions.get_settings(context)


@router.patch("/users/me/contact", who=member)
def update_contact_settings(
    context: Context, body: schemas.UpdateContactSettingsRequest
) -> schemas.ContactSettings:
    """Choose who may ask the caller for an introduction, and when an e-mail tells of it.

    `nobody` has no exceptions. Members whose requests are not delivered are not notified: they see
    them as `pending` until they lapse.
    """
    return actions.update_settings(context, body)


@router.get("/users/me/blocks", who=member)
def list_blocks(context: Context, query: CursorQuery) -> CursorPage[schemas.BlockedMember]:
    """List the members whom the caller has blocked, the latest first."""
    return actions.list_blocked(context, query)


@router.put(
    "/users/me/blocks/{id}",
    who=member,
    not_found=errors.MemberNotFound,
    errors=(errors.OwnBlock, errors.BlockLimitReached),
)
def block(context: Context, account_id: Id) -> Ok:
    """Block a member, at once and in both directions. The member is not notified.

    Neither receives introductions of the other, nor sees the contact of the other in an accepted
    one. An account blocks at most 1,000 members.
    """
    actions.block(context, account_id)
    return OK


@router.delete("/users/me/blocks/{id}", who=member)
def unblock(context: Context, account_id: Id) -> Ok:
    """End a block. Requests that were made during the block are not delivered later."""
    actions.unblock(context, account_id)
    return OK
