"""The bounds by which people are ranked, computed by sets of people, are their scores."""

from collections import defaultdict
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from bridgework.areas.people.matching import formula, index_encoding, ranking
from bridgework.areas.people.matching.formula import (
    ANY_RECORD,
    WHOLLY,
    Offer,
    Requirement,
    ScoreBreakdown,
    Stated,
    Wants,
)
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import PageRequest
from bridgework.kit.data.search import Numbers
from tests.areas.matching.test_formula import example_wants, offers, wants

REMOTE = {"place": Stated([Requirement("remote work", {ANY_RECORD: WHOLLY})])}


def orders_of(wants: Wants, people: Sequence[Offer]) -> list[list[int]]:
    """Return the bounds that each of these people has: one, or none without a match."""
    holders: dict[str, Numbers] = defaultdict(Numbers)
    for number, offer in enumerate(people):
        for trait in (*offer.traits, *map(index_encoding.stated_trait, offer.stated)):
            holders[trait].add(number)
    indexed = set(ranking.indexed_traits(wants))
    by_order = ranking.bounds_of_people(
        wants, {trait: numbers for trait, numbers in holders.items() if trait in indexed}
    )
    return [
        [order for order, numbers in by_order.items() if number in numbers]
        for number in range(len(people))
    ]


def bounds_of(wants: Wants, people: Sequence[Offer]) -> list[list[int]]:
    """Return the maximum score that each of these people has: one, or none without a match."""
    return [
        [order // formula.order(1, 0) for order in orders] for orders in orders_of(wants, people)
    ]


def is_matching(wants: Wants, offer: Offer) -> bool:
    return any(
        not offer.traits.isdisjoint(requirement.met_by)
        for criterion in wants.criteria
        for requirement in criterion.requirements
    ) and offer.traits.isdisjoint(criterion.bars for criterion in wants.criteria)


@given(wants=wants, people=st.lists(offers, min_size=1, max_size=5))
def test_the_bound_of_a_person_who_meets_any_requirement_is_the_order(
    wants: Wants, people: list[Offer]
) -> None:
    expected = [
        [formula.score(wants, offer).order] if is_matching(wants, offer) else [] for offer in people
    ]
    assert orders_of(wants, people) == expected


def test_a_requirement_of_any_record_counts_for_all_who_meet_another() -> None:
    skills = Stated([Requirement("CBCT", {"can:cbct": WHOLLY})])
    wants = formula.wants({"skills": 60, "place": 40}, {"skills": skills, **REMOTE})
    people = [Offer(frozenset({"can:cbct"}), frozenset()), Offer(frozenset(), frozenset())]
    assert bounds_of(wants, people) == [[100], []]


def test_a_must_have_that_every_record_meets_caps_no_score() -> None:
    place = Stated([*REMOTE["place"].requirements, Requirement("Ohio", {"state:OH": WHOLLY})])
    must = Stated(place.requirements, enough=1, rule="must")
    skills = Stated([Requirement("CBCT", {"can:cbct": WHOLLY})])
    wants = formula.wants({"skills": 60, "place": 40}, {"skills": skills, "place": must})
    known = Offer(frozenset({"can:cbct"}), frozenset({"place"}))
    assert bounds_of(wants, [known]) == [[100]] == [[formula.score(wants, known).score]]


def test_a_requirement_of_any_record_counts_once() -> None:
    ohio = Requirement("Ohio", {"state:OH": WHOLLY})
    wants = formula.wants({"place": 40}, {"place": Stated([*REMOTE["place"].requirements, ohio])})
    here = Offer(frozenset({"state:OH"}), frozenset())
    assert bounds_of(wants, [here]) == [[100]] == [[formula.score(wants, here).score]]


def test_a_subject_without_a_record_is_skipped() -> None:
    here = Id("00000000-0000-7000-8000-000000000001")
    bounds = ranking.bounds({1: 50, 2: 40})
    page = ranking.best(
        bounds,
        lambda numbers: {2: (here, ScoreBreakdown(40, []))} if 2 in numbers else {},
        PageRequest(after=None, limit=10),
        matched_with=here,
    )
    assert [ranked.subject_id for ranked in page.items] == [here]


def test_each_must_have_caps_those_who_fail_it() -> None:
    weights = {"skills": 60, "licences": 20, "place": 20}
    names = {"skills": "can:cbct", "licences": "licence:TX", "place": "state:OH"}
    wants = formula.wants(
        weights,
        {
            name: Stated(
                [Requirement(trait, {trait: WHOLLY})], rule="share" if name == "skills" else "must"
            )
            for name, trait in names.items()
        },
    )
    stated = frozenset(names)
    failing = [Offer(frozenset({"can:cbct", held}), stated) for held in ("state:OH", "licence:TX")]
    assert bounds_of(wants, failing) == [[formula.CAP], [formula.CAP]]


def test_the_bound_of_a_person_who_fails_a_must_have_is_capped() -> None:
    skilled = frozenset(f"can:{number}" for number in range(10))
    people = [Offer(skilled, frozenset({"licences"})), Offer(skilled, frozenset())]
    assert bounds_of(example_wants(is_must=True), people) == [[formula.CAP], [80]]
