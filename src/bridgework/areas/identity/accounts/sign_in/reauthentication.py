"""Reauthentication: a signed-in member enters the password again.

Verifying a password is slow, so it happens between two transactions: `check` reads the hash and
verifies the password; `must_hold` is called in the transaction that depends on it.
"""

from dataclasses import dataclass

from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.identity.accounts import errors, queries
from bridgework.areas.identity.accounts.queries import HashColumn
from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.areas.identity.accounts.sign_in.login_limits import FailureLimit
from bridgework.context import Context

REFUSALS = (errors.PasswordWrong, errors.TooManyPasswords)


@dataclass(frozen=True, slots=True)
class PasswordCheck:
    """The result of verifying a password, and the hash that was stored at that time."""

    limit: FailureLimit
    is_correct: bool
    hash: str
    column: HashColumn

    def must_hold(self, context: Context) -> None:
        """Raise PasswordWrong, counted and audited, if it was wrong or has changed since."""
        account_id = context.caller.account()
        current = queries.get_password_hash(context.tx, account_id, self.column)
        if not self.is_correct or current != self.hash:
            self.limit.count_failure(context, account_id, account_id)
            raise errors.PasswordWrong


def check(
    context: Context, password: str, action: AuditAction, column: HashColumn = "password_hash"
) -> PasswordCheck:
    """Verify the caller's password. Raises TooManyPasswords, audited."""
    account_id = context.caller.account()
    limit = login_limits.reauthentication(action)
    with context.write_transaction():  # a refusal is audited
        limit.must_allow(context, account_id, account_id)
        stored = queries.get_password_hash(context.tx, account_id, column)
    return PasswordCheck(limit, context.app.passwords.verify(stored, password), stored, column)
