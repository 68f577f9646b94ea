"""The field types of the queue."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

QueueKindName = Literal[
    "expert",
    "candidate",
    "vendor",
    "role",
    "job",
    "consultation",
    "event_request",
    "report",
    "email",
]
QueueKind = TypeAliasType("QueueKind", QueueKindName)
"""In the order of items that wait since the same time."""

QueueKinds = Annotated[list[QueueKind], Field(max_length=50, default_factory=list)]
