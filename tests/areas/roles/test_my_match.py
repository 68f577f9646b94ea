"""An expert's own match with a role: the numbers that the client sees, and what could improve."""

from typing import Any

from tests import cast, make
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


def my_match(world: World, role: str, person: Person) -> dict[str, Any]:
    return dict(world.get(f"/roles/{role}/my-match", as_=person).must(200).data)


def test_an_expert_sees_the_numbers_that_the_client_sees(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, tags=["Clear aligners", "Endodontics"])
    world.patch("/users/me/profile", {"profile": {"tags": ["Endo"]}}, as_=people.eve).must(200)
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    for person in (people.ada, people.eve):
        (of_role,) = (match for match in matches if match["subject"]["id"] == person.id)
        own = my_match(world, role, person)
        shared = own.keys() & of_role.keys()
        assert "criteria" in shared
        assert {name: own[name] for name in shared - {"subject"}} == {
            name: of_role[name] for name in shared - {"subject"}
        }
        assert (own["subject"]["id"], own["emptyReason"]) == (role, None)
        assert "contactEmail" not in own["subject"]


def test_what_the_profile_does_not_state_could_improve_the_match(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    before = my_match(world, role, people.ada)
    gains = {one["member"]: one["gain"] for one in before["improve"]}
    assert len(gains) == 3
    assert not {"title", "specialty", "location"} & gains.keys()
    change = {"profile": {"engagementType": "advisory"}}
    world.patch("/users/me/profile", change, as_=people.ada).must(200)
    after = my_match(world, role, people.ada)
    assert after["matchScore"] == before["matchScore"] + 10
    assert "engagementType" not in {one["member"] for one in after["improve"]}


def test_an_expert_who_is_not_listed_sees_why(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    newcomer = cast.sign_up(world, "new@example.com")
    assert my_match(world, role, newcomer)["emptyReason"] == "not_verified"
    make.change_account(world, newcomer.id, verification_tier="verified")
    assert my_match(world, role, newcomer)["emptyReason"] == "profile_incomplete"


def test_a_role_that_is_not_open_is_not_found(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    world.patch(f"/roles/{role}", {"status": "filled"}, as_=people.ben).must(200)
    refused = world.get(f"/roles/{role}/my-match", as_=people.ada).must(404)
    assert refused.error == "role_not_found"


def test_an_expert_who_posted_a_role_sees_why_it_has_no_match(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post(world, people.ben)
    make.change_account(world, people.ben.id, role="expert")
    own = my_match(world, role, people.ben)
    assert (own["matchScore"], own["emptyReason"]) == (None, "not_verified")


def test_only_experts_have_a_match_with_a_role(world: World) -> None:
    people = desk.sign_up_all(world)
    role, pending = desk.post_active(world, people), desk.post(world, people.ben)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403), (people.carl, 403)):
        world.get(f"/roles/{role}/my-match", as_=person).must(status)
    for unseen in (pending, desk.UNKNOWN_ID):
        refused = world.get(f"/roles/{unseen}/my-match", as_=people.ada).must(404)
        assert refused.error == "role_not_found"
