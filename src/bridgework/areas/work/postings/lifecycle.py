"""Reads and changes of postings of every type."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import decisions
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.work.postings import schemas
from bridgework.areas.work.postings.notifications import notify
from bridgework.areas.work.postings.policies import PostingFacts, PostingRule
from bridgework.areas.work.postings.posting_type import PostingType
from bridgework.areas.work.postings.queries import Application, Card, Posting, Row
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, cursors, hidden_by_decision
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Tx
from bridgework.kit.data.pagination import CursorPage, OffsetPage, offset

_FIRST_VERSION = 1

AnyType = PostingType[Any, Any, Any]
Page = TypeVar("Page", bound=CursorPage[Any])
NumberedPage = TypeVar("NumberedPage", bound=OffsetPage[Any])


def list_open(
    context: Context, posting_type: AnyType, query: schemas.OpenPostingsQuery, page: type[Page]
) -> Page:
    """Return a page of the open postings that match the query."""
    list_name = f"open_{posting_type.kind}s"
    request = cursors.page_request(context, query, list_name)
    search = posting_type.search
    postings = search.list_open(context.tx, context.caller, query, request, context.now)
    return cursors.to_page(context, query, page, postings, list_name)


def list_mine(
    context: Context, posting_type: AnyType, query: schemas.StatusQuery[Any], page: type[Page]
) -> Page:
    """Return a page of the caller's own postings."""
    list_name = f"my_{posting_type.kind}s"
    request = cursors.page_request(context, query, list_name)
    queries = posting_type.queries
    postings = queries.list_mine(context.tx, context.caller, query.status, request, context.now)
    return cursors.to_page(context, query, page, postings, list_name)


def list_all(
    context: Context,
    posting_type: AnyType,
    query: schemas.AllPostingsQuery[Any],
    page: type[NumberedPage],
) -> NumberedPage:
    """Return a page of all postings that match the query."""
    search = posting_type.search
    items, total = search.list_all(context.tx, context.caller, query, context.now)
    return offset.to_page(query, page, items, total)


def export_all(
    context: Context,
    posting_type: PostingType[Posting, Card, Application],
    query: schemas.AllPostingsQuery[Any],
) -> Iterator[Sequence[Posting]]:
    """Return all postings that match the query, in batches."""
    database, search = context.app.database, posting_type.search
    return search.batches(database, context.caller, query, context.now)


def get(
    context: Context, posting_type: PostingType[Posting, Card, Application], posting_id: Id
) -> tuple[Posting, int]:
    """Return a posting that the caller may see, and its version, or raise `not_found`."""
    versioned = posting_type.queries.find(context.tx, context.caller, posting_id, context.now)
    if versioned is None:
        raise posting_type.not_found
    return versioned


def read(
    context: Context, posting_type: PostingType[Posting, Card, Application], posting_id: Id
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


def add(
    context: Context,
    posting_type: PostingType[Posting, Card, Application],
    owner_id: Id,
    values: Mapping[str, Any],
) -> Posting:
    """Create a posting of an account, and match it if it is open."""
    posting_id = new_id()
    stamps = {"version": _FIRST_VERSION, "created_at": context.now, "updated_at": context.now}
    row = {**values, "id": posting_id, "user_id": owner_id, **stamps}
    posting_type.writes.add(context.tx, row)
    change_feed.announce_state(context.tx, posting_type.kind, str(row["status"]), posting_id)
    update_matches(posting_type, context.tx, posting_id)
    posting, _ = get(context, posting_type, posting_id)
    return posting


def lock(
    context: Context,
    posting_type: AnyType,
    rule: PostingRule,
    posting_id: Id,
    check_version: CheckVersion,
) -> Row:
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


def change(
    context: Context, posting_type: AnyType, before: Row, changes: Mapping[str, Any]
) -> None:
    """Change a locked posting, increment its version and update its matches."""
    values = {**changes, "version": before.version + 1, "updated_at": context.now}
    posting_type.writes.update(context.tx, before.id, values)
    status = changes.get("status")
    if status is not None and status != posting_type.status_of(before, context.now):
        change_feed.announce_state(context.tx, posting_type.kind, status, before.id)
    update_matches(posting_type, context.tx, before.id)


def move(
    context: Context,
    posting_type: AnyType,
    before: Row,
    side: str,
    changes: Mapping[str, Any],
    action: AuditAction,
    reason: str | None = None,
) -> None:
    """Change the status of a locked posting as its `owner` or as an `admin`.

    An administrator's change is recorded in the audit log, and the owner gets an e-mail.
    """
    status, to = posting_type.status_of(before, context.now), str(changes["status"])
    change(context, posting_type, before, changes)
    if side == "admin":
        difference = audit.changed({"status": status}, {"status": to})
        audit.note(context, action, target=before.id, changes=difference)
        title = str(before.fields["role_needed"])
        # A rejected role is stored as a closed one with a reason.
        outcome = "rejected" if action == "role.reject" else to
        new = new_for_owner(posting_type.kind, before, outcome, title)
        notify(context, new, posting_type.posting_decided_email, None, title, outcome, reason)


def new_for_owner(kind: str, posting: Row, status: str, title: str) -> notifications.New:
    """Return the notification for the owner of a posting whose status an administrator changed."""
    kind_of_notification = notifications.kind_of(kind, status)
    return notifications.New(kind_of_notification, posting.user_id, posting.id, title)


def announce_deletion(posting_type: AnyType, tx: Tx, account_id: Id) -> None:
    """Announce the deletion of an account's postings, before the account is erased."""
    posting_ids = posting_type.writes.list_ids(tx, account_id)
    change_feed.announce_states(tx, posting_type.kind, "deleted", posting_ids)


def update_matches(posting_type: AnyType, tx: Tx, posting_id: Id) -> None:
    """Update the matches of a posting, or remove them if it is not open."""
    row = posting_type.queries.find_matchable(tx, posting_id)
    if row is None:
        matching.drop_posting(tx, posting_type.kind, posting_id)
    else:
        wants = posting_type.to_wants(row.fields)
        matching.put_posting(tx, posting_type.kind, posting_id, wants)


def update_owner_matches(posting_type: AnyType, tx: Tx, account_id: Id) -> None:
    """Update the matches of an account's postings, after it was disabled, erased or restored."""
    for posting_id in posting_type.queries.list_open_ids(tx, account_id):
        update_matches(posting_type, tx, posting_id)
