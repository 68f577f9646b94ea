"""The errors of profiles."""

from bridgework.kit.errors import Conflict


class RoleNotSelfAssignable(Conflict):
    """You cannot change to or from this role yourself: ask an administrator."""
