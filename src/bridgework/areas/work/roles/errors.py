"""The errors of roles and role applications."""

from bridgework.kit.core import Conflict, Forbidden, NotFound


class RoleNotFound(NotFound):
    """There is no such role, or you may not see it."""


class NotTheClient(Forbidden):
    """Only the owner of the role or an administrator may do this."""


class RoleApplicationNotFound(NotFound):
    """There is no such application, or you may not see it."""


class AlreadyApplied(Conflict):
    """You have already applied to this role."""


class RoleNotOpen(Conflict):
    """This role does not accept applications."""


class OwnRole(Conflict):
    """You cannot apply to your own role."""
