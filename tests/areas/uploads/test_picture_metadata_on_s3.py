"""Pictures in an S3 store lose their metadata before they are published."""

from datetime import UTC, datetime, timedelta

import httpx2
import pytest

from bridgework.areas.identity.uploads.transfer import cleanup
from bridgework.kit.storage import S3Address
from bridgework.settings import Settings
from tests import cast
from tests.areas.calendar import calendar_client
from tests.areas.uploads import buckets, upload_client
from tests.areas.uploads.test_picture_metadata import CASES, DAMAGED, PLACE, jpeg, oriented
from tests.world import World

pytestmark = pytest.mark.slow("starts an S3 server")


@pytest.fixture
def settings(settings: Settings, bucket: buckets.Bucket) -> Settings:
    return settings.model_copy(update={"storage_url": S3Address.parse(bucket.url)})


def published(bucket: buckets.Bucket) -> bytes:
    """Return the content of the only object that readers get."""
    [key] = [key for key in bucket.objects() if not key.startswith("incoming/")]
    content: bytes = bucket.client.get_object(Bucket=bucket.name, Key=key)["Body"].read()
    return content


@pytest.mark.parametrize("case", CASES)
def test_a_picture_of_the_store_keeps_its_image_data_colors_and_orientation_alone(
    world: World, bucket: buckets.Bucket, case: str
) -> None:
    media_type, sent, expected = CASES[case]
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, sent, media_type)
    assert buckets.put(ticket, sent).status_code == 200
    asset = upload_client.complete(world, ada, ticket["objectPath"]).must(200).data
    assert asset["fileSizeBytes"] == len(expected)
    link = world.get(upload_client.to_path(ticket["fileUrl"])).must(302).headers["location"]
    response = httpx2.get(link)
    assert response.content == expected
    assert response.headers["content-type"] == media_type
    assert published(bucket) == expected


def test_the_original_keeps_its_metadata_until_it_is_removed_after_a_day(
    world: World, bucket: buckets.Bucket
) -> None:
    ada, sent = cast.ada(world), jpeg(6)
    ticket = upload_client.create_ticket(world, ada, sent, "image/jpeg")
    assert buckets.put(ticket, sent).status_code == 200
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)
    original = f"incoming/{ticket['objectPath']}"
    content = bucket.client.get_object(Bucket=bucket.name, Key=original)["Body"].read()
    assert PLACE in content
    world.get(f"/files/{original}").must(404)
    now = datetime.now(UTC)  # of the store, which has its own clock
    cleanup.delete_partial_uploads(world.application.app_state.storage, now)
    assert original in bucket.objects()
    later = now + timedelta(days=1, minutes=1)
    cleanup.delete_partial_uploads(world.application.app_state.storage, later)
    assert bucket.objects() == [ticket["objectPath"]]


@pytest.mark.parametrize("case", DAMAGED)
def test_a_damaged_picture_is_deleted_from_the_store(
    world: World, bucket: buckets.Bucket, case: str
) -> None:
    media_type, sent = DAMAGED[case]
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, sent, media_type)
    assert buckets.put(ticket, sent).status_code == 200
    refused = upload_client.complete(world, ada, ticket["objectPath"])
    assert refused.must(422).error == "content_mismatch"
    assert bucket.objects() == []


def test_the_cover_of_an_event_in_the_store_loses_its_metadata(
    world: World, bucket: buckets.Bucket
) -> None:
    root = cast.root(world)
    body = {"contentType": "image/jpeg"}
    ticket = world.post("/calendar/cover-upload-url", body, as_=root).must(201).data
    put = buckets.put(ticket, jpeg(6), content_type="image/jpeg")
    assert put.status_code == 200
    event = {**calendar_client.EVENT, "coverUrl": ticket["fileUrl"]}
    world.post("/calendar/events", event, as_=root).must(201)
    content = published(bucket)
    assert PLACE not in content
    assert oriented(6) in content
