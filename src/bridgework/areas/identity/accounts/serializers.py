"""From the values of an account to the record that the API returns."""

from collections.abc import Mapping

from bridgework.areas.identity.accounts import queries
from bridgework.areas.identity.accounts.schemas import Account
from bridgework.context import Context
from bridgework.kit.core import Id


def account(context: Context, account_id: Id) -> Account:
    """The account as its owner sees it, with the consultation cap that applies to it."""
    return _to_schema(context, queries.get_account_values(context.tx, account_id))


def unsaved_account(context: Context, values: Mapping[str, object]) -> Account:
    """The account that would have been created of these values, had its address been free."""
    return _to_schema(context, {name: values.get(name) for name in Account.model_fields})


def _to_schema(context: Context, values: Mapping[str, object]) -> Account:
    return Account.with_default_cap(values, context.app.settings.consultation_cap)
