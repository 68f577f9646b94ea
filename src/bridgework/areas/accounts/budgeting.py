"""The budgets of accounts: how often one may fail, try, register, and be written to.

Contract section 1, "Further budgets". Each has a counter of its own.
"""

from bridgework.areas.accounts import rules
from bridgework.areas.accounts.rules import Purpose
from bridgework.kit.http.call import Call
from bridgework.kit.ids import Id
from bridgework.kit.limits import budgets
from bridgework.kit.limits.budgets import BudgetSpent
from bridgework.kit.limits.window import Rule


def must_allow_sign_in(call: Call, email_key: str) -> None:
    """Raise TooManySignIns once too many failed, for this account or from this address."""
    for rule, key in _sign_in(call, email_key):
        verdict = budgets.peek(call.tx, rule, key, call.now)
        if not verdict.allowed:
            raise rules.TooManySignIns(verdict)


def count_failed_sign_in(call: Call, email_key: str) -> None:
    """Count a failure. Raise TooManySignIns if this one was already too many."""
    for rule, key in _sign_in(call, email_key):
        _must_spend(call, rule, key, rules.TooManySignIns)


def forget_failed_sign_ins(call: Call, email_key: str) -> None:
    """A success: what failed before it no longer counts against the account."""
    rule, key = _sign_in(call, email_key)[0]
    budgets.forget(call.tx, rule, key)


def must_spend_code_try(call: Call, email_key: str, purpose: Purpose) -> None:
    """Count a try at a code. Raise TooManyTries past the fifth, whatever code it is."""
    _must_spend(call, *_by_address(call, rules.CODE_TRIES_BY_ADDRESS), rules.TooManyTries)
    key = _key(call, email_key, purpose)
    _must_spend(call, rules.CODE_TRIES, key, rules.TooManyTries)


def forget_code_tries(call: Call, email_key: str, purpose: Purpose) -> None:
    """A success: the tries before it no longer count."""
    budgets.forget(call.tx, rules.CODE_TRIES, _key(call, email_key, purpose))


def must_spend_mailed_code(call: Call, account_id: Id, purpose: Purpose) -> None:
    """Count a code that is mailed. Raise TooManyCodes past the hour's or the day's."""
    key = _key(call, account_id, purpose)
    for rule in (rules.CODES_MAILED_AN_HOUR, rules.CODES_MAILED_A_DAY):
        _must_spend(call, rule, key, rules.TooManyCodes)


def must_spend_resend(call: Call, account_id: Id, purpose: Purpose) -> None:
    """Raise TooManyCodes if a code was asked for within the last minute."""
    _must_spend(call, rules.CODES_RESENT, _key(call, account_id, purpose), rules.TooManyCodes)


def must_allow_registration(call: Call) -> None:
    """Raise TooManyRegistrations once too many were made from this address; counts nothing."""
    verdict = budgets.peek(call.tx, *_by_address(call, rules.REGISTRATIONS_BY_ADDRESS), call.now)
    if not verdict.allowed:
        raise rules.TooManyRegistrations(verdict)


def must_spend_registration(call: Call) -> None:
    """Count an account that is made. Raise TooManyRegistrations past the hour's."""
    _must_spend(
        call, *_by_address(call, rules.REGISTRATIONS_BY_ADDRESS), rules.TooManyRegistrations
    )


def _sign_in(call: Call, email_key: str) -> list[tuple[Rule, str]]:
    return [
        (rules.SIGN_INS_FAILED_BY_ACCOUNT, _key(call, email_key)),
        _by_address(call, rules.SIGN_INS_FAILED_BY_ADDRESS),
    ]


def _by_address(call: Call, rule: Rule) -> tuple[Rule, str]:
    default = call.kit.settings.rate_limit
    return rules.scaled(rule, default), _key(call, call.address)


def _must_spend(call: Call, rule: Rule, key: str, problem: type[BudgetSpent]) -> None:
    verdict = budgets.spend(call.tx, rule, key, call.now)
    if not verdict.allowed:
        raise problem(verdict)


def _key(call: Call, *parts: str) -> str:
    return call.kit.keyring.digest("budget", *parts)
