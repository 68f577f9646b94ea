"""The part of a record that is the same for all callers who may read it."""

from collections.abc import Mapping
from typing import Any

_OF_CALLER = {"allowedActions", "applicationCounts", "myApplication"}


def without_actions(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without `allowedActions`, and without what it tells of applications."""
    return {name: value for name, value in record.items() if name not in _OF_CALLER}
