"""The requests and responses of accounts."""

from typing import Literal, Protocol, Self

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.kit.security import holder_of
from bridgework.kit.validation import (
    AvatarUrl,
    BotCheckToken,
    Email,
    ErrorBody,
    KnownPassword,
    LinkToken,
    NewPassword,
    Otp,
    PersonName,
    RefreshTokenText,
    RequestBody,
    ResponseModel,
    Row,
    UtcDatetime,
    Uuid,
)

Role = TypeAliasType("Role", Literal["expert", "client", "rpo", "admin"])
ChosenRole = TypeAliasType("ChosenRole", Literal["expert", "client", "rpo"])
JobsRole = TypeAliasType("JobsRole", Literal["candidate", "recruiter", "clinic_owner"])
DecisionOutcome = TypeAliasType("DecisionOutcome", Literal["decided", "failed"])
VendorsRole = TypeAliasType("VendorsRole", Literal["vendor", "ambassador"])
VerificationTier = TypeAliasType("VerificationTier", Literal["not-verified", "verified", "pro"])
JobsVerificationTier = TypeAliasType("JobsVerificationTier", Literal["not-verified", "verified"])

expert = holder_of("expert", frozenset({"expert"}))
client = holder_of("client", frozenset({"client", "rpo"}))
clinic = holder_of("clinic", frozenset({"clinic_owner", "recruiter"}))
"""The kinds of members that an operation may be open to, by their roles."""


class RegisterRequest(RequestBody):
    """A new account. The roles decide which platforms it joins."""

    email: Email
    password: NewPassword
    """The password for the next sign-in. Common passwords may be refused."""
    role: ChosenRole = "expert"
    """The role on the matchmaking platform."""
    jobs_role: JobsRole | MISSING = MISSING
    """Joins the jobs platform with this role."""
    vendors_role: VendorsRole | MISSING = MISSING
    """Joins the vendors platform with this role."""
    bot_check_token: BotCheckToken | MISSING = MISSING


class ImportedAccount(RequestBody):
    """An account in an import. It is not verified, and has no password."""

    email: Email
    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    role: ChosenRole = "expert"
    """The role on the matchmaking platform."""
    jobs_role: JobsRole | MISSING = MISSING
    """Joins the jobs platform with this role."""
    vendors_role: VendorsRole | MISSING = MISSING
    """Joins the vendors platform with this role."""


class LoginRequest(RequestBody):
    """The credentials of a member."""

    email: Email
    password: KnownPassword
    jobs_role: JobsRole | MISSING = MISSING
    """Joins the jobs platform with this role, if the account has none there."""
    vendors_role: VendorsRole | MISSING = MISSING
    """Joins the vendors platform with this role, if the account has none there."""
    bot_check_token: BotCheckToken | MISSING = MISSING


class Registration(RequestBody):
    """What the owner of an e-mail address registers with: a password and the roles."""

    password: NewPassword
    """The password for the next sign-in. Common passwords may be refused."""
    role: ChosenRole = "expert"
    """The role on the matchmaking platform."""
    jobs_role: JobsRole | MISSING = MISSING
    """Joins the jobs platform with this role."""
    vendors_role: VendorsRole | MISSING = MISSING
    """Joins the vendors platform with this role."""


class VerifyEmailRequest(RequestBody):
    """An e-mail address with the code that was sent to it."""

    email: Email
    otp: Otp
    registration: Registration | MISSING = MISSING
    """Replaces the password and the roles of the account. Always send it: the account may have been
    registered by another person."""
    source: Literal["jobs"] | MISSING = MISSING
    """`jobs` words errors for the jobs platform."""
    link_token: LinkToken | MISSING = MISSING
    """The token in the link of the e-mail. With it, the wrong codes of others do not count."""


class ResendOtpRequest(RequestBody):
    """The address of an account that is not verified yet."""

    email: Email


class ChangePasswordRequest(RequestBody):
    """The caller's present and new password."""

    current_password: KnownPassword
    new_password: NewPassword


class ForgotPasswordRequest(RequestBody):
    """The address of an account whose password is forgotten."""

    email: Email
    bot_check_token: BotCheckToken | MISSING = MISSING


class ResetPasswordRequest(RequestBody):
    """A new password, with the code that was sent by `forgotPassword`."""

    email: Email
    otp: Otp
    new_password: NewPassword
    link_token: LinkToken | MISSING = MISSING
    """The token in the link of the e-mail. With it, the wrong codes of others do not count."""
    bot_check_token: BotCheckToken | MISSING = MISSING


class RefreshTokenRequest(RequestBody):
    """The refresh token of a session."""

    refresh_token: RefreshTokenText


