"""What is asked of Zoho, a function each."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from bridgework.areas.recruiting.zoho import wire
from bridgework.areas.recruiting.zoho.client import Errand
from bridgework.areas.recruiting.zoho.faults import FAULTS, ZohoRefused, ZohoSilent
from bridgework.areas.recruiting.zoho.wire import Item, ZohoRecord
from bridgework.kit.fields import email_key

_PAGE = 200
_MOST_PAGES = 10
_NO_SUCH = frozenset({"INVALID_DATA", "STATUS_404", "NOT_FOUND", "RECORD_NOT_FOUND"})
_NEWEST_FIRST = {"sort_by": wire.CREATED, "sort_order": "desc"}
_LOCKED = frozenset({"RECORD_LOCKED"})
_LOCKED_PAUSES = (0.25, 1.0)
_IS_ASSOCIATED = frozenset({"SUCCESS", "ALREADY_ASSOCIATED"})

Pair = tuple[str, str]
"""A candidate and an opening."""


def candidate(errand: Errand, candidate_id: str) -> ZohoRecord | None:
    """A candidate, None if there is none."""
    try:
        found = wire.records(errand.asked(f"Candidates/{candidate_id}"))
    except ZohoRefused as refused:
        if refused.code not in _NO_SUCH:
            raise
        return None
    return found[0] if found else None


def by_emails(errand: Errand, emails: Sequence[str]) -> Mapping[str, ZohoRecord]:
    """Those who have one of ten e-mails at most, by that, folded; of two the one who was first."""
    found = _sought(errand, wire.criteria(wire.EMAIL, "equals", emails)) if emails else []
    wanted = {email_key(email) for email in emails}
    oldest_last = sorted(found, key=lambda record: -int(str(wire.id_of(record))))
    keyed = {email_key(str(record.get(wire.EMAIL) or "")): record for record in oldest_last}
    return {key: record for key, record in keyed.items() if key in wanted}


def by_references(
    errand: Errand, field: str, references: Sequence[str]
) -> Mapping[str, ZohoRecord]:
    """Those who carry one of ten references at most, by that."""
    found = _sought(errand, wire.criteria(field, "equals", references)) if references else []
    return {str(record.get(field)): record for record in found if record.get(field) in references}


def page(errand: Errand, page: int, limit: int) -> tuple[list[ZohoRecord], bool]:
    """A page of candidates, the newest first, and whether there is a further one."""
    answer = errand.asked("Candidates", page=page, per_page=limit, **_NEWEST_FIRST)
    return wire.records(answer), wire.has_more(answer)


def count(errand: Errand) -> int:
    """How many candidates there are, as far as they are counted."""
    return sum(1 for _ in _pages(errand, "Candidates", **_NEWEST_FIRST))


def sought(errand: Errand, words: Sequence[str]) -> list[ZohoRecord]:
    """Candidates in whose names or e-mails each word begins something."""
    fields = ("First_Name", "Last_Name", wire.EMAIL, "Secondary_Email")
    each = [
        wire.any_of([wire.criteria(field, "starts_with", [word]) for field in fields])
        for word in words
    ]
    return _sought(errand, wire.all_of(each))


def openings(errand: Errand, module: str) -> Iterator[ZohoRecord]:
    """The openings that take candidates, the newest first; no more pages than are looked at."""
    for record in _pages(errand, module, **_NEWEST_FIRST):
        if wire.is_open(record):
            yield record


def jobs_of(errand: Errand, candidate_id: str) -> list[ZohoRecord]:
    """What a candidate is associated with."""
    return list(_pages(errand, f"Candidates/{candidate_id}/associate"))


def upsert(errand: Errand, fields: Sequence[Mapping[str, object]]) -> list[Item]:
    """Add those whose e-mail nobody has, change the others; an item for each, in that order."""
    items = _upserted(errand, fields)
    for pause in _LOCKED_PAUSES:
        locked = [place for place, item in enumerate(items) if item.code in _LOCKED]
        if not locked or not errand.pause(pause):
            break
        try:
            again = _upserted(errand, [fields[place] for place in locked])
        except FAULTS:
            break  # what the others were told stands
        for place, item in zip(locked, again, strict=True):
            items[place] = item
    return items


def _upserted(errand: Errand, fields: Sequence[Mapping[str, object]]) -> list[Item]:
    body = {"data": fields, "duplicate_check_fields": [wire.EMAIL]}
    return _each(errand.told("POST", "Candidates/upsert", body, again=True), fields)


def insert(errand: Errand, fields: Sequence[Mapping[str, object]]) -> list[Item]:
    """Add each; an item for each, in that order. Never sent twice, so ZohoSilent means doubt."""
    return _each(errand.told("POST", "Candidates", {"data": fields}, again=False), fields)


def associate(
    errand: Errand, candidates: Collection[str], openings: Collection[str]
) -> Mapping[Pair, str]:
    """Associate each candidate with each opening; what came of those pairs that were not, by code.

    What is associated already counts as done. One that is locked is tried again.
    """
    wanted = {(candidate, opening) for candidate in candidates for opening in openings}
    failed = dict.fromkeys(wanted, "FAILURE")
    for pause in (*_LOCKED_PAUSES, None):
        failed = _associated(errand, candidates, {opening for _, opening in failed}, failed)
        if _LOCKED.isdisjoint(failed.values()) or pause is None or not errand.pause(pause):
            break
    return failed


def _associated(
    errand: Errand,
    candidates: Collection[str],
    openings: Collection[str],
    before: Mapping[Pair, str],
) -> dict[Pair, str]:
    """What is left of the pairs after one try, by why."""
    body = {"data": [{"ids": sorted(candidates), "jobids": sorted(openings)}]}
    told = errand.told("PUT", "Candidates/actions/associate", body, again=True)
    failed = dict(before)
    for item in wire.items(told):
        about, whom = item.openings(), item.candidates()
        for pair in before:
            if about in {None, pair[1]} and (not whom or pair[0] in whom):
                if item.code in _IS_ASSOCIATED:
                    failed.pop(pair, None)
                elif pair in failed:
                    failed[pair] = item.code
    return failed


def _sought(errand: Errand, criteria: str) -> list[ZohoRecord]:
    return list(_pages(errand, "Candidates/search", criteria=criteria))


def _pages(errand: Errand, path: str, **query: str) -> Iterator[ZohoRecord]:
    for number in range(1, _MOST_PAGES + 1):
        answer = errand.asked(path, page=number, per_page=_PAGE, **query)
        yield from wire.records(answer)
        if not wire.has_more(answer):
            return


def _each(answer: Mapping[str, Any], sent: Sequence[object]) -> list[Item]:
    items = wire.items(answer)
    if len(items) != len(sent):
        raise ZohoSilent(f"{len(items)} items for {len(sent)} that were sent")
    return items
