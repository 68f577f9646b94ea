"""Discretion: answering for an address that somebody has as for one that nobody has.

Only where the settings do not reveal accounts. What is told is the same, budgets count the same,
the response time is padded (`levelled` at the route), and the owner is notified by e-mail.
"""

from collections.abc import Mapping

from bridgework.areas.accounts import budgeting, letters, serializers, store
from bridgework.areas.accounts.letters import Tried
from bridgework.areas.accounts.shapes import Account
from bridgework.kit.http.context import Call


def reveals(call: Call) -> bool:
    """Whether callers may learn if an address has an account, as the specification has it."""
    return call.kit.settings.reveal_accounts


def as_if_made(call: Call, values: Mapping[str, object]) -> Account:
    """The account that would have been made of these values, had its address been free."""
    row = {name: values.get(name) for name in Account.model_fields}
    return Account.from_row(row, default_cap=call.kit.settings.consultation_cap)


def tell_owner(call: Call, known: store.AccountRow, tried: Tried) -> None:
    """Tell the owner that somebody wanted their address, a few times a day at most."""
    if known.disabled_at is None and budgeting.spend_word_to_owner(call, known.id):
        call.enqueue_email(letters.address_tried, serializers.account(call, known.id), tried)
