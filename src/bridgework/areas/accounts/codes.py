"""One-time codes: six digits by e-mail, bound to purpose, account, address and password.

Ten minutes, one use, few tries. Only a keyed digest is stored: who reads the database can't try
a million codes against it. A new password and a new address delete the account's codes; since the
digest covers the account's address and password hash, a code written by a concurrent request does
not verify after such a change either.
"""

import secrets
from datetime import datetime

from bridgework.areas.accounts import emails, errors, login_limits, policies, queries
from bridgework.areas.accounts.policies import Purpose
from bridgework.areas.accounts.schemas import Account
from bridgework.areas.audit import actions as audit
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id

_DIGEST = "one-time-code"


def send_first(context: Context, account: Account) -> None:
    """E-mail the code that verifies the address of a new account."""
    login_limits.count_first_code(context, email_key(account.email))
    _send_verification(context, account)


def send_verification(context: Context, account: Account, *, again: bool = False) -> None:
    """E-mail a new code that verifies the account's address, within the limits."""
    key = email_key(account.email)
    login_limits.must_spend_mailed_code(context, key, "verify-email", account.id, again=again)
    _send_verification(context, account)


def send_reset(context: Context, account: Account) -> None:
    """E-mail a new code that allows to set a new password, within the limits."""
    key = email_key(account.email)
    login_limits.must_spend_mailed_code(context, key, "reset-password", account.id)
    code = _six_digits()
    expires = _put(context, account, "reset-password", code)
    context.enqueue_email(emails.reset_code, account, code, expires)


def send_change(context: Context, account: Account, new_email: str, *, is_taken: bool) -> None:
    """E-mail a new code to the address that the account wants to have, within the limits.

    If that is another's already, and the caller must not learn so, the former code ends, nothing is
    e-mailed, and no guess is the new one.
    """
    login_limits.must_spend_mailed_code(context, account.id, "change-email", account.id)
    if is_taken:
        _put(context, account, "change-email", secrets.token_urlsafe())
        return
    code = _six_digits()
    expires = _put(context, account, "change-email", code, new_email)
    context.enqueue_email(emails.change_code, account, new_email, code, expires)


def is_valid(context: Context, account_id: Id, purpose: Purpose, code: str) -> bool:
    """Whether `code` is the account's valid one; it stays so."""
    return _valid_digest(context, account_id, purpose, code) is not None


def use(
    context: Context, account_id: Id, purpose: Purpose, code: str, *, new_email: str = ""
) -> bool:
    """Whether `code` is the account's valid one; if so, it is used up.

    `new_email` is the address that a code of the purpose change-email was sent to.
    """
    digest = _valid_digest(context, account_id, purpose, code, new_email)
    return digest is not None and queries.use_code(context.tx, account_id, purpose, digest)


def refused(
    context: Context, purpose: Purpose, account_id: Id | None, message: str | None = None
) -> errors.CodeInvalid:
    """Audit that a code is not valid, whether there is an account or not; returns the error."""
    audit.note(context, login_limits.CODE_ACTIONS[purpose], target=account_id, outcome="failed")
    return errors.CodeInvalid(message)


def _send_verification(context: Context, account: Account) -> None:
    code = _six_digits()
    expires = _put(context, account, "verify-email", code)
    context.enqueue_email(emails.verification_code, account, code, expires)
    audit.note(context, "account.send_code", target=account.id)


def _six_digits() -> str:
    return f"{secrets.randbelow(1_000_000):06d}"


def _put(
    context: Context, account: Account, purpose: Purpose, code: str, new_email: str = ""
) -> datetime:
    """Store the digest of `code` in place of the former's; returns when it expires."""
    expires = context.now + policies.CODE_LIFE
    # The address is the one that the code is sent to. It is not read again: the account may have
    # another one by now.
    password_hash = queries.password_hash(context.tx, account.id)
    parts = (purpose, account.id, email_key(account.email), password_hash, new_email, code)
    digest = context.app.keyring.digest(_DIGEST, *parts)
    queries.put_code(context.tx, account.id, purpose, digest, context.now, expires)
    return expires


def _valid_digest(
    context: Context, account_id: Id, purpose: Purpose, code: str, new_email: str = ""
) -> str | None:
    """The digest of the valid code if `code` is that; takes as long if there is none."""
    found = queries.valid_code(context.tx, account_id, purpose, context.now)
    digest, key, password_hash = ("", "", "") if found is None else found
    parts = (purpose, account_id, key, password_hash, new_email, code)
    return digest if context.app.keyring.matches(digest, _DIGEST, *parts) else None
