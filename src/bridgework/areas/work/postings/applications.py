"""Applications to postings: creating, reading, deciding and withdrawing them."""

from collections.abc import Callable, Sequence
from typing import Any

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.history.notifications.actions import New
from bridgework.areas.work.postings import lifecycle
from bridgework.areas.work.postings.errors import OfferAnswered
from bridgework.areas.work.postings.lifecycle import Page
from bridgework.areas.work.postings.notifications import Addressee, notify
from bridgework.areas.work.postings.policies import (
    ApplicationRule,
    PostingFacts,
    PostingRule,
    application_facts,
)
from bridgework.areas.work.postings.posting_type import ApplicationType
from bridgework.areas.work.postings.queries import Application
from bridgework.areas.work.postings.records import A, Applied, AppliedFor, P, PostingNow
from bridgework.areas.work.postings.schemas import (
    AnswerOfferRequest,
    ApplicationOutcome,
    DecidedApplications,
    StatusQuery,
)
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import ApiError, Id, Unavailable, must_move
from bridgework.kit.validation import or_none, to_wire_name

AnyApplications = ApplicationType[Any, Any, Any]


def lock_open_posting(
    context: Context,
    applications: ApplicationType[P, Any, Any],
    rule: PostingRule,
    posting_id: Id,
) -> AppliedFor[P]:
    """Lock the posting that the caller applies to, so it stays open until the transaction ends.

    Raises `not_found` of postings or an error of the rule.
    """
    found = applications.queries.lock_posting(context.tx, context.caller, posting_id, context.now)
    if found is None:
        raise applications.postings.not_found
    status = applications.postings.status_of(found.posting, context.now)
    facts = PostingFacts(found.posting.user_id, status, found.beside.has_applied)
    rule.must_allow(context.caller, facts)
    return found


def create(
    context: Context,
    applications: ApplicationType[P, A, Application],
    to: AppliedFor[P],
    application: A,
    other_conflict: type[ApiError] | None = None,
) -> Application:
    """Add an application to a locked posting, and e-mail the owner of the posting.

    Raises `already_applied` if the caller has applied before, or `other_conflict` if
    another uniqueness constraint is broken.
    """
    queries, posting = applications.queries, to.posting
    if not queries.add(context.tx, application):
        if other_conflict is None or queries.has_applied(context.tx, context.caller, posting.id):
            raise applications.already_applied
        raise other_conflict
    now = PostingNow(applications.postings.open_status, has_cv=False)
    applied = Applied(application, to.applicant, posting, now)
    _announce(context, applications, applied)
    owner = Addressee(posting.user_id, to.beside.owner_email, application.applicant_id)
    name = applications.applicant_name(application, to.applicant)
    new = _new(context, applications, applied, posting.user_id)
    email = applications.received_email(owner, posting.fields.role_needed, name)
    notifications.leave_with_email(context, new, email)
    return queries.to_schema(context.tx, context.caller, applied)


def list_for_posting(
    context: Context,
    applications: AnyApplications,
    rule: PostingRule,
    posting_id: Id,
    query: StatusQuery[Any],
    page: type[Page],
) -> Page:
    """Return a page of the applications to a posting.

    Raises `not_found` of postings or an error of the rule.
    """
    posting, _ = lifecycle.get(context, applications.postings, posting_id)
    rule.must_allow(context.caller, PostingFacts(posting.user_id, posting.status))
    list_name = f"{applications.postings.kind}_applications"
    request = cursors.page_request(context, query, list_name, posting_id)
    found = applications.queries.list_for_posting(
        context.tx, context.caller, posting_id, query.status, request, context.now
    )
    return cursors.to_page(context, query, page, found, list_name, posting_id)


def list_mine(
    context: Context, applications: AnyApplications, query: StatusQuery[Any], page: type[Page]
) -> Page:
    """Return a page of the caller's own applications."""
    list_name = f"my_{applications.postings.kind}_applications"
    request = cursors.page_request(context, query, list_name)
    found = applications.queries.list_mine(
        context.tx, context.caller, query.status, request, context.now
    )
    return cursors.to_page(context, query, page, found, list_name)


def get(
    context: Context, applications: ApplicationType[P, A, Application], application_id: Id
) -> Application:
    """Return an application that the caller may see, or raise `not_found`."""
    applied = must_find(context, applications, application_id)
    return applications.queries.to_schema(context.tx, context.caller, applied)


def must_find(
    context: Context, applications: ApplicationType[P, A, Any], application_id: Id
) -> Applied[A, P]:
    """Return an application that the caller may see, with its posting, or raise `not_found`."""
    applied = applications.queries.find(context.tx, context.caller, application_id, context.now)
    if applied is None:
        raise applications.not_found
    return applied


def decide(
    context: Context,
    applications: ApplicationType[P, A, Any],
    before: Applied[A, P],
    status: str,
    reason: str | None,
) -> Applied[A, P]:
    """Change the status of an application as the posting's owner, and e-mail the applicant."""
    after = _move(context, applications, "owner", before, status, reason)
    record_status(context, applications, before, after)
    owner_id = after.posting.user_id
    new = _new(context, applications, after, after.application.applicant_id, owner_id)
    facts = (after.posting, after.application.status, after.application.reason)
    notify(context, new, applications.decided_email, owner_id, *facts)
    return after


