"""What experts are found by: the tokens of the index, and the edition of what makes them.

An expert has each of their tokens once, graded by the best place it stands in: 0 for name, title
and specialties, 1 for skills and tags, 2 for all else.
"""

from collections.abc import Iterator, Sequence, Set

from bridgework.areas.directory.schemas import Expert
from bridgework.kit.search.tokens import PLACE, WORD, Tokens
from bridgework.kit.text import cache_short_texts, sort_key, tokenize
from bridgework.terminology import data, terms, us_states

TERM, STATE = "term:", "state:"
"""What the words of a search say in the trade's terms, and the states that they name."""
PLACE_STATE = "place-state:"
"""The states that the location names."""
SKILL, TAG = "skill:", "tag:"
AVAILABILITY, ENGAGEMENT = "availability:", "engagement:"

EDITION = f"1-{data.digest()}"
"""Changes with the trade's words; count it up when anything else here or in kit/text changes."""


def of(expert: Expert) -> Tokens:
    """Everything that one expert is found by."""
    skills = [item for group in expert.skills or () for item in group.items]
    tags = expert.tags or []
    outcomes = [text for one in expert.outcomes or () for text in (one.title, one.description)]
    found = dict.fromkeys(_of_filters(expert, skills, tags), 2)
    # The worst place comes first, since each overwrites what was found in those before it.
    for text in (expert.bio, expert.company, *outcomes):
        found.update(dict.fromkeys(_of_text(text or ""), 2))
    for text in (*skills, *tags):
        found.update(dict.fromkeys(_of_text(text), 1))
    for text in (expert.title, *expert.specialty, *(expert.secondary_specialties or ())):
        found.update(dict.fromkeys(_of_text(text), 0))
    # A name says nothing but itself: neither Mr. Endo nor Virginia is of a trade or a state.
    found.update((WORD + word, 0) for word in tokenize(f"{expert.first_name} {expert.last_name}"))
    return found


@cache_short_texts(8_192)
def _of_text(text: str) -> Set[str]:
    said = tokenize(text)
    found = {WORD + word for word in said}
    found.update(TERM + name for name in terms.terms_among(said))
    found.update(STATE + code for span in us_states.spans_in_prose(said) for code in span.means)
    return found


def _of_filters(expert: Expert, skills: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    yield from (SKILL + sort_key(skill) for skill in skills)
    yield from (TAG + sort_key(tag) for tag in tags)
    place = tokenize(expert.location or "")
    yield from (PLACE + word for word in place)
    for span in us_states.spans_in_place(place):
        yield from (PLACE_STATE + code for code in span.means)
    if expert.availability:
        yield AVAILABILITY + sort_key(expert.availability)
    if expert.engagement_type:
        yield ENGAGEMENT + sort_key(expert.engagement_type)
