"""The record and the card of an expert, and the data that neither contains."""

from typing import Any

import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.areas.people.profiles.tables import profiles
from tests import make
from tests.world import World

CARD = {
    "id", "firstName", "lastName", "avatarUrl", "title", "credential", "specialty",
    "secondarySpecialties", "location", "yearsExperience", "availability", "engagementType",
    "skills", "tags", "verificationTier", "isVerified", "updatedAt",
}  # fmt: skip
RECORD = CARD | {
    "bio", "company", "availabilityDate", "professionalNetworkUrl", "personalWebsite",
    "systemsExperience", "outcomes", "background", "credentials", "education", "licensedStates",
    "hidden",
}  # fmt: skip
FULL_PROFILE: dict[str, Any] = {
    "title": "Endodontist",
    "credential": "DMD",
    "specialty": ["endodontics"],
    "secondary_specialties": ["microsurgery"],
    "years_experience": 12,
    "availability": "Part-time",
    "availability_date": "2027-01-01",
    "location": "São Paulo",
    "bio": 'One line,\nand "another" <b>one</b>.',
    "phone_number": "5550100999",
    "country_code": "+1555",
    "professional_network_url": "https://network.example.com/in/ana",
    "personal_website": "https://ana.example.com",
    "systems_experience": ["Dentrix"],
    "engagement_type": "Contract",
    "outcomes": [{"title": "Faster", "metric": "2 h", "description": "A day."}],
    "background": [
        {
            "company": "Bright Smiles",
            "role": "Lead",
            "start_year": 2015,
            "end_year": None,
            "description": "All of it.",
            "currently_working": True,
        }
    ],
    "credentials": [{"name": "Board", "issuer": "State", "year": "2014"}],
    "licenses": [
        {"license_number": "TX-SECRET-1", "licensed_state": "Texas"},
        {"license_number": "CA-SECRET-2", "licensed_state": "California"},
        {"license_number": "TX-SECRET-3", "licensed_state": "Texas"},
    ],
    "desired_licensed_states": ["Nevadaland"],
    "company": "Müller Endo",
    "job_seeker_intent": "not_looking",
    "accredited_investor": "unsure",
    "startup_advisor": "yes",
    "skills": [{"category": "Clinical", "items": ["Root canal"]}],
    "interested_skills": [{"category": "Wishes", "items": ["Piloting"]}],
    "tags": ["mentor"],
    "education": [
        {
            "school": "USP",
            "degree": "DDS",
            "field_of_study": "Dentistry",
            "start_month": 3,
            "start_year": 2003,
            "end_month": None,
            "end_year": 2008,
            "grade": "A",
            "program_type": "general_dentistry",
            "affiliation": None,
            "student_year": None,
        }
    ],
    "tour_progress": {"welcomed": True},
}
PRIVATE = [
    "5550100999", "+1555", "SECRET", "Nevadaland", "not_looking", "unsure", "Piloting",
    "welcomed", "@example.com", "matches no password", "not-verified", "startup",
]  # fmt: skip


def test_a_record_contains_only_public_members(world: World) -> None:
    ana = make.expert(world, "Ana Müller", **FULL_PROFILE)
    record = world.get(f"/experts/{ana}").must(200)
    assert set(record.json) == {"data"}
    assert set(record.data) == RECORD
    assert (record.data["id"], record.data["firstName"], record.data["lastName"]) == (
        ana,
        "Ana",
        "Müller",
    )
    assert record.data["bio"] == FULL_PROFILE["bio"]
    assert record.data["yearsExperience"] == 12
    assert b'"yearsExperience":12,' in record.body
    assert record.data["licensedStates"] == ["California", "Texas"]
    assert record.data["education"][0]["programType"] == "general_dentistry"
    assert record.data["background"][0]["currentlyWorking"] is True
    assert record.data["updatedAt"] == "2026-11-21T12:00:00.000Z"


def test_a_card_has_a_part_of_the_members_of_the_record(world: World) -> None:
    ana = make.expert(world, "Ana Müller", **FULL_PROFILE)
    [card] = world.get("/experts").must(200).data
    record = world.get(f"/experts/{ana}").must(200).data
    assert set(card) == CARD
    assert card == {name: record[name] for name in CARD}


def test_private_data_is_not_returned_and_not_searched(world: World) -> None:
    ana = make.expert(world, "Ana Müller", **FULL_PROFILE)
    with world.application.app_state.database.reading() as tx:
        stored = str(tuple(tx.execute(sa.select(profiles, accounts).join(accounts)).one()))
    assert [word for word in PRIVATE if word not in stored] == []
    for path in (f"/experts/{ana}", "/experts", "/experts?search=root"):
        body = world.get(path).must(200).body.decode()
        assert [word for word in PRIVATE if word in body] == []
    for word in ("5550100999", "SECRET", "TX-SECRET-1", "nevadaland", "piloting", "welcomed"):
        for query in (f"search={word}", f"location={word}", f"skills={word}", f"tags={word}"):
            assert world.get(f"/experts?{query}").must(200).data == []


def test_members_that_are_not_stated_are_null(world: World) -> None:
    ada = make.expert(world)
    record = world.get(f"/experts/{ada}").must(200).data
    assert set(record) == RECORD
    given = {
        *("id", "firstName", "lastName", "title", "specialty", "verificationTier", "isVerified"),
        "updatedAt",
    }
    assert {name for name, value in record.items() if value is not None} == given


def test_an_unknown_id_is_not_found(world: World) -> None:
    unknown = "0192f0c1-2345-7abc-8def-0123456789ab"
    for wrong in (unknown, unknown.upper(), f"urn:uuid:{unknown}", "nobody", "1", "%00", ".."):
        response = world.get(f"/experts/{wrong}").must(404)
        assert response.json == {"message": "There is no such expert."}
        assert response.headers["cache-control"] == "no-store"


def test_an_id_is_found_in_either_case_only(world: World) -> None:
    ada = make.expert(world)
    assert world.get(f"/experts/{ada.upper()}").must(200).data["id"] == ada
    for spelling in (ada.replace("-", ""), f"{{{ada}}}", f"{ada}%20"):
        world.get(f"/experts/{spelling}").must(404)
