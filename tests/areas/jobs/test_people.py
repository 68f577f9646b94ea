"""Accounts of the jobs platform, their referral codes, and clinics' profiles."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from bridgework.demo.people import people as demo_people
from bridgework.kit.schemas import to_wire_name
from tests import cast
from tests.areas.jobs import board
from tests.world import ANONYMOUS, World

CLINIC = demo_people(date(2026, 11, 21))["carla"]["clinic_profile"]
CODE = re.compile(r"[2-9A-HJ-NP-Z]{8}")


def on_the_wire(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {to_wire_name(name): on_the_wire(one) for name, one in value.items()}
    return [on_the_wire(one) for one in value] if isinstance(value, list) else value


def test_a_member_reads_their_account_and_its_code_stays(world: World) -> None:
    people = board.cast_of(world)
    told = world.get("/jobs/me", as_=people.cyrus).must(200).data
    assert CODE.fullmatch(told["referralCode"])
    assert world.get("/jobs/me", as_=people.cyrus).must(200).data == told
    assert told == {
        "firstName": "Cyrus",
        "lastName": "Daneshvar",
        "email": "cyrus@example.com",
        "verificationTier": "not-verified",
        "jobsVerificationTier": "verified",
        "vendorsVerificationTier": "not-verified",
        "jobsRole": "candidate",
        "jobsOnboardingStep": None,
        "cvObjectPath": None,
        "credential": None,
        "specialty": None,
        "interestedInNonClinical": None,
        "lookingForMentor": None,
        "referralCode": told["referralCode"],
        "referralCount": 0,
    }
    other = world.get("/jobs/me", as_=people.eli).must(200).data["referralCode"]
    assert other != told["referralCode"]


def test_twenty_who_come_at_once_have_one_code(world: World) -> None:
    eli = cast.sign_up(world, "eli@example.com")
    answers = world.together([lambda: world.sending("GET", "/jobs/me", as_=eli)] * 20)
    assert len({answer.must(200).data["referralCode"] for answer in answers}) == 1


def test_a_member_changes_what_is_their_own(world: World) -> None:
    people = board.cast_of(world)
    sent = {
        "firstName": "Kyros",
        "lastName": "D.",
        "cvObjectPath": board.cv(world, people.cyrus),
        "jobsRole": "candidate",
        "credential": "associate-dentist",
        "specialty": ["endodontics", "orofacial-pain"],
        "interestedInNonClinical": False,
        "lookingForMentor": True,
        "jobsOnboardingStep": "cv",
    }
    told = world.patch("/jobs/me", sent, as_=people.cyrus).must(200).data
    assert {name: told[name] for name in sent} == sent
    assert told["jobsVerificationTier"] == "verified"
    assert world.get("/jobs/me", as_=people.cyrus).must(200).data == told
    assert world.get("/users/me", as_=people.cyrus).must(200).data["firstName"] == "Kyros"
    less = world.patch("/jobs/me", {}, as_=people.cyrus).must(200).data
    assert less == told


def test_another_role_is_to_be_verified_anew(world: World) -> None:
    people = board.cast_of(world)
    told = world.patch("/jobs/me", {"jobsRole": "recruiter"}, as_=people.cyrus).must(200).data
    assert (told["jobsRole"], told["jobsVerificationTier"]) == ("recruiter", "not-verified")
    (entry,) = board.audited(world, people, "account.change")
    changes = {one["field"]: (one["before"], one["after"]) for one in entry["changes"]}
    assert changes == {
        "jobsRole": ("candidate", "recruiter"),
        "jobsVerificationTier": ("verified", "not-verified"),
    }
    world.post("/jobs", dict(board.LEAST), as_=people.cyrus).must(201)


def test_self_updates_are_checked(world: World) -> None:
    people = board.cast_of(world)
    wrong = {
        "firstName": "1",
        "credential": "dentist",
        "specialty": ["endodontics"] * 6,
        "jobsRole": None,
        "jobsOnboardingStep": "",
    }
    assert set(world.patch("/jobs/me", wrong, as_=people.cyrus).must(422).faults) == set(wrong)
    theirs = {"cvObjectPath": board.cv(world, people.eli)}
    refused = world.patch("/jobs/me", theirs, as_=people.cyrus).must(422)
    assert refused.faults == {"cvObjectPath": "asset_unknown"}
    for send in (world.get, world.patch):
        send("/jobs/me", as_=ANONYMOUS).must(401)


# --- clinics ----------------------------------------------------------------------------------

PATH = "/jobs/me/clinic-profile"


def test_a_clinics_profile_is_empty_until_it_is_written(world: World) -> None:
    people = board.cast_of(world)
    empty = world.get(PATH, as_=people.carla).must(200).data
    assert set(empty) == {to_wire_name(name) for name in CLINIC}
    assert set(empty.values()) == {None}
    whole = on_the_wire(CLINIC)
    assert world.put(PATH, whole, as_=people.carla).must(200).data == whole
    assert world.get(PATH, as_=people.carla).must(200).data == whole
    assert set(world.get(PATH, as_=people.dora).must(200).data.values()) == {None}


def test_a_put_replaces_the_whole(world: World) -> None:
    people = board.cast_of(world)
    world.put(PATH, on_the_wire(CLINIC), as_=people.carla).must(200)
    told = world.put(PATH, {"practiceName": "Two Rivers"}, as_=people.carla).must(200).data
    assert told.pop("practiceName") == "Two Rivers"
    assert set(told.values()) == {None}
    assert set(world.put(PATH, as_=people.carla).must(200).data.values()) == {None}


def test_nested_objects_are_given_whole(world: World) -> None:
    people = board.cast_of(world)
    wrong = {
        "payerMix": {"ppo": 1, "hmo": 1, "feeForService": 1, "medicaid": 1},
        "teamCounts": {"hygienists": {"fullTime": 1}},
        "inHouseSpecialistCoverage": [{"specialty": "endodontics"}],
        "commissionTiers": [{"threshold": "1", "percentage": 2}],
        "numberOfLocations": 1.5,
        "practiceTypes": [None],
    }
    refused = set(world.put(PATH, wrong, as_=people.carla).must(422).faults)
    assert refused == {
        "payerMix.other",
        "teamCounts.associateDentists",
        "teamCounts.hygienists.partTime",
        "teamCounts.dentalAssistants",
        "teamCounts.inHouseSpecialists",
        "teamCounts.other",
        "inHouseSpecialistCoverage[0].frequency",
        "commissionTiers[0].threshold",
        "numberOfLocations",
        "practiceTypes[0]",
    }


def test_a_clinics_profile_heeds_its_version(world: World) -> None:
    people = board.cast_of(world)
    first = {"if-match": world.get(PATH, as_=people.carla).must(200).headers["etag"]}
    named = {"practiceName": "Two Rivers"}
    made = world.put(PATH, named, as_=people.carla, headers=first).must(200)
    late = world.put(PATH, {}, as_=people.carla, headers=first).must(412)
    assert late.error == "precondition_failed"
    newer = {"if-match": made.headers["etag"]}
    world.put(PATH, {}, as_=people.carla, headers=newer).must(200)


def test_a_clinics_profile_is_a_clinics(world: World) -> None:
    people = board.cast_of(world)
    for person, status in ((ANONYMOUS, 401), (people.cyrus, 403), (people.eli, 403)):
        world.get(PATH, as_=person).must(status)
        world.put(PATH, {}, as_=person).must(status)


def test_who_leaves_takes_it_all_along(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    path = board.cv(world, people.cyrus)
    board.apply(world, job, people.cyrus, cvObjectPath=path)
    world.patch("/jobs/me", {"cvObjectPath": path}, as_=people.cyrus).must(200)
    world.put(PATH, on_the_wire(CLINIC), as_=people.carla).must(200)
    for person in (people.cyrus, people.carla):
        exported = world.get("/users/me/export", as_=person).must(200).body.decode()
        assert ("Two Rivers" in exported) is False
        assert (path in exported) == (person is people.cyrus)
        world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=person).must(202)
    world.get(f"/jobs/{job}", as_=people.eli).must(404)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    assert board.listed(world, root, "/admin/jobs") == []
    assert not board.has_asset(world, path)
