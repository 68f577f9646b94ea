"""Limits on wrong guesses, codes, e-mails and registrations.

Each is counted on its own. A wrong guess at a secret, and one that is refused because of those
before it, is noted in the audit log.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.identity.accounts import errors, policies
from bridgework.areas.identity.accounts.policies import Purpose
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.core.net import client_addresses
from bridgework.kit.data.db import Tx
from bridgework.kit.security.rate_limit import QuotaExceeded, RateLimitResult, Rule, quotas

Limit = tuple[Rule, str]
"""A rule, and the key that is counted."""
Count = Callable[[Tx, Rule, str, datetime], RateLimitResult]

CODE_ACTIONS: Mapping[Purpose, AuditAction] = {
    "verify-email": "account.verify_email",
    "reset-password": "account.reset_password",
    "change-email": "account.change_email",
}
"""The audit action of using a code."""
CODE_REQUEST_ACTIONS: Mapping[Purpose, AuditAction] = {
    "verify-email": "account.send_code",
    "reset-password": "account.ask_reset",
    "change-email": "account.ask_email_change",
}
"""The audit action of requesting a code."""


@dataclass(frozen=True, slots=True)
class FailureLimit:
    """A limit on wrong passwords, by account and, for a login, by client address too."""

    action: AuditAction
    by_account: Rule
    by_address: Rule | None = None
    error: type[QuotaExceeded] = errors.TooManySignIns

    def must_allow(self, context: Context, account_key: str, account_id: Id | None) -> None:
        """Raise the error after too many failures."""
        limits = self._limits(context, account_key)
        _must_be_within(quotas.test, context, limits, self.error, self.action, account_id)

    def count_failure(self, context: Context, account_key: str, account_id: Id | None) -> None:
        """Count and audit a failure. Raise the error if it exceeds the limit."""
        limits = self._limits(context, account_key)
        _must_be_within(quotas.hit, context, limits, self.error, self.action, account_id)
        audit.note(context, self.action, target=account_id, outcome="failed")

    def reset(self, context: Context, account_key: str) -> None:
        """Reset the failures of the account after a success."""
        quotas.reset(context.tx, self.by_account, _key(context, account_key))

    def _limits(self, context: Context, account_key: str) -> list[Limit]:
        by_account = (self.by_account, _key(context, account_key))
        return (
            [by_account, _by_address(context, self.by_address)] if self.by_address else [by_account]
        )


MEMBERS = FailureLimit(
    "account.sign_in", policies.FAILED_SIGN_INS_BY_ACCOUNT, policies.FAILED_SIGN_INS_BY_ADDRESS
)
ADMINISTRATORS = FailureLimit(
    "admin.sign_in",
    policies.ADMIN_SIGN_INS_FAILED_BY_ACCOUNT,
    policies.ADMIN_SIGN_INS_FAILED_BY_ADDRESS,
)


def reauthentication(action: AuditAction) -> FailureLimit:
    """Return the limit on wrong passwords of a signed-in member, by account id."""
    rule = policies.FAILED_PASSWORDS_BY_ACCOUNT
    return FailureLimit(action, rule, error=errors.TooManyPasswords)


def must_count_code_try(
    context: Context, account_key: str, purpose: Purpose, account_id: Id | None
) -> None:
    """Count a try of a code. Raise TooManyTries after the fifth, even for the right code."""
    by_account = (policies.CODE_TRIES, _key(context, account_key, purpose))
    limits = [_by_address(context, policies.CODE_TRIES_BY_ADDRESS), by_account]
    action = CODE_ACTIONS[purpose]
    _must_be_within(quotas.hit, context, limits, errors.TooManyTries, action, account_id)


def reset_code_tries(context: Context, account_key: str, purpose: Purpose) -> None:
    """Reset the tries of the account after a success."""
    quotas.reset(context.tx, policies.CODE_TRIES, _key(context, account_key, purpose))


def must_count_sent_code(
    context: Context,
    account_key: str,
    purpose: Purpose,
    account_id: Id | None,
    *,
    again: bool = False,
) -> None:
    """Count an e-mailed code. Raise TooManyCodes beyond the limit of the hour or the day.

    `again` also limits the codes to one a minute. `account_key` is the normalized e-mail address,
    with or without an account; for a change of the address it is the account id.
    """
    key, action = (account_key, purpose), CODE_REQUEST_ACTIONS[purpose]
    must_count_email(context, key, errors.TooManyCodes, action, account_id, again=again)


def must_count_email(
    context: Context,
    key: Sequence[str],
    error: type[QuotaExceeded],
    action: AuditAction,
    account_id: Id | None,
    *,
    again: bool,
) -> None:
    """Count an e-mail to the address in `key`. Raise `error` beyond the limit of the hour or day.

    `again` also limits the e-mails to one a minute.
    """
    rules = [policies.CODES_RESENT] if again else []
    rules += [policies.CODES_PER_HOUR, policies.CODES_PER_DAY]
    limits = [(rule, _key(context, *key)) for rule in rules]
    for count in (quotas.test, quotas.hit):  # count in no limit unless all of them allow
        _must_be_within(count, context, limits, error, action, account_id)


def count_first_code(context: Context, email_key: str) -> bool:
    """Count the code of a registration. Return False beyond the limit of the hour or the day.

    The code of a new account is e-mailed beyond it, too. Otherwise requests for codes could block
    the registration of an address.
    """
    key = _key(context, email_key, "verify-email")
    hour, day = (
        quotas.hit(context.tx, rule, key, context.now)
        for rule in (policies.CODES_PER_HOUR, policies.CODES_PER_DAY)
    )
    return hour.allowed and day.allowed


def may_notify_owner(context: Context, account_id: Id) -> bool:
    """Count a notice to the owner of a tried address; return False beyond the daily limit."""
    key = _key(context, account_id)
    return quotas.hit(context.tx, policies.OWNER_NOTICES, key, context.now).allowed


def must_allow_registration(context: Context) -> None:
    """Raise TooManyRegistrations if the client address has reached the limit. Counts nothing."""
    _must_be_within_registrations(quotas.test, context)


def must_count_registration(context: Context) -> None:
    """Count a registration. Raise TooManyRegistrations beyond the hourly limit."""
    _must_be_within_registrations(quotas.hit, context)


def _must_be_within_registrations(count: Count, context: Context) -> None:
    limits = [_by_address(context, policies.REGISTRATIONS_BY_ADDRESS)]
    _must_be_within(count, context, limits, errors.TooManyRegistrations)


def _must_be_within(
    count: Count,
    context: Context,
    limits: Sequence[Limit],
    error: type[QuotaExceeded],
    action: AuditAction | None = None,
    account_id: Id | None = None,
) -> None:
    """Raise the error if a limit is exceeded; audit it under `action`, if given."""
    for rule, key in limits:
        result = count(context.tx, rule, key, context.now)
        if not result.allowed:
            if action is not None:
                audit.note(context, action, target=account_id, outcome="refused")
            raise error(result)


def _by_address(context: Context, rule: Rule) -> Limit:
    """Return a limit by client address, as the settings scale it."""
    scaled = Rule(rule.name, rule.quota * context.app.settings.address_limit_factor, rule.window)
    return scaled, _key(context, client_addresses.network(context.client.address))


def _key(context: Context, *parts: str) -> str:
    return context.app.keyring.digest("quota", *parts)
