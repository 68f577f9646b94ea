"""Administrators read hidden content by its ID, with the time and the reason."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests import cast, make
from tests.areas.feed import feed_requests
from tests.areas.moderation import bench, kinds_table
from tests.areas.moderation.bench import DECISION_REASON
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.world import Person, World

PATHS: Mapping[str, str] = {
    "post": "/feed/posts/{}",
    "comment": "/feed/comments/{}",
    "event": "/calendar/events/{}",
    "job": "/jobs/{}",
    "profile": "/experts/{}",
}
HIDDEN_AT = "2026-11-21T12:01:00.000Z"
BY_DECISION = {"since": HIDDEN_AT, "reason": DECISION_REASON}
DISABLED = {"since": HIDDEN_AT, "reason": "Spam"}


def read(world: World, path: str, root: Person) -> Any:
    return world.get(path, as_=root).must(200).data


def disable(world: World, root: Person, person: Person) -> None:
    world.clock.advance(minutes=1)
    world.post(f"/admin/users/{person.id}/disable", {"reason": "Spam"}, as_=root).must(200)


@pytest.mark.parametrize("kind", list(PATHS))
def test_an_administrator_reads_the_content_with_the_decision(world: World, kind: str) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    content_id = kinds_table.KINDS[kind].make(world, ada)
    path = PATHS[kind].format(content_id)
    before = read(world, path, root)
    assert before["hidden"] is None
    world.clock.advance(minutes=1)
    report = bench.hide(world, root, ben, kind, content_id)
    hidden = read(world, path, root)
    assert hidden["hidden"] == BY_DECISION
    kept = before.keys() - {"hidden", "visibility", "allowedActions", "updatedAt"}
    assert {name: hidden[name] for name in kept} == {name: before[name] for name in kept}
    for reader in (ada, ben):
        world.get(path, as_=reader).must(404)
    bench.decide(world, root, report, "restore").must(200)
    assert read(world, path, root)["hidden"] is None


@pytest.mark.parametrize(("kind", "operation"), [("job", "getJob"), ("event", "getEvent")])
def test_only_the_read_is_allowed_on_hidden_content(
    world: World, kind: str, operation: str
) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    content_id = kinds_table.KINDS[kind].make(world, ada)
    path = PATHS[kind].format(content_id)
    assert len(read(world, path, root)["allowedActions"]) > 1
    bench.hide(world, root, ben, kind, content_id)
    assert read(world, path, root)["allowedActions"] == [operation]
    change = f"/admin{path}" if kind == "job" else path
    world.patch(change, {}, as_=root).must(404)


def test_a_hidden_job_is_not_in_the_list_of_its_owner(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    job = kinds_table.KINDS["job"].make(world, ada)
    [mine] = read(world, "/jobs/mine", ada)["items"]
    assert mine["id"] == job
    bench.hide(world, root, ben, "job", job)
    assert read(world, "/jobs/mine", ada)["items"] == []


def test_changes_of_a_hidden_post_are_refused_to_administrators(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    comment = feed_requests.comment(world, ada, post)
    bench.hide(world, root, ben, "post", post)
    path = f"/feed/posts/{post}"
    world.patch(path, {"content": "?"}, as_=root).must(404)
    world.delete(path, as_=root).must(404)
    world.put(f"{path}/like", as_=root).must(404)
    world.post(f"{path}/comments", {"content": "?"}, as_=root).must(404)
    world.delete(f"/feed/comments/{comment}", as_=root).must(404)


def test_a_comment_is_hidden_with_its_post(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    path = f"/feed/comments/{feed_requests.comment(world, ben, post)}"
    assert world.get(path, as_=ben).must(200).data["hidden"] is None
    world.clock.advance(minutes=1)
    bench.hide(world, root, ben, "post", post)
    assert read(world, path, root)["hidden"] == BY_DECISION
    world.get(path, as_=ben).must(404)


def test_a_deleted_post_and_its_comment_are_not_found_even_if_they_were_hidden(
    world: World,
) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    comment = feed_requests.comment(world, ben, post)
    bench.hide(world, root, ben, "comment", comment)
    world.get(f"/feed/comments/{comment}", as_=root).must(200)
    world.delete(f"/feed/posts/{post}", as_=ada).must(200)
    world.get(f"/feed/posts/{post}", as_=root).must(404)
    world.get(f"/feed/comments/{comment}", as_=root).must(404)


def test_an_administrator_reads_posts_and_comments_of_a_disabled_account(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    of_ada, of_ben = feed_requests.post(world, ada), feed_requests.post(world, ben)
    comments = [
        feed_requests.comment(world, author, post)
        for author, post in ((ben, of_ada), (ada, of_ben))
    ]
    disable(world, root, ben)
    paths = [f"/feed/posts/{of_ben}", *(f"/feed/comments/{each}" for each in comments)]
    for path in paths:
        world.get(path, as_=ada).must(404)
        assert read(world, path, root)["hidden"] == DISABLED
    listed = read(world, "/feed/posts?include=comments", root)["items"]
    assert [post["hidden"] for post in listed] == [DISABLED, None]
    assert listed[1]["comments"][0]["hidden"] == DISABLED


def test_an_administrator_reads_a_job_of_a_disabled_account(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    path = f"/jobs/{kinds_table.KINDS['job'].make(world, ada)}"
    assert world.get(path, as_=ben).must(200).data["hidden"] is None
    disable(world, root, ada)
    assert read(world, path, root)["hidden"] == DISABLED
    world.get(path, as_=ben).must(404)


def test_an_administrator_reads_a_role_of_a_disabled_account(world: World) -> None:
    people = desk.sign_up_all(world)
    path = f"/roles/{desk.post_active(world, people)}"
    assert world.get(path, as_=people.eve).must(200).data["hidden"] is None
    disable(world, people.root, people.ben)
    assert read(world, path, people.root)["hidden"] == DISABLED
    world.get(path, as_=people.eve).must(404)


def test_an_administrator_reads_the_profile_of_a_disabled_expert(world: World) -> None:
    ada, root = feed_requests.ada(world), cast.root(world)
    path = f"/experts/{make.into_expert(world, ada, 'Ada Lovell', tags=['chairs'])}"
    before = read(world, path, root)
    disable(world, root, ada)
    assert read(world, path, root) == {**before, "hidden": DISABLED, "updatedAt": HIDDEN_AT}
    world.get(path).must(404)


def test_an_administrator_reads_the_entry_of_a_disabled_vendor_with_the_video(
    world: World,
) -> None:
    vera, ben, root = fair.vendor(world), feed_requests.ben(world), cast.root(world)
    fair.verify(world, vera)
    fair.update_profile(world, vera, companyName="Fern Supply")
    path = f"/vendors/directory/{vera.id}"
    before = read(world, path, root)
    assert before["hidden"] is None
    disable(world, root, vera)
    assert read(world, path, root) == {**before, "hidden": DISABLED}
    world.get(path, as_=ben).must(404)


def test_an_administrator_does_not_read_a_profile_that_would_not_be_listed(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    expert = make.into_expert(world, ada, "Ada Lovell")
    make.change_account(world, expert, verification_tier="not-verified")
    for person in (ada, ben):
        disable(world, root, person)
        world.get(f"/experts/{person.id}", as_=root).must(404)
        world.get(f"/vendors/directory/{person.id}", as_=root).must(404)
    world.get(f"/experts/{bench.UNKNOWN_ID}", as_=root).must(404)
    world.get(f"/vendors/directory/{bench.UNKNOWN_ID}", as_=root).must(404)


def test_no_other_caller_gets_the_profile_after_an_administrator_has_read_it(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    path = f"/experts/{make.into_expert(world, ada, 'Ada Lovell')}"
    for _ in range(3):
        assert world.get(path).must(200).data["hidden"] is None
    bench.hide(world, root, ben, "profile", str(ada.id))
    for _ in range(3):
        response = world.get(path, as_=root).must(200)
        assert response.data["hidden"]["reason"] == DECISION_REASON
        assert response.headers["cache-control"] == "no-store"
        world.get(path).must(404)
        world.get(path, as_=ben).must(404)


def test_a_profile_that_an_administrator_has_read_first_is_cached_for_all(world: World) -> None:
    ada, root = feed_requests.ada(world), cast.root(world)
    path = f"/experts/{make.into_expert(world, ada, 'Ada Lovell')}"
    by_root, by_all = world.get(path, as_=root).must(200), world.get(path).must(200)
    assert by_root.data == by_all.data
    assert by_root.headers["cache-control"] == by_all.headers["cache-control"]
    assert by_root.headers["cache-control"].startswith("public")


def test_an_invalid_token_is_ignored_by_the_read_of_an_expert(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    path = f"/experts/{make.into_expert(world, ada, 'Ada Lovell')}"
    forged, ended = Person(root.email, token="invalid"), cast.root_again(world)
    world.post("/auth/logout", as_=ended).must(200)
    for reader in (forged, ended):
        world.get(path, as_=reader).must(200)
    bench.hide(world, root, ben, "profile", str(ada.id))
    for reader in (forged, ended):
        world.get(path, as_=reader).must(404)


def test_the_reason_is_erased_with_the_account(world: World) -> None:
    ada, ben, root = feed_requests.ada(world), feed_requests.ben(world), cast.root(world)
    post = feed_requests.post(world, ada)
    bench.hide(world, root, ben, "post", post)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    hidden = read(world, f"/feed/posts/{post}", cast.root_again(world))["hidden"]
    assert hidden == {"since": "2026-11-21T12:00:00.000Z", "reason": None}
