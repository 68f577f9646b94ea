"""The operations of accounts: contract sections 3.1 and 3.2."""

from bridgework.areas.accounts import (
    account_deletion,
    actions,
    admin_auth,
    email_change,
    errors,
    invitations,
    pages,
    passwords,
    serializers,
    sessions,
)
from bridgework.areas.accounts.schemas import (
    AcceptAdminInvitationRequest,
    Account,
    AdminLoginRequest,
    ChangeMasterPasswordRequest,
    ChangePasswordRequest,
    ConfirmEmailRequest,
    EraseMeRequest,
    Erasure,
    ForgotPasswordRequest,
    LoginRequest,
    RefreshTokenRequest,
    Registered,
    RegisterRequest,
    RequestEmailRequest,
    ResendOtpRequest,
    ResetPasswordRequest,
    Session,
    SignedIn,
    UpdateUserRequest,
    VerifyEmailRequest,
)
from bridgework.kit.auth import admin, member, public
from bridgework.kit.captcha.verifier import BotCheckFailed
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import HTML, OK, Ok, RawResponse
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id

router = Router("Accounts")


@router.post(
    "/auth/register",
    who=public,
    status=201,
    run_in_thread=True,
    constant_time=True,
    errors=(BotCheckFailed, errors.AccountExists, errors.TooManyRegistrations),
)
def register(context: Context, body: RegisterRequest) -> Registered:
    """Make an account.

    A six-digit code is mailed to the address; `verifyEmail` takes it as proof.
    """
    return actions.register(context, body)


@router.post(
    "/auth/login",
    who=public,
    run_in_thread=True,
    constant_time=True,
    errors=(
        BotCheckFailed,
        errors.InvalidCredentials,
        errors.AccountNotFound,
        errors.EmailNotVerified,
        errors.AccountDisabled,
        errors.TooManySignIns,
    ),
)
def login(context: Context, body: LoginRequest) -> SignedIn:
    """Sign in with e-mail and password.

    With `jobsRole` or `vendorsRole` the account joins that platform if it has no role there yet.
    An address that is not verified gets a fresh code by mail and a 403. The 403 also comes when too
    many codes were mailed to it; then no further one is.
    """
    return actions.sign_in(context, body)


@router.post(
    "/auth/verify-email",
    who=public,
    constant_time=True,
    errors=(errors.CodeInvalid, errors.TooManyTries),
)
def verify_email(context: Context, body: VerifyEmailRequest) -> SignedIn:
    """Prove an address by the code that was mailed to it, and sign in."""
    return actions.verify_email(context, body)


@router.post(
    "/auth/resend-otp",
    who=public,
    status=202,
    constant_time=True,
    errors=(errors.AccountNotFound, errors.AlreadyVerified, errors.TooManyCodes),
)
def resend_otp(context: Context, body: ResendOtpRequest) -> Ok:
    """Mail a fresh code, at most once a minute. The former one is good no more."""
    actions.resend_code(context, body)
    return OK


@router.post(
    "/auth/admin/login",
    who=public,
    run_in_thread=True,
    constant_time=True,
    errors=(BotCheckFailed, errors.InvalidCredentials, errors.TooManySignIns),
)
def admin_login(context: Context, body: AdminLoginRequest) -> SignedIn:
    """Sign in as an administrator, by e-mail and one's own master password."""
    return admin_auth.sign_in(context, body)


@router.post(
    "/auth/admin/accept-invitation",
    who=public,
    run_in_thread=True,
    errors=(errors.InvitationInvalid, errors.InvalidCredentials),
)
def accept_admin_invitation(context: Context, body: AcceptAdminInvitationRequest) -> Ok:
    """Set one's master password with the token of an administrator's invitation.

    `password` is the account's ordinary one; five wrong ones end the invitation. Afterwards
    `adminLogin` signs in.
    """
    invitations.accept(context, body)
    return OK


@router.get("/admin-invitation", who=public, media_type=HTML)
def admin_invitation_page(context: Context) -> RawResponse:
    """Show the page that an administrator's invitation links to.

    The token stands in the link's fragment, which browsers do not send; the page sends it to
    `acceptAdminInvitation`.
    """
    return pages.admin_invitation(context.app.settings)


