"""The errors of administration."""

from bridgework.kit.errors import NotFound


class UserNotFound(NotFound):
    """This user does not exist."""
