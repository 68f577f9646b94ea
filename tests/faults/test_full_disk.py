"""A disk without room: callers are told so, nothing is left half written, and then it goes on."""

import contextlib
import resource
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa

from bridgework.areas.feed.tables import posts
from tests import cast, process
from tests.areas.uploads import samples, upload_client
from tests.faults import fleet, small_disk
from tests.world import World

LONG = "x" * 4000
MIB = 1024 * 1024
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Member:
    """Somebody at a real server, and what they were told."""

    def __init__(self, url: str, home: Path) -> None:
        self.line = httpx2.Client(base_url=url, timeout=20, trust_env=False)
        who = {"email": "ada@example.com", "password": cast.PASSWORD}
        self.must(201, "POST", "/auth/register", json=who)
        while not (letters := sorted(home.glob("mail/*.eml"))):
            continue
        letter = message_from_bytes(letters[0].read_bytes(), policy=policy.default)
        proof = {"email": who["email"], "otp": fleet.code_in(letter)}
        token = self.must(200, "POST", "/auth/verify-email", json=proof)["token"]
        self.line.headers["authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, **how: Any) -> httpx2.Response:
        return self.line.request(method, path, **how)

    def must(self, status: int, method: str, path: str, **how: Any) -> Any:
        answer = self.ask(method, path, **how)
        assert answer.status_code == status, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json().get("data")

    def post(self, number: int) -> httpx2.Response:
        sent = {"json": {"content": f"{number} {LONG}"}, "headers": key(number)}
        return self.ask("POST", "/feed/posts", **sent)

    def feed(self) -> list[int]:
        """The numbers of all posts, in order."""
        found: list[int] = []
        cursor, more = "", True
        while more:
            page = self.must(200, "GET", f"/feed/posts?limit=100&cursor={cursor}")
            found += [int(one["content"].split()[0]) for one in page["items"]]
            cursor, more = page["nextCursor"], page["hasMore"]
        return sorted(found)


def key(number: int) -> dict[str, str]:
    return {"idempotency-key": f"post-{number}"}


def must_be_refused(answer: httpx2.Response) -> None:
    assert answer.status_code == 503, f"{answer.status_code} {answer.text}"
    assert answer.json()["error"] == "no_room_left"
    assert answer.headers["retry-after"] == "60"
    assert "ratelimit" in answer.headers


def test_a_disk_fills_up(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    words = small_disk.mounting(place, "24m")
    if words is None:
        pytest.skip("this machine lets nobody mount a disk; the other tests here need none")
    with process.running(
        tmp_path, before=words, rate_limit="1000000/60", data_dir=str(place)
    ) as running:
        disk = small_disk.seen_by(place, running.pids())
        ada = Member(running.url, disk.root)
        film = samples.MP4 + bytes(2 * MIB)
        asked = upload_client.ticket_request(film, "video/mp4", fileName="film.mp4")
        ticket = ada.must(201, "POST", "/assets/upload-url", json=asked)
        path = ticket["uploadUrl"].removeprefix(running.url)

        disk.fill()
        taken = posted_until_full(ada)
        ada.must(200, "GET", "/users/me")
        assert ada.feed() == list(range(taken))
        assert ada.ask("GET", "/readyz").status_code == 200
        refused = ada.ask("PUT", path, content=film, headers=ticket["headers"])
        must_be_refused(refused)
        assert refused.headers["connection"] == "close"
        assert disk.halves() == []

        disk.make_room()
        assert ada.post(taken).status_code == 201
        ada.must(201, "PUT", path, content=film, headers=ticket["headers"])
        ada.must(200, "POST", "/assets/complete", json={"objectPath": ticket["objectPath"]})
        assert ada.feed() == list(range(taken + 1))
        assert disk.halves() == []
        ada.line.close()
    log = (tmp_path / "server.log").read_text()
    assert "the database takes no changes" in log
    assert "a file could not be written: No space left on device" in log
    assert " broke" not in log


def posted_until_full(ada: Member) -> int:
    """Put posts into the feed until there is no room; how many were taken."""
    for number in range(3000):
        answer = ada.post(number)
        if answer.status_code != 201:
            must_be_refused(answer)
            return number
    raise AssertionError("there was room for everything")


@contextlib.contextmanager
def no_room_in_the_database(world: World) -> Iterator[None]:
    """As long as the block runs, SQLite may not have a page more than it has."""
    database = world.house.app_state.database
    with database.reading() as tx:
        pages = tx.value(sa.text("PRAGMA page_count"))

    def squeeze(driver: Any, _record: object) -> None:
        driver.execute(f"PRAGMA max_page_count = {pages}")

    sa.event.listen(database.engine, "connect", squeeze)
    database.close()  # it opens again, and finds no room
    yield
    sa.event.remove(database.engine, "connect", squeeze)
    database.close()


@on_sqlite
def test_a_write_to_a_full_database_is_refused_as_a_whole(
    world: World,
) -> None:
    ada = cast.ada(world)
    taken = 0
    with no_room_in_the_database(world):
        while (answer := post(world, ada, taken)).status == 201:
            taken += 1
            assert taken < 500
        assert (answer.must(503).error, answer.headers["retry-after"]) == ("no_room_left", "60")
        world.get("/users/me", as_=ada).must(200)
        world.get("/readyz").must(200)
        slow = {"email": "ben@example.com", "password": cast.PASSWORD}
        while (answer := world.post("/auth/register", slow)).status == 201:
            slow["email"] = f"more-{slow['email']}"
        assert answer.must(503).error == "no_room_left"
    assert stored(world) == taken
    post(world, ada, taken).must(201)
    assert stored(world) == taken + 1
    world.post("/auth/register", slow).must(201)


def post(world: World, ada: Any, number: int) -> Any:
    sent = {"content": f"{number} {LONG}"}
    return world.post("/feed/posts", sent, as_=ada, headers=key(number))


def stored(world: World) -> int:
    with world.house.app_state.database.reading() as tx:
        return int(tx.value(sa.select(sa.func.count()).select_from(posts)))


@contextlib.contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """As long as the block runs, this process writes no file longer than so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@on_sqlite
def test_an_upload_to_a_full_disk_can_be_repeated(world: World) -> None:
    ada = cast.ada(world)
    body = samples.MP4 + bytes(12 * MIB)
    ticket = upload_client.create_ticket(world, ada, body, "video/mp4", fileName="film.mp4")
    with no_file_beyond(8 * MIB):
        refused = upload_client.put_file(world, ticket, body).must(503)
    assert (refused.error, refused.headers["retry-after"]) == ("no_room_left", "60")
    assert upload_client.list_files(world) == []
    upload_client.put_file(world, ticket, body).must(201)
    upload_client.complete(world, ada, ticket["objectPath"]).must(200)


@on_sqlite
def test_an_email_for_a_full_disk_is_retried(world: World) -> None:
    cast.register(world, "ada@example.com")
    folder = world.house.app_state.settings.mail_dir
    with no_file_beyond_in(folder):
        world.house.worker.work_once()
    assert [*folder.glob("*")] == []
    world.clock.advance(seconds=5)
    assert len(world.mail("ada@example.com")) == 1


@contextlib.contextmanager
def no_file_beyond_in(folder: Path) -> Iterator[None]:
    """The folder takes no byte: a file may be begun in it, and not written."""
    with pytest.MonkeyPatch.context() as patch:
        usual = Path.open

        def opened(self: Path, *how: Any, **further: Any) -> Any:
            if self.parent != folder:
                return usual(self, *how, **further)
            self.touch()
            return usual(Path("/dev/full"), *how, **further)

        patch.setattr(Path, "open", opened)
        yield
