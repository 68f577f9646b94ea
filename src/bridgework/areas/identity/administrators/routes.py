"""The operations of the administrator login and its second factor."""

from bridgework.areas.identity.accounts import errors as account_errors
from bridgework.areas.identity.accounts.schemas import SignedInOnDevice
from bridgework.areas.identity.accounts.sign_in import bot_checks, reauthentication
from bridgework.areas.identity.administrators import actions, confirmation, errors, schemas
from bridgework.areas.identity.administrators.second_factors import enrolment, removal
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import admin, public
from bridgework.kit.security.captcha import BotCheckFailed

router = Router(
    "Accounts",
    public=Tag("Administrator sign-in", "Sign in with the master password and a second factor."),
    administrators=Tag(
        "Administrator credentials",
        "The master password, authenticator app, passkeys and recovery codes of the caller.",
    ),
)


@router.post(
    "/auth/admin/login",
    who=public,
    pool="hashing",
    returns_secret=True,
    bot_check=bot_checks.must_pass,
    constant_time=True,
    takes_device_token=True,
    errors=(
        BotCheckFailed,
        account_errors.InvalidCredentials,
        account_errors.SignInLocked,
        account_errors.TooManySignIns,
        errors.SecondFactorNeeded,
    ),
)
def admin_login(context: RequestContext, body: schemas.AdminLoginRequest) -> SignedInOnDevice:
    """Sign in as an administrator, with e-mail address and master password.

    If the account has a second factor, the response is 403 with a challenge for
    `completeSecondFactor`. Ten failures in 5 minutes, or a hundred in a row, block the login of the
    account from unknown devices; a device that sends its `X-Device-Token` is only blocked by its
    own failures.
    """
    return actions.sign_in(context, body, context.device_token)


@router.post(
    "/auth/admin/second-factor",
    who=public,
    pool="hashing",
    returns_secret=True,
    takes_device_token=True,
    errors=(account_errors.CodeInvalid, errors.ChallengeInvalid, account_errors.TooManyTries),
)
def complete_second_factor(
    context: RequestContext, body: schemas.CompleteSecondFactorRequest
) -> SignedInOnDevice:
    """Complete a sign-in with a code, a recovery code or a passkey.

    A challenge has five tries and is valid for 5 minutes; an account has 50 wrong tries a day from
    unknown devices.
    """
    return actions.complete_sign_in(context, body, context.device_token)


@router.post("/auth/admin/confirm/options", who=admin, returns_secret=True)
def begin_admin_confirm(context: Context) -> schemas.PendingAdminConfirmation:
    """Return how the caller can confirm the session, with a challenge for `adminConfirm`."""
    return confirmation.create_challenge(context)


@router.post(
    "/auth/admin/confirm",
    who=admin,
    pool="hashing",
    takes_device_token=True,
    errors=confirmation.REFUSALS,
)
def admin_confirm(
    context: RequestContext, body: schemas.AdminConfirmRequest
) -> schemas.AdminConfirmation:
    """Confirm with the master password, a code or a passkey that the session is the caller's.

    Operations that may be called by `admin, fresh sign-in` accept the session for the next 10
    minutes, as after a sign-in; afterwards they respond 403 `fresh_sign_in_needed`. Wrong master
    passwords and codes count as failures of `adminLogin` and `completeSecondFactor`.
    """
    return confirmation.confirm(context, body, context.device_token)


@router.post(
    "/admin/me/master-password",
    who=admin.without_second_factor(),
    pool="hashing",
    takes_device_token=True,
    errors=reauthentication.REFUSALS,
)
def change_master_password(
    context: RequestContext, body: schemas.ChangeMasterPasswordRequest
) -> Ok:
    """Set a new master password. All other sessions and known devices end."""
    actions.change_master_password(context, body, context.device_token)
    return OK


