"""What is measured: each work by its name, and how it is asked for."""

import dataclasses
from typing import Literal

# How many of each kind are written a second, beside the reads that are measured.
MIXES = {
    "writes": {"sign-in": 5, "post": 25, "edit": 20},
    "thirds": {"sign-in": 17, "post": 17, "edit": 16},
    "sign-ins": {"sign-in": 10, "post": 0, "edit": 0},
}


@dataclasses.dataclass(frozen=True, slots=True)
class Work:
    """`asks` names the requests, for several works may send the same ones.

    A `flood` keeps 32 requests under way. `paced` sends so many a second at their times, whether
    those before were answered or not, for `longer` times a flood's seconds. `bare` calls a
    function, without a server. `in_turn`: no request is sent twice. `beside` is a mix of MIXES.
    `filled` is for how many seconds the same is asked beforehand, so that what is kept is kept.
    """

    name: str
    title: str
    asks: str
    how: Literal["flood", "paced", "bare"] = "flood"
    rate: float = 0
    longer: int = 1
    in_turn: bool = False
    beside: str = ""
    filled: int = 0


def _beside(mix: str, told: str) -> list[Work]:
    return [
        Work(f"listExperts-{mix}", f"listExperts beside {told}", "listExperts", beside=mix),
        Work(f"getExpert-{mix}", f"getExpert beside {told}", "getExpert", beside=mix, filled=4),
    ]


def _told(mix: str) -> str:
    counts = MIXES[mix]
    return f"{counts['sign-in']} sign-ins, {counts['post']} posts, {counts['edit']} edits a second"


# In the order of measuring: what writes most comes last, for its letters go out long after it.
WORKS = (
    Work("listExperts", "listExperts: 20 with the total", "listExperts"),
    Work("getExpert", "getExpert: ids at random", "getExpert", filled=4),
    Work("searchExperts", "listExperts: a thousand searches", "searchExperts"),
    Work("getMe", "getMe: signed in, 200 members", "getMe"),
    *_beside("writes", _told("writes")),
    *_beside("thirds", _told("thirds")),
    *_beside("sign-ins", "10 sign-ins a second"),
    Work("listRoleMatches", "listRoleMatches: 2.5 a second", "listRoleMatches", "paced", 2.5, 4),
    Work("people_for", "matching.people_for, without a server", "people_for", "bare", 0, 4),
    # Each of their questions once beforehand: a thousand, and 37.
    Work(
        "listJobs", "listJobs: three filters, 200 a second", "listJobs", "paced", 200, 2, filled=4
    ),
    Work(
        "adminListUsers", "adminListUsers: 25 a second", "adminListUsers", "paced", 25, 4, filled=1
    ),
    Work("createFeedPost", "createFeedPost: signed in", "createFeedPost"),
    Work("applyToJob", "applyToJob: signed in, with a CV", "applyToJob", in_turn=True),
)
NAMES = tuple(work.name for work in WORKS)
