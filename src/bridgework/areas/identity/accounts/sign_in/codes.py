"""One-time codes: six digits by e-mail, bound to purpose, account, address and password.

A code is valid for ten minutes, one use and a few tries. Only a keyed digest is stored, so the
codes can't be guessed from a copy of the database. A new password and a new address delete the
account's codes. The digest also covers the address and the password hash, so that a code written by
a concurrent request is invalid after such a change, too.
"""

import secrets
from datetime import datetime

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts import emails, errors, policies, queries
from bridgework.areas.identity.accounts.policies import Purpose
from bridgework.areas.identity.accounts.schemas import Account
from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.validation import email_key

_DIGEST = "one-time-code"


def send_first(context: Context, account: Account) -> None:
    """E-mail the code that verifies the address of a new account."""
    login_limits.count_first_code(context, email_key(account.email))
    _send_verification(context, account)


def send_repeated(context: Context, account: Account) -> bool:
    """E-mail a code after another registration. Return False beyond the limits, and send none."""
    is_allowed = login_limits.count_first_code(context, email_key(account.email))
    if is_allowed:
        _send_verification(context, account)
    return is_allowed


def send_verification(context: Context, account: Account, *, again: bool = False) -> None:
    """E-mail a new code that verifies the account's address, within the limits."""
    key = email_key(account.email)
    login_limits.must_count_sent_code(context, key, "verify-email", account.id, again=again)
    _send_verification(context, account)


def send_reset(context: Context, account: Account) -> None:
    """E-mail a new code for a password reset, within the limits."""
    key = email_key(account.email)
    login_limits.must_count_sent_code(context, key, "reset-password", account.id)
    code = _six_digits()
    expires = _put(context, account, "reset-password", code)
    context.enqueue_email(emails.reset_code(account, code, expires))


def send_change(context: Context, account: Account, new_email: str, *, is_taken: bool) -> None:
    """E-mail a new code to the requested new address of an account, within the limits.

    With `is_taken`, another account has the address and the caller must not learn so: the previous
    code is replaced by one that can't be guessed, and nothing is e-mailed.
    """
    login_limits.must_count_sent_code(context, account.id, "change-email", account.id)
    if is_taken:
        _put(context, account, "change-email", secrets.token_urlsafe())
        return
    code = _six_digits()
    expires = _put(context, account, "change-email", code, new_email)
    context.enqueue_email(emails.change_code(account, new_email, code, expires))


def is_valid(context: Context, account_id: Id, purpose: Purpose, code: str) -> bool:
    """Return whether `code` is valid for the account, without using it."""
    return _valid_digest(context, account_id, purpose, code) is not None


def use(
    context: Context, account_id: Id, purpose: Purpose, code: str, *, new_email: str = ""
) -> bool:
    """Use a code; return whether it was valid for the account.

    `new_email` is the address that received a code of the purpose change-email.
    """
    digest = _valid_digest(context, account_id, purpose, code, new_email)
    return digest is not None and queries.use_code(context.tx, account_id, purpose, digest)


def refused(
    context: Context, purpose: Purpose, account_id: Id | None, message: str | None = None
) -> errors.CodeInvalid:
    """Audit an invalid code, with or without an account; return the error to raise."""
    audit.note(context, login_limits.CODE_ACTIONS[purpose], target=account_id, outcome="failed")
    return errors.CodeInvalid(message)


def _send_verification(context: Context, account: Account) -> None:
    code = _six_digits()
    expires = _put(context, account, "verify-email", code)
    contested_at = queries.find_contest(context.tx, account.id)
    context.enqueue_email(emails.verification_code(account, code, expires, contested_at))
    audit.note(context, "account.send_code", target=account.id)


def _six_digits() -> str:
    return f"{secrets.randbelow(1_000_000):06d}"


def _put(
    context: Context, account: Account, purpose: Purpose, code: str, new_email: str = ""
) -> datetime:
    """Replace the stored code; return the expiry of the new one."""
    expires = context.now + policies.CODE_LIFE
    # Use the address that the code is sent to. The account may have a different one meanwhile.
    password_hash = queries.get_password_hash(context.tx, account.id)
    parts = (purpose, account.id, email_key(account.email), password_hash, new_email, code)
    digest = context.app.keyring.digest(_DIGEST, *parts)
    queries.put_code(context.tx, account.id, purpose, digest, context.now, expires)
    return expires


def _valid_digest(
    context: Context, account_id: Id, purpose: Purpose, code: str, new_email: str = ""
) -> str | None:
    """Return the digest of `code` if it is valid, in constant time."""
    stored = queries.find_valid_code(context.tx, account_id, purpose, context.now)
    digest, key, password_hash = stored or ("", "", "")
    parts = (purpose, account_id, key, password_hash, new_email, code)
    return digest if context.app.keyring.matches(digest, _DIGEST, *parts) else None
