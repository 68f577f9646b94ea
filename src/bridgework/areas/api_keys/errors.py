"""The errors of partners."""

from bridgework.kit.errors import NotFound


class ApiKeyNotFound(NotFound):
    """There is no such API key."""
