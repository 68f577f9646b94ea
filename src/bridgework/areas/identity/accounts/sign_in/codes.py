"""One-time codes: six digits by e-mail, bound to purpose, account, address and password.

A code is valid for ten minutes, one use and a few tries. Only a keyed digest is stored, so the
codes can't be guessed from a copy of the database. A new password and a new address delete the
account's codes. The digest also covers the address and the password hash, so that a code written by
a concurrent request is invalid after such a change, too.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime

from pydantic import MISSING

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts import emails, errors, policies, queries
from bridgework.areas.identity.accounts.policies import Purpose
from bridgework.areas.identity.accounts.schemas import Account
from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.security import secret_tokens
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
    code, link_token = _six_digits(), secret_tokens.generate_token()
    expires = _put(context, account, "reset-password", code, link_token=link_token)
    context.enqueue_email(emails.reset_code(account, code, link_token, expires))


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


@dataclass(frozen=True, slots=True)
class CodeTry:
    """A counted try of a code."""

    key: str
    purpose: Purpose
    account_id: Id | None
    has_link: bool

    def fail(self, context: Context, message: str | None = None) -> errors.CodeInvalid:
        """Count and audit a wrong code, with or without an account; return the error to raise."""
        if not self.has_link:
            login_limits.count_wrong_code(context, self.key, self.purpose)
        action = login_limits.CODE_ACTIONS[self.purpose]
        audit.note(context, action, target=self.account_id, outcome="failed")
        return errors.CodeInvalid(message)

    def succeed(self, context: Context) -> None:
        """Reset the last tries after a right code."""
        login_limits.reset_code_tries(context, self.key, self.purpose)


def must_count_try(
    context: Context,
    key: str,
    purpose: Purpose,
    account_id: Id | None,
    link_token: str | MISSING = MISSING,
) -> CodeTry:
    """Count a try of a code. Raises TooManyTries beyond a limit, even for the right code.

    With the token in the link of the newest e-mail, which only its recipient knows, the try counts
    on its own: the tries of others do not refuse it.
    """
    link = _valid_link(context, account_id, purpose, link_token)
    if link is None or account_id is None:
        login_limits.must_count_code_try(context, key, purpose, account_id)
    else:
        login_limits.must_count_link_try(context, link, purpose, account_id)
    return CodeTry(key, purpose, account_id, has_link=link is not None)


def _send_verification(context: Context, account: Account) -> None:
    code, link_token = _six_digits(), secret_tokens.generate_token()
    expires = _put(context, account, "verify-email", code, link_token=link_token)
    contested_at = queries.find_contest(context.tx, account.id)
    context.enqueue_email(
        emails.verification_code(account, code, link_token, expires, contested_at)
    )
    audit.note(context, "account.send_code", target=account.id)


def _six_digits() -> str:
    return f"{secrets.randbelow(1_000_000):06d}"


def _put(
    context: Context,
    account: Account,
    purpose: Purpose,
    code: str,
    new_email: str = "",
    *,
    link_token: str | None = None,
) -> datetime:
    """Replace the stored code; return the expiry of the new one."""
    expires = context.now + policies.CODE_LIFE
    # Use the address that the code is sent to. The account may have a different one meanwhile.
    password_hash = queries.get_password_hash(context.tx, account.id)
    parts = (purpose, account.id, email_key(account.email), password_hash, new_email, code)
    digest = context.app.keyring.digest(_DIGEST, *parts)
    link = None if link_token is None else secret_tokens.digest(link_token)
    queries.put_code(context.tx, account.id, purpose, digest, context.now, expires, link=link)
    return expires


def _valid_link(
    context: Context, account_id: Id | None, purpose: Purpose, link_token: str | MISSING
) -> str | None:
    """Return the digest of the link's token if it is that of the valid code."""
    if account_id is None or not isinstance(link_token, str):
        return None
    stored = queries.find_valid_link(context.tx, account_id, purpose, context.now)
    digest = secret_tokens.digest(link_token)
    is_valid = stored is not None and secrets.compare_digest(stored, digest)
    return digest if is_valid else None


def _valid_digest(
    context: Context, account_id: Id, purpose: Purpose, code: str, new_email: str = ""
) -> str | None:
    """Return the digest of `code` if it is valid, in constant time."""
    stored = queries.find_valid_code(context.tx, account_id, purpose, context.now)
    digest, key, password_hash = stored or ("", "", "")
    parts = (purpose, account_id, key, password_hash, new_email, code)
    return digest if context.app.keyring.matches(digest, _DIGEST, *parts) else None
