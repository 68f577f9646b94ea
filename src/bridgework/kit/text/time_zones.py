"""The zones of the IANA time zone database, by their names.

The names are those of the package `tzdata`, so that they do not depend on the files of the machine.
`localtime`, `posixrules` and `right/…` are files of some machines, and no names of the database.
"""

from datetime import UTC, datetime, tzinfo
from functools import cache
from importlib import resources
from zoneinfo import ZoneInfo

from bridgework.kit.core import FieldError

_FACTORY = "Factory"
"""The zone of machines whose zone was never set."""


@cache
def names() -> frozenset[str]:
    """Return the names of all zones and their links."""
    listed = (resources.files("tzdata") / "zones").read_text(encoding="utf-8")
    return frozenset(listed.split()) - {_FACTORY}


def find(name: str) -> tzinfo | None:
    """Return the zone with this name; None if there is no such zone."""
    return ZoneInfo(name) if name in names() else None


def to_local(time: datetime, name: str) -> datetime:
    """Convert a time to a zone, or to UTC if there is no zone with this name."""
    return time.astimezone(find(name) or UTC)


def is_ambiguous(local: datetime) -> bool:
    """Whether clocks show this local time twice, as in the hour that autumn repeats."""
    return local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()


def offset_text(local: datetime) -> str:
    """Return the offset of a local time, as in `UTC-05:00`."""
    offset = f"{local:%z}"
    return f"UTC{offset[:3]}:{offset[3:5]}"


def faults_of(member: str, name: str) -> list[FieldError]:
    """Return the error of the `member` of a request that is to be the name of a zone, if any."""
    if name in names():
        return []
    message = "Must be a zone of the IANA time zone database, as in America/New_York."
    return [FieldError(member, "unknown_timezone", message)]


def text_of(start: datetime, end: datetime | None, name: str) -> str:
    """Describe a time, or the time from `start` to `end`, in a zone, or in UTC if it is unknown.

    A time that clocks show twice has its offset.
    """
    local = to_local(start, name)
    text = f"{_date(local)}, {_clock(local)}"
    if end is not None:
        local_end = to_local(end, name)
        date = "" if local_end.date() == local.date() else f"{_date(local_end)}, "
        text += f" to {date}{_clock(local_end)}"
    return f"{text} ({offset_text(local) if find(name) is None else name})"


def _clock(local: datetime) -> str:
    offset = f" {offset_text(local)}" if is_ambiguous(local) else ""
    return f"{local:%H:%M}{offset}"


def _date(local: datetime) -> str:
    return f"{local:%A}, {local.day} {local:%B %Y}"
