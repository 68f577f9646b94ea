"""The errors of recruiting."""

from collections.abc import Collection, Sequence

from bridgework.kit.errors import (
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
    """There is a candidate with this e-mail already; the message tells their id."""

    def __init__(self, candidate_id: str) -> None:
        super().__init__(candidate_exists_message(candidate_id))


class CandidateUnderWay(Conflict):
    """A candidate with this e-mail is being added at this moment: try again in a while."""

    def __init__(self) -> None:
        super().__init__(retry_after="30")


class CandidateRefused(Unprocessable):
    """The recruiting system does not take this candidate; the message tells its code."""

    def __init__(self, reason: str, field: str | None = None) -> None:
        """`reason` is the provider's code, `field` the name of the field that it is about."""
        self.reason = reason
        at_field = f" at {field}" if field else ""
        super().__init__(f"The recruiting system does not take this candidate: {reason}{at_field}.")


class NotAssociated(Conflict):
    """Not every association was made: try again. The message tells which are missing, and why."""

    def __init__(self, candidate_id: str, missing: Collection[tuple[str, str]]) -> None:
        """`missing` are the openings, each with the code of its refusal."""
        openings = ", ".join(f"{opening} ({code})" for opening, code in sorted(missing))
        super().__init__(f"Candidate {candidate_id} is there, and not associated with {openings}.")


class OutcomeUnknown(Conflict):
    """The recruiting system gave no answer, so it is not known whether the candidate was added.

    Nothing is sent again without looking first: with an e-mail, or under the same Idempotency-Key,
    it can be asked for again.
    """

    def __init__(self, reason: str = "") -> None:
        """`reason` is for the log alone."""
        super().__init__()
        self.reason = reason


class RecruitingUnavailable(Unavailable):
    """The recruiting system can't be reached or is busy: try again after Retry-After."""

    def __init__(self, wait: int, reason: str = "") -> None:
        """`wait` is in seconds; `reason` is for the log alone."""
        super().__init__(retry_after=str(wait))
        self.wait = wait
        self.reason = reason


class RecruitingNotConnected(Unavailable):
    """The recruiting system does not let us in: whoever runs this server has to look into it."""

    def __init__(self, reason: str = "") -> None:
        """`reason` is for the log alone."""
        super().__init__(retry_after="300")
        self.reason = reason


def candidate_exists_message(candidate_id: str) -> str:
    """The message that an e-mail is taken, and by which candidate."""
    return f"There is a candidate with this e-mail already: {candidate_id}."


def must_be_openings(job_ids: Sequence[str], found: Collection[str]) -> None:
    """Raise ValidationFailed with an error for each id that was not found."""
    unknown = [
        FieldError(f"jobIds[{index}]", "job_unknown", "There is no such opening.")
        for index, job_id in enumerate(job_ids)
        if job_id not in found
    ]
    if unknown:
        raise ValidationFailed(*unknown)
