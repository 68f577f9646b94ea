"""Field types of vendors and ambassadors."""

from typing import Annotated

from pydantic import Field, WithJsonSchema

from bridgework.kit.validation import ONE_LINE, TRIM, Array, Line, UpToMillion

Lines3 = Annotated[Array[Line], Field(max_length=3)]
Lines4 = Annotated[Array[Line], Field(max_length=4)]
Lines7 = Annotated[Array[Line], Field(max_length=7)]
Lines8 = Annotated[Array[Line], Field(max_length=8)]
Lines9 = Annotated[Array[Line], Field(max_length=9)]
Lines15 = Annotated[Array[Line], Field(max_length=15)]
Lines40 = Annotated[Array[Line], Field(max_length=40)]
_SocialUrl = Annotated[str, Field(min_length=1, max_length=2048, pattern=ONE_LINE), TRIM]
SocialUrls = Annotated[Array[_SocialUrl], Field(max_length=10)]
_AttachmentPath = Annotated[str, Field(min_length=1, max_length=1024, pattern=ONE_LINE), TRIM]
AttachmentPaths = Annotated[Array[_AttachmentPath], Field(max_length=10)]
Months600 = Annotated[int, Field(ge=1, le=600)]
TailMonths600 = Annotated[int, Field(ge=0, le=600)]
UpToHundred = Annotated[
    int | float,
    Field(ge=0, le=100),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 100}),
]
UpToBillion = Annotated[
    int | float,
    Field(ge=0, le=1_000_000_000),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1_000_000_000}),
]
LeadCap = UpToMillion
"""Paid leads a month. The specification names no limit; a million is above any real one."""
