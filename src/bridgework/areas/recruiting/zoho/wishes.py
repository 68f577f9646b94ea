"""Somebody who is to be added, and how far that has come."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bridgework.areas.recruiting import rules
from bridgework.areas.recruiting.shapes import CandidateInput, Outcome
from bridgework.areas.recruiting.shelf import Row
from bridgework.areas.recruiting.zoho.faults import (
    ZohoBusy,
    ZohoFault,
    ZohoRefused,
    ZohoShut,
    ZohoSilent,
)
from bridgework.areas.recruiting.zoho.wire import ZohoRecord
from bridgework.kit.errors import ApiError

_log = logging.getLogger("bridgework.zoho")

Fate = Literal["known", "unknown", "dropped"]
"""What becomes of the attempt: we know who came of it, nobody knows, or nobody did."""


@dataclass(slots=True, eq=False)
class Wish:
    """One candidate to be added."""

    candidate: CandidateInput
    key: str | None
    """The e-mail, folded."""
    persons: Sequence[str]
    """Its digests; none without one."""
    attempt: Row | None = None
    """What we hold of it, or what is known; None while another call holds it."""
    outcome: Outcome | None = None
    candidate_id: str | None = None
    record: ZohoRecord | None = None
    """Theirs, where it was looked up."""
    created_at: datetime | None = None
    fault: ApiError | None = None
    fate: Fate | None = None
    """What is yet to be noted."""

    @property
    def held(self) -> Row:
        """The attempt, once it was claimed."""
        if self.attempt is None:
            raise LookupError("nobody has claimed this attempt yet")
        return self.attempt

    @property
    def is_doubtful(self) -> bool:
        """Whether it was sent before, and nobody knows what came of that."""
        return self.held.state != "known" and self.held.sent_at is not None

    def meets(self, outcome: Outcome, candidate_id: str, fate: Fate | None = None) -> None:
        """There is such a candidate now."""
        self.outcome, self.candidate_id, self.fate = outcome, candidate_id, fate

    def fails(self, fault: ApiError, *, unknown: bool = False) -> None:
        """There is none, or `unknown`."""
        self.outcome, self.fault = "failed", fault
        if self.attempt is not None and self.attempt.state != "known":
            self.fate = "unknown" if unknown or self.is_doubtful else "dropped"


def problem_of_read(fault: ZohoFault) -> ApiError:
    """What a caller is told of a fault where nothing was to be changed."""
    if isinstance(fault, ZohoRefused):
        _log.error(
            "Zoho refuses what we read (%s): see the names in the settings BRIDGEWORK_ZOHO_…", fault
        )
        return rules.RecruitingNotConnected()
    if isinstance(fault, ZohoSilent):
        return rules.RecruitingUnavailable(fault.wait)
    return problem_of(fault)


def problem_of(fault: ZohoFault) -> ApiError:
    """What a caller is told of a fault of Zoho's."""
    if isinstance(fault, ZohoBusy):
        return rules.RecruitingUnavailable(fault.wait)
    if isinstance(fault, ZohoShut):
        return rules.RecruitingNotConnected()
    if isinstance(fault, ZohoRefused):
        return rules.CandidateRefused(str(fault))
    return rules.OutcomeUnknown()
