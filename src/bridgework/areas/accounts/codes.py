"""One-time codes: six digits by mail, bound to their purpose and account.

Ten minutes, one use, few tries. Only a keyed digest is stored: who reads the database can't try
a million codes against it.
"""

import secrets
from datetime import datetime

from bridgework.areas.accounts import budgeting, letters, rules, store
from bridgework.areas.accounts.rules import Purpose
from bridgework.areas.accounts.shapes import Account
from bridgework.areas.audit import actions as audit
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.call import Call
from bridgework.kit.ids import Id

_DIGEST = "one-time-code"
_SWEPT_AT_ONCE = 500


def send_verification(call: Call, account: Account) -> None:
    """Mail a fresh code that proves the account's address, within the budgets."""
    code, expires = _fresh(call, account, "verify-email")
    call.announce(letters.verification_code, account, code, expires)
    audit.note(call, "account.send_code", target=account.id)


def send_reset(call: Call, account: Account) -> None:
    """Mail a fresh code that lets its owner set a new password, within the budgets."""
    code, expires = _fresh(call, account, "reset-password")
    call.announce(letters.reset_code, account, code, expires)


def send_change(call: Call, account: Account, new_email: str) -> None:
    """Mail a fresh code to the address that the account wants to have, within the budgets."""
    code, expires = _fresh(call, account, "change-email")
    call.announce(letters.change_code, account, new_email, code, expires)


def is_good(call: Call, account_id: Id, purpose: Purpose, code: str) -> bool:
    """Whether `code` is the account's good one; it stays so."""
    return _good_digest(call, account_id, purpose, code) is not None


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some of the codes that are good no more."""
    return store.drop_expired_codes(tx, now, most=_SWEPT_AT_ONCE)


def use(call: Call, account_id: Id, purpose: Purpose, code: str) -> bool:
    """Whether `code` is the account's good one; if so, it is used up."""
    digest = _good_digest(call, account_id, purpose, code)
    return digest is not None and store.use_code(call.tx, account_id, purpose, digest)


def _fresh(call: Call, account: Account, purpose: Purpose) -> tuple[str, datetime]:
    budgeting.must_spend_mailed_code(call, account.id, purpose)
    code = f"{secrets.randbelow(1_000_000):06d}"
    expires = call.now + rules.CODE_LIFE
    digest = call.kit.keyring.digest(_DIGEST, purpose, account.id, code)
    store.put_code(call.tx, account.id, purpose, digest, call.now, expires)
    return code, expires


def _good_digest(call: Call, account_id: Id, purpose: Purpose, code: str) -> str | None:
    digest = store.code_digest(call.tx, account_id, purpose, call.now)
    if digest is None:
        return None
    fits = call.kit.keyring.matches(digest, _DIGEST, purpose, account_id, code)
    return digest if fits else None
