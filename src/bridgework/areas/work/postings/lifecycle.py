"""Reads and changes of postings of every type."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, TypeVar

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import decisions
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.work.postings import schemas
from bridgework.areas.work.postings.endings import actions as endings
from bridgework.areas.work.postings.notifications import notify
from bridgework.areas.work.postings.policies import PostingFacts, PostingRule
from bridgework.areas.work.postings.posting_type import PostingType
from bridgework.areas.work.postings.queries import Posting
from bridgework.areas.work.postings.records import P, PostingRecord
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, cursors, hidden_by_decision
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, replaced
from bridgework.kit.data.pagination import CursorPage, OffsetPage, offset

AnyPosting = PostingType[Any, Any]
Page = TypeVar("Page", bound=CursorPage[Any])
NumberedPage = TypeVar("NumberedPage", bound=OffsetPage[Any])


def list_open(
    context: Context, posting_type: AnyPosting, query: schemas.OpenPostingsQuery, page: type[Page]
) -> Page:
    """Return a page of the open postings that match the query."""
    list_name = f"open_{posting_type.kind}s"
    request = cursors.page_request(context, query, list_name)
    search = posting_type.search
    postings = search.list_open(context.tx, context.caller, query, request, context.now)
    return cursors.to_page(context, query, page, postings, list_name)


def list_mine(
    context: Context, posting_type: AnyPosting, query: schemas.StatusQuery[Any], page: type[Page]
) -> Page:
    """Return a page of the caller's own postings."""
    list_name = f"my_{posting_type.kind}s"
    request = cursors.page_request(context, query, list_name)
    queries = posting_type.queries
    postings = queries.list_mine(context.tx, context.caller, query.status, request, context.now)
    return cursors.to_page(context, query, page, postings, list_name)


def list_all(
    context: Context,
    posting_type: AnyPosting,
    query: schemas.AllPostingsQuery[Any],
    page: type[NumberedPage],
) -> NumberedPage:
    """Return a page of all postings that match the query."""
    search = posting_type.search
    items, total = search.list_all(context.tx, context.caller, query, context.now)
    return offset.to_page(query, page, items, total)


def export_all(
    context: Context,
    posting_type: PostingType[P, Posting],
    query: schemas.AllPostingsQuery[Any],
) -> Iterator[Sequence[Posting]]:
    """Return all postings that match the query, in batches."""
    database, search = context.app.database, posting_type.search
    return search.batches(database, context.caller, query, context.now)


def find_open(posting_type: PostingType[P, Any], tx: Tx, posting_id: Id, now: datetime) -> P | None:
    """Return a posting that is open now, of an active owner."""
    posting = posting_type.queries.find_matchable(tx, posting_id)
    if posting is None or posting_type.status_of(posting, now) != posting_type.open_status:
        return None
    return posting


def get(
    context: Context, posting_type: PostingType[P, Posting], posting_id: Id
) -> tuple[Posting, int]:
    """Return a posting that the caller may see, and its version, or raise `not_found`."""
    versioned = posting_type.queries.find(context.tx, context.caller, posting_id, context.now)
    if versioned is None:
        raise posting_type.not_found
    return versioned


def read(
    context: Context, posting_type: PostingType[P, Posting], posting_id: Id
) -> tuple[Posting, int]:
    """Return what `get` does, and to administrators also a hidden posting, or raise `not_found`."""
    if not context.caller.is_admin:
        return get(context, posting_type, posting_id)
    found = posting_type.queries.find_hidden(context.tx, context.caller, posting_id, context.now)
    if found is None:
        return get(context, posting_type, posting_id)
    posting, version, hidden_at = found
    members = {
        "hidden": hidden_by_decision(context.tx, posting_id, hidden_at),
        # No other operation finds a hidden posting.
        "allowed_actions": [f"get{posting_type.kind.capitalize()}"],
    }
    return posting.model_copy(update=members), version


def add(context: Context, posting_type: PostingType[P, Posting], new: P) -> Posting:
    """Create a posting, and match it if it is open."""
    posting_type.writes.add(context.tx, new)
    change_feed.announce_state(context.tx, posting_type.kind, new.status, new.id)
    update_matches(posting_type, context.tx, new.id)
    posting, _ = get(context, posting_type, new.id)
    return posting


