"""The field types of the queue."""

from typing import Annotated, Literal, TypeVar

from pydantic import Field
from typing_extensions import TypeAliasType

QueueKindName = Literal[
    "expert",
    "candidate",
    "vendor",
    "role",
    "job",
    "role_changed",
    "identity_changed",
    "consultation",
    "event_request",
    "report",
    "email",
]
QueueKind = TypeAliasType("QueueKind", QueueKindName)
"""In the order of items that wait since the same time."""

QueueDecision = TypeAliasType(
    "QueueDecision",
    Literal[
        "verify",
        "disable",
        "approve",
        "reject",
        "confirm",
        "reverse",
        "keep",
        "hide",
        "decline",
        "retry",
    ],
)
WaitsFor = TypeAliasType("WaitsFor", Literal["administrator", "member"])

Item = TypeVar("Item")

QueueKinds = Annotated[list[QueueKind], Field(max_length=50, default_factory=list)]