def decide_many(
    context: Context,
    applications: ApplicationType[P, Any, Any],
    rule: PostingRule,
    posting_id: Id,
    ids: Sequence[str],
    decide_one: Callable[[Id], object],
) -> DecidedApplications:
    """Decide applications to one posting, each in a transaction of its own.

    `rule` says who decides on applications to the posting. Raises `not_found` of postings or an
    error of the rule. If the database is unavailable, the remaining applications fail without an
    attempt.
    """
    with context.read_transaction():
        posting, _ = lifecycle.get(context, applications.postings, posting_id)
        rule.must_allow(context.caller, PostingFacts(posting.user_id, posting.status))
    results: list[ApplicationOutcome] = []
    error: ApiError | None = None
    for each in ids:
        if not isinstance(error, Unavailable):
            error = None
            try:
                with context.write_transaction():
                    _must_be_to(context, applications, posting_id, Id(each))
                    decide_one(Id(each))
            except ApiError as raised:
                error = raised
        results.append(_to_outcome(Id(each), error))
    return DecidedApplications(results=results)


def withdraw(
    context: Context,
    applications: ApplicationType[P, A, Application],
    rule: ApplicationRule,
    application_id: Id,
) -> Application:
    """Withdraw the caller's own application, and e-mail the posting's owner.

    Raises `not_found` or an error of the rule.
    """
    before = must_find(context, applications, application_id)
    rule.must_allow(context.caller, application_facts(before))
    reason = before.application.reason
    after = move_as_applicant(context, applications, before, "withdrawn", reason)
    return applications.queries.to_schema(context.tx, context.caller, after)


def answer_offer(
    context: Context,
    applications: ApplicationType[P, A, Application],
    application_id: Id,
    body: AnswerOfferRequest,
) -> Application:
    """Answer the offer on the caller's own application, and e-mail the posting's owner.

    The status stays until the owner decides. Of two concurrent answers, one succeeds. Raises
    `not_found` or an error of the rule.
    """
    before = must_find(context, applications, application_id)
    note = or_none(body.note) or None
    applications.answer_rule.must_allow(context.caller, application_facts(before))
    offered, now = before.application.status, context.now
    queries = applications.queries
    if not queries.update_answer(context.tx, application_id, offered, body.answer, note, now):
        current = must_find(context, applications, application_id)
        applications.answer_rule.must_allow(context.caller, application_facts(current))
        raise OfferAnswered
    after = must_find(context, applications, application_id)
    title = after.posting.fields.role_needed
    kind = notifications.kind_of(applications.noun, f"offer_{body.answer}")
    new = New(kind, after.posting.user_id, application_id, title, context.caller.account())
    name = applications.applicant_name(after.application, after.applicant)
    facts = (title, name, body.answer, note or "")
    notify(context, new, applications.answered_email, after.application.applicant_id, *facts)
    return queries.to_schema(context.tx, context.caller, after)


def move_as_applicant(
    context: Context,
    applications: ApplicationType[P, A, Any],
    before: Applied[A, P],
    to: str,
    reason: str | None,
) -> Applied[A, P]:
    """Change the status of an application as its applicant, and e-mail the posting's owner."""
    after = _move(context, applications, "applicant", before, to, reason)
    new = _new(context, applications, after, after.posting.user_id)
    facts = (
        after.posting.fields.role_needed,
        applications.applicant_name(after.application, after.applicant),
    )
    notify(context, new, applications.withdrawn_email, after.application.applicant_id, *facts)
    return after


def record_status(
    context: Context, applications: AnyApplications, before: Applied[A, P], after: Applied[A, P]
) -> None:
    """Record the new status of an application in the audit log."""
    statuses = ({"status": one.application.status} for one in (before, after))
    changes = audit.changed(*statuses)
    audit.note(context, applications.decide_action, target=before.application.id, changes=changes)


def _must_be_to(
    context: Context, applications: AnyApplications, posting_id: Id, application_id: Id
) -> None:
    """Raise `not_found` unless an application is one to this posting."""
    if must_find(context, applications, application_id).posting.id != posting_id:
        raise applications.not_found


def _to_outcome(application_id: Id, error: ApiError | None) -> ApplicationOutcome:
    return ApplicationOutcome(
        id=application_id,
        outcome="decided" if error is None else "failed",
        error=None if error is None else error.code,
        message=None if error is None else error.message,
    )


def _new(
    context: Context,
    applications: AnyApplications,
    applied: Applied[A, P],
    to: Id,
    owner: Id | None = None,
) -> New:
    """Return the notification about the status of an application.

    `owner` is the owner of the posting, if the notification is for another account. Its actor is
    the caller, unless an administrator acts for the owner.
    """
    application, title = applied.application, applied.posting.fields.role_needed
    kind = notifications.kind_of(applications.noun, application.status)
    caller = context.caller.account()
    actor = caller if caller in {application.applicant_id, owner} else None
    return New(kind, to, application.id, title, actor, title_by=owner)


def _move(
    context: Context,
    applications: ApplicationType[P, A, Any],
    who: str,
    before: Applied[A, P],
    to: str,
    reason: str | None,
) -> Applied[A, P]:
    """Change the status. Of two concurrent calls, one succeeds."""
    moves, queries, application = applications.moves[who], applications.queries, before.application
    must_move(moves, application.status, to)
    change = (application.status, to, reason)
    if not queries.update_status(context.tx, application.id, *change, context.now):
        now = must_find(context, applications, application.id).application
        must_move(moves, now.status, to)
    after = must_find(context, applications, application.id)
    _announce(context, applications, after)
    return after


def _announce(context: Context, applications: AnyApplications, applied: Applied[A, P]) -> None:
    application = applied.application
    data = {to_wire_name(f"{applications.postings.kind}_id"): str(applied.posting.id)}
    noun, status = applications.noun, application.status
    change_feed.announce_state(context.tx, noun, status, application.id, data)
