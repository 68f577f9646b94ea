"""The errors of feed."""

from bridgework.kit.errors import Forbidden, NotFound


class FeedPostNotFound(NotFound):
    """There is no such post in the feed."""


class FeedCommentNotFound(NotFound):
    """There is no such comment in the feed."""


class NotTheAuthor(Forbidden):
    """Only whoever wrote it, or an administrator, may change it."""
