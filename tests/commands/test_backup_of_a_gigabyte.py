"""All three commands process a gigabyte in bounded memory."""

import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.areas.community.feed.tables import posts
from bridgework.areas.identity.uploads.tables import assets
from bridgework.kit.core import new_id
from bridgework.settings import Settings
from tests import make
from tests.commands import backups
from tests.served import program
from tests.world import World

POSTS = 130_000
FILES = 7
FILE_SIZE = 50 * 1024**2
MOST_MEMORY = 160 * 1024**2
"""The program uses half of it before it starts to work."""

pytestmark = [pytest.mark.long("a gigabyte"), pytest.mark.timeout(1800)]


@pytest.fixture
def place(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    with backups.empty_place(settings, tmp_path_factory.mktemp("elsewhere")) as empty:
        yield empty


def fill(world: World) -> None:
    """Create posts of five thousand characters, about 650 MB, and files of 350 MB."""
    author = make.account(world)
    now = world.clock.now()
    drawn = random.Random(1)  # noqa: S311 - the same on every machine
    emails = "".join(drawn.choices("abcdefghijklmnopqrstuvwxyz ", k=100_000))
    for _ in range(POSTS // 1000):
        starts = [drawn.randrange(95_000) for _ in range(1000)]
        rows = [
            {"id": new_id(), "author_id": author, "content": emails[start : start + 5000]}
            for start in starts
        ]
        with world.application.app_state.database.writing() as tx:
            counts = {"comment_count": 0, "like_count": 0, "created_at": now}
            tx.execute(sa.insert(posts), [{**row, **counts} for row in rows])
    for _ in range(FILES):
        asset = new_id()
        path = f"community-videos/{author}/{asset}.mp4"
        file = world.application.app_state.settings.files_dir / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(drawn.randbytes(FILE_SIZE))
        values: dict[str, object] = {
            "id": asset,
            "account_id": author,
            "object_path": path,
            "state": "ready",
        }
        values |= {"folder": "community-videos", "content_type": "video/mp4", "is_cover": False}
        times = {"state": "ready", "expires_at": now, "created_at": now, "ready_at": now}
        with world.application.app_state.database.writing() as tx:
            tx.execute(sa.insert(assets), {**values, **times, "file_size_bytes": FILE_SIZE})


def took(settings: Settings, *arguments: str | Path) -> tuple[int, float]:
    """Return the peak memory of a command in bytes, and its seconds."""
    command = program.command("backup", *map(str, arguments))
    environment = program.environment(settings.data_dir, DATABASE_URL=settings.database_url)
    began, most = time.monotonic(), 0
    process = subprocess.Popen(command, env=environment, cwd=settings.data_dir)
    while process.poll() is None:
        # At exit, the system's figures would include the memory of the test process before exec.
        text = Path(f"/proc/{process.pid}/status").read_text()
        if found := re.search(r"^VmHWM:\s+([0-9]+) kB$", text, re.MULTILINE):
            most = max(most, int(found[1]) * 1024)
        time.sleep(0.05)
    assert process.returncode == 0
    return most, time.monotonic() - began


def test_memory_is_bounded(world: World, place: Settings, tmp_path: Path) -> None:
    origin = world.application.app_state.settings
    fill(world)
    archive = tmp_path / "large.tar"
    steps: list[tuple[Settings, list[str | Path]]] = [
        (origin, ["create", archive]),
        (origin, ["verify", archive, "--scratch", tmp_path]),
        (place, ["restore", archive]),
    ]
    backups.take_secret(place, origin)
    for settings, arguments in steps:
        memory, seconds = took(settings, *arguments)
        sys.stdout.write(f"{arguments[0]}: {memory >> 20} MiB, {seconds:.0f} s\n")
        assert memory < MOST_MEMORY
    assert backups.manifest_of_end(archive)["tables"]["feed_posts"] == POSTS
