"""Asking for consultations, and arranging them."""

from bridgework.areas.accounts import account_status
from bridgework.areas.audit import actions as audit
from bridgework.areas.consultations import emails, errors, policies, queries
from bridgework.areas.consultations.schemas import (
    AdminConsultationPage,
    AdminListConsultationsQuery,
    AdminUpdateConsultationRequest,
    Consultation,
    ConsultationPage,
    CreateConsultationRequest,
    ListMyConsultationsQuery,
)
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, offset
from bridgework.kit.transitions import must_move


def create(context: Context, body: CreateConsultationRequest) -> Consultation:
    """Ask for a consultation, within what the account may have open."""
    owner = context.caller.account()
    allowance = queries.locked_allowance(context.tx, owner)
    cap = context.app.settings.consultation_cap if allowance.cap is None else allowance.cap
    if allowance.open >= cap:
        raise errors.ConsultationCapReached
    consultation_id = new_id()
    values = {
        **body.model_dump(mode="json", by_alias=False, exclude_unset=True),
        "id": consultation_id,
        "user_id": owner,
        "status": "requested",
        "note": None,
        "created_at": context.now,
        "updated_at": context.now,
    }
    queries.add(context.tx, values)
    return shown(context, consultation_id)


def shown(context: Context, consultation_id: Id) -> Consultation:
    """A consultation that the caller may see. Raises ConsultationNotFound."""
    found = queries.consultation(context.tx, context.caller, consultation_id)
    if found is None:
        raise errors.ConsultationNotFound
    return found


def mine(context: Context, query: ListMyConsultationsQuery) -> ConsultationPage:
    """A page of what the caller asked for."""
    page_request = cursors.page_request(context, query)
    found = queries.mine(context.tx, context.caller.account(), query.status, page_request)
    return cursors.to_page(context, query, ConsultationPage, found)


def everyones(context: Context, query: AdminListConsultationsQuery) -> AdminConsultationPage:
    """A page of all that fit."""
    items, total = queries.everyones(context.tx, query)
    return offset.to_page(query, AdminConsultationPage, items, total)


def cancel(context: Context, consultation_id: Id) -> Consultation:
    """Take back what the caller asked for. Raises NotTheAsker to administrators."""
    before = shown(context, consultation_id)
    if before.user_id != context.caller.account():
        raise errors.NotTheAsker
    _move(context, "owner", before, {"status": "cancelled"})
    return shown(context, consultation_id)


def decide(
    context: Context, consultation_id: Id, body: AdminUpdateConsultationRequest
) -> Consultation:
    """Move a consultation on, and tell whoever asked for it."""
    before = shown(context, consultation_id)
    _move(context, "admin", before, body.provided())
    after = shown(context, consultation_id)
    changes = audit.changed({"status": before.status}, {"status": after.status})
    audit.note(context, "consultation.decide", target=consultation_id, changes=changes)
    email = account_status.email(context.tx, after.user_id)
    if email is not None:
        context.enqueue_email(emails.consultation_decided, email, after)
    return after


def _move(context: Context, who: str, before: Consultation, changes: dict[str, object]) -> None:
    """Move it from the state it was seen in. Of two at once, one does it."""
    to = str(changes["status"])
    must_move(policies.MOVES[who], before.status, to)
    if not queries.move(context.tx, before.id, before.status, changes, context.now):
        must_move(policies.MOVES[who], shown(context, before.id).status, to)
