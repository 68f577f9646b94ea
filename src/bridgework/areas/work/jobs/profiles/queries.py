"""The statements on candidates, clinics and referral codes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.history.reviews.visibility import since
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.identity.accounts.terms import actions as terms
from bridgework.areas.people.matching.criteria.records import JobsMembers
from bridgework.areas.people.profiles.tables import profiles
from bridgework.areas.work.jobs.profiles import policies
from bridgework.areas.work.jobs.profiles.records import (
    Account,
    Candidate,
    CandidateState,
    ClinicFields,
    StoredClinic,
)
from bridgework.areas.work.jobs.profiles.schemas import JobsAccount
from bridgework.areas.work.jobs.schemas import CandidateCard
from bridgework.areas.work.jobs.tables import applications, clinic_profiles, job_accounts
from bridgework.kit.core import Id
from bridgework.kit.data.db import (
    IdColumn,
    Tx,
    insert,
    reader_of,
    side_by_side,
    to_json,
    to_values,
)

_FIRST_VERSION = 1
_ACCOUNT_COLUMNS = tuple(name for name in JobsAccount.model_fields if name in accounts.c)

_account_id = sa.bindparam("this_account", type_=IdColumn)

_referral_count = (
    sa.select(sa.func.count())
    .where(applications.c.referral_code == job_accounts.c.referral_code)
    .correlate(job_accounts)
    .scalar_subquery()
)
_account = (
    sa.select(
        *(accounts.c[name] for name in _ACCOUNT_COLUMNS),
        *(
            job_accounts.c[name]
            for name in (*policies.PLATFORM_MEMBERS, "referral_code")
            if name in job_accounts.c
        ),
        _referral_count.label("referral_count"),
    )
    .join_from(accounts, job_accounts, job_accounts.c.account_id == accounts.c.id)
    .where(accounts.c.id == _account_id)
)
_columns = [accounts.c[name] for name in Account._fields]
_locked_account = sa.select(*_columns).where(accounts.c.id == _account_id).with_for_update()
_change = job_accounts.update().where(job_accounts.c.account_id == _account_id)
_candidates = (
    sa.select(
        *_columns,
        profiles.c.fields,
        job_accounts.c.interested_in_non_clinical,
        sa.and_(
            accounts.c.jobs_verification_tier == "verified", since(accounts.c.id).is_(None)
        ).label("is_verified"),
        *(job_accounts.c[name] for name in JobsMembers._fields),
    )
    .join_from(accounts, profiles, profiles.c.account_id == accounts.c.id, isouter=True)
    .join(job_accounts, job_accounts.c.account_id == accounts.c.id, isouter=True)
)
_reader = side_by_side(
    Candidate, reader_of(Account), reader_of(CandidateState), reader_of(JobsMembers)
)
_candidate = _candidates.where(accounts.c.id == _account_id, accounts.c.jobs_role == "candidate")
_cards = _candidates.where(accounts.c.id.in_(sa.bindparam("ids", expanding=True)))
_owner_of_code = sa.select(job_accounts.c.account_id).where(
    job_accounts.c.referral_code == sa.bindparam("code")
)
_is_cv = sa.select(
    sa.exists().where(job_accounts.c.cv_object_path == sa.bindparam("path", type_=sa.Text))
)
_clinic = sa.select(clinic_profiles).where(clinic_profiles.c.account_id == _account_id)
_add_clinic = clinic_profiles.insert()
_change_clinic = clinic_profiles.update().where(clinic_profiles.c.account_id == _account_id)


def find_account(tx: Tx, account_id: Id) -> JobsAccount | None:
    """Return an account of the jobs platform, None until it is created."""
    row = tx.row(_account, {"this_account": account_id})
    return None if row is None else JobsAccount.from_row(row)


def lock_account(tx: Tx, account_id: Id) -> Account:
    """Lock the row in `accounts` until the transaction ends."""
    (account,) = tx.records(Account, _locked_account, {"this_account": account_id})
    return account


def get_or_create_account(tx: Tx, account_id: Id) -> JobsAccount:
    """Return an account of the jobs platform; create it with a referral code if it is new."""
    while (job_account := find_account(tx, account_id)) is None:
        # Adds nothing if another transaction has created it, or if the code is in use.
        add = insert(tx.dialect, job_accounts).on_conflict_do_nothing()
        tx.execute(
            add, {"account_id": account_id, "referral_code": policies.create_referral_code()}
        )
    return job_account


def update(tx: Tx, account_id: Id, changes: Mapping[str, object]) -> None:
    """Change the platform's own members of an account."""
    if changes:
        tx.execute(_change.values(**changes), {"this_account": account_id})


def find_owner_of_code(tx: Tx, code: str) -> Id | None:
    """Return the account that a referral code belongs to."""
    account_id: Id | None = tx.value(_owner_of_code, {"code": code.upper()})
    return account_id


def is_cv(tx: Tx, object_path: str) -> bool:
    """Whether an upload is the CV of an account."""
    return bool(tx.value(_is_cv, {"path": object_path}))


# --- candidates -------------------------------------------------------------------------------


def find_candidate(tx: Tx, account_id: Id) -> Candidate | None:
    """Return a candidate, None if the account is none."""
    return tx.record(_reader, _candidate, {"this_account": account_id})


def list_candidates(tx: Tx, ids: Iterable[Id]) -> Sequence[Candidate]:
    """Return these candidates."""
    return tx.records(_reader, _cards, {"ids": list(ids)})


def get_candidate_cards(tx: Tx, ids: Iterable[Id]) -> Mapping[Id, CandidateCard]:
    """Return the cards of these candidates."""
    return {each.account.id: _to_card(each) for each in list_candidates(tx, ids)}


def _to_card(candidate: Candidate) -> CandidateCard:
    return CandidateCard.from_row(
        candidate.profile,
        **candidate.account._asdict(),
        jobs_credential=candidate.own.credential,
        jobs_specialty=candidate.own.specialty,
        jobs_profession=candidate.own.profession,
        looking_for_mentor=candidate.own.looking_for_mentor,
        interested_in_non_clinical=candidate.state.interested_in_non_clinical,
        is_verified=candidate.state.is_verified,
    )


# --- clinics ----------------------------------------------------------------------------------


def find_clinic_profile(tx: Tx, account_id: Id) -> StoredClinic | None:
    """Return a clinic profile, None if it was never written."""
    return tx.record(StoredClinic, _clinic, {"this_account": account_id})


def put_clinic_profile(tx: Tx, account_id: Id, fields: ClinicFields, now: datetime) -> None:
    """Create or replace a clinic profile. The account must be locked."""
    before = find_clinic_profile(tx, account_id)
    found = terms.of_business(fields.practice_name, fields.primary_location)
    terms.put(tx, account_id, "clinic", found)
    if before is None:
        tx.execute(_add_clinic, to_values(StoredClinic(account_id, fields, _FIRST_VERSION, now)))
    else:
        changes = {"fields": to_json(fields), "updated_at": now, "version": before.version + 1}
        tx.execute(_change_clinic.values(**changes), {"this_account": account_id})
