"""Applications to postings: creating, reading, deciding and withdrawing them."""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.history.notifications.actions import New
from bridgework.areas.work.postings import lifecycle
from bridgework.areas.work.postings.lifecycle import AnyType, Page
from bridgework.areas.work.postings.notifications import Addressee, notify
from bridgework.areas.work.postings.policies import (
    ApplicationRule,
    PostingFacts,
    PostingRule,
    application_facts,
    applied_to,
)
from bridgework.areas.work.postings.posting_type import PostingType
from bridgework.areas.work.postings.queries import Application, Card, Posting, Row
from bridgework.areas.work.postings.schemas import StatusQuery
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import ApiError, Id, must_move, new_id
from bridgework.kit.validation import to_wire_name


def lock_open_posting(
    context: Context, posting_type: AnyType, rule: PostingRule, posting_id: Id
) -> Row:
    """Lock the posting that the caller applies to, so it stays open until the transaction ends.

    Raises `not_found` or an error of the rule.
    """
    queries = posting_type.applications
    posting = queries.lock_posting(context.tx, context.caller, posting_id, context.now)
    if posting is None:
        raise posting_type.not_found
    status = posting_type.status_of(posting, context.now)
    rule.must_allow(context.caller, PostingFacts(posting.user_id, status, posting.has_applied))
    return posting


def create(
    context: Context,
    posting_type: PostingType[Posting, Card, Application],
    posting: Row,
    values: Mapping[str, Any],
    other_conflict: type[ApiError] | None = None,
) -> Application:
    """Add an application to a locked posting, and e-mail the owner of the posting.

    Raises `already_applied` if the caller has applied before, or `other_conflict` if
    another uniqueness constraint is broken.
    """
    queries = posting_type.applications
    members = {
        **values,
        "id": new_id(),
        "applicant_id": context.caller.account(),
        "applied_to": applied_to(posting.fields),
        "status": "submitted",
        "reason": None,
        "created_at": context.now,
        "updated_at": context.now,
    }
    if not queries.add(context.tx, members):
        if other_conflict is None or queries.has_applied(context.tx, context.caller, posting.id):
            raise posting_type.already_applied
        raise other_conflict
    _announce(context, posting_type, members, "submitted")
    owner = Addressee(posting.user_id, posting.owner_email, members["applicant_id"])
    name = posting_type.applicant_name({**posting._asdict(), **values})
    title = str(posting.fields["role_needed"])
    new = _new(context, posting_type, posting.user_id, members, title)
    email = posting_type.received_email(owner, title, name)
    notifications.leave_with_email(context, new, email)
    return queries.to_schema(context.caller, posting, members)


def list_for_posting(
    context: Context,
    posting_type: AnyType,
    rule: PostingRule,
    posting_id: Id,
    query: StatusQuery[Any],
    page: type[Page],
) -> Page:
    """Return a page of the applications to a posting.

    Raises `not_found` or an error of the rule.
    """
    posting, _ = lifecycle.get(context, posting_type, posting_id)
    rule.must_allow(context.caller, PostingFacts(posting.user_id, posting.status))
    list_name = f"{posting_type.kind}_applications"
    request = cursors.page_request(context, query, list_name, posting_id)
    applications_page = posting_type.applications.list_for_posting(
        context.tx, context.caller, posting_id, query.status, request, context.now
    )
    return cursors.to_page(context, query, page, applications_page, list_name, posting_id)


def list_mine(
    context: Context, posting_type: AnyType, query: StatusQuery[Any], page: type[Page]
) -> Page:
    """Return a page of the caller's own applications."""
    list_name = f"my_{posting_type.kind}_applications"
    request = cursors.page_request(context, query, list_name)
    applications_page = posting_type.applications.list_mine(
        context.tx, context.caller, query.status, request, context.now
    )
    return cursors.to_page(context, query, page, applications_page, list_name)


