"""The statements of the built-in provider."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import sqlalchemy as sa

from bridgework.areas.back_office.recruiting import schemas, serializers
from bridgework.areas.back_office.recruiting.records import (
    AssociatedPosting,
    Association,
    Candidate,
    Posting,
)
from bridgework.areas.back_office.recruiting.tables import associations, candidates
from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.work.jobs.tables import jobs
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, UtcDateTimeColumn, insert, reader_of, side_by_side
from bridgework.kit.data.pagination import OffsetPage, offset
from bridgework.kit.text import search_words

_COMPUTED = {"id", "source"}

_candidates = sa.select(
    sa.cast(candidates.c.number, sa.Text).label("id"),
    *(candidates.c[name] for name in Candidate._fields if name not in _COMPUTED),
    sa.func.nullif(accounts.c.email, ERASED_EMAIL).label("source"),
).join_from(candidates, accounts)
_by_number = _candidates.where(candidates.c.number.in_(sa.bindparam("numbers", expanding=True)))
_number = sa.select(candidates.c.number).where(candidates.c.email_key == sa.bindparam("key"))
_owner_is_active = (
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
    _owner_is_active,
)
# Not all of `fields`: the texts of a posting can be long.
_postings = sa.select(
    jobs.c.id,
    *(
        jobs.c.fields[name].as_string().label(name)
        for name in ("role_needed", "company_name", "location")
    ),
)
_openings = _postings.where(_is_open).order_by(jobs.c.created_at.desc(), jobs.c.id.desc())
_lock_open = (
    sa.select(jobs.c.id)
    .where(jobs.c.id.in_(sa.bindparam("ids", expanding=True)), _is_open)
    .order_by(jobs.c.id)
    .with_for_update(read=True)
)
_reader = side_by_side(AssociatedPosting, reader_of(Posting), reader_of(Association))
_candidate_jobs = (
    _postings.add_columns(associations.c.application_status)
    .join_from(associations, jobs)
    .where(associations.c.candidate_number == sa.bindparam("number"))
    .order_by(associations.c.created_at.desc(), jobs.c.id.desc())
)


def list_openings(tx: Tx, now: datetime) -> list[schemas.JobOpening]:
    """Return the postings that are open now, newest first."""
    return [serializers.to_opening(each) for each in tx.records(Posting, _openings, {"now": now})]


def lock_open_jobs(tx: Tx, ids: Sequence[Id], now: datetime) -> Sequence[Id]:
    """Return those of the postings that are open, locked until the transaction ends."""
    return tx.values(_lock_open, {"ids": ids, "now": now})


def list_candidates(
    tx: Tx, query: schemas.AdminListCandidatesQuery
) -> OffsetPage[schemas.CandidateRecord]:
    """Return a page of the matching candidates, newest first."""
    words = search_words(query.search or "")
    has_words = (candidates.c.search_key.contains(word, autoescape=True) for word in words)
    matching = _candidates.where(*has_words)
    newest_first = [candidates.c.number.desc()]
    found, total = offset.read(tx, query, Candidate, matching, newest_first)
    items = [schemas.CandidateRecord.from_row(candidate) for candidate in found]
    return offset.to_page(query, OffsetPage[schemas.CandidateRecord], items, total)


def list_candidates_by_number(
    tx: Tx, numbers: Sequence[int]
) -> Mapping[int, schemas.CandidateRecord]:
    """Return the existing candidates, by number."""
    found = tx.records(Candidate, _by_number, {"numbers": numbers})
    return {int(each.id): schemas.CandidateRecord.from_row(each) for each in found}


def add(tx: Tx, values: Mapping[str, object]) -> tuple[int, bool]:
    """Add a candidate; return the number of the one with this e-mail, and whether it is new."""
    statement = insert(tx.dialect, candidates).on_conflict_do_nothing()
    number = tx.value(statement.returning(candidates.c.number), values)
    if number is not None:
        return number, True
    return tx.value(_number, {"key": values["email_key"]}), False


def delete_addresses(tx: Tx, address_keys: Collection[str]) -> None:
    """Delete the candidates with these e-mail addresses, and their associations."""
    tx.execute(candidates.delete().where(candidates.c.email_key.in_(address_keys)))


def has_email(tx: Tx, key: str) -> bool:
    """Whether a candidate has this e-mail address."""
    return tx.value(_number, {"key": key}) is not None


def add_associations(tx: Tx, numbers: Sequence[int], job_ids: Sequence[Id], now: datetime) -> None:
    """Associate each candidate with each posting, unless it already is."""
    values = {"application_status": schemas.ASSOCIATED, "created_at": now}
    rows = [
        {"candidate_number": number, "job_id": job_id, **values}
        for number in numbers
        for job_id in job_ids
    ]
    if rows:
        tx.execute(insert(tx.dialect, associations).on_conflict_do_nothing(), rows)


def list_jobs(tx: Tx, number: int) -> list[schemas.CandidateJob]:
    """Return the postings of a candidate, open or not, latest association first."""
    found = tx.records(_reader, _candidate_jobs, {"number": number})
    return [serializers.to_candidate_job(each) for each in found]
