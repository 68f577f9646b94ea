"""Asking for consultations, and arranging them."""

from bridgework.areas.accounts import account_status
from bridgework.areas.audit import actions as audit
from bridgework.areas.consultations import letters, rules, store
from bridgework.areas.consultations.shapes import (
    AdminConsultationPage,
    AdminListConsultationsQuery,
    AdminUpdateConsultationRequest,
    Consultation,
    ConsultationPage,
    CreateConsultationRequest,
    ListMyConsultationsQuery,
)
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, offset
from bridgework.kit.transitions import must_move


def create(call: Call, body: CreateConsultationRequest) -> Consultation:
    """Ask for a consultation, within what the account may have open."""
    owner = call.caller.account()
    allowance = store.locked_allowance(call.tx, owner)
    cap = call.kit.settings.consultation_cap if allowance.cap is None else allowance.cap
    if allowance.open >= cap:
        raise rules.ConsultationCapReached
    consultation_id = new_id()
    values = {
        **body.model_dump(mode="json", by_alias=False, exclude_unset=True),
        "id": consultation_id,
        "user_id": owner,
        "status": "requested",
        "note": None,
        "created_at": call.now,
        "updated_at": call.now,
    }
    store.add(call.tx, values)
    return shown(call, consultation_id)


def shown(call: Call, consultation_id: Id) -> Consultation:
    """A consultation that the caller may see. Raises ConsultationNotFound."""
    found = store.consultation(call.tx, call.caller, consultation_id)
    if found is None:
        raise rules.ConsultationNotFound
    return found


def mine(call: Call, query: ListMyConsultationsQuery) -> ConsultationPage:
    """A page of what the caller asked for."""
    page_request = cursors.page_request(call, query)
    found = store.mine(call.tx, call.caller.account(), query.status, page_request)
    return cursors.to_page(call, query, ConsultationPage, found)


def everyones(call: Call, query: AdminListConsultationsQuery) -> AdminConsultationPage:
    """A page of all that fit."""
    items, total = store.everyones(call.tx, query)
    return offset.to_page(query, AdminConsultationPage, items, total)


def cancel(call: Call, consultation_id: Id) -> Consultation:
    """Take back what the caller asked for. Raises NotTheAsker to administrators."""
    before = shown(call, consultation_id)
    if before.user_id != call.caller.account():
        raise rules.NotTheAsker
    _move(call, "owner", before, {"status": "cancelled"})
    return shown(call, consultation_id)


def decide(call: Call, consultation_id: Id, body: AdminUpdateConsultationRequest) -> Consultation:
    """Move a consultation on, and tell whoever asked for it."""
    before = shown(call, consultation_id)
    _move(call, "admin", before, body.provided())
    after = shown(call, consultation_id)
    changes = audit.changed({"status": before.status}, {"status": after.status})
    audit.note(call, "consultation.decide", target=consultation_id, changes=changes)
    email = account_status.email(call.tx, after.user_id)
    if email is not None:
        call.enqueue_email(letters.consultation_decided, email, after)
    return after


def _move(call: Call, who: str, before: Consultation, changes: dict[str, object]) -> None:
    """Move it from the state it was seen in. Of two at once, one does it."""
    to = str(changes["status"])
    must_move(rules.MOVES[who], before.status, to)
    if not store.move(call.tx, before.id, before.status, changes, call.now):
        must_move(rules.MOVES[who], shown(call, before.id).status, to)
