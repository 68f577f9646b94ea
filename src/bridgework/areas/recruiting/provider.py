"""What a recruiting provider does.

Each function opens the transactions that it needs, since a provider behind the network must not
hold one while it waits: no transaction is open when one is called. Ids are the provider's own,
strings of digits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bridgework.areas.recruiting.schemas import (
    AdminListCandidatesQuery,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    CandidateRecordPage,
    JobOpening,
    Outcome,
)
from bridgework.kit.auth import Caller
from bridgework.kit.errors import ApiError
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id


@dataclass(frozen=True, slots=True)
class Creation:
    """The result of creating one candidate."""

    outcome: Outcome
    candidate_id: str | None = None
    """Of the created candidate, or of the one who had the e-mail before."""
    candidate: CandidateRecord | None = None
    """The created candidate."""
    error: ApiError | None = None
    """Why they were not created, or not associated with every opening."""


class Provider(Protocol):
    """Stores candidates and their associations with openings.

    A provider behind the network raises RecruitingUnavailable or RecruitingNotConnected.
    """

    def list_openings(self, context: Context) -> list[JobOpening]:
        """List what candidates can be associated with, newest first."""
        ...

    def list_candidates(
        self, context: Context, query: AdminListCandidatesQuery
    ) -> CandidateRecordPage:
        """List the matching candidates, newest first."""
        ...

    def create_candidates(
        self, context: Context, candidates: Sequence[CandidateInput], job_ids: Sequence[str]
    ) -> list[Creation]:
        """Create and audit the candidates whose e-mail is new, associated with the openings.

        Raises ValidationFailed for unknown openings, before anything is done.
        """
        ...

    def associate(
        self, context: Context, candidate_id: str, job_ids: Sequence[str]
    ) -> list[CandidateJob]:
        """Associate a candidate with openings, audit it, and return those; may be repeated.

        Raises CandidateNotFound, ValidationFailed or NotAssociated.
        """
        ...

    def list_candidate_jobs(self, context: Context, candidate_id: str) -> list[CandidateJob]:
        """List what a candidate is associated with, newest first. Raises CandidateNotFound."""
        ...


def accountable_account(caller: Caller) -> Id:
    """Who adds a candidate: for a partner's key the administrator who created it."""
    return caller.made_by or caller.account()
