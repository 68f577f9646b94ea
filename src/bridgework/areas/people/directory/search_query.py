"""The search of experts: conditions and points.

A word scores 8 points in the name, title or specialties, 4 in skills or tags, and 2 in the bio,
company or outcomes; half of that if it matches as a prefix, a synonym or with one typing error.
Each word scores its best match, and the words add up. Experts with equal points are listed newest
first.
"""

from collections.abc import Sequence
from dataclasses import replace

from bridgework.areas.people.directory import index_entries as entries
from bridgework.areas.people.directory.schemas import ListExpertsQuery
from bridgework.kit.data.search import Condition, Graded, Numbers, Term, fuzzy, query, tokens
from bridgework.kit.text import sort_key, tokenize
from bridgework.terminology import terms, us_states
from bridgework.terminology.phrase_matcher import Span

_TERMS = fuzzy.WordList(terms.single_words())
"""The words of the terminology that a mistyped word may stand for."""
_FILTERS = ("search", "location", "skills", "tags", "availability", "engagement_type")
"""The parameters that select experts; the others are about order and paging."""


def to_conditions(params: ListExpertsQuery) -> list[Condition] | None:
    """Return the conditions of a query, None if a text without words makes it match nothing."""
    if not any(getattr(params, name) for name in _FILTERS):
        return []
    words, places = tokenize(params.search or ""), tokenize(params.location or "")
    if (params.search and not words) or (params.location and not places):
        return None
    phrases = [(entries.TERM, terms.spans(words)), (entries.STATE, us_states.spans_in_prose(words))]
    states = [(entries.PLACE_STATE, us_states.spans_in_place(places))]
    conditions = [
        *query.search_terms(words, _synonyms(len(words), phrases)),
        *query.place_terms(places, _synonyms(len(places), states)),
        *query.all_of(entries.SKILL, [sort_key(skill) for skill in params.skills]),
        *query.all_of(entries.TAG, [sort_key(tag) for tag in params.tags]),
        *query.any_of(entries.AVAILABILITY, [sort_key(text) for text in params.availability]),
        *query.any_of(entries.ENGAGEMENT, [sort_key(text) for text in params.engagement_type]),
    ]
    return list(dict.fromkeys(conditions))


def correct(term: Term, similar: Sequence[str]) -> Term:
    """Extend a term with similar words and their synonyms, as a correction of typing errors."""
    near = {word for word in similar if fuzzy.within_one_edit(word, term.word)}
    near |= _TERMS.near(term.word)
    synonyms = {entries.TERM + name for word in near for name in terms.named_by(word)}
    return replace(term, others=tuple(sorted(synonyms | {tokens.WORD + word for word in near})))


def points(itself: Graded, others: Graded) -> list[Numbers]:
    """Return the documents by the points of a word: with 1, 2, 4 and 8 points."""
    scored = eight = itself[0]
    four = (itself[1] | others[0]) - scored
    scored = scored | four
    two = (itself[2] | others[1]) - scored
    scored = scored | two
    return [others[2] - scored, two, four, eight]


def _synonyms(length: int, spans: Sequence[tuple[str, Sequence[Span]]]) -> list[tuple[str, ...]]:
    """Return for each word the tokens of the phrases that contain it.

    So a phrase matches experts with the token of the phrase and experts with each of its words.
    """
    return [
        tuple(
            kind + name
            for kind, spans_of_kind in spans
            for span in spans_of_kind
            if span.start <= place < span.stop
            for name in sorted(span.means)
        )
        for place in range(length)
    ]
