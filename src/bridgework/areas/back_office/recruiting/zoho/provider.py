"""The provider that stores candidates in Zoho Recruit."""

from collections.abc import Mapping, Sequence

from bridgework.areas.back_office.recruiting import attempts, errors
from bridgework.areas.back_office.recruiting.errors import NotAssociated
from bridgework.areas.back_office.recruiting.provider import Creation
from bridgework.areas.back_office.recruiting.schemas import (
    ASSOCIATED,
    AdminListCandidatesQuery,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.areas.back_office.recruiting.zoho import client, requests, serialization
from bridgework.areas.back_office.recruiting.zoho.client import Session, Zoho
from bridgework.areas.back_office.recruiting.zoho.create_candidates import CandidateCreation
from bridgework.areas.back_office.recruiting.zoho.pending_candidates import PendingCandidate
from bridgework.areas.back_office.recruiting.zoho.serialization import CREATED, Names, ZohoRecord
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.data.pagination import OffsetPage, offset
from bridgework.kit.text import normalize, search_words

_SEARCHED_WORDS = 2
"""Zoho accepts ten criteria, and each word is searched in four fields. We filter by the others."""
_SHARED_ERRORS = (errors.RecruitingUnavailable, errors.RecruitingNotConnected)


class ZohoRecruit:
    """Stores candidates in an account of Zoho Recruit, and their sources in the database."""

    def __init__(self, zoho: Zoho, names: Names) -> None:
        self._zoho = zoho
        self._names = names

    def list_openings(self, context: Context) -> list[JobOpening]:
        del context
        records = requests.list_openings(self._zoho.session(), self._names.openings)
        return [serialization.to_opening(record) for record in records]

    def list_candidates(
        self, context: Context, query: AdminListCandidatesQuery
    ) -> OffsetPage[CandidateRecord]:
        read = _search if query.search else _list
        records, total = read(self._zoho.session(), query)
        items = self._to_candidates(context, records)
        return offset.to_page(query, OffsetPage[CandidateRecord], items, total)

    def create_candidates(
        self, context: Context, candidates: Sequence[CandidateInput], job_ids: Sequence[str]
    ) -> list[Creation]:
        session = self._zoho.session()
        self._find_openings(session, job_ids)
        creation = CandidateCreation(context, session, self._names)
        pending = [creation.to_pending(candidate) for candidate in candidates]
        firsts: dict[object, PendingCandidate] = {}
        for candidate in pending:
            firsts.setdefault(candidate.key or candidate, candidate)
        unique = list(firsts.values())
        creation.run(unique)
        error = unique[0].error
        if error is not None and all(
            isinstance(candidate.error, _SHARED_ERRORS) for candidate in unique
        ):
            raise error
        created = [candidate for candidate in unique if candidate.outcome == "created"]
        failed = _associate(
            session, [str(candidate.candidate_id) for candidate in created], job_ids
        )
        records = [candidate.record or self._sent_record(candidate) for candidate in created]
        results = {
            candidate: Creation("created", record.id, record, failed.get(record.id))
            for candidate, record in zip(
                created, self._to_candidates(context, records), strict=True
            )
        }
        return [
            results.get(candidate) or _not_created(firsts[candidate.key or candidate])
            for candidate in pending
        ]

    def associate(
        self, context: Context, candidate_id: str, job_ids: Sequence[str]
    ) -> list[CandidateJob]:
        session = self._zoho.session()
        requested = list(dict.fromkeys(job_ids))
        _must_exist(session, candidate_id)
        openings = self._find_openings(session, requested)
        try:
            failed = requests.associate(session, [candidate_id], requested)
        except (errors.OutcomeUnknown, errors.CandidateRefused) as error:
            raise client.unavailable(error) from None
        if len(failed) < len(requested):
            with context.write_transaction():
                audit.note(context, "candidate.associate", target=candidate_id)
        if failed:
            raise NotAssociated(candidate_id, [(job, code) for (_, job), code in failed.items()])
        current = map(serialization.to_job, requests.list_jobs(session, candidate_id))
        jobs = {job.id: job for job in current}
        # A new association may not be listed yet.
        return [jobs.get(job_id) or _new_association(openings[job_id]) for job_id in requested]

    def list_candidate_jobs(self, context: Context, candidate_id: str) -> list[CandidateJob]:
        del context
        session = self._zoho.session()
        _must_exist(session, candidate_id)
        return [
            serialization.to_job(record) for record in requests.list_jobs(session, candidate_id)
        ]

    def close(self) -> None:
        """Close the connections."""
        self._zoho.close()

    def _find_openings(self, session: Session, job_ids: Sequence[str]) -> Mapping[str, JobOpening]:
        """Return the openings with these ids. Raises ValidationFailed for an unknown id."""
        missing, openings = set(job_ids), {}
        for record in requests.list_openings(session, self._names.openings) if missing else ():
            opening = serialization.to_opening(record)
            if opening.id in missing:
                openings[opening.id] = opening
                missing.discard(opening.id)
            if not missing:
                break
        errors.must_be_openings(job_ids, openings)
        return openings

    def _sent_record(self, candidate: PendingCandidate) -> ZohoRecord:
        """Build the record of a candidate that was sent and accepted."""
        fields = serialization.to_fields(candidate.input, self._names)
        created_at = candidate.created_at.isoformat() if candidate.created_at else None
        return {**fields, "id": candidate.candidate_id, CREATED: created_at}

    def _to_candidates(
        self, context: Context, records: Sequence[ZohoRecord]
    ) -> list[CandidateRecord]:
        """Convert records to candidates, with the members that are stored here."""
        ids = [str(serialization.id_of(record)) for record in records]
        with context.read_transaction() as tx:
            sources = attempts.sources(tx, ids)
        candidates = []
        for candidate_id, record in zip(ids, records, strict=True):
            row = sources.get(candidate_id)
            ours: dict[str, object] = {} if row is None else {"source": row.source}
            if row is not None and not self._names.open_to_work:
                ours["open_to_work"] = row.open_to_work is True
            candidates.append(serialization.to_candidate(record, self._names, **ours))
        return candidates


def _list(session: Session, query: AdminListCandidatesQuery) -> tuple[list[ZohoRecord], int]:
    """Return a page and a total. Zoho returns no total, so it counts up to this page."""
    records, has_more = requests.list_candidates(session, query.page, query.limit)
    if not records and query.page > 1:
        return records, requests.count_candidates(session)
    return records, (query.page - 1) * query.limit + len(records) + has_more


def _search(session: Session, query: AdminListCandidatesQuery) -> tuple[list[ZohoRecord], int]:
    words = str(query.search).split()
    longest = sorted(words, key=len, reverse=True)[:_SEARCHED_WORDS]
    normalized = search_words(str(query.search))
    matching = []
    for record in requests.search_candidates(session, longest):
        fields = (str(record.get(field) or "") for field in serialization.SEARCHED_FIELDS)
        text = normalize(" ".join(fields))
        if all(word in text for word in normalized):
            matching.append(record)
    matching.sort(key=lambda record: str(record.get(CREATED) or ""), reverse=True)
    first = (query.page - 1) * query.limit
    return matching[first : first + query.limit], len(matching)


def _associate(
    session: Session, candidate_ids: Sequence[str], job_ids: Sequence[str]
) -> Mapping[str, NotAssociated]:
    """Associate new candidates; return an error for each without all openings."""
    if not candidate_ids or not job_ids:
        return {}
    try:
        failed = requests.associate(session, candidate_ids, set(job_ids))
    except client.ERRORS as error:
        code = error.reason if isinstance(error, errors.CandidateRefused) else "NO_ANSWER"
        failed = {(candidate, job): code for candidate in candidate_ids for job in job_ids}
    missing: dict[str, list[tuple[str, str]]] = {}
    for (candidate, job), code in failed.items():
        missing.setdefault(candidate, []).append((job, code))
    return {candidate: NotAssociated(candidate, codes) for candidate, codes in missing.items()}


def _not_created(first: PendingCandidate) -> Creation:
    """Return the result for a candidate that was not created; `first` is the first with its key."""
    if first.outcome == "failed":
        return Creation("failed", error=first.error)
    return Creation("duplicate", first.candidate_id)


def _must_exist(session: Session, candidate_id: str) -> None:
    is_id = serialization.is_id(candidate_id)
    if not is_id or requests.get_candidate(session, candidate_id) is None:
        raise errors.CandidateNotFound


def _new_association(opening: JobOpening) -> CandidateJob:
    return CandidateJob(**opening.model_dump(), application_status=ASSOCIATED)
