"""Accounts of candidates and clinics, and the matching of candidates."""

from collections.abc import Mapping, Sequence

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.identity.accounts.schemas import clinic
from bridgework.areas.identity.uploads import actions as uploads
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.schemas import EmptyReason
from bridgework.areas.people.profiles import actions as profiles
from bridgework.areas.people.profiles.records import Fields
from bridgework.areas.work.jobs.profiles import policies, queries, schemas
from bridgework.areas.work.jobs.profiles.records import Candidate, ClinicFields
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion
from bridgework.kit.core import Id, ValidationFailed
from bridgework.kit.data.db import Tx, replaced
from bridgework.kit.security import Caller
from bridgework.kit.validation import or_none

_CVS = "job-cvs"


def get_me(context: Context) -> schemas.JobsAccount:
    """Return the caller's account on the jobs platform. It is created at the first call.

    Opens its own transactions, so that only the first call writes.
    """
    account_id = context.caller.account()
    with context.read_transaction() as tx:
        account = queries.find_account(tx, account_id)
    if account is None:
        with context.write_transaction() as tx:
            account = queries.get_or_create_account(tx, account_id)
    return account


def update_me(context: Context, body: schemas.JobsSelfUpdateRequest) -> schemas.JobsAccount:
    """Change the caller's account. A changed role resets the verification tier."""
    account_id = context.caller.account()
    before = queries.lock_account(context.tx, account_id)
    platform_before = queries.get_or_create_account(context.tx, account_id)
    provided, cv = body.provided(), or_none(body.cv_object_path)
    if cv is not None:
        _must_own_cv(context, cv)
    own = {name: provided[name] for name in policies.PLATFORM_MEMBERS if name in provided}
    queries.update(context.tx, account_id, own)
    of_account = {name: provided[name] for name in policies.ACCOUNT_MEMBERS if name in provided}
    role = or_none(body.jobs_role)
    if role is not None and role != before.jobs_role:
        of_account["jobs_verification_tier"] = "not-verified"
        changes = {name: of_account[name] for name in ("jobs_role", "jobs_verification_tier")}
        changed = audit.changed(before._asdict(), changes)
        audit.note(context, "account.change", target=account_id, changes=changed)
    is_noted = reviews.note_identity(
        context,
        {**before._asdict(), policies.CREDENTIAL: platform_before.credential},
        policies.identity_of(provided),
    )
    account_status.change(context, account_id, of_account)
    if is_noted and not of_account:
        account_status.notify_changed(context.tx, account_id)
    reindex(context.tx, account_id)
    change_requests.note_change(context)
    return queries.get_or_create_account(context.tx, account_id)


def restore(tx: Tx, account_id: Id, values: Mapping[str, object]) -> None:
    """Set the candidate's qualification back if it is among `values`, without the hooks."""
    if policies.CREDENTIAL in values:
        queries.update(tx, account_id, {"credential": values[policies.CREDENTIAL]})


def get_clinic_profile(context: Context) -> tuple[schemas.ClinicProfile, int]:
    """Return the caller's clinic profile and its version."""
    stored = queries.find_clinic_profile(context.tx, context.caller.account())
    if stored is None:
        return schemas.ClinicProfile.from_row(ClinicFields()), policies.NO_VERSION
    return schemas.ClinicProfile.from_row(stored.fields), stored.version


def get_stored_profiles(
    tx: Tx, account_id: Id
) -> tuple[schemas.JobsAccount | None, schemas.ClinicProfile | None]:
    """Return the jobs account and the clinic profile of an account; None if never stored."""
    clinic_profile = queries.find_clinic_profile(tx, account_id)
    return (
        queries.find_account(tx, account_id),
        None if clinic_profile is None else schemas.ClinicProfile.from_row(clinic_profile.fields),
    )


def update_clinic_profile(
    context: Context, body: schemas.ClinicProfileRequest, check_version: CheckVersion
) -> tuple[schemas.ClinicProfile, int]:
    """Change the members of the caller's clinic profile that the request contains."""
    return _write_clinic_profile(context, body, body.model_fields_set, check_version)


def replace_clinic_profile(
    context: Context, body: schemas.ClinicProfileRequest, check_version: CheckVersion
) -> tuple[schemas.ClinicProfile, int]:
    """Replace the caller's clinic profile. Omitted members become null."""
    members = set(schemas.ClinicProfileRequest.model_fields)
    return _write_clinic_profile(context, body, members, check_version)


def _write_clinic_profile(
    context: Context,
    body: schemas.ClinicProfileRequest,
    members: set[str],
    check_version: CheckVersion,
) -> tuple[schemas.ClinicProfile, int]:
    """Write these members of a request, and keep the others as they are stored."""
    account_id = context.caller.account()
    queries.lock_account(context.tx, account_id)
    before = queries.find_clinic_profile(context.tx, account_id)
    check_version(policies.NO_VERSION if before is None else before.version)
    changes = body.model_dump(mode="json", by_alias=False, include=members)
    fields = replaced(ClinicFields() if before is None else before.fields, changes)
    queries.put_clinic_profile(context.tx, account_id, fields, context.now)
    change_requests.note_change(context)
    return get_clinic_profile(context)


# --- event handlers, periodic tasks and reads for other areas ---------------------------------


def reindex(tx: Tx, account_id: Id) -> None:
    """Update the matches of a candidate; remove them if the account is not to be matched."""
    candidate = queries.find_candidate(tx, account_id)
    if candidate is None or not policies.is_matched(candidate.account, candidate.profile):
        matching.drop_person(tx, "candidate", account_id)
        return
    offer = matching.offer_of_candidate(_searchable(candidate), candidate.own)
    matching.put_person(tx, "candidate", account_id, offer)


def get_evidence(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, matching.Evidence]:
    """Return what the profiles of candidates state, for the evidence of matches."""
    return {
        candidate.account.id: matching.evidence_of_candidate(_searchable(candidate), candidate.own)
        for candidate in queries.list_candidates(tx, ids)
    }


def _searchable(candidate: Candidate) -> Fields:
    return profiles.searchable_fields(candidate.profile)


def why_not_matched(tx: Tx, account_id: Id) -> EmptyReason:
    """Return why an account that is not matched has no matches."""
    candidate = queries.find_candidate(tx, account_id)
    if candidate is not None and not policies.is_admitted(candidate.account):
        return "not_verified"
    return "not_looking"


def is_visible(tx: Tx, caller: Caller, account_id: Id) -> bool:
    """Whether the caller may see an account as a candidate: clinics and administrators may."""
    may_see = caller.is_admin or clinic.allows(caller)
    return may_see and matching.offer_of(tx, "candidate", account_id) is not None


def may_read(tx: Tx, caller: Caller, object_path: str) -> bool:
    """Whether the caller may read the CV of an account: administrators may, to verify it."""
    return caller.is_admin and queries.is_cv(tx, object_path)


def _must_own_cv(context: Context, path: str) -> None:
    """Raise ValidationFailed unless the path is a complete upload of the caller."""
    faults = uploads.validate_paths(
        context.tx, context.caller.account(), _CVS, [("cvObjectPath", path)]
    )
    if faults:
        raise ValidationFailed(*faults)
