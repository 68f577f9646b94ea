"""Administrators erase the accounts of users who ask for it."""

from datetime import timedelta

import pytest

from tests import cast, make
from tests.areas.feed import feed_requests
from tests.areas.queue.test_claims import second_administrator
from tests.kit.outbox import posting
from tests.world import Person, World

REASON = {"reason": "You asked for it by telephone."}
NOW = {**REASON, "now": True}


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


@pytest.fixture
def ben(world: World) -> Person:
    return cast.ben(world)


def sign_in(world: World, person: Person) -> int:
    body = {"email": person.email, "password": cast.PASSWORD}
    return world.post("/auth/login", body).status


def audited(world: World, root: Person, action: str) -> list[tuple[object, object]]:
    log = world.get(f"/admin/logs?action={action}", as_=root).must(200).data["items"]
    return [(entry["target"], entry["changes"]) for entry in log]


def test_a_scheduled_erasure_ends_sessions_and_tells_the_user_the_reason(
    world: World, root: Person, ben: Person
) -> None:
    erasure = world.post(f"/admin/users/{ben.id}/erase", REASON, as_=root).must(202).data
    user = world.get(f"/admin/users/{ben.id}", as_=root).must(200).data
    assert user["erasesAt"] == erasure["erasesAt"]
    world.get("/users/me", as_=ben).must(401)
    text = str(world.mail(ben.email)[-1].get_body(("plain",)))
    assert REASON["reason"] in text
    assert "As you requested" not in text
    assert audited(world, root, "account.schedule_erasure") == [(ben.id, [])]


def test_the_email_to_a_disabled_account_does_not_ask_to_sign_in(
    world: World, root: Person, ben: Person
) -> None:
    ada = cast.ada(world)
    world.post(f"/admin/users/{ben.id}/disable", {"reason": "A test."}, as_=root).must(200)
    texts = []
    for person in (ada, ben):
        world.post(f"/admin/users/{person.id}/erase", REASON, as_=root).must(202)
        [email] = [each for each in world.mail(person.email) if "deleted" in each["subject"]]
        text = str(email.get_body(("plain",))).replace("=\n", "")
        texts.append(" ".join(text.split()))
    assert ["sign in before" in text for text in texts] == [True, False]
    assert ["ask an administrator" in text for text in texts] == [False, True]


def test_an_erased_administrator_is_no_administrator_in_lists(world: World, root: Person) -> None:
    other = second_administrator(world)
    world.post(f"/admin/users/{other.id}/erase", NOW, as_=root).must(202)
    world.run_periodic_tasks()
    listed = world.get("/admin/users?role=admin", as_=root).must(200).data["items"]
    assert [user["id"] for user in listed] == [root.id]
    assert world.get(f"/admin/users/{other.id}", as_=root).must(200).data["role"] == "expert"


def test_a_sign_in_cancels_it_and_without_one_the_account_is_erased(
    world: World, root: Person, ben: Person
) -> None:
    ada = cast.ada(world)
    for person in (ben, ada):
        world.post(f"/admin/users/{person.id}/erase", REASON, as_=root).must(202)
    assert sign_in(world, ben) == 200
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    assert (sign_in(world, ben), sign_in(world, ada)) == (200, 404)


def test_the_second_to_schedule_an_erasure_reads_who_did_and_when_it_is_due(
    world: World, root: Person, ben: Person
) -> None:
    rita = second_administrator(world)
    due = world.post(f"/admin/users/{ben.id}/erase", REASON, as_=rita).must(202).data["erasesAt"]
    mails = len(world.mail(ben.email))
    world.clock.advance(hours=1)
    root = cast.root_again(world)
    refused = world.post(f"/admin/users/{ben.id}/erase", REASON, as_=root).must(409).json
    assert (refused["error"], refused["decision"]) == (
        "invalid_transition",
        "account.schedule_erasure",
    )
    assert refused["decidedBy"]["id"] == rita.id
    assert len(world.mail(ben.email)) == mails
    assert world.get(f"/admin/users/{ben.id}", as_=root).must(200).data["erasesAt"] == due
    world.post(f"/admin/users/{ben.id}/erase", NOW, as_=root).must(202)


def test_the_second_after_a_member_who_asked_reads_no_administrator(
    world: World, root: Person, ben: Person
) -> None:
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    refused = world.post(f"/admin/users/{ben.id}/erase", REASON, as_=root).must(409).json
    assert [refused[name] for name in ("decision", "decidedBy", "decidedAt")] == [None] * 3


