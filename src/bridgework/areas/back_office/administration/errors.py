"""The errors of administration."""

from bridgework.kit.core import NotFound


class UserNotFound(NotFound):
    """This user does not exist."""
