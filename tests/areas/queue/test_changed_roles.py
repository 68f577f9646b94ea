"""What an owner changes of an active role waits, until it is confirmed or reversed."""

import pytest

from tests.areas.queue import reviewed, waiting
from tests.areas.roles import desk
from tests.world import World


@pytest.mark.postgresql("a table of its own")
def test_changes_of_an_active_role_wait_as_one_until_they_are_confirmed(world: World) -> None:
    people = waiting.people(world)
    role = reviewed.active_role(world, people)
    reviewed.patch_role(world, role, people.ben, challenge="Another text.", tags=["Implants"])
    reviewed.patch_role(world, role, people.ben, challenge="A third text.")
    [item] = waiting.read(world, people.root)["items"]
    assert (item["kind"], item["id"]) == ("role_changed", role)
    assert item["title"] == desk.POSTING["roleNeeded"]
    assert reviewed.members_of(world, people.root, "role_changed", role) == {
        "challenge": ([desk.POSTING["challenge"]], ["A third text."]),
        "tags": (desk.POSTING["tags"], ["Implants"]),
    }
    reviewed.confirm(world, people.root, "role_changed", role).must(200)
    assert waiting.keys(world, people.root) == []
    assert world.get(f"/roles/{role}", as_=people.ben).data["challenge"] == "A third text."
    assert reviewed.mails_about(world, people.ben) == [
        f"Your change was confirmed: {desk.POSTING['roleNeeded']}"
    ]


def test_a_role_that_is_changed_back_no_longer_waits(world: World) -> None:
    people = waiting.people(world)
    role = reviewed.active_role(world, people)
    reviewed.patch_role(world, role, people.ben, roleNeeded="Periodontist", location="Dallas, TX")
    reviewed.patch_role(world, role, people.ben, roleNeeded=desk.POSTING["roleNeeded"])
    assert set(reviewed.members_of(world, people.root, "role_changed", role)) == {"location"}
    reviewed.patch_role(world, role, people.ben, location=desk.POSTING["location"])
    assert waiting.keys(world, people.root) == []


def test_a_reversed_role_has_its_former_text_and_its_owner_reads_the_reason(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    before = world.get(f"/roles/{role}", as_=people.ben).data
    world.post(f"/admin/roles/{role}/approve", {}, as_=people.root).must(200)
    reviewed.patch_role(world, role, people.ben, roleNeeded="Crypto seller", hoursPerWeek="60")
    reviewed.reverse(world, people.root, "role_changed", role, "This is another position.").must(
        200
    )
    after = world.get(f"/roles/{role}", as_=people.ben).must(200).data
    assert {name: after[name] for name in desk.POSTING} == {
        name: before[name] for name in desk.POSTING
    }
    subject, text = desk.last_email(world, people.ben)
    assert subject == f"Your change was reversed: {desk.POSTING['roleNeeded']}"
    assert "This is another position." in text
    found = world.get("/roles?search=crypto", as_=people.root).must(200).data["items"]
    assert found == []


def test_a_member_that_a_role_did_not_have_is_removed_by_the_reversal(world: World) -> None:
    people = waiting.people(world)
    posting = {name: value for name, value in desk.POSTING.items() if name != "location"}
    role = str(world.post("/roles", posting, as_=people.ben).must(201).data["id"])
    world.post(f"/admin/roles/{role}/approve", {}, as_=people.root).must(200)
    reviewed.patch_role(world, role, people.ben, location="Reno, NV")
    assert reviewed.members_of(world, people.root, "role_changed", role) == {
        "location": ([], ["Reno, NV"])
    }
    reviewed.reverse(world, people.root, "role_changed", role).must(200)
    assert world.get(f"/roles/{role}", as_=people.ben).data["location"] is None


def test_only_the_owner_and_administrators_see_that_a_role_waits(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    reviewed.patch_role(world, role, people.ben, challenge="Another text.")
    seen = {
        person: world.get(f"/roles/{role}", as_=person).must(200).data["changeInReviewSince"]
        for person in (people.ben, people.root, people.ada)
    }
    assert seen[people.ben] == seen[people.root] is not None
    assert seen[people.ada] is None
    [listed] = world.get("/roles/mine", as_=people.ben).must(200).data["items"]
    assert listed["changeInReviewSince"] == seen[people.ben]


@pytest.mark.parametrize("end", ["close", "delete", "fill"])
def test_a_role_that_is_not_active_any_more_no_longer_waits(world: World, end: str) -> None:
    people = waiting.people(world)
    role = reviewed.active_role(world, people)
    reviewed.patch_role(world, role, people.ben, challenge="Another text.")
    assert waiting.keys(world, people.root) == [("role_changed", role)]
    if end == "close":
        world.post(f"/roles/{role}/close", as_=people.ben).must(200)
    elif end == "delete":
        world.delete(f"/roles/{role}", as_=people.ben).must(200)
    else:
        reviewed.patch_role(world, role, people.ben, status="filled")
    assert waiting.keys(world, people.root) == []
    refused = reviewed.confirm(world, people.root, "role_changed", role).must(409)
    assert refused.json["decision"] == "role.approve"


def test_a_pending_role_waits_once(world: World) -> None:
    people = waiting.people(world)
    role = desk.post(world, people.ben)
    reviewed.patch_role(world, role, people.ben, challenge="Another text.")
    assert waiting.keys(world, people.root) == [("role", role)]


def test_what_an_administrator_sets_needs_no_review(world: World) -> None:
    people = waiting.people(world)
    role = reviewed.active_role(world, people)
    reviewed.patch_role(world, role, people.root, challenge="The administrator's text.")
    assert waiting.keys(world, people.root) == []
    reviewed.patch_role(world, role, people.ben, challenge="Another text.", location="Reno, NV")
    reviewed.patch_role(world, role, people.root, challenge="Mended.")
    assert set(reviewed.members_of(world, people.root, "role_changed", role)) == {"location"}
