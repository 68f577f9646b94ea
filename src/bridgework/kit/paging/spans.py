"""The span of time that a list is narrowed to: `from` and `to` of a query."""

from datetime import datetime

from bridgework.kit.errors import FieldError, ValidationFailed


def must_run_forward(start: datetime | None, end: datetime | None) -> None:
    """Raise ValidationFailed for a span that ends before it starts."""
    if start is not None and end is not None and end < start:
        raise ValidationFailed(FieldError("to", "before_start", "Must not lie before `from`."))
