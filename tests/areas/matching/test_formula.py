"""The formula: integer points that add up, bounded, monotonic, and neutral to unstated criteria."""

from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from bridgework.areas.people.matching import formula, index_encoding
from bridgework.areas.people.matching.formula import (
    ANY_RECORD,
    CAP,
    JOB_WEIGHTS,
    MAX_SCORE,
    PARTLY,
    ROLE_WEIGHTS,
    WHOLLY,
    Offer,
    Requirement,
    Rule,
    Stated,
    Wants,
)

RULES: Sequence[Rule] = ("share", "must", "gate")
BARRED = "barred"
TRAITS = [f"trait {number}" for number in range(12)]

met_by = st.dictionaries(st.sampled_from(TRAITS), st.sampled_from([PARTLY, WHOLLY]), min_size=1)
requirement_lists = st.lists(
    st.builds(Requirement, st.sampled_from(["this", "that"]), met_by), max_size=6
)


@st.composite
def stated(draw: st.DrawFn) -> Stated:
    requirements = draw(requirement_lists)
    enough = draw(st.none() | st.integers(1, max(1, len(requirements))))
    bars = draw(st.sampled_from(["", "", BARRED]))
    return Stated(requirements, enough, draw(st.sampled_from(RULES)), bars)


wants = st.builds(
    formula.wants,
    st.sampled_from([ROLE_WEIGHTS, JOB_WEIGHTS]),
    st.dictionaries(st.sampled_from(sorted({*ROLE_WEIGHTS, *JOB_WEIGHTS})), stated()),
)
offers = st.builds(
    Offer,
    st.frozensets(st.sampled_from([*TRAITS, BARRED])),
    st.frozensets(st.sampled_from(sorted({*ROLE_WEIGHTS, *JOB_WEIGHTS}))),
)


@given(wants=wants, offer=offers)
def test_the_points_add_up_to_a_score_within_bounds(wants: Wants, offer: Offer) -> None:
    breakdown = formula.score(wants, offer)
    if not wants.criteria:
        assert breakdown.score is None
        return
    assert breakdown.score == sum(line.points for line in breakdown.lines)
    assert 0 <= breakdown.score <= MAX_SCORE
    assert sum(line.weight for line in breakdown.lines) == MAX_SCORE
    assert all(0 <= line.points <= line.weight for line in breakdown.lines if line.weight)


@given(wants=wants, offer=offers, trait=st.sampled_from(TRAITS))
def test_an_additional_trait_never_lowers_a_score(wants: Wants, offer: Offer, trait: str) -> None:
    more = Offer(offer.traits | {trait}, offer.stated)
    assert score(wants, more) >= score(wants, offer)


@given(wants=wants, offer=offers)
def test_a_barred_record_scores_nothing(wants: Wants, offer: Offer) -> None:
    barred = Offer(offer.traits | {BARRED}, offer.stated)
    if any(criterion.bars for criterion in wants.criteria):
        assert score(wants, barred) == 0


@given(wants=wants, offer=offers)
def test_stored_wants_and_offers_give_the_same_score(wants: Wants, offer: Offer) -> None:
    assert formula.score(
        index_encoding.to_wants(index_encoding.from_wants(wants)),
        index_encoding.to_offer(index_encoding.from_offer(offer)),
    ) == formula.score(wants, offer)


@given(wants=wants)
def test_meeting_all_requirements_scores_a_hundred(wants: Wants) -> None:
    traits = frozenset(
        trait
        for criterion in wants.criteria
        for requirement in criterion.requirements
        for trait, halves in requirement.met_by.items()
        if halves == WHOLLY
    )
    can_be_met = all(
        WHOLLY in requirement.met_by.values()
        for criterion in wants.criteria
        for requirement in criterion.requirements
    )
    if wants.criteria and can_be_met:
        assert score(wants, Offer(traits, frozenset())) == MAX_SCORE


def score(wants: Wants, offer: Offer) -> int:
    """Return the score, 0 for a posting that states nothing."""
    return formula.score(wants, offer).score or 0


def example_wants(is_must: bool = False, *, enough: int | None = None) -> Wants:
    """Return wants of a licence and ten skills."""
    skills = [Requirement(f"skill {number}", {f"can:{number}": WHOLLY}) for number in range(10)]
    licence = [Requirement("Texas", {"licence:TX": WHOLLY})]
    criteria: Mapping[str, Stated] = {
        "procedures": Stated(skills, enough),
        "licences": Stated(licence, rule="must" if is_must else "share"),
    }
    return formula.wants({"procedures": 80, "licences": 20}, criteria)


ALL_SKILLS = frozenset(f"can:{number}" for number in range(10))


def test_an_unmet_must_have_caps_the_score_with_a_line_of_its_own() -> None:
    breakdown = formula.score(
        example_wants(is_must=True), Offer(ALL_SKILLS, frozenset({"licences"}))
    )
    assert breakdown.score == CAP
    last = breakdown.lines[-1]
    assert (last.name, last.points, last.missing) == ("must_have", CAP - 80, ["Texas"])
    assert (last.weight, last.outcome, last.found) == (0, "not_met", ())


def test_an_unstated_must_have_does_not_cap_the_score() -> None:
    breakdown = formula.score(example_wants(is_must=True), Offer(ALL_SKILLS, frozenset()))
    assert breakdown.score == 80
    assert [line.outcome for line in breakdown.lines] == ["met", "not_stated"]


def test_requirements_are_found_or_missing() -> None:
    can = frozenset(f"can:{number}" for number in range(8))
    line = formula.score(example_wants(), Offer(can, frozenset())).lines[0]
    assert (line.found, line.missing) == ([f"skill {n}" for n in range(8)], ["skill 8", "skill 9"])


def test_a_score_below_the_cap_has_no_must_have_line() -> None:
    weak = Offer(frozenset({"can:1"}), frozenset({"licences"}))
    breakdown = formula.score(example_wants(is_must=True), weak)
    assert (breakdown.score, len(breakdown.lines)) == (8, 2)


def test_meeting_enough_requirements_earns_all_points() -> None:
    half = Offer(frozenset(f"can:{number}" for number in range(5)), frozenset())
    assert score(example_wants(enough=5), half) == 80
    assert score(example_wants(), half) == 40


def test_every_record_meets_a_requirement_of_any_record() -> None:
    criteria = {"place": Stated([Requirement("remote work", {ANY_RECORD: WHOLLY})])}
    assert score(formula.wants(ROLE_WEIGHTS, criteria), Offer(frozenset(), frozenset())) == 100


def test_the_weights_add_up_to_a_hundred() -> None:
    assert sum(ROLE_WEIGHTS.values()) == MAX_SCORE
    assert JOB_WEIGHTS["profession"] == JOB_WEIGHTS["specialty"]
    assert sum(JOB_WEIGHTS.values()) - JOB_WEIGHTS["profession"] == MAX_SCORE


def test_the_largest_remainders_get_the_points_that_rounding_leaves() -> None:
    weights = {"skills": 20, "place": 15, "time": 10, "engagement": 10}
    stated = {name: Stated([Requirement(name, {name: WHOLLY})]) for name in weights}
    shares = {one.name: one.weight for one in formula.wants(weights, stated).criteria}
    # 36.36, 27.27, 18.18 and 18.18
    assert shares == {"skills": 37, "place": 27, "time": 18, "engagement": 18}
    shares = {
        one.name: one.weight for one in formula.wants({**weights, "time": 16}, stated).criteria
    }
    # 32.79, 24.59, 26.23 and 16.39
    assert shares == {"skills": 33, "place": 25, "time": 26, "engagement": 16}
