"""The parameters `from` and `to` of a list."""

from datetime import datetime

from bridgework.kit.errors import FieldError, ValidationFailed


def must_be_in_order(start: datetime | None, end: datetime | None) -> None:
    """Raise ValidationFailed for a range that ends before it starts."""
    if start is not None and end is not None and end < start:
        raise ValidationFailed(FieldError("to", "before_start", "Must not lie before `from`."))
