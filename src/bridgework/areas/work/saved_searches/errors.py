"""The errors of saved searches."""

from bridgework.kit.core import Conflict, NotFound


class SavedSearchNotFound(NotFound):
    """There is no such saved search, or it is not yours."""


class SavedSearchLimitReached(Conflict):
    """You have reached the maximum number of saved searches. Delete one first."""
