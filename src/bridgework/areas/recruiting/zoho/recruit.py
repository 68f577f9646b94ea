"""The recruiting system that is Zoho Recruit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from bridgework.areas.audit import actions as audit
from bridgework.areas.recruiting import rules, shelf
from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.areas.recruiting.system import Added
from bridgework.areas.recruiting.zoho import asking, wire
from bridgework.areas.recruiting.zoho.adding import Adding
from bridgework.areas.recruiting.zoho.client import Errand, Zoho
from bridgework.areas.recruiting.zoho.faults import FAULTS, ZohoRefused
from bridgework.areas.recruiting.zoho.wire import Names, ZohoRecord
from bridgework.areas.recruiting.zoho.wishes import Wish, problem_of_read
from bridgework.kit.http.context import Call
from bridgework.kit.text import normalize

_SOUGHT_WORDS = 2
"""Zoho takes ten criteria, and a word is sought in four fields: by more words we sieve here."""
_SEARCHED = ("First_Name", "Last_Name", wire.EMAIL, "Secondary_Email")
_PASSING = (rules.RecruitingUnavailable, rules.RecruitingNotConnected)


class ZohoRecruit:
    """Keeps candidates in an account of Zoho Recruit, and notes who added whom."""

    def __init__(self, zoho: Zoho, names: Names) -> None:
        self._zoho = zoho
        self._names = names

    def openings(self, call: Call) -> list[JobOpening]:
        del call
        with _told():
            found = asking.openings(self._zoho.errand(), self._names.openings)
            return [wire.opening(record) for record in found]

    def page(
        self, call: Call, query: AdminListCandidatesQuery
    ) -> tuple[Sequence[CandidateRecord], int]:
        errand = self._zoho.errand()
        with _told():
            records, total = _sieved(errand, query) if query.search else _listed(errand, query)
        return self._candidates(call, records), total

    def add(
        self, call: Call, candidates: Sequence[CandidateInput], job_ids: Sequence[str]
    ) -> list[Added]:
        errand = self._zoho.errand()
        self._found_openings(errand, job_ids)
        adding = Adding(call, errand, self._names)
        wishes = [adding.wish(candidate) for candidate in candidates]
        firsts: dict[object, Wish] = {}
        for wish in wishes:
            firsts.setdefault(wish.key or wish, wish)
        adding.fulfil(list(firsts.values()))
        _must_not_all_have_failed(list(firsts.values()))
        created = [wish for wish in firsts.values() if wish.outcome == "created"]
        faults = self._associated(errand, [str(w.candidate_id) for w in created], job_ids)
        told = self._created(call, created, faults)
        return [told.get(wish) or _followed(firsts[wish.key or wish]) for wish in wishes]

    def associate(
        self, call: Call, candidate_id: str, job_ids: Sequence[str]
    ) -> list[CandidateJob]:
        errand = self._zoho.errand()
        wanted = list(dict.fromkeys(job_ids))
        with _told():
            self._must_be_there(errand, candidate_id)
            openings = self._found_openings(errand, wanted)
            failed = asking.associate(errand, [candidate_id], wanted)
        if len(failed) < len(wanted):
            with call.writing():
                audit.note(call, "candidate.associate", target=candidate_id)
        if failed:
            missing = [(opening, code) for (_, opening), code in failed.items()]
            raise rules.NotAssociated(candidate_id, missing)
        with _told():
            known = {job.id: job for job in self._jobs_of(errand, candidate_id)}
        return [known.get(one) or _fresh(openings[one]) for one in wanted]

    def jobs_of(self, call: Call, candidate_id: str) -> list[CandidateJob]:
        del call
        errand = self._zoho.errand()
        with _told():
            self._must_be_there(errand, candidate_id)
            return self._jobs_of(errand, candidate_id)

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._zoho.close()

    def _jobs_of(self, errand: Errand, candidate_id: str) -> list[CandidateJob]:
        return [wire.job(record) for record in asking.jobs_of(errand, candidate_id)]

    def _must_be_there(self, errand: Errand, candidate_id: str) -> None:
        if not wire.is_id(candidate_id) or asking.candidate(errand, candidate_id) is None:
            raise rules.CandidateNotFound

    def _found_openings(self, errand: Errand, asked: Sequence[str]) -> Mapping[str, JobOpening]:
        """The openings that are asked for. Raises ValidationFailed where one is none."""
        missing, found = set(asked), {}
        with _told():
            for record in asking.openings(errand, self._names.openings) if missing else ():
                opening = wire.opening(record)
                if opening.id in missing:
                    found[opening.id] = opening
                    missing.discard(opening.id)
                if not missing:
                    break
        rules.must_be_openings(asked, found)
        return found

    def _associated(
        self, errand: Errand, candidate_ids: Sequence[str], job_ids: Sequence[str]
    ) -> Mapping[str, rules.NotAssociated]:
        """Associate who was created; a fault for each who is not with all of the openings."""
        if not candidate_ids or not job_ids:
            return {}
        try:
            failed = asking.associate(errand, candidate_ids, set(job_ids))
        except FAULTS as fault:
            code = fault.code if isinstance(fault, ZohoRefused) else "NO_ANSWER"
            failed = {(one, job): code for one in candidate_ids for job in job_ids}
        missing: dict[str, list[tuple[str, str]]] = {}
        for (candidate_id, opening), code in failed.items():
            missing.setdefault(candidate_id, []).append((opening, code))
        return {one: rules.NotAssociated(one, codes) for one, codes in missing.items()}

    def _created(
        self, call: Call, wishes: Sequence[Wish], faults: Mapping[str, rules.NotAssociated]
    ) -> dict[Wish, Added]:
        """Who was created, as it is told."""
        records = [wish.record or self._sent(wish) for wish in wishes]
        told = self._candidates(call, records)
        return {
            wish: Added("created", one.id, one, faults.get(one.id))
            for wish, one in zip(wishes, told, strict=True)
        }

    def _sent(self, wish: Wish) -> ZohoRecord:
        """A record as it must be there by now, since it was taken."""
        fields = wire.fields_of(wish.candidate, self._names)
        at = wish.created_at
        return {**fields, "id": wish.candidate_id, wire.CREATED: at.isoformat() if at else None}

    def _candidates(self, call: Call, records: Sequence[ZohoRecord]) -> list[CandidateRecord]:
        """Records of theirs, with what we know of them."""
        ids = [str(wire.id_of(record)) for record in records]
        with call.reading() as tx:
            kept = shelf.sources(tx, ids)
        told = []
        for candidate_id, record in zip(ids, records, strict=True):
            row = kept.get(candidate_id)
            ours: dict[str, object] = {} if row is None else {"source": row.source}
            if row is not None and not self._names.open_to_work:
                ours["open_to_work"] = row.open_to_work is True
            told.append(wire.candidate(record, self._names, **ours))
        return told


@contextmanager
def _told() -> Iterator[None]:
    """Turn a fault of Zoho's where nothing was to be added into what a caller is told."""
    try:
        yield
    except FAULTS as fault:
        raise problem_of_read(fault) from None


