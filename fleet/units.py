"""Reads the parts of systemd unit files that define how a process is started and stopped.

Supported is a small part of the format: each name once, `${NAME}` in a command, settings without
quotes. Anything else raises UnsupportedUnit.
"""

import configparser
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

KillMode = Literal["mixed", "control-group"]

_VARIABLE = re.compile(r"\$\{([A-Z_]+)\}")
_KILL_MODES: Mapping[str, KillMode] = {"mixed": "mixed", "control-group": "control-group"}
_PLAIN = re.compile(r"[^\"'\\]*")


class UnsupportedUnit(ValueError):
    """A unit, or a file it refers to, uses an unsupported feature."""


@dataclass(frozen=True, slots=True)
class Unit:
    """How a service is started and stopped."""

    command: Sequence[str]
    """The absolute path of a program and its arguments, with `${NAME}` for settings."""
    environment: Mapping[str, str]
    environment_file: str
    """Its settings override `environment`."""
    working_folder: str
    kill_mode: KillMode
    """Which processes receive SIGTERM: with `mixed` only the first. The rest is killed later."""
    stop_seconds: float

    def arguments(self, settings: Mapping[str, str]) -> list[str]:
        """Return the command with its settings. Raises UnsupportedUnit if one is missing."""
        return [_VARIABLE.sub(lambda name: _setting(settings, name[1]), a) for a in self.command]


def read(file: Path) -> Unit:
    """Return the service that a unit file describes. Raises UnsupportedUnit."""
    service = sections(file)["Service"]
    command = shlex.split(service["ExecStart"])
    if not command[0].startswith("/") or "%" in service["ExecStart"]:
        raise UnsupportedUnit(f"{file.name}: ExecStart must be a plain absolute path")
    mode = service.get("KillMode", "control-group")
    if mode not in _KILL_MODES:
        raise UnsupportedUnit(f"{file.name}: KillMode={mode} is not supported")
    return Unit(
        command=command,
        environment=dict(_pair(word) for word in shlex.split(service.get("Environment", ""))),
        environment_file=service["EnvironmentFile"],
        working_folder=service["WorkingDirectory"],
        kill_mode=_KILL_MODES[mode],
        stop_seconds=float(service["TimeoutStopSec"]),
    )


def sections(file: Path) -> Mapping[str, Mapping[str, str]]:
    """Return all sections of a unit file. Raises UnsupportedUnit on duplicates and bad syntax."""
    parser = configparser.RawConfigParser(delimiters=("=",), strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keeps the case of names
    try:
        parser.read_string(file.read_text(encoding="utf-8"))
    except configparser.Error as error:
        raise UnsupportedUnit(f"{file.name}: {error}") from None
    return {name: dict(parser[name]) for name in parser.sections()}


def settings_in(file: Path) -> dict[str, str]:
    """Return the settings in a file such as /etc/bridgework.env. Raises UnsupportedUnit."""
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return dict(_pair(line) for line in lines if line and not line.startswith(("#", ";")))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not _PLAIN.fullmatch(value):
        raise UnsupportedUnit(f"{name}: only NAME=value without quotes is supported")
    return name, value


def _setting(settings: Mapping[str, str], name: str) -> str:
    if name not in settings:
        raise UnsupportedUnit(f"ExecStart uses {name}, which is not set")
    return settings[name]
