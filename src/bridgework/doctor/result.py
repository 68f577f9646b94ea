"""The result of a check."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "warning", "failed"]


@dataclass(frozen=True, slots=True)
class Result:
    """What a check found."""

    status: Status
    message: str
    """What was checked, and what it means."""
    remedy: str = ""
    """What to do; empty if nothing needs to be done."""


class NotChecked(Exception):
    """A requirement of the check is not met; another check reports it. The text names it."""


def ok(message: str) -> Result:
    return Result("ok", message)


def warning(message: str, remedy: str) -> Result:
    return Result("warning", message, remedy)


def failed(message: str, remedy: str) -> Result:
    return Result("failed", message, remedy)
