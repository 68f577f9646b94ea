"""The operations of administrator invitations."""

from bridgework.areas.identity.accounts import errors as account_errors
from bridgework.areas.identity.administrators.invitations import actions, errors, pages
from bridgework.areas.identity.administrators.invitations.schemas import (
    AcceptAdminInvitationRequest,
)
from bridgework.context import Context
from bridgework.kit.http.operations import HTML, OK, Ok, RawResponse, Router, Tag, html_response
from bridgework.kit.security import public

router = Router(
    "Accounts",
    public=Tag(
        "Sign-in",
        "Create an account, verify its e-mail address, sign in, and reset a password.",
    ),
)


@router.post(
    "/auth/admin/accept-invitation",
    who=public,
    pool="hashing",
    errors=(errors.InvitationInvalid, account_errors.InvalidCredentials),
)
def accept_admin_invitation(context: Context, body: AcceptAdminInvitationRequest) -> Ok:
    """Set a master password with the token of an administrator invitation.

    `password` is the member password of the account. Five wrong passwords end the invitation.
    Afterwards, sign in with `adminLogin`.
    """
    actions.accept(context, body)
    return OK


@router.get("/admin-invitation", who=public, media_type=HTML)
def admin_invitation_page(context: Context) -> RawResponse:
    """Return the page to which an administrator invitation links.

    The token is in the fragment of the link, which browsers do not send; the page sends it to
    `acceptAdminInvitation`.
    """
    return html_response(pages.admin_invitation(context.app.settings))
