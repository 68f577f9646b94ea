"""E-mails to owners of postings and to applicants, who can unsubscribe from them."""

from collections.abc import Callable
from typing import Concatenate, NamedTuple, ParamSpec

from bridgework.areas.accounts import account_status
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from bridgework.kit.outbox.email import Email, Subscription

Facts = ParamSpec("Facts")


class Addressee(NamedTuple):
    """An account and its e-mail address."""

    account_id: Id
    email: str


def optional_email(name: str, kind: str, to: Addressee, **facts: str) -> Email:
    """Build an e-mail from the template `name`; `kind` is its subscription."""
    subscription = Subscription(to.account_id, kind)
    return Email(name, to.email, to.account_id, facts, subscription=subscription)


def notify(
    context: Context,
    account_id: Id,
    email: Callable[Concatenate[Addressee, Facts], Email],
    *facts: Facts.args,
    **keywords: Facts.kwargs,
) -> None:
    """Enqueue an e-mail to an account, in the transaction of the request."""
    address = account_status.email(context.tx, account_id)
    if address is not None:
        context.enqueue_email(email, Addressee(account_id, address), *facts, **keywords)
