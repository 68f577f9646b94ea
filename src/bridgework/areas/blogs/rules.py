"""What the blog's reads can answer."""

from bridgework.kit.problems import NotFound


class PostNotFound(NotFound):
    """There is no such blog post."""

    component = "MessageError"

    def body(self) -> dict[str, object]:
        return {"message": self.message}
