"""The errors of administrator invitations."""

from bridgework.kit.core import BadRequest, Conflict
from bridgework.kit.security.rate_limit import QuotaExceeded


class InvitationInvalid(BadRequest):
    """The invitation is invalid or no longer valid. Ask an administrator for a new one."""

    commits = True  # the audit entry


class NotAnAdministrator(Conflict):
    """This account is not an administrator. Give it the role `admin` first."""


class MasterPasswordSet(Conflict):
    """This administrator has a master password. `bridgework admin reset` replaces a lost one."""


class AdministratorDisabled(Conflict):
    """This account is disabled. Enable it before you send an invitation."""


class TooManyInvitations(QuotaExceeded):
    """Too many invitations were sent to this address. Try again after Retry-After."""

    commits = True  # the audit entry
