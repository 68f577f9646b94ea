"""Every statement on the people of the jobs platform."""

import contextlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.jobs.people import rules
from bridgework.areas.jobs.people.shapes import CandidateCard, JobsAccount
from bridgework.areas.jobs.tables import applications, clinic_profiles, job_accounts
from bridgework.areas.profiles.tables import profiles
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

Row = sa.Row[Any]

_FIRST_VERSION = 1
_OF_ACCOUNT = tuple(name for name in JobsAccount.model_fields if name in accounts.c)
_OF_PLATFORM = ("credential", "specialty", "looking_for_mentor", "interested_in_non_clinical")
_OF_CARD = ("first_name", "last_name", "avatar_url", "jobs_verification_tier")

_whose = sa.bindparam("whose", type_=IdColumn)

_referred = (
    sa.select(sa.func.count())
    .where(applications.c.referral_code == job_accounts.c.referral_code)
    .correlate(job_accounts)
    .scalar_subquery()
)
_account = (
    sa.select(
        *(accounts.c[name] for name in _OF_ACCOUNT),
        *(job_accounts.c[name] for name in (*rules.OWN, "referral_code") if name in job_accounts.c),
        _referred.label("referral_count"),
    )
    .join_from(accounts, job_accounts, job_accounts.c.account_id == accounts.c.id)
    .where(accounts.c.id == _whose)
)
_locked_account = sa.select(accounts).where(accounts.c.id == _whose).with_for_update()
_add = job_accounts.insert()
_change = job_accounts.update().where(job_accounts.c.account_id == _whose)
_has = sa.select(sa.exists().where(job_accounts.c.account_id == _whose))
_seekers = (
    sa.select(
        accounts,
        profiles.c.fields,
        *(job_accounts.c[name].label(f"own_{name}") for name in _OF_PLATFORM),
    )
    .join_from(accounts, profiles, profiles.c.account_id == accounts.c.id, isouter=True)
    .join(job_accounts, job_accounts.c.account_id == accounts.c.id, isouter=True)
)
_seeker = _seekers.where(accounts.c.id == _whose, accounts.c.jobs_role == "candidate")
_cards = _seekers.where(accounts.c.id.in_(sa.bindparam("ids", expanding=True)))
_owner_of_code = sa.select(job_accounts.c.account_id).where(
    job_accounts.c.referral_code == sa.bindparam("code")
)
_needed = sa.select(sa.exists().where(job_accounts.c.cv_object_path == sa.bindparam("path")))
_clinic = sa.select(clinic_profiles).where(clinic_profiles.c.account_id == _whose)
_add_clinic = clinic_profiles.insert()
_change_clinic = clinic_profiles.update().where(clinic_profiles.c.account_id == _whose)


def account(tx: Tx, account_id: Id) -> JobsAccount | None:
    """An account as the jobs platform has it, None as long as nobody has asked for it."""
    row = tx.row(_account, {"whose": account_id})
    return None if row is None else JobsAccount.model_validate(row._asdict(), strict=False)


def locked_account(tx: Tx, account_id: Id) -> Row:
    """The account itself, held until the transaction ends."""
    return tx.one(_locked_account, {"whose": account_id})


def enter(tx: Tx, account_id: Id) -> None:
    """Have the jobs platform know an account, with a referral code of its own."""
    while not tx.value(_has, {"whose": account_id}):
        # Refused if another came first, or if the code is somebody's.
        with contextlib.suppress(sa.exc.IntegrityError), tx.savepoint():
            tx.execute(_add, {"account_id": account_id, "referral_code": rules.new_code()})


def change(tx: Tx, account_id: Id, changes: Mapping[str, object]) -> None:
    """Change what the platform knows of an account."""
    if changes:
        tx.execute(_change.values(**changes), {"whose": account_id})


def owner_of_code(tx: Tx, code: str) -> Id | None:
    """Whose referral code this is."""
    found: Id | None = tx.value(_owner_of_code, {"code": code.upper()})
    return found


def needs(tx: Tx, object_path: str) -> bool:
    """Whether the upload at this path is somebody's CV."""
    return bool(tx.value(_needed, {"path": object_path}))


# --- candidates -------------------------------------------------------------------------------


def seeker(tx: Tx, account_id: Id) -> Row | None:
    """A candidate's account with its profile's `fields`, what it says beside them as `own_…`.

    None for who is none, as most are not: nothing of theirs is read.
    """
    return tx.row(_seeker, {"whose": account_id})


def cards(tx: Tx, ids: Iterable[Id]) -> Mapping[Id, CandidateCard]:
    """The cards of these candidates."""
    return {row.id: _card(row) for row in tx.rows(_cards, {"ids": list(ids)})}


def _card(row: Row) -> CandidateCard:
    members = {
        **dict.fromkeys(CandidateCard.model_fields),
        **(row.fields or {}),
        **{name: getattr(row, name) for name in _OF_CARD},
        "id": row.id,
        "jobs_credential": row.own_credential,
        "jobs_specialty": row.own_specialty,
        "looking_for_mentor": row.own_looking_for_mentor,
        "interested_in_non_clinical": row.own_interested_in_non_clinical,
    }
    return CandidateCard.model_validate(members, by_name=True, by_alias=False, strict=False)


# --- clinics ----------------------------------------------------------------------------------


def clinic(tx: Tx, account_id: Id) -> Row | None:
    """A clinic's profile, None if it was never written."""
    return tx.row(_clinic, {"whose": account_id})


def put_clinic(tx: Tx, account_id: Id, fields: Mapping[str, object], now: datetime) -> None:
    """Write a clinic's profile, whatever was there. The account is held by the caller."""
    before = clinic(tx, account_id)
    values = {"fields": fields, "updated_at": now}
    if before is None:
        row = {**values, "account_id": account_id, "version": _FIRST_VERSION}
        tx.execute(_add_clinic, row)
    else:
        stamped = {**values, "version": before.version + 1}
        tx.execute(_change_clinic.values(**stamped), {"whose": account_id})
