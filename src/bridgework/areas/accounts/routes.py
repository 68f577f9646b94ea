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
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok, Plain
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Accounts")


@area.post(
    "/auth/register",
    who=public,
    status=201,
    slow=True,
    levelled=True,
    problems=(BotCheckFailed, errors.AccountExists, errors.TooManyRegistrations),
)
def register(call: Call, body: RegisterRequest) -> Registered:
    """Make an account.

    A six-digit code is mailed to the address; `verifyEmail` takes it as proof.
    """
    return actions.register(call, body)


@area.post(
    "/auth/login",
    who=public,
    slow=True,
    levelled=True,
    problems=(
        BotCheckFailed,
        errors.InvalidCredentials,
        errors.AccountNotFound,
        errors.EmailNotVerified,
        errors.AccountDisabled,
        errors.TooManySignIns,
    ),
)
def login(call: Call, body: LoginRequest) -> SignedIn:
    """Sign in with e-mail and password.

    With `jobsRole` or `vendorsRole` the account joins that platform if it has no role there yet.
    An address that is not verified gets a fresh code by mail and a 403. The 403 also comes when too
    many codes were mailed to it; then no further one is.
    """
    return actions.sign_in(call, body)


@area.post(
    "/auth/verify-email",
    who=public,
    levelled=True,
    problems=(errors.CodeInvalid, errors.TooManyTries),
)
def verify_email(call: Call, body: VerifyEmailRequest) -> SignedIn:
    """Prove an address by the code that was mailed to it, and sign in."""
    return actions.verify_email(call, body)


@area.post(
    "/auth/resend-otp",
    who=public,
    status=202,
    levelled=True,
    problems=(errors.AccountNotFound, errors.AlreadyVerified, errors.TooManyCodes),
)
def resend_otp(call: Call, body: ResendOtpRequest) -> Ok:
    """Mail a fresh code, at most once a minute. The former one is good no more."""
    actions.resend_code(call, body)
    return OK


@area.post(
    "/auth/admin/login",
    who=public,
    slow=True,
    levelled=True,
    problems=(BotCheckFailed, errors.InvalidCredentials, errors.TooManySignIns),
)
def admin_login(call: Call, body: AdminLoginRequest) -> SignedIn:
    """Sign in as an administrator, by e-mail and one's own master password."""
    return admin_auth.sign_in(call, body)


@area.post(
    "/auth/admin/accept-invitation",
    who=public,
    slow=True,
    problems=(errors.InvitationInvalid, errors.InvalidCredentials),
)
def accept_admin_invitation(call: Call, body: AcceptAdminInvitationRequest) -> Ok:
    """Set one's master password with the token of an administrator's invitation.

    `password` is the account's ordinary one; five wrong ones end the invitation. Afterwards
    `adminLogin` signs in.
    """
    invitations.accept(call, body)
    return OK


@area.get("/admin-invitation", who=public, media="text/html")
def admin_invitation_page(call: Call) -> Plain:
    """Show the page that an administrator's invitation links to.

    The token stands in the link's fragment, which browsers do not send; the page sends it to
    `acceptAdminInvitation`.
    """
    del call
    return pages.ADMIN_INVITATION


@area.post(
    "/auth/forgot-password",
    who=public,
    status=202,
    slow=True,
    levelled=True,
    problems=(BotCheckFailed, errors.AccountNotFound, errors.TooManyCodes),
)
def forgot_password(call: Call, body: ForgotPasswordRequest) -> Ok:
    """Have a code mailed that `resetPassword` takes."""
    passwords.forgot(call, body)
    return OK


@area.post(
    "/auth/reset-password",
    who=public,
    slow=True,
    levelled=True,
    problems=(BotCheckFailed, errors.CodeInvalid, errors.TooManyTries),
)
def reset_password(call: Call, body: ResetPasswordRequest) -> Ok:
    """Set a new password by the code that was mailed. Every session and every code ends."""
    passwords.reset(call, body)
    return OK


@area.post(
    "/auth/change-password",
    who=member,
    slow=True,
    problems=(errors.PasswordWrong, errors.TooManyPasswords),
)
def change_password(call: Call, body: ChangePasswordRequest) -> Ok:
    """Set a new password. Every session but this one ends, and every code."""
    passwords.change(call, body)
    return OK


@area.post("/auth/refresh", who=public, problems=(errors.RefreshInvalid, errors.RefreshReused))
def refresh_token(call: Call, body: RefreshTokenRequest) -> SignedIn:
    """Exchange a refresh token for a fresh access token and the next refresh token.

    Each is good once. One that comes again ends its session.
    """
    return sessions.refresh(call, body.refresh_token)


@area.get("/auth/sessions", who=member)
def list_sessions(call: Call) -> list[Session]:
    """List one's own sessions, the newest first."""
    return sessions.list_mine(call)


@area.delete("/auth/sessions/{id}", who=member, missing=errors.SessionNotFound)
def end_session(call: Call, session_id: Id) -> Ok:
    """End one of one's own sessions."""
    sessions.end_one(call, session_id)
    return OK


@area.post(
    "/admin/me/master-password",
    who=admin,
    slow=True,
    problems=(errors.PasswordWrong, errors.TooManyPasswords),
)
def change_master_password(call: Call, body: ChangeMasterPasswordRequest) -> Ok:
    """Set a new master password. Every session but this one ends."""
    admin_auth.change_master_password(call, body)
    return OK


@area.post("/auth/logout", who=member)
def logout(call: Call) -> Ok:
    """End this session. Its tokens are good no more, on any node, from now on."""
    sessions.end(call)
    return OK


@area.get("/users/me", who=member)
def get_me(call: Call) -> Account:
    """Read one's own account."""
    return serializers.account(call, call.caller.account())


@area.post(
    "/users/me/email",
    who=member,
    status=202,
    slow=True,
    levelled=True,
    problems=(
        errors.PasswordWrong,
        errors.TooManyPasswords,
        errors.EmailTaken,
        errors.TooManyCodes,
    ),
)
def request_email_change(call: Call, body: RequestEmailRequest) -> Ok:
    """Ask for another address: a code is mailed to it that `confirmEmailChange` takes."""
    email_change.request_change(call, body)
    return OK


@area.post(
    "/users/me/email/confirm",
    who=member,
    problems=(errors.CodeInvalid, errors.TooManyTries, errors.EmailTaken),
)
def confirm_email_change(call: Call, body: ConfirmEmailRequest) -> Account:
    """Prove the new address; it takes the place of the old one, which is told.

    Every other session ends, and so does every code that was mailed before.
    """
    return email_change.confirm_change(call, body)


@area.post(
    "/users/me/erase",
    who=member,
    status=202,
    slow=True,
    problems=(errors.PasswordWrong, errors.TooManyPasswords, errors.LastAdministrator),
)
def erase_me(call: Call, body: EraseMeRequest) -> Erasure:
    """Have one's account erased in 14 days. Every session ends; signing in again undoes it."""
    return account_deletion.request(call, body.password)


@area.patch("/users/me", who=member)
def update_me(call: Call, body: UpdateUserRequest) -> Account:
    """Change one's own names and picture. An empty `avatarUrl` takes the picture away."""
    return actions.update_me(call, body)
