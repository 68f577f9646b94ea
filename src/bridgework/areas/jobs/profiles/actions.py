"""What candidates and clinics state about themselves, and who is matched as a candidate."""

from datetime import datetime

from bridgework.areas.accounts import account_status
from bridgework.areas.accounts.callers import clinic
from bridgework.areas.audit import actions as audit
from bridgework.areas.jobs.profiles import policies, queries
from bridgework.areas.jobs.profiles.schemas import (
    ClinicProfile,
    ClinicProfileRequest,
    JobsAccount,
    JobsSelfUpdateRequest,
)
from bridgework.areas.matching import actions as matching
from bridgework.areas.matching.schemas import EmptyReason
from bridgework.areas.profiles import actions as profiles
from bridgework.areas.uploads import actions as uploads
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id

_CVS = "job-cvs"


def get_me(context: Context) -> JobsAccount:
    """Return the caller's account on the jobs platform; the first time it is created.

    Opens its own transactions, and hardly ever the second.
    """
    account_id = context.caller.account()
    with context.read_transaction() as tx:
        found = queries.account(tx, account_id)
    if found is None:
        with context.write_transaction() as tx:
            found = queries.get_or_create_account(tx, account_id)
    return found


def update_me(context: Context, body: JobsSelfUpdateRequest) -> JobsAccount:
    """Change the caller's own account; a new role has to be verified again."""
    account_id = context.caller.account()
    before = queries.lock_account(context.tx, account_id)
    queries.get_or_create_account(context.tx, account_id)
    given = body.provided()
    if given.get("cv_object_path") is not None:
        _must_own_cv(context, str(given["cv_object_path"]))
    own = {name: given[name] for name in policies.OWN if name in given}
    queries.change(context.tx, account_id, own)
    of_account = {name: given[name] for name in policies.OF_ACCOUNT if name in given}
    role = of_account.get("jobs_role", before.jobs_role)
    if role != before.jobs_role:
        of_account["jobs_verification_tier"] = "not-verified"
        changes = {name: of_account[name] for name in ("jobs_role", "jobs_verification_tier")}
        changed = audit.changed(before._asdict(), changes)
        audit.note(context, "account.change", target=account_id, changes=changed)
    account_status.change(context, account_id, of_account)
    reindex(context.tx, account_id)
    return queries.get_or_create_account(context.tx, account_id)


def get_clinic_profile(context: Context) -> tuple[ClinicProfile, int]:
    """Return the caller's clinic profile, and its version."""
    row = queries.clinic(context.tx, context.caller.account())
    fields = {**dict.fromkeys(ClinicProfile.model_fields), **({} if row is None else row.fields)}
    profile = ClinicProfile.model_validate(fields, by_name=True, by_alias=False)
    return profile, policies.NO_VERSION if row is None else row.version


def replace_clinic_profile(
    context: Context, body: ClinicProfileRequest
) -> tuple[ClinicProfile, int]:
    """Replace the caller's clinic profile: a member that is left out becomes null."""
    account_id = context.caller.account()
    queries.lock_account(context.tx, account_id)
    before = queries.clinic(context.tx, account_id)
    context.check_if_match(policies.NO_VERSION if before is None else before.version)
    fields = body.model_dump(mode="json", by_alias=False)
    queries.put_clinic(context.tx, account_id, fields, context.now)
    return get_clinic_profile(context)


# --- event handlers, periodic tasks and questions of other areas ------------------------------


def reindex(tx: Tx, account_id: Id) -> None:
    """Match an account if it is a candidate who looks for a job, and otherwise not."""
    candidate = queries.candidate(tx, account_id)
    profile = {} if candidate is None else candidate.fields or {}
    if candidate is None or not policies.is_matched(candidate, profile):
        matching.drop_person(tx, "candidate", account_id)
        return
    own = {
        "credential": candidate.own_credential,
        "specialty": candidate.own_specialty,
        "looking_for_mentor": candidate.own_looking_for_mentor,
    }
    offer = matching.offer_of_candidate(profiles.in_short(profile), own)
    matching.put_person(tx, "candidate", account_id, offer)


def why_not_matched(tx: Tx, account_id: Id) -> EmptyReason:
    """Why no jobs are matched with an account that is no matched candidate."""
    candidate = queries.candidate(tx, account_id)
    if candidate is not None and not policies.is_admitted(candidate):
        return "not_verified"
    return "not_looking"


def reindex_stale(tx: Tx, _: datetime) -> int:
    """Index some of the candidates that an earlier version of the formula indexed."""
    stale = matching.outdated_people(tx, "candidate")
    for account_id in stale:
        reindex(tx, account_id)
    return len(stale)


def shows(tx: Tx, caller: Caller, account_id: Id) -> bool:
    """Whether the caller sees an account as a candidate: clinics and administrators may."""
    sees_candidates = caller.is_admin or clinic.allows(caller)
    return sees_candidates and matching.offer_of(tx, "candidate", account_id) is not None


def _must_own_cv(context: Context, path: str) -> None:
    """Raise ValidationFailed unless the path is a complete CV of the caller's."""
    faults = uploads.faults_of_paths(
        context.tx, context.caller.account(), _CVS, [("cvObjectPath", path)]
    )
    if faults:
        raise ValidationFailed(*faults)
