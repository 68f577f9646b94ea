"""Downloads: ranges, ETags, dates and the headers for browsers."""

from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridgework.areas.identity.uploads.tables import assets
from tests import cast
from tests.areas.uploads import download_names, samples, upload_client
from tests.world import Person, Response, World

BODY = samples.png_with(bytes(range(256)) * 20)
SIZE = len(BODY)
ONE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def path(world: World) -> str:
    asset = upload_client.upload(world, cast.ada(world), BODY)
    return upload_client.to_path(asset["fileUrl"])


def ask(world: World, path: str, *, method: str = "GET", **headers: str) -> Response:
    sent = {name.replace("_", "-"): text for name, text in headers.items()}
    return world.send(method, path, headers=sent)


def test_a_file_is_sent_with_all_headers(world: World, path: str) -> None:
    whole = ask(world, path).must(200)
    assert whole.body == BODY
    expected = {
        "content-type": "image/png",
        "content-length": str(SIZE),
        "accept-ranges": "bytes",
        "cache-control": "public, max-age=0, must-revalidate",
        "content-disposition": "inline; filename=\"chair.png\"; filename*=UTF-8''chair.png",
        "x-content-type-options": "nosniff",
    }
    assert {name: whole.headers[name] for name in expected} == expected
    assert "sandbox" in whole.headers["content-security-policy"]
    assert not whole.headers["etag"].startswith("W/")
    assert {"ratelimit", "ratelimit-policy", "x-request-id"} <= set(whole.headers)
    head = ask(world, path, method="HEAD").must(200)
    assert head.body == b""
    differing = {"ratelimit", "x-request-id"}
    assert {name: text for name, text in head.headers.items() if name not in differing} == {
        name: text for name, text in whole.headers.items() if name not in differing
    }


def test_a_file_and_a_range_of_it_are_not_compressed(world: World, path: str) -> None:
    whole = ask(world, path, accept_encoding="gzip").must(200)
    part = ask(world, path, accept_encoding="gzip", range="bytes=2-5").must(206)
    for response in (whole, part):
        assert "content-encoding" not in response.headers
        assert "Accept-Encoding" not in response.headers.get("vary", "")
    assert (whole.body, part.body) == (BODY, BODY[2:6])


def test_a_conditional_request_does_not_send_a_current_copy_again(world: World, path: str) -> None:
    whole = ask(world, path)
    etag, changed = whole.headers["etag"], whole.headers["last-modified"]
    for condition in ({"if_none_match": etag}, {"if_none_match": f'W/{etag}, "x"'},
                      {"if_none_match": "*"}, {"if_modified_since": changed}):  # fmt: skip
        known = ask(world, path, **condition).must(304)
        assert known.body == b""
        assert known.headers["etag"] == etag
        assert "content-length" not in known.headers
    for condition in ({"if_none_match": '"x"'}, {"if_modified_since": "yesterday"},
                      {"if_none_match": '"x"', "if_modified_since": changed}):  # fmt: skip
        assert ask(world, path, **condition).must(200).body == BODY
    for condition in ({"if_match": '"x"'}, {"if_match": f"W/{etag}"},
                      {"if_unmodified_since": "Mon, 01 Jan 1990 00:00:00 GMT"}):  # fmt: skip
        assert ask(world, path, **condition).must(412).error == "precondition_failed"
    for condition in ({"if_match": etag}, {"if_match": "*"}, {"if_unmodified_since": changed}):
        ask(world, path, **condition).must(200)


def test_a_range_is_sent_if_the_file_is_unchanged(world: World, path: str) -> None:
    whole = ask(world, path)
    etag, changed = whole.headers["etag"], whole.headers["last-modified"]
    for condition in (etag, changed):
        part = ask(world, path, range="bytes=10-19", if_range=condition).must(206)
        assert part.body == BODY[10:20]
    for condition in ('"other"', f"W/{etag}", "Mon, 01 Jan 1990 00:00:00 GMT", "nonsense"):
        assert ask(world, path, range="bytes=10-19", if_range=condition).must(200).body == BODY
    ask(world, path, range="bytes=10-19", if_none_match=etag).must(304)
    assert ask(world, path, method="HEAD", range="bytes=10-19").must(200).body == b""


@pytest.mark.parametrize(
    "text",
    ["bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=1-2,4-5", "lines=1-2", "bytes 1-2",
     "bytes=--5", "bytes=1-2-3", "bytes=+1-2", "bytes=0x1-2"],
)  # fmt: skip
def test_an_invalid_or_multiple_range_is_ignored(world: World, path: str, text: str) -> None:
    assert ask(world, path, range=text).must(200).body == BODY


@pytest.mark.parametrize("text", [f"bytes={SIZE}-", f"bytes={10**18}-{10**18 + 1}", "bytes=-0"])
def test_a_range_after_the_end_is_refused(world: World, path: str, text: str) -> None:
    refused = ask(world, path, range=text).must(416)
    assert refused.error == "range_not_satisfiable"
    assert refused.headers["content-range"] == f"bytes */{SIZE}"


