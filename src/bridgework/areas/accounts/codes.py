"""One-time codes: six digits by mail, bound to their purpose and account.

Ten minutes, one use, few tries. Only a keyed digest is stored: who reads the database can't try
a million codes against it.
"""

import secrets
from datetime import datetime

from bridgework.areas.accounts import budgeting, letters, rules, store
from bridgework.areas.accounts.rules import Purpose
from bridgework.areas.accounts.shapes import Account
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.call import Call
from bridgework.kit.ids import Id

_DIGEST = "one-time-code"
_SWEPT_AT_ONCE = 500


def send_verification(call: Call, account: Account) -> None:
    """Mail a fresh code that proves the account's address, within the budgets."""
    budgeting.must_spend_mailed_code(call, account.id, "verify-email")
    code = f"{secrets.randbelow(1_000_000):06d}"
    expires = call.now + rules.CODE_LIFE
    digest = call.kit.keyring.digest(_DIGEST, "verify-email", account.id, code)
    store.put_code(call.tx, account.id, "verify-email", digest, call.now, expires)
    call.announce(letters.verification_code, account, code, expires)


def sweep(tx: Tx, now: datetime) -> int:
    """Drop some of the codes that are good no more."""
    return store.drop_expired_codes(tx, now, most=_SWEPT_AT_ONCE)


def use(call: Call, account_id: Id, purpose: Purpose, code: str) -> bool:
    """Whether `code` is the account's good one; if so, it is used up."""
    digest = store.code_digest(call.tx, account_id, purpose, call.now)
    if digest is None:
        return False
    fits = call.kit.keyring.matches(digest, _DIGEST, purpose, account_id, code)
    return fits and store.use_code(call.tx, account_id, purpose, digest)