@router.post(
    "/auth/forgot-password",
    who=public,
    status=202,
    run_in_thread=True,
    constant_time=True,
    errors=(BotCheckFailed, errors.AccountNotFound, errors.TooManyCodes),
)
def forgot_password(context: Context, body: ForgotPasswordRequest) -> Ok:
    """Have a code mailed that `resetPassword` takes."""
    passwords.forgot(context, body)
    return OK


@router.post(
    "/auth/reset-password",
    who=public,
    run_in_thread=True,
    constant_time=True,
    errors=(BotCheckFailed, errors.CodeInvalid, errors.TooManyTries),
)
def reset_password(context: Context, body: ResetPasswordRequest) -> Ok:
    """Set a new password by the code that was mailed. Every session and every code ends."""
    passwords.reset(context, body)
    return OK


@router.post(
    "/auth/change-password",
    who=member,
    run_in_thread=True,
    errors=(errors.PasswordWrong, errors.TooManyPasswords),
)
def change_password(context: Context, body: ChangePasswordRequest) -> Ok:
    """Set a new password. Every session but this one ends, and every code."""
    passwords.change(context, body)
    return OK


@router.post("/auth/refresh", who=public, errors=(errors.RefreshInvalid, errors.RefreshReused))
def refresh_token(context: Context, body: RefreshTokenRequest) -> SignedIn:
    """Exchange a refresh token for a fresh access token and the next refresh token.

    Each is good once. One that comes again ends its session.
    """
    return sessions.refresh(context, body.refresh_token)


@router.get("/auth/sessions", who=member)
def list_sessions(context: Context) -> list[Session]:
    """List one's own sessions, the newest first."""
    return sessions.list_mine(context)


@router.delete("/auth/sessions/{id}", who=member, not_found=errors.SessionNotFound)
def end_session(context: Context, session_id: Id) -> Ok:
    """End one of one's own sessions."""
    sessions.end_one(context, session_id)
    return OK


@router.post(
    "/admin/me/master-password",
    who=admin,
    run_in_thread=True,
    errors=(errors.PasswordWrong, errors.TooManyPasswords),
)
def change_master_password(context: Context, body: ChangeMasterPasswordRequest) -> Ok:
    """Set a new master password. Every session but this one ends."""
    admin_auth.change_master_password(context, body)
    return OK


@router.post("/auth/logout", who=member)
def logout(context: Context) -> Ok:
    """End this session. Its tokens are good no more, on any node, from now on."""
    sessions.end(context)
    return OK


@router.get("/users/me", who=member)
def get_me(context: Context) -> Account:
    """Read one's own account."""
    return serializers.account(context, context.caller.account())


@router.post(
    "/users/me/email",
    who=member,
    status=202,
    run_in_thread=True,
    constant_time=True,
    errors=(
        errors.PasswordWrong,
        errors.TooManyPasswords,
        errors.EmailTaken,
        errors.TooManyCodes,
    ),
)
def request_email_change(context: Context, body: RequestEmailRequest) -> Ok:
    """Ask for another address: a code is mailed to it that `confirmEmailChange` takes."""
    email_change.request_change(context, body)
    return OK


@router.post(
    "/users/me/email/confirm",
    who=member,
    errors=(errors.CodeInvalid, errors.TooManyTries, errors.EmailTaken),
)
def confirm_email_change(context: Context, body: ConfirmEmailRequest) -> Account:
    """Prove the new address; it takes the place of the old one, which is told.

    Every other session ends, and so does every code that was mailed before.
    """
    return email_change.confirm_change(context, body)


@router.post(
    "/users/me/erase",
    who=member,
    status=202,
    run_in_thread=True,
    errors=(errors.PasswordWrong, errors.TooManyPasswords, errors.LastAdministrator),
)
def erase_me(context: Context, body: EraseMeRequest) -> Erasure:
    """Have one's account erased in 14 days. Every session ends; signing in again undoes it."""
    return account_deletion.request(context, body.password)


@router.patch("/users/me", who=member)
def update_me(context: Context, body: UpdateUserRequest) -> Account:
    """Change one's own names and picture. An empty `avatarUrl` takes the picture away."""
    return actions.update_me(context, body)
