"""The jobs platform of the demo world: Carla's clinic and its jobs, and who looks for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from bridgework.areas.jobs.applications import store as applications
from bridgework.areas.jobs.people import actions as jobs_people
from bridgework.areas.jobs.people import store as people_store
from bridgework.areas.jobs.postings import actions as postings
from bridgework.areas.jobs.postings import rules, shelf
from bridgework.areas.jobs.tables import job_accounts
from bridgework.demo import businesses, candidates, openings, people, rows
from bridgework.demo.candidates import DemoCandidate
from bridgework.demo.careers import Record
from bridgework.demo.draws import Draws
from bridgework.demo.people import NamedPerson
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.ids import Id

_SIGNS = tuple("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")
_CODE_LENGTH = 8
_CYRUS = -1
"""The number that Cyrus's referral code is made of; candidates have theirs from 0 on."""


def load(tx: Tx, now: datetime, account_of: Callable[[str], Id], how_many: int) -> int:
    """Add the clinic, its jobs, `how_many` candidates and what they applied to."""
    carla = account_of(people.CARLA)
    people_store.put_clinic(tx, carla, businesses.CLINIC, now)
    for number, job in enumerate(openings.JOBS):
        shelf.add(tx, _job(number, job, carla, now))
    postings.owner_changed(tx, carla)
    (cyrus,) = (one for one in people.people(now.date()) if one.email == people.CYRUS)
    there = [candidates.candidate(number, now.date()) for number in range(how_many)]
    tx.execute(job_accounts.insert(), [_of_named(cyrus, account_of)])
    tx.execute(
        job_accounts.insert(),
        [_of_candidate(number, one, account_of) for number, one in enumerate(there)],
    )
    for email in (people.CYRUS, *(one.person.email for one in there)):
        jobs_people.relist(tx, account_of(email))
    _apply(tx, now, account_of, cyrus, there)
    return len(openings.JOBS)


def _job(number: int, job: openings.DemoJob, owner: Id, now: datetime) -> Record:
    at = now - timedelta(days=job.days_ago)
    is_dated = job.status in {"approved", "expired"}
    return {
        "id": rows.id_of(rows.JOBS + number),
        "user_id": owner,
        "fields": {**openings.OF_ALL, **job.fields},
        "status": job.status,
        "rejection_reason": job.rejection_reason,
        "expires_at": at + rules.LIFE if is_dated else None,
        "version": 1,
        "created_at": at,
        "updated_at": at,
    }


def _of_named(person: NamedPerson, account_of: Callable[[str], Id]) -> Record:
    return {
        "account_id": account_of(person.email),
        "credential": person.jobs_credential,
        "specialty": [],
        "interested_in_non_clinical": False,
        "looking_for_mentor": person.looking_for_mentor,
        "referral_code": _code(_CYRUS),
    }


def _of_candidate(number: int, one: DemoCandidate, account_of: Callable[[str], Id]) -> Record:
    return {
        "account_id": account_of(one.person.email),
        "credential": one.jobs_credential,
        "specialty": list(one.jobs_specialty),
        "interested_in_non_clinical": one.interested_in_non_clinical,
        "looking_for_mentor": one.looking_for_mentor,
        "referral_code": _code(number),
    }


def _apply(
    tx: Tx,
    now: datetime,
    account_of: Callable[[str], Id],
    cyrus: NamedPerson,
    there: Sequence[DemoCandidate],
) -> None:
    for number, (job, candidate, status, days) in enumerate(openings.APPLICATIONS):
        if candidate is not None and candidate >= len(there):
            continue
        person = cyrus if candidate is None else there[candidate].person
        at = now - timedelta(days=days)
        row = {
            "id": rows.id_of(rows.JOB_APPLICATIONS + number),
            "job_id": rows.id_of(rows.JOBS + job),
            "applicant_id": account_of(person.email),
            "first_name": person.first_name,
            "last_name": person.last_name,
            "email": person.email,
            "email_key": email_key(person.email),
            "status": status,
            "reason": openings.REASONS.get(status),
            "referral_code": None if candidate != 0 else _code(_CYRUS),
            "created_at": at,
            "updated_at": at,
        }
        applications.add(tx, row)


def _code(number: int) -> str:
    draws = Draws("referral", number)
    return "".join(draws.pick(_SIGNS) for _ in range(_CODE_LENGTH))
