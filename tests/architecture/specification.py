"""The limits of the specification, section 2, for every shape that is taken.

Written from its text and not from the code, so that a limit that is wrong in the code stands out.
A shape that comes into being gets its rows in `specified/` first.
"""

from collections.abc import Mapping

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
