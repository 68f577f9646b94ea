"""What hangs on a profile: who may read it, and that it stays as long as the profile names it."""

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
    ("folder", "media", "body", "named", "cleared"),
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
def test_what_a_profile_names_is_not_deleted(
    world: World, folder: str, media: str, body: bytes, named: object, cleared: object
) -> None:
    assert callable(named)
    vera = fair.vendor(world)
    path = upload_client.upload(world, vera, body, media, folder=folder)["objectPath"]
    world.patch(PATH, named(path), as_=vera).must(200)
    assert upload_client.delete(world, vera, path).must(409).error == "asset_in_use"
    world.patch(PATH, cleared, as_=vera).must(200)
    upload_client.delete(world, vera, path).must(200)


@pytest.mark.parametrize(
    ("role", "kind"), [(fair.vendor, "vendor"), (fair.ambassador, "ambassador")]
)
def test_the_directory_gives_the_address_of_an_uploaded_video(
    world: World, role: Callable[[World], Person], kind: str
) -> None:
    person, ben = role(world), cast.ben(world)
    fair.verify(world, person)
    elsewhere = "https://video.example.com/1"
    fair.say(world, person, kind, videoUrl=elsewhere)
    assert videos(world, person, ben) == [elsewhere] * 2
    asset = upload_client.upload(world, person, samples.MP4, "video/mp4", folder="vendor-videos")
    fair.say(world, person, kind, videoObjectPath=asset["objectPath"])
    assert videos(world, person, ben) == [asset["fileUrl"]] * 2
    assert world.get(upload_client.to_path(asset["fileUrl"])).must(200).body == samples.MP4
    fair.say(world, person, kind, videoUrl=None)
    assert videos(world, person, ben) == [asset["fileUrl"]] * 2
    fair.say(world, person, kind, videoObjectPath=None)
    assert videos(world, person, ben) == [None] * 2


def videos(world: World, person: Person, reader: Person) -> list[str | None]:
    """The `videoUrl` of an entry, in the list and by itself."""
    [listed] = world.get("/vendors/directory", as_=reader).must(200).data["items"]
    entry = world.get(f"/vendors/directory/{person.id}", as_=reader).must(200).data
    return [listed["videoUrl"], entry["videoUrl"]]
