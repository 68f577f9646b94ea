"""The errors of roles and of applications to them."""

from bridgework.kit.errors import Conflict, Forbidden, NotFound


class RoleNotFound(NotFound):
    """There is no such role, or it is not open to you."""


class NotTheClient(Forbidden):
    """Only whoever posted the role, or an administrator, may do this."""


class RoleApplicationNotFound(NotFound):
    """There is no such application, or it is not yours to see."""


class AlreadyApplied(Conflict):
    """You have applied to this role already."""


class RoleNotOpen(Conflict):
    """This role takes no applications now."""


class OwnRole(Conflict):
    """You posted this role yourself."""
