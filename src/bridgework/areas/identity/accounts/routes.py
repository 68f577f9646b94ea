"""The operations of accounts."""

from bridgework.areas.identity.accounts import actions, errors, schemas, serializers
from bridgework.areas.identity.accounts.lifecycle import account_deletion, email_change, passwords
from bridgework.areas.identity.accounts.sign_in import bot_checks, reauthentication, sessions
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import member, public
from bridgework.kit.security.captcha import BotCheckFailed

router = Router(
    "Accounts",
    public=Tag(
        "Sign-in",
        "Create an account, verify its e-mail address, sign in, and reset a password.",
    ),
    members=Tag("Accounts", "Your account: names, e-mail address, password, sessions and erasure."),
)


@router.post(
    "/auth/register",
    who=public,
    status=201,
    pool="hashing",
    bot_check=bot_checks.must_pass_registration,
    constant_time=True,
    errors=(BotCheckFailed, errors.AccountExists, errors.TooManyRegistrations),
)
def register(context: Context, body: schemas.RegisterRequest) -> schemas.Registered:
    """Create an account.

    A six-digit code is e-mailed to the address; `verifyEmail` verifies the address with it.
    """
    return actions.register(context, body)


@router.post(
    "/auth/login",
    who=public,
    pool="hashing",
    returns_secret=True,
    bot_check=bot_checks.must_pass,
    constant_time=True,
    errors=(
        BotCheckFailed,
        errors.InvalidCredentials,
        errors.AccountNotFound,
        errors.EmailNotVerified,
        errors.AccountDisabled,
        errors.SignInLocked,
        errors.TooManySignIns,
    ),
    takes_device_token=True,
)
def login(context: RequestContext, body: schemas.LoginRequest) -> schemas.SignedInOnDevice:
    """Sign in with e-mail address and password.

    With `jobsRole` or `vendorsRole`, an account without a role on that platform joins it. If the
    address is not verified, a new code is e-mailed and the response is 403; it is also 403, without
    a new code, when too many codes were e-mailed.

    Ten failures in 5 minutes, or a hundred in a row, block unknown devices. A device that sends its
    `X-Device-Token` is only blocked by its own failures. A password reset ends the block.
    """
    return actions.sign_in(context, body, context.device_token)


@router.post(
    "/auth/verify-email",
    who=public,
    pool="hashing",
    returns_secret=True,
    constant_time=True,
    takes_device_token=True,
    errors=(errors.CodeInvalid, errors.TooManyTries),
)
def verify_email(
    context: RequestContext, body: schemas.VerifyEmailRequest
) -> schemas.SignedInOnDevice:
    """Verify an e-mail address with a code and sign in.

    Send `registration` with the password and the roles that the user has entered: it replaces those
    of the account, which another person may have registered. All sessions from before end. An
    account that was in use before keeps its roles.

    Without `registration`, a password that a second registration contests is void: no password is
    valid until `resetPassword` sets one, and an e-mail says so. Contested roles are reset to those
    of a registration without roles.

    After too many wrong codes, only the `linkToken` of the newest e-mail is accepted with a code.
    """
    return actions.verify_email(context, body, context.device_token)


@router.post(
    "/auth/resend-otp",
    who=public,
    status=202,
    constant_time=True,
    errors=(errors.AccountNotFound, errors.AlreadyVerified, errors.TooManyCodes),
)
def resend_otp(context: Context, body: schemas.ResendOtpRequest) -> Ok:
    """E-mail a new code, at most once a minute. Earlier codes become invalid."""
    actions.resend_code(context, body)
    return OK


@router.post(
    "/auth/forgot-password",
    who=public,
    status=202,
    pool="hashing",
    bot_check=bot_checks.must_pass,
    constant_time=True,
    errors=(BotCheckFailed, errors.AccountNotFound, errors.TooManyCodes),
)
def forgot_password(context: Context, body: schemas.ForgotPasswordRequest) -> Ok:
    """E-mail a code for `resetPassword`."""
    passwords.forgot(context, body)
    return OK


