"""The limits of the specification for every request schema.

They are copied from its text and not derived from the code, so that a wrong limit in the code is
found. A new schema first needs its rows in `specified/`.
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
"""The specification names the parameters, the type of two of them, and no limits."""

OPEN_OPERATIONS: Sequence[tuple[str, str]] = (
    ("GET", "/blogs"),
    ("GET", "/blogs/{slug}"),
    ("GET", "/experts"),
    ("GET", "/experts/{id}"),
    ("POST", "/auth/login"),
    ("GET", "/openapi.json"),
    ("GET", "/docs/"),
)
"""Method and path of the operations in the specification that need no credentials."""


def rows(text: str) -> Mapping[str, Sequence[str]]:
    """Parse a table with lines `name = word word`; an indented line continues the previous one."""
    lines = text.replace("\n    ", " ").splitlines()
    pairs = [line.split(" = ", 1) for line in lines if line and not line.startswith("#")]
    return {name: words.split() for name, words in pairs}


_SPECIFIED = Path(__file__).parent / "specified"
RECORDS = rows((_SPECIFIED / "records.txt").read_text(encoding="utf-8"))
"""The members of records in the specification."""
ADDED = rows((_SPECIFIED / "added.txt").read_text(encoding="utf-8"))
"""The members that we add to these records."""
