"""Simulated machines that a fleet is installed on.

A machine is a directory that stands for its root. It contains what an operator installs: the
program in /opt/bridgework, the settings in /etc/bridgework.env, and a working directory for the
service.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fleet import units

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"

_INHERITED = ("PATH", "LANG", "HOME")
"""Variables of our environment that a service inherits besides those of its unit."""
_COMMAND_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine with one installed unit."""

    name: str
    root: Path
    unit: units.Unit

    @property
    def log(self) -> Path:
        """The log file with the standard error of the service."""
        return self.root / "journal.log"

    def environment(self) -> dict[str, str]:
        """Return the environment of the service."""
        inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
        settings = units.settings_in(self.at(self.unit.environment_file))
        # PrivateTmp gives the service a temporary directory of its own.
        return {**inherited, "TMPDIR": str(self.at("/tmp")), **self.unit.environment, **settings}  # noqa: S108

    def at(self, path: str) -> Path:
        """Map an absolute path on this machine to its real path."""
        return self.root / path.removeprefix("/")

    def start(self) -> subprocess.Popen[bytes]:
        """Start the service in its own session, as its unit says."""
        environment = self.environment()
        program, *arguments = self.unit.arguments(environment)
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*parent_death_prefix(), str(self.at(program)), *arguments],
                cwd=self.at(self.unit.working_folder),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a Bridgework command, as an operator does on this machine."""
        return subprocess.run(
            [str(self.at(self.unit.command[0])), *arguments],
            cwd=self.at(self.unit.working_folder),
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_COMMAND_SECONDS,
            check=False,
        )

    def stop(self, process: subprocess.Popen[bytes]) -> None:
        """Signal the service to stop, without waiting for it."""
        if process.poll() is None:
            if self.unit.kill_mode == "mixed":
                process.terminate()
            else:
                os.killpg(process.pid, signal.SIGTERM)

    def wait_until_stopped(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the service has stopped. Kill what remains after the unit's stop timeout."""
        try:
            process.wait(self.unit.stop_seconds)
        except subprocess.TimeoutExpired:
            sys.stderr.write(f"fleet: {self.name} did not end in time and was killed\n")
        kill_session(process.pid)
        process.wait()


def install(name: str, folder: Path, unit: str, settings: Mapping[str, str]) -> Machine:
    """Create a machine in `folder` with a unit of deploy/, the program and the settings."""
    machine = Machine(name, folder / name, units.read(DEPLOY / unit))
    program = machine.at(machine.unit.command[0])
    for directory in (program.parent, machine.at("/etc"), machine.at("/tmp")):  # noqa: S108
        directory.mkdir(parents=True)
    machine.at(machine.unit.working_folder).mkdir(parents=True)
    program.symlink_to(Path(sys.executable).with_name("bridgework"))
    lines = "".join(f"{key}={value}\n" for key, value in settings.items())
    machine.at(machine.unit.environment_file).write_text(lines, encoding="utf-8")
    return machine


def parent_death_prefix() -> list[str]:
    """Return a command prefix that ends the process when this one dies."""
    program = shutil.which("setpriv")
    return [program, "--pdeathsig", "TERM"] if program else []


def kill_session(pid: int) -> None:
    """Kill the remaining processes of the session that this process started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
