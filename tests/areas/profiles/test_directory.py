"""The directory reflects a change immediately, and contains no private members."""

import pytest

from bridgework import event_handlers
from bridgework.areas.identity.accounts import hooks as accounts
from bridgework.areas.people.profiles import hooks, policies
from bridgework.kit.validation import to_wire_name
from tests import cast, make
from tests.areas.directory import reading
from tests.areas.profiles import profile_samples
from tests.areas.profiles.profile_samples import DETAILS, LEAST, LONGEST, PROFILE
from tests.world import Person, World

SECRET = "Sesame"
PRIVATE = {
    "phoneNumber": "4155550123",
    "countryCode": "+9871",
    "licenses": [{"licenseNumber": SECRET, "licensedState": "Oregon"}],
    "desiredLicensedStates": [SECRET],
    "jobSeekerIntent": "actively_looking",
    "accreditedInvestor": "unsure",
    "startupAdvisor": "unsure",
    "interestedSkills": [{"category": SECRET, "items": [SECRET]}],
    "tourProgress": {SECRET: True},
}
TRACES = (SECRET, "4155550123", "9871", "actively_looking", "unsure")


@pytest.fixture
def ada(world: World) -> Person:
    """A signed-in expert who is in the directory."""
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell")
    return ada


def test_a_change_is_visible_in_the_next_response(world: World, ada: Person) -> None:
    tag = world.get("/experts").must(200).headers["etag"]
    world.clock.advance(minutes=1)
    profile_samples.update_profile(
        world, ada, title="Periodontist", skills=[{"category": "Work", "items": ["Grafts"]}]
    )
    [card] = world.get("/experts", headers={"if-none-match": tag}).must(200).data
    assert (card["title"], card["updatedAt"]) == ("Periodontist", "2026-11-21T12:01:00.000Z")
    assert card["skills"] == [{"category": "Work", "items": ["Grafts"]}]
    assert (
        reading.find_names(world, "search=grafts")
        == reading.find_names(world, "skills=grafts")
        == {"Lovell"}
    )
    world.patch(DETAILS, {"bio": "Knows of veneers."}, as_=ada).must(200)
    assert world.get(f"/experts/{ada.id}").must(200).data["bio"] == "Knows of veneers."
    assert reading.find_names(world, "search=veneers") == {"Lovell"}
    world.patch(PROFILE, {"lastName": "King", "profile": {"bio": ""}}, as_=ada).must(200)
    assert reading.find_names(world, "search=veneers") == set()
    assert reading.find_names(world, "search=king") == {"King"}


def test_the_public_record_contains_all_public_members(world: World, ada: Person) -> None:
    said = {**LONGEST, "yearsExperience": 12.5}
    profile_samples.update_profile(world, ada, **said)
    result = world.get(f"/experts/{ada.id}").must(200).data
    of_profile = result.keys() & said.keys()
    assert {name: result[name] for name in of_profile} == {name: said[name] for name in of_profile}
    [card] = reading.list_experts(world).data
    assert card == {name: result[name] for name in card}
    profile_samples.update_profile(
        world, ada, **{**LEAST, "title": "Dentist", "specialty": ["general"]}
    )
    world.get(f"/experts/{ada.id}").must(200)


def test_no_private_member_is_public(world: World, ada: Person) -> None:
    assert PRIVATE.keys().isdisjoint(world.get(f"/experts/{ada.id}").must(200).data)
    profile_samples.update_profile(world, ada, **PRIVATE)
    for path in (f"/experts/{ada.id}", "/experts"):
        text = world.get(path).must(200).body.decode()
        assert [trace for trace in TRACES if trace in text] == []
    assert world.get(f"/experts/{ada.id}").data["licensedStates"] == ["Oregon"]
    assert reading.find_names(world, f"search={SECRET}") == set()


def test_private_members_do_not_affect_the_directory(world: World, ada: Person) -> None:
    wire = {to_wire_name(name) for name in policies.PRIVATE_FIELDS}
    assert wire <= PRIVATE.keys()
    tag = world.get("/experts").must(200).headers["etag"]
    world.clock.advance(minutes=1)
    profile_samples.update_profile(world, ada, **{name: PRIVATE[name] for name in wire})
    world.get("/experts", headers={"if-none-match": tag}).must(304)
    profile_samples.update_profile(world, ada, licenses=PRIVATE["licenses"], phoneNumber="000000")
    assert world.get(f"/experts/{ada.id}").must(200).data["licensedStates"] == ["Oregon"]


@pytest.mark.parametrize(
    "lacking", [{"title": ""}, {"title": "  "}, {"specialty": []}, {"specialty": None},
                {"specialty": ["", " "]}],
)  # fmt: skip
def test_an_incomplete_profile_leaves_the_directory(
    world: World, ada: Person, lacking: dict[str, object]
) -> None:
    was = profile_samples.get_profile(world, ada)["profile"]
    profile_samples.update_profile(world, ada, **lacking)
    assert reading.find_names(world, "") == reading.find_names(world, "search=lovell") == set()
    world.get(f"/experts/{ada.id}").must(404)
    profile_samples.update_profile(world, ada, title=was["title"], specialty=was["specialty"])
    assert reading.find_names(world, "") == {"Lovell"}


def test_a_complete_profile_enters_the_directory(world: World) -> None:
    eve = cast.sign_up(world, "eve@example.com")
    make.change_account(world, eve.id, verification_tier="verified")
    for body in (
        {"profile": {"title": "Hygienist"}},
        {"firstName": "Eve", "profile": {"specialty": ["dental hygiene"]}},
    ):
        world.patch(PROFILE, body, as_=eve).must(200)
        assert reading.find_names(world, "") == set()
    world.patch(PROFILE, {"lastName": "Adams"}, as_=eve).must(200)
    assert reading.find_names(world, "") == {"Adams"}


def test_an_unverified_profile_is_not_in_the_directory(world: World) -> None:
    eve = cast.sign_up(world, "eve@example.com")
    body = {"firstName": "Eve", "lastName": "Adams", "profile": LONGEST}
    world.patch(PROFILE, body, as_=eve).must(200)
    assert reading.find_names(world, "") == set()
    world.get(f"/experts/{eve.id}").must(404)


def test_hooks_of_profiles_are_hooks_of_accounts_too() -> None:
    event_handlers.connect()
    assert hooks.profile_changed
    assert [each for each in hooks.profile_changed if each not in accounts.account_changed] == []
