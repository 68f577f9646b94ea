"""Errors when tickets are requested and files are uploaded or completed; no file remains."""

import struct
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import cast
from tests.areas.uploads import samples, upload_client
from tests.world import Person, World

MIB = 1024 * 1024
ONE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

MEMBERS = ("fileName", "contentType", "fileSizeBytes")
ORDERS: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"contentType": "text/html"}, {"contentType": "type_not_taken"}),
    ({"contentType": "image/svg+xml"}, {"contentType": "type_not_taken"}),
    ({"contentType": "application/zip"}, {"contentType": "type_not_taken"}),
    ({"contentType": "nonsense"}, {"contentType": "type_not_taken"}),
    ({"folder": "job-cvs"}, {"contentType": "type_not_taken"}),
    ({"folder": "vendor-videos"}, {"contentType": "type_not_taken"}),
    (
        {"folder": "job-cvs", "fileSizeBytes": 5_242_881},
        {"contentType": "type_not_taken", "fileSizeBytes": "too_large"},
    ),
    ({"folder": "elsewhere"}, {"folder": "not_one_of"}),
    ({"fileSizeBytes": 0}, {"fileSizeBytes": "too_small"}),
    ({"fileSizeBytes": 52_428_801}, {"fileSizeBytes": "too_large"}),
    ({"fileName": "a\0b"}, {"fileName": "control_character"}),
    ({"fileName": "\u202egnp.exe"}, {"fileName": "control_character"}),
    (
        {"feedPostId": "01942520-e3a0-7704-b3c8-3850c0ae0354"},
        {"feedPostId": "unknown"},
    ),
    (
        {
            "folder": "vendor-attachments",
            "feedPostId": "01942520-e3a0-7704-b3c8-3850c0ae0354",
        },
        {"feedPostId": "not_for_a_post"},
    ),
    (
        {
            "folder": "general-assets",
            "contentType": "application/pdf",
            "feedPostId": "01942520-e3a0-7704-b3c8-3850c0ae0354",
        },
        {"feedPostId": "not_for_a_post"},
    ),
]


def test_an_invalid_ticket_request_is_refused(world: World) -> None:
    ada = cast.ada(world)
    for members, faults in ORDERS:
        sent = upload_client.ticket_request(**members)
        assert world.post("/assets/upload-url", sent, as_=ada).must(422).faults == faults
    sent = {"fileName": "me.png", "contentType": "image/png", "fileSizeBytes": 10}
    refused = world.post("/jobs/cv-upload-url", sent, as_=ada).must(422)
    assert refused.faults == {"contentType": "type_not_taken"}


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        ("/assets/complete", {"objectPath": ""}, {"objectPath": "too_short"}),
        ("/assets/download-url", {"objectPath": 1}, {"objectPath": "wrong_type"}),
        ("/assets/delete", {"objectPath": "a\nb"}, {"objectPath": "control_character"}),
        ("/calendar/cover-upload-url", {"contentType": "image/gif"}, {"contentType": "not_one_of"}),
        ("/jobs/cv-upload-url", {}, dict.fromkeys(MEMBERS, "required")),
    ],
)
def test_an_invalid_body_is_refused(
    world: World, path: str, body: dict[str, Any], faults: dict[str, str]
) -> None:
    assert world.post(path, body, as_=cast.ada(world)).must(422).faults == faults


def test_the_case_of_a_media_type_is_ignored(world: World) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, contentType=" Image/PNG; name=chair")
    assert ticket["headers"] == {"Content-Type": "image/png"}
    upload_client.put_file(world, ticket, media="IMAGE/png; x=y").must(201)


def test_a_client_that_does_not_know_the_type_of_a_file_uploads_it(world: World) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada)
    upload_client.put_file(world, ticket, media="application/octet-stream").must(201)
    asset = upload_client.complete(world, ada, ticket["objectPath"]).must(200)
    assert asset.data["contentType"] == "image/png"


def test_an_upload_that_differs_from_its_declaration_is_refused_and_the_ticket_stays_valid(
    world: World,
) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada)
    tries = [
        (samples.PNG + b"x", "image/png", 413, "body_too_large"),
        (samples.PNG[:-1], "image/png", 422, "body_too_short"),
        (b"", "image/png", 422, "body_too_short"),
        (samples.PNG, "image/jpeg", 415, "other_content_type"),
        (samples.PNG, "application/json", 415, "other_content_type"),
    ]
    for body, media, status, error in tries:
        assert upload_client.put_file(world, ticket, body, media).must(status).error == error
        assert upload_client.list_files(world) == []
    upload_client.put_file(world, ticket).must(201)
    assert upload_client.put_file(world, ticket).must(409).error == "upload_ticket_used"
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)
    assert upload_client.put_file(world, ticket).must(409).error == "upload_ticket_used"
    assert upload_client.list_files(world) == [ticket["objectPath"]]


