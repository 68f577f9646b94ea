"""What a verified person changes of the own identity waits, until it is confirmed or reversed."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests import cast, make
from tests.areas.queue import reviewed, waiting
from tests.areas.queue.test_deciding import decide
from tests.areas.roles import desk
from tests.world import World

LICENSE = {"licenseNumber": "TX-12345", "licensedState": "Texas"}


@pytest.mark.postgresql("a table of its own")
def test_a_changed_name_shows_as_not_verified_until_it_is_confirmed(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    assert reviewed.is_verified(world, ada) == (True, True)
    reviewed.patch_profile(world, ada, firstName="Grace", lastName="Hopper")
    assert reviewed.is_verified(world, ada) == (False, False)
    assert reviewed.members_of(world, people.root, "identity_changed", ada.id) == {
        "firstName": (["Ada"], ["Grace"]),
        "lastName": (["Lovell"], ["Hopper"]),
    }
    [item] = waiting.read(world, people.root)["items"]
    assert (item["title"], item["subtitle"]) == ("Grace Hopper", ada.email)
    assert item["subject"] == {"kind": "account", "id": ada.id}
    reviewed.confirm(world, people.root, "identity_changed", ada.id).must(200)
    assert reviewed.is_verified(world, ada) == (True, True)
    assert waiting.keys(world, people.root) == []
    assert reviewed.mails_about(world, ada) == ["Your change was confirmed: your profile"]


def test_a_reversed_person_is_as_an_administrator_verified_them(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    reviewed.patch_profile(
        world, ada, firstName="Grace", credential="MD", licenses=[LICENSE], bio="New."
    )
    assert reviewed.members_of(world, people.root, "identity_changed", ada.id) == {
        "firstName": (["Ada"], ["Grace"]),
        "credential": (["DDS"], ["MD"]),
        "licenses": ([], ["TX-12345, Texas"]),
    }
    reviewed.reverse(world, people.root, "identity_changed", ada.id, "We cannot verify it.").must(
        200
    )
    page = world.get(f"/experts/{ada.id}").must(200).data
    assert (page["firstName"], page["credential"], page["licensedStates"]) == ("Ada", "DDS", None)
    assert page["bio"] == "New."
    assert reviewed.is_verified(world, ada) == (True, True)
    subject, text = desk.last_email(world, ada)
    assert subject == "Your change was reversed: your profile"
    assert "We cannot verify it." in text


def test_the_owner_sees_since_when_the_change_waits(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    assert reviewed.patch_profile(world, ada, bio="New.").data["changeInReviewSince"] is None
    since = reviewed.patch_profile(world, ada, credential="MD").data["changeInReviewSince"]
    assert since == waiting.read(world, people.root)["items"][0]["since"]
    reviewed.confirm(world, people.root, "identity_changed", ada.id).must(200)
    assert world.get("/users/me/profile", as_=ada).data["changeInReviewSince"] is None


OWN_CHANGES: Mapping[str, tuple[str, Mapping[str, Any], str]] = {
    "the account": ("/users/me", {"firstName": "Grace"}, "firstName"),
    "the details": ("/users/me/profile/details", {"credential": "MD"}, "credential"),
    "jobs": ("/jobs/me", {"credential": "specialist"}, "jobsCredential"),
    "jobs, the name": ("/jobs/me", {"lastName": "Hopper"}, "lastName"),
    "vendors": ("/vendors/me", {"firstName": "Grace"}, "firstName"),
}


def test_a_person_verified_on_no_platform_does_not_wait(world: World) -> None:
    people, ada = waiting.people(world), cast.ada(world)
    world.patch("/users/me", {"firstName": "Grace"}, as_=ada).must(200)
    assert ("identity_changed", ada.id) not in waiting.keys(world, people.root)


def test_an_identity_that_is_changed_back_no_longer_waits(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    reviewed.patch_profile(world, ada, credential="MD")
    reviewed.patch_profile(world, ada, credential="DDS")
    assert waiting.keys(world, people.root) == []
    assert reviewed.is_verified(world, ada) == (True, True)


def test_a_name_that_an_administrator_sets_needs_no_review(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    reviewed.patch_profile(world, ada, firstName="Grace", credential="MD")
    world.patch(f"/admin/users/{ada.id}", {"firstName": "Adele"}, as_=people.root).must(200)
    assert set(reviewed.members_of(world, people.root, "identity_changed", ada.id)) == {
        "credential"
    }


def test_the_change_of_a_disabled_account_waits_again_when_it_is_enabled(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    reviewed.patch_profile(world, ada, firstName="Grace")
    world.post(f"/admin/users/{ada.id}/disable", {"reason": "x"}, as_=people.root).must(200)
    assert waiting.keys(world, people.root) == []
    reviewed.read_change(world, people.root, "identity_changed", ada.id).must(404)
    refused = reviewed.confirm(world, people.root, "identity_changed", ada.id).must(409)
    assert refused.json["decision"] == "account.disable"
    world.post(f"/admin/users/{ada.id}/enable", as_=people.root).must(200)
    assert waiting.keys(world, people.root) == [("identity_changed", ada.id)]
    assert reviewed.is_verified(world, ada) == (False, False)


def test_an_account_that_is_no_longer_verified_waits_for_its_verification(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    reviewed.patch_profile(world, ada, firstName="Grace")
    unverify = {"verificationTier": "not-verified"}
    world.patch(f"/admin/users/{ada.id}", unverify, as_=people.root).must(200)
    assert waiting.keys(world, people.root) == [("expert", ada.id)]
    decide(world, people.root, "verify", ("expert", str(ada.id))).must(200)
    assert reviewed.is_verified(world, ada) == (True, True)


@pytest.mark.postgresql("an erasure of a table of its own")
def test_an_erased_account_leaves_no_change(world: World) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    role = reviewed.active_role(world, people)
    reviewed.patch_role(world, role, people.ben, challenge="Another text.")
    reviewed.patch_profile(world, ada, firstName="Grace")
    for person in (ada, people.ben):
        erase = {"reason": "Asked by telephone.", "now": True}
        world.post(f"/admin/users/{person.id}/erase", erase, as_=people.root).must(202)
    assert waiting.keys(world, people.root) == []


@pytest.mark.parametrize("case", OWN_CHANGES)
def test_every_way_to_change_who_one_is_waits(world: World, case: str) -> None:
    people, ada = waiting.people(world), reviewed.verified_expert(world)
    make.change_account(
        world, ada.id, jobs_role="candidate", vendors_role="vendor",
        jobs_verification_tier="verified", vendors_verification_tier="verified",
    )  # fmt: skip
    path, body, member = OWN_CHANGES[case]
    world.patch(path, body, as_=ada).must(200)
    assert list(reviewed.members_of(world, people.root, "identity_changed", ada.id)) == [member]
    assert reviewed.is_verified(world, ada) == (False, False)
    entry = world.get(f"/vendors/directory/{ada.id}", as_=people.ben).must(200).data
    assert entry["isVerified"] is False
    reviewed.reverse(world, people.root, "identity_changed", ada.id).must(200)
    assert reviewed.is_verified(world, ada) == (True, True)
    world.patch(path, body, as_=ada).must(200)
    assert list(reviewed.members_of(world, people.root, "identity_changed", ada.id)) == [member]
