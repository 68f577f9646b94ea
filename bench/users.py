"""Questions to the list of users: every filter alone, each two of them together, and all."""

import itertools

FILTERS = {
    "search": "mar",
    "role": "expert",
    "verification": "verified",
    "jobsVerification": "verified",
    "jobsRole": "candidate",
    "vendorsVerification": "not-verified",
    "vendorsRole": "vendor",
    "platform": "matchmaker",
}
"""A value of each that many accounts have."""


def questions() -> list[dict[str, str]]:
    """Thirty-seven: so few that one which is always slow can't hide below the p99 of all."""
    alone = [{name: value} for name, value in FILTERS.items()]
    pairs = [dict(pair) for pair in itertools.combinations(FILTERS.items(), 2)]
    return [*alone, *pairs, FILTERS]
