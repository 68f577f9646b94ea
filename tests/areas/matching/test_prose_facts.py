"""Years, licences and the home are read from prose, as people write them."""

from typing import Any

import pytest

from bridgework.areas.people.matching import formula
from bridgework.areas.people.matching.criteria import job_criteria, prose_facts
from tests.matching.members import to_account, to_job, to_profile

YEARS = """
Five years of practice, mostly in Plano | 5
I have over 12 years' experience | 12
12+ yrs chairside | 12
almost five years of clinical experience | 4
Practicing for the last 8 years in Ohio | 8
RDH with 20 years in private practice | 20
I have been a dental assistant for 6 years. | 6
Three years as an associate, then my own office | 3
two years of residency, 9 years of practice | 9
30 years of experience in dentistry | 30
1 yr experience front office | 1
twenty-five years old |
I am 35 years old |
5 years ago I moved |
My daughter is two years old |
Our scanner has a 10 year warranty |
a two year GPR residency |
in five years I hope to own a practice of my own |
99 years of experience |
"""


@pytest.mark.parametrize("line", YEARS.strip().splitlines())
def test_years_of_experience(line: str) -> None:
    text, _, expected = (part.strip() for part in line.partition("|"))
    assert prose_facts.years(text) == (float(expected) if expected else None)


LICENCES = """
Licensed in Texas and Oklahoma | TX OK
I hold an active Florida dental license | FL
TX license | TX
licensed dentist in the state of Ohio, grew up in Iowa | OH
NY and NJ licenses | NJ NY
My license is from California. | CA
Licensed by the Texas State Board | TX
a California-licensed hygienist | CA
RDH licensed in AZ, NV & UT | AZ NV UT
Dually licensed in Georgia and South Carolina | GA SC
Licensed in Ontario, Canada | CA-ON
Texas license pending |
Applying for an Ohio license |
I will be licensed in Ohio |
Eligible for licensure in Michigan |
My Nevada license has lapsed |
Awaiting my Colorado license |
driver's license, Ohio |
I grew up in Ohio and love it |
Licensed and insured. |
"""


@pytest.mark.parametrize("line", LICENCES.strip().splitlines())
def test_licences(line: str) -> None:
    text, _, expected = line.partition("|")
    assert [*prose_facts.licensed_regions(text.strip())] == expected.split()


HOMES = """
I live in McKinney with my family | McKinney
Based in Austin, TX. Looking for two days | Austin, TX
Now living in the Bay Area | Bay Area
located near Boston, MA, open to weekends | Boston, MA
I currently reside in Texas | Texas
I'm based in NYC | NYC
I live outside of Portland, Maine | Portland, Maine
Home in McKinney. | McKinney
I live in St. Louis with two dogs. | St. Louis
I am from Ohio. I live in Austin. | Austin
I'm in private practice |
I am in Love with dentistry |
I am in General Dentistry |
based in science |
I lived in Ohio as a child |
"""


@pytest.mark.parametrize("line", HOMES.strip().splitlines())
def test_homes(line: str) -> None:
    text, _, expected = (part.strip() for part in line.partition("|"))
    assert prose_facts.home(text) == (expected or None)


POSTING = {
    "role_needed": "General dentist",
    "location": "Plano, TX",
    "years_of_experience": "5-plus",
    "experience_level": "required",
    "required_licenses": ["Texas"],
}
BIO = "General dentist, seven years of practice. Licensed in Texas. I live in McKinney."


def outcomes(**profile: Any) -> dict[str, str]:
    offer = job_criteria.offer(to_profile(profile), to_account({}))
    lines = formula.score(job_criteria.wants(to_job(POSTING)), offer).lines
    return {line.name: line.outcome for line in lines}


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        ({"bio": BIO}, ("met", "met", "partly")),
        ({"bio": BIO, "location": "Houston, TX"}, ("partly", "met", "partly")),
        ({"bio": BIO, "years_experience": 1}, ("met", "not_met", "partly")),
        ({"bio": "I do not live in Plano. Never licensed in Texas."}, ("not_stated",) * 3),
        ({"bio": "I live in Boise, Idaho, with two years of experience"},
         ("not_met", "not_met", "not_stated")),
    ],
)  # fmt: skip
def test_a_member_counts_more_than_the_text(
    profile: dict[str, Any], expected: tuple[str, str, str]
) -> None:
    found = outcomes(**profile)
    assert (found["place"], found["experience"], found["licences"]) == expected
