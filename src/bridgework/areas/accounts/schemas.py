"""The requests and responses of accounts."""

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import MISSING

from bridgework.kit.auth import holder_of
from bridgework.kit.fields import (
    AvatarUrl,
    BotCheckToken,
    Email,
    InvitationToken,
    KnownMasterPassword,
    KnownPassword,
    NewMasterPassword,
    NewPassword,
    Otp,
    PersonName,
    RefreshTokenText,
    UtcDatetime,
    Uuid,
)
from bridgework.kit.schemas import ErrorBody, RequestBody, ResponseModel

Role = Literal["expert", "client", "rpo", "admin"]
ChosenRole = Literal["expert", "client", "rpo"]
JobsRole = Literal["candidate", "recruiter", "clinic_owner"]
VendorsRole = Literal["vendor", "ambassador"]
Tier = Literal["not-verified", "verified", "pro"]
JobsTier = Literal["not-verified", "verified"]

expert = holder_of("expert", frozenset({"expert"}))
client = holder_of("client", frozenset({"client", "rpo"}))
clinic = holder_of("clinic", frozenset({"clinic_owner", "recruiter"}))
"""The kinds of members that an operation may be open to, by their roles."""


class RegisterRequest(RequestBody):
    email: Email
    password: NewPassword
    role: ChosenRole = "expert"
    jobs_role: JobsRole | MISSING = MISSING
    vendors_role: VendorsRole | MISSING = MISSING
    bot_check_token: BotCheckToken | MISSING = MISSING


class LoginRequest(RequestBody):
    email: Email
    password: KnownPassword
    jobs_role: JobsRole | MISSING = MISSING
    vendors_role: VendorsRole | MISSING = MISSING
    bot_check_token: BotCheckToken | MISSING = MISSING


class AdminLoginRequest(RequestBody):
    email: Email
    master_password: KnownMasterPassword
    bot_check_token: BotCheckToken | MISSING = MISSING


class AcceptAdminInvitationRequest(RequestBody):
    token: InvitationToken
    password: KnownPassword
    master_password: NewMasterPassword


class VerifyEmailRequest(RequestBody):
    email: Email
    otp: Otp
    source: Literal["jobs"] | MISSING = MISSING


class ResendOtpRequest(RequestBody):
    email: Email


class ChangePasswordRequest(RequestBody):
    current_password: KnownPassword
    new_password: NewPassword


class ForgotPasswordRequest(RequestBody):
    email: Email
    bot_check_token: BotCheckToken | MISSING = MISSING


class ResetPasswordRequest(RequestBody):
    email: Email
    otp: Otp
    new_password: NewPassword
    bot_check_token: BotCheckToken | MISSING = MISSING


class RefreshTokenRequest(RequestBody):
    refresh_token: RefreshTokenText


class ChangeMasterPasswordRequest(RequestBody):
    current_master_password: KnownMasterPassword
    new_master_password: NewMasterPassword


class RequestEmailRequest(RequestBody):
    new_email: Email
    password: KnownPassword


class ConfirmEmailRequest(RequestBody):
    otp: Otp


class EraseMeRequest(RequestBody):
    password: KnownPassword


class UpdateUserRequest(RequestBody):
    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    avatar_url: AvatarUrl | MISSING = MISSING


class Account(ResponseModel):
    id: Uuid
    email: str
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    jobs_role: JobsRole | None
    vendors_role: VendorsRole | None
    verification_tier: Tier
    jobs_verification_tier: JobsTier
    vendors_verification_tier: Tier
    is_email_verified: bool
    onboarding_step: str | None
    jobs_onboarding_step: str | None
    vendors_onboarding_step: str | None
    consultation_request_cap: int
    created_at: UtcDatetime
    updated_at: UtcDatetime

    @classmethod
    def from_row(cls, row: Mapping[str, object], *, default_cap: int) -> Self:
        """The record of a row; `default_cap` is the cap where no administrator has set one."""
        cap = row["consultation_request_cap"]
        values = {**row, "consultation_request_cap": default_cap if cap is None else cap}
        return cls.model_validate(values, by_name=True, by_alias=False, strict=False)


class Session(ResponseModel):
    id: Uuid
    created_at: UtcDatetime
    last_seen_at: UtcDatetime
    ip: str
    user_agent: str
    current: bool


class Erasure(ResponseModel):
    erases_at: UtcDatetime


class Registered(ResponseModel):
    user: Account


class SignedIn(ResponseModel):
    token: str
    expires_at: UtcDatetime
    refresh_token: str
    user: Account


class EmailNotVerifiedError(ErrorBody):
    """The e-mail address is not verified; a new code was sent to it."""

    message: str
    is_email_verified: Literal[False]
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
