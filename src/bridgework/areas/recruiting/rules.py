"""What holds in recruiting: ids of digits, known e-mails, openings that are there."""

import re
import uuid
from collections.abc import Collection, Sequence

from bridgework.kit.ids import Id, is_id
from bridgework.kit.problems import Conflict, Fault, NotFound, ValidationFailed
from bridgework.trade import states

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


def known_as(candidate_id: str) -> str:
    """The sentence that tells who has an e-mail already."""
    return f"There is a candidate with this e-mail already: {candidate_id}."


def must_be_openings(asked: Sequence[str], found: Collection[str]) -> None:
    """Raise ValidationFailed with a fault for each of `asked` that was not found."""
    message = "There is no such opening."
    faults = [
        Fault(f"jobIds[{place}]", "job_unknown", message)
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
    named = states.in_place(rest if comma else city)
    state = next(iter(named)) if len(named) == 1 else None
    return (city.strip() or None if comma and state else None), state
