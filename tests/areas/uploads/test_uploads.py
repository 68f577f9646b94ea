"""The whole upload, from the ticket to a public or private file."""

import re

import pytest

from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.world import ANONYMOUS, Response, World

PRIVATE = ("job-cvs", "vendor-attachments")
FOLDERS = {
    "user-avatars": "image/jpeg",
    "feed-images": "image/webp",
    "community-videos": "video/mp4",
    "expert-assets": "application/pdf",
    "role-assets": "text/csv",
    "general-assets": samples.XLSX,
    "calendar-event-covers": "image/gif",
    "vendor-videos": "video/quicktime",
}


@pytest.mark.parametrize(("folder", "media"), FOLDERS.items())
def test_a_public_file_is_readable_without_signing_in(
    world: World, folder: str, media: str
) -> None:
    ada, body = cast.ada(world), samples.VALID_FILES[media]
    ticket = upload_client.create_ticket(world, ada, body, media, folder=folder)
    assert ticket["method"] == "PUT"
    assert ticket["fields"] == {}
    stored = upload_client.put_file(world, ticket, body).must(201).data
    assert stored["state"] == "stored"
    at = upload_client.to_path(ticket["fileUrl"])
    assert world.get(at).must(404).error == "file_not_found"
    asset = upload_client.complete(world, ada, ticket["objectPath"]).must(200).data
    assert asset == {**stored, "state": "ready"}
    assert asset["fileUrl"] == ticket["fileUrl"]
    assert asset["fileSizeBytes"] == len(body)
    sent = world.get(at).must(200)
    assert sent.body == body
    assert sent.headers["content-type"] == media
    assert upload_client.list_files(world) == [ticket["objectPath"]]


@pytest.mark.parametrize("folder", PRIVATE)
def test_a_private_file_is_readable_only_by_link(world: World, folder: str) -> None:
    ada = cast.ada(world)
    asset = upload_client.upload(world, ada, samples.PDF, "application/pdf", folder=folder)
    assert asset["fileUrl"] is None
    path = f"/files/{asset['objectPath']}"
    assert world.get(path).must(404).error == "file_not_found"
    assert world.get(path, as_=ada).must(404).error == "file_not_found"
    given = upload_client.create_link(world, ada, asset["objectPath"]).must(200).data
    sent = world.get(upload_client.to_path(given["url"])).must(200)
    assert sent.body == samples.PDF
    assert sent.headers["cache-control"] == "private, no-store"
    world.clock.advance(minutes=4, seconds=59)
    world.get(upload_client.to_path(given["url"])).must(200)
    world.clock.advance(seconds=2)
    assert world.get(upload_client.to_path(given["url"])).must(404).error == "file_not_found"


def test_a_cv_has_its_own_operation(world: World) -> None:
    ada, body = cast.ada(world), samples.VALID_FILES[samples.DOCX]
    sent = {"fileName": "me.docx", "contentType": samples.DOCX, "fileSizeBytes": len(body)}
    ticket = world.post("/jobs/cv-upload-url", sent, as_=ada).must(201).data
    assert ticket["objectPath"].startswith(f"job-cvs/{ada.id}/")
    assert ticket["objectPath"].endswith("-me.docx")
    assert ticket["fileUrl"] is None
    upload_client.put_file(world, ticket, body).must(201)
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)


@pytest.fixture
def cover(world: World) -> dict[str, str]:
    """The URLs of a ticket for a cover in PNG."""
    sent = {"contentType": "image/png"}
    ticket: dict[str, str] = (
        world.post("/calendar/cover-upload-url", sent, as_=cast.ada(world)).must(201).data
    )
    return ticket


def put_cover(world: World, cover: dict[str, str], body: bytes) -> Response:
    path = upload_client.to_path(cover["uploadUrl"])
    return world.put(path, body, headers={"content-type": "image/png"})


def test_a_ticket_for_a_cover_has_two_urls(cover: dict[str, str]) -> None:
    assert set(cover) == {"uploadUrl", "fileUrl"}


