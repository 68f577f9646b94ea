"""Uploads and downloads with an S3 store, which enforces the ticket itself."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import httpx2
import pytest

from bridgework import app, providers
from bridgework.areas.identity.uploads import actions
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.security import Caller, Keyring
from bridgework.kit.storage import S3Address
from bridgework.kit.storage.s3 import S3Storage
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.uploads import buckets, download_names, samples, upload_client
from tests.clock import ManualClock
from tests.loop import Loop
from tests.servers import s3
from tests.servers.ports import free_port
from tests.world import Person, World

pytestmark = pytest.mark.slow("starts an S3 server")


@pytest.fixture
def settings(settings: Settings, bucket: buckets.Bucket) -> Settings:
    return settings.model_copy(update={"storage_url": S3Address.parse(bucket.url)})


def test_a_file_is_uploaded_to_and_downloaded_from_the_store(
    world: World, bucket: buckets.Bucket
) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada)
    path = ticket["objectPath"]
    assert world.get(upload_client.to_path(ticket["fileUrl"])).must(404).error == "file_not_found"
    assert upload_client.complete(world, ada, path).must(409).error == "upload_missing"
    assert buckets.put(ticket).status_code == 200
    assert bucket.objects() == [f"incoming/{path}"]
    assert world.get(upload_client.to_path(ticket["fileUrl"])).must(404).error == "file_not_found"
    asset = upload_client.complete(world, ada, path).must(200).data
    assert asset["state"] == "ready"
    assert upload_client.complete(world, ada, path).must(200).data == asset
    lead = world.get(upload_client.to_path(asset["fileUrl"])).must(302)
    assert lead.headers["cache-control"] == "private, no-store"
    sent = httpx2.get(lead.headers["location"])
    assert sent.content == samples.PNG
    assert sent.headers["content-type"] == "image/png"
    assert sent.headers["content-disposition"].startswith("inline;")


def test_a_private_file_is_read_by_a_presigned_link(world: World, bucket: buckets.Bucket) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(
        world, ada, samples.PDF, "application/pdf", folder="job-cvs"
    )
    assert ticket["fileUrl"] is None
    buckets.put(ticket, samples.PDF)
    path = upload_client.complete(world, ada, ticket["objectPath"]).must(200).data["objectPath"]
    assert world.get(f"/files/{path}").must(404).error == "file_not_found"
    link = upload_client.create_link(world, ada, path).must(200).data["url"]
    assert "X-Amz-Expires=60&" in f"{link}&"  # a CV: links of the store cannot be revoked
    sent = httpx2.get(link)
    assert sent.content == samples.PDF
    assert sent.headers["content-disposition"].startswith("attachment;")
    assert httpx2.get(link.replace("X-Amz-Expires=", "X-Amz-Expires=9")).status_code == 403
    assert httpx2.get(link.partition("?")[0]).status_code == 403


def test_a_file_of_the_store_arrives_under_its_name(world: World, bucket: buckets.Bucket) -> None:
    ada = cast.ada(world)
    for name, expected in download_names.NAMES.items():
        members = {"fileName": name, "folder": "job-cvs"}
        ticket = upload_client.create_ticket(world, ada, samples.PDF, "application/pdf", **members)
        buckets.put(ticket, samples.PDF)
        path = upload_client.complete(world, ada, ticket["objectPath"]).must(200).data["objectPath"]
        sent = httpx2.get(upload_client.create_link(world, ada, path).must(200).data["url"])
        assert sent.content == samples.PDF
        assert download_names.name_in(sent.headers["content-disposition"]) == expected


def test_the_store_refuses_uploads_that_the_ticket_does_not_allow(
    world: World, bucket: buckets.Bucket
) -> None:
    ticket = upload_client.create_ticket(world, cast.ada(world))
    assert buckets.put(ticket, samples.PNG + b"x").status_code == 403
    assert buckets.put(ticket, samples.PNG[:-1]).status_code == 403
    assert buckets.put(ticket, content_type="text/html").status_code == 403
    elsewhere = {**ticket, "uploadUrl": ticket["uploadUrl"].replace(".png", ".htm")}
    assert buckets.put(elsewhere).status_code == 403
    assert buckets.put({**ticket, "headers": {"Content-Type": "image/png"}}).status_code == 403
    assert bucket.objects() == []
    assert buckets.put(ticket).status_code == 200
    assert buckets.put(ticket, samples.PNG[:-1] + b"x").status_code == 412


def test_a_file_that_does_not_match_its_type_is_deleted(
    world: World, bucket: buckets.Bucket
) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, samples.HTML, "image/png")
    buckets.put(ticket, samples.HTML)
    refused = upload_client.complete(world, ada, ticket["objectPath"]).must(422)
    assert refused.error == "content_mismatch"
    assert bucket.objects() == []


@pytest.mark.parametrize("media", [samples.DOCX, samples.DOC])
def test_a_document_is_verified_by_range_requests(
    world: World, bucket: buckets.Bucket, media: str
) -> None:
    ada, body = cast.ada(world), samples.VALID_FILES[media]
    ticket = upload_client.create_ticket(world, ada, body, media, folder="job-cvs")
    buckets.put(ticket, body)
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)


def test_the_server_accepts_no_uploads(world: World, bucket: buckets.Bucket) -> None:
    ticket = upload_client.create_ticket(world, cast.ada(world))
    asset_id = ticket["objectPath"].split("/")[2][:36]
    headers = {"content-type": "image/png"}
    refused = world.put(f"/uploads/{asset_id}.x", samples.PNG, headers=headers).must(404)
    assert refused.error == "upload_ticket_invalid"


def test_deleted_and_expired_files_are_deleted_from_the_store(
    world: World, bucket: buckets.Bucket
) -> None:
    ada = cast.ada(world)
    done, open_one = (
        upload_client.create_ticket(world, ada),
        upload_client.create_ticket(world, ada),
    )
    buckets.put(done)
    buckets.put(open_one)
    upload_client.complete(world, ada, done["objectPath"]).must(200)
    upload_client.delete(world, ada, done["objectPath"]).must(200)
    assert world.get(upload_client.to_path(done["fileUrl"])).must(404).error == "file_not_found"
    world.clock.advance(minutes=61)
    world.run_periodic_tasks()
    paths = {key.removeprefix("incoming/") for key in bucket.objects()}
    assert paths == {done["objectPath"]}
    world.clock.advance(hours=24)
    world.run_periodic_tasks()
    assert bucket.objects() == []


def test_partial_uploads_are_deleted_after_a_day(world: World, bucket: buckets.Bucket) -> None:
    ticket = upload_client.create_ticket(world, cast.ada(world))
    buckets.put(ticket)
    storage = world.application.app_state.storage
    storage.delete_incomplete(datetime.now(UTC) - timedelta(hours=1))
    assert bucket.objects() != []
    storage.delete_incomplete(datetime.now(UTC) + timedelta(hours=1))
    assert bucket.objects() == []


def call_of(world: World, person: Person) -> Context:
    now = world.clock.now()
    return Context(
        world.application.app_state,
        now,
        "r",
        caller=Caller(account_id=Id(person.id or "")),
    )


def test_saving_an_event_completes_its_cover(world: World, bucket: buckets.Bucket) -> None:
    ada = cast.ada(world)
    context = call_of(world, ada)
    tickets = [
        world.post("/calendar/cover-upload-url", {"contentType": "image/png"}, as_=ada)
        .must(201)
        .data
        for _ in range(3)
    ]
    good, dressed_up, never_uploaded = tickets
    assert buckets.put(good, content_type="image/jpeg").status_code == 403
    assert buckets.put(good, content_type="image/png").status_code == 200
    assert buckets.put(dressed_up, samples.HTML, content_type="image/png").status_code == 200
    world.get(upload_client.to_path(good["fileUrl"])).must(404)
    faults = [actions.complete_cover(context, ticket["fileUrl"]) for ticket in tickets]
    assert [[fault.code for fault in each] for each in faults] == [
        [], ["content_mismatch"], ["upload_missing"]
    ]  # fmt: skip
    assert never_uploaded["fileUrl"].endswith(".png")
    lead = world.get(upload_client.to_path(good["fileUrl"])).must(302)
    assert httpx2.get(lead.headers["location"]).content == samples.PNG
    assert actions.complete_cover(context, good["fileUrl"]) == []
    assert actions.complete_cover(context, "https://example.org/files/x.png") == []
    assert actions.complete_cover(context, f"{worlds.PUBLIC_URL}/files/../../etc/passwd") == []


def test_public_files_have_the_public_url_of_the_store(
    settings: Settings, world: World, bucket: buckets.Bucket
) -> None:
    address = S3Address.parse(f"{bucket.url}&public=https://files.example.com/p/")
    storage = S3Storage(address, world.clock, worlds.PUBLIC_URL)
    path = "feed-images/01942520-e3a0-7704-b3c8-3850c0ae0354/x-1.png"
    assert storage.public_url(path) == f"https://files.example.com/p/{path}"
    assert storage.path_of_url(storage.public_url(path)) == path
    storage.close()


def test_the_console_loads_images_from_the_store_and_uploads_to_it(
    world: World, bucket: buckets.Bucket
) -> None:
    policy = world.get("/console/").must(200).headers["content-security-policy"]
    own = f"'self' {worlds.PUBLIC_URL} http://{bucket.host}"
    assert f"img-src {own};" in policy
    assert f"connect-src {own};" in policy


@pytest.mark.parametrize(
    ("url", "origins"),
    [
        ("s3://k:s@/files?region=eu-west-1", ["https://files.s3.eu-west-1.amazonaws.com"]),
        ("s3:///files?region=eu-west-1", ["https://files.s3.eu-west-1.amazonaws.com"]),
        ("s3://k:s@Store.example:9000/files?tls=off", ["http://store.example:9000"]),
        ("s3://k:s@store.example/files?style=host", ["https://files.store.example"]),
        (
            "s3://k:s@store.example/files?public=https://cdn.example/p",
            ["https://store.example", "https://cdn.example"],
        ),
    ],
)
def test_the_origins_of_a_store_are_those_of_its_urls(url: str, origins: list[str]) -> None:
    storage = S3Storage(S3Address.parse(url), ManualClock(), worlds.PUBLIC_URL)
    assert list(storage.origins()) == [worlds.PUBLIC_URL, *origins]
    storage.close()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_unreachable_store_is_logged(
    world: World, bucket: buckets.Bucket, caplog: pytest.LogCaptureFixture
) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada)
    buckets.put(ticket)
    bucket.client.delete_object(Bucket=bucket.name, Key=f"incoming/{ticket['objectPath']}")
    bucket.client.delete_bucket(Bucket=bucket.name)
    # HEAD returns the same for a missing bucket and a missing object, so the bucket is read.
    with pytest.raises(Exception, match="file storage"):
        world.application.app_state.storage.delete([ticket["objectPath"]])
    assert "NoSuchBucket" in caplog.text
    assert s3.SECRET not in caplog.text


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_an_unreachable_store_is_a_503(settings: Settings, loop: Loop) -> None:
    removed = S3Address.parse(f"s3://a:b@127.0.0.1:{free_port()}/gone?tls=off")
    clock = ManualClock()
    house = app.create_app(settings.model_copy(update={"storage_url": removed}), clock)
    world = World(house, clock, loop)
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada)
    refused = upload_client.complete(world, ada, ticket["objectPath"]).must(503)
    assert refused.error == "storage_unavailable"
    assert refused.headers["retry-after"] == "2"
    world.close()


@pytest.mark.parametrize("seconds", [1, 8, 300])
def test_a_call_of_the_store_ends_before_the_request(
    settings: Settings, bucket: buckets.Bucket, seconds: int
) -> None:
    changes = {"storage_url": S3Address.parse(bucket.url), "request_timeout_seconds": seconds}
    changed = settings.model_copy(update=changes)
    keyring = Keyring(("the secret of a test that is long enough",))
    with closing(providers.storage(changed, keyring, ManualClock())) as storage:
        assert isinstance(storage, S3Storage)
        assert storage.call_seconds < seconds * 0.7
