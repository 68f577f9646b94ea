"""Who fits a role, and which roles fit an expert: the same score from either side."""

from tests import cast, make
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


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
        (ANONYMOUS, 401),
        (people.ada, 403),
        (people.carl, 403),
        (people.ben, 200),
        (people.root, 200),
    ):
        world.get(f"/roles/{role}/matches", as_=person).must(status)
    world.get(f"/roles/{waiting}/matches", as_=people.carl).must(404)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403), (people.ada, 200)):
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


def reason(world: World, path: str, person: Person) -> str | None:
    """The `emptyReason` of a list, which is null if the list has items and only then."""
    page = world.get(path, as_=person).must(200).data
    assert (page["emptyReason"] is None) == bool(page["items"])
    found: str | None = page["emptyReason"]
    return found


def test_an_empty_list_of_experts_says_why(world: World) -> None:
    people = desk.cast_of(world)
    role = desk.post(world, people.ben)
    path = f"/roles/{role}/matches"
    assert reason(world, path, people.ben) == "not_verified"
    for status, expected in (("active", None), ("filled", "not_looking"), ("active", None)):
        world.patch(f"/roles/{role}", {"status": status}, as_=people.root).must(200)
        assert reason(world, path, people.ben) == expected
    user = f"/admin/users/{people.ben.id}"
    world.post(f"{user}/disable", {"reason": "why not"}, as_=people.root).must(200)
    assert reason(world, path, people.root) == "not_looking"
    world.post(f"{user}/enable", as_=people.root).must(200)
    for person in (people.ada, people.eve):
        make.change_account(world, person.id, verification_tier="not-verified")
    assert reason(world, path, people.root) == "no_matches"
    world.patch(f"/roles/{role}", {"status": "closed"}, as_=people.root).must(200)
    assert reason(world, path, people.root) == "not_looking"


def test_a_role_that_states_nothing_is_incomplete(world: World) -> None:
    people = desk.cast_of(world)
    nothing = dict.fromkeys(("roleNeeded", "challenge", "timeline", "workingPreference"), "-")
    role = desk.open_role(world, people, tags=[], location="", hoursPerWeek="", **nothing)
    assert reason(world, f"/roles/{role}/matches", people.ben) == "profile_incomplete"


def test_an_empty_list_of_roles_says_why(world: World) -> None:
    people = desk.cast_of(world)
    path = "/experts/me/matches"
    new = cast.sign_up(world, "new@example.com")
    assert reason(world, path, new) == "not_verified"
    make.change_account(world, new.id, verification_tier="verified")
    assert reason(world, path, new) == "profile_incomplete"
    assert reason(world, path, people.ada) == "no_matches"
    desk.open_role(world, people)
    assert reason(world, path, people.ada) is None
    bench.hide(world, people.root, people.ben, "profile", str(people.ada.id))
    assert reason(world, path, people.ada) == "not_verified"


def test_the_page_after_the_last_match_has_no_reason(world: World) -> None:
    people = desk.cast_of(world)
    roles = [desk.open_role(world, people) for _ in range(2)]
    first = world.get("/experts/me/matches?limit=1", as_=people.ada).must(200).data
    assert (first["hasMore"], first["emptyReason"]) == (True, None)
    [rest] = {*roles} - {first["items"][0]["subject"]["id"]}
    world.patch(f"/roles/{rest}", {"status": "closed"}, as_=people.ben).must(200)
    path = f"/experts/me/matches?limit=1&cursor={first['nextCursor']}"
    last = world.get(path, as_=people.ada).must(200).data
    assert (last["items"], last["emptyReason"]) == ([], None)
