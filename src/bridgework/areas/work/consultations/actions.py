"""Create, answer, cancel and decide consultations."""

from collections.abc import Callable, Sequence

from pydantic import JsonValue

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.lifecycle import account_status, decisions
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.work.consultations import emails, errors, policies, queries, schemas
from bridgework.areas.work.consultations.records import StoredAnswer, StoredConsultation
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, any_version, cursors
from bridgework.kit.core import FieldError, Id, ValidationFailed, must_move, new_id
from bridgework.kit.data.pagination import CursorPage, offset
from bridgework.kit.delivery.outbox import Email
from bridgework.kit.text import datetimes
from bridgework.kit.validation import or_none

list_versions = queries.list_versions
forget_expert = queries.delete_expert


def create(context: Context, body: schemas.CreateConsultationRequest) -> schemas.Consultation:
    """Create a consultation, and notify the named expert.

    Raises ConsultationCapReached, and ValidationFailed if the directory does not list the expert.
    """
    owner, expert_id = context.caller.account(), or_none(body.expert_id)
    if expert_id is not None:
        _must_be_listed(context, expert_id)
    allowance = queries.lock_allowance(context.tx, owner)
    cap = context.app.settings.consultation_cap if allowance.cap is None else allowance.cap
    if allowance.open >= cap:
        raise errors.ConsultationCapReached
    asked = StoredConsultation(
        id=new_id(),
        user_id=owner,
        role_title=body.role_title,
        organization_name=body.organization_name,
        organization_location=body.organization_location,
        match_score=body.match_score,
        curated_by=body.curated_by,
        challenge=body.challenge,
        primary_expertise=_expertise(body),
        engagement_duration=body.engagement_duration,
        hourly_rate=body.hourly_rate,
        availability=body.availability,
        timeline=body.timeline,
        match_insights=body.match_insights,
        status="requested",
        note=None,
        start_at=None,
        timezone=None,
        location=None,
        meeting_url=None,
        created_at=context.now,
        updated_at=context.now,
        expert_id=expert_id,
    )
    queries.add(context.tx, asked)
    change_feed.announce(context.tx, "consultation.requested", asked.id)
    created = get(context, asked.id)
    _notify_expert(context, created, "consultation.requested", emails.consultation_requested)
    return created


def _must_be_listed(context: Context, expert_id: Id) -> None:
    """Raise ValidationFailed unless the directory lists an expert other than the caller."""
    if expert_id == context.caller.account():
        raise ValidationFailed(FieldError("expertId", "unknown", "Must be another member."))
    if not directory.is_visible(context.tx, context.caller, expert_id):
        message = "The directory of experts has no such expert now."
        raise ValidationFailed(FieldError("expertId", "unknown", message))


def _expertise(body: schemas.CreateConsultationRequest) -> str | dict[str, JsonValue]:
    """Return the expertise as it is stored, without members that were not sent."""
    if isinstance(body.primary_expertise, str):
        return body.primary_expertise
    return body.primary_expertise.model_dump(mode="json", by_alias=False, exclude_unset=True)


def get(context: Context, consultation_id: Id) -> schemas.Consultation:
    """Return a consultation that the caller may read. Raises ConsultationNotFound."""
    consultation = queries.find(context.tx, context.caller, consultation_id)
    if consultation is None:
        raise errors.ConsultationNotFound
    return consultation


def list_mine(
    context: Context, query: schemas.ListMyConsultationsQuery
) -> CursorPage[schemas.Consultation]:
    """Return a page of the caller's consultations."""
    page_request = cursors.page_request(context, query, "my_consultations")
    page_slice = queries.list_mine(context.tx, context.caller, query, page_request)
    return cursors.to_page(
        context, query, CursorPage[schemas.Consultation], page_slice, "my_consultations"
    )


def list_open(context: Context, limit: int) -> Sequence[schemas.Consultation]:
    """Return the newest consultations of the caller, in any role, that are to come."""
    return queries.list_open(context.tx, context.caller, limit)


def list_all(
    context: Context, query: schemas.AdminListConsultationsQuery
) -> schemas.AdminConsultationPage:
    """Return a page of all consultations that match the query."""
    items, total = queries.list_all(context.tx, context.caller, query)
    return offset.to_page(query, schemas.AdminConsultationPage, items, total)


