"""The errors of accounts."""

from bridgework.kit.errors import BadRequest, Conflict, Forbidden, NotFound, Unauthorized
from bridgework.kit.rate_limit.quotas import QuotaExceeded


class InvalidCredentials(Unauthorized):
    """E-mail and password do not belong together."""

    commits = True  # the counted failure


class AccountNotFound(NotFound):
    """There is no account with this e-mail: register first."""

    commits = True  # the counted failure
    component = "AccountNotFoundError"

    def body(self) -> dict[str, object]:
        return {"message": self.message, "code": "ACCOUNT_NOT_FOUND", "redirectTo": "/register"}


class AccountExists(Conflict):
    """There is an account with this e-mail already: sign in."""

    component = "AccountExistsError"

    def body(self) -> dict[str, object]:
        return {"message": self.message, "code": "ACCOUNT_EXISTS", "redirectTo": "/login"}


class AccountDisabled(Forbidden):
    """This account has been disabled; support can tell why."""

    commits = True  # the audit entry


class EmailNotVerified(Forbidden):
    """The e-mail is not verified yet. A fresh code is on its way to it."""

    commits = True  # the fresh code, or the audit entry of the one that was not mailed
    component = "EmailNotVerifiedError"

    NOT_MAILED = (
        "The e-mail is not verified yet. Too many codes were mailed to it: "
        "use the newest one, or sign in again later for a fresh one."
    )

    def body(self) -> dict[str, object]:
        return {"message": self.message, "isEmailVerified": False, "code": "EMAIL_NOT_VERIFIED"}


class PasswordWrong(Forbidden):
    """The current password is another one."""

    commits = True  # the counted failure


class RefreshInvalid(Unauthorized):
    """The refresh token is not valid or has expired: sign in again."""


class RefreshReused(Unauthorized):
    """This refresh token was used before, so its session has been ended: sign in again."""

    commits = True  # the ended session


class SessionNotFound(NotFound):
    """You have no such session."""


class LastAdministrator(Conflict):
    """This is the last administrator: appoint another one first."""


class EmailTaken(Conflict):
    """There is an account with this e-mail already."""


class AlreadyVerified(Conflict):
    """This e-mail is verified already: sign in."""


class CodeInvalid(BadRequest):
    """The code is wrong, used or expired: ask for a fresh one."""

    commits = True  # the counted try

    JOBS_SENTENCE = "The code is wrong, used or expired: ask for a fresh one on the jobs site."


class InvitationInvalid(BadRequest):
    """The invitation is no longer valid or never was: ask an administrator to send a new one."""

    commits = True  # the audit entry


class NotAnAdministrator(Conflict):
    """This account is not an administrator: assign it the role `admin` first."""


class MasterPasswordSet(Conflict):
    """This administrator has a master password; `bridgework admin reset` replaces a lost one."""


class AdministratorDisabled(Conflict):
    """This account is disabled: enable it before you send an invitation."""


class TooManyInvitations(QuotaExceeded):
    """Too many invitations were sent to this address: wait as long as Retry-After says."""

    commits = True  # the audit entry


class TooManyTries(QuotaExceeded):
    """Too many codes were tried: wait as long as Retry-After tells."""

    commits = True  # the counted try, and the audit entry


class TooManyCodes(QuotaExceeded):
    """Too many codes were sent to this address: wait as long as Retry-After tells."""

    commits = True  # the audit entry


class TooManySignIns(QuotaExceeded):
    """Too many sign-ins failed: wait as long as Retry-After tells."""

    commits = True  # the audit entry


class TooManyPasswords(QuotaExceeded):
    """Too many wrong passwords were given: wait as long as Retry-After tells."""

    commits = True  # the audit entry


class TooManyRegistrations(QuotaExceeded):
    """Too many accounts were registered from here: wait as long as Retry-After tells."""