def test_an_expired_ticket_is_refused(world: World) -> None:
    ada = cast.ada(world)
    sent_file, unused = (
        upload_client.create_ticket(world, ada),
        upload_client.create_ticket(world, ada),
    )
    upload_client.put_file(world, sent_file).must(201)
    world.clock.advance(minutes=60, seconds=1)
    ada = cast.sign_in(world, ada.email)
    assert upload_client.put_file(world, unused).must(404).error == "upload_ticket_invalid"
    late = upload_client.complete(world, ada, sent_file["objectPath"]).must(404)
    assert late.error == "asset_not_found"
    assert upload_client.list_files(world) == [sent_file["objectPath"]]
    world.run_periodic_tasks()
    assert upload_client.list_files(world) == []


def _altered(good: Sequence[str]) -> st.SearchStrategy[str]:
    """Forged tickets: an altered valid one, or two combined."""

    def changed(text: str, at: int, other: str) -> list[str]:
        dot = text.index(".")
        mixed = [text[:dot] + each[dot:] for each in good]
        cut = [text[:at], text[:at] + text[at + 1 :]]
        return [text[:at] + other + text[at + 1 :], text[:at] + other + text[at:], *cut, *mixed]

    one = st.builds(
        changed,
        st.sampled_from(good),
        st.integers(0, len(good[0]) - 1),
        st.sampled_from(["0", "9", "a", "f", "A", ".", "-", "~", "%2f", "%00", "%C3%A9"]),
    )
    return one.flatmap(st.sampled_from).filter(lambda text: text and text not in good)


@ONE
def test_an_altered_ticket_is_refused(world: World) -> None:
    ada = cast.ada(world)
    tickets = [upload_client.create_ticket(world, ada), upload_client.create_ticket(world, ada)]
    good = [ticket["uploadUrl"].rpartition("/")[2] for ticket in tickets]
    headers = {"content-type": "image/png"}

    @settings(max_examples=150, deadline=None)
    @given(_altered(good), st.integers(0, 255), st.integers(0, 255))
    def is_refused(ticket: str, third: int, fourth: int) -> None:
        person = Person("anybody@example.com", address=f"203.0.{third}.{fourth}")
        result = world.put(f"/uploads/{ticket}", samples.PNG, headers=headers, as_=person)
        assert result.must(404).error in {"upload_ticket_invalid", "no_such_operation"}
        assert upload_client.list_files(world) == []

    is_refused()
    for ticket in tickets:
        upload_client.put_file(world, ticket).must(201)


BOMB = samples.office("word/document.xml", {"word/media/x.bin": bytes(40 * MIB)})
WORD, SHEET = samples.office("word/document.xml"), samples.office("xl/workbook.xml")


def _lying(body: bytes, *, offset: int = 42) -> bytes:
    """The archive with the offset of the first part in the entry of the last one."""
    at = body.rindex(b"PK\x01\x02")
    return body[: at + offset] + struct.pack("<L", 0) + body[at + offset + 4 :]


DRESSED_UP = {
    "a page as a picture": ("image/png", samples.HTML),
    "a drawing as a picture": ("image/png", samples.SVG),
    "a page as a document": ("application/pdf", samples.HTML),
    "a page with a document's beginning": ("application/pdf", b"%PDF-1.7\n" + samples.HTML),
    "a drawing as a document": ("application/pdf", samples.SVG),
    "a page as text": ("text/plain", samples.HTML),
    "a page after some blanks": ("text/plain", b"  \n\t" + samples.SVG),
    "bytes as text": ("text/plain", b"\x00\x01\x02"),
    "text that is no UTF-8": ("text/csv", b"a,b\n\xff\xfe\n"),
    "a picture of another kind": ("image/jpeg", samples.PNG),
    "the mark of a picture alone": ("image/png", b"\x89PNG\r\n\x1a\n"),
    "a sound as a picture": ("image/webp", b"RIFF\x24\0\0\0WAVEfmt " + bytes(28)),
    "a film of another kind": ("video/mp4", samples.MOV),
    "a program as a film": ("video/webm", b"MZ" + bytes(100)),
    "a program as a QuickTime film": ("video/quicktime", b"MZ\x90\0moov" + bytes(100)),
    "a brand without a film": ("video/mp4", samples.MP4[:24] + bytes(100)),
    "any archive as a letter": (samples.DOCX, samples.zipped({"a.txt": b"a"})),
    "a sheet as a letter": (samples.DOCX, SHEET),
    "a letter as a sheet": (samples.XLSX, WORD),
    "a letter that swells": (samples.DOCX, BOMB),
    "a letter with a program": (
        samples.DOCX,
        samples.office("word/document.xml", {"word/vbaProject.bin": b"x"}),
    ),
    "a letter that goes astray": (
        samples.DOCX,
        samples.office("word/document.xml", {"../../x": b"x"}),
    ),
    "a letter whose parts share bytes": (samples.DOCX, _lying(WORD)),
    "a letter with something behind it": (samples.DOCX, WORD + samples.HTML),
    "a letter with something before it": (samples.DOCX, samples.HTML + WORD),
    "a letter cut short": (samples.DOCX, WORD[:-10]),
    "a page as an old letter": (samples.DOC, samples.HTML),
    "an old sheet as an old letter": (samples.DOC, samples.compound("Workbook")),
    "an old letter cut short": (samples.DOC, samples.VALID_FILES[samples.DOC][:600]),
}


