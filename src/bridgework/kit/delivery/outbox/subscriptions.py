"""Subscriptions to optional e-mails, and the unsubscribe links.

An unsubscribe token needs no sign-in and does not expire (RFC 8058 section 3.1). It is bound to
one account, or to the keyed digest of an address without an account, and to one kind of e-mail.
"""

import re
from collections.abc import Collection, Mapping
from datetime import datetime

import sqlalchemy as sa

from bridgework.kit.core import Id, is_id
from bridgework.kit.data.db import Tx, insert
from bridgework.kit.delivery.outbox.email import Subscription
from bridgework.kit.delivery.outbox.tables import notification_choices as choices
from bridgework.kit.delivery.outbox.tables import refused_addresses as refused
from bridgework.kit.security import Keyring

_LINK_PURPOSE = "unsubscribe"
_ADDRESS_PURPOSE = "refused-address"
_DIGEST = re.compile(r"[0-9a-f]{64}")


def address_digests(keyring: Keyring, email_key: str) -> tuple[str, ...]:
    """Return the digests of an address by every key, newest first."""
    return tuple(keyring.digests(_ADDRESS_PURPOSE, email_key))


def unsubscribed(tx: Tx, subscriptions: Collection[Subscription]) -> set[Subscription]:
    """Return those of the subscriptions whose recipients have unsubscribed.

    A choice of the account takes precedence over a choice for its address.
    """
    accounts = {
        subscription.account_id
        for subscription in subscriptions
        if subscription.account_id is not None
    }
    digests = {digest for subscription in subscriptions for digest in subscription.digests}
    preferences_by_kind: dict[tuple[Id, str], bool] = {}
    refusals: set[tuple[str, str]] = set()
    if accounts:
        of_accounts = sa.select(choices).where(choices.c.account_id.in_(accounts))
        preferences_by_kind = {
            (row.account_id, row.kind): row.wanted for row in tx.rows(of_accounts)
        }
    if digests:
        of_digests = sa.select(refused).where(refused.c.address_digest.in_(digests))
        refusals = {(row.address_digest, row.kind) for row in tx.rows(of_digests)}

    def is_subscribed(subscription: Subscription) -> bool:
        kind = subscription.kind
        if subscription.account_id is not None:
            preference = preferences_by_kind.get((subscription.account_id, kind))
            if preference is not None:
                return preference
        return refusals.isdisjoint((digest, kind) for digest in subscription.digests)

    return {subscription for subscription in subscriptions if not is_subscribed(subscription)}


def preferences(tx: Tx, account_id: Id) -> Mapping[str, bool]:
    """Return the choices of an account by kind; kinds without a choice are absent."""
    rows = tx.rows(
        sa.select(choices.c.kind, choices.c.wanted).where(choices.c.account_id == account_id)
    )
    return {row.kind: row.wanted for row in rows}


def set_preference(tx: Tx, subscription: Subscription, *, wanted: bool, now: datetime) -> None:
    """Subscribe or unsubscribe. Idempotent."""
    kind, digests = subscription.kind, subscription.digests
    values = {"wanted": wanted, "changed_at": now}
    if subscription.account_id is not None:
        row = {"account_id": subscription.account_id, "kind": kind, **values}
        upsert = insert(tx.dialect, choices).on_conflict_do_update(
            index_elements=[choices.c.account_id, choices.c.kind], set_=values
        )
        tx.execute(upsert, row)
    elif wanted:
        of_address = sa.and_(refused.c.address_digest.in_(digests), refused.c.kind == kind)
        tx.execute(refused.delete().where(of_address))
    else:
        row = {"address_digest": digests[0], "kind": kind, "changed_at": now}
        tx.execute(insert(tx.dialect, refused).on_conflict_do_nothing(), row)


def unsubscribe_token(keyring: Keyring, subscription: Subscription) -> str:
    """Return the token that an unsubscribe link ends in."""
    recipient = subscription.account_id or subscription.digests[0]
    signature = keyring.digest(_LINK_PURPOSE, recipient, subscription.kind)
    return f"{subscription.kind}.{recipient}.{signature}"


def from_token(keyring: Keyring, token: str) -> Subscription | None:
    """Return the subscription that a token is for, None if the token is not valid."""
    kind, _, rest = token.partition(".")
    recipient, _, signature = rest.partition(".")
    is_digest = _DIGEST.fullmatch(recipient) is not None
    if not (token.isascii() and (is_digest or is_id(recipient))):
        return None
    if not keyring.matches(signature, _LINK_PURPOSE, recipient, kind):
        return None
    if is_digest:
        return Subscription(None, kind, (recipient,))
    return Subscription(Id(recipient), kind)
