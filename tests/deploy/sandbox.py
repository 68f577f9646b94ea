"""Runs the installed program with the restrictions of a systemd unit or a container.

There is neither systemd nor a container engine in tests: the restrictions are made of the same
namespaces and mounts, as an ordinary user. Restrictions that need seccomp are not applied.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

DATA = "/var/lib/bridgework"
PREFIX = "/opt/bridgework"
"""Where the program is installed, on a machine and in the image."""

_NAMESPACES = ("unshare", "--user", "--map-root-user", "--mount", "--propagation", "private")
_DEVICES = ("null", "zero", "full", "random", "urandom")
_PRIVATE = "mount -t tmpfs -o mode=1777,nosuid,nodev,noexec none"
_HIDDEN = "mount -t tmpfs -o mode=000,ro none"
_READ_ONLY = """
while read -r _ _ _ _ mounted _; do
    case $mounted in
        {writable} | /tmp | /var/tmp | /dev/* | /proc | /proc/*) ;;
        *) [ ! -e "$mounted" ] || mount -o remount,bind,ro "$mounted" ;;
    esac
done </proc/self/mountinfo
"""
"""Makes all mounts read-only, except those that systemd and container engines leave writable."""


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What a process may do."""

    uid: int
    """Its user, as the process sees it."""
    environment: Mapping[str, str]
    umask: str
    hides_homes: bool
    hides_devices: bool


@dataclass(frozen=True, slots=True)
class Installation:
    """The program and its data directory in the given folder."""

    folder: Path
    restrictions: Restrictions

    @property
    def data(self) -> Path:
        """The data directory, from outside."""
        return self.folder / "data"

    def command(self, *arguments: str) -> Sequence[str]:
        """Return a command that runs the program, or another absolute path, in the sandbox."""
        limits = self.restrictions
        program = () if arguments[0].startswith("/") else (f"{PREFIX}/bin/bridgework",)
        settings = [f"{name}={value}" for name, value in limits.environment.items()]
        identity = (f"--map-user={limits.uid}", f"--map-group={limits.uid}")
        restricted: Sequence[str] = (
            *("unshare", "--user", *identity, "--"),
            *("setpriv", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--"),
            *("env", "--ignore-environment", *settings),
            *program,
            *arguments,
        )
        script = f"{self._mounts()}\ncd {DATA}\numask {limits.umask}\nexec {shlex.join(restricted)}"
        return [*_NAMESPACES, "/bin/sh", "-euc", script]

    def _mounts(self) -> str:
        parts = {
            PREFIX: self.folder / "prefix",
            "/opt/packages": Path(sysconfig.get_path("purelib")),
            "/opt/source": Path(__file__).parents[2] / "src",
            "/opt/python": Path(sys.base_prefix),
        }
        lines = ["mount -t tmpfs none /opt", "mount -t tmpfs none /var/lib", f"mkdir {DATA}"]
        lines.append(shlex.join(["mount", "--bind", str(self.data), DATA]))
        for target, source in parts.items():
            lines.append(f"mkdir {target}")
            lines.append(shlex.join(["mount", "--rbind", str(source), target]))
        lines += [f"{_PRIVATE} /tmp", f"{_PRIVATE} /var/tmp"]
        if self.restrictions.hides_devices:
            lines += _private_devices()
        if self.restrictions.hides_homes:
            lines += [f"{_HIDDEN} {home}" for home in ("/home", "/root") if Path(home).is_dir()]
        return "\n".join([*lines, _READ_ONLY.format(writable=DATA)])


def install(folder: Path, restrictions: Restrictions) -> Installation:
    """Install the program with an environment of its own below `folder`."""
    (folder / "data").mkdir(mode=0o700)
    prefix = folder / "prefix"
    venv.create(prefix, symlinks=True)
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    (prefix / "pyvenv.cfg").write_text(
        "home = /opt/python/bin\ninclude-system-site-packages = false\n"
    )
    for link in (prefix / "bin").glob("python*"):
        link.unlink()
    (prefix / "bin" / "python").symlink_to(f"/opt/python/bin/{python}")
    site = prefix / "lib" / python / "site-packages"
    (site / "packages.pth").write_text("/opt/packages\n/opt/source\n")
    program = prefix / "bin" / "bridgework"
    program.write_text(f"#!{PREFIX}/bin/python\nfrom bridgework.__main__ import main\nmain()\n")
    program.chmod(0o755)
    return Installation(folder, restrictions)


def missing_permission() -> str:
    """Return why the sandbox cannot be made on this machine, or an empty text."""
    command = [*_NAMESPACES, "sh", "-c", "mount -t tmpfs none /opt && exec unshare --user true"]
    try:
        tried = subprocess.run(command, capture_output=True, check=False, timeout=10, text=True)
    except OSError as error:
        return str(error)
    return "" if tried.returncode == 0 else tried.stderr


def library_path() -> Mapping[str, str]:
    """Return the variable that a Python with a shared library needs at another place."""
    if Path(sys.base_prefix) == Path("/usr"):
        return {}
    return {"LD_LIBRARY_PATH": "/opt/python/lib"}


def own_uid() -> int:
    """Return the user id of the tests, or another one for root."""
    return os.getuid() or 10001


def _private_devices() -> Sequence[str]:
    """Return commands that leave the devices of `PrivateDevices=yes`."""
    lines = ["mkdir /opt/devices /opt/devices/shm"]
    for name in _DEVICES:
        lines += [f"touch /opt/devices/{name}", f"mount --bind /dev/{name} /opt/devices/{name}"]
    return [*lines, "mount --rbind /dev/shm /opt/devices/shm", "mount --rbind /opt/devices /dev"]