def lock(
    context: Context,
    posting_type: PostingType[P, Any],
    rule: PostingRule,
    posting_id: Id,
    check_version: CheckVersion,
) -> P:
    """Lock a posting for an operation that its rule allows, and check its version.

    Raises `not_found`, PreconditionFailed or an error of the rule. What refuses an administrator
    names the last decision.
    """
    get(context, posting_type, posting_id)
    before = posting_type.queries.lock(context.tx, posting_id)
    if before is None:
        raise posting_type.not_found
    facts = PostingFacts(before.user_id, posting_type.status_of(before, context.now))
    rule.must_allow_caller(context.caller, facts)
    with decisions.named_in_refusals(context, posting_id):
        check_version(before.version)
        rule.must_allow_state(context.caller, facts)
    return before


def change(context: Context, posting_type: PostingType[P, Any], before: P, after: P) -> None:
    """Store a change of a locked posting, increment its version and update its matches.

    Applicants are notified that the posting ended, if the new status ends it.

    It is for changes of the text and of the status. A change that a reviewer need not know, such as
    a mark of the owner, is a statement of its own.
    """
    stamps = {"version": before.version + 1, "updated_at": context.now}
    how = endings.ENDINGS.get(after.status)
    if how is not None and after.status != before.status:
        # First: applications are locked before the index.
        endings.end(context, posting_type, before.id, before.user_id, how)
    posting_type.writes.update(context.tx, replaced(after, stamps))
    if after.status == posting_type.open_status != before.status:
        endings.reopen(posting_type, context.tx, before.id)
    if after.status not in {before.status, posting_type.status_of(before, context.now)}:
        change_feed.announce_state(context.tx, posting_type.kind, after.status, before.id)
    update_matches(posting_type, context.tx, before.id)


def move(
    context: Context,
    posting_type: PostingType[P, Any],
    before: P,
    after: P,
    side: str,
    action: AuditAction,
    reason: str | None = None,
) -> None:
    """Change the status of a locked posting as its `owner` or as an `admin`.

    An administrator's change is recorded in the audit log, and the owner gets an e-mail.
    """
    status, to = posting_type.status_of(before, context.now), after.status
    change(context, posting_type, before, after)
    if side == "admin":
        difference = audit.changed({"status": status}, {"status": to})
        audit.note(context, action, target=before.id, changes=difference)
        # A rejected role is stored as a closed one with a reason.
        outcome = "rejected" if action == "role.reject" else to
        new = new_for_owner(posting_type, before, outcome)
        notify(context, new, posting_type.decided_email, None, new.title, outcome, reason)


def new_for_owner(
    posting_type: AnyPosting, posting: PostingRecord, status: str
) -> notifications.New:
    """Return the notification for the owner of a posting whose status an administrator changed."""
    kind, title = notifications.kind_of(posting_type.kind, status), posting.fields.role_needed
    return notifications.New(kind, posting.user_id, posting.id, title)


def announce_deletion(posting_type: AnyPosting, tx: Tx, account_id: Id) -> None:
    """Announce the deletion of an account's postings, before the account is erased."""
    posting_ids = posting_type.writes.list_ids(tx, account_id)
    change_feed.announce_states(tx, posting_type.kind, "deleted", posting_ids)


def update_matches(posting_type: AnyPosting, tx: Tx, posting_id: Id) -> None:
    """Update the matches of a posting, or remove them if it is not open."""
    posting = posting_type.queries.find_matchable(tx, posting_id)
    if posting is None:
        matching.drop_posting(tx, posting_type.kind, posting_id)
    else:
        wants = posting_type.wants(posting)
        matching.put_posting(tx, posting_type.kind, posting_id, wants)


def update_owner_matches(posting_type: AnyPosting, tx: Tx, account_id: Id) -> None:
    """Update the matches of an account's postings, after it was disabled, erased or restored.

    Those that are open again have not ended for their applicants.
    """
    for posting_id in posting_type.queries.list_open_ids(tx, account_id):
        update_matches(posting_type, tx, posting_id)
        endings.reopen(posting_type, tx, posting_id)
