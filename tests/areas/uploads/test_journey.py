"""From a ticket to a file that everybody, or nobody but its owner, can fetch."""

import re

import pytest

from tests import cast
from tests.areas.uploads import desk, samples
from tests.world import STRANGER, World

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
def test_a_public_file_is_fetched_by_anybody(world: World, folder: str, media: str) -> None:
    ada, body = cast.ada(world), samples.GOOD[media]
    ticket = desk.order(world, ada, body, media, folder=folder)
    assert ticket["method"] == "PUT"
    assert ticket["fields"] == {}
    stored = desk.bring(world, ticket, body).must(201).data
    assert stored["state"] == "stored"
    at = desk.path_of(ticket["fileUrl"])
    assert world.get(at).must(404).error == "file_not_found"
    asset = desk.complete(world, ada, ticket["objectPath"]).must(200).data
    assert asset == {**stored, "state": "ready"}
    assert asset["fileUrl"] == ticket["fileUrl"]
    assert asset["fileSizeBytes"] == len(body)
    sent = world.get(at).must(200)
    assert sent.body == body
    assert sent.headers["content-type"] == media
    assert desk.files(world) == [ticket["objectPath"]]


@pytest.mark.parametrize("folder", PRIVATE)
def test_a_private_file_is_fetched_by_a_link_alone(world: World, folder: str) -> None:
    ada = cast.ada(world)
    asset = desk.upload(world, ada, samples.PDF, "application/pdf", folder=folder)
    assert asset["fileUrl"] is None
    path = f"/files/{asset['objectPath']}"
    assert world.get(path).must(404).error == "file_not_found"
    assert world.get(path, as_=ada).must(404).error == "file_not_found"
    given = desk.link(world, ada, asset["objectPath"]).must(200).data
    sent = world.get(desk.path_of(given["url"])).must(200)
    assert sent.body == samples.PDF
    assert sent.headers["cache-control"] == "private, no-store"
    world.clock.advance(minutes=4, seconds=59)
    world.get(desk.path_of(given["url"])).must(200)
    world.clock.advance(seconds=2)
    assert world.get(desk.path_of(given["url"])).must(404).error == "file_not_found"


def test_a_cv_is_ordered_at_its_own_place(world: World) -> None:
    ada, body = cast.ada(world), samples.GOOD[samples.DOCX]
    sent = {"fileName": "me.docx", "contentType": samples.DOCX, "fileSizeBytes": len(body)}
    ticket = world.post("/jobs/cv-upload-url", sent, as_=ada).must(201).data
    assert ticket["objectPath"].startswith(f"job-cvs/{ada.id}/")
    assert ticket["objectPath"].endswith("-me.docx")
    assert ticket["fileUrl"] is None
    desk.bring(world, ticket, body).must(201)
    desk.complete(world, ada, ticket["objectPath"]).must(200)


def test_a_cover_is_ready_by_being_brought(world: World) -> None:
    ada = cast.ada(world)
    sent = {"contentType": "image/png"}
    ticket = world.post("/calendar/cover-upload-url", sent, as_=ada).must(201).data
    assert set(ticket) == {"uploadUrl", "fileUrl"}
    assert world.get(desk.path_of(ticket["fileUrl"])).must(404).error == "file_not_found"
    path, media = desk.path_of(ticket["uploadUrl"]), {"content-type": "image/png"}
    refused = world.put(path, samples.JPEG, headers=media).must(422)
    assert refused.error == "cover_mismatch"
    assert desk.files(world) == []
    brought = world.put(path, samples.PNG, headers=media).must(201).data
    assert (brought["state"], brought["fileSizeBytes"]) == ("ready", len(samples.PNG))
    assert world.get(desk.path_of(ticket["fileUrl"])).must(200).body == samples.PNG
    assert world.put(path, samples.PNG, headers=media).must(409).error == "upload_ticket_used"


def test_completing_twice_changes_nothing(world: World) -> None:
    ada = cast.ada(world)
    asset = desk.upload(world, ada)
    world.clock.advance(hours=2)
    ada = cast.sign_in(world, ada.email)
    assert desk.complete(world, ada, asset["objectPath"]).must(200).data == asset


def test_what_was_not_brought_is_not_completed(world: World) -> None:
    ada = cast.ada(world)
    ticket = desk.order(world, ada)
    refused = desk.complete(world, ada, ticket["objectPath"]).must(409)
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


@pytest.mark.parametrize(("name", "kept"), NAMES)
def test_a_path_is_ours_whatever_the_file_is_called(world: World, name: str, kept: str) -> None:
    ada = cast.ada(world)
    asset = desk.upload(world, ada, fileName=name)
    folder, account, last = asset["objectPath"].split("/")
    assert (folder, account) == ("general-assets", ada.id)
    assert re.fullmatch(r"[0-9a-f-]{36}" + (f"-{kept}" if kept else "") + r"\.png", last)
    assert world.get(desk.path_of(asset["fileUrl"])).must(200).body == samples.PNG
    assert desk.files(world) == [asset["objectPath"]]


def test_slashes_of_a_path_may_be_encoded(world: World) -> None:
    asset = desk.upload(world, cast.ada(world))
    sent = world.get(f"/files/{asset['objectPath'].replace('/', '%2F')}").must(200)
    assert sent.body == samples.PNG


@pytest.mark.parametrize(
    "path", ["a", "../secret.key", "..%2f..%2fsecret.key", "a//b", "%00", "x/"]
)
def test_no_other_path_leads_anywhere(world: World, path: str) -> None:
    assert world.get(f"/files/{path}").must(404).error == "file_not_found"


def test_a_ticket_is_told_once_under_its_key(world: World) -> None:
    ada = cast.ada(world)
    key = {"idempotency-key": "one"}
    world.post("/assets/upload-url", desk.asked(), as_=ada, headers=key).must(201)
    again = world.post("/assets/upload-url", desk.asked(), as_=ada, headers=key).must(409)
    assert again.error == "already_done"


def test_a_stranger_can_t_bring_anything(world: World) -> None:
    refused = world.put("/uploads/nothing", samples.PNG, as_=STRANGER).must(404)
    assert refused.error == "upload_ticket_invalid"
