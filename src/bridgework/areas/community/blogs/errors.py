"""The errors of blogs."""

from bridgework.kit.core import Conflict, NotFound


class PostNotFound(NotFound):
    """This blog post does not exist."""

    component = "MessageError"

    def body(self) -> dict[str, object]:
        return {"message": self.message}


class BlogPostNotFound(NotFound):
    """No blog post has this ID."""


class SlugTaken(Conflict):
    """This slug is or was the slug of another post: choose a different one."""
