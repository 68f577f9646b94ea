"""Files in an S3 store are backed up, and restored with their content types and names."""

from pathlib import Path

import pytest

from tests import cast
from tests.areas.uploads import buckets, samples, upload_client
from tests.areas.uploads.test_s3 import settings
from tests.commands import backups
from tests.world import World

pytestmark = pytest.mark.needs_session

__all__ = ["settings"]


def test_objects_are_backed_up_and_restored(
    world: World, bucket: buckets.Bucket, tmp_path: Path
) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, fileName="Stühle.png")
    path = ticket["objectPath"]
    assert buckets.put(ticket).status_code == 200
    upload_client.complete(world, ada, path).must(200)
    origin = world.application.app_state.settings
    archive = tmp_path / "one.tar"
    here = {"BRIDGEWORK_STORAGE_URL": bucket.url}
    backups.done(origin, "create", archive, **here)
    assert backups.members(archive)[f"files/{path}"] == samples.PNG
    backups.done(origin, "verify", archive, **here)
    bucket.client.delete_object(Bucket=bucket.name, Key=path)
    with backups.empty_place(origin, tmp_path) as place:
        backups.take_secret(place, origin)
        backups.done(place, "restore", archive, **here)
    head = bucket.client.get_object(Bucket=bucket.name, Key=path)
    assert head["Body"].read() == samples.PNG
    assert head["ContentType"] == "image/png"
    assert head["ContentDisposition"].endswith("; filename*=UTF-8''St%C3%BChle.png")
