"""Known devices: the failures of strangers do not block a device that signed in before.

A device token is no credential. It only selects which failures are counted: those of a known device
are counted on their own, all others together by account and by address. A device of a member's
sign-in is unknown to the administrator login, and the reverse.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts import budgets, errors, policies
from bridgework.areas.identity.accounts.sign_in import device_queries, login_limits
from bridgework.areas.identity.accounts.sign_in.device_queries import Kind
from bridgework.areas.identity.accounts.sign_in.login_limits import FailureLimit, Limit
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import secret_tokens
from bridgework.kit.security.rate_limit import Rule, quotas


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits on failures of one kind of sign-in, from unknown devices and from a known one."""

    of_unknown: FailureLimit
    unknown_in_a_row: Rule
    of_device: FailureLimit
    of_device_in_a_row: Rule
    locked_message: str | None = None


_LIMITS: Mapping[Kind, _Limits] = {
    "member": _Limits(
        login_limits.MEMBERS,
        budgets.FAILED_SIGN_INS_IN_A_ROW,
        FailureLimit("account.sign_in", budgets.FAILED_SIGN_INS_BY_DEVICE),
        budgets.FAILED_SIGN_INS_BY_DEVICE_IN_A_ROW,
    ),
    "admin": _Limits(
        login_limits.ADMINISTRATORS,
        budgets.ADMIN_SIGN_INS_FAILED_IN_A_ROW,
        FailureLimit("admin.sign_in", budgets.ADMIN_SIGN_INS_FAILED_BY_DEVICE),
        budgets.ADMIN_SIGN_INS_FAILED_BY_DEVICE_IN_A_ROW,
        errors.SignInLocked.OF_ADMINISTRATOR,
    ),
}


@dataclass(frozen=True, slots=True)
class FailureCount:
    """The limits that apply to a client, and the keys that its failures are counted under."""

    limit: FailureLimit
    key: str
    in_a_row: Limit
    account_id: Id | None
    locked_message: str | None

    def must_allow(self, context: Context) -> None:
        """Raise SignInLocked or TooManySignIns after too many failures."""
        if not quotas.test(context.tx, *self.in_a_row, context.now).allowed:
            audit.note(context, self.limit.action, target=self.account_id, outcome="refused")
            raise errors.SignInLocked(self.locked_message)
        self.limit.must_allow(context, self.key, self.account_id)

    def count_failure(self, context: Context) -> None:
        """Count and audit a failure. Raises TooManySignIns if it exceeds the limit."""
        self.limit.count_failure(context, self.key, self.account_id)
        quotas.hit(context.tx, *self.in_a_row, context.now)

    def reset(self, context: Context) -> None:
        """Reset the failures after a success."""
        self.limit.reset(context, self.key)
        quotas.reset(context.tx, *self.in_a_row)


def failure_count(
    context: Context, kind: Kind, account_id: Id | None, email_key: str, device_token: str
) -> FailureCount:
    """Return the limits for the client: its own for a known device, else those of the account."""
    known = None if account_id is None else _known(context, kind, account_id, device_token)
    if known is None:
        return _of_unknown(context, kind, account_id, email_key)
    limits = _LIMITS[kind]
    in_a_row = (limits.of_device_in_a_row, known)
    return FailureCount(limits.of_device, known, in_a_row, account_id, limits.locked_message)


def succeed(context: Context, kind: Kind, account_id: Id, email_key: str, device_token: str) -> str:
    """Reset the failures after a success, and make the device known; return its token.

    A success on a known device resets the failures in a row of unknown ones, not their last ones.
    """
    failure_count(context, kind, account_id, email_key, device_token).reset(context)
    reset_in_a_row(context.tx, kind, account_id)
    return _remember(context, kind, account_id, device_token)


def prove(context: Context, account_id: Id, email_key: str, device_token: str = "") -> str:
    """Reset the failures of unknown devices after a code; make the device known, return its token.

    The code proves the address, so the next sign-in must not be locked out.
    """
    _of_unknown(context, "member", account_id, email_key).reset(context)
    return _remember(context, "member", account_id, device_token)


def reset_in_a_row(tx: Tx, kind: Kind, account_id: Id) -> None:
    """Reset the failures in a row from unknown devices."""
    quotas.reset(tx, _LIMITS[kind].unknown_in_a_row, secret_tokens.digest(account_id))


def forget(tx: Tx, account_id: Id, *kinds: Kind, but: str = "") -> None:
    """Forget the devices of an account of these kinds, except that of the token `but`."""
    device_queries.delete(tx, account_id, kinds, but=secret_tokens.digest(but))


def _of_unknown(
    context: Context, kind: Kind, account_id: Id | None, email_key: str
) -> FailureCount:
    limits = _LIMITS[kind]
    in_a_row = limits.unknown_in_a_row
    if account_id is None:
        window = policies.UNKNOWN_ADDRESS_LIFE.total_seconds()
        in_a_row = Rule(in_a_row.name, in_a_row.quota, int(window))
    counted = (in_a_row, login_limits.quota_key(context, email_key))
    if account_id is not None:  # a digest that stays the same with other secrets
        counted = (in_a_row, secret_tokens.digest(account_id))
    return FailureCount(limits.of_unknown, email_key, counted, account_id, limits.locked_message)


def _remember(context: Context, kind: Kind, account_id: Id, device_token: str) -> str:
    known = _known(context, kind, account_id, device_token)
    token = secret_tokens.generate_token() if known is None else device_token
    expires = context.now + policies.DEVICE_LIFE
    device_queries.put(context.tx, account_id, kind, secret_tokens.digest(token), expires)
    return token


def _known(context: Context, kind: Kind, account_id: Id, device_token: str) -> str | None:
    """Return the digest of the client's device token if it belongs to the account."""
    if not device_token:
        return None
    digest = secret_tokens.digest(device_token)
    return (
        digest
        if device_queries.is_known(context.tx, account_id, kind, digest, context.now)
        else None
    )
