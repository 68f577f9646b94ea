"""The limits of the specification, section 2, for every shape that is taken.

Written from its text and not from the code, so that a limit that is wrong in the code stands out.
A shape that comes into being gets its rows in `specified/` first.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.architecture.specified import (
    accounts,
    administration,
    community,
    jobs,
    profiles,
    roles,
    vendors,
)
from tests.architecture.specified.members import Member
from tests.architecture.specified.ours import OURS as OURS

SHAPES: Mapping[str, Mapping[str, Member]] = {
    **accounts.SHAPES,
    **profiles.SHAPES,
    **community.SHAPES,
    **roles.SHAPES,
    **jobs.SHAPES,
    **vendors.SHAPES,
    **administration.SHAPES,
}

QUERIES: Mapping[str, Mapping[str, Member]] = {
    "listBlogs": {"page": Member("integer"), "limit": Member("integer")},
    "listExperts": {
        "page": Member("integer"),
        "limit": Member("integer"),
        **dict.fromkeys(
            ("search", "location", "skills", "tags", "availability", "engagementType", "sortBy"),
            Member(),
        ),
    },
}
"""Of these it shows the names, of two the type, and no limits: section 4.1."""

OPEN_OPERATIONS: Sequence[tuple[str, str]] = (
    ("GET", "/blogs"),
    ("GET", "/blogs/{slug}"),
    ("GET", "/experts"),
    ("GET", "/experts/{id}"),
    ("POST", "/auth/login"),
    ("GET", "/openapi.json"),
    ("GET", "/docs/"),
)
"""The operations whose method and path section 4.1 shows; none of them needs credentials."""


def rows(text: str) -> Mapping[str, Sequence[str]]:
    """The lines `name = word word` of a table; an indented line continues the one before."""
    lines = text.replace("\n    ", " ").splitlines()
    pairs = [line.split(" = ", 1) for line in lines if line and not line.startswith("#")]
    return {name: words.split() for name, words in pairs}


RECORDS = rows((Path(__file__).parent / "specified" / "records.txt").read_text(encoding="utf-8"))
"""The members of records, by section 2."""
