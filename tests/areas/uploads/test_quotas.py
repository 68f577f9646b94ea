"""How much an account may keep and leave open, whoever orders at the same time."""

from functools import partial

import pytest

from bridgework.areas.uploads import actions, policies
from bridgework.areas.uploads.tables import assets
from tests import cast
from tests.areas.uploads import desk, samples
from tests.world import World

MIB = 1024 * 1024
LARGEST = 50 * MIB


def test_twenty_uploads_may_be_open(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    tickets = [desk.order(world, ada) for _ in range(20)]
    refused = world.post("/assets/upload-url", desk.asked(), as_=ada).must(409)
    assert refused.error == "open_uploads_spent"
    cv = {"fileName": "me.pdf", "contentType": "application/pdf", "fileSizeBytes": 10}
    for path, body in (
        ("/jobs/cv-upload-url", cv),
        ("/calendar/cover-upload-url", {"contentType": "image/png"}),
    ):
        assert world.post(path, body, as_=ada).must(409).error == "open_uploads_spent"
    desk.order(world, ben)
    desk.bring(world, tickets[0]).must(201)
    world.post("/assets/upload-url", desk.asked(), as_=ada).must(409)
    desk.complete(world, ada, tickets[0]["objectPath"]).must(200)
    desk.delete(world, ada, tickets[1]["objectPath"]).must(200)
    desk.order(world, ada)
    desk.order(world, ada)
    world.post("/assets/upload-url", desk.asked(), as_=ada).must(409)
    world.clock.advance(minutes=61)
    desk.order(world, cast.sign_in(world, ada.email))


def test_a_gibibyte_may_be_kept(world: World) -> None:
    ada = cast.ada(world)
    for _ in range(20):
        desk.order(world, ada, fileSizeBytes=LARGEST)
    _make_all_ready(world)
    left = policies.MOST_BYTES - 20 * LARGEST
    refused = world.post("/assets/upload-url", desk.asked(fileSizeBytes=left + 1), as_=ada)
    assert refused.must(409).error == "storage_spent"
    desk.order(world, ada, fileSizeBytes=left)
    refused = world.post("/assets/upload-url", desk.asked(fileSizeBytes=1), as_=ada)
    assert refused.must(409).error == "storage_spent"
    cv = {"fileName": "me.pdf", "contentType": "application/pdf", "fileSizeBytes": 1}
    assert world.post("/jobs/cv-upload-url", cv, as_=ada).must(409).error == "storage_spent"
    cover = {"contentType": "image/png"}
    refused = world.post("/calendar/cover-upload-url", cover, as_=ada).must(409)
    assert refused.error == "storage_spent"


def test_what_is_deleted_makes_room_once_a_day(world: World) -> None:
    """Else who deletes and uploads in turn could fill a disk in the day that files are kept."""
    ada = cast.ada(world)
    for _ in range(2):
        orders = [desk.order(world, ada, fileSizeBytes=LARGEST) for _ in range(20)]
        _make_all_ready(world)
        for order in orders:
            _drop(world, order["objectPath"])
    refused = world.post("/assets/upload-url", desk.asked(fileSizeBytes=LARGEST), as_=ada)
    assert refused.must(409).error == "storage_spent"
    world.clock.advance(hours=24, seconds=1)
    world.do_chores()
    desk.order(world, cast.sign_in(world, ada.email), fileSizeBytes=LARGEST)


def test_of_many_orders_at_once_no_more_than_twenty_are_taken(world: World) -> None:
    ada = cast.ada(world)
    answers = world.together(
        [lambda: world.sending("POST", "/assets/upload-url", desk.asked(), as_=ada)] * 30
    )
    assert sorted(answer.status for answer in answers) == [201] * 20 + [409] * 10


def test_of_many_large_orders_at_once_no_more_than_fit_are_taken(world: World) -> None:
    ada = cast.ada(world)
    for _ in range(15):
        desk.order(world, ada, fileSizeBytes=LARGEST)
    _make_all_ready(world)
    asked = desk.asked(fileSizeBytes=LARGEST)
    answers = world.together(
        [lambda: world.sending("POST", "/assets/upload-url", asked, as_=ada)] * 12
    )
    assert sorted(answer.status for answer in answers) == [201] * 5 + [409] * 7
    refused = [answer.error for answer in answers if answer.status == 409]
    assert set(refused) == {"storage_spent"}


def test_of_two_who_bring_by_one_ticket_one_wins(world: World) -> None:
    ada = cast.ada(world)
    bodies = [samples.PNG + bytes([number]) for number in range(6)]
    ticket = desk.order(world, ada, bodies[0])
    path, headers = desk.path_of(ticket["uploadUrl"]), {"content-type": "image/png"}
    answers = world.together(
        [partial(world.sending, "PUT", path, body, headers=headers) for body in bodies]
    )
    statuses = [answer.status for answer in answers]
    # 503 while the winner's body is being received, 409 after it was stored.
    assert statuses.count(201) == 1
    assert set(statuses) <= {201, 409, 503}
    assert desk.files(world) == [ticket["objectPath"]]
    desk.complete(world, ada, ticket["objectPath"]).must(200)
    sent = world.get(desk.path_of(ticket["fileUrl"]))
    assert sent.body == bodies[statuses.index(201)]


@pytest.mark.parametrize("act", ["/assets/complete", "/assets/delete"])
def test_completing_at_once_is_done_once(world: World, act: str) -> None:
    ada = cast.ada(world)
    ticket = desk.order(world, ada)
    desk.bring(world, ticket).must(201)
    body = {"objectPath": ticket["objectPath"]}
    answers = world.together(
        [
            lambda: world.sending("POST", "/assets/complete", body, as_=ada),
            lambda: world.sending("POST", act, body, as_=ada),
        ]
    )
    statuses = [answer.status for answer in answers]
    if act == "/assets/complete":
        assert statuses == [200, 200]
    else:
        assert statuses[1] == 200
        assert statuses[0] in {200, 404}
        world.clock.advance(hours=24, seconds=1)
        world.do_chores()
        assert desk.files(world) == []


def _make_all_ready(world: World) -> None:
    """As if every open one had been brought and completed, without the bytes of it."""
    with world.house.app_state.database.writing() as tx:
        tx.execute(assets.update().values(state="ready", ready_at=world.clock.now()))


def _drop(world: World, object_path: str) -> None:
    with world.house.app_state.database.writing() as tx:
        actions.drop(tx, [object_path], world.clock.now())
