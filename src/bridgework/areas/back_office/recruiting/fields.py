"""The field types of recruiting."""

from typing import Annotated, TypeVar

from pydantic import Field

from bridgework.kit.validation import DIGITS, FILLED, MANY_LINES, ONE_LINE, TRIM, Array

Item = TypeVar("Item")

OneTo10 = Annotated[Array[Item], Field(min_length=1, max_length=10)]
Phone30 = Annotated[str, Field(min_length=1, max_length=30, pattern=ONE_LINE), TRIM]
SkillSet1000 = Annotated[str, Field(min_length=1, max_length=1000, pattern=MANY_LINES), FILLED]
YearsWorked = Annotated[int, Field(ge=0, le=70)]
_JobId = Annotated[str, Field(pattern=DIGITS)]
JobIds = Annotated[Array[_JobId], Field(min_length=1, max_length=50)]
"""IDs of openings: strings of digits."""
