"""The interface of a recruiting provider.

Each function opens its own transactions, because a remote provider must not hold one while it
waits: callers must not have an open transaction. The provider assigns the ids, strings of digits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bridgework.areas.back_office.recruiting import schemas
from bridgework.context import Context
from bridgework.kit.core import ApiError, Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.security import Caller


@dataclass(frozen=True, slots=True)
class Creation:
    """The result of creating one candidate."""

    outcome: schemas.CandidateOutcome
    candidate_id: str | None = None
    """The id of the created candidate, or of the existing one with the same e-mail address."""
    candidate: schemas.CandidateRecord | None = None
    """The created candidate."""
    error: ApiError | None = None
    """Why the candidate was not created, or not associated with every opening."""


class Provider(Protocol):
    """Stores candidates and their associations with openings.

    A remote provider raises RecruitingUnavailable or RecruitingNotConnected.
    """

    def list_openings(self, context: Context) -> list[schemas.JobOpening]:
        """List the openings that candidates can be associated with, newest first."""
        ...

    def list_candidates(
        self, context: Context, query: schemas.AdminListCandidatesQuery
    ) -> OffsetPage[schemas.CandidateRecord]:
        """List the matching candidates, newest first."""
        ...

    def create_candidates(
        self, context: Context, candidates: Sequence[schemas.CandidateInput], job_ids: Sequence[str]
    ) -> list[Creation]:
        """Create the candidates whose e-mail address is new, and associate them with the openings.

        Each creation is audited. Raises ValidationFailed for unknown openings, before any change.
        """
        ...

    def associate(
        self, context: Context, candidate_id: str, job_ids: Sequence[str]
    ) -> list[schemas.CandidateJob]:
        """Associate a candidate with openings, audit it, and return the openings. Idempotent.

        Raises CandidateNotFound, ValidationFailed or NotAssociated.
        """
        ...

    def list_candidate_jobs(
        self, context: Context, candidate_id: str
    ) -> list[schemas.CandidateJob]:
        """List the openings of a candidate, latest association first. Raises CandidateNotFound."""
        ...


def accountable_account(caller: Caller) -> Id:
    """Return the account that adds a candidate: for an API key, the administrator who made it."""
    return caller.made_by or caller.account()
