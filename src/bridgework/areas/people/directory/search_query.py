"""The search of experts: conditions and points.

A word scores 8 points in the name, title or specialties, 4 in skills, tags or location, and 2 in
the bio, company or outcomes; half of that if it matches as a prefix, a synonym or with one typing
error.
Each word scores its best match, and the words add up. Experts with equal points are listed newest
first.
"""

from bridgework.areas.people.directory import index_entries as entries
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.kit.data.search import Condition, Graded, Numbers, query
from bridgework.kit.text import sort_key
from bridgework.terminology import search

_FILTERS = ("search", "location", "skills", "tags", "availability", "engagement_type")
"""The parameters that select experts; the others are about order and paging."""


def to_conditions(params: ListExpertsQuery) -> list[Condition] | None:
    """Return the conditions of a query, None if a text without words makes it match nothing."""
    if not any(getattr(params, name) for name in _FILTERS):
        return []
    texts = search.text_terms(params.search, params.location)
    if texts is None:
        return None
    conditions = [
        *texts,
        *query.all_of(entries.SKILL, [sort_key(skill) for skill in params.skills]),
        *query.all_of(entries.TAG, [sort_key(tag) for tag in params.tags]),
        *query.any_of(entries.AVAILABILITY, [sort_key(text) for text in params.availability]),
        *query.any_of(entries.ENGAGEMENT, [sort_key(text) for text in params.engagement_type]),
    ]
    return list(dict.fromkeys(conditions))


def points(itself: Graded, others: Graded) -> list[Numbers]:
    """Return the documents by the points of a word: with 1, 2, 4 and 8 points."""
    scored = eight = itself[0]
    four = (itself[1] | others[0]) - scored
    scored = scored | four
    two = (itself[2] | others[1]) - scored
    scored = scored | two
    return [others[2] - scored, two, four, eight]
