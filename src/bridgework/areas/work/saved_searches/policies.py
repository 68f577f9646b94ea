"""The limits of saved searches and of their alerts."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bridgework.areas.history.changes.schemas import ChangeTypeName
from bridgework.areas.work.saved_searches import schemas

MAX_SEARCHES = 50
"""The maximum number of saved searches of an account."""

TYPES: Sequence[ChangeTypeName] = (
    "job.approved",
    "expert.listed",
    "expert.changed",
    "content.restored",
)
"""The changes after which a search may find something new.

A restored job may have been hidden since its approval. An expert who joined after a search was
saved may match it only after a change of the profile.
"""
KINDS_OF_SUBJECTS: Mapping[str, schemas.SearchKind] = {"job": "jobs", "expert": "experts"}
"""The list that contains a kind of record."""

PERIODS: Mapping[schemas.Frequency, timedelta | None] = {
    "off": None,
    "instantly": timedelta(minutes=1),
    "daily": timedelta(days=1),
    "weekly": timedelta(weeks=1),
}
"""The minimum time between two e-mails about a search."""

CHANGES_AT_ONCE = 20
"""Changes compared in one transaction."""
ALERTS_AT_ONCE = 20
"""Alerts sent in one transaction, during which other writers wait."""
FINDS_AT_ONCE = 100
"""Finds checked for one e-mail; the others are in the next one."""
FINDS_IN_EMAIL = 10
"""Finds named in an e-mail; it counts the others."""
QUERIES_AT_ONCE = 50
"""Queries reindexed or deleted in one transaction."""
