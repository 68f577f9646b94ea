"""The limits of consultations."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.validation import AtMost5, UtcDatetime

Slots = Annotated[AtMost5[UtcDatetime], Field(min_length=1)]