@ONE
def test_any_range_returns_the_requested_bytes(world: World, path: str) -> None:
    places = st.integers(0, SIZE + 50) | st.sampled_from([0, SIZE - 1, SIZE, SIZE + 1])

    @settings(max_examples=200, deadline=None)
    @given(places | st.none(), places | st.none(), st.integers(0, 250), st.integers(0, 255))
    def holds(first: int | None, last: int | None, third: int, fourth: int) -> None:
        text = f"bytes={'' if first is None else first}-{'' if last is None else last}"
        asker = Person("anybody@example.com", address=f"203.0.{third}.{fourth}")
        result = world.get(path, headers={"range": text}, as_=asker)
        expected = _expected(first, last)
        if expected is None:
            assert (result.status, result.body) == (200, BODY)
        elif expected == b"":
            assert result.status == 416
        else:
            assert (result.status, result.body) == (206, expected)
            start = int(result.headers["content-range"].removeprefix("bytes ").partition("-")[0])
            assert BODY[start : start + len(expected)] == expected
            assert result.headers["content-length"] == str(len(expected))

    holds()


def _expected(first: int | None, last: int | None) -> bytes | None:
    """The bytes that RFC 9110 requires: None for the whole file, empty for an invalid range."""
    if first is None:
        return None if last is None else BODY[max(0, SIZE - last) :] if last else b""
    if last is None:
        return BODY[first:]
    return None if last < first else BODY[first : last + 1]


@pytest.mark.parametrize(
    "media", ["application/pdf", samples.DOC, samples.DOCX, "text/plain", "text/csv"]
)
def test_files_other_than_images_and_videos_are_attachments(world: World, media: str) -> None:
    asset = upload_client.upload(world, cast.ada(world), samples.VALID_FILES[media], media)
    sent = world.get(upload_client.to_path(asset["fileUrl"])).must(200)
    assert sent.headers["content-disposition"].startswith('attachment; filename="')
    assert sent.headers["content-type"] == media


def test_a_file_arrives_under_its_name(world: World) -> None:
    ada = cast.ada(world)
    members = {"folder": "job-cvs"}
    for name, expected in download_names.NAMES.items():
        asset = upload_client.upload(
            world, ada, samples.PDF, "application/pdf", fileName=name, **members
        )
        link = upload_client.create_link(world, ada, asset["objectPath"]).must(200).data["url"]
        sent = world.get(upload_client.to_path(link)).must(200)
        assert download_names.name_in(sent.headers["content-disposition"]) == expected


def test_a_name_with_control_or_directional_characters_is_refused(world: World) -> None:
    ada = cast.ada(world)
    for name in download_names.REFUSED:
        sent = upload_client.ticket_request(samples.PDF, "application/pdf", fileName=name)
        refused = world.post("/assets/upload-url", sent, as_=ada).must(422)
        assert set(refused.faults) == {"fileName"}
        del sent["folder"]
        refused = world.post("/jobs/cv-upload-url", sent, as_=ada).must(422)
        assert set(refused.faults) == {"fileName"}


def test_a_file_of_a_former_version_arrives_under_the_name_in_its_path(
    world: World, path: str
) -> None:
    with world.application.app_state.database.writing() as tx:
        tx.execute(assets.update().values(file_name=None))
    sent = ask(world, path).must(200)
    expected = f'inline; filename="{path.rpartition("/")[2]}"'
    assert sent.headers["content-disposition"] == expected


@pytest.mark.parametrize("media", ["text/html", "image/svg+xml", "application/xhtml+xml"])
def test_an_html_page_is_never_displayed(world: World, path: str, media: str) -> None:
    with world.application.app_state.database.writing() as tx:
        tx.execute(assets.update().values(content_type=media))
    sent = ask(world, path).must(200)
    assert sent.headers["content-disposition"].startswith("attachment;")
    assert "sandbox" in sent.headers["content-security-policy"]
    assert sent.headers["x-content-type-options"] == "nosniff"


def test_an_asset_without_its_file_is_not_found(world: World, path: str) -> None:
    folder = world.application.app_state.settings.files_dir
    (folder / path.removeprefix("/files/")).unlink()
    assert ask(world, path).must(404).error == "file_not_found"


def test_other_methods_are_refused(world: World, path: str) -> None:
    for method in ("POST", "PUT", "DELETE"):
        refused = world.send(method, path).must(405)
        assert refused.headers["allow"] == "GET, HEAD, OPTIONS"
    ticket: Any = upload_client.create_ticket(world, cast.ben(world))
    refused = world.get(upload_client.to_path(ticket["uploadUrl"])).must(405)
    assert refused.headers["allow"] == "OPTIONS, PUT"


@ONE
def test_a_file_that_cannot_be_opened_is_an_error_with_every_header(
    world: World, path: str
) -> None:
    stored = world.application.app_state.settings.files_dir / path.removeprefix("/files/")
    stored.unlink()
    stored.mkdir()
    for headers in ({}, {"range": "bytes=0-9"}):
        broken = ask(world, path, **headers).must(500)
        assert broken.error == "internal_error"
        assert {"ratelimit", "x-request-id", "x-content-type-options"} <= set(broken.headers)


@ONE
def test_if_range_accepts_all_date_formats(world: World, path: str) -> None:
    changed = parsedate_to_datetime(ask(world, path).headers["last-modified"])
    for form in ("%a, %d %b %Y %H:%M:%S GMT", "%A, %d-%b-%y %H:%M:%S GMT", "%a %b %d %H:%M:%S %Y"):
        part = ask(world, path, range="bytes=0-9", if_range=changed.strftime(form)).must(206)
        assert part.body == BODY[:10]
    later = (changed + timedelta(seconds=1)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    assert ask(world, path, range="bytes=0-9", if_range=later).must(200).body == BODY
    assert ask(world, path, range="bytes=0-9", if_range="").must(200).body == BODY