@ONE
@pytest.mark.parametrize("dress", DRESSED_UP)
def test_a_file_that_does_not_match_its_type_is_deleted(world: World, dress: str) -> None:
    media, body = DRESSED_UP[dress]
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, body, media)
    upload_client.put_file(world, ticket, body).must(201)
    assert upload_client.list_files(world) == [ticket["objectPath"]]
    refused = upload_client.complete(world, ada, ticket["objectPath"]).must(422)
    assert refused.error == "content_mismatch"
    assert upload_client.list_files(world) == []
    again = upload_client.complete(world, ada, ticket["objectPath"]).must(404)
    assert again.error == "asset_not_found"
    assert upload_client.put_file(world, ticket, body).must(404).error == "upload_ticket_invalid"
    assert world.get(upload_client.to_path(ticket["fileUrl"])).must(404).error == "file_not_found"


def test_a_mismatch_is_reported_on_both_databases(world: World) -> None:
    ada = cast.ada(world)
    ticket = upload_client.create_ticket(world, ada, samples.HTML, "image/png")
    upload_client.put_file(world, ticket, samples.HTML).must(201)
    upload_client.complete(world, ada, ticket["objectPath"]).must(422)
    assert upload_client.list_files(world) == []


def test_the_error_for_other_callers_depends_on_what_they_may_read(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    open_one = upload_client.create_ticket(world, ada)
    public = upload_client.upload(world, ada)
    private = upload_client.upload(world, ada, samples.PDF, "application/pdf", folder="job-cvs")
    acts = (upload_client.complete, upload_client.delete)
    for act in acts:
        for path in (open_one["objectPath"], private["objectPath"], "no/such/path"):
            assert act(world, ben, path).must(404).error == "asset_not_found"
        assert act(world, ben, public["objectPath"]).must(403).error == "not_the_uploader"
    upload_client.create_link(world, ben, public["objectPath"]).must(200)
    for path in (open_one["objectPath"], private["objectPath"]):
        assert upload_client.create_link(world, ben, path).must(404).error == "asset_not_found"


def test_a_link_is_valid_for_one_file_and_a_limited_time(world: World) -> None:
    ada = cast.ada(world)
    assets = [
        upload_client.upload(world, ada, samples.PDF, "application/pdf", folder="job-cvs")
        for _ in "ab"
    ]
    first, second = (
        upload_client.to_path(
            upload_client.create_link(world, ada, asset["objectPath"]).data["url"]
        )
        for asset in assets
    )
    query = first.partition("?")[2]
    expires, signature = (part.partition("=")[2] for part in query.split("&"))
    path = first.partition("?")[0]
    for altered in (
        f"{second.partition('?')[0]}?{query}",
        f"{path}?expires={int(expires) + 1}&signature={signature}",
        f"{path}?expires={expires}&signature={signature[:-1]}",
        f"{path}?expires={expires}&signature={signature}0",
        f"{path}?expires={expires}&signature=",
        f"{path}?expires={expires}",
        f"{path}?signature={signature}",
        f"{path}?expires=%D9%A3&signature={signature}",
        f"{path}?expires=nan&signature=%C3%A9",
        f"{path}?expires={'9' * 100}&signature={signature}",
    ):
        assert world.get(altered).must(404).error == "file_not_found", altered
    refused = world.get(f"{path}?expires={'9' * 201}").must(422)
    assert refused.faults == {"expires": "too_long"}
    world.get(first).must(200)
