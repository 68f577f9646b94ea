"""Records with a version: ETag and 304 to readers, If-Match and 412 to writers (RFC 9110)."""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from bridgework.kit import auth
from bridgework.kit.http import etags
from bridgework.kit.http.context import Context
from bridgework.kit.http.results import WithVersion
from bridgework.kit.http.router import Router
from bridgework.kit.ids import Id, new_id
from bridgework.settings import Settings
from tests.kit.http import papers as made_up
from tests.kit.http import stage, wire
from tests.loop import Loop
from tests.world import Response, World

WAYS = pytest.mark.parametrize("way", ["", "/slowly"])


@pytest.fixture
def archive(settings: Settings, loop: Loop) -> Iterator[World]:
    world = stage.world(settings, made_up.router.operations, loop)
    yield world
    made_up.beside.clear()
    world.close()


@pytest.fixture
def paper(archive: World) -> str:
    """The path of a paper that lies there."""
    return f"/papers/{archive.post('/papers', {'title': 'Draft'}).must(201).data['id']}"


def retitled(
    archive: World, path: str, title: str, if_match: str | None = None, **how: Any
) -> Response:
    headers = {} if if_match is None else {"if-match": if_match}
    return archive.patch(path, {"title": title}, headers=headers, **how)


def test_a_reader_is_told_the_version(archive: World, paper: str) -> None:
    read = archive.get(paper).must(200)
    assert re.fullmatch(r'"1-[0-9a-f]{16}"', read.headers["etag"])
    assert read.headers["cache-control"] == "no-store"
    assert archive.get(paper).headers["etag"] == read.headers["etag"]
    assert archive.send("HEAD", paper).must(200).headers["etag"] == read.headers["etag"]


def test_who_changes_it_is_told_the_next_one(archive: World, paper: str) -> None:
    first = archive.get(paper).headers["etag"]
    changed = retitled(archive, paper, "Clean copy", first).must(200)
    assert changed.headers["etag"].startswith('"2-')
    assert archive.get(paper).headers["etag"] == changed.headers["etag"]
    retitled(archive, paper, "Fair copy", changed.headers["etag"]).must(200)


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_who_has_the_bytes_is_not_sent_them_again(archive: World, paper: str, form: str) -> None:
    tag = archive.get(paper).headers["etag"]
    for method in ("GET", "HEAD"):
        known = archive.send(method, paper, headers={"if-none-match": form.format(tag)}).must(304)
        assert (known.body, known.headers["etag"]) == (b"", tag)
        assert known.headers["cache-control"] == "no-store"


def test_who_has_others_is_sent_these(archive: World, paper: str) -> None:
    tag = archive.get(paper).headers["etag"]
    retitled(archive, paper, "Clean copy").must(200)
    read = archive.get(paper, headers={"if-none-match": tag}).must(200)
    assert read.data["title"] == "Clean copy"


def test_what_is_told_beside_the_row_is_never_stale(archive: World, paper: str) -> None:
    """Another's name may change, and no version rises: the copy is stale, the row the same."""
    tag = archive.get(paper).headers["etag"]
    made_up.beside.append("a new name")
    assert archive.get(paper, headers={"if-none-match": tag}).must(200).headers["etag"] != tag
    retitled(archive, paper, "Clean copy", tag).must(200)


@WAYS
@pytest.mark.parametrize("form", [None, "{}", '"other", {}', "{} , W/{}", ",{},", "*", " * "])
def test_who_knows_the_version_may_change_it(
    archive: World, paper: str, way: str, form: str | None
) -> None:
    tag = archive.get(paper).headers["etag"]
    sent = None if form is None else form.replace("{}", tag)
    assert retitled(archive, paper + way, "Clean copy", sent).must(200).data["title"]


