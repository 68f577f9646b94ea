"""The errors of saved searches."""

from bridgework.kit.errors import Conflict, NotFound


class SavedSearchNotFound(NotFound):
    """There is no such saved search, or it is not yours."""


class SavedSearchLimitReached(Conflict):
    """You have as many saved searches as an account may have: delete one first."""
