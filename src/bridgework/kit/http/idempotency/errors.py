"""The errors of requests with an idempotency key."""

from collections.abc import Mapping

from bridgework.kit.core import BadRequest, Conflict, Unprocessable
from bridgework.kit.validation import ErrorBody


class IdempotencyKeyMalformed(BadRequest):
    """The Idempotency-Key must be 1 to 255 visible ASCII characters, in double quotes or bare."""


class IdempotencyKeyReused(Unprocessable):
    """This Idempotency-Key was already sent with another request: use a new one."""


class IdempotencyInProgress(Conflict):
    """The request with this Idempotency-Key is still being processed: try again in a moment."""

    def __init__(self) -> None:
        super().__init__(retry_after="1")


class AlreadyDoneError(ErrorBody):
    """The request was already processed; its response is not stored."""

    error: str
    message: str
    id: str | None
    """The ID of the created resource; null if it has none."""


class AlreadyDone(Conflict):
    """The request with this Idempotency-Key was already processed; its response is not stored."""

    component = "AlreadyDoneError"

    def __init__(self, created_id: str | None = None) -> None:
        super().__init__()
        self.created_id = created_id

    def body(self) -> Mapping[str, object]:
        return {**super().body(), "id": self.created_id}


ALL = (AlreadyDone, IdempotencyInProgress, IdempotencyKeyMalformed, IdempotencyKeyReused)