class RequestEmailRequest(RequestBody):
    """A new e-mail address for the caller's account."""

    new_email: Email
    password: KnownPassword


class ConfirmEmailRequest(RequestBody):
    """The code that was sent to the new address."""

    otp: Otp


class EraseMeRequest(RequestBody):
    """Confirms the erasure of the caller's account."""

    password: KnownPassword


class UpdateUserRequest(RequestBody):
    """Changes of the caller's names and picture."""

    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    avatar_url: AvatarUrl | MISSING = MISSING
    """The URL of the profile picture. An empty string removes it."""


class RowWithCap(Row, Protocol):
    """A row with the cap that an administrator has set; None without one."""

    @property
    def consultation_request_cap(self) -> int | None: ...


class Account(ResponseModel):
    """The caller's own account, with the roles and tiers of all platforms."""

    id: Uuid
    """The ID of the account."""
    email: str
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    jobs_role: JobsRole | None
    vendors_role: VendorsRole | None
    verification_tier: VerificationTier
    jobs_verification_tier: JobsVerificationTier
    vendors_verification_tier: VerificationTier
    is_email_verified: bool
    onboarding_step: str | None
    jobs_onboarding_step: str | None
    vendors_onboarding_step: str | None
    consultation_request_cap: int
    created_at: UtcDatetime
    updated_at: UtcDatetime

    @classmethod
    def with_default_cap(cls, row: RowWithCap, default_cap: int) -> Self:
        """Build the account; `default_cap` is the cap where no administrator has set one."""
        cap = row.consultation_request_cap
        return cls.from_row(row, consultation_request_cap=default_cap if cap is None else cap)


class Session(ResponseModel):
    """A sign-in. That of a member lasts for 30 days unless it is ended before."""

    id: Uuid
    created_at: UtcDatetime
    """When the user signed in."""
    last_seen_at: UtcDatetime
    """When the session was last used, with a delay of up to a minute."""
    expires_at: UtcDatetime
    """When the session ends. That of an administrator ends then if it is not used before."""
    ip: str
    """The IP address of the client that signed in."""
    user_agent: str
    """The `User-Agent` of the client that signed in."""
    current: bool


class Erasure(ResponseModel):
    """A scheduled erasure."""

    erases_at: UtcDatetime


class Registered(ResponseModel):
    """The new account, not verified yet."""

    user: Account


class SignedIn(ResponseModel):
    """The tokens of a session, and its account."""

    token: str
    expires_at: UtcDatetime
    """When `token` expires."""
    refresh_token: str
    user: Account


class SignedInOnDevice(SignedIn):
    """The tokens of a session, its account, and the token of the device."""

    device_token: str
    """Send it as `X-Device-Token` with later sign-ins from this device: failures of other devices
    do not block it. Valid for 180 days after the last sign-in."""


class PasswordReset(ResponseModel):
    """The password is set."""

    ok: Literal[True]
    device_token: str
    """Send it as `X-Device-Token` at the next sign-in: failures of others do not block that."""


class EmailNotVerifiedError(ErrorBody):
    """The e-mail address is not verified; a new code was sent to it."""

    message: str
    is_email_verified: Literal[False]
    """Always false."""
    code: Literal["EMAIL_NOT_VERIFIED"]


class AccountNotFoundError(ErrorBody):
    """No account has this e-mail address."""

    message: str
    code: Literal["ACCOUNT_NOT_FOUND"]
    redirect_to: Literal["/register"]


class AccountExistsError(ErrorBody):
    """An account with this e-mail address already exists."""

    message: str
    code: Literal["ACCOUNT_EXISTS"]
    redirect_to: Literal["/login"]


class Decider(ResponseModel):
    """The administrator who decided on a record."""

    id: Uuid
    """The ID of the administrator's account."""
    name: str
    """The administrator's name, or the e-mail address without one."""


class Decision(ResponseModel):
    """The last decision of an administrator on a record. Its members are null without one."""

    decision: str | None
    """The decision, as the audit log names it: `job.approve`, for example."""
    decided_by: Decider | None
    """The administrator who made it."""
    decided_at: UtcDatetime | None
    """When it was made."""


class DecidedError(ErrorBody):
    """The decision is not open any more, or the record has changed.

    The last three members name the last decision of an administrator on the record. It may be older
    than the version that you read, and is null if there was none.
    """

    error: str
    message: str
    decision: str | None
    """The decision, as the audit log names it: `job.approve`, for example."""
    decided_by: Decider | None
    """The administrator who made it."""
    decided_at: UtcDatetime | None
    """When it was made."""
