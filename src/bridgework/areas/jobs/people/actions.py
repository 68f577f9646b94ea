"""What the people of the jobs platform say of themselves, and who is matched as a candidate."""

from datetime import datetime

from bridgework.areas.accounts import account_status
from bridgework.areas.accounts.callers import clinic
from bridgework.areas.audit import actions as audit
from bridgework.areas.jobs.people import rules, store
from bridgework.areas.jobs.people.shapes import (
    ClinicProfile,
    ClinicProfileRequest,
    JobsAccount,
    JobsSelfUpdateRequest,
)
from bridgework.areas.matching import actions as matching
from bridgework.areas.matching.shapes import EmptyReason
from bridgework.areas.profiles import actions as profiles
from bridgework.areas.uploads import actions as uploads
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id

_CVS = "job-cvs"


def me(call: Call) -> JobsAccount:
    """The caller as the jobs platform has them; who comes first time is given a referral code.

    Opens its own transactions: hardly ever the second.
    """
    account_id = call.caller.account()
    with call.reading() as tx:
        found = store.account(tx, account_id)
    if found is None:
        with call.writing() as tx:
            found = _entered(tx, account_id)
    return found


def update_me(call: Call, body: JobsSelfUpdateRequest) -> JobsAccount:
    """Change the caller's own account; another role is to be verified anew."""
    account_id = call.caller.account()
    before = store.locked_account(call.tx, account_id)
    _entered(call.tx, account_id)
    given = body.provided()
    _must_own_cv(call, given.get("cv_object_path"))
    store.change(call.tx, account_id, {name: given[name] for name in rules.OWN if name in given})
    of_account = {name: given[name] for name in rules.OF_ACCOUNT if name in given}
    role = of_account.get("jobs_role", before.jobs_role)
    if role != before.jobs_role:
        of_account["jobs_verification_tier"] = "not-verified"
        changes = {name: of_account[name] for name in ("jobs_role", "jobs_verification_tier")}
        told = audit.changed(before._asdict(), changes)
        audit.note(call, "account.change", target=account_id, changes=told)
    account_status.change(call, account_id, of_account)
    relist(call.tx, account_id)
    return _entered(call.tx, account_id)


def clinic_profile(call: Call) -> tuple[ClinicProfile, int]:
    """The caller's clinic profile, and its version."""
    row = store.clinic(call.tx, call.caller.account())
    fields = {**dict.fromkeys(ClinicProfile.model_fields), **({} if row is None else row.fields)}
    told = ClinicProfile.model_validate(fields, by_name=True, by_alias=False)
    return told, rules.NO_VERSION if row is None else row.version


def replace_clinic_profile(call: Call, body: ClinicProfileRequest) -> tuple[ClinicProfile, int]:
    """Write the caller's clinic profile anew: what was left out is null now."""
    account_id = call.caller.account()
    store.locked_account(call.tx, account_id)
    before = store.clinic(call.tx, account_id)
    call.must_match(rules.NO_VERSION if before is None else before.version)
    fields = body.model_dump(mode="json", by_alias=False)
    store.put_clinic(call.tx, account_id, fields, call.now)
    return clinic_profile(call)


# --- what follows by itself, and what others ask ----------------------------------------------


def relist(tx: Tx, account_id: Id) -> None:
    """Have the matching know an account if it is a candidate who looks, and else not."""
    seeker = store.seeker(tx, account_id)
    profile = {} if seeker is None else seeker.fields or {}
    if seeker is None or not rules.is_matched(seeker, profile):
        matching.drop_person(tx, "candidate", account_id)
        return
    own = {
        "credential": seeker.own_credential,
        "specialty": seeker.own_specialty,
        "looking_for_mentor": seeker.own_looking_for_mentor,
    }
    offer = matching.offer_of_candidate(profiles.in_short(profile), own)
    matching.put_person(tx, "candidate", account_id, offer)


def why_not_matched(tx: Tx, account_id: Id) -> EmptyReason:
    """Why no jobs are matched with an account that is no matched candidate."""
    seeker = store.seeker(tx, account_id)
    if seeker is not None and not rules.is_admitted(seeker):
        return "not_verified"
    return "not_looking"


def refresh_worn(tx: Tx, _: datetime) -> int:
    """Recompile some of the candidates that another version compiled. A periodic task."""
    worn = matching.worn_people(tx, "candidate")
    for account_id in worn:
        relist(tx, account_id)
    return len(worn)


def shows(tx: Tx, caller: Caller, account_id: Id) -> bool:
    """Whether somebody is shown to the caller as a candidate: to clinics and administrators."""
    is_shown_some = caller.is_admin or clinic.allows(caller)
    return is_shown_some and matching.offer_of(tx, "candidate", account_id) is not None


def _entered(tx: Tx, account_id: Id) -> JobsAccount:
    found = store.account(tx, account_id)
    if found is None:
        store.enter(tx, account_id)
        found = store.account(tx, account_id)
    if found is None:
        raise LookupError("an account that was just entered is gone within its transaction")
    return found


def _must_own_cv(call: Call, path: object) -> None:
    """Raise ValidationFailed if that is no complete CV of the caller's."""
    if path is None:
        return
    named = [("cvObjectPath", str(path))]
    faults = uploads.faults_of_paths(call.tx, call.caller.account(), _CVS, named)
    if faults:
        raise ValidationFailed(*faults)
