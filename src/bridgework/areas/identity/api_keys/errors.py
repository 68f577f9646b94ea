"""The errors of API keys."""

from bridgework.kit.core import Conflict, NotFound


class ApiKeyNotFound(NotFound):
    """The API key does not exist."""


class ApiKeyEnded(Conflict):
    """The API key was revoked or has expired. Create another one."""
