"""The formula: whole points that add up, bounded, deaf to silence, better for more that fits."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from bridgework.areas.matching import formula, index_encoding
from bridgework.areas.matching.formula import (
    ANYBODY,
    CAP,
    JOB_WEIGHTS,
    PARTLY,
    ROLE_WEIGHTS,
    WHOLE,
    WHOLLY,
    Offer,
    Stated,
    Wanted,
    Wants,
)

TRAITS = [f"trait {number}" for number in range(12)]

met_by = st.dictionaries(st.sampled_from(TRAITS), st.sampled_from([PARTLY, WHOLLY]), min_size=1)
wanted_things = st.lists(st.builds(Wanted, st.sampled_from(["this", "that"]), met_by), max_size=6)


@st.composite
def stated(draw: st.DrawFn) -> Stated:
    wanted = draw(wanted_things)
    enough = draw(st.none() | st.integers(1, max(1, len(wanted))))
    return Stated(wanted, enough, is_must=draw(st.booleans()))


wants = st.builds(
    formula.wants,
    st.sampled_from([ROLE_WEIGHTS, JOB_WEIGHTS]),
    st.dictionaries(st.sampled_from(sorted({*ROLE_WEIGHTS, *JOB_WEIGHTS})), stated()),
)
offers = st.builds(
    Offer,
    st.frozensets(st.sampled_from(TRAITS)),
    st.frozensets(st.sampled_from(sorted({*ROLE_WEIGHTS, *JOB_WEIGHTS}))),
)


@given(wants=wants, offer=offers)
def test_the_points_shown_add_up_to_a_score_within_bounds(wants: Wants, offer: Offer) -> None:
    reckoning = formula.reckon(wants, offer)
    if not wants.criteria:
        assert reckoning.score is None
        return
    assert reckoning.score == sum(line.points for line in reckoning.lines)
    assert 0 <= reckoning.score <= WHOLE
    assert sum(line.weight for line in reckoning.lines) == WHOLE
    assert all(0 <= line.points <= line.weight for line in reckoning.lines if line.weight)


@given(wants=wants, offer=offers, trait=st.sampled_from(TRAITS))
def test_one_more_trait_never_lowers_a_score(wants: Wants, offer: Offer, trait: str) -> None:
    more = Offer(offer.traits | {trait}, offer.told)
    assert score(wants, more) >= score(wants, offer)


@given(wants=wants, offer=offers)
def test_what_is_stored_is_what_is_read(wants: Wants, offer: Offer) -> None:
    assert formula.reckon(
        index_encoding.to_wants(index_encoding.from_wants(wants)),
        index_encoding.to_offer(index_encoding.from_offer(offer)),
    ) == formula.reckon(wants, offer)


@given(wants=wants)
def test_a_posting_that_gets_all_it_wants_scores_a_hundred(wants: Wants) -> None:
    everything = frozenset(
        trait
        for criterion in wants.criteria
        for one in criterion.wanted
        for trait, halves in one.met_by.items()
        if halves == WHOLLY
    )
    can_be_met = all(
        WHOLLY in one.met_by.values() for criterion in wants.criteria for one in criterion.wanted
    )
    if wants.criteria and can_be_met:
        assert score(wants, Offer(everything, frozenset())) == WHOLE


def score(wants: Wants, offer: Offer) -> int:
    """0 where nothing is stated, since no posting is met by anybody then."""
    return formula.reckon(wants, offer).score or 0


def one_want(is_must: bool = False, *, enough: int | None = None) -> Wants:
    """Wants of a licence and of ten skills."""
    skills = [Wanted(f"skill {number}", {f"can:{number}": WHOLLY}) for number in range(10)]
    licence = [Wanted("Texas", {"licence:TX": WHOLLY})]
    heads: Mapping[str, Stated] = {
        "procedures": Stated(skills, enough),
        "licences": Stated(licence, is_must=is_must),
    }
    return formula.wants({"procedures": 80, "licences": 20}, heads)


ALL_SKILLS = frozenset(f"can:{number}" for number in range(10))


def test_a_must_have_that_is_not_met_caps_the_score_and_says_so() -> None:
    reckoning = formula.reckon(one_want(is_must=True), Offer(ALL_SKILLS, frozenset({"licences"})))
    assert reckoning.score == CAP
    last = reckoning.lines[-1]
    assert (last.name, last.points, last.missing) == ("must_have", CAP - 80, ["Texas"])


def test_a_must_have_never_trips_over_silence() -> None:
    reckoning = formula.reckon(one_want(is_must=True), Offer(ALL_SKILLS, frozenset()))
    assert reckoning.score == 80
    assert [line.outcome for line in reckoning.lines] == ["met", "not_stated"]


def test_a_low_score_needs_no_line_of_its_own() -> None:
    weak = Offer(frozenset({"can:1"}), frozenset({"licences"}))
    reckoning = formula.reckon(one_want(is_must=True), weak)
    assert (reckoning.score, len(reckoning.lines)) == (8, 2)


def test_what_is_enough_earns_everything() -> None:
    half = Offer(frozenset(f"can:{number}" for number in range(5)), frozenset())
    assert score(one_want(enough=5), half) == 80
    assert score(one_want(), half) == 40


def test_what_anybody_meets_is_met() -> None:
    heads = {"place": Stated([Wanted("remote work", {ANYBODY: WHOLLY})])}
    assert score(formula.wants(ROLE_WEIGHTS, heads), Offer(frozenset(), frozenset())) == 100


def test_the_tables_are_of_a_hundred() -> None:
    assert sum(ROLE_WEIGHTS.values()) == sum(JOB_WEIGHTS.values()) == WHOLE
