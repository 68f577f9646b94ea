"""The errors of profiles."""

from bridgework.kit.core import Conflict, NotFound


class RoleNotSelfAssignable(Conflict):
    """You cannot change to or from this role yourself: ask an administrator."""


class ProfileMemberNotFound(NotFound):
    """A profile has no member of this name. Names are written as yearsExperience is."""
