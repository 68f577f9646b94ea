"""What holds in recruiting: ids of digits, known e-mails, openings that are there."""

import re
import uuid
from collections.abc import Collection, Sequence

from bridgework.kit.auth import Caller
from bridgework.kit.errors import (
    Conflict,
    FieldError,
    NotFound,
    Unavailable,
    Unprocessable,
    ValidationFailed,
)
from bridgework.kit.ids import Id, is_id
from bridgework.terminology import us_states

ASSOCIATED = "Associated"
"""How a new association stands."""

_CANDIDATE = re.compile(r"[1-9][0-9]{0,17}")
_OPENING = re.compile(r"[1-9][0-9]{0,38}")
_IDS_END = 2**128


class CandidateNotFound(NotFound):
    """There is no such candidate."""


class CandidateExists(Conflict):
    """There is a candidate with this e-mail already; the message tells their id."""

    def __init__(self, candidate_id: str) -> None:
        super().__init__(known_as(candidate_id))


class CandidateUnderWay(Conflict):
    """A candidate with this e-mail is being added at this moment: try again in a while."""

    def __init__(self) -> None:
        super().__init__(retry_after="30")


class CandidateRefused(Unprocessable):
    """The recruiting system does not take this candidate; the message tells its code."""

    def __init__(self, code: str) -> None:
        super().__init__(f"The recruiting system does not take this candidate: {code}.")


class NotAssociated(Conflict):
    """Not every association was made: try again. The message tells which are missing, and why."""

    def __init__(self, candidate_id: str, missing: Collection[tuple[str, str]]) -> None:
        """`missing` are the openings, and the code that each had for an answer."""
        told = ", ".join(f"{opening} ({code})" for opening, code in sorted(missing))
        super().__init__(f"Candidate {candidate_id} is there, and not associated with {told}.")


class OutcomeUnknown(Conflict):
    """The recruiting system gave no answer, so it is not known whether the candidate was added.

    Nothing is sent again without looking first: with an e-mail, or under the same Idempotency-Key,
    it can be asked for again.
    """


class RecruitingUnavailable(Unavailable):
    """The recruiting system can't be reached or is busy: try again after Retry-After."""

    def __init__(self, wait: int) -> None:
        super().__init__(retry_after=str(wait))


class RecruitingNotConnected(Unavailable):
    """The recruiting system does not let us in: whoever runs this server has to look into it."""

    def __init__(self) -> None:
        super().__init__(retry_after="300")


def adder(caller: Caller) -> Id:
    """Who adds a candidate: for a partner's key the administrator who made it."""
    return caller.made_by or caller.account()


def known_as(candidate_id: str) -> str:
    """The sentence that tells who has an e-mail already."""
    return f"There is a candidate with this e-mail already: {candidate_id}."


def must_be_openings(asked: Sequence[str], found: Collection[str]) -> None:
    """Raise ValidationFailed with a fault for each of `asked` that was not found."""
    message = "There is no such opening."
    faults = [
        FieldError(f"jobIds[{place}]", "job_unknown", message)
        for place, one in enumerate(asked)
        if one not in found
    ]
    if faults:
        raise ValidationFailed(*faults)


def candidate_number(candidate_id: str) -> int | None:
    """The number that an id tells, None if it can't be a candidate's."""
    return int(candidate_id) if _CANDIDATE.fullmatch(candidate_id) else None


def opening_id(job_id: Id) -> str:
    """A posting's id in digits alone: the same number, so nothing need be kept to read it back."""
    return str(uuid.UUID(job_id).int)


def job_id(opening: str) -> Id | None:
    """The posting's id that an opening's tells, None if it can't be one."""
    if not _OPENING.fullmatch(opening) or int(opening) >= _IDS_END:
        return None
    told = str(uuid.UUID(int=int(opening)))
    return Id(told) if is_id(told) else None


def city_and_state(location: str | None) -> tuple[str | None, str | None]:
    """What a posting's location tells of both, as in `Austin, TX`; None for what it doesn't."""
    city, comma, rest = (location or "").partition(",")
    named = us_states.in_place(rest if comma else city)
    state = next(iter(named)) if len(named) == 1 else None
    return (city.strip() or None if comma and state else None), state
