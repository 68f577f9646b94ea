"""One expert's record, its card, and what neither of them tells."""

from typing import Any

import sqlalchemy as sa

from bridgework.areas.accounts.tables import accounts
from bridgework.areas.profiles.tables import profiles
from tests import make
from tests.world import World

CARD = {
    "id", "firstName", "lastName", "avatarUrl", "title", "credential", "specialty",
    "secondarySpecialties", "location", "yearsExperience", "availability", "engagementType",
    "skills", "tags", "verificationTier", "updatedAt",
}  # fmt: skip
RECORD = CARD | {
    "bio", "company", "availabilityDate", "professionalNetworkUrl", "personalWebsite",
    "systemsExperience", "outcomes", "background", "credentials", "education", "licensedStates",
}  # fmt: skip
EVERYTHING: dict[str, Any] = {
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
    "welcomed", "@example.com", "nobody signs in", "not-verified", "startup",
]  # fmt: skip


def test_a_record_tells_all_that_is_public_and_nothing_else(world: World) -> None:
    ana = make.expert(world, "Ana Müller", **EVERYTHING)
    told = world.get(f"/experts/{ana}").must(200)
    assert set(told.json) == {"data"}
    assert set(told.data) == RECORD
    assert (told.data["id"], told.data["firstName"], told.data["lastName"]) == (
        ana,
        "Ana",
        "Müller",
    )
    assert told.data["bio"] == EVERYTHING["bio"]
    assert told.data["yearsExperience"] == 12
    assert b'"yearsExperience":12,' in told.body
    assert told.data["licensedStates"] == ["California", "Texas"]
    assert told.data["education"][0]["programType"] == "general_dentistry"
    assert told.data["background"][0]["currentlyWorking"] is True
    assert told.data["updatedAt"] == "2026-11-21T12:00:00.000Z"


def test_a_card_is_the_record_with_less(world: World) -> None:
    ana = make.expert(world, "Ana Müller", **EVERYTHING)
    [card] = world.get("/experts").must(200).data
    record = world.get(f"/experts/{ana}").must(200).data
    assert set(card) == CARD
    assert card == {name: record[name] for name in CARD}


def test_nothing_private_is_told_or_found_by(world: World) -> None:
    ana = make.expert(world, "Ana Müller", **EVERYTHING)
    with world.application.app_state.database.reading() as tx:
        kept = str(tuple(tx.execute(sa.select(profiles, accounts).join(accounts)).one()))
    assert [word for word in PRIVATE if word not in kept] == []
    for path in (f"/experts/{ana}", "/experts", "/experts?search=root"):
        body = world.get(path).must(200).body.decode()
        assert [word for word in PRIVATE if word in body] == []
    for word in ("5550100999", "SECRET", "TX-SECRET-1", "nevadaland", "piloting", "welcomed"):
        for query in (f"search={word}", f"location={word}", f"skills={word}", f"tags={word}"):
            assert world.get(f"/experts?{query}").must(200).data == []


def test_who_has_said_little_has_null_for_the_rest(world: World) -> None:
    ada = make.expert(world)
    told = world.get(f"/experts/{ada}").must(200).data
    assert set(told) == RECORD
    said = {"id", "firstName", "lastName", "title", "specialty", "verificationTier", "updatedAt"}
    assert {name for name, value in told.items() if value is not None} == said


def test_nobody_by_that_id(world: World) -> None:
    unknown = "0192f0c1-2345-7abc-8def-0123456789ab"
    for wrong in (unknown, unknown.upper(), f"urn:uuid:{unknown}", "nobody", "1", "%00", ".."):
        missing = world.get(f"/experts/{wrong}").must(404)
        assert missing.json == {"message": "There is no such expert."}
        assert missing.headers["cache-control"] == "no-store"


def test_an_id_is_only_its_one_spelling(world: World) -> None:
    ada = make.expert(world)
    for spelling in (ada.upper(), ada.replace("-", ""), f"{{{ada}}}", f"{ada}%20"):
        world.get(f"/experts/{spelling}").must(404)
