"""The statements on candidates, clinics and referral codes."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.jobs.profiles import policies
from bridgework.areas.jobs.profiles.schemas import JobsAccount
from bridgework.areas.jobs.schemas import CandidateCard
from bridgework.areas.jobs.tables import applications, clinic_profiles, job_accounts
from bridgework.areas.profiles.tables import profiles
from bridgework.kit.db.columns import IdColumn
from bridgework.kit.db.tables import insert
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
        *(
            job_accounts.c[name]
            for name in (*policies.OWN, "referral_code")
            if name in job_accounts.c
        ),
        _referred.label("referral_count"),
    )
    .join_from(accounts, job_accounts, job_accounts.c.account_id == accounts.c.id)
    .where(accounts.c.id == _whose)
)
_locked_account = sa.select(accounts).where(accounts.c.id == _whose).with_for_update()
_change = job_accounts.update().where(job_accounts.c.account_id == _whose)
_candidates = (
    sa.select(
        accounts,
        profiles.c.fields,
        *(job_accounts.c[name].label(f"own_{name}") for name in _OF_PLATFORM),
    )
    .join_from(accounts, profiles, profiles.c.account_id == accounts.c.id, isouter=True)
    .join(job_accounts, job_accounts.c.account_id == accounts.c.id, isouter=True)
)
_candidate = _candidates.where(accounts.c.id == _whose, accounts.c.jobs_role == "candidate")
_cards = _candidates.where(accounts.c.id.in_(sa.bindparam("ids", expanding=True)))
_owner_of_code = sa.select(job_accounts.c.account_id).where(
    job_accounts.c.referral_code == sa.bindparam("code")
)
_clinic = sa.select(clinic_profiles).where(clinic_profiles.c.account_id == _whose)
_add_clinic = clinic_profiles.insert()
_change_clinic = clinic_profiles.update().where(clinic_profiles.c.account_id == _whose)


def account(tx: Tx, account_id: Id) -> JobsAccount | None:
    """Return an account of the jobs platform, None until it is created."""
    row = tx.row(_account, {"whose": account_id})
    return None if row is None else JobsAccount.model_validate(row._asdict(), strict=False)


def lock_account(tx: Tx, account_id: Id) -> Row:
    """Lock the account itself until the transaction ends."""
    return tx.one(_locked_account, {"whose": account_id})


def get_or_create_account(tx: Tx, account_id: Id) -> JobsAccount:
    """Return an account of the jobs platform; create it with a referral code if it is new."""
    while (found := account(tx, account_id)) is None:
        # Adds nothing if another transaction has created it, or if the code is in use.
        add = insert(tx.dialect, job_accounts).on_conflict_do_nothing()
        tx.execute(add, {"account_id": account_id, "referral_code": policies.new_code()})
    return found


def change(tx: Tx, account_id: Id, changes: Mapping[str, object]) -> None:
    """Change the platform's own members of an account."""
    if changes:
        tx.execute(_change.values(**changes), {"whose": account_id})


def owner_of_code(tx: Tx, code: str) -> Id | None:
    """Return the account that a referral code belongs to."""
    found: Id | None = tx.value(_owner_of_code, {"code": code.upper()})
    return found


# --- candidates -------------------------------------------------------------------------------


def candidate(tx: Tx, account_id: Id) -> Row | None:
    """Return a candidate's account with its profile's `fields` and its own members as `own_…`.

    None for accounts that are no candidates.
    """
    return tx.row(_candidate, {"whose": account_id})


def cards_of_candidates(tx: Tx, ids: Iterable[Id]) -> Mapping[Id, CandidateCard]:
    """Return the cards of these candidates."""
    return {row.id: _to_card(row) for row in tx.rows(_cards, {"ids": list(ids)})}


def _to_card(row: Row) -> CandidateCard:
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
    """Return a clinic's profile, None if it was never written."""
    return tx.row(_clinic, {"whose": account_id})


def put_clinic(tx: Tx, account_id: Id, fields: Mapping[str, object], now: datetime) -> None:
    """Write a clinic's profile over the one before. The account must be locked."""
    before = clinic(tx, account_id)
    values = {"fields": fields, "updated_at": now}
    if before is None:
        row = {**values, "account_id": account_id, "version": _FIRST_VERSION}
        tx.execute(_add_clinic, row)
    else:
        stamped = {**values, "version": before.version + 1}
        tx.execute(_change_clinic.values(**stamped), {"whose": account_id})
