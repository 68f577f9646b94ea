"""The errors of profiles."""

from bridgework.kit.errors import Conflict


class RoleNotSelfAssignable(Conflict):
    """You can't give up your role by yourself: ask an administrator for another one."""
