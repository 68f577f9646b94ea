"""The errors of profiles."""

from bridgework.kit.core import Conflict


class RoleNotSelfAssignable(Conflict):
    """You cannot change to or from this role yourself: ask an administrator."""
