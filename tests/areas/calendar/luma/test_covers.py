"""Only public images of our own storage are read as covers for Luma."""

import pytest

from bridgework.areas.community.calendar.formats.luma import covers
from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.world import PUBLIC_URL, World

LARGE = samples.png_with(bytes(10 * 1024**2))


def read(world: World, address: str) -> covers.Picture | None:
    app_state = world.application.app_state
    return covers.read(app_state.database, app_state.storage, app_state.clock, address)


@pytest.mark.parametrize(
    ("content", "media", "expected"),
    [
        (samples.PNG, "image/png", (samples.PNG, "image/png")),
        (samples.JPEG, "image/jpeg", (samples.JPEG, "image/jpeg")),
        (samples.GIF, "image/gif", None),
        (LARGE, "image/png", None),
    ],
    ids=["PNG", "JPEG", "GIF", "more than 10 MiB"],
)
def test_only_covers_that_luma_accepts_are_read(
    world: World, content: bytes, media: str, expected: covers.Picture | None
) -> None:
    ada = cast.sign_up(world, "ada@example.com")
    asset = upload_client.upload(world, ada, content, media)
    assert read(world, asset["fileUrl"]) == expected


def test_a_private_file_is_not_read_as_a_cover(world: World) -> None:
    ada = cast.sign_up(world, "ada@example.com")
    asset = upload_client.upload(world, ada, folder="vendor-attachments")
    assert asset["fileUrl"] is None
    assert read(world, f"{PUBLIC_URL}/files/{asset['objectPath']}") is None


def test_an_incomplete_or_deleted_file_is_not_read(world: World) -> None:
    ada = cast.sign_up(world, "ada@example.com")
    ticket = upload_client.create_ticket(world, ada)
    upload_client.put_file(world, ticket).must(201)
    assert read(world, ticket["fileUrl"]) is None
    asset = upload_client.complete(world, ada, ticket["objectPath"]).must(200).data
    assert read(world, asset["fileUrl"]) is not None
    upload_client.delete(world, ada, asset["objectPath"]).must(200)
    assert read(world, asset["fileUrl"]) is None


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/cover.png",
        "http://169.254.169.254/latest/meta-data",
        "https://api.example.com.evil.example/files/x.png",
        "https://api.example.com/files/../../etc/passwd",
        "https://api.example.com/docs/",
    ],
)
def test_an_external_url_is_not_read(world: World, address: str) -> None:
    assert read(world, address) is None
