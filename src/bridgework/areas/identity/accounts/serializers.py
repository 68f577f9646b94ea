"""From an account to the record that the API returns."""

from bridgework.areas.identity.accounts import queries
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.identity.accounts.schemas import Account
from bridgework.context import Context
from bridgework.kit.core import Id


def account(context: Context, account_id: Id) -> Account:
    """The account as its owner sees it, with the consultation cap that applies to it."""
    return to_schema(context, queries.get_account(context.tx, account_id))


def to_schema(context: Context, stored: StoredAccount) -> Account:
    return Account.with_default_cap(stored, context.app.settings.consultation_cap)
