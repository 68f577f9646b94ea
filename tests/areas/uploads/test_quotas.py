"""The quotas of an account, with concurrent requests."""

from functools import partial

import pytest

from bridgework.areas.identity.uploads import actions, policies
from bridgework.areas.identity.uploads.tables import assets
from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.world import World

MIB = 1024 * 1024
LARGEST = 50 * MIB


def test_twenty_uploads_may_be_open(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    tickets = [upload_client.create_ticket(world, ada) for _ in range(20)]
    refused = world.post("/assets/upload-url", upload_client.ticket_request(), as_=ada).must(409)
    assert refused.error == "open_uploads_spent"
    cv = {"fileName": "me.pdf", "contentType": "application/pdf", "fileSizeBytes": 10}
    for path, body in (
        ("/jobs/cv-upload-url", cv),
        ("/calendar/cover-upload-url", {"contentType": "image/png"}),
    ):
        assert world.post(path, body, as_=ada).must(409).error == "open_uploads_spent"
    upload_client.create_ticket(world, ben)
    upload_client.put_file(world, tickets[0]).must(201)
    world.post("/assets/upload-url", upload_client.ticket_request(), as_=ada).must(409)
    upload_client.complete(world, ada, tickets[0]["objectPath"]).must(200)
    upload_client.delete(world, ada, tickets[1]["objectPath"]).must(200)
    upload_client.create_ticket(world, ada)
    upload_client.create_ticket(world, ada)
    world.post("/assets/upload-url", upload_client.ticket_request(), as_=ada).must(409)
    world.clock.advance(minutes=61)
    upload_client.create_ticket(world, cast.sign_in(world, ada.email))


def test_an_account_may_store_one_gibibyte(world: World) -> None:
    ada = cast.ada(world)
    for _ in range(20):
        upload_client.create_ticket(world, ada, fileSizeBytes=LARGEST)
    _make_all_ready(world)
    left = policies.MAX_BYTES - 20 * LARGEST
    refused = world.post(
        "/assets/upload-url", upload_client.ticket_request(fileSizeBytes=left + 1), as_=ada
    )
    assert refused.must(409).error == "storage_spent"
    upload_client.create_ticket(world, ada, fileSizeBytes=left)
    refused = world.post(
        "/assets/upload-url", upload_client.ticket_request(fileSizeBytes=1), as_=ada
    )
    assert refused.must(409).error == "storage_spent"
    cv = {"fileName": "me.pdf", "contentType": "application/pdf", "fileSizeBytes": 1}
    assert world.post("/jobs/cv-upload-url", cv, as_=ada).must(409).error == "storage_spent"
    cover = {"contentType": "image/png"}
    refused = world.post("/calendar/cover-upload-url", cover, as_=ada).must(409)
    assert refused.error == "storage_spent"


def test_deleted_files_free_the_quota_once_a_day(world: World) -> None:
    """Otherwise uploads and deletions could fill the disk while deleted files are retained."""
    ada = cast.ada(world)
    for _ in range(2):
        orders = [upload_client.create_ticket(world, ada, fileSizeBytes=LARGEST) for _ in range(20)]
        _make_all_ready(world)
        for order in orders:
            _drop(world, order["objectPath"])
    refused = world.post(
        "/assets/upload-url", upload_client.ticket_request(fileSizeBytes=LARGEST), as_=ada
    )
    assert refused.must(409).error == "storage_spent"
    world.clock.advance(hours=24, seconds=1)
    world.run_periodic_tasks()
    upload_client.create_ticket(world, cast.sign_in(world, ada.email), fileSizeBytes=LARGEST)


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_requests_open_at_most_twenty_uploads(world: World) -> None:
    ada = cast.ada(world)
    answers = world.together(
        [
            lambda: world.sending(
                "POST", "/assets/upload-url", upload_client.ticket_request(), as_=ada
            )
        ]
        * 30
    )
    assert sorted(answer.status for answer in answers) == [201] * 20 + [409] * 10


@pytest.mark.postgresql("concurrent requests")
def test_concurrent_requests_do_not_exceed_the_quota(world: World) -> None:
    ada = cast.ada(world)
    for _ in range(15):
        upload_client.create_ticket(world, ada, fileSizeBytes=LARGEST)
    _make_all_ready(world)
    asked = upload_client.ticket_request(fileSizeBytes=LARGEST)
    answers = world.together(
        [lambda: world.sending("POST", "/assets/upload-url", asked, as_=ada)] * 12
    )
    assert sorted(answer.status for answer in answers) == [201] * 5 + [409] * 7
    refused = [answer.error for answer in answers if answer.status == 409]
    assert set(refused) == {"storage_spent"}


@pytest.mark.postgresql("concurrent requests")
def test_one_of_two_concurrent_uploads_with_a_ticket_succeeds(world: World) -> None:
    ada = cast.ada(world)
    bodies = [samples.png_with(bytes([number])) for number in range(6)]
    ticket = upload_client.create_ticket(world, ada, bodies[0])
    path, headers = upload_client.to_path(ticket["uploadUrl"]), {"content-type": "image/png"}
    answers = world.together(
        [partial(world.sending, "PUT", path, body, headers=headers) for body in bodies]
    )
    statuses = [answer.status for answer in answers]
    # 503 while the first body is being received, 409 after it was stored.
    assert statuses.count(201) == 1
    assert set(statuses) <= {201, 409, 503}
    assert upload_client.list_files(world) == [ticket["objectPath"]]
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)
    sent = world.get(upload_client.to_path(ticket["fileUrl"]))
    assert sent.body == bodies[statuses.index(201)]


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("act", ["/assets/complete", "/assets/delete"])
def test_concurrent_completions_complete_once(world: World, act: str) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada)
    upload_client.put_file(world, ticket).must(201)
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
        world.run_periodic_tasks()
        assert upload_client.list_files(world) == []


def _make_all_ready(world: World) -> None:
    """Mark all open uploads as ready, without uploading."""
    with world.application.app_state.database.writing() as tx:
        tx.execute(assets.update().values(state="ready", ready_at=world.clock.now()))


def _drop(world: World, object_path: str) -> None:
    with world.application.app_state.database.writing() as tx:
        actions.delete_assets(tx, [object_path], world.clock.now())
