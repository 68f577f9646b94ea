"""The operations on introductions."""

from bridgework.areas.work.introductions import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.core import Id, InvalidTransition
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.http.operations import Router, Tag
from bridgework.kit.security import member

router = Router(
    "Introductions",
    members=Tag("Introductions", "Ask members for an introduction, and answer theirs."),
)


@router.post(
    "/introductions",
    who=member,
    status=201,
    errors=(
        errors.RecipientNotFound,
        errors.IntroductionNotAllowed,
        errors.OwnIntroduction,
        errors.IntroductionOpen,
        errors.IntroductionLimitReached,
    ),
)
def request_introduction(
    context: Context, body: schemas.RequestIntroductionRequest
) -> schemas.Introduction:
    """Ask a member for an introduction, or invite one to apply to an own posting.

    - `job`, `role`: the owner of an open posting invites a candidate or an expert whom the owner
      may see; a candidate or an expert asks the owner.
    - `expert`: a client or a clinic asks an expert of the directory.
    - `vendor`: every member asks a vendor or ambassador of the directory.

    In 24 hours an account may ask for 3, for 3 more once it is verified, and for 4 more from a week
    after its registration; in 30 days for 40. One to the same member can be open.

    The response does not show whether the request is delivered: one to a member who has declined
    within 90 days, has blocked the caller or does not want requests is `pending` until it lapses.
    """
    return actions.request(context, body)


@router.get("/introductions", who=member)
def list_my_introductions(
    context: Context, query: schemas.ListMyIntroductionsQuery
) -> CursorPage[schemas.Introduction]:
    """List the introductions that the caller received or asked for, newest first."""
    return actions.list_mine(context, query)


@router.post(
    "/introductions/{id}/accept",
    who=member,
    not_found=errors.IntroductionNotFound,
    errors=(errors.NotTheRecipient, InvalidTransition),
)
def accept_introduction(context: Context, introduction_id: Id) -> schemas.Introduction:
    """Accept an introduction. Both members see each other's contact then; the sender is notified.

    The contact is that of the posting for its owner, and otherwise the name and e-mail address of
    the account.
    """
    return actions.accept(context, introduction_id)


@router.post(
    "/introductions/{id}/decline",
    who=member,
    not_found=errors.IntroductionNotFound,
    errors=(errors.NotTheRecipient, InvalidTransition),
)
def decline_introduction(context: Context, introduction_id: Id) -> schemas.Introduction:
    """Decline an introduction. The sender is not notified: it stays `pending` until it lapses.

    Further requests of the sender are not delivered for 90 days.
    """
    return actions.decline(context, introduction_id)


@router.post(
    "/introductions/{id}/withdraw",
    who=member,
    not_found=errors.IntroductionNotFound,
    errors=(errors.NotTheSender, InvalidTransition),
)
def withdraw_introduction(context: Context, introduction_id: Id) -> schemas.Introduction:
    """Withdraw an introduction that the caller asked for, while it is pending."""
    return actions.withdraw(context, introduction_id)