def test_an_account_is_erased_at_once(world: World, root: Person, ben: Person) -> None:
    world.post("/feed/posts", {"content": "A post of Ben."}, as_=ben).must(201)
    erasure = world.post(f"/admin/users/{ben.id}/erase", NOW, as_=root).must(202).data
    assert erasure["erasesAt"] == world.clock.now().isoformat(timespec="milliseconds").replace(
        "+00:00", "Z"
    )
    world.get("/users/me", as_=ben).must(401)
    left = world.get(f"/admin/users/{ben.id}", as_=root).must(200).data
    assert (left["email"], left["lastName"]) == ("erased", "member")
    assert sign_in(world, ben) == 404
    assert audited(world, root, "account.erase_now") == [(ben.id, [])]
    erased = world.application.app_state.settings.erased_list
    assert erased is None or str(ben.id) in erased.read_text()


def test_the_last_administrator_is_not_erased(world: World, root: Person) -> None:
    for body in (REASON, NOW):
        refused = world.post(f"/admin/users/{root.id}/erase", body, as_=root).must(409)
        assert refused.error == "last_administrator"
    second = cast.root(world, "second@example.com")
    world.post(f"/admin/users/{second.id}/erase", NOW, as_=root).must(202)


def test_an_erased_or_unknown_user_is_not_found(world: World, root: Person, ben: Person) -> None:
    world.post(f"/admin/users/{ben.id}/erase", NOW, as_=root).must(202)
    again = world.post(f"/admin/users/{ben.id}/erase", NOW, as_=root).must(404)
    assert again.error == "user_not_found"
    world.post("/admin/users/01942520-e3a0-7704-b3c8-3850c0ae0354/erase", REASON, as_=root).must(
        404
    )


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/admin/users/{id}", {"firstName": "Real", "isEmailVerified": True}),
        ("POST", "/admin/users/{id}/disable", {"reason": "Asked for it."}),
        ("POST", "/admin/users/{id}/enable", None),
        ("POST", "/admin/users/assign-role", {"id": "{id}", "role": "admin"}),
    ],
)
def test_an_erased_user_is_not_changed_again(
    world: World, root: Person, ben: Person, method: str, path: str, body: dict[str, object] | None
) -> None:
    world.post(f"/admin/users/{ben.id}/erase", NOW, as_=root).must(202)
    before = world.get(f"/admin/users/{ben.id}", as_=root).must(200).data
    if body and "id" in body:
        body = {**body, "id": ben.id}
    refused = world.send(method, path.format(id=ben.id), body, as_=root).must(404)
    assert refused.error == "user_not_found"
    assert world.get(f"/admin/users/{ben.id}", as_=root).must(200).data == before


def test_an_administrator_cancels_an_erasure_and_the_user_is_notified(
    world: World, root: Person, ben: Person
) -> None:
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    world.clock.advance(days=13)
    root = cast.root_again(world)
    user = world.delete(f"/admin/users/{ben.id}/erase", as_=root).must(200).data
    assert (user["id"], user["erasesAt"]) == (ben.id, None)
    assert audited(world, root, "account.cancel_erasure") == [(ben.id, [])]
    message = world.mail(ben.email)[-1]
    assert message["Subject"] == "Your Bridgework account will not be deleted"
    assert "planned for 5 December 2026" in posting.text(message)
    world.clock.advance(days=2)
    world.run_periodic_tasks()
    assert sign_in(world, ben) == 200
    again = cast.sign_in(world, ben.email)
    texts = [
        each["text"] for each in world.get("/notifications", as_=again).must(200).data["items"]
    ]
    assert "The erasure of your account was cancelled." in texts


def test_the_name_of_a_user_is_visible_again_after_a_cancelled_erasure(
    world: World, root: Person
) -> None:
    ada, ben = feed_requests.ada(world), feed_requests.ben(world)
    post = feed_requests.post(world, ada)
    before = feed_requests.get_post(world, ben, post)
    world.post(f"/admin/users/{ada.id}/erase", REASON, as_=root).must(202)
    assert feed_requests.get_post(world, ben, post) != before
    world.delete(f"/admin/users/{ada.id}/erase", as_=root).must(200)
    assert feed_requests.get_post(world, ben, post) == before


def test_only_a_scheduled_erasure_can_be_cancelled(world: World, root: Person, ben: Person) -> None:
    refused = world.delete(f"/admin/users/{ben.id}/erase", as_=root).must(409)
    assert refused.error == "erasure_not_scheduled"
    world.post(f"/admin/users/{ben.id}/erase", NOW, as_=root).must(202)
    for account_id in (ben.id, "01942520-e3a0-7704-b3c8-3850c0ae0354"):
        missing = world.delete(f"/admin/users/{account_id}/erase", as_=root).must(404)
        assert missing.error == "user_not_found"


def test_a_member_whose_erasure_is_scheduled_meanwhile_does_not_schedule_it_again(
    world: World, ben: Person
) -> None:
    erases_at = world.clock.now() + timedelta(days=1)
    make.change_account(world, ben.id, erases_at=erases_at)  # the session has not ended yet
    refused = world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(409)
    assert refused.error == "erasure_scheduled"
