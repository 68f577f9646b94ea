"""E-mails to owners of postings and to applicants, who can unsubscribe from them.

Each is left with a notification.
"""

from collections.abc import Callable
from typing import Concatenate, Literal, NamedTuple, ParamSpec

from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.people.matching.actions import PostingKind
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Email, Subscription

Facts = ParamSpec("Facts")
Ending = Literal["closed", "filled", "expired", "removed"]
"""How a posting ended, as its applicants read it."""


class Addressee(NamedTuple):
    """An account and its e-mail address."""

    account_id: Id
    email: str
    other_id: Id | None = None
    """The other party of an application, whom the e-mail names."""


def optional_email(name: str, kind: str, to: Addressee, **facts: str) -> Email:
    """Build an e-mail from the template `name`; `kind` is its subscription."""
    subscription = Subscription(to.account_id, kind)
    names = () if to.other_id is None else (to.other_id,)
    return Email(name, to.email, to.account_id, facts, subscription=subscription, names=names)


def posting_ended(to: Addressee, noun: PostingKind, title: str, company: str, how: Ending) -> Email:
    """Tell an applicant how a posting ended; the title is empty if its owner is erased."""
    facts = {"noun": noun, "title": title, "company": company, "how": how}
    return optional_email("postings/posting_ended", "application_decided", to, **facts)


def notify(
    context: Context,
    new: notifications.New,
    create_email: Callable[Concatenate[Addressee, Facts], Email],
    other_id: Id | None,
    *facts: Facts.args,
    **keywords: Facts.kwargs,
) -> None:
    """Leave a notification with its e-mail, in the transaction of the request.

    `other_id` is the other party of an application, whom the e-mail names.
    """
    address, email = account_status.email(context.tx, new.account_id), None
    if address is not None:
        to = Addressee(new.account_id, address, other_id)
        email = create_email(to, *facts, **keywords)
    notifications.leave_with_email(context, new, email)
