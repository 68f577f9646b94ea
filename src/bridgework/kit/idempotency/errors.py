"""The errors of requests with an idempotency key."""

from collections.abc import Mapping

from bridgework.kit.errors import BadRequest, Conflict, Unprocessable
from bridgework.kit.schemas import ErrorBody


class IdempotencyKeyMalformed(BadRequest):
    """The Idempotency-Key must be 1 to 255 visible ASCII characters, in double quotes or bare."""


class IdempotencyKeyReused(Unprocessable):
    """This Idempotency-Key was sent with another request before: use a fresh one."""


class IdempotencyInProgress(Conflict):
    """The request with this Idempotency-Key is still under way: try again in a moment."""

    def __init__(self) -> None:
        super().__init__(retry_after="1")


class AlreadyDoneError(ErrorBody):
    """What was asked is done, and how it was answered is not kept."""

    error: str
    message: str
    id: str | None
    """The id of what was made, null if it has none."""


class AlreadyDone(Conflict):
    """This was done before under this Idempotency-Key, and its answer is not kept."""

    component = "AlreadyDoneError"

    def __init__(self, made_id: str | None = None) -> None:
        super().__init__()
        self.made_id = made_id

    def body(self) -> Mapping[str, object]:
        return {**super().body(), "id": self.made_id}


ALL = (AlreadyDone, IdempotencyInProgress, IdempotencyKeyMalformed, IdempotencyKeyReused)
