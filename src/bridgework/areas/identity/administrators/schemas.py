"""The requests and responses of the administrator login and its second factor."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.identity.administrators.fields import (
    AuthenticatorCode,
    ChallengeText,
    RecoveryCodeText,
)
from bridgework.kit.validation import (
    BotCheckToken,
    Email,
    ErrorBody,
    JsonObject,
    KnownMasterPassword,
    Name100,
    NewMasterPassword,
    RequestBody,
    ResponseModel,
    UtcDatetime,
    Uuid,
)

SecondFactorMethod = TypeAliasType(
    "SecondFactorMethod", Literal["totp", "passkey", "recovery_code"]
)
AdminProof = TypeAliasType("AdminProof", Literal["master_password", "totp", "passkey"])


class AdminLoginRequest(RequestBody):
    """The credentials of an administrator."""

    email: Email
    master_password: KnownMasterPassword
    bot_check_token: BotCheckToken | MISSING = MISSING


class ChangeMasterPasswordRequest(RequestBody):
    """The administrator's present and new master password."""

    current_master_password: KnownMasterPassword
    new_master_password: NewMasterPassword


class SecondFactorNeededError(ErrorBody):
    """A login that continues with `completeSecondFactor`."""

    """The master password is right, and the account has a second factor."""

    error: str
    message: str
    challenge: str
    """Valid for 5 minutes and 5 tries, from the same client address."""
    methods: list[SecondFactorMethod]
    """The second factors of the account."""
    passkey_options: JsonObject | None
    """The options for `navigator.credentials.get`, as JSON (WebAuthn Level 3); null without a
    passkey."""


class CompleteSecondFactorRequest(RequestBody):
    """The challenge, and exactly one of `code`, `recoveryCode` and `passkey`."""

    challenge: ChallengeText
    code: AuthenticatorCode | MISSING = MISSING
    """The present code of the authenticator app. Spaces in it are ignored."""
    recovery_code: RecoveryCodeText | MISSING = MISSING
    """One of the recovery codes, which is then used up. Spaces, hyphens and case do not matter."""
    passkey: JsonObject | MISSING = MISSING
    """The answer of `navigator.credentials.get`, by its method `toJSON`."""


class BeginTotpRequest(RequestBody):
    """The master password again."""

    master_password: KnownMasterPassword


class PendingTotp(ResponseModel):
    """The secret for an authenticator app, valid once `confirmTotp` has its first code."""

    secret: str
    """The secret in base32, to type it."""
    otpauth_uri: str
    """The same as a URI, to show it as a QR code."""


class ConfirmTotpRequest(RequestBody):
    """The first code of the authenticator app. Spaces in it are ignored."""

    code: AuthenticatorCode


class NewRecoveryCodes(ResponseModel):
    """Codes that replace a lost second factor, each valid once. They are shown only once."""

    recovery_codes: list[str]
    """Ten codes."""


class BeginPasskeyRequest(RequestBody):
    """The master password again."""

    master_password: KnownMasterPassword


class PendingPasskey(ResponseModel):
    """The challenge and the options for a new passkey, valid for 5 minutes."""

    challenge: str
    passkey_options: JsonObject
    """The options for `navigator.credentials.create`, as JSON (WebAuthn Level 3)."""


class AddPasskeyRequest(RequestBody):
    """The challenge of `beginPasskey`, and the answer of the browser."""

    challenge: ChallengeText
    passkey: JsonObject
    """The answer of `navigator.credentials.create`, by its method `toJSON`."""
    name: Name100 | MISSING = MISSING
    """A name to recognize the passkey by; by default `Passkey`."""


class Passkey(ResponseModel):
    """A passkey of the caller."""

    id: Uuid
    name: str
    created_at: UtcDatetime
    last_used_at: UtcDatetime | None


class AddedPasskey(ResponseModel):
    """The new passkey."""

    passkey: Passkey
    """The passkey, now a second factor of the caller."""
    recovery_codes: list[str] | None
    """New recovery codes, shown only once; null if the account has unused ones."""


class SecondFactor(ResponseModel):
    """What the caller can sign in with after the master password."""

    authenticator_app_added_at: UtcDatetime | None
    """When the authenticator app was added. Null without one."""
    passkey_count: int
    """The number of passkeys."""
    recovery_code_count: int
    """The number of recovery codes that are not used up."""


class PendingRemoval(ResponseModel):
    """A challenge to remove the second factor with a passkey, valid for 5 minutes."""

    challenge: str
    passkey_options: JsonObject | None
    """The options for `navigator.credentials.get`; null without a passkey."""


class RemovePasskeyRequest(RequestBody):
    """The master password again."""

    master_password: KnownMasterPassword


class RemoveSecondFactorRequest(RequestBody):
    """The master password, and exactly one of `code` and `passkey`."""

    master_password: KnownMasterPassword
    code: AuthenticatorCode | MISSING = MISSING
    """The present code of the authenticator app. Spaces in it are ignored."""
    passkey: JsonObject | MISSING = MISSING
    """The answer of `navigator.credentials.get`, by its method `toJSON`."""
    challenge: ChallengeText | MISSING = MISSING
    """The challenge of `beginSecondFactorRemoval`, required with `passkey`."""


class PendingAdminConfirmation(ResponseModel):
    """The possible proofs of the caller, and a challenge for a passkey, valid for 5 minutes."""

    methods: list[AdminProof]
    """The proofs that `adminConfirm` accepts from the caller."""
    challenge: str
    passkey_options: JsonObject | None
    """The options for `navigator.credentials.get`; null without a passkey."""


class AdminConfirmRequest(RequestBody):
    """Exactly one of `masterPassword`, `code` and `passkey`."""

    master_password: KnownMasterPassword | MISSING = MISSING
    code: AuthenticatorCode | MISSING = MISSING
    """The present code of the authenticator app. Spaces in it are ignored."""
    passkey: JsonObject | MISSING = MISSING
    """The answer of `navigator.credentials.get`, by its method `toJSON`."""
    challenge: ChallengeText | MISSING = MISSING
    """The challenge of `beginAdminConfirm`, required with `passkey`."""


class AdminConfirmation(ResponseModel):
    """The session is confirmed."""

    ok: Literal[True]
    fresh_until: UtcDatetime
    """Until then, no operation needs another confirmation of this session."""


class ResetSecondFactorRequest(RequestBody):
    """The caller's own master password."""

    master_password: KnownMasterPassword
