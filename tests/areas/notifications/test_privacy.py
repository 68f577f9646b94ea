"""The privacy of notifications: whose they are, whom they name, and what an erasure leaves."""

from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.history.notifications.tables import notifications
from bridgework.kit.core import Id
from tests import cast
from tests.areas.feed import feed_requests
from tests.areas.jobs import board
from tests.areas.notifications.leaving import events, following, leave, page
from tests.areas.roles import desk
from tests.world import Person, World


def items(world: World, person: Person) -> Any:
    return page(world, person, "limit=100")["items"]


def stored(world: World) -> str:
    """Return all rows of notifications as text."""
    with world.application.app_state.database.reading() as tx:
        return repr(tx.rows(sa.select(notifications)))


def introduce(world: World, root: Person, one: Person, other: Person) -> None:
    body = {
        "introducerEmail": one.email,
        "introduceeEmail": other.email,
        "subject": "You should meet",
        "body": "Both of you place implants.",
    }
    world.post("/admin/emails/intro", body, as_=root).must(202)


def test_a_cursor_of_another_member_is_refused(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    leave(world, Id(str(ada.id)), 3)
    own = leave(world, Id(str(ben.id)), 3)
    cursor = page(world, ada, "limit=1")["nextCursor"]
    world.get(f"/notifications?cursor={cursor}", as_=ben).must(422)
    assert {item["subject"]["id"] for item in items(world, ben)} == set(own)


def test_a_number_of_another_member_continues_only_ones_own_stream(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    of_ada, of_ben = Id(str(ada.id)), Id(str(ben.id))
    with following(world, ada) as listener:
        events(world, listener, 1)
        leave(world, of_ada)
        [last, _] = events(world, listener, 2)
    leave(world, of_ada, 2)
    [own] = leave(world, of_ben)
    with following(world, ben, {"last-event-id": str(last.number)}) as listener:
        received = events(world, listener, 3)
    before = [event.data["subject"]["id"] for event in received if event.name == "notification"]
    assert before == [own]


def test_an_export_has_ones_own_notifications_and_no_account_of_others(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, roleNeeded="Associate")
    application = board.apply(world, job, people.cyrus)
    board.decide(world, people, application, "reviewing")
    for person, kind in (
        (people.carla, "job_application.submitted"),
        (people.cyrus, "job_application.reviewing"),
    ):
        tables = world.get("/users/me/export", as_=person).must(200).data["tables"]
        rows = tables["notifications"]
        assert {row["account_id"] for row in rows} == {person.id}
        assert kind in [row["kind"] for row in rows]
        other = people.cyrus if person is people.carla else people.carla
        assert str(other.id) not in str(rows)


def test_an_administrator_who_decides_for_the_owner_is_not_named(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    application = board.apply(world, job, people.cyrus)
    path = f"/jobs/applications/{application}"
    world.patch(path, {"status": "reviewing"}, as_=people.root).must(200)
    [before] = items(world, people.cyrus)
    assert (before["kind"], before["actor"]) == ("job_application.reviewing", None)
    assert str(people.root.id) not in stored(world)


def test_an_actor_is_not_named_from_the_request_of_the_erasure_until_it_is_cancelled(
    world: World,
) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, roleNeeded="Associate")
    board.apply(world, job, people.cyrus)
    named = items(world, people.carla)[0]
    assert named["actor"]["name"] == "Cyrus Daneshvar"
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=people.cyrus).must(202)
    unnamed = {**named, "actor": None, "text": "A member applied to Associate."}
    assert items(world, people.carla)[0] == unnamed
    cast.sign_in(world, people.cyrus.email)
    assert items(world, people.carla)[0] == named


def test_a_disabled_actor_is_not_named_until_it_is_enabled(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, roleNeeded="Associate")
    board.apply(world, job, people.cyrus)
    named = items(world, people.carla)[0]
    user = f"/admin/users/{people.cyrus.id}"
    world.post(f"{user}/disable", {"reason": "?"}, as_=people.root).must(200)
    unnamed = {**named, "actor": None, "text": "A member applied to Associate."}
    assert items(world, people.carla)[0] == unnamed
    world.post(f"{user}/enable", as_=people.root).must(200)
    assert items(world, people.carla)[0] == named


def test_a_stream_that_continues_does_not_name_an_erased_actor(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people, roleNeeded="Associate")
    with following(world, people.carla) as listener:
        events(world, listener, 1)
        board.apply(world, job, people.cyrus)
        [before, _] = events(world, listener, 2)
        assert before.data["actor"]["name"] == "Cyrus Daneshvar"
    assert before.number is not None
    feed_requests.erase(world, people.cyrus)
    carla = cast.sign_in(world, people.carla.email)
    with following(world, carla, {"last-event-id": str(int(before.number) - 1)}) as listener:
        again = events(world, listener, 3)
    [repeated] = [
        each
        for each in again
        if each.name == "notification" and each.data["id"] == before.data["id"]
    ]
    assert repeated.data["actor"] is None
    assert not any("Cyrus" in str(each.data) for each in again)
    assert str(people.cyrus.id) not in stored(world)


def test_an_introduction_to_an_erased_account_keeps_no_trace_of_it(world: World) -> None:
    ada, ben, root = cast.ada(world), cast.ben(world), cast.root(world)
    introduce(world, root, ada, ben)
    [before] = items(world, ada)
    assert before["kind"] == "account.introduced"
    assert before["subject"]["id"] == ada.id
    feed_requests.erase(world, ben)
    ada = cast.sign_in(world, ada.email)
    [after] = [each for each in items(world, ada) if each["id"] == before["id"]]
    assert (after["actor"], after["text"]) == (
        None,
        "A member and you were introduced to each other.",
    )
    assert after["subject"]["id"] == ada.id
    assert str(ben.id) not in stored(world)


@pytest.mark.parametrize("is_withdrawn", [False, True])
def test_the_titles_of_roles_are_erased_with_their_owner(world: World, is_withdrawn: bool) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, roleNeeded="Successor of Ben Okafor")
    application = desk.apply(world, role, people.ada)
    if is_withdrawn:
        world.delete(f"/roles/{role}", as_=people.ben).must(200)
    else:
        path = f"/roles/applications/{application}"
        world.patch(path, {"status": "shortlisted"}, as_=people.ben).must(200)
    [before] = items(world, people.ada)
    assert before["subject"]["title"] == "Successor of Ben Okafor"
    feed_requests.erase(world, people.ben)
    ada = cast.sign_in(world, people.ada.email)
    [after] = [each for each in items(world, ada) if each["id"] == before["id"]]
    assert (after["subject"]["title"], after["actor"]) == ("", None)
    assert "an erased record" in after["text"]
    assert "Successor" not in stored(world)
    assert str(people.ben.id) not in stored(world)


def test_the_erasure_of_an_applicant_leaves_the_owner_its_own_title(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people, roleNeeded="Endodontist")
    desk.apply(world, role, people.ada)
    before = [each["id"] for each in items(world, people.ben)]
    feed_requests.erase(world, people.ada)
    ben = cast.sign_in(world, people.ben.email)
    after = {each["id"]: each for each in items(world, ben)}
    assert after.keys() >= set(before)
    assert after[before[0]]["text"] == "A member applied to Endodontist."
