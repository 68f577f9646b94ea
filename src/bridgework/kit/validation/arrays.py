"""Arrays in request bodies, whose validation stops after a maximum number of errors."""

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError, ValidationInfo, ValidatorFunctionWrapHandler
from pydantic.functional_validators import WrapValidator

from bridgework.kit.core import MAX_ERRORS

Item = TypeVar("Item")


@dataclass(slots=True)
class ErrorCount:
    """The number of errors so far in the array items of one body; the validation context."""

    value: int = 0


def _validate_item(
    value: Any, validate: ValidatorFunctionWrapHandler, info: ValidationInfo
) -> object:
    """Validate an item, unless so many errors were found that the body is refused anyway."""
    count: ErrorCount | None = info.context
    if count is None:
        return validate(value)
    if count.value > MAX_ERRORS:
        return value
    try:
        return validate(value)
    except ValidationError as error:
        count.value += error.error_count()
        raise


Array = list[Annotated[Item, WrapValidator(_validate_item)]]
"""A list in a request body, with a bounded number of validation errors."""
OneTo100 = Annotated[Array[Item], Field(min_length=1, max_length=100)]
"""The records that one request decides."""
AtMost1000 = Annotated[Array[Item], Field(max_length=1000)]
"""An array for which the specification names no maximum."""
