"""A machine of the fleet starts its process as its unit says, and stops all its processes."""

import contextlib
import os
import sys
import time
from pathlib import Path

import pytest

from fleet import machines, startup, units
from fleet.errors import FleetError
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


def create_machine(
    folder: Path, code: str, *, mode: units.KillMode = "mixed", stop_seconds: float = 5
) -> Machine:
    """Return a machine whose program is Python with the given code."""
    unit = units.Unit(
        command=["/bin/python", "-c", code],
        environment={"PORT": ""},
        environment_file="/etc/x.env",
        working_folder="/var",
        kill_mode=mode,
        stop_seconds=stop_seconds,
    )
    machine = Machine("the machine", folder, unit)
    for directory in ("bin", "etc", "var", "tmp"):
        (folder / directory).mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    (folder / "etc" / "x.env").write_text("GREETING=hello\n")
    return machine


def output(machine: Machine) -> list[str]:
    deadline = time.monotonic() + 20
    while not machine.log.exists() or not machine.log.read_text().endswith("\n"):
        assert time.monotonic() < deadline, "no output"
        time.sleep(0.01)
    return machine.log.read_text().split()


def has_ended(pid: int) -> bool:
    """Return whether a process has ended; a zombie counts, since its new parent reaps it soon."""
    stat = Path(f"/proc/{pid}/stat")
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return stat.read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def wait_until_ended(pid: int) -> None:
    deadline = time.monotonic() + 5
    while not has_ended(pid):
        assert time.monotonic() < deadline, f"{pid} is still running"
        time.sleep(0.01)


@pytest.mark.parametrize("mode", ["mixed", "control-group"])
def test_child_processes_end_with_a_machine(tmp_path: Path, mode: units.KillMode) -> None:
    machine = create_machine(tmp_path, STUBBORN, mode=mode)
    process = machine.start()
    port, folder, temporary, child = ("", *output(machine))
    assert (port, folder, temporary) == ("", str(tmp_path / "var"), str(tmp_path / "tmp"))
    assert not has_ended(int(child))
    machine.stop(process)
    machine.wait_until_stopped(process)
    assert process.returncode is not None
    wait_until_ended(int(child))


def test_a_process_that_does_not_end_in_time_is_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import signal, sys, time; signal.signal(15, signal.SIG_IGN); "
    code += "print('deaf', file=sys.stderr, flush=True); time.sleep(60)"
    machine = create_machine(tmp_path, code, stop_seconds=0.2)
    process = machine.start()
    output(machine)
    machine.stop(process)
    machine.wait_until_stopped(process)
    assert process.returncode == -9
    assert "was killed" in capsys.readouterr().err


def test_a_failed_start_ends_the_other_machines(tmp_path: Path) -> None:
    code = "import os, sys, time; print(os.getpid(), file=sys.stderr, flush=True); time.sleep(60)"
    healthy = create_machine(tmp_path / "healthy", code)
    broken = create_machine(
        tmp_path / "broken", "import time; time.sleep(0.5); raise SystemExit('no oil')"
    )
    broken.at("/etc/x.env").write_text("PORT=9\n")
    with pytest.raises(FleetError, match="no oil"), startup.run_machines([healthy, broken]):
        raise AssertionError("the block must not run")
    wait_until_ended(int(output(healthy)[0]))


def test_a_machine_has_the_installed_files(tmp_path: Path) -> None:
    machine = machines.install("node", tmp_path, "bridgework.service", {"PORT": "9000"})
    assert (tmp_path / "node/etc/bridgework.env").read_text() == "PORT=9000\n"
    assert (tmp_path / "node/var/lib/bridgework").is_dir()
    assert os.access(tmp_path / "node/opt/bridgework/bin/bridgework", os.X_OK)
    arguments = machine.unit.arguments(machine.environment())
    assert arguments[1:] == ["serve", "--host", "127.0.0.1", "--port", "9000", "--workers", "1"]
