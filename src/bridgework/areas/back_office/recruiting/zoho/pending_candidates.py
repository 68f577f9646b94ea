"""A candidate that is being created in Zoho."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bridgework.areas.back_office.recruiting.records import Attempt
from bridgework.areas.back_office.recruiting.schemas import CandidateInput, CandidateOutcome
from bridgework.areas.back_office.recruiting.zoho.serialization import ZohoRecord
from bridgework.kit.core import ApiError

Settlement = Literal["known", "unknown", "deleted"]
"""How an attempt ends: it created a known candidate; its outcome is unknown; it created none and is
deleted."""


@dataclass(slots=True, eq=False)
class PendingCandidate:
    """A candidate to create, and the progress of its creation."""

    input: CandidateInput
    key: str | None
    """The normalized e-mail address."""
    persons: Sequence[str]
    """The digests of the key; empty without an e-mail address."""
    attempt: Attempt | None = None
    """The attempt that this request holds, or a settled one; None while another holds it."""
    outcome: CandidateOutcome | None = None
    candidate_id: str | None = None
    record: ZohoRecord | None = None
    """Zoho's record, if the lookup found one."""
    created_at: datetime | None = None
    error: ApiError | None = None
    settlement: Settlement | None = None
    """The settlement that is not stored yet."""

    @property
    def held(self) -> Attempt:
        """The attempt. Raises LookupError before it is claimed."""
        if self.attempt is None:
            raise LookupError("the attempt is not claimed yet")
        return self.attempt

    @property
    def may_exist(self) -> bool:
        """Whether the candidate was sent before with an unknown outcome."""
        return self.held.state != "known" and self.held.sent_at is not None

    def exists(
        self, outcome: CandidateOutcome, candidate_id: str, settle: Settlement | None = None
    ) -> None:
        """Set the outcome: the candidate exists."""
        self.outcome, self.candidate_id, self.settlement = outcome, candidate_id, settle

    def fail(self, error: ApiError, *, is_unknown: bool = False) -> None:
        """Set the outcome: the candidate was not created, or it is unknown whether it was."""
        self.outcome, self.error = "failed", error
        if self.attempt is not None and self.attempt.state != "known":
            self.settlement = "unknown" if is_unknown or self.may_exist else "deleted"
