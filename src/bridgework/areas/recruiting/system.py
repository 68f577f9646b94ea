"""What a recruiting system does, whichever it is.

Each act opens the transactions that it needs, since one that goes over the network must not hold
any: none is called where one is open. Ids are the system's own, strings of digits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
    Outcome,
)
from bridgework.kit.errors import ApiError
from bridgework.kit.http.context import Call


@dataclass(frozen=True, slots=True)
class Added:
    """What came of a candidate who was to be added."""

    outcome: Outcome
    candidate_id: str | None = None
    """Their id, or that of who had the e-mail before."""
    candidate: CandidateRecord | None = None
    """Who was created."""
    fault: ApiError | None = None
    """Why somebody was not created, or was and is not associated with every opening."""


class System(Protocol):
    """Where candidates and openings are kept.

    One that goes over the network raises RecruitingUnavailable or RecruitingNotConnected.
    """

    def openings(self, call: Call) -> list[JobOpening]:
        """What candidates can be associated with, the newest first."""
        ...

    def page(
        self, call: Call, query: AdminListCandidatesQuery
    ) -> tuple[Sequence[CandidateRecord], int]:
        """A page of the candidates who fit, the newest first, and how many there are."""
        ...

    def add(
        self, call: Call, candidates: Sequence[CandidateInput], job_ids: Sequence[str]
    ) -> list[Added]:
        """Add those whose e-mail nobody has, associate them, note it, and tell what came of each.

        Raises ValidationFailed for openings that there are none of, before anything is done.
        """
        ...

    def associate(
        self, call: Call, candidate_id: str, job_ids: Sequence[str]
    ) -> list[CandidateJob]:
        """Associate a candidate with openings, note it, and tell those; what is so stays so.

        Raises CandidateNotFound, ValidationFailed or NotAssociated.
        """
        ...

    def jobs_of(self, call: Call, candidate_id: str) -> list[CandidateJob]:
        """What a candidate is associated with, the newest first. Raises CandidateNotFound."""
        ...

    def close(self) -> None:
        """Give back what is held open."""
        ...
