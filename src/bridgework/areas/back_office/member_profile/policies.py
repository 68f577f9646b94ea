"""How much of a profile is filled in."""

from collections.abc import Iterator, Mapping, Sequence

from bridgework.areas.back_office.administration.schemas import AdminUser
from bridgework.areas.back_office.member_profile.schemas import (
    CandidateProfile,
    ProfileCompleteness,
    ProfileKind,
)
from bridgework.areas.people.profiles.schemas import Profile
from bridgework.areas.people.vendors.schemas import AmbassadorProfile, VendorProfile
from bridgework.areas.work.jobs.profiles.schemas import ClinicProfile
from bridgework.kit.validation import ResponseModel, to_wire_name

Profiles = Mapping[ProfileKind, ResponseModel | None]

_SCHEMAS: Mapping[ProfileKind, type[ResponseModel]] = {
    "professional": Profile,
    "candidate": CandidateProfile,
    "clinic": ClinicProfile,
    "vendor": VendorProfile,
    "ambassador": AmbassadorProfile,
}
_NOT_STATED = frozenset(
    {"tour_progress", "referral_code", "referral_count", "monthly_paid_lead_cap"}
)
"""Members that the user does not fill in: the server, a front end or an administrator does."""
_OF_JOBS_ROLE: Mapping[str, ProfileKind] = {
    "candidate": "candidate",
    "clinic_owner": "clinic",
    "recruiter": "clinic",
}
_OF_VENDORS_ROLE: Mapping[str, ProfileKind] = {"vendor": "vendor", "ambassador": "ambassador"}


def completeness_of(user: AdminUser, profiles: Profiles) -> list[ProfileCompleteness]:
    """Return how complete each profile is that belongs to a role of the user."""
    return [_completeness(kind, profiles.get(kind)) for kind in _kinds(user)]


def _kinds(user: AdminUser) -> Iterator[ProfileKind]:
    yield "professional"
    if user.jobs_role is not None:
        yield _OF_JOBS_ROLE[user.jobs_role]
    if user.vendors_role is not None:
        yield _OF_VENDORS_ROLE[user.vendors_role]


def _completeness(kind: ProfileKind, profile: ResponseModel | None) -> ProfileCompleteness:
    names = [name for name in _SCHEMAS[kind].model_fields if name not in _NOT_STATED]
    missing = [name for name in names if _is_empty(getattr(profile, name, None))]
    return ProfileCompleteness(
        profile=kind,
        filled=len(names) - len(missing),
        total=len(names),
        missing=[to_wire_name(name) for name in missing],
    )


def _is_empty(value: object) -> bool:
    """Whether a member states nothing. False and 0 are statements."""
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, Sequence | Mapping) and not value)