@router.post(
    "/auth/reset-password",
    who=public,
    pool="hashing",
    returns_secret=True,
    bot_check=bot_checks.must_pass_reset,
    constant_time=True,
    errors=(BotCheckFailed, errors.CodeInvalid, errors.TooManyTries),
)
def reset_password(context: Context, body: schemas.ResetPasswordRequest) -> schemas.PasswordReset:
    """Set a new password with an e-mailed code. All sessions, codes and known devices end.

    After too many wrong codes, only the `linkToken` of the newest e-mail is accepted with a code.
    """
    return passwords.reset(context, body)


@router.post(
    "/auth/change-password",
    who=member,
    pool="hashing",
    takes_device_token=True,
    errors=reauthentication.REFUSALS,
)
def change_password(context: RequestContext, body: schemas.ChangePasswordRequest) -> Ok:
    """Set a new password. All other sessions, other known devices and all codes end."""
    passwords.change(context, body, context.device_token)
    return OK


@router.post(
    "/auth/refresh",
    who=public,
    returns_secret=True,
    errors=(errors.RefreshInvalid, errors.RefreshReused),
)
def refresh_token(context: Context, body: schemas.RefreshTokenRequest) -> schemas.SignedIn:
    """Exchange a refresh token for a new access token and a new refresh token.

    A refresh token is valid once. Using it again ends its session, except within 10 seconds from
    the same address and user agent, as tabs of a browser do: at most three further pairs, and all
    refresh tokens are valid until one of them is exchanged.
    """
    return sessions.refresh(context, body.refresh_token)


@router.get("/auth/sessions", who=member)
def list_sessions(context: Context) -> list[schemas.Session]:
    """List the caller's own sessions, newest first."""
    return sessions.list_mine(context)


@router.delete("/auth/sessions/{id}", who=member, not_found=errors.SessionNotFound)
def end_session(context: Context, session_id: Id) -> Ok:
    """End one of the caller's own sessions."""
    sessions.end_one(context, session_id)
    return OK


@router.post("/auth/logout", who=member.without_second_factor())
def logout(context: Context) -> Ok:
    """End this session. Its tokens become invalid immediately, on every node."""
    sessions.end(context)
    return OK


@router.get("/users/me", who=member)
def get_me(context: Context) -> schemas.Account:
    """Return the caller's own account."""
    return serializers.account(context, context.caller.account())


@router.post(
    "/users/me/email",
    who=member,
    status=202,
    pool="hashing",
    constant_time=True,
    errors=(
        *reauthentication.REFUSALS,
        errors.EmailTaken,
        errors.TooManyCodes,
    ),
)
def request_email_change(context: Context, body: schemas.RequestEmailRequest) -> Ok:
    """Request a change of the e-mail address.

    A code for `confirmEmailChange` is sent to the new address.
    """
    email_change.request_change(context, body)
    return OK


@router.post(
    "/users/me/email/confirm",
    who=member,
    takes_device_token=True,
    errors=(errors.CodeInvalid, errors.TooManyTries, errors.EmailTaken),
)
def confirm_email_change(
    context: RequestContext, body: schemas.ConfirmEmailRequest
) -> schemas.Account:
    """Verify the new e-mail address with a code. It replaces the old one, which is notified.

    All other sessions and known devices end, and all earlier codes become invalid.
    """
    return email_change.confirm_change(context, body, context.device_token)


@router.post(
    "/users/me/erase",
    who=member,
    status=202,
    pool="hashing",
    errors=(*reauthentication.REFUSALS, errors.LastAdministrator, errors.ErasureScheduled),
)
def erase_me(context: Context, body: schemas.EraseMeRequest) -> schemas.Erasure:
    """Request the erasure of the caller's account in 14 days.

    All sessions end; signing in cancels it.
    """
    return account_deletion.request(context, body.password)


@router.patch("/users/me", who=member)
def update_me(context: Context, body: schemas.UpdateUserRequest) -> schemas.Account:
    """Change the caller's own name or avatar. An empty `avatarUrl` removes the avatar."""
    return actions.update_me(context, body)
