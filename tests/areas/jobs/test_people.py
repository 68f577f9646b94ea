"""Accounts of the jobs platform, referral codes, and clinic profiles."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from bridgework.demo.people import people as demo_people
from bridgework.kit.validation import to_wire_name
from tests import cast
from tests.areas.jobs import board
from tests.world import ANONYMOUS, World

CLINIC = demo_people(date(2026, 11, 21))["carla"]["clinic_profile"]
CODE = re.compile(r"[2-9A-HJ-NP-Z]{8}")


def to_wire(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {to_wire_name(name): to_wire(item) for name, item in value.items()}
    return [to_wire(item) for item in value] if isinstance(value, list) else value


def test_a_member_reads_the_own_account_and_its_code_does_not_change(world: World) -> None:
    people = board.sign_up_all(world)
    account = world.get("/jobs/me", as_=people.cyrus).must(200).data
    assert CODE.fullmatch(account["referralCode"])
    assert world.get("/jobs/me", as_=people.cyrus).must(200).data == account
    assert account == {
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
        "profession": None,
        "interestedInNonClinical": None,
        "lookingForMentor": None,
        "referralCode": account["referralCode"],
        "referralCount": 0,
    }
    other = world.get("/jobs/me", as_=people.eli).must(200).data["referralCode"]
    assert other != account["referralCode"]


@pytest.mark.postgresql("concurrent requests")
def test_twenty_concurrent_first_requests_create_one_code(world: World) -> None:
    eli = cast.sign_up(world, "eli@example.com")
    answers = world.together([lambda: world.sending("GET", "/jobs/me", as_=eli)] * 20)
    assert len({answer.must(200).data["referralCode"] for answer in answers}) == 1


def test_a_member_changes_the_own_account(world: World) -> None:
    people = board.sign_up_all(world)
    body = {
        "firstName": "Kyros",
        "lastName": "D.",
        "cvObjectPath": board.upload_cv(world, people.cyrus),
        "jobsRole": "candidate",
        "credential": "associate-dentist",
        "specialty": ["endodontics", "orofacial-pain"],
        "interestedInNonClinical": False,
        "lookingForMentor": True,
        "jobsOnboardingStep": "cv",
    }
    account = world.patch("/jobs/me", body, as_=people.cyrus).must(200).data
    assert {name: account[name] for name in body} == body
    assert account["jobsVerificationTier"] == "verified"
    assert world.get("/jobs/me", as_=people.cyrus).must(200).data == account
    assert world.get("/users/me", as_=people.cyrus).must(200).data["firstName"] == "Kyros"
    unchanged = world.patch("/jobs/me", {}, as_=people.cyrus).must(200).data
    assert unchanged == account


def test_a_changed_role_must_be_verified_again(world: World) -> None:
    people = board.sign_up_all(world)
    account = world.patch("/jobs/me", {"jobsRole": "recruiter"}, as_=people.cyrus).must(200).data
    assert (account["jobsRole"], account["jobsVerificationTier"]) == ("recruiter", "not-verified")
    (entry,) = board.audit_entries(world, people, "account.change")
    changes = {item["field"]: (item["before"], item["after"]) for item in entry["changes"]}
    assert changes == {
        "jobsRole": ("candidate", "recruiter"),
        "jobsVerificationTier": ("verified", "not-verified"),
    }
    world.post("/jobs", dict(board.REQUIRED), as_=people.cyrus).must(201)


def test_updates_are_validated(world: World) -> None:
    people = board.sign_up_all(world)
    wrong = {
        "firstName": "1",
        "credential": "dentist",
        "specialty": ["endodontics"] * 6,
        "jobsRole": None,
        "jobsOnboardingStep": "",
    }
    assert set(world.patch("/jobs/me", wrong, as_=people.cyrus).must(422).faults) == set(wrong)
    foreign_cv = {"cvObjectPath": board.upload_cv(world, people.eli)}
    refused = world.patch("/jobs/me", foreign_cv, as_=people.cyrus).must(422)
    assert refused.faults == {"cvObjectPath": "asset_unknown"}
    for send in (world.get, world.patch):
        send("/jobs/me", as_=ANONYMOUS).must(401)


# --- clinics ----------------------------------------------------------------------------------

PATH = "/jobs/me/clinic-profile"


def test_a_clinic_profile_is_empty_before_the_first_write(world: World) -> None:
    people = board.sign_up_all(world)
    empty = world.get(PATH, as_=people.carla).must(200).data
    assert set(empty) == {to_wire_name(name) for name in CLINIC}
    assert set(empty.values()) == {None}
    full = to_wire(CLINIC)
    assert world.put(PATH, full, as_=people.carla).must(200).data == full
    assert world.get(PATH, as_=people.carla).must(200).data == full
    assert set(world.get(PATH, as_=people.dora).must(200).data.values()) == {None}


def test_a_put_replaces_the_whole_profile(world: World) -> None:
    people = board.sign_up_all(world)
    world.put(PATH, to_wire(CLINIC), as_=people.carla).must(200)
    account = world.put(PATH, {"practiceName": "Two Rivers"}, as_=people.carla).must(200).data
    assert account.pop("practiceName") == "Two Rivers"
    assert set(account.values()) == {None}
    assert set(world.put(PATH, as_=people.carla).must(200).data.values()) == {None}


def test_a_patch_leaves_omitted_members_alone_and_clears_null_ones(world: World) -> None:
    people = board.sign_up_all(world)
    full = world.put(PATH, to_wire(CLINIC), as_=people.carla).must(200).data
    changed = {"practiceName": "Two Rivers", "description": None}
    patched = world.patch(PATH, changed, as_=people.carla).must(200).data
    assert patched == {**full, **changed}
    assert world.patch(PATH, as_=people.carla).must(200).data == patched
    first = world.patch(PATH, {"numberOfLocations": 2}, as_=people.dora).must(200).data
    assert first.pop("numberOfLocations") == 2
    assert set(first.values()) == {None}


def test_a_patch_replaces_an_object_inside_as_a_whole(world: World) -> None:
    people = board.sign_up_all(world)
    world.put(PATH, to_wire(CLINIC), as_=people.carla).must(200)
    refused = world.patch(PATH, {"payerMix": {"ppo": 1}}, as_=people.carla).must(422)
    assert "payerMix.hmo" in refused.faults


def test_a_patch_of_an_outdated_clinic_profile_is_refused(world: World) -> None:
    people = board.sign_up_all(world)
    etag = world.get(PATH, as_=people.carla).must(200).headers["etag"]
    headers = {"if-match": etag}
    world.patch(PATH, {"practiceName": "One"}, as_=people.carla, headers=headers).must(200)
    world.patch(PATH, {"practiceName": "Two"}, as_=people.carla, headers=headers).must(412)


def test_the_put_of_a_clinic_profile_says_that_it_is_deprecated(world: World) -> None:
    people = board.sign_up_all(world)
    headers = world.put(PATH, {}, as_=people.carla).must(200).headers
    assert headers["deprecation"] == "@1795651200"
    assert headers["sunset"] == "Fri, 26 Nov 2027 00:00:00 GMT"
    assert "deprecation" not in world.patch(PATH, {}, as_=people.carla).must(200).headers


def test_nested_objects_require_all_members(world: World) -> None:
    people = board.sign_up_all(world)
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


def test_a_clinic_profile_checks_the_version(world: World) -> None:
    people = board.sign_up_all(world)
    first = {"if-match": world.get(PATH, as_=people.carla).must(200).headers["etag"]}
    body = {"practiceName": "Two Rivers"}
    response = world.put(PATH, body, as_=people.carla, headers=first).must(200)
    conflict = world.put(PATH, {}, as_=people.carla, headers=first).must(412)
    assert conflict.error == "precondition_failed"
    current = {"if-match": response.headers["etag"]}
    world.put(PATH, {}, as_=people.carla, headers=current).must(200)


def test_a_clinic_profile_requires_a_clinic(world: World) -> None:
    people = board.sign_up_all(world)
    for person, status in ((ANONYMOUS, 401), (people.cyrus, 403), (people.eli, 403)):
        world.get(PATH, as_=person).must(status)
        world.put(PATH, {}, as_=person).must(status)


def test_an_erased_account_leaves_no_data(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    path = board.upload_cv(world, people.cyrus)
    board.apply(world, job, people.cyrus, cvObjectPath=path)
    world.patch("/jobs/me", {"cvObjectPath": path}, as_=people.cyrus).must(200)
    world.put(PATH, to_wire(CLINIC), as_=people.carla).must(200)
    for person in (people.cyrus, people.carla):
        exported = world.get("/users/me/export", as_=person).must(200).body.decode()
        assert ("Two Rivers" in exported) is False
        assert (path in exported) == (person is people.cyrus)
        world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=person).must(202)
    world.get(f"/jobs/{job}", as_=people.eli).must(404)
    world.clock.advance(days=15)
    world.run_periodic_tasks()
    root = cast.root_again(world)
    assert board.list_ids(world, root, "/admin/jobs") == []
    assert not board.has_asset(world, path)
