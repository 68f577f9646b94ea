"""The file storage while it hangs or is misconfigured, as callers and operators see it."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import boto3
import pytest
from click.testing import CliRunner, Result

from bridgework import app
from bridgework.__main__ import bridgework
from bridgework.kit.storage import S3Address
from bridgework.settings import Settings
from tests import cast
from tests import world as worlds
from tests.areas.uploads import upload_client
from tests.clock import ManualClock
from tests.loop import Loop
from tests.servers import s3
from tests.servers.frozen import frozen
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail
from tests.world import World

DEADLINE = 1.5
KEY = f"{s3.KEY}:{quote(s3.SECRET, safe='')}"

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture(scope="module")
def own_s3() -> Iterator[s3.Running]:
    """An S3 server of this module, which can be frozen."""
    try:
        with s3.running_own() as running:
            yield running
    except ServerMissing as missing:
        skip_or_fail(str(missing))


@pytest.fixture
def storage_url(own_s3: s3.Running) -> str:
    s3.create_bucket(own_s3.url, "bucket")
    return f"s3://{KEY}@{own_s3.url.removeprefix('http://')}/bucket?tls=off"


@pytest.fixture
def settings(settings: Settings, storage_url: str) -> Settings:
    return settings.model_copy(update={"storage_url": S3Address.parse(storage_url)})


def storage_state(world: World) -> str:
    """Return the state in /readyz, once it has been checked."""
    until = time.monotonic() + 10
    while (state := world.get("/readyz").must(200).json["storage"]) == "unchecked":
        assert time.monotonic() < until
        time.sleep(0.02)
    return str(state)


def checked(tmp_path: Path, **settings: str) -> Result:
    values = {"env": "development", "data_dir": str(tmp_path / "data"), **settings}
    environment = {f"BRIDGEWORK_{name.upper()}": value for name, value in values.items()}
    return CliRunner().invoke(bridgework, ["config", "check", "--connect"], env=environment)


@pytest.mark.slow("waits for a deadline")
def test_a_request_to_a_frozen_store_gets_a_503_at_the_deadline(
    world: World,
    own_s3: s3.Running,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    storage = world.application.app_state.storage
    monkeypatch.setattr(vars(storage)["_calls"], "seconds", DEADLINE)
    ada = cast.ada(world)
    path = upload_client.create_ticket(world, ada)["objectPath"]
    with frozen(own_s3.pid):
        begun = time.monotonic()
        for _ in range(2):
            refused = upload_client.complete(world, ada, path).must(503)
            assert refused.error == "storage_unavailable"
            assert refused.headers["retry-after"] == "2"
        assert time.monotonic() - begun < 2 * DEADLINE + 1.5
        begun = time.monotonic()
        assert storage_state(world) == "unavailable"
        assert world.get("/blogs").status == 200
        assert time.monotonic() - begun < DEADLINE + 1.5
    assert upload_client.complete(world, ada, path).must(409).error == "upload_missing"
    outages = [each for each in caplog.records if each.name == "bridgework.storage"]
    first, second = (each.getMessage() for each in outages)
    assert first == "the file storage failed or did not respond: TimeoutError"
    assert second.endswith("no response within 1.5 seconds, while writing a file")


def test_the_probe_of_a_frozen_store_never_waits(world: World, own_s3: s3.Running) -> None:
    with frozen(own_s3.pid):
        begun = time.monotonic()
        assert world.get("/readyz").must(200).json["storage"] == "unchecked"
        assert time.monotonic() - begun < 1


def test_a_usable_bucket_is_available_and_keeps_nothing_of_the_check(
    world: World, storage_url: str, tmp_path: Path
) -> None:
    storage = S3Address.parse(storage_url)
    login = {"aws_access_key_id": s3.KEY, "aws_secret_access_key": s3.SECRET}
    client: Any = boto3.client(
        "s3", endpoint_url=storage.endpoint, region_name="us-east-1", **login
    )

    def objects() -> int:
        count: int = client.list_objects_v2(Bucket="bucket")["KeyCount"]
        return count

    before = objects()  # those of a check that was interrupted by a frozen store
    assert storage_state(world) == "available"
    run = checked(tmp_path, storage_url=storage_url)
    assert "storage: a file was written to the bucket, read and deleted" in run.output
    assert objects() == before
    client.close()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("/another-bucket?", "has no bucket named another-bucket: create it"),
        ("wrong secret", "refuses the credentials: check BRIDGEWORK_STORAGE_URL"),
    ],
)
def test_a_wrong_bucket_or_key_is_reported(
    settings: Settings, loop: Loop, storage_url: str, tmp_path: Path, wrong: str, reason: str
) -> None:
    if wrong.startswith("/"):
        url = storage_url.replace("/bucket?", wrong)
    else:
        url = storage_url.replace(KEY, f"{s3.KEY}:another")
    run = checked(tmp_path, storage_url=url)
    assert run.exit_code == 1
    assert reason in run.output
    address = settings.model_copy(update={"storage_url": S3Address.parse(url)})
    clock = ManualClock()
    world = worlds.World(app.create_app(address, clock), clock, loop)
    assert storage_state(world) == "unavailable"
    world.close()


@pytest.mark.slow("waits for a deadline")
@pytest.mark.skipif(os.geteuid() == 0, reason="root writes to every directory")
def test_a_directory_that_cannot_be_written_is_reported(tmp_path: Path, database_url: str) -> None:
    del database_url
    files = tmp_path / "data" / "files"
    files.mkdir(parents=True)
    files.chmod(0o500)
    run = checked(tmp_path)
    assert run.exit_code == 1
    assert "storage: writing " in run.output
    assert "failed: Permission denied" in run.output
    files.chmod(0o700)
    run = checked(tmp_path)
    assert f"storage: a file was written to {files}, read and deleted" in run.output
    assert [*(files / "incoming").iterdir()] == []
