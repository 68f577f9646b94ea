"""One-time codes: six digits by mail, bound to purpose, account, address and password.

Ten minutes, one use, few tries. Only a keyed digest is stored: who reads the database can't try
a million codes against it. A new password and a new address delete the account's codes; since the
digest covers the account's address and password hash, a code written by a concurrent request does
not verify after such a change either.
"""

import secrets
from datetime import datetime

from bridgework.areas.accounts import budgeting, letters, rules, store
from bridgework.areas.accounts.rules import Purpose
from bridgework.areas.accounts.shapes import Account
from bridgework.areas.audit import actions as audit
from bridgework.kit.db.transaction import Tx
from bridgework.kit.fields import email_key
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id

_DIGEST = "one-time-code"
_SWEPT_AT_ONCE = 500


def send_first(call: Call, account: Account) -> None:
    """Mail the code that proves the address of an account that is being made."""
    budgeting.count_first_code(call, email_key(account.email))
    _send_verification(call, account)


def send_verification(call: Call, account: Account, *, again: bool = False) -> None:
    """Mail a fresh code that proves the account's address, within the budgets."""
    key = email_key(account.email)
    budgeting.must_spend_mailed_code(call, key, "verify-email", account.id, again=again)
    _send_verification(call, account)


def send_reset(call: Call, account: Account) -> None:
    """Mail a fresh code that lets its owner set a new password, within the budgets."""
    key = email_key(account.email)
    budgeting.must_spend_mailed_code(call, key, "reset-password", account.id)
    code = _six_digits()
    expires = _put(call, account, "reset-password", code)
    call.enqueue_email(letters.reset_code, account, code, expires)


def send_change(call: Call, account: Account, new_email: str) -> None:
    """Mail a fresh code to the address that the account wants to have, within the budgets."""
    budgeting.must_spend_mailed_code(call, account.id, "change-email", account.id)
    code = _six_digits()
    expires = _put(call, account, "change-email", code, new_email)
    call.enqueue_email(letters.change_code, account, new_email, code, expires)


def send_no_change(call: Call, account: Account) -> None:
    """Do as `send_change`, but mail nothing: the former code ends, and no guess is the fresh one.

    For an address that is another's already, where the caller is not to learn so.
    """
    budgeting.must_spend_mailed_code(call, account.id, "change-email", account.id)
    _put(call, account, "change-email", secrets.token_urlsafe())


def is_good(call: Call, account_id: Id, purpose: Purpose, code: str) -> bool:
    """Whether `code` is the account's good one; it stays so."""
    return _good_digest(call, account_id, purpose, code) is not None


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some of the codes that are good no more."""
    return store.drop_expired_codes(tx, now, most=_SWEPT_AT_ONCE)


def use(call: Call, account_id: Id, purpose: Purpose, code: str, *, new_email: str = "") -> bool:
    """Whether `code` is the account's good one; if so, it is used up.

    `new_email` is the address that a code of the purpose change-email was mailed to.
    """
    digest = _good_digest(call, account_id, purpose, code, new_email)
    return digest is not None and store.use_code(call.tx, account_id, purpose, digest)


def _send_verification(call: Call, account: Account) -> None:
    code = _six_digits()
    expires = _put(call, account, "verify-email", code)
    call.enqueue_email(letters.verification_code, account, code, expires)
    audit.note(call, "account.send_code", target=account.id)


def _six_digits() -> str:
    return f"{secrets.randbelow(1_000_000):06d}"


def _put(
    call: Call, account: Account, purpose: Purpose, code: str, new_email: str = ""
) -> datetime:
    """Store the digest of `code` in place of the former's; returns when it expires."""
    expires = call.now + rules.CODE_LIFE
    # The address is the one that the code is mailed to. It is not read again: the account may have
    # another one by now.
    password_hash = store.password_hash(call.tx, account.id)
    parts = (purpose, account.id, email_key(account.email), password_hash, new_email, code)
    digest = call.kit.keyring.digest(_DIGEST, *parts)
    store.put_code(call.tx, account.id, purpose, digest, call.now, expires)
    return expires


def _good_digest(
    call: Call, account_id: Id, purpose: Purpose, code: str, new_email: str = ""
) -> str | None:
    """The digest of the good code if `code` is that; as long in coming if there is none."""
    found = store.good_code(call.tx, account_id, purpose, call.now)
    digest, key, password_hash = ("", "", "") if found is None else found
    parts = (purpose, account_id, key, password_hash, new_email, code)
    return digest if call.kit.keyring.matches(digest, _DIGEST, *parts) else None
