"""The errors of accounts."""

from bridgework.kit.core import BadRequest, Conflict, Forbidden, NotFound, Unauthorized
from bridgework.kit.security.rate_limit import QuotaExceeded, RateLimitResult


class InvalidCredentials(Unauthorized):
    """The e-mail address or the password is wrong."""

    commits = True  # the counted failure


class AccountNotFound(NotFound):
    """No account has this e-mail address. Register first."""

    commits = True  # the counted failure
    component = "AccountNotFoundError"

    def body(self) -> dict[str, object]:
        return {"message": self.message, "code": "ACCOUNT_NOT_FOUND", "redirectTo": "/register"}


class AccountExists(Conflict):
    """An account with this e-mail address already exists. Sign in."""

    commits = True  # the contested password, and the audit entry
    component = "AccountExistsError"

    def body(self) -> dict[str, object]:
        return {"message": self.message, "code": "ACCOUNT_EXISTS", "redirectTo": "/login"}


class AccountDisabled(Forbidden):
    """This account is disabled. Contact support."""

    commits = True  # the audit entry


class EmailNotVerified(Forbidden):
    """The e-mail address is not verified. A new code was sent to it."""

    commits = True  # the new code, or the audit entry of the one that was not sent
    component = "EmailNotVerifiedError"

    NOT_MAILED = (
        "The e-mail address is not verified. Too many codes were sent to it: "
        "use the newest one, or sign in again later for a new one."
    )

    def body(self) -> dict[str, object]:
        return {"message": self.message, "isEmailVerified": False, "code": "EMAIL_NOT_VERIFIED"}


class SignInLocked(Forbidden):
    """Too many failed sign-ins in a row. Reset the password, or use a device that is known."""

    commits = True  # the audit entry

    OF_ADMINISTRATOR = (
        "Too many failed sign-ins in a row. Use a device that signed in before, or ask the "
        "operator for a new master password."
    )


class PasswordWrong(Forbidden):
    """The current password is wrong."""

    commits = True  # the counted failure


class RefreshInvalid(Unauthorized):
    """The refresh token is invalid or has expired. Sign in again."""


class RefreshReused(Unauthorized):
    """This refresh token was already used, so its session was ended. Sign in again."""

    commits = True  # the ended session


class SessionNotFound(NotFound):
    """You have no such session."""


class LastAdministrator(Conflict):
    """This is the last administrator. Appoint another one first."""


class ErasureScheduled(Conflict):
    """The erasure of this account is already scheduled."""


class ErasureNotScheduled(Conflict):
    """No erasure of this account is scheduled."""


class EmailTaken(Conflict):
    """An account with this e-mail address already exists."""


class AlreadyVerified(Conflict):
    """This e-mail address is already verified. Sign in."""


class CodeInvalid(BadRequest):
    """The code is wrong, used or expired. Request a new one."""

    commits = True  # the counted try

    JOBS_SENTENCE = "The code is wrong, used or expired. Request a new one on the jobs site."


class TooManyTries(QuotaExceeded):
    """Too many wrong codes. Try again after Retry-After."""

    commits = True  # the counted try, and the audit entry

    HAS_LINK = (
        "Too many wrong codes. Open the link in the newest e-mail, or try again after Retry-After."
    )

    def __init__(self, result: RateLimitResult, message: str | None = None) -> None:
        super().__init__(result)
        self.message = message or self.message


class TooManyCodes(QuotaExceeded):
    """Too many codes were sent to this address. Try again after Retry-After."""

    commits = True  # the audit entry


class TooManySignIns(QuotaExceeded):
    """Too many failed sign-ins. Try again after Retry-After."""

    commits = True  # the audit entry


class TooManyPasswords(QuotaExceeded):
    """Too many wrong passwords. Try again after Retry-After."""

    commits = True  # the audit entry


class TooManyRegistrations(QuotaExceeded):
    """Too many registrations from this address. Try again after Retry-After."""
