"""Applying to roles, and deciding who gets them."""

from bridgework.areas.audit import actions as audit
from bridgework.areas.roles import letters
from bridgework.areas.roles import store as addresses
from bridgework.areas.roles.applications import rules, store
from bridgework.areas.roles.applications.shapes import (
    DecideRoleApplicationRequest,
    ListMyRoleApplicationsQuery,
    ListRoleApplicationsQuery,
    RoleApplication,
    RoleApplicationPage,
    RoleApplicationRequest,
)
from bridgework.areas.roles.postings import rules as postings_rules
from bridgework.areas.roles.postings import store as postings
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors
from bridgework.kit.transitions import must_move

_UNNAMED = "An expert"


def apply(call: Call, role_id: Id, body: RoleApplicationRequest) -> RoleApplication:
    """Apply once to an active role, and tell its client."""
    found = postings.role(call.tx, call.caller, role_id)
    if found is None:
        raise postings_rules.RoleNotFound
    role, _ = found
    if role.user_id == call.caller.account():
        raise rules.OwnRole
    # Held, so that nobody closes it while somebody applies.
    held = postings.locked(call.tx, role_id)
    if held is None or held.status != "active":
        raise rules.RoleNotOpen
    application_id = _add(call, role_id, body)
    row = _row(call, application_id)
    client = addresses.addressee(call.tx, role.user_id)
    if client is not None:
        call.enqueue_email(letters.application_received, client, role.role_needed, _name(row))
    return store.shown(row)


def of_role(call: Call, role_id: Id, query: ListRoleApplicationsQuery) -> RoleApplicationPage:
    """A page of the applications to a role that the caller posted."""
    found = postings.role(call.tx, call.caller, role_id)
    if found is None:
        raise postings_rules.RoleNotFound
    postings_rules.must_be_open_to(call.caller, found[0].user_id)
    page_request = cursors.page_request(call, query, role_id)
    listed = store.of_role(call.tx, role_id, query.status, page_request)
    return cursors.to_page(call, query, RoleApplicationPage, listed, role_id)


def mine(call: Call, query: ListMyRoleApplicationsQuery) -> RoleApplicationPage:
    """A page of the caller's own applications."""
    page_request = cursors.page_request(call, query)
    listed = store.of_applicant(call.tx, call.caller, query.status, page_request)
    return cursors.to_page(call, query, RoleApplicationPage, listed)


def shown(call: Call, application_id: Id) -> RoleApplication:
    """An application that the caller may see. Raises RoleApplicationNotFound."""
    return store.shown(_row(call, application_id))


def decide(call: Call, application_id: Id, body: DecideRoleApplicationRequest) -> RoleApplication:
    """Move an application on, and tell the other side. Of two at once, one does it."""
    before = _row(call, application_id)
    is_client = before.client_id == call.caller.account()
    who = "applicant" if before.applicant_id == call.caller.account() else "client"
    if who == "client" and not is_client:
        raise postings_rules.NotTheClient
    must_move(rules.MOVES[who], before.status, body.status)
    reason = body.provided().get("reason")
    why = None if reason is None else str(reason)
    if not store.move(call.tx, application_id, before.status, body.status, why, call.now):
        must_move(rules.MOVES[who], _row(call, application_id).status, body.status)
    audit.note(
        call,
        "role.decide_application",
        target=application_id,
        changes=audit.changed({"status": before.status}, {"status": body.status}),
    )
    after = _row(call, application_id)
    _tell(call, after, who)
    return store.shown(after)


def _add(call: Call, role_id: Id, body: RoleApplicationRequest) -> Id:
    application_id = new_id()
    values = {
        "message": None,
        **body.provided(),
        "id": application_id,
        "role_id": role_id,
        "applicant_id": call.caller.account(),
        "status": "submitted",
        "reason": None,
        "created_at": call.now,
        "updated_at": call.now,
    }
    if not store.add(call.tx, values):
        raise rules.AlreadyApplied
    return application_id


def _row(call: Call, application_id: Id) -> store.Row:
    row = store.application(call.tx, call.caller, application_id)
    if row is None:
        raise rules.RoleApplicationNotFound
    return row


def _tell(call: Call, row: store.Row, who: str) -> None:
    """Tell the other side what was decided."""
    other = row.client_id if who == "applicant" else row.applicant_id
    to = addresses.addressee(call.tx, other)
    if to is None:
        return
    if who == "applicant":
        call.enqueue_email(letters.application_withdrawn, to, row.role_needed, _name(row))
        return
    facts = (row.role_needed, row.company_name, row.status, row.reason)
    call.enqueue_email(letters.application_decided, to, *facts)


def _name(row: store.Row) -> str:
    return " ".join(part for part in (row.first_name, row.last_name) if part) or _UNNAMED
