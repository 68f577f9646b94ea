"""The people of the demo world that have a name to sign in with, one for each kind of account."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bridgework.demo import ada, businesses, cyrus
from bridgework.demo.careers import Record

# Published on purpose: the demo world holds nobody's data, and production refuses to load it.
PASSWORD = "bridgework-demo"  # noqa: S105
MASTER_PASSWORD = "bridgework-demo-master"  # noqa: S105

ADA = "ada.expert@example.com"
BEN = "ben.client@example.com"
CARLA = "carla.clinic@example.com"
CYRUS = "cyrus.candidate@example.com"
VERA = "vera.vendor@example.com"
OMAR = "omar.ambassador@example.com"
ROOT = "root.admin@example.com"
MALLORY = "mallory.new@example.com"


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """An account to sign in to with PASSWORD (the administrator also with MASTER_PASSWORD).

    `profile`, `clinic_profile`, `vendor_profile` and `ambassador_profile` use the Python names of
    the specification's members; None where the person has no such profile. `jobs_credential` and
    `looking_for_mentor` are what the jobs account says beside the profile.
    """

    email: str
    first_name: str
    last_name: str
    role: str = "expert"
    jobs_role: str | None = None
    vendors_role: str | None = None
    verification_tier: str = "not-verified"
    jobs_verification_tier: str = "not-verified"
    vendors_verification_tier: str = "not-verified"
    is_email_verified: bool = True
    jobs_credential: str | None = None
    looking_for_mentor: bool = False
    profile: Record | None = None
    clinic_profile: Record | None = None
    vendor_profile: Record | None = None
    ambassador_profile: Record | None = None


def people(today: date) -> tuple[NamedPerson, ...]:
    """Return the eight named people; dates in their profiles are relative to `today`."""
    return (
        *_on_matchmaker(today),
        *_on_jobs(today),
        *_on_vendors(),
        NamedPerson(ROOT, "Robin", "Ashworth", role="admin"),
        NamedPerson(MALLORY, "Mallory", "Quist", is_email_verified=False),
    )


def _on_matchmaker(today: date) -> tuple[NamedPerson, ...]:
    return (
        NamedPerson(ADA, "Ada", "Lindholm", verification_tier="pro", profile=ada.profile(today)),
        NamedPerson(
            BEN,
            "Ben",
            "Achterberg",
            role="client",
            verification_tier="verified",
            profile=businesses.CLIENT,
        ),
    )


def _on_jobs(today: date) -> tuple[NamedPerson, ...]:
    return (
        NamedPerson(
            CARLA,
            "Carla",
            "Mendizábal",
            jobs_role="clinic_owner",
            jobs_verification_tier="verified",
            clinic_profile=businesses.CLINIC,
        ),
        NamedPerson(
            CYRUS,
            "Cyrus",
            "Daneshvar",
            jobs_role="candidate",
            jobs_verification_tier="verified",
            jobs_credential="associate-dentist",
            looking_for_mentor=True,
            profile=cyrus.profile(today),
        ),
    )


def _on_vendors() -> tuple[NamedPerson, ...]:
    return (
        NamedPerson(
            VERA,
            "Vera",
            "Stojanović",
            vendors_role="vendor",
            vendors_verification_tier="verified",
            vendor_profile=businesses.VENDOR,
        ),
        NamedPerson(
            OMAR,
            "Omar",
            "Belhadj",
            vendors_role="ambassador",
            vendors_verification_tier="verified",
            ambassador_profile=businesses.AMBASSADOR,
        ),
    )
