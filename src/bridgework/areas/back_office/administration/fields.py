"""The field types of administration."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from bridgework.kit.validation import FILLED, MANY_LINES, parse_integer

ActivityDays = Annotated[int, Field(ge=7, le=365), BeforeValidator(parse_integer)]
ConsultationCap = Annotated[int, Field(ge=0, le=10_000)]
CriterionPoints = Annotated[int, Field(ge=-100, le=100)]
MailBody10000 = Annotated[str, Field(min_length=1, max_length=10_000, pattern=MANY_LINES), FILLED]
Reason500 = Annotated[str, Field(min_length=1, max_length=500, pattern=MANY_LINES), FILLED]
