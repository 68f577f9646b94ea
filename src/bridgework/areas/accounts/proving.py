"""Proving oneself once more: what is asked of a member whose session alone is not enough.

A password takes long to check, so it is done between two transactions: `proof` reads and checks,
`must_stand` is called in the transaction that acts on it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bridgework.areas.accounts import budgeting, rules, store
from bridgework.areas.audit.shapes import Action
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id


@dataclass(frozen=True, slots=True)
class Proof:
    """A password that was given for an act, checked against what was stored then."""

    action: Action
    fits: bool
    stored: str
    read: Callable[[Tx, Id], str]

    def must_stand(self, call: Call) -> None:
        """Raise PasswordWrong, counted and noted, if it did not fit or was changed meanwhile."""
        account_id = call.caller.account()
        if not self.fits or self.read(call.tx, account_id) != self.stored:
            budgeting.count_wrong_password(call, account_id, self.action)
            raise rules.PasswordWrong


def proof(
    call: Call,
    given: str,
    action: Action,
    *,
    read: Callable[[Tx, Id], str] = store.password_hash,
) -> Proof:
    """Check the caller's password, or the one that `read` reads the hash of.

    Raises TooManyPasswords, noted.
    """
    account_id = call.caller.account()
    with call.writing():  # a refusal is noted
        budgeting.must_allow_password(call, account_id, action)
        stored = read(call.tx, account_id)
    return Proof(action, call.kit.passwords.verify(stored, given), stored, read)
