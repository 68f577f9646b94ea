"""Arrays in request bodies: validation stops early once a body is known to be refused."""

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError, ValidationInfo, ValidatorFunctionWrapHandler
from pydantic.functional_validators import WrapValidator

from bridgework.kit.errors import MOST_FAULTS

Item = TypeVar("Item")


@dataclass(slots=True)
class ErrorCount:
    """The errors found so far in the array items of one body; the validation context."""

    found: int = 0


def _validate_item(
    value: Any, validate: ValidatorFunctionWrapHandler, info: ValidationInfo
) -> object:
    """Validate one item, unless so many before it have failed that the body is refused anyway."""
    count: ErrorCount | None = info.context
    if count is None:
        return validate(value)
    if count.found > MOST_FAULTS:
        return value
    try:
        return validate(value)
    except ValidationError as error:
        count.found += error.error_count()
        raise


Array = list[Annotated[Item, WrapValidator(_validate_item)]]
"""A list in a request body. Its errors are bounded, however many items are wrong."""
AtMost1000 = Annotated[Array[Item], Field(max_length=1000)]
"""An array without a maximum in the specification: contract section 1."""
