"""Field types of job postings and job applications."""

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema

from bridgework.kit.text import LocationName
from bridgework.kit.validation import (
    FILLED,
    MANY_LINES,
    ONE_LINE,
    TRIM,
    Array,
    Name200,
    PersonName,
    parse_decimal,
)

Line10 = Annotated[str, Field(max_length=10, pattern=ONE_LINE), TRIM]
Line30 = Annotated[str, Field(max_length=30, pattern=ONE_LINE), TRIM]
Line300 = Annotated[str, Field(max_length=300, pattern=ONE_LINE), TRIM]
Challenge5000 = Annotated[str, Field(min_length=1, max_length=5000, pattern=MANY_LINES), FILLED]
Headcount = Annotated[int, Field(ge=1, le=100)]
LocationNames50 = Annotated[Array[LocationName], Field(max_length=50)]
Benefits30 = Annotated[Array[Name200], Field(max_length=30)]
Equipment50 = Annotated[Array[Name200], Field(max_length=50)]
Licenses60 = Annotated[Array[PersonName], Field(max_length=60)]
ObjectPath500 = Annotated[str, Field(min_length=1, max_length=500, pattern=ONE_LINE), TRIM]
UpToTenMillion = Annotated[
    int | float,
    Field(ge=0, le=10_000_000),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 10_000_000}),
]
MinimumPay = Annotated[
    float,
    Field(ge=0, le=10_000_000),
    BeforeValidator(parse_decimal),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 10_000_000}),
]
