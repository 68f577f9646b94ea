"""script/fleet starts the complete fleet and leaves nothing behind."""

import contextlib
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleet import checks, proxy
from tests.servers import postgres, valkey
from tests.servers.missing import ServerMissing
from tests.servers.plugin import skip_or_fail

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "script" / "fleet"
PID = re.compile(r"process (\d+)$", re.MULTILINE)
SECONDS = 120


@pytest.fixture(autouse=True)
def _require_servers() -> None:
    """Skip if the machine lacks a server, unless skipping is not allowed."""
    try:
        proxy.find_nginx()
        postgres._programs()
        valkey.server_binary()
    except ServerMissing as missing:
        skip_or_fail(str(missing))


def start(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [SCRIPT, *arguments],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def must_be_stopped(folder: Path, output: str) -> None:
    pids = [int(pid) for pid in PID.findall(output)]
    assert len(pids) == 6
    for pid in pids:
        assert not Path(f"/proc/{pid}").exists()
    assert [*folder.iterdir()] == []
    assert [*processes_below(folder)] == []


def processes_below(folder: Path) -> Iterator[int]:
    """Return the processes whose working directory is or was below `folder`."""
    for link in Path("/proc").glob("[0-9]*/cwd"):
        with contextlib.suppress(OSError):  # the process has ended
            if str(link.readlink()).startswith(f"{folder}/"):
                yield int(link.parent.name)


@pytest.mark.long("takes a minute, and .ci/run runs the script itself")
@pytest.mark.timeout(SECONDS + 30)
def test_the_fleet_passes_its_checks(tmp_path: Path) -> None:
    with start(tmp_path, "--check") as process:
        output, _ = process.communicate(timeout=SECONDS)
    assert output.endswith("\nfleet: all checks passed\n"), output
    assert process.returncode == 0
    assert output.count("\npassed  ") == len(checks.CHECKS)
    must_be_stopped(tmp_path, output)


@pytest.mark.long("takes a minute, and .ci/run runs the script itself")
@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT])
def test_an_interrupted_fleet_leaves_nothing(tmp_path: Path, signal_number: signal.Signals) -> None:
    with start(tmp_path) as process:
        time.sleep(4)
        process.send_signal(signal_number)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + signal_number, output
    assert [*tmp_path.iterdir()] == []
    assert [*processes_below(tmp_path)] == []
