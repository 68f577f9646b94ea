"""The part of a record that is the same for all callers who may read it."""

from collections.abc import Mapping
from typing import Any


def without_actions(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without `allowedActions`."""
    return {name: value for name, value in record.items() if name != "allowedActions"}
