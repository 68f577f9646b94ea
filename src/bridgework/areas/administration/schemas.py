"""The request and response models of users."""

from typing import Literal

from pydantic import MISSING

from bridgework.areas.accounts.schemas import Account, JobsRole, JobsTier, Role, Tier, VendorsRole
from bridgework.areas.administration.fields import ConsultationCap
from bridgework.kit.fields import (
    AvatarUrl,
    Line100,
    PersonName,
    Reason1000,
    Search,
    UtcDatetime,
    UuidText,
)
from bridgework.kit.pagination.schemas import OffsetPage, OffsetQuery
from bridgework.kit.schemas import RequestBody

Platform = Literal["matchmaker", "jobs", "vendors"]


class AdminListUsersQuery(OffsetQuery):
    search: Search | None = None
    role: Role | None = None
    verification: Tier | None = None
    jobs_verification: JobsTier | None = None
    jobs_role: JobsRole | None = None
    vendors_verification: JobsTier | None = None
    vendors_role: VendorsRole | None = None
    platform: Platform | None = None


class PatchUserRequest(RequestBody):
    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    verification_tier: Tier | MISSING = MISSING
    jobs_verification_tier: JobsTier | MISSING = MISSING
    vendors_verification_tier: JobsTier | MISSING = MISSING
    is_email_verified: bool | MISSING = MISSING
    onboarding_step: Line100 | None | MISSING = MISSING
    jobs_onboarding_step: Line100 | None | MISSING = MISSING
    vendors_onboarding_step: Line100 | None | MISSING = MISSING
    role: Role | MISSING = MISSING
    jobs_role: JobsRole | MISSING = MISSING
    vendors_role: VendorsRole | MISSING = MISSING
    avatar_url: AvatarUrl | MISSING = MISSING
    consultation_request_cap: ConsultationCap | None | MISSING = MISSING


class AssignRoleRequest(RequestBody):
    id: UuidText
    role: Role


class DisableUserRequest(RequestBody):
    reason: Reason1000


class AdminUser(Account):
    disabled_at: UtcDatetime | None
    disabled_reason: str | None
    last_seen_at: UtcDatetime | None
    erases_at: UtcDatetime | None


class AdminUserPage(OffsetPage[AdminUser]):
    """Users, newest first."""