@router.post(
    "/admin/me/totp",
    who=admin.without_second_factor(),
    pool="hashing",
    returns_secret=True,
    errors=reauthentication.REFUSALS,
)
def begin_totp(context: Context, body: schemas.BeginTotpRequest) -> schemas.PendingTotp:
    """Generate the secret for an authenticator app (TOTP, RFC 6238).

    It becomes a second factor once `confirmTotp` has its first code, within 15 minutes. It then
    replaces a former authenticator app.
    """
    return enrolment.begin_totp(context, body.master_password)


@router.post(
    "/admin/me/totp/confirm",
    who=admin.without_second_factor(),
    returns_secret=True,
    errors=(account_errors.CodeInvalid, account_errors.TooManyTries, errors.TotpNotBegun),
)
def confirm_totp(context: Context, body: schemas.ConfirmTotpRequest) -> schemas.NewRecoveryCodes:
    """Add the authenticator app as a second factor, and return ten new recovery codes.

    They replace former ones. With the first second factor, the caller's other administrator
    sessions end.
    """
    return enrolment.confirm_totp(context, body.code)


@router.post(
    "/admin/me/passkeys/options",
    who=admin.without_second_factor(),
    pool="hashing",
    returns_secret=True,
    errors=(
        *reauthentication.REFUSALS,
        errors.PasskeyLimitReached,
        errors.PasskeysNeedAHostName,
    ),
)
def begin_passkey(context: Context, body: schemas.BeginPasskeyRequest) -> schemas.PendingPasskey:
    """Return the options with which a browser creates a passkey (WebAuthn), valid for 5 minutes.

    A passkey works on pages of the origin of this API only.
    """
    return enrolment.begin_passkey(context, body.master_password)


@router.post(
    "/admin/me/passkeys",
    who=admin.without_second_factor(),
    status=201,
    returns_secret=True,
    errors=(
        errors.ChallengeInvalid,
        errors.PasskeyInvalid,
        errors.PasskeyExists,
        errors.PasskeyLimitReached,
        errors.PasskeysNeedAHostName,
    ),
)
def add_passkey(context: Context, body: schemas.AddPasskeyRequest) -> schemas.AddedPasskey:
    """Add a passkey as a second factor. An administrator has at most 10.

    With the first second factor, the caller's other administrator sessions end.
    """
    return enrolment.add_passkey(context, body)


@router.get("/admin/me/passkeys", who=admin.without_second_factor())
def list_passkeys(context: Context) -> list[schemas.Passkey]:
    """List the caller's passkeys, oldest first."""
    return enrolment.list_passkeys(context)


@router.get("/admin/me/second-factor", who=admin.without_second_factor())
def get_second_factor(context: Context) -> schemas.SecondFactor:
    """Return the state of the caller's second factor."""
    return enrolment.get_second_factor(context)


@router.post(
    "/admin/me/passkeys/{id}/remove",
    who=admin,
    pool="hashing",
    not_found=errors.PasskeyNotFound,
    errors=(*reauthentication.REFUSALS, errors.LastSecondFactor),
)
def remove_passkey(context: Context, passkey_id: Id, body: schemas.RemovePasskeyRequest) -> Ok:
    """Remove one of several second factors: a passkey of the caller."""
    removal.remove_passkey(context, passkey_id, body.master_password)
    return OK


@router.post(
    "/admin/me/second-factor/remove/options",
    who=admin,
    returns_secret=True,
    errors=(errors.NoSecondFactor,),
)
def begin_second_factor_removal(context: Context) -> schemas.PendingRemoval:
    """Return a challenge with which a passkey confirms `removeSecondFactor`."""
    return removal.create_challenge(context)


@router.post(
    "/admin/me/second-factor/remove",
    who=admin,
    pool="hashing",
    errors=(
        *reauthentication.REFUSALS,
        account_errors.CodeInvalid,
        account_errors.TooManyTries,
        errors.ChallengeInvalid,
        errors.NoSecondFactor,
    ),
)
def remove_second_factor(context: Context, body: schemas.RemoveSecondFactorRequest) -> Ok:
    """Remove the caller's authenticator app, passkeys and recovery codes."""
    removal.remove(context, body)
    return OK
