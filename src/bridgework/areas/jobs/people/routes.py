"""The operations of the people of the jobs platform: contract section 3.9."""

from bridgework.areas.accounts.callers import clinic
from bridgework.areas.jobs.people import actions
from bridgework.areas.jobs.people.shapes import (
    ClinicProfile,
    ClinicProfileRequest,
    JobsAccount,
    JobsSelfUpdateRequest,
)
from bridgework.kit.auth import member
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import Versioned
from bridgework.kit.http.router import Area

area = Area("Jobs")


@area.get("/jobs/me", who=member, slow=True)
def get_jobs_me(call: Call) -> JobsAccount:
    """Read one's own account as the jobs platform has it, with one's own referral code."""
    return actions.me(call)


@area.patch("/jobs/me", who=member)
def update_jobs_me(call: Call, body: JobsSelfUpdateRequest) -> JobsAccount:
    """Change one's own account. With another role one is to be verified anew."""
    return actions.update_me(call, body)


@area.get("/jobs/me/clinic-profile", who=clinic)
def get_clinic_profile(call: Call) -> Versioned[ClinicProfile]:
    """Read one's own clinic profile."""
    return Versioned(*actions.clinic_profile(call))


@area.put("/jobs/me/clinic-profile", who=clinic, versioned=True)
def update_clinic_profile(call: Call, body: ClinicProfileRequest) -> Versioned[ClinicProfile]:
    """Replace one's own clinic profile: what is left out becomes null."""
    return Versioned(*actions.replace_clinic_profile(call, body))
