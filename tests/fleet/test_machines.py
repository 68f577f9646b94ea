"""A machine of the fleet starts its process as its unit says, and leaves nothing of it behind."""

import contextlib
import os
import sys
import time
from pathlib import Path

import pytest

from fleet import machines, standing, units
from fleet.faults import FleetBroken
from fleet.machines import Machine

STUBBORN = """\
import os, signal, sys, time
child = os.fork()
if child == 0:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)
print(os.environ["PORT"], os.getcwd(), os.environ["TMPDIR"], child, flush=True, file=sys.stderr)
time.sleep(60)
"""


def machine(
    folder: Path, code: str, *, mode: units.KillMode = "mixed", patience: float = 5
) -> Machine:
    """A machine whose program is Python with some code."""
    unit = units.Unit(
        command=["/bin/python", "-c", code],
        environment={"PORT": ""},
        environment_file="/etc/x.env",
        working_folder="/var",
        kill_mode=mode,
        stop_seconds=patience,
    )
    made = Machine("the machine", folder, unit)
    for place in ("bin", "etc", "var", "tmp"):
        (folder / place).mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    (folder / "etc" / "x.env").write_text("GREETING=hello\n")
    return made


def said(made: Machine) -> list[str]:
    deadline = time.monotonic() + 20
    while not made.log.exists() or not made.log.read_text().endswith("\n"):
        assert time.monotonic() < deadline, "it said nothing"
        time.sleep(0.01)
    return made.log.read_text().split()


def is_gone(pid: int) -> bool:
    """Whether a process has ended; whose parent is gone is buried by somebody else, soon."""
    stat = Path(f"/proc/{pid}/stat")
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return stat.read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + 5
    while not is_gone(pid):
        assert time.monotonic() < deadline, f"{pid} still runs"
        time.sleep(0.01)


@pytest.mark.parametrize("mode", ["mixed", "control-group"])
def test_child_processes_end_with_a_machine(tmp_path: Path, mode: units.KillMode) -> None:
    made = machine(tmp_path, STUBBORN, mode=mode)
    process = made.start()
    port, folder, temporary, child = ("", *said(made))
    assert (port, folder, temporary) == ("", str(tmp_path / "var"), str(tmp_path / "tmp"))
    assert not is_gone(int(child))
    made.end(process)
    made.see_off(process)
    assert process.returncode is not None
    wait_until_gone(int(child))


def test_a_process_that_does_not_end_in_time_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import signal, sys, time; signal.signal(15, signal.SIG_IGN); "
    code += "print('deaf', file=sys.stderr, flush=True); time.sleep(60)"
    made = machine(tmp_path, code, patience=0.2)
    process = made.start()
    said(made)
    made.end(process)
    made.see_off(process)
    assert process.returncode == -9
    assert "was killed" in capsys.readouterr().err


def test_a_failed_start_ends_the_other_machines(tmp_path: Path) -> None:
    code = "import os, sys, time; print(os.getpid(), file=sys.stderr, flush=True); time.sleep(60)"
    sound = machine(tmp_path / "sound", code)
    broken = machine(
        tmp_path / "broken", "import time; time.sleep(0.5); raise SystemExit('no oil')"
    )
    broken.at("/etc/x.env").write_text("PORT=9\n")
    with pytest.raises(FleetBroken, match="no oil"), standing.running([sound, broken]):
        raise AssertionError("it was not to begin")
    wait_until_gone(int(said(sound)[0]))


def test_a_machine_has_the_installed_files(tmp_path: Path) -> None:
    made = machines.installed("node", tmp_path, "bridgework.service", {"PORT": "9000"})
    assert (tmp_path / "node/etc/bridgework.env").read_text() == "PORT=9000\n"
    assert (tmp_path / "node/var/lib/bridgework").is_dir()
    assert os.access(tmp_path / "node/opt/bridgework/bin/bridgework", os.X_OK)
    told = made.unit.arguments(made.environment())
    assert told[1:] == ["serve", "--host", "127.0.0.1", "--port", "9000", "--workers", "1"]
