"""The lists whose searches can be saved: how a saved query is applied to one record."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from pydantic import JsonValue

from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.directory.schemas import ExpertCard, ListExpertsQuery
from bridgework.areas.work.jobs import actions as jobs
from bridgework.areas.work.jobs.schemas import JobCard, ListJobsQuery
from bridgework.areas.work.saved_searches.schemas import SearchKind
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.search import Condition, ReverseSearch
from bridgework.kit.data.search.reverse import Document
from bridgework.kit.validation import QueryParams, query_params

Params = TypeVar("Params", bound=QueryParams)
Description = Mapping[str, str | int | None]
"""A find in an e-mail: `title`, `detail`, `score`, and the `path` of its page."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a list, as it is indexed."""

    author: Id
    since: datetime
    """When it joined the list."""
    document: Document


@dataclass(frozen=True, slots=True)
class ListKind(Generic[Params]):
    """One list."""

    model: type[Params]
    edition: str
    """The edition of the terminology that the keys of queries depend on."""
    conditions: Callable[[Params], Sequence[Condition] | None]
    keys: Callable[[Tx, Params], Set[str]]
    get_records: Callable[[Tx, Sequence[Id]], Mapping[Id, Record]]
    reverse_search: Callable[[Tx, Document], ReverseSearch]
    describe: Callable[[Tx, Sequence[Id], Id, datetime], Mapping[Id, Description]]
    """Describes those of the records that the list contains now, for a reader."""

    def parse(self, query: Mapping[str, JsonValue]) -> Params:
        """Return the parameters of a saved query."""
        return query_params.from_json(self.model, query, "query")

    def keys_of(self, tx: Tx, query: Mapping[str, JsonValue]) -> Set[str]:
        """Return the keys of a saved query; none if it can find nothing."""
        return self.keys(tx, self.parse(query))

    def is_found(self, search: ReverseSearch, query: Mapping[str, JsonValue]) -> bool:
        """Whether a saved query finds the document of a reverse search."""
        conditions = self.conditions(self.parse(query))
        return conditions is not None and search.is_found_by(conditions)


def _experts(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, Record]:
    return {
        account_id: Record(account_id, *found)
        for account_id, found in directory.get_documents(tx, ids).items()
    }


def _jobs(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, Record]:
    return {job_id: Record(*found) for job_id, found in jobs.get_documents(tx, ids).items()}


def _describe_experts(
    tx: Tx, ids: Sequence[Id], reader: Id, now: datetime
) -> Mapping[Id, Description]:
    del reader, now
    return {
        account_id: _describe_expert(account_id, card)
        for account_id, card in directory.get_cards(tx, ids).items()
    }


def _describe_jobs(
    tx: Tx, ids: Sequence[Id], reader: Id, now: datetime
) -> Mapping[Id, Description]:
    return {
        job_id: _describe_job(job_id, card, jobs.match_score(tx, job_id, reader))
        for job_id, card in jobs.get_open_cards(tx, ids, now).items()
    }


def _describe_expert(account_id: Id, card: ExpertCard) -> Description:
    return {
        "title": f"{card.first_name} {card.last_name}",
        "detail": _joined(card.title, card.location),
        "score": None,
        "path": f"/app/experts/{account_id}",
    }


def _describe_job(job_id: Id, card: JobCard, score: int | None) -> Description:
    return {
        "title": card.role_needed,
        "detail": _joined(card.company_name, card.location),
        "score": score,
        "path": f"/app/jobs/{job_id}",
    }


def _joined(*texts: str | None) -> str:
    return ", ".join(text for text in texts if text)


KINDS: Mapping[SearchKind, ListKind[Any]] = {
    "experts": ListKind(
        model=ListExpertsQuery,
        edition=directory.EDITION,
        conditions=directory.to_conditions,
        keys=directory.keys_of,
        get_records=_experts,
        reverse_search=directory.reverse_search,
        describe=_describe_experts,
    ),
    "jobs": ListKind(
        model=ListJobsQuery,
        edition="2",
        conditions=jobs.open_conditions,
        keys=jobs.keys_of,
        get_records=_jobs,
        reverse_search=jobs.reverse_search,
        describe=_describe_jobs,
    ),
}
