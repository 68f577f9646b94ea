"""The budgets of sign-ins, codes and registrations: what is counted, and how often it is allowed.

All limits on guesses are made from these. `docs/guides/authentication.md` prints them.
"""

from dataclasses import dataclass

from bridgework.kit.security.rate_limit import Rule

_MINUTE, _HOUR, _DAY = 60, 60 * 60, 24 * 60 * 60
FOREVER = 10**9
"""Seconds of a window that does not end by itself: 31 years."""
_ITS_WINDOW = "its window"


@dataclass(frozen=True, slots=True)
class Budget(Rule):
    """A limit, with its row of the table."""

    counts: str = ""
    """What is counted, by which key."""
    refusal: str = ""
    """The status and the error beyond it."""
    opened_by: str = _ITS_WINDOW
    """What ends the refusal."""


FAILED_SIGN_INS_BY_ACCOUNT = Budget(
    "sign-in-account",
    10,
    5 * _MINUTE,
    "failed sign-ins by account, from unknown devices",
    "429 `too_many_sign_ins`",
    "a password reset, its window",
)
FAILED_SIGN_INS_BY_ADDRESS = Budget(
    "sign-in-address",
    100,
    5 * _MINUTE,
    "failed sign-ins by client address, from unknown devices",
    "429 `too_many_sign_ins`",
)
FAILED_SIGN_INS_IN_A_ROW = Budget(
    "sign-in-in-a-row",
    100,
    FOREVER,
    "failed sign-ins by account, from unknown devices, since the last success",
    "403 `sign_in_locked`",
    "a sign-in on a known device, a password reset",
)
FAILED_SIGN_INS_BY_DEVICE = Budget(
    "sign-in-device",
    10,
    5 * _MINUTE,
    "failed sign-ins by known device",
    "429 `too_many_sign_ins`",
    "a sign-in on this device, its window",
)
FAILED_SIGN_INS_BY_DEVICE_IN_A_ROW = Budget(
    "sign-in-device-in-a-row",
    100,
    180 * _DAY,
    "failed sign-ins by known device, since its last success",
    "403 `sign_in_locked`",
    "a password reset",
)
FAILED_PASSWORDS_BY_ACCOUNT = Budget(
    "password-account",
    10,
    5 * _MINUTE,
    "wrong current passwords by account, of signed-in callers",
    "429 `too_many_passwords`",
)
CODE_TRIES = Budget(
    "code-tries",
    5,
    15 * _MINUTE,
    "tries of a code by account and purpose, without the link of the newest e-mail",
    "429 `too_many_tries`",
    "a right code with the link of the e-mail, its window",
)
WRONG_CODES_PER_DAY = Budget(
    "wrong-codes-day",
    20,
    _DAY,
    "wrong codes by account and purpose, without the link of the newest e-mail",
    "429 `too_many_tries`",
)
CODE_TRIES_BY_ADDRESS = Budget(
    "code-tries-address",
    100,
    _HOUR,
    "tries of a code by client address, without the link of the newest e-mail",
    "429 `too_many_tries`",
)
CODE_TRIES_BY_LINK = Budget(
    "code-tries-link",
    5,
    15 * _MINUTE,
    "tries of a code by the link of the newest e-mail",
    "429 `too_many_tries`",
    "a new e-mail",
)
CODES_RESENT = Budget(
    "resend", 1, _MINUTE, "`resendOtp` by account and purpose", "429 `too_many_codes`"
)
CODES_PER_HOUR = Budget(
    "codes-hour", 5, _HOUR, "e-mailed codes by account and purpose", "429 `too_many_codes`"
)
CODES_PER_DAY = Budget(
    "codes-day", 20, _DAY, "e-mailed codes by account and purpose", "429 `too_many_codes`"
)
REGISTRATIONS_BY_ADDRESS = Budget(
    "registrations", 100, _HOUR, "registrations by client address", "429 `too_many_registrations`"
)
OWNER_NOTICES = Budget(
    "owner-notices",
    3,
    _DAY,
    "e-mails to the owner of an address that another caller entered",
    "no e-mail",
)
REFRESH_PAIRS = Budget(
    "refresh-pairs",
    3,
    10,
    "further pairs of tokens for one refresh token, to the client that exchanged it",
    "401 `refresh_invalid`",
    "a refresh with one of the pairs",
)
ADMIN_SIGN_INS_FAILED_BY_ACCOUNT = Budget(
    "admin-sign-in-account",
    10,
    5 * _MINUTE,
    "failed administrator logins by account, from unknown devices",
    "429 `too_many_sign_ins`",
    "an administrator login, its window",
)
ADMIN_SIGN_INS_FAILED_BY_ADDRESS = Budget(
    "admin-sign-in-address",
    100,
    5 * _MINUTE,
    "failed administrator logins by client address, from unknown devices",
    "429 `too_many_sign_ins`",
)
ADMIN_SIGN_INS_FAILED_IN_A_ROW = Budget(
    "admin-sign-in-in-a-row",
    100,
    FOREVER,
    "failed administrator logins by account, from unknown devices, since the last success",
    "403 `sign_in_locked`",
    "a login on a known device, `bridgework admin reset`",
)
ADMIN_SIGN_INS_FAILED_BY_DEVICE = Budget(
    "admin-sign-in-device",
    10,
    5 * _MINUTE,
    "failed administrator logins by known device",
    "429 `too_many_sign_ins`",
    "a login on this device, its window",
)
ADMIN_SIGN_INS_FAILED_BY_DEVICE_IN_A_ROW = Budget(
    "admin-sign-in-device-in-a-row",
    100,
    180 * _DAY,
    "failed administrator logins by known device, since its last success",
    "403 `sign_in_locked`",
    "`bridgework admin reset`",
)
CHALLENGE_TRIES = Budget(
    "second-factor-tries",
    5,
    5 * _MINUTE,
    "tries of a second factor by challenge",
    "429 `too_many_tries`",
    "a new login",
)
CONFIRMATION_TRIES = Budget(
    "second-factor-confirm",
    5,
    15 * _MINUTE,
    "tries to confirm or remove a second factor by account",
    "429 `too_many_tries`",
)
FAILED_SECOND_FACTORS = Budget(
    "second-factor-day",
    50,
    _DAY,
    "wrong second factors by account, from unknown devices, and by known device",
    "429 `too_many_tries`",
    "a right second factor, its window",
)
INVITATION_TRIES = Budget(
    "invitation-tries",
    5,
    _DAY,
    "tries of an administrator's invitation by its token",
    "400 `invitation_invalid`",
    "a new invitation",
)

ALL = [budget for budget in globals().copy().values() if isinstance(budget, Budget)]
"""The rows of the table, in order."""


def to_table() -> str:
    """Return the budgets as a table in Markdown."""
    rows = "".join(
        f"| {budget.counts} | {budget.quota} | {_duration(budget.window)} | {budget.refusal} "
        f"| {budget.opened_by} |\n"
        for budget in ALL
    )
    heading = "| Counted | At most | In | Beyond it | Opened by |\n|---|---|---|---|---|\n"
    return f"{heading}{rows}"


def _duration(seconds: int) -> str:
    if seconds == FOREVER:
        return "no end"
    units = ((_DAY, "days"), (_HOUR, "hours"), (_MINUTE, "minutes"))
    size, unit = next(((s, name) for s, name in units if seconds % s == 0), (1, "seconds"))
    number = seconds // size
    return f"{number} {unit[:-1] if number == 1 else unit}"
