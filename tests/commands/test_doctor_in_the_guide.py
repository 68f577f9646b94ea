"""docs/operate/faults.md shows reports of `bridgework doctor`: a sample, and for each failure."""

import re
import shutil
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from bridgework.settings import Settings
from tests.commands import backups, cli, test_damaged_files
from tests.commands.test_doctor import report
from tests.servers.ports import free_port
from tests.world import World

PAGE = (Path(__file__).parents[2] / "docs" / "operate" / "faults.md").read_text(encoding="utf-8")
COLUMN = 3
"""Of what doctor reports, in the table of failures."""
_VARIABLE = re.compile(r"[\w.]+:\d+|\d+(\.\d+)*|/\S+|commit \w+")
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

Changes = Mapping[str, str]


def reports() -> Mapping[str, str]:
    """What doctor reports, by the failure."""
    _, _, section = PAGE.partition("## When something fails\n")
    lines = [line for line in section.split("\n## ")[0].splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0][COLUMN] == "`doctor` reports"
    return {row[0]: row[COLUMN] for row in cells[1:] if len(row) == len(cells[0])}


@contextmanager
def at(setting: str, url: str, *, hangs: bool = False) -> Iterator[Changes]:
    """Let a setting name a server that is absent, or that accepts connections and hangs."""
    if not hangs:
        yield {f"BRIDGEWORK_{setting}": url.format(free_port())}
        return
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield {f"BRIDGEWORK_{setting}": url.format(silent.getsockname()[1])}


POSTGRESQL = "postgresql://ada@127.0.0.1:{}/bridgework"
S3 = "s3://key:secret@127.0.0.1:{}/files?tls=off"
ABSENT = {
    "PostgreSQL fails or restarts": ("DATABASE_URL", POSTGRESQL, False),
    "PostgreSQL hangs": ("DATABASE_URL", POSTGRESQL, True),
    "the file storage hangs or fails": ("STORAGE_URL", S3, False),
    "the malware scanner hangs or fails": ("CLAMD", "127.0.0.1:{}", False),
    "Redis or Valkey fails": ("REDIS_URL", "redis://127.0.0.1:{}/0", False),
    "the mail server fails": ("SMTP_URL", "smtp://127.0.0.1:{}?starttls=off", False),
}
ON_THE_DISK = {
    "the SQLite file is damaged",
    "the disk of an SQLite database or of uploads is full",
}
NOT_MADE_HERE = {
    "passwords cannot be hashed",  # an installation without Argon2, or without memory
    "the database accepts no changes, like a standby",  # the standby of a cluster
}


def must_report(settings: Settings, failure: str, changes: Changes) -> None:
    """Check that doctor reports what the page says of a failure."""
    name, *words = re.findall(r"`([^`]+)`", reports()[failure])
    result = report(settings, **changes)[1][name]
    assert result["status"] == "failed", result
    for each in words:
        assert each in result["message"] + result["remedy"]


def test_each_failure_is_tested_or_doctor_reports_nothing() -> None:
    found = {failure for failure, cell in reports().items() if cell != "nothing"}
    assert found == {*ABSENT, *ON_THE_DISK, *NOT_MADE_HERE}


@on_sqlite
@pytest.mark.parametrize("failure", ABSENT)
def test_a_service_that_fails_is_reported_as_the_guide_says(
    settings: Settings, failure: str
) -> None:
    setting, url, hangs = ABSENT[failure]
    with at(setting, url, hangs=hangs) as changes:
        must_report(settings, failure, changes)


@on_sqlite
def test_a_full_disk_is_reported_as_the_guide_says(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = type(shutil.disk_usage("/"))(100 * 1024**3, 100 * 1024**3, 0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    must_report(settings, "the disk of an SQLite database or of uploads is full", {})


@on_sqlite
def test_a_damaged_file_is_reported_as_the_guide_says(settings: Settings) -> None:
    test_damaged_files.zero_page(settings.sqlite_file)
    must_report(settings, "the SQLite file is damaged", {})


@on_sqlite
def test_the_sample_is_a_report(world: World, tmp_path: Path) -> None:
    settings = world.application.app_state.settings
    backups.done(settings, "create", tmp_path / "one.tar")
    with at("SMTP_URL", "smtp://127.0.0.1:{}?starttls=off") as changes:
        lines = cli.run(settings, "doctor", **changes).output
    lines = lines.replace(", development", ", production")
    [printed] = re.findall(r"```\n(ok  .*?)```", PAGE, re.DOTALL)
    *sample, total = results(printed)
    assert len(sample) > 3
    assert [line for line in sample if line not in results(lines)] == []
    assert total == "# failed, # warnings, # ok"


def results(text: str) -> list[str]:
    """The results of a report without numbers, paths and addresses, a line each."""
    joined = re.sub(r"\n +", " ", text.strip())
    return [re.sub(r" +", " ", _VARIABLE.sub("#", line)) for line in joined.splitlines()]
