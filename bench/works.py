"""The works, that is the kinds of measurement."""

import dataclasses
from typing import Literal

SIGN_INS, POSTS, EDITS = 5, 25, 20
"""Writes per second of each kind during the measured reads."""


@dataclasses.dataclass(frozen=True, slots=True)
class Work:
    """One kind of request, and how it is sent.

    `flood` keeps 32 requests open. `paced` sends `rate` requests per second at fixed times,
    independent of the responses. `beside_writes` alternates floods with and without writes.
    `bodies` sends the largest bodies and observes another caller. With `sent_once` no request
    repeats. `warm_up` is the number of seconds before a flood.
    """

    name: str
    title: str
    kind: str
    how: Literal["flood", "paced", "beside_writes", "bodies"] = "flood"
    rate: float = 0
    sent_once: bool = False
    warm_up: int = 1


_WRITES = f"beside {SIGN_INS} sign-ins, {POSTS} posts, {EDITS} edits a second"
# Works with many writes come last: e-mails are sent for some time after them.
WORKS = (
    Work("list", "list of 20 with the total", "list"),
    Work("one", "one record, ids at random", "one", warm_up=4),
    Work("search", "a thousand different searches", "search"),
    Work("account", "signed-in GET with session lookup", "account"),
    Work("list-beside-writes", f"list {_WRITES}", "list", "beside_writes"),
    Work("one-beside-writes", f"one {_WRITES}", "one", "beside_writes", warm_up=4),
    Work("matches", "experts ranked for a role, 2.5/s", "matches", "paced", 2.5),
    Work("jobs", "list of jobs, any filters, 50/s", "jobs", "paced", 50),
    Work("roles", "list of roles, any filters, 50/s", "roles", "paced", 50),
    Work("vendors", "list of vendors, any filters, 50/s", "vendors", "paced", 50),
    Work("users", "list of users, any filters, 50/s", "users", "paced", 50),
    Work("changes", "100 changes of the feed, 50/s", "changes", "paced", 50),
    Work("post", "feed post", "post"),
    Work("application", "job application with a CV", "application", sent_once=True),
    Work("bodies", "another caller beside the largest bodies", "bodies", "bodies"),
)
NAMES = tuple(work.name for work in WORKS)
READS = frozenset({"list", "one"})
"""The kinds that every stack serves."""
