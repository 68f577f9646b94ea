"""From what is asked to who is found: every need must be met, and better hits come first.

A word counts 8 where it stands itself in name, title or specialties, 4 in skills or tags, 2 in
bio, company or outcomes; half of that where it is only begun, said in other words of the trade,
or reached by forgiving a slip. The best place counts for each word, and the words add up. Of
equals, who came into the directory last stands first.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bridgework.areas.directory.index import tokens
from bridgework.areas.directory.shapes import ListExpertsQuery
from bridgework.kit import bitmaps, fuzzy
from bridgework.kit.text import sort_key, tokenize
from bridgework.terminology import terms, us_states
from bridgework.terminology.phrase_matcher import Span

_NARROWING = ("search", "location", "skills", "tags", "availability", "engagement_type")
"""The members of a query that say who is meant; the others say how they are shown."""
Rows = Mapping[str, Sequence[tuple[int, bytes]]]
"""Of each entry that was read from the index, its grades and who has it in them."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that an expert must have: one entry at least of those named here."""

    word: str = ""
    """The word that was searched for; empty for a filter, which has no say in the order."""
    others: tuple[str, ...] = ()
    """Entries that do as well as the word itself, or that a filter allows."""
    begins: str = ""
    """What entries that do as well begin with."""

    @property
    def itself(self) -> str:
        """The entry of the word as it was written."""
        return tokens.WORD + self.word if self.word else ""


@dataclass(frozen=True, slots=True)
class Found:
    """Who meets every need, and their points, digit by digit."""

    members: bitmaps.Numbers
    points: Sequence[bitmaps.Numbers]


def needs(query: ListExpertsQuery) -> list[Need] | None:
    """What a query asks for; None where nobody can be found, since it names no word at all."""
    if not any(getattr(query, name) for name in _NARROWING):
        return []
    sought, places = tokenize(query.search or ""), tokenize(query.location or "")
    if (query.search and not sought) or (query.location and not places):
        return None
    return list(dict.fromkeys([*_of_search(sought), *_of_place(places), *_of_filters(query)]))


def corrected(need: Need, meant: Sequence[str]) -> Need:
    """The same need, met also by the words that may have been meant and what says the same."""
    near = [
        word for word in {*meant, *_of_trade(need.word)} if fuzzy.within_one_edit(word, need.word)
    ]
    same = {tokens.TERM + name for word in near for name in terms.named_by(word)}
    return replace(need, others=tuple(sorted(same | {tokens.WORD + word for word in near})))


def is_met(need: Need, rows: Rows) -> bool:
    """Whether anybody at all meets this need."""
    return need.itself in rows or any(True for _ in _others(need, rows))


def found(wanted: Sequence[Need], rows: Rows) -> Found:
    """Who meets all of the needs, by the rows of the index that they name."""
    members: bitmaps.Numbers | None = None
    sums: list[bitmaps.Numbers] = []
    for need in wanted:
        points = _points(
            bitmaps.union(rows.get(need.itself, ())), bitmaps.union(_others(need, rows))
        )
        met = points[0] | points[1] | points[2] | points[3]
        members = met if members is None else members & met
        if not members:
            break
        if need.word:
            bitmaps.add(sums, points)
    return Found(bitmaps.Numbers() if members is None else members, sums)


def _points(itself: bitmaps.Graded, other: bitmaps.Graded) -> list[bitmaps.Numbers]:
    """The digits of one word's points, which are 8, 4, 2 or 1, the least first."""
    taken = eight = itself[0]
    four = (itself[1] | other[0]) - taken
    taken = taken | four
    two = (itself[2] | other[1]) - taken
    taken = taken | two
    return [other[2] - taken, two, four, eight]


def _others(need: Need, rows: Rows) -> Iterator[tuple[int, bytes]]:
    """Of what does as well as the word itself, the grades and who has it in them."""
    for token in need.others:
        yield from rows.get(token, ())
    if need.begins:
        for token, held in rows.items():
            if token != need.itself and token.startswith(need.begins):
                yield from held


def _of_search(said: Sequence[str]) -> Iterator[Need]:
    same = _said_otherwise(
        len(said),
        [(tokens.TERM, terms.spans(said)), (tokens.STATE, us_states.spans_in_prose(said))],
    )
    for word, others in zip(said[:-1], same, strict=False):
        yield Need(word, others)
    if said:
        yield _beginning(tokens.WORD, tokens.HEAD, said[-1], same[-1], word=said[-1])


def _of_place(said: Sequence[str]) -> Iterator[Need]:
    same = _said_otherwise(len(said), [(tokens.PLACE_STATE, us_states.spans_in_place(said))])
    for word, others in zip(said, same, strict=True):
        yield _beginning(tokens.PLACE, tokens.PLACE_HEAD, word, others)


def _of_filters(query: ListExpertsQuery) -> Iterator[Need]:
    for kind, all_of in ((tokens.SKILL, query.skills), (tokens.TAG, query.tags)):
        yield from (Need(others=(kind + sort_key(each),)) for each in all_of)
    for kind, any_of in (
        (tokens.AVAILABILITY, query.availability),
        (tokens.ENGAGEMENT, query.engagement_type),
    ):
        if any_of:
            yield Need(others=tuple(sorted({kind + sort_key(each) for each in any_of})))


def _beginning(
    kind: str, head: str, begun: str, others: tuple[str, ...], *, word: str = ""
) -> Need:
    if len(begun) <= tokens.LONGEST_HEAD:
        return Need(word, (*others, head + begun))
    return Need(word, others, kind + begun)


def _said_otherwise(
    length: int, spans: Sequence[tuple[str, Sequence[Span]]]
) -> list[tuple[str, ...]]:
    """For each word the entries of what the phrase around it says.

    Who has the entry of a phrase meets each of its words, and who has each of its words does:
    so nobody is missed who has said it in either way.
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


def _of_trade(written: str) -> set[str]:
    """The trade's own words that `written` may have been meant for."""
    return {word for each in fuzzy.deletions(written) for word in _TRADE.get(each, ())}


def _by_variants() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in sorted(filter(fuzzy.is_fuzzy, terms.single_words())):
        for variant in fuzzy.deletions(word):
            found.setdefault(variant, []).append(word)
    return found


_TRADE = _by_variants()
