"""Which candidates are matched, and referral codes."""

import secrets
from collections.abc import Mapping

from bridgework.areas.people.profiles.records import Fields
from bridgework.areas.work.jobs.profiles.records import Account
from bridgework.areas.work.jobs.profiles.schemas import JobsSelfUpdateRequest

_CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LENGTH = 8

NO_VERSION = 0
"""The version of a clinic profile that does not exist yet."""
CREDENTIAL = "jobs_credential"
"""The name of a candidate's qualification beside the members of the profile."""
ACCOUNT_MEMBERS = ("first_name", "last_name", "jobs_role", "jobs_onboarding_step")
"""Members of an update that are stored with the account; the others with `job_accounts`."""
PLATFORM_MEMBERS = tuple(
    name for name in JobsSelfUpdateRequest.model_fields if name not in ACCOUNT_MEMBERS
)


def identity_of(provided: Mapping[str, object]) -> Mapping[str, object]:
    """Return the members of an update that say who the candidate is."""
    names = {"first_name": "first_name", "last_name": "last_name", CREDENTIAL: "credential"}
    return {name: provided[sent] for name, sent in names.items() if sent in provided}


def create_referral_code() -> str:
    """Create a referral code that cannot be guessed."""
    return "".join(secrets.choice(_CODE_ALPHABET) for _ in range(_CODE_LENGTH))


def is_matched(account: Account, profile: Fields) -> bool:
    """Whether clinics may see the candidate."""
    return is_admitted(account) and profile.job_seeker_intent != "not_looking"


def is_admitted(account: Account) -> bool:
    """Whether the candidate is matched while looking for a job."""
    return (
        account.jobs_verification_tier == "verified"
        and account.is_email_verified
        and account.disabled_at is None
        and account.erases_at is None
        and account.hidden_at is None
    )
