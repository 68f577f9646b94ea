"""From the query of a list of experts to conditions of a search, and the points of what it finds.

A word counts 8 where it stands itself in name, title or specialties, 4 in skills or tags, 2 in
bio, company or outcomes; half of that where it is only begun, said in other words of the trade,
or reached by forgiving an edit. The best place counts for each word, and the words add up. Of
equals, who came into the directory last stands first.
"""

from collections.abc import Sequence
from dataclasses import replace

from bridgework.areas.directory import index_entries as entries
from bridgework.areas.directory.schemas import ListExpertsQuery
from bridgework.kit.search import fuzzy, query, tokens
from bridgework.kit.search.bitmaps import Graded, Numbers
from bridgework.kit.search.query import Condition, Term
from bridgework.kit.text import sort_key, tokenize
from bridgework.terminology import terms, us_states
from bridgework.terminology.phrase_matcher import Span

_FILTERS = ("search", "location", "skills", "tags", "availability", "engagement_type")
"""The members of a query that say who is meant; the others say how they are listed."""


def conditions(asked: ListExpertsQuery) -> list[Condition] | None:
    """The conditions of a query; None if it contains no word, so that it can find no expert."""
    if not any(getattr(asked, name) for name in _FILTERS):
        return []
    words, places = tokenize(asked.search or ""), tokenize(asked.location or "")
    if (asked.search and not words) or (asked.location and not places):
        return None
    said = [(entries.TERM, terms.spans(words)), (entries.STATE, us_states.spans_in_prose(words))]
    states = [(entries.PLACE_STATE, us_states.spans_in_place(places))]
    found = [
        *query.search_terms(words, _synonyms(len(words), said)),
        *query.place_terms(places, _synonyms(len(places), states)),
        *query.all_of(entries.SKILL, [sort_key(each) for each in asked.skills]),
        *query.all_of(entries.TAG, [sort_key(each) for each in asked.tags]),
        *query.any_of(entries.AVAILABILITY, [sort_key(each) for each in asked.availability]),
        *query.any_of(entries.ENGAGEMENT, [sort_key(each) for each in asked.engagement_type]),
    ]
    return list(dict.fromkeys(found))


def correct(term: Term, similar: Sequence[str]) -> Term:
    """The same term, met also by the words that may have been meant and what says the same."""
    meant = {*similar, *_words_of_trade(term.word)}
    near = [word for word in meant if fuzzy.within_one_edit(word, term.word)]
    same = {entries.TERM + name for word in near for name in terms.named_by(word)}
    return replace(term, others=tuple(sorted(same | {tokens.WORD + word for word in near})))


def points(itself: Graded, others: Graded) -> list[Numbers]:
    """The digits of one word's points, which are 8, 4, 2 or 1, the least first."""
    taken = eight = itself[0]
    four = (itself[1] | others[0]) - taken
    taken = taken | four
    two = (itself[2] | others[1]) - taken
    taken = taken | two
    return [others[2] - taken, two, four, eight]


def _synonyms(length: int, spans: Sequence[tuple[str, Sequence[Span]]]) -> list[tuple[str, ...]]:
    """For each word the tokens of what the phrase around it says.

    Who has the token of a phrase meets each of its words, and who has each of its words does:
    so an expert is found who has said it in either way.
    """
    return [
        tuple(
            kind + name
            for kind, found_there in spans
            for span in found_there
            if span.start <= place < span.stop
            for name in sorted(span.means)
        )
        for place in range(length)
    ]


def _words_of_trade(written: str) -> set[str]:
    """The trade's own words that `written` may have been meant for."""
    return {word for each in fuzzy.deletions(written) for word in _TRADE.get(each, ())}


def _by_variants() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in sorted(filter(fuzzy.is_fuzzy, terms.single_words())):
        for variant in fuzzy.deletions(word):
            found.setdefault(variant, []).append(word)
    return found


_TRADE = _by_variants()
