"""Matches of roles and experts."""

from tests import cast, make
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.world import ANONYMOUS, Person, World


def test_experts_are_listed_best_first(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    assert matches[0]["subject"]["firstName"] == "Ada"
    for match in matches:
        assert match["matchScore"] == sum(line["points"] for line in match["criteria"])
        assert match["matchInsights"]
        assert match["formulaVersion"] == "7"
    assert "email" not in matches[0]["subject"]


def test_a_match_has_the_same_score_for_both_sides(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    of_role = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    of_expert = world.get("/experts/me/matches", as_=people.ada).must(200).data["items"]
    (ada,) = (match for match in of_role if match["subject"]["id"] == people.ada.id)
    (own,) = (match for match in of_expert if match["subject"]["id"] == role)
    assert own == {**ada, "subject": own["subject"]}
    assert own["subject"]["roleNeeded"] == desk.POSTING["roleNeeded"]
    assert "contactEmail" not in own["subject"]


def test_matches_of_a_role_are_visible_to_its_owner_and_administrators(world: World) -> None:
    people = desk.sign_up_all(world)
    role, pending = desk.post_active(world, people), desk.post(world, people.ben)
    for person, status in (
        (ANONYMOUS, 401),
        (people.ada, 403),
        (people.carl, 403),
        (people.ben, 200),
        (people.root, 200),
    ):
        world.get(f"/roles/{role}/matches", as_=person).must(status)
    world.get(f"/roles/{pending}/matches", as_=people.carl).must(404)
    for person, status in ((ANONYMOUS, 401), (people.ben, 403), (people.ada, 200)):
        world.get("/experts/me/matches", as_=person).must(status)
    world.get(f"/roles/{desk.UNKNOWN_ID}/matches", as_=people.ben).must(404)
    for path, person in (
        (f"/roles/{role}/matches", people.ben),
        ("/experts/me/matches", people.ada),
    ):
        world.get(f"{path}?limit=101", as_=person).must(422)


def test_a_match_names_the_application_and_an_application_has_its_score(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    path, mine = f"/roles/{role}/matches?ids={people.ada.id}", "/experts/me/matches"
    for reader, at in ((people.ben, path), (people.ada, mine)):
        [match] = world.get(at, as_=reader).must(200).data["items"]
        assert (match["applicationId"], match["applicationStatus"]) == (None, None)
    application = desk.apply(world, role, people.ada)
    at_application = f"/roles/applications/{application}"
    world.patch(at_application, {"status": "shortlisted"}, as_=people.ben).must(200)
    both = [
        world.get(at, as_=reader).must(200).data["items"][0]
        for reader, at in ((people.ben, path), (people.ada, mine))
    ]
    for match in both:
        named = (match["applicationId"], match["applicationStatus"])
        assert named == (application, "shortlisted")
    [listed] = world.get(f"/roles/{role}/applications", as_=people.ben).must(200).data["items"]
    [own] = world.get("/roles/applications/mine", as_=people.ada).must(200).data["items"]
    one = world.get(at_application, as_=people.ben).must(200).data
    scores = {each["matchScore"] for each in (listed, own, one, *both)}
    assert len(scores) == 1
    assert None not in scores


def matches(world: World, path: str, reader: Person) -> list[str]:
    """Return the ids of the subjects of a list of matches."""
    items = world.get(path, as_=reader).must(200).data["items"]
    return [match["subject"]["id"] for match in items]


def test_a_role_matches_while_it_is_active(world: World) -> None:
    people = desk.sign_up_all(world)
    pending = desk.post(world, people.ben)
    assert matches(world, f"/roles/{pending}/matches", people.ben) == []
    assert matches(world, "/experts/me/matches", people.ada) == []
    role = desk.post_active(world, people)
    assert matches(world, "/experts/me/matches", people.ada) == [role]
    world.patch(f"/roles/{role}", {"status": "closed"}, as_=people.ben).must(200)
    assert matches(world, f"/roles/{role}/matches", people.ben) == []
    assert matches(world, "/experts/me/matches", people.ada) == []


def test_an_expert_matches_while_listed(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    assert people.ada.id in matches(world, f"/roles/{role}/matches", people.ben)
    make.change_account(world, people.ada.id, verification_tier="not-verified")
    assert people.ada.id not in matches(world, f"/roles/{role}/matches", people.ben)
    assert matches(world, "/experts/me/matches", people.ada) == []


def test_a_change_of_a_role_changes_the_matches_at_once(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    world.patch(
        f"/roles/{role}",
        {"roleNeeded": "Endodontist", "tags": [], "challenge": "Molars."},
        as_=people.ben,
    ).must(200)
    matches = world.get(f"/roles/{role}/matches", as_=people.ben).must(200).data["items"]
    assert matches[0]["subject"]["id"] == people.eve.id


def test_a_cursor_continues_the_matches(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    names = ["Gil One", "Gil Two", "Gil Three"]
    experts = [make.expert(world, name, specialty=["Orthodontics"]) for name in names]
    path, ids = f"/roles/{role}/matches?limit=2", []
    while True:
        page = world.get(path, as_=people.ben).must(200).data
        ids += [match["subject"]["id"] for match in page["items"]]
        if not page["hasMore"]:
            break
        path = f"/roles/{role}/matches?limit=2&cursor={page['nextCursor']}"
    assert len(ids) == len(set(ids))
    assert {people.ada.id, *experts} <= set(ids)


def reason(world: World, path: str, person: Person) -> str | None:
    """Return the `emptyReason` of a list, and check that it is null exactly if there are items."""
    page = world.get(path, as_=person).must(200).data
    assert (page["emptyReason"] is None) == bool(page["items"])
    empty_reason: str | None = page["emptyReason"]
    return empty_reason


def test_an_empty_list_of_experts_has_a_reason(world: World) -> None:
    people = desk.sign_up_all(world)
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


def test_a_role_without_criteria_is_incomplete(world: World) -> None:
    people = desk.sign_up_all(world)
    texts = dict.fromkeys(("roleNeeded", "challenge", "timeline", "workingPreference"), "-")
    role = desk.post_active(world, people, tags=[], location="", hoursPerWeek="", **texts)
    assert reason(world, f"/roles/{role}/matches", people.ben) == "profile_incomplete"


def test_an_empty_list_of_roles_has_a_reason(world: World) -> None:
    people = desk.sign_up_all(world)
    path = "/experts/me/matches"
    new = cast.sign_up(world, "new@example.com")
    assert reason(world, path, new) == "not_verified"
    make.change_account(world, new.id, verification_tier="verified")
    assert reason(world, path, new) == "profile_incomplete"
    assert reason(world, path, people.ada) == "no_matches"
    desk.post_active(world, people)
    assert reason(world, path, people.ada) is None
    bench.hide(world, people.root, people.ben, "profile", str(people.ada.id))
    assert reason(world, path, people.ada) == "not_verified"


def test_the_page_after_the_last_match_has_no_reason(world: World) -> None:
    people = desk.sign_up_all(world)
    roles = [desk.post_active(world, people) for _ in range(2)]
    first = world.get("/experts/me/matches?limit=1", as_=people.ada).must(200).data
    assert (first["hasMore"], first["emptyReason"]) == (True, None)
    [rest] = {*roles} - {first["items"][0]["subject"]["id"]}
    world.patch(f"/roles/{rest}", {"status": "closed"}, as_=people.ben).must(200)
    path = f"/experts/me/matches?limit=1&cursor={first['nextCursor']}"
    last = world.get(path, as_=people.ada).must(200).data
    assert (last["items"], last["emptyReason"]) == ([], None)