def _listed(errand: Errand, query: AdminListCandidatesQuery) -> tuple[Sequence[ZohoRecord], int]:
    """A page; Zoho tells no total, so it is as many as are known of by this page."""
    records, has_more = asking.page(errand, query.page, query.limit)
    if not records and query.page > 1:
        return records, asking.count(errand)
    return records, (query.page - 1) * query.limit + len(records) + has_more


def _sieved(errand: Errand, query: AdminListCandidatesQuery) -> tuple[Sequence[ZohoRecord], int]:
    words = str(query.search).split()
    sought = sorted(words, key=len, reverse=True)[:_SOUGHT_WORDS]
    fits = _fitting([normalize(word) for word in words])
    found = [record for record in asking.sought(errand, sought) if fits(record)]
    found.sort(key=lambda record: str(record.get(wire.CREATED) or ""), reverse=True)
    first = (query.page - 1) * query.limit
    return found[first : first + query.limit], len(found)


def _fitting(words: Sequence[str]) -> Callable[[ZohoRecord], bool]:
    def fits(record: ZohoRecord) -> bool:
        text = normalize(" ".join(str(record.get(field) or "") for field in _SEARCHED))
        return all(word in text for word in words)

    return fits


def _followed(first: Wish) -> Added:
    """What is told of who was not created; `first` is who has the same e-mail and came before."""
    if first.outcome == "failed":
        return Added("failed", fault=first.fault)
    return Added("duplicate", first.candidate_id)


def _must_not_all_have_failed(wishes: Sequence[Wish]) -> None:
    """Raise what kept everybody from being added, if it was nobody's own fault."""
    faults = [wish.fault for wish in wishes]
    if all(isinstance(fault, _PASSING) for fault in faults):
        raise next(fault for fault in faults if fault is not None)


def _fresh(opening: JobOpening) -> CandidateJob:
    """An association that was just made, and that a list may not have yet."""
    return CandidateJob(**opening.model_dump(), application_status=rules.ASSOCIATED)
