"""The same journey where the bytes lie in an S3 store, which itself refuses what was not agreed."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import boto3
import httpx2
import pytest

from bridgework import app
from bridgework.areas.uploads import actions
from bridgework.kit.auth import Caller
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from bridgework.kit.storage.address import S3Address
from bridgework.kit.storage.s3 import S3Storage
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.uploads import desk, samples
from tests.clock import HandClock
from tests.loop import Loop
from tests.servers import s3
from tests.servers.valkey import free_port
from tests.world import Person, World


class Bucket:
    """A bucket of this test's own, as its owner sees it."""

    def __init__(self, url: str) -> None:
        self.name = f"bucket-{uuid4()}"
        self.host = url.removeprefix("http://")
        login = {"aws_access_key_id": s3.KEY, "aws_secret_access_key": s3.SECRET}
        self.client: Any = boto3.client("s3", endpoint_url=url, region_name="us-east-1", **login)
        self.client.create_bucket(Bucket=self.name)

    @property
    def url(self) -> str:
        user = f"{s3.KEY}:{quote(s3.SECRET, safe='')}"
        return f"s3://{user}@{self.host}/{self.name}?tls=off"

    def objects(self) -> list[str]:
        listed = self.client.list_objects_v2(Bucket=self.name)
        return [each["Key"] for each in listed.get("Contents", ())]


@pytest.fixture
def bucket(s3_url: str) -> Iterator[Bucket]:
    made = Bucket(s3_url)
    yield made
    made.client.close()


@pytest.fixture
def settings(settings: Settings, bucket: Bucket) -> Settings:
    return settings.model_copy(update={"storage_url": S3Address.parse(bucket.url)})


def put(ticket: Any, body: bytes = samples.PNG, **headers: str) -> httpx2.Response:
    sent = {**ticket.get("headers", {}), **{k.replace("_", "-"): v for k, v in headers.items()}}
    return httpx2.put(ticket["uploadUrl"], content=body, headers=sent)


def test_a_file_goes_to_the_store_and_comes_from_there(world: World, bucket: Bucket) -> None:
    ada = cast.ada(world)
    ticket = desk.order(world, ada)
    path = ticket["objectPath"]
    assert world.get(desk.path_of(ticket["fileUrl"])).must(404).error == "file_not_found"
    assert desk.complete(world, ada, path).must(409).error == "upload_missing"
    assert put(ticket).status_code == 200
    assert bucket.objects() == [f"incoming/{path}"]
    assert world.get(desk.path_of(ticket["fileUrl"])).must(404).error == "file_not_found"
    asset = desk.complete(world, ada, path).must(200).data
    assert asset["state"] == "ready"
    assert desk.complete(world, ada, path).must(200).data == asset
    lead = world.get(desk.path_of(asset["fileUrl"])).must(302)
    assert lead.headers["cache-control"] == "private, no-store"
    sent = httpx2.get(lead.headers["location"])
    assert sent.content == samples.PNG
    assert sent.headers["content-type"] == "image/png"
    assert sent.headers["content-disposition"].startswith("inline;")


def test_a_private_file_is_fetched_by_the_store_s_own_link(world: World, bucket: Bucket) -> None:
    ada = cast.ada(world)
    ticket = desk.order(world, ada, samples.PDF, "application/pdf", folder="job-cvs")
    assert ticket["fileUrl"] is None
    put(ticket, samples.PDF)
    path = desk.complete(world, ada, ticket["objectPath"]).must(200).data["objectPath"]
    assert world.get(f"/files/{path}").must(404).error == "file_not_found"
    link = desk.link(world, ada, path).must(200).data["url"]
    assert "X-Amz-Expires=60&" in f"{link}&"  # of a CV: nothing can withdraw a link of the store's
    sent = httpx2.get(link)
    assert sent.content == samples.PDF
    assert sent.headers["content-disposition"].startswith("attachment;")
    assert httpx2.get(link.replace("X-Amz-Expires=", "X-Amz-Expires=9")).status_code == 403
    assert httpx2.get(link.partition("?")[0]).status_code == 403


def test_the_store_itself_refuses_what_was_not_ordered(world: World, bucket: Bucket) -> None:
    ticket = desk.order(world, cast.ada(world))
    assert put(ticket, samples.PNG + b"x").status_code == 403
    assert put(ticket, samples.PNG[:-1]).status_code == 403
    assert put(ticket, content_type="text/html").status_code == 403
    elsewhere = {**ticket, "uploadUrl": ticket["uploadUrl"].replace(".png", ".htm")}
    assert put(elsewhere).status_code == 403
    assert put({**ticket, "headers": {"Content-Type": "image/png"}}).status_code == 403
    assert bucket.objects() == []
    assert put(ticket).status_code == 200
    assert put(ticket, samples.PNG[:-1] + b"x").status_code == 412


def test_what_only_says_what_it_is_is_deleted(world: World, bucket: Bucket) -> None:
    ada = cast.ada(world)
    ticket = desk.order(world, ada, samples.HTML, "image/png")
    put(ticket, samples.HTML)
    refused = desk.complete(world, ada, ticket["objectPath"]).must(422)
    assert refused.error == "content_mismatch"
    assert bucket.objects() == []