@WAYS
@pytest.mark.parametrize(
    "form",
    ["W/{}", '"other"', '"1"', '"01-{digest}"', '"2-{digest}"', "", " ", ",", "{bare}", "{", '"',
     "{} {}", "*, {}", "{}, other", '"1-"', "w/{}", '"{bare}'],
)  # fmt: skip
def test_who_does_not_may_not(archive: World, paper: str, way: str, form: str) -> None:
    tag = archive.get(paper).headers["etag"]
    bare = tag.strip('"')
    sent = form.replace("{bare}", bare).replace("{digest}", bare[2:]).replace("{}", tag)
    refused = retitled(archive, paper + way, "Clean copy", sent).must(412)
    assert refused.error == "precondition_failed"
    assert "etag" not in refused.headers
    assert archive.get(paper).data["title"] == "Draft"


def test_a_version_that_is_past_changes_nothing(archive: World, paper: str) -> None:
    tag = archive.get(paper).headers["etag"]
    retitled(archive, paper, "Clean copy", tag).must(200)
    retitled(archive, paper, "Mine", tag).must(412)
    archive.delete(paper, headers={"if-match": tag}).must(412)
    assert archive.get(paper).must(200).data["title"] == "Clean copy"
    archive.delete(paper, headers={"if-match": archive.get(paper).headers["etag"]}).must(200)


def test_tags_may_stand_on_several_lines(archive: World, paper: str) -> None:
    tag = archive.get(paper).headers["etag"].encode()
    lines = [(b"if-match", b'"other"'), (b"if-match", tag)]
    done = wire.knock(archive, "DELETE", paper.encode(), headers=lines)
    assert done is not None
    done.must(200)


def test_what_is_not_there_or_not_theirs_comes_first(archive: World) -> None:
    sealed = archive.post("/papers", {"title": made_up.UNDER_SEAL}).must(201).data["id"]
    for path, status in ((f"/papers/{sealed}", 403), (f"/papers/{new_id()}", 404)):
        retitled(archive, path, "Mine", '"other"').must(status)
        archive.delete(path, headers={"if-match": "*"}).must(status)
    archive.patch(f"/papers/{sealed}", {}, headers={"if-match": '"other"'}).must(422)


@WAYS
def test_of_many_who_have_read_the_same_one_changes_it(
    archive: World, paper: str, way: str
) -> None:
    sent = {"if-match": archive.get(paper).headers["etag"]}
    tries = [
        partial(archive.sending, "PATCH", paper + way, {"title": str(number)}, headers=sent)
        for number in range(12)
    ]
    answers = archive.together(tries)
    assert sorted(answer.status for answer in answers) == [200] + [412] * 11
    (won,) = [answer for answer in answers if answer.status == 200]
    assert archive.get(paper).headers["etag"] == won.headers["etag"]


def test_a_tag_of_ours_fits_its_own_version_alone() -> None:
    tag = etags.of_version(10, b"what is told")
    assert etags.allows_change(tag, 10)
    assert not any(etags.allows_change(tag, other) for other in (0, 1, 11, 100))
    assert etags.of_version(10, b"what is told otherwise") != tag


def test_a_very_long_header_is_read_in_no_time() -> None:
    for text in ('"a",' * 20_000 + "x", ", \t" * 20_000 + '"', '"' * 60_000):
        assert not etags.allows_change(text, 1)


def told(context: Context, paper_id: Id) -> WithVersion[made_up.Paper]:
    """Tell of a paper."""
    raise LookupError


def made(context: Context) -> WithVersion[made_up.Paper]:
    """Make a paper."""
    raise LookupError


@pytest.mark.parametrize(
    ("verb", "handler", "options", "complaint"),
    [
        ("get", told, {"if_match": True}, "by returning WithVersion"),
        ("get", told, {"etag": True}, "neither a public read nor a creation"),
        ("post", made, {"status": 201}, "neither a public read nor a creation"),
    ],
)
def test_what_can_t_have_a_version_does_not_import(
    verb: str, handler: Any, options: dict[str, Any], complaint: str
) -> None:
    declare = getattr(Router("Misfits"), verb)
    path = "/papers/{id}" if handler is told else "/papers"
    with pytest.raises(TypeError, match=complaint):
        declare(path, who=auth.public, **options)(handler)
