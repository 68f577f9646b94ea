"""Who fits a role, and which roles fit an expert: the same score from either side."""

from tests import make
from tests.areas.roles import desk
from tests.world import STRANGER, World


def test_a_client_sees_who_fits_the_best_first(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    found = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    assert found[0]["subject"]["firstName"] == "Ada"
    for one in found:
        assert one["matchScore"] == sum(line["points"] for line in one["criteria"])
        assert one["matchInsights"]
        assert one["formulaVersion"] == "1"
    assert "email" not in found[0]["subject"]


def test_a_pair_scores_the_same_from_either_side(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    there = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    back = world.get("/experts/me/matches", as_=people.ada).must(200).data["items"]
    (ada,) = (one for one in there if one["subject"]["id"] == people.ada.id)
    (own,) = (one for one in back if one["subject"]["id"] == role)
    assert own == {**ada, "subject": own["subject"]}
    assert own["subject"]["roleNeeded"] == desk.POSTING["roleNeeded"]
    assert "contactEmail" not in own["subject"]


def test_matches_are_the_owners_the_experts_and_the_administrators(world: World) -> None:
    people = desk.cast_of(world)
    role, waiting = desk.open_role(world, people), desk.post(world, people.ben)
    for person, status in (
        (STRANGER, 401),
        (people.ada, 403),
        (people.carl, 403),
        (people.ben, 200),
        (people.root, 200),
    ):
        world.get(f"/roles/{role}/matches", as_=person).must(status)
    world.get(f"/roles/{waiting}/matches", as_=people.carl).must(404)
    for person, status in ((STRANGER, 401), (people.ben, 403), (people.ada, 200)):
        world.get("/experts/me/matches", as_=person).must(status)
    world.get(f"/roles/{desk.SOMETHING}/matches", as_=people.ben).must(404)
    for path, person in (
        (f"/roles/{role}/matches", people.ben),
        ("/experts/me/matches", people.ada),
    ):
        world.get(f"{path}?limit=101", as_=person).must(422)


def test_only_active_roles_and_listed_experts_match(world: World) -> None:
    people = desk.cast_of(world)
    waiting = desk.post(world, people.ben)
    assert world.get(f"/roles/{waiting}/matches", as_=people.ben).must(200).data["items"] == []
    assert world.get("/experts/me/matches", as_=people.ada).must(200).data["items"] == []
    role = desk.open_role(world, people)
    assert world.get("/experts/me/matches", as_=people.ada).must(200).data["items"]
    make.change_account(world, people.ada.id, verification_tier="not-verified")
    found = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    assert people.ada.id not in [one["subject"]["id"] for one in found]
    assert world.get("/experts/me/matches", as_=people.ada).must(200).data["items"] == []
    world.patch(f"/roles/{role}", {"status": "closed"}, as_=people.ben).must(200)
    assert world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"] == []


def test_a_role_that_changes_shows_in_the_next_match(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    world.patch(
        f"/roles/{role}",
        {"roleNeeded": "Endodontist", "tags": [], "challenge": "Molars."},
        as_=people.ben,
    ).must(200)
    found = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    assert found[0]["subject"]["id"] == people.eve.id


def test_matches_go_on_by_cursor(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.open_role(world, people)
    names = ["Gil One", "Gil Two", "Gil Three"]
    made = [make.expert(world, name, specialty=["Orthodontics"]) for name in names]
    path, seen = f"/roles/{role}/matches?limit=2", []
    while True:
        page = world.get(path, as_=people.ben).must(200).data
        seen += [one["subject"]["id"] for one in page["items"]]
        if not page["hasMore"]:
            break
        path = f"/roles/{role}/matches?limit=2&cursor={page['nextCursor']}"
    assert len(seen) == len(set(seen))
    assert {people.ada.id, *made} <= set(seen)
