"""The field types of administration."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.fields import MANY_LINES

ConsultationCap = Annotated[int, Field(ge=0, le=10_000)]
MailBody10000 = Annotated[str, Field(min_length=1, max_length=10_000, pattern=MANY_LINES)]
Reason500 = Annotated[str, Field(min_length=1, max_length=500, pattern=MANY_LINES)]
