"""The zones of the IANA time zone database, by their names.

The names are those of the package `tzdata`, so that they do not depend on the files of the machine.
`localtime`, `posixrules` and `right/…` are files of some machines, and no names of the database.
"""

from datetime import UTC, datetime, tzinfo
from functools import cache
from importlib import resources
from zoneinfo import ZoneInfo

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
