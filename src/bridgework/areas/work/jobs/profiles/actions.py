"""Accounts of candidates and clinics, and the matching of candidates."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.identity.accounts.schemas import clinic
from bridgework.areas.identity.uploads import actions as uploads
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.schemas import EmptyReason
from bridgework.areas.people.profiles import actions as profiles
from bridgework.areas.work.jobs.profiles import policies, queries, schemas
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion
from bridgework.kit.core import Id, ValidationFailed
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Caller

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
    provided = body.provided()
    if provided.get("cv_object_path") is not None:
        _must_own_cv(context, str(provided["cv_object_path"]))
    own = {name: provided[name] for name in policies.PLATFORM_MEMBERS if name in provided}
    queries.update(context.tx, account_id, own)
    of_account = {name: provided[name] for name in policies.ACCOUNT_MEMBERS if name in provided}
    role = of_account.get("jobs_role", before.jobs_role)
    if role != before.jobs_role:
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
    return queries.get_or_create_account(context.tx, account_id)


def restore(tx: Tx, account_id: Id, values: Mapping[str, Any]) -> None:
    """Set the candidate's qualification back if it is among `values`, without the hooks."""
    if policies.CREDENTIAL in values:
        queries.update(tx, account_id, {"credential": values[policies.CREDENTIAL]})


def get_clinic_profile(context: Context) -> tuple[schemas.ClinicProfile, int]:
    """Return the caller's clinic profile and its version."""
    row = queries.find_clinic_profile(context.tx, context.caller.account())
    if row is None:
        return _to_clinic_profile({}), policies.NO_VERSION
    return _to_clinic_profile(row.fields), row.version


def get_stored_profiles(
    tx: Tx, account_id: Id
) -> tuple[schemas.JobsAccount | None, schemas.ClinicProfile | None]:
    """Return the jobs account and the clinic profile of an account; None if never stored."""
    clinic_row = queries.find_clinic_profile(tx, account_id)
    return (
        queries.find_account(tx, account_id),
        None if clinic_row is None else _to_clinic_profile(clinic_row.fields),
    )


def update_clinic_profile(
    context: Context, body: schemas.ClinicProfileRequest, check_version: CheckVersion
) -> tuple[schemas.ClinicProfile, int]:
    """Change the members of the caller's clinic profile that the request contains."""
    return _write_clinic_profile(
        context,
        lambda fields: {**fields, **_dump(body, include=body.model_fields_set)},
        check_version,
    )


def replace_clinic_profile(
    context: Context, body: schemas.ClinicProfileRequest, check_version: CheckVersion
) -> tuple[schemas.ClinicProfile, int]:
    """Replace the caller's clinic profile. Omitted members become null."""
    return _write_clinic_profile(context, lambda _: _dump(body), check_version)


def _write_clinic_profile(
    context: Context,
    change: Callable[[Mapping[str, object]], Mapping[str, object]],
    check_version: CheckVersion,
) -> tuple[schemas.ClinicProfile, int]:
    """Write what `change` makes of the stored members."""
    account_id = context.caller.account()
    queries.lock_account(context.tx, account_id)
    before = queries.find_clinic_profile(context.tx, account_id)
    check_version(policies.NO_VERSION if before is None else before.version)
    fields = change({} if before is None else before.fields)
    queries.put_clinic_profile(context.tx, account_id, fields, context.now)
    return get_clinic_profile(context)


def _to_clinic_profile(fields: Mapping[str, object]) -> schemas.ClinicProfile:
    members = {**dict.fromkeys(schemas.ClinicProfile.model_fields), **fields}
    return schemas.ClinicProfile.model_validate(members, by_name=True, by_alias=False)


def _dump(
    body: schemas.ClinicProfileRequest, include: set[str] | None = None
) -> Mapping[str, object]:
    fields: dict[str, object] = body.model_dump(mode="json", by_alias=False, include=include)
    return fields


# --- event handlers, periodic tasks and reads for other areas ---------------------------------


def reindex(tx: Tx, account_id: Id) -> None:
    """Update the matches of a candidate; remove them if the account is not to be matched."""
    candidate = queries.find_candidate(tx, account_id)
    profile = {} if candidate is None else candidate.fields or {}
    if candidate is None or not policies.is_matched(candidate, profile):
        matching.drop_person(tx, "candidate", account_id)
        return
    offer = matching.offer_of_candidate(*_read_by_matching(candidate))
    matching.put_person(tx, "candidate", account_id, offer)


def get_evidence(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, matching.Evidence]:
    """Return what the profiles of candidates state, for the evidence of matches."""
    return {
        candidate.id: matching.evidence_of_candidate(*_read_by_matching(candidate))
        for candidate in queries.list_candidates(tx, ids)
    }


def _read_by_matching(candidate: queries.Row) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the members of a candidate's profile and account that matching reads."""
    own = {
        "credential": candidate.own_credential,
        "specialty": candidate.own_specialty,
        "looking_for_mentor": candidate.own_looking_for_mentor,
    }
    return profiles.searchable_fields(candidate.fields or {}), own


def why_not_matched(tx: Tx, account_id: Id) -> EmptyReason:
    """Return why an account that is not matched has no matches."""
    candidate = queries.find_candidate(tx, account_id)
    if candidate is not None and not policies.is_admitted(candidate):
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
