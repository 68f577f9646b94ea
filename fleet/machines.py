"""Machines that a fleet is installed on: folders, each standing for the root of one.

In each lies what an operator puts there: the program below /opt/bridgework, the settings in
/etc/bridgework.env, a place for the service to work in.
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

_KEPT = ("PATH", "LANG", "HOME")
"""What a service finds in its environment beside what its unit sets."""
_COMMAND_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Machine:
    """One machine, and the one unit that is installed on it."""

    name: str
    root: Path
    unit: units.Unit

    @property
    def log(self) -> Path:
        """What its service writes to standard error."""
        return self.root / "journal.log"

    def environment(self) -> dict[str, str]:
        """What the service finds in its environment."""
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        given = units.settings_in(self.at(self.unit.environment_file))
        # PrivateTmp gives a service a folder of its own.
        return {**kept, "TMPDIR": str(self.at("/tmp")), **self.unit.environment, **given}  # noqa: S108

    def at(self, path: str) -> Path:
        """Where an absolute path of this machine really lies."""
        return self.root / path.removeprefix("/")

    def start(self) -> subprocess.Popen[bytes]:
        """Start the service, in a session of its own, as its unit says."""
        environment = self.environment()
        program, *arguments = self.unit.arguments(environment)
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [*mortal(), str(self.at(program)), *arguments],
                cwd=self.at(self.unit.working_folder),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """A command of Bridgework, as an operator gives it on this machine."""
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

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Tell the service to end, and don't wait for it."""
        if process.poll() is None:
            if self.unit.kill_mode == "mixed":
                process.terminate()
            else:
                os.killpg(process.pid, signal.SIGTERM)

    def see_off(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the service has ended; what is left of it after its time is killed."""
        try:
            process.wait(self.unit.stop_seconds)
        except subprocess.TimeoutExpired:
            sys.stderr.write(f"fleet: {self.name} did not end in time and was killed\n")
        kill_session(process.pid)
        process.wait()


def installed(name: str, folder: Path, unit: str, settings: Mapping[str, str]) -> Machine:
    """A new machine in the folder with a unit of deploy/, the program and its settings on it."""
    machine = Machine(name, folder / name, units.read(DEPLOY / unit))
    program = machine.at(machine.unit.command[0])
    for place in (program.parent, machine.at("/etc"), machine.at("/tmp")):  # noqa: S108
        place.mkdir(parents=True)
    machine.at(machine.unit.working_folder).mkdir(parents=True)
    program.symlink_to(Path(sys.executable).with_name("bridgework"))
    lines = "".join(f"{key}={value}\n" for key, value in settings.items())
    machine.at(machine.unit.environment_file).write_text(lines, encoding="utf-8")
    return machine


def mortal() -> list[str]:
    """What goes before a command so that it ends with us, should we be killed outright."""
    program = shutil.which("setpriv")
    return [program, "--pdeathsig", "TERM"] if program else []


def kill_session(pid: int) -> None:
    """Kill whatever is left of the session that this process began."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
