"""Notify applicants that a posting ended.

Everybody with an open application is notified once for each ending: the application is marked with
the time, and its applicant is not notified again when the posting is also deleted, or its owner
disabled. The mark is removed when the posting is open again. A later ending then sends another
notification, since the applicant has waited for the owner meanwhile.

Neither the e-mail nor the notification says why a posting was removed.
"""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.work.postings.notifications import Addressee, Ending, posting_ended
from bridgework.areas.work.postings.posting_type import PostingType
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx

AnyPosting = PostingType[Any, Any]

ENDINGS: Mapping[str, Ending] = {
    "closed": "closed",
    "filled": "filled",
    "expired": "expired",
    "rejected": "removed",
}
"""How a posting ended, by the status that it gets. A pending one is reviewed and has not ended."""

_AT_ONCE = 200
"""The number of applicants in one statement."""


def end(
    context: Context,
    posting_type: AnyPosting,
    posting_id: Id,
    owner_id: Id,
    how: Ending,
    *,
    names_posting: bool = True,
) -> None:
    """Mark the open applications to a locked posting, and notify their applicants.

    Accounts that are disabled or to be erased are not notified. Without `names_posting`, nothing
    says what the posting was: its owner is erased in this transaction.
    """
    queries = posting_type.endings
    ended = queries.mark_ended(context.tx, posting_id, context.now)
    kind = notifications.kind_of(f"{posting_type.kind}_application", f"posting_{how}")
    for start in range(0, len(ended), _AT_ONCE):
        new, emails = [], []
        for each in queries.list_applicants(context.tx, ended[start : start + _AT_ONCE]):
            title, company = "", ""
            if names_posting:
                title, company = each.applied_to.title, each.applied_to.company_name
            left = notifications.New(
                kind,
                each.applicant_id,
                each.id,
                title,
                title_by=owner_id if names_posting else None,
            )
            to = Addressee(each.applicant_id, each.email, owner_id if names_posting else None)
            email = posting_ended(to, posting_type.kind, title, company, how)
            new.append(left)
            emails.append(notifications.with_page(email, left))
        notifications.leave(context.tx, context.now, *new)
        context.enqueue_emails(emails)


def end_all_of(posting_type: AnyPosting, context: Context, account_id: Id, is_erased: bool) -> None:
    """End an account's postings, before it is disabled, hidden for its erasure or erased.

    With `is_erased`, the account is erased in this transaction.
    """
    for posting_id in posting_type.endings.lock_of_owner(context.tx, account_id):
        end(context, posting_type, posting_id, account_id, "removed", names_posting=not is_erased)


def reopen(posting_type: AnyPosting, tx: Tx, posting_id: Id) -> None:
    """Remove the marks of the applications to a posting if it is open again."""
    posting_type.endings.mark_reopened(tx, posting_id)
