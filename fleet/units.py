"""systemd's unit files, read as far as they say how a process is started and ended.

Of what systemd understands this is a small part: each name once, `${NAME}` in a command, settings
without quotes. Anything else is refused, so that nothing is taken for what it is not.
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


class UnitFaulty(ValueError):
    """A unit, or a file it names, says something that is not understood here."""


@dataclass(frozen=True, slots=True)
class Unit:
    """How a service is started and ended."""

    command: Sequence[str]
    """A program's absolute path and its arguments, with `${NAME}` for settings."""
    environment: Mapping[str, str]
    environment_file: str
    """Its settings win over `environment`."""
    working_folder: str
    kill_mode: KillMode
    """Who hears SIGTERM: of `mixed` the first process alone. What lingers is killed either way."""
    stop_seconds: float

    def arguments(self, settings: Mapping[str, str]) -> list[str]:
        """The command, the settings filled in. Raises UnitFaulty where one is missing."""
        return [_VARIABLE.sub(lambda name: _setting(settings, name[1]), a) for a in self.command]


def read(file: Path) -> Unit:
    """The service that a unit file describes. Raises UnitFaulty."""
    service = sections(file)["Service"]
    command = shlex.split(service["ExecStart"])
    if not command[0].startswith("/") or "%" in service["ExecStart"]:
        raise UnitFaulty(f"{file.name}: ExecStart is to be a plain absolute path")
    mode = service.get("KillMode", "control-group")
    if mode not in _KILL_MODES:
        raise UnitFaulty(f"{file.name}: KillMode={mode} is not understood here")
    return Unit(
        command=command,
        environment=dict(_pair(word) for word in shlex.split(service.get("Environment", ""))),
        environment_file=service["EnvironmentFile"],
        working_folder=service["WorkingDirectory"],
        kill_mode=_KILL_MODES[mode],
        stop_seconds=float(service["TimeoutStopSec"]),
    )


def sections(file: Path) -> Mapping[str, Mapping[str, str]]:
    """All that a unit file says. Raises UnitFaulty where it says something twice or oddly."""
    parser = configparser.RawConfigParser(delimiters=("=",), strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # the names as they stand
    try:
        parser.read_string(file.read_text(encoding="utf-8"))
    except configparser.Error as error:
        raise UnitFaulty(f"{file.name}: {error}") from None
    return {name: dict(parser[name]) for name in parser.sections()}


def settings_in(file: Path) -> dict[str, str]:
    """The settings of a file such as /etc/bridgework.env, a line each. Raises UnitFaulty."""
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return dict(_pair(line) for line in lines if line and not line.startswith(("#", ";")))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not _PLAIN.fullmatch(value):
        raise UnitFaulty(f"{name}: NAME=value is understood here, without quotes")
    return name, value


def _setting(settings: Mapping[str, str], name: str) -> str:
    if name not in settings:
        raise UnitFaulty(f"ExecStart asks for {name}, which nothing sets")
    return settings[name]
