"""What the statements on the change feed return."""

from datetime import datetime
from typing import NamedTuple

from pydantic import JsonValue

from bridgework.areas.history.changes.fields import ChangeType
from bridgework.areas.history.changes.schemas import SubjectKind
from bridgework.kit.core import Id


class NumberedChange(NamedTuple):
    """A change with its number and the time at which it was numbered."""

    sequence: int
    type: ChangeType
    at: datetime
    subject_kind: SubjectKind
    subject_id: Id
    data: dict[str, JsonValue]
