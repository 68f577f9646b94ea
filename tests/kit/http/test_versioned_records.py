"""Versioned records: ETag and 304 for reads, If-Match and 412 for writes (RFC 9110)."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from bridgework.context import Context
from bridgework.kit.core import Id, new_id
from bridgework.kit.http.operations import Router, WithVersion
from bridgework.kit.http.requests import etags
from bridgework.kit.security import auth
from bridgework.settings import Settings
from tests.kit.http import papers as sample
from tests.kit.http import stage, wire
from tests.loop import Loop
from tests.world import Response, World

BOTH_KINDS = pytest.mark.parametrize("suffix", ["", "/slowly"])


@pytest.fixture
def archive(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, sample.router.operations, loop)
    yield world
    sample.beside.clear()
    world.close()


@pytest.fixture
def paper(archive: World) -> str:
    """The path of an existing paper."""
    return f"/papers/{archive.post('/papers', {'title': 'Draft'}).must(201).data['id']}"


def retitled(
    archive: World, path: str, title: str, if_match: str | None = None, **how: Any
) -> Response:
    headers = {} if if_match is None else {"if-match": if_match}
    return archive.patch(path, {"title": title}, headers=headers, **how)


def test_a_read_returns_the_version_as_etag(archive: World, paper: str) -> None:
    read = archive.get(paper).must(200)
    assert re.fullmatch(r'"1-[0-9a-f]{16}"', read.headers["etag"])
    assert read.headers["cache-control"] == "no-store"
    assert archive.get(paper).headers["etag"] == read.headers["etag"]
    assert archive.send("HEAD", paper).must(200).headers["etag"] == read.headers["etag"]


def test_a_change_returns_the_next_version(archive: World, paper: str) -> None:
    first = archive.get(paper).headers["etag"]
    changed = retitled(archive, paper, "Clean copy", first).must(200)
    assert changed.headers["etag"].startswith('"2-')
    assert archive.get(paper).headers["etag"] == changed.headers["etag"]
    retitled(archive, paper, "Fair copy", changed.headers["etag"]).must(200)


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_a_matching_if_none_match_gets_a_304(archive: World, paper: str, form: str) -> None:
    tag = archive.get(paper).headers["etag"]
    for method in ("GET", "HEAD"):
        known = archive.send(method, paper, headers={"if-none-match": form.format(tag)}).must(304)
        assert (known.body, known.headers["etag"]) == (b"", tag)
        assert known.headers["cache-control"] == "no-store"


def test_a_stale_if_none_match_gets_the_record(archive: World, paper: str) -> None:
    tag = archive.get(paper).headers["etag"]
    retitled(archive, paper, "Clean copy").must(200)
    read = archive.get(paper, headers={"if-none-match": tag}).must(200)
    assert read.data["title"] == "Clean copy"


def test_a_change_outside_the_row_changes_the_etag_and_not_the_version(
    archive: World, paper: str
) -> None:
    """The name of a member may change without a new version: only the body is stale."""
    tag = archive.get(paper).headers["etag"]
    sample.beside.append("a new name")
    assert archive.get(paper, headers={"if-none-match": tag}).must(200).headers["etag"] != tag
    retitled(archive, paper, "Clean copy", tag).must(200)


@BOTH_KINDS
@pytest.mark.parametrize("form", [None, "{}", '"other", {}', "{} , W/{}", ",{},", "*", " * "])
def test_a_matching_if_match_allows_the_change(
    archive: World, paper: str, suffix: str, form: str | None
) -> None:
    tag = archive.get(paper).headers["etag"]
    sent = None if form is None else form.replace("{}", tag)
    assert retitled(archive, paper + suffix, "Clean copy", sent).must(200).data["title"]


@BOTH_KINDS
@pytest.mark.parametrize(
    "form",
    ["W/{}", '"other"', '"1"', '"01-{digest}"', '"2-{digest}"', "", " ", ",", "{bare}", "{", '"',
     "{} {}", "*, {}", "{}, other", '"1-"', "w/{}", '"{bare}'],
)  # fmt: skip
def test_a_different_if_match_is_a_412(archive: World, paper: str, suffix: str, form: str) -> None:
    tag = archive.get(paper).headers["etag"]
    bare = tag.strip('"')
    sent = form.replace("{bare}", bare).replace("{digest}", bare[2:]).replace("{}", tag)
    refused = retitled(archive, paper + suffix, "Clean copy", sent).must(412)
    assert refused.error == "precondition_failed"
    assert "etag" not in refused.headers
    assert archive.get(paper).data["title"] == "Draft"


def test_the_tag_of_the_compressed_record_allows_a_change(archive: World, paper: str) -> None:
    retitled(archive, paper, "x" * 2000).must(200)
    packed = archive.get(paper, headers={"accept-encoding": "gzip"}).must(200)
    assert packed.headers["content-encoding"] == "gzip"
    tag = packed.headers["etag"]
    assert tag.endswith('-gzip"')
    assert tag != archive.get(paper).headers["etag"]
    archive.get(paper, headers={"if-none-match": tag}).must(304)
    retitled(archive, paper, "Clean copy", tag).must(200)
    retitled(archive, paper, "Mine", tag).must(412)


def test_an_outdated_version_changes_nothing(archive: World, paper: str) -> None:
    tag = archive.get(paper).headers["etag"]
    retitled(archive, paper, "Clean copy", tag).must(200)
    retitled(archive, paper, "Mine", tag).must(412)
    archive.delete(paper, headers={"if-match": tag}).must(412)
    assert archive.get(paper).must(200).data["title"] == "Clean copy"
    archive.delete(paper, headers={"if-match": archive.get(paper).headers["etag"]}).must(200)


def test_if_match_may_have_several_header_lines(archive: World, paper: str) -> None:
    tag = archive.get(paper).headers["etag"].encode()
    lines = [(b"if-match", b'"other"'), (b"if-match", tag)]
    done = wire.send_raw(archive, "DELETE", paper.encode(), headers=lines)
    assert done is not None
    done.must(200)


def test_a_404_or_403_precedes_the_412(archive: World) -> None:
    sealed = archive.post("/papers", {"title": sample.UNDER_SEAL}).must(201).data["id"]
    for path, status in ((f"/papers/{sealed}", 403), (f"/papers/{new_id()}", 404)):
        retitled(archive, path, "Mine", '"other"').must(status)
        archive.delete(path, headers={"if-match": "*"}).must(status)
    archive.patch(f"/papers/{sealed}", {}, headers={"if-match": '"other"'}).must(422)


@BOTH_KINDS
def test_one_of_many_concurrent_changes_succeeds(archive: World, paper: str, suffix: str) -> None:
    sent = {"if-match": archive.get(paper).headers["etag"]}
    tries = [
        partial(archive.sending, "PATCH", paper + suffix, {"title": str(number)}, headers=sent)
        for number in range(12)
    ]
    responses = archive.together(tries)
    assert sorted(response.status for response in responses) == [200] + [412] * 11
    (won,) = [response for response in responses if response.status == 200]
    assert archive.get(paper).headers["etag"] == won.headers["etag"]


def test_an_etag_allows_only_its_own_version() -> None:
    tag = etags.of_version(10, b"a body")
    assert etags.allows_change(tag, 10)
    assert not any(etags.allows_change(tag, other) for other in (0, 1, 11, 100))
    assert etags.of_version(10, b"another body") != tag


def test_a_very_long_header_is_parsed_in_linear_time() -> None:
    for text in ('"a",' * 20_000 + "x", ", \t" * 20_000 + '"', '"' * 60_000):
        assert not etags.allows_change(text, 1)


def get_record(context: Context, paper_id: Id) -> WithVersion[sample.Paper]:
    """Return a paper."""
    raise LookupError


def create_record(context: Context) -> WithVersion[sample.Paper]:
    """Create a paper."""
    raise LookupError


@pytest.mark.parametrize(
    ("verb", "handler", "options", "complaint"),
    [
        ("get", get_record, {"if_match": True}, "a read returns WithVersion"),
        ("get", get_record, {"etag": True}, "not allowed for a public read or a creation"),
        ("post", create_record, {"status": 201}, "not allowed for a public read or a creation"),
    ],
)
def test_an_inconsistent_version_declaration_is_refused(
    verb: str, handler: Any, options: dict[str, Any], complaint: str
) -> None:
    declare = getattr(Router("Misfits"), verb)
    path = "/papers/{id}" if handler is get_record else "/papers"
    with pytest.raises(TypeError, match=complaint):
        declare(path, who=auth.public, **options)(handler)
