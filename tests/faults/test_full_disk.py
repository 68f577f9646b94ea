"""A full disk: callers get an error, nothing is written partially, and later all works again."""

import contextlib
import resource
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import httpx2
import pytest
import sqlalchemy as sa

from bridgework.areas.community.feed.tables import posts
from tests import cast, process
from tests.areas.uploads import samples, upload_client
from tests.faults import fleet, small_disk
from tests.world import World

LONG = "x" * 4000
MIB = 1024 * 1024
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class Member:
    """A member of a real server."""

    def __init__(self, url: str, home: Path) -> None:
        self.client = httpx2.Client(base_url=url, timeout=20, trust_env=False)
        who = {"email": "ada@example.com", "password": cast.PASSWORD}
        self.must(201, "POST", "/auth/register", json=who)
        while not (files := sorted(home.glob("mail/*.eml"))):
            continue
        message = message_from_bytes(files[0].read_bytes(), policy=policy.default)
        proof = {"email": who["email"], "otp": fleet.code_in(message)}
        token = self.must(200, "POST", "/auth/verify-email", json=proof)["token"]
        self.client.headers["authorization"] = f"Bearer {token}"

    def request(self, method: str, path: str, **how: Any) -> httpx2.Response:
        return self.client.request(method, path, **how)

    def must(self, status: int, method: str, path: str, **how: Any) -> Any:
        response = self.request(method, path, **how)
        assert response.status_code == status, (
            f"{method} {path}: {response.status_code} {response.text}"
        )
        return response.json().get("data")

    def post(self, number: int) -> httpx2.Response:
        sent = {"json": {"content": f"{number} {LONG}"}, "headers": key(number)}
        return self.request("POST", "/feed/posts", **sent)

    def feed(self) -> list[int]:
        """Return the numbers of all posts, in order."""
        numbers: list[int] = []
        cursor, more = "", True
        while more:
            page = self.must(200, "GET", f"/feed/posts?limit=100&cursor={cursor}")
            numbers += [int(item["content"].split()[0]) for item in page["items"]]
            cursor, more = page["nextCursor"], page["hasMore"]
        return sorted(numbers)


def key(number: int) -> dict[str, str]:
    return {"idempotency-key": f"post-{number}"}


def must_be_refused(response: httpx2.Response) -> None:
    assert response.status_code == 503, f"{response.status_code} {response.text}"
    assert response.json()["error"] == "no_room_left"
    assert response.headers["retry-after"] == "60"
    assert "ratelimit" in response.headers


def test_a_disk_fills_up(tmp_path: Path) -> None:
    given = small_disk.given_disk()
    directory = given.root if given else tmp_path / "disk"
    directory.mkdir(exist_ok=True)
    mount_command = () if given else small_disk.mount_command(directory, "24m")
    if mount_command is None:
        pytest.skip("mounting a disk is not permitted on this machine; others here need none")
    with process.run_server(
        tmp_path, before=mount_command, rate_limit="1000000/60", data_dir=str(directory)
    ) as running:
        disk = given or small_disk.find_disk(directory, running.pids())
        ada = Member(running.url, disk.root)
        video = samples.MP4 + bytes(2 * MIB)
        upload = upload_client.ticket_request(video, "video/mp4", fileName="film.mp4")
        ticket = ada.must(201, "POST", "/assets/upload-url", json=upload)
        path = ticket["uploadUrl"].removeprefix(running.url)

        disk.fill()
        accepted = post_until_full(ada)
        ada.must(200, "GET", "/users/me")
        assert ada.feed() == list(range(accepted))
        assert ada.request("GET", "/readyz").status_code == 200
        refused = ada.request("PUT", path, content=video, headers=ticket["headers"])
        must_be_refused(refused)
        assert refused.headers["connection"] == "close"
        assert disk.incomplete_files() == []

        disk.free_space()
        assert ada.post(accepted).status_code == 201
        ada.must(201, "PUT", path, content=video, headers=ticket["headers"])
        ada.must(200, "POST", "/assets/complete", json={"objectPath": ticket["objectPath"]})
        assert ada.feed() == list(range(accepted + 1))
        assert disk.incomplete_files() == []
        ada.client.close()
    log = (tmp_path / "server.log").read_text()
    assert "the database does not accept changes" in log
    assert "a file could not be written: No space left on device" in log
    assert " broke" not in log


def post_until_full(ada: Member) -> int:
    """Create feed posts until the disk is full; return the number of accepted ones."""
    for number in range(3000):
        response = ada.post(number)
        if response.status_code != 201:
            must_be_refused(response)
            return number
    raise AssertionError("the disk did not fill up")


@contextlib.contextmanager
def full_database(world: World) -> Iterator[None]:
    """Prevent SQLite from adding pages to the database during the block."""
    database = world.application.app_state.database
    with database.reading() as tx:
        pages = tx.value(sa.text("PRAGMA page_count"))

    def squeeze(driver: Any, _record: object) -> None:
        driver.execute(f"PRAGMA max_page_count = {pages}")

    sa.event.listen(database.engine, "connect", squeeze)
    database.close()  # the pool opens new connections, which have the limit
    yield
    sa.event.remove(database.engine, "connect", squeeze)
    database.close()


@on_sqlite
def test_a_write_to_a_full_database_is_refused_as_a_whole(
    world: World,
) -> None:
    ada = cast.ada(world)
    accepted = 0
    with full_database(world):
        while (response := post(world, ada, accepted)).status == 201:
            accepted += 1
            assert accepted < 500
        assert (response.must(503).error, response.headers["retry-after"]) == ("no_room_left", "60")
        world.get("/users/me", as_=ada).must(200)
        world.get("/readyz").must(200)
        slow = {"email": "ben@example.com", "password": cast.PASSWORD}
        while (response := world.post("/auth/register", slow)).status == 201:
            slow["email"] = f"more-{slow['email']}"
        assert response.must(503).error == "no_room_left"
    assert stored(world) == accepted
    post(world, ada, accepted).must(201)
    assert stored(world) == accepted + 1
    world.post("/auth/register", slow).must(201)


def post(world: World, ada: Any, number: int) -> Any:
    sent = {"content": f"{number} {LONG}"}
    return world.post("/feed/posts", sent, as_=ada, headers=key(number))


def stored(world: World) -> int:
    with world.application.app_state.database.reading() as tx:
        return int(tx.value(sa.select(sa.func.count()).select_from(posts)))


@contextlib.contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """Limit the size of files that this process writes during the block."""
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
    folder = world.application.app_state.settings.mail_dir
    with no_file_beyond_in(folder):
        world.worker.work_once()
    assert [*folder.glob("*")] == []
    world.clock.advance(seconds=5)
    assert len(world.mail("ada@example.com")) == 1


@contextlib.contextmanager
def no_file_beyond_in(folder: Path) -> Iterator[None]:
    """Prevent writes to the folder during the block: files can be created in it but not written."""
    with pytest.MonkeyPatch.context() as patch:
        usual = Path.open

        def opened(self: Path, *how: Any, **further: Any) -> Any:
            if self.parent != folder:
                return usual(self, *how, **further)
            self.touch()
            return usual(Path("/dev/full"), *how, **further)

        patch.setattr(Path, "open", opened)
        yield
