"""The request and response models of users."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.back_office.administration.fields import ConsultationCap
from bridgework.areas.identity.accounts.schemas import (
    Account,
    JobsRole,
    JobsVerificationTier,
    Role,
    Session,
    VendorsRole,
    VerificationTier,
)
from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    Line100,
    Line2048,
    PersonName,
    Reason1000,
    RequestBody,
    Search,
    UtcDatetime,
    UuidText,
)

Platform = TypeAliasType("Platform", Literal["matchmaker", "jobs", "vendors"])


class AdminListUsersQuery(OffsetQuery):
    search: Search | None = None
    """Every word must begin a word of the name, the e-mail address, the place, the specialties,
    the number of a license, the company or the notes about the user, or the telephone number, with
    or without its country code. Of a telephone number only the digits count, and its last seven or
    four are enough. Case and accents are ignored. Only if no user matches, the words are searched
    in any part of the name and the address, and a word of at least four letters may differ from a
    word of the name by one typing error: a letter that is missing, added, wrong or exchanged with
    the next one."""
    role: Role | None = None
    verification: VerificationTier | None = None
    jobs_verification: JobsVerificationTier | None = None
    jobs_role: JobsRole | None = None
    vendors_verification: JobsVerificationTier | None = None
    vendors_role: VendorsRole | None = None
    platform: Platform | None = None


class PatchUserRequest(RequestBody):
    """Changes of any account. Omitted members are unchanged."""

    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    verification_tier: VerificationTier | MISSING = MISSING
    jobs_verification_tier: JobsVerificationTier | MISSING = MISSING
    vendors_verification_tier: JobsVerificationTier | MISSING = MISSING
    """The tier on the vendors platform. `adminSetVendor` also sets `pro`."""
    is_email_verified: bool | MISSING = MISSING
    onboarding_step: Line100 | None | MISSING = MISSING
    jobs_onboarding_step: Line100 | None | MISSING = MISSING
    vendors_onboarding_step: Line100 | None | MISSING = MISSING
    role: Role | MISSING = MISSING
    jobs_role: JobsRole | MISSING = MISSING
    """The role on the jobs platform."""
    vendors_role: VendorsRole | MISSING = MISSING
    """The role on the vendors platform."""
    avatar_url: Line2048 | MISSING = MISSING
    """The profile picture: any text. An empty string removes it."""
    consultation_request_cap: ConsultationCap | None | MISSING = MISSING
    """Null returns to the default of the server."""


class AssignRoleRequest(RequestBody):
    """A role for an account. `admin` sends an invitation to set a master password."""

    id: UuidText
    """The ID of the account."""
    role: Role


class DisableUserRequest(RequestBody):
    """Why the account is disabled."""

    reason: Reason1000
    """Recorded as `disabledReason`, and sent to the user."""


class EraseUserRequest(RequestBody):
    """Why and when an account is erased."""

    reason: Reason1000
    """Sent to the user if the erasure is scheduled. It is not stored with the account."""
    now: bool | MISSING = MISSING
    """Whether the account is erased at once, instead of in 14 days. This needs a fresh sign-in."""


class AdminUser(Account):
    """An account as administrators see it."""

    disabled_at: UtcDatetime | None
    disabled_reason: str | None
    last_seen_at: UtcDatetime | None
    erases_at: UtcDatetime | None
    """When the account will be erased. Null if no erasure is scheduled."""
    has_master_password: bool
    """Whether the administrator login is possible. An administrator without a master password has
    not accepted the invitation yet."""
    has_second_factor: bool
    """Whether the administrator login also requires a second factor."""
    has_pending_invitation: bool
    """Whether an invitation to set a master password was sent and can still be accepted."""


class AdminSession(Session):
    """A valid session of a user."""

    is_admin: bool
    """Whether the administrator login created the session."""
