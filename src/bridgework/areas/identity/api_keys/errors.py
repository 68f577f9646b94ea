"""The errors of API keys."""

from bridgework.kit.core import NotFound


class ApiKeyNotFound(NotFound):
    """The API key does not exist."""