def answer(
    context: Context, consultation_id: Id, body: schemas.AnswerConsultationRequest
) -> schemas.Consultation:
    """Store the answer of the expert whom a consultation names, in place of a former one.

    An expert whom the directory does not list any more can still answer. Raises NotTheExpert,
    ConsultationDecided and ValidationFailed.
    """
    before = _lock(context, consultation_id)
    policies.ANSWER.must_allow(context.caller, before)
    slots = policies.slots_of(body, context.now)
    given = StoredAnswer(
        consultation_id=consultation_id,
        expert_id=context.caller.account(),
        answer=body.answer,
        answer_note=or_none(body.note) or None,
        slots=[datetimes.to_wire(slot) for slot in slots],
        answered_at=context.now,
    )
    queries.put_answer(context.tx, given)
    return get(context, consultation_id)


def cancel(context: Context, consultation_id: Id) -> schemas.Consultation:
    """Cancel one of the caller's consultations, and notify the named expert.

    Raises NotTheAsker to the expert and to administrators.
    """
    before = _lock(context, consultation_id)
    policies.CANCEL.must_allow(context.caller, before)
    _move(context, "owner", before, {"status": "cancelled"})
    after = get(context, consultation_id)
    _notify_expert(context, after, "consultation.ended", emails.request_ended)
    return after


def decide(
    context: Context,
    consultation_id: Id,
    body: schemas.AdminUpdateConsultationRequest,
    check_version: CheckVersion = any_version,
) -> schemas.Consultation:
    """Change the status of a consultation, and notify its owner and the named expert.

    Raises ValidationFailed.
    """
    before = _lock(context, consultation_id)
    with decisions.named_in_refusals(context, consultation_id):
        check_version(before.version)
        policies.DECIDE.must_allow(context.caller, before)
        _move(context, "admin", before, policies.changes_of(body, context.now))
    after = get(context, consultation_id)
    changes = audit.changed({"status": before.status}, {"status": after.status})
    audit.note(context, "consultation.decide", target=consultation_id, changes=changes)
    address = account_status.email(context.tx, after.user_id)
    email = None if address is None else emails.consultation_decided(address, after)
    kind = notifications.kind_of("consultation", after.status)
    start_at = after.start_at if after.status == "scheduled" else None
    new = notifications.New(
        kind, after.user_id, consultation_id, after.role_title, start_at=start_at
    )
    notifications.leave_with_email(context, new, email)
    if after.status == "scheduled":
        _notify_expert(context, after, "consultation.arranged", emails.consultation_arranged)
    elif after.status == "declined":
        _notify_expert(context, after, "consultation.ended", emails.request_ended)
    return after


def _notify_expert(
    context: Context,
    consultation: schemas.Consultation,
    kind: notifications.KindName,
    create_email: Callable[[str, Id, schemas.Consultation], Email],
) -> None:
    """Notify the expert whom a consultation names, unless the expert has declined."""
    expert_id = consultation.expert_id
    if expert_id is None or queries.has_declined(context.tx, consultation.id):
        return
    address = account_status.email(context.tx, expert_id)
    new = notifications.New(
        kind,
        expert_id,
        consultation.id,
        consultation.role_title,
        title_by=consultation.user_id,
        start_at=consultation.start_at if kind == "consultation.arranged" else None,
    )
    email = None if address is None else create_email(address, expert_id, consultation)
    notifications.leave_with_email(context, new, email)


def _lock(context: Context, consultation_id: Id) -> schemas.Consultation:
    """Lock a consultation that the caller may read. Raises ConsultationNotFound."""
    queries.lock(context.tx, consultation_id)
    return get(context, consultation_id)


def _move(
    context: Context, who: str, before: schemas.Consultation, changes: dict[str, object]
) -> None:
    """Change the status of a locked consultation."""
    to = str(changes["status"])
    must_move(policies.MOVES[who], before.status, to)
    queries.update(context.tx, before.id, changes, context.now)
    change_feed.announce_state(context.tx, "consultation", to, before.id)
