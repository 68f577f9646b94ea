"""The whole fleet, as script/fleet starts it, and nothing of it afterwards."""

import contextlib
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleet import proofs, proxy
from tests.servers import postgres, valkey
from tests.servers.missing import ServerMissing
from tests.servers.plugin import leave_out

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "script" / "fleet"
PID = re.compile(r"process (\d+)$", re.MULTILINE)
SECONDS = 120


@pytest.fixture(autouse=True)
def _with_its_servers() -> None:
    """Skip where the machine lacks a server, unless nothing may be left out."""
    try:
        proxy.installed()
        postgres._programs()
        valkey.server_binary()
    except ServerMissing as missing:
        leave_out(str(missing))


def begun(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [SCRIPT, *arguments],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def must_be_gone(folder: Path, said: str) -> None:
    pids = [int(pid) for pid in PID.findall(said)]
    assert len(pids) == 6
    for pid in pids:
        assert not Path(f"/proc/{pid}").exists()
    assert [*folder.iterdir()] == []
    assert [*at_work_below(folder)] == []


def at_work_below(folder: Path) -> Iterator[int]:
    """The processes whose working folder is below this one, there still or not."""
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):  # it ended as we looked
            if str(link.readlink()).startswith(f"{folder}/"):
                yield int(link.parent.name)


@pytest.mark.long  # most of a minute: .ci/run calls the script itself
@pytest.mark.timeout(SECONDS + 30)
def test_the_fleet_passes_its_checks(tmp_path: Path) -> None:
    with begun(tmp_path, "--check") as process:
        said, _ = process.communicate(timeout=SECONDS)
    assert said.endswith("\nfleet holds\n"), said
    assert process.returncode == 0
    assert said.count("\nholds  ") == len(proofs.PROOFS)
    must_be_gone(tmp_path, said)


@pytest.mark.long
@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT])
def test_an_interrupted_fleet_leaves_nothing(tmp_path: Path, word: signal.Signals) -> None:
    with begun(tmp_path) as process:
        time.sleep(4)
        process.send_signal(word)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + word, said
    assert [*tmp_path.iterdir()] == []
    assert [*at_work_below(tmp_path)] == []