def get(
    context: Context, posting_type: PostingType[Posting, Card, Application], application_id: Id
) -> Application:
    """Return an application that the caller may see, or raise `application_not_found`."""
    row = must_find(context, posting_type, application_id)
    return posting_type.applications.to_schema(context.caller, row)


def must_find(context: Context, posting_type: AnyType, application_id: Id) -> Row:
    """Return the row of an application that the caller may see, with columns of its posting.

    Raises `application_not_found`.
    """
    queries = posting_type.applications
    row = queries.find(context.tx, context.caller, application_id, context.now)
    if row is None:
        raise posting_type.application_not_found
    return row


def decide(
    context: Context, posting_type: AnyType, before: Row, status: str, reason: object
) -> Row:
    """Change the status of an application as the posting's owner, and e-mail the applicant."""
    after = _move(context, posting_type, "owner", before, status, reason)
    record_status(context, posting_type, before, after)
    title, to = str(after.fields["role_needed"]), after.applicant_id
    new = _new(context, posting_type, to, after._asdict(), title, after.owner_id)
    facts = (after.fields, after.status, after.reason)
    notify(context, new, posting_type.decided_email, after.owner_id, *facts)
    return after


def withdraw(
    context: Context,
    posting_type: PostingType[Posting, Card, Application],
    rule: ApplicationRule,
    application_id: Id,
) -> Application:
    """Withdraw the caller's own application, and e-mail the posting's owner.

    Raises `application_not_found` or an error of the rule.
    """
    before = must_find(context, posting_type, application_id)
    rule.must_allow(context.caller, application_facts(before._asdict()))
    after = move_as_applicant(context, posting_type, before, "withdrawn", before.reason)
    return posting_type.applications.to_schema(context.caller, after)


def move_as_applicant(
    context: Context, posting_type: AnyType, before: Row, to: str, reason: object
) -> Row:
    """Change the status of an application as its applicant, and e-mail the posting's owner."""
    after = _move(context, posting_type, "applicant", before, to, reason)
    title = str(after.fields["role_needed"])
    name = posting_type.applicant_name(after._asdict())
    new = _new(context, posting_type, after.owner_id, after._asdict(), title)
    notify(context, new, posting_type.withdrawn_email, after.applicant_id, title, name)
    return after


def record_status(context: Context, posting_type: AnyType, before: Row, after: Row) -> None:
    """Record the new status of an application in the audit log."""
    changes = audit.changed({"status": before.status}, {"status": after.status})
    audit.note(context, posting_type.decide_action, target=before.id, changes=changes)


def _new(
    context: Context,
    posting_type: AnyType,
    to: Id,
    application: Mapping[str, Any],
    title: str,
    owner: Id | None = None,
) -> New:
    """Return the notification about the status of an application.

    `owner` is the owner of the posting, if the notification is for another account. Its actor is
    the caller, unless an administrator acts for the owner.
    """
    kind = notifications.kind_of(posting_type.application_noun, application["status"])
    caller = context.caller.account()
    actor = caller if caller in {application["applicant_id"], owner} else None
    return New(kind, to, application["id"], title, actor, title_by=owner)


def _move(
    context: Context, posting_type: AnyType, who: str, before: Row, to: str, reason: object
) -> Row:
    """Change the status. Of two concurrent calls, one succeeds."""
    moves, queries = posting_type.application_moves[who], posting_type.applications
    must_move(moves, before.status, to)
    text = None if reason is None else str(reason)
    if not queries.update_status(context.tx, before.id, before.status, to, text, context.now):
        must_move(moves, must_find(context, posting_type, before.id).status, to)
    _announce(context, posting_type, before._asdict(), to)
    return must_find(context, posting_type, before.id)


def _announce(
    context: Context, posting_type: AnyType, application: Mapping[str, Any], status: str
) -> None:
    column = f"{posting_type.kind}_id"
    data = {to_wire_name(column): str(application[column])}
    noun = posting_type.application_noun
    change_feed.announce_state(context.tx, noun, status, application["id"], data)
