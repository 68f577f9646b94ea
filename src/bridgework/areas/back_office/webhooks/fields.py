"""Field types of webhooks."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from bridgework.areas.history.changes.schemas import ChangeTypeName, SubjectKindName
from bridgework.kit.validation import Array

WebhookType = TypeAliasType("WebhookType", Literal["*", ChangeTypeName])
"""A type of change; `*` is every type, also those that are added later."""

WebhookTypes = Annotated[Array[WebhookType], Field(min_length=1, max_length=100)]

DeliveryType = TypeAliasType("DeliveryType", Literal["webhook.test", ChangeTypeName])
DeliveryStatus = TypeAliasType("DeliveryStatus", Literal["pending", "succeeded", "failed"])
DisabledReason = TypeAliasType("DisabledReason", Literal["administrator", "gone", "failing"])
DeliverySubjectKind = TypeAliasType("DeliverySubjectKind", Literal["webhook", SubjectKindName])
