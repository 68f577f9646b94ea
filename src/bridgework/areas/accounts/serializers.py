"""From the row of an account to the record that the API returns."""

from bridgework.areas.accounts import store
from bridgework.areas.accounts.shapes import Account
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id


def account(call: Call, account_id: Id) -> Account:
    """The account as its owner sees it, with the consultation cap that applies to it."""
    default_cap = call.kit.settings.consultation_cap
    return Account.from_row(store.account_values(call.tx, account_id), default_cap=default_cap)
