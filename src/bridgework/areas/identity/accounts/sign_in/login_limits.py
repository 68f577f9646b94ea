"""Limits on wrong guesses, codes, e-mails and registrations.

Each is counted on its own. A wrong guess at a secret, and one that is refused because of those
before it, is noted in the audit log.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.identity.accounts import budgets, errors
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
        quotas.reset(context.tx, self.by_account, quota_key(context, account_key))

    def _limits(self, context: Context, account_key: str) -> list[Limit]:
        by_address = _by_address(context, self.by_address) if self.by_address else []
        return [(self.by_account, quota_key(context, account_key)), *by_address]


MEMBERS = FailureLimit(
    "account.sign_in", budgets.FAILED_SIGN_INS_BY_ACCOUNT, budgets.FAILED_SIGN_INS_BY_ADDRESS
)
ADMINISTRATORS = FailureLimit(
    "admin.sign_in",
    budgets.ADMIN_SIGN_INS_FAILED_BY_ACCOUNT,
    budgets.ADMIN_SIGN_INS_FAILED_BY_ADDRESS,
)


def reauthentication(action: AuditAction) -> FailureLimit:
    """Return the limit on wrong passwords of a signed-in member, by account id."""
    rule = budgets.FAILED_PASSWORDS_BY_ACCOUNT
    return FailureLimit(action, rule, error=errors.TooManyPasswords)


def must_count_code_try(
    context: Context, account_key: str, purpose: Purpose, account_id: Id | None
) -> None:
    """Count a try of a code. Raise TooManyTries beyond a limit, even for the right code."""
    key, action = quota_key(context, account_key, purpose), CODE_ACTIONS[purpose]
    error = errors.TooManyTries if purpose == "change-email" else _too_many_tries
    tries = [*_by_address(context, budgets.CODE_TRIES_BY_ADDRESS), (budgets.CODE_TRIES, key)]
    _must_be_within(quotas.hit, context, tries, error, action, account_id)
    # Tries of an account are counted one after another, each until its transaction ends.
    wrong = [(budgets.WRONG_CODES_PER_DAY, key)]
    _must_be_within(quotas.test, context, wrong, error, action, account_id)


def must_count_link_try(
    context: Context, link_digest: str, purpose: Purpose, account_id: Id
) -> None:
    """Count a try of a code with the link of its e-mail. Raise TooManyTries after the fifth."""
    limits = [(budgets.CODE_TRIES_BY_LINK, link_digest)]
    action = CODE_ACTIONS[purpose]
    _must_be_within(quotas.hit, context, limits, errors.TooManyTries, action, account_id)


def count_wrong_code(context: Context, account_key: str, purpose: Purpose) -> None:
    """Count a wrong code. `must_count_code_try` comes before it, in the same transaction."""
    key = quota_key(context, account_key, purpose)
    quotas.hit(context.tx, budgets.WRONG_CODES_PER_DAY, key, context.now)


def reset_code_tries(context: Context, account_key: str, purpose: Purpose) -> None:
    """Reset the last tries of the account after a success, not the wrong codes of the day."""
    quotas.reset(context.tx, budgets.CODE_TRIES, quota_key(context, account_key, purpose))


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
    rules = [budgets.CODES_RESENT] if again else []
    rules += [budgets.CODES_PER_HOUR, budgets.CODES_PER_DAY]
    limits = [(rule, quota_key(context, *key)) for rule in rules]
    for count in (quotas.test, quotas.hit):  # count in no limit unless all of them allow
        _must_be_within(count, context, limits, error, action, account_id)


def count_first_code(context: Context, email_key: str) -> bool:
    """Count the code of a registration. Return False beyond the limit of the hour or the day.

    The code of a new account is e-mailed beyond it, too. Otherwise requests for codes could block
    the registration of an address.
    """
    key = quota_key(context, email_key, "verify-email")
    hour, day = (
        quotas.hit(context.tx, rule, key, context.now)
        for rule in (budgets.CODES_PER_HOUR, budgets.CODES_PER_DAY)
    )
    return hour.allowed and day.allowed


def may_notify_owner(context: Context, account_id: Id) -> bool:
    """Count a notice to the owner of a tried address; return False beyond the daily limit."""
    key = quota_key(context, account_id)
    return quotas.hit(context.tx, budgets.OWNER_NOTICES, key, context.now).allowed


def must_allow_registration(context: Context) -> None:
    """Raise TooManyRegistrations if the client address has reached the limit. Counts nothing."""
    _must_be_within_registrations(quotas.test, context)


def must_count_registration(context: Context) -> None:
    """Count a registration. Raise TooManyRegistrations beyond the hourly limit."""
    _must_be_within_registrations(quotas.hit, context)


def _must_be_within_registrations(count: Count, context: Context) -> None:
    limits = _by_address(context, budgets.REGISTRATIONS_BY_ADDRESS)
    _must_be_within(count, context, limits, errors.TooManyRegistrations)


def _must_be_within(
    count: Count,
    context: Context,
    limits: Sequence[Limit],
    error: Callable[[RateLimitResult], QuotaExceeded],
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


def _too_many_tries(result: RateLimitResult) -> errors.TooManyTries:
    return errors.TooManyTries(result, errors.TooManyTries.HAS_LINK)


def _by_address(context: Context, rule: Rule) -> list[Limit]:
    """Return the limits by client address, as the settings scale them."""
    factor = context.app.settings.address_limit_factor
    return [
        (rule.scaled(factor * scale), quota_key(context, network))
        for network, scale in client_addresses.networks(context.client.address)
    ]


def quota_key(context: Context, *parts: str) -> str:
    """Return the keyed digest under which an address or an account is counted."""
    return context.app.keyring.digest("quota", *parts)
