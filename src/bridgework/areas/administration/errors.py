"""What the operations on everybody's accounts can answer."""

from bridgework.kit.errors import NotFound


class UserNotFound(NotFound):
    """There is no such user."""
