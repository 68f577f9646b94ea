"""Every statement of the embedded recruiting system."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from bridgework.areas.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.jobs.tables import jobs
from bridgework.areas.recruiting import rules
from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.areas.recruiting.tables import associations, candidates
from bridgework.kit.db.columns import UtcDateTimeColumn
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.text import normalize

_COMPUTED = {"id", "source"}

_told = sa.select(
    candidates.c.number,
    *(candidates.c[name] for name in CandidateRecord.model_fields if name not in _COMPUTED),
    sa.func.nullif(accounts.c.email, ERASED_EMAIL).label("source"),
).join_from(candidates, accounts)
_by_number = _told.where(candidates.c.number.in_(sa.bindparam("numbers", expanding=True)))
_number = sa.select(candidates.c.number).where(candidates.c.email_key == sa.bindparam("key"))

_add = {
    "sqlite": sqlite.insert(candidates).on_conflict_do_nothing().returning(candidates.c.number),
    "postgresql": postgresql.insert(candidates)
    .on_conflict_do_nothing()
    .returning(candidates.c.number),
}
_associate = {
    "sqlite": sqlite.insert(associations).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(associations).on_conflict_do_nothing(),
}

_owner_stands = (
    sa.exists()
    .where(
        accounts.c.id == jobs.c.user_id,
        accounts.c.disabled_at.is_(None),
        accounts.c.erases_at.is_(None),
    )
    .correlate(jobs)
)
_is_open = sa.and_(
    jobs.c.status == "approved",
    jobs.c.hidden_at.is_(None),
    jobs.c.expires_at > sa.bindparam("now", type_=UtcDateTimeColumn),
    _owner_stands,
)
# The texts of a posting may be long, and an opening tells none of them.
_shown = sa.select(
    jobs.c.id,
    *(jobs.c.fields[name].as_string().label(name) for name in ("role_needed", "company_name")),
    jobs.c.fields["location"].as_string().label("location"),
)
_openings = _shown.where(_is_open).order_by(jobs.c.created_at.desc(), jobs.c.id.desc())
_hold_open = (
    sa.select(jobs.c.id)
    .where(jobs.c.id.in_(sa.bindparam("ids", expanding=True)), _is_open)
    .order_by(jobs.c.id)
    .with_for_update(read=True)
)
_jobs_of = (
    _shown.add_columns(associations.c.application_status)
    .join_from(associations, jobs)
    .where(associations.c.candidate_number == sa.bindparam("whose"))
    .order_by(associations.c.created_at.desc(), jobs.c.id.desc())
)


def openings(tx: Tx, now: datetime) -> list[JobOpening]:
    """The approved postings that are open now, the newest first."""
    return [JobOpening(**_opening(row)) for row in tx.rows(_openings, {"now": now})]


def hold_open_jobs(tx: Tx, ids: Sequence[Id], now: datetime) -> Sequence[Id]:
    """Those of the postings that are open, kept from closing until the transaction ends."""
    return tx.execute(_hold_open, {"ids": ids, "now": now}).scalars().all()


def page(tx: Tx, query: AdminListCandidatesQuery) -> tuple[Sequence[CandidateRecord], int]:
    """A page of the candidates who fit, the newest first, and how many there are."""
    listed = _told.where(*_conditions(query))
    rows, total = offset.read(tx, query, listed, [candidates.c.number.desc()])
    return [_record(row) for row in rows], total


def candidates_of(tx: Tx, numbers: Sequence[int]) -> Sequence[CandidateRecord]:
    """Those candidates who are there."""
    return [_record(row) for row in tx.rows(_by_number, {"numbers": numbers})]


def number_of(tx: Tx, key: str | None) -> int:
    """The number of the candidate who has this e-mail, folded."""
    found: int = tx.value(_number, {"key": key})
    return found


def add(tx: Tx, values: Mapping[str, object]) -> int | None:
    """Add a candidate and return their number, None if the e-mail is known."""
    added: int | None = tx.value(_add[tx.dialect], values)
    return added


def associate(tx: Tx, numbers: Sequence[int], job_ids: Sequence[Id], now: datetime) -> None:
    """Associate each candidate with each posting, where they aren't yet."""
    fresh = {"application_status": rules.ASSOCIATED, "created_at": now}
    rows = [
        {"candidate_number": number, "job_id": job_id, **fresh}
        for number in numbers
        for job_id in job_ids
    ]
    if rows:
        tx.execute(_associate[tx.dialect], rows)


def jobs_of(tx: Tx, number: int) -> list[CandidateJob]:
    """What a candidate is associated with, open or not, the latest first."""
    return [
        CandidateJob(**_opening(row), application_status=row.application_status)
        for row in tx.rows(_jobs_of, {"whose": number})
    ]


def _conditions(query: AdminListCandidatesQuery) -> Iterator[sa.ColumnElement[bool]]:
    for word in normalize(query.search or "").split():
        yield candidates.c.search_key.contains(word, autoescape=True)


def _record(row: sa.Row[Any]) -> CandidateRecord:
    members = row._asdict()
    told = {"id": str(members.pop("number")), **members}
    return CandidateRecord.model_validate(told, by_name=True, by_alias=False, strict=False)


def _opening(row: sa.Row[Any]) -> dict[str, Any]:
    city, state = rules.city_and_state(row.location)
    return {
        "id": rules.opening_id(row.id),
        "title": row.role_needed,
        "job_opening_id": row.id,
        "client_name": row.company_name,
        "city": city,
        "state": state,
    }
