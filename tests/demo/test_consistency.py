"""The statements in a demo profile about work, training, place and plans are consistent."""

import json
import re
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

from bridgework.demo import people
from bridgework.demo.data import read
from bridgework.demo.profiles import disciplines
from tests.demo.sample import (
    CANDIDATES,
    FIRST_200,
    SAMPLE,
    TODAY,
    entries,
    number,
    sentences,
    strings,
    text,
)


def test_work_follows_training_without_a_gap() -> None:
    for person in FIRST_200 + SAMPLE:
        years = number(person["profile"]["years_experience"])
        posts_held = [
            post for post in entries(person, "background") if "faculty" not in str(post["role"])
        ]
        assert posts_held[0]["currently_working"] is True
        assert posts_held[0]["company"] == person["profile"]["company"]
        assert posts_held[-1]["start_year"] == TODAY.year - years
        for newer, older in pairwise(posts_held):
            assert older["end_year"] == newer["start_year"]
            assert number(older["start_year"]) < number(older["end_year"])
        school = entries(person, "education")
        assert school[0]["end_year"] == TODAY.year - years
        for newer, older in pairwise(school):
            assert number(older["end_year"]) <= number(newer["start_year"])
        for certificate in entries(person, "credentials"):
            assert TODAY.year - years < int(str(certificate["year"])) <= TODAY.year


def test_leaders_have_worked_for_five_years() -> None:
    leading = {role for field in disciplines.by_share() for role in field.leading_roles}
    leaders = [person for person in SAMPLE if entries(person, "background")[0]["role"] in leading]
    assert len(leaders) > 500
    assert all(number(person["profile"]["years_experience"]) >= 5 for person in leaders)
    assert not any(
        post["role"] in leading for found in CANDIDATES for post in entries(found, "background")
    )


def test_a_profile_is_consistent_in_its_field() -> None:
    fields = {field.name: field for field in disciplines.by_share()}
    for person in FIRST_200:
        (specialty,) = strings(person, "specialty")
        field = fields[specialty]
        roles = field.early_roles + field.later_roles + field.leading_roles
        assert entries(person, "background")[0]["role"] in roles
        assert set(strings(person, "secondary_specialties")) <= set(field.secondary)
        skills = {group["category"]: group["items"] for group in field.skills}
        for group in entries(person, "skills"):
            assert isinstance(group["items"], list)
            assert set(group["items"]) <= set(skills[str(group["category"])])
        spoken = set(field.openings + field.work + field.views)
        assert spoken & sentences(text(person, "bio")) or field.field in text(person, "bio")


def test_letters_after_a_name_come_from_degrees() -> None:
    for person in FIRST_200 + SAMPLE:
        degrees = " ".join(str(one["degree"]) for one in entries(person, "education"))
        certificates = {entry["name"] for entry in entries(person, "credentials")}
        for post_nominals in text(person, "credential").split(", "):
            if post_nominals == "FAGD":
                assert "Fellow, Academy of General Dentistry" in certificates
            elif post_nominals == "RDH":
                assert "Dental Hygiene" in strings(person, "specialty")
            else:
                assert post_nominals in degrees


def test_teachers_teach_at_the_school_that_they_name() -> None:
    teachers = 0
    for person in FIRST_200 + SAMPLE:
        posts = [p for p in entries(person, "background") if "faculty" in str(p["role"])]
        schools = [e for e in entries(person, "education") if e["affiliation"] == "faculty"]
        assert [post["company"] for post in posts] == [school["school"] for school in schools]
        message = sentences(text(person, "bio"))
        if not posts:
            assert not any(" teach at " in sentence for sentence in message)
        teachers += len(posts)
    assert teachers > 100


def test_no_placeholder_is_left() -> None:
    people_shown = FIRST_200 + SAMPLE + CANDIDATES
    for person in people_shown:
        assert not re.search(r"\{[a-z_]+\}", json.dumps(person["profile"]))


def test_no_text_is_repeated() -> None:
    for person in FIRST_200 + SAMPLE + CANDIDATES:
        for member in ("tags", "systems_experience", "specialty", "skills", "outcomes"):
            message = strings(person, member)
            assert len(set(message)) == len(message)
        for group in entries(person, "skills"):
            assert isinstance(group["items"], list)
            assert len(set(group["items"])) == len(group["items"])


def test_the_first_licence_is_of_the_home_state() -> None:
    for person in FIRST_200 + SAMPLE:
        city, _, state = text(person, "location").partition(", ")
        held = [str(entry["licensed_state"]) for entry in entries(person, "licenses")]
        assert held[0] == state
        assert not set(held) & set(strings(person, "desired_licensed_states"))
        (area_code,) = [
            one["area_code"] for one in read("words/places")["cities"] if one["city"] == city
        ]
        assert text(person, "phone_number").startswith(area_code + "55501")


def test_plans_agree() -> None:
    latest = {"immediately": 0, "within 1 month": 30, "within 3 months": 92}
    advising = set(read("words/biographies")["advising"])
    for person in FIRST_200 + SAMPLE:
        availability = text(person, "availability")
        start = date.fromisoformat(text(person, "availability_date")) - TODAY
        assert timedelta(0) <= start <= timedelta(days=latest.get(availability, 30))
        if availability in {"part-time", "evenings and weekends"}:
            assert person["profile"]["engagement_type"] != "full-time"
        if person["profile"]["startup_advisor"] != "yes":
            assert not sentences(text(person, "bio")) & advising


def test_students_study_and_hold_no_licence() -> None:
    students = [
        found for found in CANDIDATES if found["job_account"].get("credential") == "student"
    ]
    assert len(students) == 4
    for found in students:
        latest = entries(found, "education")[0]
        assert latest["affiliation"] == "student"
        assert latest["student_year"] in {"D3", "D4"}
        assert date(number(latest["end_year"]), number(latest["end_month"]), 28) > TODAY
        assert found["profile"]["licenses"] == []


def test_of_ten_candidates_five_are_associates_and_three_specialists() -> None:
    kinds = Counter(found["job_account"].get("credential") for found in CANDIDATES)
    assert kinds == {"associate-dentist": 20, "specialist": 12, "student": 4, None: 4}
    for found in CANDIDATES:
        assert bool(found["job_account"].get("specialty")) == (
            found["job_account"].get("credential") == "specialist"
        )
        assert found["profile"]["job_seeker_intent"] != "not_looking"


def test_named_accounts_are_those_of_the_command() -> None:
    accounts = {person["email"]: person for person in people.people(TODAY).values()}
    assert len(accounts) == 8
    assert accounts[people.ADA]["verification_tier"] == "pro"
    assert accounts[people.BEN]["role"] == "client"
    assert accounts[people.CARLA]["jobs_role"] == "clinic_owner"
    assert accounts[people.CYRUS]["jobs_role"] == "candidate"
    assert accounts[people.VERA]["vendors_role"] == "vendor"
    assert accounts[people.OMAR]["vendors_role"] == "ambassador"
    assert accounts[people.ROOT]["role"] == "admin"
    assert [who for who, one in accounts.items() if not one.get("is_email_verified", True)] == [
        people.MALLORY
    ]
    for email in (people.CARLA, people.CYRUS):
        assert accounts[email]["jobs_verification_tier"] == "verified"
    for email in (people.VERA, people.OMAR):
        assert accounts[email]["vendors_verification_tier"] == "verified"
