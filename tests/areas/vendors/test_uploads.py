"""Uploads of a profile: who may read them, and that they are not deleted while in use."""

from collections.abc import Callable

import pytest

from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.areas.vendors import fair
from tests.world import Person, World

PATH = "/vendors/me/vendor-profile"


def test_an_attachment_is_read_by_its_vendor_and_by_administrators(world: World) -> None:
    vera, root, ben = fair.vendor(world), cast.root(world), cast.ben(world)
    asset = upload_client.upload(
        world, vera, samples.PDF, "application/pdf", folder="vendor-attachments"
    )
    path = asset["objectPath"]
    upload_client.create_link(world, root, path).must(404)

    world.patch(PATH, {"attachmentPaths": [path]}, as_=vera).must(200)
    for person in (vera, root):
        url = upload_client.create_link(world, person, path).must(200).data["url"]
        assert world.get(upload_client.to_path(url)).must(200).body == samples.PDF
    upload_client.create_link(world, ben, path).must(404)


@pytest.mark.parametrize(
    ("folder", "content_type", "body", "to_members", "cleared"),
    [
        (
            "vendor-attachments",
            "application/pdf",
            samples.PDF,
            lambda path: {"attachmentPaths": [path]},
            {"attachmentPaths": []},
        ),
        (
            "vendor-videos",
            "video/mp4",
            samples.MP4,
            lambda path: {"videoObjectPath": path},
            {"videoObjectPath": None},
        ),
    ],
    ids=["an attachment", "the video"],
)
def test_an_upload_of_a_profile_is_not_deleted(
    world: World, folder: str, content_type: str, body: bytes, to_members: object, cleared: object
) -> None:
    assert callable(to_members)
    vera = fair.vendor(world)
    path = upload_client.upload(world, vera, body, content_type, folder=folder)["objectPath"]
    world.patch(PATH, to_members(path), as_=vera).must(200)
    assert upload_client.delete(world, vera, path).must(409).error == "asset_in_use"
    world.patch(PATH, cleared, as_=vera).must(200)
    upload_client.delete(world, vera, path).must(200)


@pytest.mark.parametrize(
    ("role", "kind"), [(fair.vendor, "vendor"), (fair.ambassador, "ambassador")]
)
def test_the_directory_returns_the_url_of_an_uploaded_video(
    world: World, role: Callable[[World], Person], kind: str
) -> None:
    person, ben = role(world), cast.ben(world)
    fair.verify(world, person)
    elsewhere = "https://video.example.com/1"
    fair.update_profile(world, person, kind, videoUrl=elsewhere)
    assert videos(world, person, ben) == [elsewhere] * 2
    asset = upload_client.upload(world, person, samples.MP4, "video/mp4", folder="vendor-videos")
    fair.update_profile(world, person, kind, videoObjectPath=asset["objectPath"])
    assert videos(world, person, ben) == [asset["fileUrl"]] * 2
    assert world.get(upload_client.to_path(asset["fileUrl"])).must(200).body == samples.MP4
    fair.update_profile(world, person, kind, videoUrl=None)
    assert videos(world, person, ben) == [asset["fileUrl"]] * 2
    fair.update_profile(world, person, kind, videoObjectPath=None)
    assert videos(world, person, ben) == [None] * 2


def videos(world: World, person: Person, reader: Person) -> list[str | None]:
    """Return the `videoUrl` of an entry, from the list and from the entry itself."""
    [listed] = world.get("/vendors/directory", as_=reader).must(200).data["items"]
    entry = world.get(f"/vendors/directory/{person.id}", as_=reader).must(200).data
    return [listed["videoUrl"], entry["videoUrl"]]
