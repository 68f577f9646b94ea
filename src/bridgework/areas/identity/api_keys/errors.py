"""The errors of API keys."""

from bridgework.kit.errors import NotFound


class ApiKeyNotFound(NotFound):
    """The API key does not exist."""
