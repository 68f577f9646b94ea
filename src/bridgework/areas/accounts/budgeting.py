"""The quotas of accounts: how often one may fail, try, register, and be written to.

Contract section 1, "Further budgets". Each is counted on its own. A wrong guess at a secret,
and one that is refused for the many before it, is noted in the audit log.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from bridgework.areas.accounts import rules
from bridgework.areas.accounts.rules import Purpose
from bridgework.areas.accounts.store import AccountRow
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.shapes import Action
from bridgework.kit.http import client_ip
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id
from bridgework.kit.rate_limit import quotas
from bridgework.kit.rate_limit.quotas import QuotaExceeded
from bridgework.kit.rate_limit.sliding_window import Rule


@dataclass(frozen=True, slots=True)
class Door:
    """A way to sign in, with its own count of failures by account and by address."""

    action: Action
    by_account: Rule
    by_address: Rule

    def must_be_open(self, call: Call, email_key: str, known: AccountRow | None) -> None:
        """Raise TooManySignIns once too many failed, for this account or from this address."""
        with _refusal_noted(call, self.action, _id(known)):
            for rule, key in self._quotas(call, email_key):
                _must_allow(call, rule, key, rules.TooManySignIns)

    def count_failure(self, call: Call, email_key: str, known: AccountRow | None) -> None:
        """Count and note a failure. Raise TooManySignIns if this one was already too many."""
        with _refusal_noted(call, self.action, _id(known)):
            for rule, key in self._quotas(call, email_key):
                _must_spend(call, rule, key, rules.TooManySignIns)
        audit.note(call, self.action, target=_id(known), outcome="failed")

    def forget_failures(self, call: Call, email_key: str) -> None:
        """A success: what failed before it no longer counts against the account."""
        quotas.reset(call.tx, self.by_account, _key(call, email_key))

    def _quotas(self, call: Call, email_key: str) -> list[tuple[Rule, str]]:
        return [(self.by_account, _key(call, email_key)), _by_address(call, self.by_address)]


MEMBERS = Door(
    "account.sign_in", rules.SIGN_INS_FAILED_BY_ACCOUNT, rules.SIGN_INS_FAILED_BY_ADDRESS
)
ADMINISTRATORS = Door(
    "admin.sign_in", rules.ADMIN_SIGN_INS_FAILED_BY_ACCOUNT, rules.ADMIN_SIGN_INS_FAILED_BY_ADDRESS
)
CODE_TAKEN_FOR: Mapping[Purpose, Action] = {
    "verify-email": "account.verify_email",
    "reset-password": "account.reset_password",
    "change-email": "account.change_email",
}
"""What a code of each purpose lets somebody do."""
CODE_ASKED_BY: Mapping[Purpose, Action] = {
    "verify-email": "account.send_code",
    "reset-password": "account.ask_reset",
    "change-email": "account.ask_email_change",
}
"""By what somebody has a code of each purpose mailed."""


def must_allow_password(call: Call, account_id: Id, action: Action) -> None:
    """Raise TooManyPasswords once a signed-in member gave too many wrong ones."""
    with _refusal_noted(call, action, account_id):
        _must_allow(call, *_by_member(call, account_id), rules.TooManyPasswords)


def count_wrong_password(call: Call, account_id: Id, action: Action) -> None:
    """Count and note a wrong one. Raise TooManyPasswords if this one was already too many."""
    with _refusal_noted(call, action, account_id):
        _must_spend(call, *_by_member(call, account_id), rules.TooManyPasswords)
    audit.note(call, action, target=account_id, outcome="failed")


def must_spend_code_try(
    call: Call, email_key: str, purpose: Purpose, account_id: Id | None
) -> None:
    """Count a try at a code. Raise TooManyTries past the fifth, whatever code it is."""
    with _refusal_noted(call, CODE_TAKEN_FOR[purpose], account_id):
        _must_spend(call, *_by_address(call, rules.CODE_TRIES_BY_ADDRESS), rules.TooManyTries)
        key = _key(call, email_key, purpose)
        _must_spend(call, rules.CODE_TRIES, key, rules.TooManyTries)


def note_wrong_code(call: Call, purpose: Purpose, account_id: Id | None) -> None:
    """Note that a code was taken for none of the account's, be there an account or not."""
    audit.note(call, CODE_TAKEN_FOR[purpose], target=account_id, outcome="failed")


