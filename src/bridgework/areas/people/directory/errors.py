"""The errors of the directory."""

from bridgework.kit.core import NotFound


class ExpertNotFound(NotFound):
    """There is no such expert."""

    component = "MessageError"

    def body(self) -> dict[str, object]:
        return {"message": self.message}
