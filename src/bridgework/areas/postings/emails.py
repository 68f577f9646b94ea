"""Who gets an e-mail about a posting, and how it can be unsubscribed from."""

from typing import NamedTuple

from bridgework.kit.ids import Id
from bridgework.kit.outbox.email import Email, Subscription


class Addressee(NamedTuple):
    """An account and its e-mail address."""

    account_id: Id
    email: str


def optional(name: str, kind: str, to: Addressee, **facts: str) -> Email:
    """Build an e-mail by its template's name; `kind` is the subscription that it belongs to."""
    subscription = Subscription(to.account_id, kind)
    return Email(name, to.email, to.account_id, facts, subscription=subscription)
