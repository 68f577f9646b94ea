"""The quotes of a match: literal, short and without contacts, whatever a profile contains."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bridgework.areas.people.matching import actions, explanations, formula
from bridgework.areas.people.matching.criteria import job_criteria, role_criteria
from bridgework.areas.people.matching.quotes import MAX_LENGTH
from bridgework.areas.people.matching.schemas import MatchCriterion
from tests.matching.members import to_account, to_job, to_profile, to_role

PIECES = (
    *("CBCT", "clear aligners", "teaching", "Orthodontist", "endodontics", "recall"),
    *("Chicago, Illinois", "I am willing to relocate", "at Bell Orthodontics", "part-time"),
    *("(a+)+$", "[", "\\", "<script>alert('CBCT')</script>", "{{7*7}}", "%s", "\0"),
    *(
        "\N{RIGHT-TO-LEFT OVERRIDE}TCBC",
        "\u05e9\u05dc\u05d5\u05dd CBCT",
        "e\u0301",
        "\N{GRINNING FACE}",
    ),
    *("gil@example.com", "512-555-0164", "https://example.com/CBCT", "www.example.com"),
    *(", ", ". ", "\n", " - ", "x" * 300, "CBCT " * 50),
)
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map(" ".join)
profiles = st.fixed_dictionaries(
    {
        "bio": texts,
        "title": texts,
        "location": texts,
        "availability": texts,
        "engagement_type": texts,
        "tags": st.lists(texts, max_size=3),
        "specialty": st.lists(texts, max_size=2),
    }
)

ROLE: dict[str, Any] = {
    "role_needed": "Orthodontist",
    "challenge": "Recall.",
    "working_preference": "On site, part-time",
    "location": "Chicago, Illinois",
    "tags": ["CBCT", "Clear aligners", "Teaching"],
}
JOB: dict[str, Any] = {
    "specialty": "orthodontics",
    "location": "Chicago, Illinois",
    "employment_type": "part-time",
    "required_procedures": ["endo-molar", "endo-retreatment"],
}


def quoted(criteria: list[MatchCriterion]) -> list[tuple[str, str]]:
    return [(found.member, found.quote) for line in criteria for found in line.found]


def of_role(profile: dict[str, Any], posting: dict[str, Any] = ROLE) -> list[MatchCriterion]:
    breakdown = formula.score(
        role_criteria.wants(to_role(posting)), role_criteria.offer(to_profile(profile))
    )
    return explanations.to_criteria(breakdown, actions.evidence_of_expert(to_profile(profile)))


def of_job(profile: dict[str, Any]) -> list[MatchCriterion]:
    breakdown = formula.score(
        job_criteria.wants(to_job(JOB)), job_criteria.offer(to_profile(profile), to_account({}))
    )
    return explanations.to_criteria(
        breakdown, actions.evidence_of_candidate(to_profile(profile), to_account({}))
    )


def is_a_part_of(quote: str, profile: dict[str, Any]) -> bool:
    parts = [profile[name] for name in ("bio", "title", "location")]
    parts += [profile["availability"], profile["engagement_type"]]
    parts += [*profile["tags"], *profile["specialty"]]
    return any(quote.rstrip("\N{HORIZONTAL ELLIPSIS}") in " ".join(part.split()) for part in parts)


@given(profile=profiles)
def test_each_quote_is_a_short_part_of_the_profile_without_contacts(
    profile: dict[str, Any],
) -> None:
    for member, quote in (*quoted(of_role(profile)), *quoted(of_job(profile))):
        assert is_a_part_of(quote, profile), (member, quote)
        assert 0 < len(quote) <= MAX_LENGTH
        assert not any(sign in quote for sign in ("@", "://", "www.", "555-0164"))


@given(posting=st.fixed_dictionaries(dict.fromkeys(("role_needed", "challenge"), texts)))
def test_a_posting_may_contain_any_text(posting: dict[str, Any]) -> None:
    profile = {"bio": "CBCT and recall.", "specialty": ["Orthodontics"]}
    criteria = of_role(profile, {**ROLE, **posting})
    assert sum(line.points for line in criteria) <= formula.MAX_SCORE


def test_a_member_that_contains_a_contact_is_not_quoted() -> None:
    profile = {"engagement_type": "part-time, call 512-555-0164", "location": "Chicago, Illinois"}
    (engagement,) = (line for line in of_role(profile) if line.name == "engagement")
    assert (engagement.outcome, engagement.found) == ("met", [])
    assert engagement.evidence == "on-site or part-time."
