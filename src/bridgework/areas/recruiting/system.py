"""What a recruiting system does, whichever it is.

Everything is done within the call's transaction. Ids are the system's own, strings of digits.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from bridgework.areas.recruiting.shapes import (
    AdminListCandidatesQuery,
    CandidateInput,
    CandidateJob,
    CandidateRecord,
    JobOpening,
)
from bridgework.kit.http.call import Call


class Added(NamedTuple):
    """A candidate who was to be added: their id, or that of who had the e-mail before."""

    candidate_id: str
    is_new: bool


class System(Protocol):
    """Where candidates and openings are kept."""

    def openings(self, call: Call) -> list[JobOpening]:
        """What candidates can be associated with, the newest first."""
        ...

    def hold_openings(self, call: Call, ids: Collection[str]) -> set[str]:
        """Those of `ids` that are openings, and stay so until the call ends."""
        ...

    def page(
        self, call: Call, query: AdminListCandidatesQuery
    ) -> tuple[Sequence[CandidateRecord], int]:
        """A page of the candidates who fit, the newest first, and how many there are."""
        ...

    def candidates(self, call: Call, ids: Collection[str]) -> Mapping[str, CandidateRecord]:
        """Those candidates who are there, by id."""
        ...

    def add(self, call: Call, candidates: Sequence[CandidateInput]) -> list[Added]:
        """Add those whose e-mail nobody has, and tell of each, in that order, what came of it."""
        ...

    def associate(self, call: Call, candidates: Collection[str], openings: Collection[str]) -> None:
        """Associate each candidate with each opening; what is associated stays as it is."""
        ...

    def jobs_of(self, call: Call, candidate_id: str) -> list[CandidateJob]:
        """What a candidate is associated with, the newest first."""
        ...