def test_a_cover_is_not_found_before_it_is_uploaded(world: World, cover: dict[str, str]) -> None:
    missing = world.get(upload_client.to_path(cover["fileUrl"])).must(404)
    assert missing.error == "file_not_found"


def test_a_cover_of_another_type_is_refused_and_not_stored(
    world: World, cover: dict[str, str]
) -> None:
    assert put_cover(world, cover, samples.JPEG).must(422).error == "cover_mismatch"
    assert upload_client.list_files(world) == []
    put_cover(world, cover, samples.PNG).must(201)


def test_uploading_a_cover_completes_it(world: World, cover: dict[str, str]) -> None:
    uploaded = put_cover(world, cover, samples.PNG).must(201).data
    assert (uploaded["state"], uploaded["fileSizeBytes"]) == ("ready", len(samples.PNG))
    assert world.get(upload_client.to_path(cover["fileUrl"])).must(200).body == samples.PNG


def test_a_ticket_for_a_cover_is_used_once(world: World, cover: dict[str, str]) -> None:
    put_cover(world, cover, samples.PNG).must(201)
    assert put_cover(world, cover, samples.PNG).must(409).error == "upload_ticket_used"


def test_completing_twice_changes_nothing(world: World) -> None:
    ada = cast.ada(world)
    asset = upload_client.upload(world, ada)
    world.clock.advance(hours=2)
    ada = cast.sign_in(world, ada.email)
    assert upload_client.complete(world, ada, asset["objectPath"]).must(200).data == asset


def test_an_asset_without_upload_is_not_completed(world: World) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada)
    refused = upload_client.complete(world, ada, ticket["objectPath"]).must(409)
    assert refused.error == "upload_missing"


NAMES = [
    ("../../etc/passwd", "etc-passwd"),
    ("/absolute/path.png", "absolute-path"),
    ("..\\..\\windows.png", "windows"),
    ("évidence photo.final.png", "evidence-photo-final"),
    ("x" * 3000 + ".png", "x" * 60),
    ("\u200fgnp.exe", "gnp"),
    ("％２e％２e／ｘ.png", "2e-2e-x"),
    ("歯.png", ""),
    ("...", ""),
    ("a?b#c&d%2f%00.png", "a-b-c-d-2f-00"),
    ("page.html.png", "page-html"),
    (".htaccess", ""),
]


@pytest.mark.parametrize(("name", "stem"), NAMES)
def test_a_path_is_safe_for_any_file_name(world: World, name: str, stem: str) -> None:
    ada = cast.ada(world)
    asset = upload_client.upload(world, ada, fileName=name)
    folder, account, last = asset["objectPath"].split("/")
    assert (folder, account) == ("general-assets", ada.id)
    assert re.fullmatch(r"[0-9a-f-]{36}" + (f"-{stem}" if stem else "") + r"\.png", last)
    assert world.get(upload_client.to_path(asset["fileUrl"])).must(200).body == samples.PNG
    assert upload_client.list_files(world) == [asset["objectPath"]]


def test_slashes_of_a_path_may_be_encoded(world: World) -> None:
    asset = upload_client.upload(world, cast.ada(world))
    sent = world.get(f"/files/{asset['objectPath'].replace('/', '%2F')}").must(200)
    assert sent.body == samples.PNG


@pytest.mark.parametrize(
    "path", ["a", "../secret.key", "..%2f..%2fsecret.key", "a//b", "%00", "x/"]
)
def test_other_paths_are_not_found(world: World, path: str) -> None:
    assert world.get(f"/files/{path}").must(404).error == "file_not_found"


def test_a_ticket_is_not_replayed_for_an_idempotency_key(world: World) -> None:
    ada = cast.ada(world)
    key = {"idempotency-key": "one"}
    world.post("/assets/upload-url", upload_client.ticket_request(), as_=ada, headers=key).must(201)
    again = world.post(
        "/assets/upload-url", upload_client.ticket_request(), as_=ada, headers=key
    ).must(409)
    assert again.error == "already_done"


def test_an_upload_requires_a_valid_ticket(world: World) -> None:
    refused = world.put("/uploads/nothing", samples.PNG, as_=ANONYMOUS).must(404)
    assert refused.error == "upload_ticket_invalid"
