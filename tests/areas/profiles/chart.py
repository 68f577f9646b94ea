"""What the tests of profiles share: whole profiles, and saying things in one's own."""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.profiles.schemas import AdditionalDetailUpdateRequest, ProfileFields
from tests.world import Person, World

PROFILE, DETAILS = "/users/me/profile", "/users/me/profile/details"

LETTER = "\U0001d4aa"
"""Beyond the first 65,536 characters: a length counts characters, not code units."""


def web(length: int) -> str:
    """An address of so many characters."""
    return "https://a.example/".ljust(length, "p")


LONGEST: Mapping[str, Any] = {
    "title": LETTER * 100,
    "credential": LETTER * 100,
    "specialty": [LETTER * 100] * 40,
    "secondarySpecialties": ["endodontics", "endodontics"],
    "yearsExperience": 1e300,
    "availability": LETTER * 50,
    "availabilityDate": LETTER * 50,
    "location": LETTER * 200,
    "bio": f"{LETTER * 1990}\n\tlines\r\n",
    "phoneNumber": "0" * 15,
    "countryCode": "+0000",
    "professionalNetworkUrl": web(500),
    "personalWebsite": web(500),
    "systemsExperience": [LETTER * 100],
    "engagementType": LETTER * 50,
    "outcomes": [
        {"title": LETTER * 200, "metric": LETTER * 200, "description": LETTER * 1000},
        {"title": "Fewer remakes", "metric": "38 %", "description": "A line\nand another."},
    ],
    "background": [
        {
            "company": LETTER * 200,
            "role": LETTER * 200,
            "startYear": 1900,
            "endYear": 2100,
            "description": LETTER * 2000,
            "currentlyWorking": True,
        }
    ],
    "credentials": [{"name": LETTER * 200, "issuer": LETTER * 200, "year": LETTER * 20}],
    "licenses": [{"licenseNumber": LETTER * 100, "licensedState": LETTER * 100}],
    "desiredLicensedStates": [LETTER * 100, "TX"],
    "company": LETTER * 200,
    "jobSeekerIntent": "actively_looking",
    "accreditedInvestor": "yes",
    "startupAdvisor": "unsure",
    "skills": [{"category": LETTER * 500, "items": [LETTER * 500] * 3}],
    "interestedSkills": [{"category": "Learn", "items": ["Sedation"]}],
    "tags": [LETTER * 50] * 30,
    "education": [
        {
            "school": LETTER * 150,
            "degree": LETTER * 150,
            "fieldOfStudy": LETTER * 150,
            "startMonth": 12,
            "startYear": 1900,
            "endMonth": 12,
            "endYear": 2036,
            "grade": LETTER * 50,
            "programType": "assoc_specialty",
            "affiliation": "class_president",
            "studentYear": "D4",
        }
    ],
    "tourProgress": {"welcome": True, "": False, LETTER * 300: True},
}
"""Every member at its upper edge, or as odd as it may be."""

LEAST: Mapping[str, Any] = {
    **dict.fromkeys(
        ("title", "credential", "availability", "availabilityDate", "location", "bio", "company"),
        "",
    ),
    "specialty": [""],
    "secondarySpecialties": [],
    "yearsExperience": -0.5,
    "phoneNumber": "000000",
    "countryCode": "+1",
    "professionalNetworkUrl": "http://a",
    "personalWebsite": "HTTP://[::1]:8000/?q#f",
    "systemsExperience": [],
    "engagementType": "",
    "outcomes": [{"title": "", "metric": "", "description": ""}],
    "background": [
        {
            "company": "",
            "role": "",
            "startYear": None,
            "endYear": None,
            "description": "",
            "currentlyWorking": False,
        }
    ],
    "credentials": [{"name": "", "issuer": "", "year": ""}],
    "licenses": [{"licenseNumber": "1", "licensedState": "F"}],
    "desiredLicensedStates": ["F"],
    "jobSeekerIntent": "not_looking",
    "accreditedInvestor": "no",
    "startupAdvisor": "no",
    "skills": [{"category": "a", "items": ["b"]}],
    "interestedSkills": [],
    "tags": ["a"],
    "education": [
        {
            "school": "a",
            "degree": "b",
            "fieldOfStudy": "c",
            "startMonth": None,
            "startYear": None,
            "endMonth": None,
            "endYear": None,
            "grade": "",
            "programType": None,
            "affiliation": None,
            "studentYear": None,
        }
    ],
    "tourProgress": {},
}
"""Every member at its lower edge."""

EMPTY: Mapping[str, None] = dict.fromkeys(LONGEST)
"""A profile in which nothing was ever said."""


def wire_names(shape: type[ProfileFields | AdditionalDetailUpdateRequest]) -> set[str]:
    """The members of a shape as they are called in JSON."""
    return {str(member.alias) for member in shape.model_fields.values()}


OF_DETAILS = wire_names(AdditionalDetailUpdateRequest)
"""The members that both operations change."""


def say(world: World, person: Person, **profile: Any) -> Any:
    """Send members of one's profile; returns the profile that is told."""
    body = {"profile": profile}
    return world.patch(PROFILE, body, as_=person).must(200).data["profile"]


def read(world: World, person: Person) -> Any:
    """One's own profile, with what it shows of the account."""
    return world.get(PROFILE, as_=person).must(200).data
