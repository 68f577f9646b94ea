"""The errors of the change feed."""

from collections.abc import Mapping

from bridgework.kit.core import ApiError, FieldError, ValidationFailed


class ChangesExpired(ApiError):
    """Changes after this number are no longer kept: read the records again, then start anew."""

    status = 410
    component = "ChangesExpiredError"

    def __init__(self, oldest: int = 48_213) -> None:
        """`oldest` is the number of the oldest change that is kept."""
        super().__init__()
        self._oldest = oldest

    def body(self) -> Mapping[str, object]:
        return {**super().body(), "oldest": self._oldest}


def event_id_invalid() -> ValidationFailed:
    """Return the error for a `Last-Event-ID` that is no number."""
    return ValidationFailed(FieldError("Last-Event-ID", "wrong_type", "Must be an integer."))


def not_yet_numbered(last: int) -> ValidationFailed:
    """Return the error for a number that no change has, as after a restored backup."""
    message = f"The last change has the number {last}. Was the database restored from a backup?"
    return ValidationFailed(FieldError("after", "too_large", message))
