"""The requests to Zoho, one function for each."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from bridgework.areas.back_office.recruiting.errors import OutcomeUnknown
from bridgework.areas.back_office.recruiting.zoho import serialization
from bridgework.areas.back_office.recruiting.zoho.client import ERRORS, Session
from bridgework.areas.back_office.recruiting.zoho.serialization import (
    CREATED,
    EMAIL,
    Item,
    ZohoRecord,
)
from bridgework.kit.validation import email_key

_PAGE_SIZE = 200
_MAX_PAGES = 10
_MISSING = frozenset({"INVALID_DATA", "STATUS_404", "NOT_FOUND", "RECORD_NOT_FOUND"})
_NEWEST_FIRST = {"sort_by": CREATED, "sort_order": "desc"}
_LOCKED = "RECORD_LOCKED"
_LOCKED_PAUSES = (0.25, 1.0)
_IS_ASSOCIATED = frozenset({"SUCCESS", "ALREADY_ASSOCIATED"})

Pair = tuple[str, str]
"""A candidate and an opening."""


def get_candidate(session: Session, candidate_id: str) -> ZohoRecord | None:
    """Return a candidate, or None."""
    response = session.get(f"Candidates/{candidate_id}", missing=_MISSING)
    return next(iter(serialization.records(response)), None)


def find_by_email(session: Session, emails: Sequence[str]) -> Mapping[str, ZohoRecord]:
    """Return candidates by normalized e-mail address, the oldest of each. At most ten addresses."""
    records = _search(session, serialization.criteria(EMAIL, "equals", emails)) if emails else []
    keys = {email_key(email) for email in emails}
    oldest_last = sorted(records, key=lambda record: -int(str(serialization.id_of(record))))
    by_key = {email_key(str(record.get(EMAIL) or "")): record for record in oldest_last}
    return {key: record for key, record in by_key.items() if key in keys}


def find_by_reference(
    session: Session, field: str, references: Sequence[str]
) -> Mapping[str, ZohoRecord]:
    """Return candidates by reference. At most ten references."""
    records = _search(session, serialization.criteria(field, "equals", references))
    return {str(record.get(field)): record for record in records if record.get(field) in references}


def list_candidates(session: Session, page: int, limit: int) -> tuple[list[ZohoRecord], bool]:
    """Return a page of candidates, newest first, and whether there are more."""
    response = session.get("Candidates", page=page, per_page=limit, **_NEWEST_FIRST)
    return serialization.records(response), serialization.has_more(response)


def count_candidates(session: Session) -> int:
    """Return the number of candidates, counted in at most ten pages of 200."""
    return sum(1 for _ in _pages(session, "Candidates", **_NEWEST_FIRST))


def search_candidates(session: Session, words: Sequence[str]) -> list[ZohoRecord]:
    """Return the candidates with a name or e-mail address that starts with each word."""
    return _search(session, serialization.all_of([_starts_with(word) for word in words]))


def list_openings(session: Session, module: str) -> Iterator[ZohoRecord]:
    """Return the open openings, newest first, from at most ten pages of 200."""
    return filter(serialization.is_open, _pages(session, module, **_NEWEST_FIRST))


def list_jobs(session: Session, candidate_id: str) -> Iterator[ZohoRecord]:
    """Return the openings of a candidate."""
    return _pages(session, f"Candidates/{candidate_id}/associate")


def upsert(session: Session, rows: Sequence[Mapping[str, object]]) -> list[Item]:
    """Insert candidates, or update those with the same address; return an item for each row."""
    items = _upsert(session, rows)
    for pause in _LOCKED_PAUSES:
        locked = [index for index, item in enumerate(items) if item.code == _LOCKED]
        if not locked or not session.pause(pause):
            break
        try:
            again = _upsert(session, [rows[index] for index in locked])
        except ERRORS:
            break  # the other items are valid
        for index, item in zip(locked, again, strict=True):
            items[index] = item
    return items


def insert(session: Session, rows: Sequence[Mapping[str, object]]) -> list[Item]:
    """Insert candidates; return an item for each, in order. Never retried."""
    body = {"data": rows}
    return _items(session.write("POST", "Candidates", body, is_repeatable=False), rows)


def associate(
    session: Session, candidate_ids: Collection[str], job_ids: Collection[str]
) -> Mapping[Pair, str]:
    """Associate each candidate with each opening; return the code of each pair that failed.

    Existing associations count as successful. Locked records are retried.
    """
    failed = {(candidate, job): "FAILURE" for candidate in candidate_ids for job in job_ids}
    for pause in (*_LOCKED_PAUSES, None):
        left = sorted({job for _, job in failed})
        body = {"data": [{"ids": sorted(candidate_ids), "jobids": left}]}
        path = "Candidates/actions/associate"
        response = session.write("PUT", path, body, is_repeatable=True)
        failed = _failed(serialization.items(response), failed)
        if _LOCKED not in failed.values() or pause is None or not session.pause(pause):
            break
    return failed


def _failed(items: Sequence[Item], before: Mapping[Pair, str]) -> dict[Pair, str]:
    failed = dict(before)
    for item in items:
        for candidate, job in before:
            if item.job_id not in {None, job}:
                continue
            if item.candidate_ids and candidate not in item.candidate_ids:
                continue
            if item.code in _IS_ASSOCIATED:
                failed.pop((candidate, job), None)
            elif (candidate, job) in failed:
                failed[candidate, job] = item.code
    return failed


def _starts_with(word: str) -> str:
    fields = serialization.SEARCHED_FIELDS
    return serialization.any_of(
        [serialization.criteria(field, "starts_with", [word]) for field in fields]
    )


def _search(session: Session, criteria: str) -> list[ZohoRecord]:
    return list(_pages(session, "Candidates/search", criteria=criteria))


def _pages(session: Session, path: str, **query: str) -> Iterator[ZohoRecord]:
    for number in range(1, _MAX_PAGES + 1):
        response = session.get(path, page=number, per_page=_PAGE_SIZE, **query)
        yield from serialization.records(response)
        if not serialization.has_more(response):
            return


def _upsert(session: Session, rows: Sequence[Mapping[str, object]]) -> list[Item]:
    body = {"data": rows, "duplicate_check_fields": [EMAIL]}
    return _items(session.write("POST", "Candidates/upsert", body, is_repeatable=True), rows)


def _items(response: Mapping[str, Any], rows: Sequence[object]) -> list[Item]:
    items = serialization.items(response)
    if len(items) != len(rows):
        raise OutcomeUnknown(f"{len(items)} items for {len(rows)} rows")
    return items
