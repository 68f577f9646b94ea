"""The types of changes by record and state, and the bounds of reading."""

from typing import cast, get_args

from bridgework.areas.history.changes.fields import ChangeType
from bridgework.areas.history.changes.schemas import SubjectKind

CHANGE_TYPES: frozenset[str] = frozenset(get_args(ChangeType.__value__))
SCANNED_AT_ONCE = 10_000
"""Numbers that one read looks at. It bounds a read of types that are rare."""
DELETED_AT_ONCE = 500


def type_of_state(noun: str, state: str) -> ChangeType:
    """Return the type for a record that reached a state. Raises LookupError."""
    name = f"{noun}.{state}"
    if name not in CHANGE_TYPES:
        raise LookupError(
            f"there is no change type {name}: add it to areas/history/changes/schemas.py"
        )
    return cast("ChangeType", name)


def subject_kind_of(change_type: ChangeType) -> SubjectKind:
    """Return the kind of record that changes of this type are about."""
    return cast("SubjectKind", change_type.partition(".")[0])
