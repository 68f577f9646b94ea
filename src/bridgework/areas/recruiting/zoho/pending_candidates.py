"""A candidate on the way to Zoho."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bridgework.areas.recruiting.attempts import Attempt
from bridgework.areas.recruiting.schemas import CandidateInput, Outcome
from bridgework.areas.recruiting.zoho.serialization import ZohoRecord
from bridgework.kit.errors import ApiError

Settlement = Literal["known", "unknown", "deleted"]
"""What becomes of the attempt: the candidate it created is known, nobody knows, it created none."""


@dataclass(slots=True, eq=False)
class PendingCandidate:
    """A candidate to create, and how far that is."""

    candidate: CandidateInput
    key: str | None
    """The e-mail's key."""
    persons: Sequence[str]
    """The digests of the key; none without an e-mail."""
    attempt: Attempt | None = None
    """The attempt that this request holds, or one that is known; None while another holds it."""
    outcome: Outcome | None = None
    candidate_id: str | None = None
    record: ZohoRecord | None = None
    """Zoho's record, if it was looked up."""
    created_at: datetime | None = None
    error: ApiError | None = None
    settlement: Settlement | None = None
    """What has yet to be stored."""

    @property
    def held(self) -> Attempt:
        """The attempt, once it is claimed."""
        if self.attempt is None:
            raise LookupError("the attempt is not claimed yet")
        return self.attempt

    @property
    def may_exist(self) -> bool:
        """Whether it was sent before, and the outcome is unknown."""
        return self.held.state != "known" and self.held.sent_at is not None

    def exists(self, outcome: Outcome, candidate_id: str, settle: Settlement | None = None) -> None:
        """Set the outcome: there is such a candidate now."""
        self.outcome, self.candidate_id, self.settlement = outcome, candidate_id, settle

    def fail(self, error: ApiError, *, is_unknown: bool = False) -> None:
        """Set the outcome: there is none, or it is unknown."""
        self.outcome, self.error = "failed", error
        if self.attempt is not None and self.attempt.state != "known":
            self.settlement = "unknown" if is_unknown or self.may_exist else "deleted"
