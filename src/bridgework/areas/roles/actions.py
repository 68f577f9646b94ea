"""What clients, experts and administrators do with roles."""

from collections.abc import Mapping

from bridgework.areas.accounts import account_status
from bridgework.areas.audit import actions as audit
from bridgework.areas.postings import applications, lifecycle
from bridgework.areas.postings.notifications import notify
from bridgework.areas.roles import emails, errors, queries, search
from bridgework.areas.roles.policies import MOVES
from bridgework.areas.roles.role_type import ROLE
from bridgework.areas.roles.schemas import (
    AdminListRolesQuery,
    AdminRolePostingPage,
    AdminRolePostingRequest,
    DecideRoleApplicationRequest,
    ListMyRolesQuery,
    ListRolesQuery,
    RoleApplication,
    RoleApplicationRequest,
    RolePosting,
    RolePostingPage,
    RolePostingRequest,
    RoleUpdateRequest,
)
from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, offset
from bridgework.kit.transitions import must_move

_FIRST_VERSION = 1
_OPTIONAL = {"hours_per_week": None, "location": None, "tags": None}


def list_open(call: Call, query: ListRolesQuery) -> RolePostingPage:
    """Return a page of the active roles that fit."""
    page_request = cursors.page_request(call, query)
    found = search.list_open(call.tx, call.caller, query, page_request)
    return cursors.to_page(call, query, RolePostingPage, found)


def list_mine(call: Call, query: ListMyRolesQuery) -> RolePostingPage:
    """Return a page of the caller's own roles."""
    page_request = cursors.page_request(call, query)
    found = queries.postings.list_mine(call.tx, call.caller, query.status, page_request, call.now)
    return cursors.to_page(call, query, RolePostingPage, found)


def list_all(call: Call, query: AdminListRolesQuery) -> AdminRolePostingPage:
    """Return a page of all roles that fit."""
    items, total = search.list_all(call.tx, call.caller, query)
    return offset.to_page(query, AdminRolePostingPage, items, total)


def get(call: Call, role_id: Id) -> tuple[RolePosting, int]:
    """Return a role that the caller may see, and its version. Raises RoleNotFound."""
    return lifecycle.get(call, ROLE, role_id)


def create(call: Call, body: RolePostingRequest) -> RolePosting:
    """Post a role. It is pending, whatever status the request asks for."""
    return _add(call, call.caller.account(), {**body.provided(), "status": "pending"})


def create_for(call: Call, body: AdminRolePostingRequest) -> RolePosting:
    """Post a role for a client, as an administrator. Raises ValidationFailed."""
    given = {"status": "active", **body.provided()}
    owner_id = Id(str(given.pop("user_id")))
    if account_status.email(call.tx, owner_id) is None:
        raise ValidationFailed(FieldError("userId", "unknown", "There is no such account."))
    posting = _add(call, owner_id, given)
    audit.note(call, "role.create", target=posting.id)
    return posting


def update(call: Call, role_id: Id, body: RoleUpdateRequest) -> tuple[RolePosting, int]:
    """Change a role, and move it where a status is sent."""
    before = lifecycle.lock(call, ROLE, role_id)
    status = str(body.provided().get("status", before.status))
    if status != before.status:
        side = "admin" if call.caller.is_admin else "owner"
        must_move(MOVES[side], before.status, status)
    members = before._asdict()
    changes = {name: value for name, value in body.provided().items() if value != members[name]}
    if changes:
        lifecycle.change(call, ROLE, before, changes)
        _note_change(call, members, changes)
    return get(call, role_id)


def delete(call: Call, role_id: Id) -> None:
    """Delete a role, and e-mail everyone who has an open application to it."""
    before = lifecycle.lock(call, ROLE, role_id)
    lifecycle.change(call, ROLE, before, {"deleted_at": call.now})
    if call.caller.account() != before.user_id:
        audit.note(call, "role.delete", target=role_id)
    facts = (before.role_needed, before.company_name)
    for applicant in queries.open_applicants(call.tx, role_id):
        call.enqueue_email(emails.role_withdrawn, applicant, *facts)


# --- applications -----------------------------------------------------------------------------


def apply(call: Call, role_id: Id, body: RoleApplicationRequest) -> RoleApplication:
    """Apply once to an active role, and e-mail its client."""
    role = applications.lock_open_posting(call, ROLE, role_id)
    values = {"message": None, **body.provided(), "role_id": role_id}
    return applications.create(call, ROLE, role, values)


def decide(call: Call, application_id: Id, body: DecideRoleApplicationRequest) -> RoleApplication:
    """Decide an application as the client, or withdraw it as the applicant."""
    before = applications.must_find(call, ROLE, application_id)
    reason = body.provided().get("reason")
    if before.applicant_id == call.caller.account():
        after = applications.withdraw(call, ROLE, before, reason, to=body.status)
        applications.note(call, ROLE, before, after)
    elif before.owner_id == call.caller.account():
        after = applications.decide(call, ROLE, before, body.status, reason)
    else:
        raise errors.NotTheClient
    return queries.role_applications.to_schema(after)


def _add(call: Call, owner_id: Id, given: Mapping[str, object]) -> RolePosting:
    role_id = new_id()
    made = {"id": role_id, "user_id": owner_id, "version": _FIRST_VERSION}
    times = {"created_at": call.now, "updated_at": call.now}
    queries.posting_writes.add(call.tx, {**_OPTIONAL, **given, **made, **times})
    lifecycle.update_matches(ROLE, call.tx, role_id)
    posting, _ = get(call, role_id)
    return posting


def _note_change(call: Call, before: Mapping[str, object], changes: Mapping[str, object]) -> None:
    """Note what an administrator changed, and what an owner changed of an active role."""
    owner_id, is_by_owner = Id(str(before["user_id"])), call.caller.account() == before["user_id"]
    if not is_by_owner or before["status"] == "active":
        changed = audit.changed(before, changes)
        audit.note(call, "role.change", target=str(before["id"]), changes=changed)
    if "status" in changes and not is_by_owner:
        title, status = str(before["role_needed"]), str(changes["status"])
        notify(call, owner_id, emails.role_decided, title, status)
