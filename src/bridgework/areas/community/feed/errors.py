"""The errors of the feed."""

from bridgework.kit.core import Forbidden, NotFound


class FeedPostNotFound(NotFound):
    """There is no such post."""


class FeedCommentNotFound(NotFound):
    """There is no such comment."""


class NotTheAuthor(Forbidden):
    """Only the author or an administrator may change this."""