def forget_code_tries(call: Call, email_key: str, purpose: Purpose) -> None:
    """A success: the tries before it no longer count."""
    quotas.reset(call.tx, rules.CODE_TRIES, _key(call, email_key, purpose))


def must_spend_mailed_code(
    call: Call, counted_by: str, purpose: Purpose, account_id: Id | None, *, again: bool = False
) -> None:
    """Count a code that is mailed. Raise TooManyCodes past the hour's or the day's.

    One that is asked for `again` waits for a minute besides. It is counted by the e-mail's key,
    be there an account or not; by the account where that is to have another address.
    """
    key = _key(call, counted_by, purpose)
    with _refusal_noted(call, CODE_ASKED_BY[purpose], account_id):
        _must_spend_mail(call, key, rules.TooManyCodes, again=again)


def must_spend_invitation(call: Call, email_key: str, account_id: Id, *, again: bool) -> None:
    """Count an e-mailed invitation of an administrator. Raise TooManyInvitations past the limits.

    They are those of codes: 5 an hour, 20 a day and, sent `again`, one a minute.
    """
    key = _key(call, email_key, "admin-invitation")
    with _refusal_noted(call, "admin.invite", account_id):
        _must_spend_mail(call, key, rules.TooManyInvitations, again=again)


def count_first_code(call: Call, email_key: str) -> None:
    """Count the code of a registration, which is mailed whatever was asked for before.

    Else nobody could register whose address somebody keeps asking codes for.
    """
    key = _key(call, email_key, "verify-email")
    for rule in (rules.CODES_MAILED_AN_HOUR, rules.CODES_MAILED_A_DAY):
        quotas.hit(call.tx, rule, key, call.now)


def spend_word_to_owner(call: Call, account_id: Id) -> bool:
    """Count a word to an owner whose address others try; False past the day's."""
    key = _key(call, account_id)
    return quotas.hit(call.tx, rules.WORDS_TO_AN_OWNER, key, call.now).allowed


def must_allow_registration(call: Call) -> None:
    """Raise TooManyRegistrations once too many were made from this address; counts nothing."""
    quota = _by_address(call, rules.REGISTRATIONS_BY_ADDRESS)
    _must_allow(call, *quota, rules.TooManyRegistrations)


def must_spend_registration(call: Call) -> None:
    """Count an account that is made. Raise TooManyRegistrations past the hour's."""
    _must_spend(
        call, *_by_address(call, rules.REGISTRATIONS_BY_ADDRESS), rules.TooManyRegistrations
    )


@contextmanager
def _refusal_noted(call: Call, action: Action, account_id: Id | None) -> Iterator[None]:
    """Note that a quota is exceeded. Its problem keeps, so the call may write."""
    try:
        yield
    except QuotaExceeded:
        audit.note(call, action, target=account_id, outcome="refused")
        raise


def _id(known: AccountRow | None) -> Id | None:
    return None if known is None else Id(known.id)


def _by_member(call: Call, account_id: Id) -> tuple[Rule, str]:
    return rules.PASSWORDS_FAILED_BY_ACCOUNT, _key(call, account_id)


def _by_address(call: Call, rule: Rule) -> tuple[Rule, str]:
    default = call.kit.settings.rate_limit
    return rules.scaled(rule, default), _key(call, client_ip.network(call.address))


def _must_spend_mail(call: Call, key: str, problem: type[QuotaExceeded], *, again: bool) -> None:
    limits = [rules.CODES_RESENT] if again else []
    limits += [rules.CODES_MAILED_AN_HOUR, rules.CODES_MAILED_A_DAY]
    for rule in limits:  # what one of them refuses counts with none
        _must_allow(call, rule, key, problem)
    for rule in limits:
        _must_spend(call, rule, key, problem)


def _must_allow(call: Call, rule: Rule, key: str, problem: type[QuotaExceeded]) -> None:
    result = quotas.test(call.tx, rule, key, call.now)
    if not result.allowed:
        raise problem(result)


def _must_spend(call: Call, rule: Rule, key: str, problem: type[QuotaExceeded]) -> None:
    result = quotas.hit(call.tx, rule, key, call.now)
    if not result.allowed:
        raise problem(result)


def _key(call: Call, *parts: str) -> str:
    return call.kit.keyring.digest("budget", *parts)