@pytest.mark.parametrize("media", [samples.DOCX, samples.DOC])
def test_a_document_is_looked_into_at_a_distance(world: World, bucket: Bucket, media: str) -> None:
    ada, body = cast.ada(world), samples.GOOD[media]
    ticket = desk.order(world, ada, body, media, folder="job-cvs")
    put(ticket, body)
    desk.complete(world, ada, ticket["objectPath"]).must(200)


def test_nobody_brings_bytes_to_us(world: World, bucket: Bucket) -> None:
    ticket = desk.order(world, cast.ada(world))
    asset_id = ticket["objectPath"].split("/")[2][:36]
    headers = {"content-type": "image/png"}
    refused = world.put(f"/uploads/{asset_id}.x", samples.PNG, headers=headers).must(404)
    assert refused.error == "upload_ticket_invalid"


def test_what_is_deleted_or_never_completed_goes_from_the_store(
    world: World, bucket: Bucket
) -> None:
    ada = cast.ada(world)
    done, open_one = desk.order(world, ada), desk.order(world, ada)
    put(done)
    put(open_one)
    desk.complete(world, ada, done["objectPath"]).must(200)
    desk.delete(world, ada, done["objectPath"]).must(200)
    assert world.get(desk.path_of(done["fileUrl"])).must(404).error == "file_not_found"
    world.clock.advance(minutes=61)
    world.do_chores()
    paths = {key.removeprefix("incoming/") for key in bucket.objects()}
    assert paths == {done["objectPath"]}
    world.clock.advance(hours=24)
    world.do_chores()
    assert bucket.objects() == []


def test_remains_go_after_a_day(world: World, bucket: Bucket) -> None:
    ticket = desk.order(world, cast.ada(world))
    put(ticket)
    storage = world.house.app_state.storage
    storage.tidy(datetime.now(UTC) - timedelta(hours=1))
    assert bucket.objects() != []
    storage.tidy(datetime.now(UTC) + timedelta(hours=1))
    assert bucket.objects() == []


def call_of(world: World, person: Person) -> Context:
    now = world.clock.now()
    return Context(
        world.house.app_state, now, "r", "a", "u", caller=Caller(account_id=Id(person.id or ""))
    )


def test_a_cover_is_ready_by_saving_what_names_it(world: World, bucket: Bucket) -> None:
    ada = cast.ada(world)
    context = call_of(world, ada)
    tickets = [
        world.post("/calendar/cover-upload-url", {"contentType": "image/png"}, as_=ada)
        .must(201)
        .data
        for _ in range(3)
    ]
    good, dressed_up, never_brought = tickets
    assert put(good, content_type="image/jpeg").status_code == 403
    assert put(good, content_type="image/png").status_code == 200
    assert put(dressed_up, samples.HTML, content_type="image/png").status_code == 200
    world.get(desk.path_of(good["fileUrl"])).must(404)
    faults = [actions.settle_cover(context, ticket["fileUrl"]) for ticket in tickets]
    assert [[fault.code for fault in each] for each in faults] == [
        [], ["content_mismatch"], ["upload_missing"]
    ]  # fmt: skip
    assert never_brought["fileUrl"].endswith(".png")
    lead = world.get(desk.path_of(good["fileUrl"])).must(302)
    assert httpx2.get(lead.headers["location"]).content == samples.PNG
    assert actions.settle_cover(context, good["fileUrl"]) == []
    assert actions.settle_cover(context, "https://example.org/files/x.png") == []
    assert actions.settle_cover(context, f"{worlds.PUBLIC_URL}/files/../../etc/passwd") == []


def test_a_public_address_of_the_store_is_told_where_there_is_one(
    settings: Settings, world: World, bucket: Bucket
) -> None:
    address = S3Address.parse(f"{bucket.url}&public=https://files.example.com/p/")
    storage = S3Storage(address, world.clock, worlds.PUBLIC_URL)
    path = "feed-images/01942520-e3a0-7704-b3c8-3850c0ae0354/x-1.png"
    assert storage.address(path) == f"https://files.example.com/p/{path}"
    assert storage.path_at(storage.address(path)) == path
    storage.close()


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_store_that_does_not_answer_is_told_of(
    world: World, bucket: Bucket, caplog: pytest.LogCaptureFixture
) -> None:
    ada = cast.ada(world)
    ticket = desk.order(world, ada)
    put(ticket)
    bucket.client.delete_object(Bucket=bucket.name, Key=f"incoming/{ticket['objectPath']}")
    bucket.client.delete_bucket(Bucket=bucket.name)
    # Of a bucket that is gone HEAD tells no more than of an object that is: reading must fail.
    with pytest.raises(Exception, match="file storage"):
        world.house.app_state.storage.drop([ticket["objectPath"]])
    assert "NoSuchBucket" in caplog.text
    assert s3.SECRET not in caplog.text


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_store_that_is_gone_is_told_to_the_client(settings: Settings, loop: Loop) -> None:
    gone = S3Address.parse(f"s3://a:b@127.0.0.1:{free_port()}/gone?tls=off")
    clock = HandClock()
    house = app.create_app(settings.model_copy(update={"storage_url": gone}), clock)
    world = World(house, clock, loop)
    ada = cast.ada(world)
    ticket = desk.order(world, ada)
    refused = desk.complete(world, ada, ticket["objectPath"]).must(503)
    assert refused.error == "storage_unavailable"
    assert refused.headers["retry-after"] == "2"
    world.close()
