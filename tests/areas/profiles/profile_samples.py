"""Sample profiles, and helpers to read and update a profile."""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.people.profiles.schemas import AdditionalDetailUpdateRequest, ProfileFields
from tests.world import Person, World

PROFILE, DETAILS = "/users/me/profile", "/users/me/profile/details"

ASTRAL_CHARACTER = "\U0001d4aa"
"""A character outside the BMP: lengths count characters, not code units."""


def url_of_length(length: int) -> str:
    """A URL with this number of characters."""
    return "https://a.example/".ljust(length, "p")


LONGEST: Mapping[str, Any] = {
    "title": ASTRAL_CHARACTER * 100,
    "credential": ASTRAL_CHARACTER * 100,
    "specialty": [ASTRAL_CHARACTER * 100] * 40,
    "secondarySpecialties": ["endodontics", "endodontics"],
    "yearsExperience": 1e300,
    "availability": ASTRAL_CHARACTER * 50,
    "availabilityDate": ASTRAL_CHARACTER * 50,
    "location": ASTRAL_CHARACTER * 200,
    "bio": f"{ASTRAL_CHARACTER * 1990}\n\tlines\r\n",
    "phoneNumber": "0" * 15,
    "countryCode": "+0000",
    "professionalNetworkUrl": url_of_length(500),
    "personalWebsite": url_of_length(500),
    "systemsExperience": [ASTRAL_CHARACTER * 100],
    "engagementType": ASTRAL_CHARACTER * 50,
    "outcomes": [
        {
            "title": ASTRAL_CHARACTER * 200,
            "metric": ASTRAL_CHARACTER * 200,
            "description": ASTRAL_CHARACTER * 1000,
        },
        {"title": "Fewer remakes", "metric": "38 %", "description": "A line\nand another."},
    ],
    "background": [
        {
            "company": ASTRAL_CHARACTER * 200,
            "role": ASTRAL_CHARACTER * 200,
            "startYear": 1900,
            "endYear": 2100,
            "description": ASTRAL_CHARACTER * 2000,
            "currentlyWorking": True,
        }
    ],
    "credentials": [
        {
            "name": ASTRAL_CHARACTER * 200,
            "issuer": ASTRAL_CHARACTER * 200,
            "year": ASTRAL_CHARACTER * 20,
        }
    ],
    "licenses": [
        {"licenseNumber": ASTRAL_CHARACTER * 100, "licensedState": ASTRAL_CHARACTER * 100}
    ],
    "desiredLicensedStates": [ASTRAL_CHARACTER * 100, "TX"],
    "company": ASTRAL_CHARACTER * 200,
    "jobSeekerIntent": "actively_looking",
    "accreditedInvestor": "yes",
    "startupAdvisor": "unsure",
    "skills": [{"category": ASTRAL_CHARACTER * 500, "items": [ASTRAL_CHARACTER * 500] * 3}],
    "interestedSkills": [{"category": "Learn", "items": ["Sedation"]}],
    "tags": [ASTRAL_CHARACTER * 50] * 30,
    "education": [
        {
            "school": ASTRAL_CHARACTER * 150,
            "degree": ASTRAL_CHARACTER * 150,
            "fieldOfStudy": ASTRAL_CHARACTER * 150,
            "startMonth": 12,
            "startYear": 1900,
            "endMonth": 12,
            "endYear": 2036,
            "grade": ASTRAL_CHARACTER * 50,
            "programType": "assoc_specialty",
            "affiliation": "class_president",
            "studentYear": "D4",
        }
    ],
    "tourProgress": {"welcome": True, "": False, ASTRAL_CHARACTER * 300: True},
}
"""A profile with every member at its upper limit, or with unusual values."""

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
"""A profile with every member at its lower limit."""

EMPTY: Mapping[str, None] = dict.fromkeys(LONGEST)
"""A profile in which no member was set."""


def wire_names(shape: type[ProfileFields | AdditionalDetailUpdateRequest]) -> set[str]:
    """The names of a schema's members in JSON."""
    return {str(member.alias) for member in shape.model_fields.values()}


DETAIL_MEMBERS = wire_names(AdditionalDetailUpdateRequest)
"""The members that both operations update."""


def update_profile(world: World, person: Person, **profile: Any) -> Any:
    """Update members of the caller's profile; returns the profile."""
    body = {"profile": profile}
    return world.patch(PROFILE, body, as_=person).must(200).data["profile"]


def get_profile(world: World, person: Person) -> Any:
    """The caller's profile, with the members of the account."""
    return world.get(PROFILE, as_=person).must(200).data
