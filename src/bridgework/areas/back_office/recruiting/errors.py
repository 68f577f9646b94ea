"""The errors of recruiting."""

from collections.abc import Collection, Sequence

from bridgework.kit.core import (
    Conflict,
    FieldError,
    NotFound,
    Unavailable,
    Unprocessable,
    ValidationFailed,
)


class CandidateNotFound(NotFound):
    """There is no such candidate."""


class CandidateExists(Conflict):
    """A candidate with this e-mail address already exists; the message contains their ID."""

    def __init__(self, candidate_id: str) -> None:
        super().__init__(candidate_exists_message(candidate_id))


class CandidateUnderWay(Conflict):
    """A candidate with this e-mail address is being created. Try again later."""

    def __init__(self) -> None:
        super().__init__(retry_after="30")


class CandidateRefused(Unprocessable):
    """The recruiting system refused this candidate; the message contains its code."""

    def __init__(self, reason: str, field: str | None = None) -> None:
        """`reason` is the provider's code, `field` the name of the field that caused it."""
        self.reason = reason
        at_field = f" in {field}" if field else ""
        super().__init__(f"The recruiting system refused this candidate: {reason}{at_field}.")


class NotAssociated(Conflict):
    """Some openings were not associated; the message lists them with reasons. Try again."""

    def __init__(self, candidate_id: str, missing: Collection[tuple[str, str]]) -> None:
        """`missing` holds pairs of an opening and the code of its failure."""
        openings = ", ".join(f"{opening} ({code})" for opening, code in sorted(missing))
        super().__init__(f"Candidate {candidate_id} exists but is not associated with {openings}.")


class OutcomeUnknown(Conflict):
    """The recruiting system did not respond, so it is unknown whether the candidate was created.

    A repeated request first looks the candidate up, by e-mail address or Idempotency-Key, and does
    not create a second one.
    """

    def __init__(self, reason: str = "") -> None:
        """`reason` is logged and not returned."""
        super().__init__()
        self.reason = reason


class RecruitingUnavailable(Unavailable):
    """The recruiting system is unreachable or busy. Try again after Retry-After."""

    def __init__(self, wait: int, reason: str = "") -> None:
        """`wait` is in seconds; `reason` is logged and not returned."""
        super().__init__(retry_after=str(wait))
        self.wait = wait
        self.reason = reason


class RecruitingNotConnected(Unavailable):
    """The recruiting system refused the credentials of this server. Contact its operator."""

    def __init__(self, reason: str = "") -> None:
        """`reason` is logged and not returned."""
        super().__init__(retry_after="300")
        self.reason = reason


def candidate_exists_message(candidate_id: str) -> str:
    """The message of CandidateExists, with the ID of the existing candidate."""
    return f"A candidate with this e-mail address already exists: {candidate_id}."


def must_be_openings(job_ids: Sequence[str], existing: Collection[str]) -> None:
    """Raise ValidationFailed with an error for each id that does not exist."""
    unknown = [
        FieldError(f"jobIds[{index}]", "job_unknown", "There is no such opening.")
        for index, job_id in enumerate(job_ids)
        if job_id not in existing
    ]
    if unknown:
        raise ValidationFailed(*unknown)
