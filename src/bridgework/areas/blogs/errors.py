"""The errors of blogs."""

from bridgework.kit.errors import Conflict, NotFound


class PostNotFound(NotFound):
    """There is no such blog post."""

    component = "MessageError"

    def body(self) -> dict[str, object]:
        return {"message": self.message}


class BlogPostNotFound(NotFound):
    """There is no blog post of this id."""


class SlugTaken(Conflict):
    """Another post has this slug, or had it and is still found by it: choose another."""
