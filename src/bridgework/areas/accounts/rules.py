"""What holds for accounts: their problems, their budgets, how long things last."""

from datetime import timedelta
from typing import Literal

from bridgework.kit.errors import (
    BadRequest,
    Conflict,
    FieldError,
    Forbidden,
    NotFound,
    Unauthorized,
    ValidationFailed,
)
from bridgework.kit.ids import Id
from bridgework.kit.passwords import Passwords
from bridgework.kit.rate_limit.quotas import QuotaExceeded
from bridgework.kit.rate_limit.sliding_window import Rule

Purpose = Literal["verify-email", "reset-password", "change-email"]

NOBODY = Id("00000000-0000-7000-8000-000000000000")
"""Whose codes are looked for where there is no account, so that looking takes as long."""
CODE_LIFE = timedelta(minutes=10)
SESSION_LIFE = timedelta(days=30)
SESSION_KEPT = timedelta(days=90)
"""How long after its life a session is remembered, with its address and its program."""
INVITATION_LIFE = timedelta(hours=24)
INVITATION_TRIES = 5
GRACE = timedelta(days=14)
"""How long somebody may think again before their account is erased."""

SIGN_INS_FAILED_BY_ACCOUNT = Rule("sign-in-account", 10, 5 * 60)
SIGN_INS_FAILED_BY_ADDRESS = Rule("sign-in-address", 100, 5 * 60)
ADMIN_SIGN_INS_FAILED_BY_ACCOUNT = Rule("admin-sign-in-account", 10, 5 * 60)
ADMIN_SIGN_INS_FAILED_BY_ADDRESS = Rule("admin-sign-in-address", 100, 5 * 60)
PASSWORDS_FAILED_BY_ACCOUNT = Rule("password-account", 10, 5 * 60)
CODES_MAILED_AN_HOUR = Rule("codes-hour", 5, 60 * 60)
CODES_MAILED_A_DAY = Rule("codes-day", 20, 24 * 60 * 60)
CODES_RESENT = Rule("resend", 1, 60)
CODE_TRIES = Rule("code-tries", 5, 15 * 60)
CODE_TRIES_BY_ADDRESS = Rule("code-tries-address", 100, 60 * 60)
REGISTRATIONS_BY_ADDRESS = Rule("registrations", 100, 60 * 60)
WORDS_TO_AN_OWNER = Rule("words-to-owner", 3, 24 * 60 * 60)


def scaled(rule: Rule, default: Rule) -> Rule:
    """An address's budget grows with the default limit: who raises that loads a test."""
    factor = max(1, default.quota // 60)
    return Rule(rule.name, rule.quota * factor, rule.window)


def must_be_uncommon(passwords: Passwords, path: str, password: str) -> None:
    """Raise ValidationFailed at `path` for a password that the settings refuse."""
    if passwords.is_refused(password):
        sentence = "Is among the passwords that everybody tries first: choose another."
        raise ValidationFailed(FieldError(path, "too_common", sentence))


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
