"""The search tokens of experts.

An expert has each token once, with the best grade of its occurrences: 0 in the name, title and
specialties, 1 in skills, tags and the location, 2 in all other members.
"""

from collections.abc import Iterator, Sequence

from bridgework.areas.people.directory.schemas import ExpertRecord
from bridgework.kit.data.search import Tokens
from bridgework.kit.data.search.tokens import WORD
from bridgework.kit.text import sort_key, tokenize
from bridgework.terminology import data, search

SKILL, TAG = "skill:", "tag:"
AVAILABILITY, ENGAGEMENT = "availability:", "engagement:"

EDITION = f"4-{data.digest()}"
"""Changes with the terminology. Increment it when this module or kit/text changes otherwise."""


def to_tokens(expert: ExpertRecord) -> Tokens:
    """Return the tokens of an expert with their grades."""
    skills = [item for group in expert.skills or () for item in group.items]
    tags = expert.tags or []
    outcomes = [
        text for outcome in expert.outcomes or () for text in (outcome.title, outcome.description)
    ]
    tokens = dict.fromkeys(_of_filters(expert, skills, tags), 2)
    # The worst grade comes first, since a better one overwrites it.
    for text in (expert.bio, expert.company, *outcomes):
        tokens.update(dict.fromkeys(search.tokens_of_text(text or ""), 2))
    for text in (*skills, *tags):
        tokens.update(dict.fromkeys(search.tokens_of_text(text), 1))
    tokens.update(dict.fromkeys(search.tokens_of_location(expert.location or ""), 1))
    for text in (expert.title, *expert.specialty, *(expert.secondary_specialties or ())):
        tokens.update(dict.fromkeys(search.tokens_of_text(text), 0))
    # Only the words of a name count: Mr. Endo and Virginia are no term and no state.
    tokens.update((WORD + word, 0) for word in tokenize(f"{expert.first_name} {expert.last_name}"))
    return tokens


def _of_filters(expert: ExpertRecord, skills: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    yield from (SKILL + sort_key(skill) for skill in skills)
    yield from (TAG + sort_key(tag) for tag in tags)
    yield from search.filters_of_location(expert.location or "")
    if expert.availability:
        yield AVAILABILITY + sort_key(expert.availability)
    if expert.engagement_type:
        yield ENGAGEMENT + sort_key(expert.engagement_type)
