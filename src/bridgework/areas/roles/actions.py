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
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, offset
from bridgework.kit.transitions import must_move

_FIRST_VERSION = 1
_OPTIONAL = {"hours_per_week": None, "location": None, "tags": None}


def list_open(context: Context, query: ListRolesQuery) -> RolePostingPage:
    """Return a page of the active roles that fit."""
    page_request = cursors.page_request(context, query)
    found = search.list_open(context.tx, context.caller, query, page_request)
    return cursors.to_page(context, query, RolePostingPage, found)


def list_mine(context: Context, query: ListMyRolesQuery) -> RolePostingPage:
    """Return a page of the caller's own roles."""
    page_request = cursors.page_request(context, query)
    found = queries.postings.list_mine(
        context.tx, context.caller, query.status, page_request, context.now
    )
    return cursors.to_page(context, query, RolePostingPage, found)


def list_all(context: Context, query: AdminListRolesQuery) -> AdminRolePostingPage:
    """Return a page of all roles that fit."""
    items, total = search.list_all(context.tx, context.caller, query)
    return offset.to_page(query, AdminRolePostingPage, items, total)


def get(context: Context, role_id: Id) -> tuple[RolePosting, int]:
    """Return a role that the caller may see, and its version. Raises RoleNotFound."""
    return lifecycle.get(context, ROLE, role_id)


def create(context: Context, body: RolePostingRequest) -> RolePosting:
    """Post a role. It is pending, whatever status the request asks for."""
    return _add(context, context.caller.account(), {**body.provided(), "status": "pending"})


def create_for(context: Context, body: AdminRolePostingRequest) -> RolePosting:
    """Post a role for a client, as an administrator. Raises ValidationFailed."""
    given = {"status": "active", **body.provided()}
    owner_id = Id(str(given.pop("user_id")))
    if account_status.email(context.tx, owner_id) is None:
        raise ValidationFailed(FieldError("userId", "unknown", "There is no such account."))
    posting = _add(context, owner_id, given)
    audit.note(context, "role.create", target=posting.id)
    return posting


def update(context: Context, role_id: Id, body: RoleUpdateRequest) -> tuple[RolePosting, int]:
    """Change a role, and move it where a status is sent."""
    before = lifecycle.lock(context, ROLE, role_id)
    status = str(body.provided().get("status", before.status))
    if status != before.status:
        side = "admin" if context.caller.is_admin else "owner"
        must_move(MOVES[side], before.status, status)
    members = before._asdict()
    changes = {name: value for name, value in body.provided().items() if value != members[name]}
    if changes:
        lifecycle.change(context, ROLE, before, changes)
        _note_change(context, members, changes)
    return get(context, role_id)


def delete(context: Context, role_id: Id) -> None:
    """Delete a role, and e-mail everyone who has an open application to it."""
    before = lifecycle.lock(context, ROLE, role_id)
    lifecycle.change(context, ROLE, before, {"deleted_at": context.now})
    if context.caller.account() != before.user_id:
        audit.note(context, "role.delete", target=role_id)
    facts = (before.role_needed, before.company_name)
    for applicant in queries.open_applicants(context.tx, role_id):
        context.enqueue_email(emails.role_withdrawn, applicant, *facts)


# --- applications -----------------------------------------------------------------------------


def apply(context: Context, role_id: Id, body: RoleApplicationRequest) -> RoleApplication:
    """Apply once to an active role, and e-mail its client."""
    role = applications.lock_open_posting(context, ROLE, role_id)
    values = {"message": None, **body.provided(), "role_id": role_id}
    return applications.create(context, ROLE, role, values)


def decide(
    context: Context, application_id: Id, body: DecideRoleApplicationRequest
) -> RoleApplication:
    """Decide an application as the client, or withdraw it as the applicant."""
    before = applications.must_find(context, ROLE, application_id)
    reason = body.provided().get("reason")
    if before.applicant_id == context.caller.account():
        after = applications.withdraw(context, ROLE, before, reason, to=body.status)
        applications.note(context, ROLE, before, after)
    elif before.owner_id == context.caller.account():
        after = applications.decide(context, ROLE, before, body.status, reason)
    else:
        raise errors.NotTheClient
    return queries.role_applications.to_schema(after)


def _add(context: Context, owner_id: Id, given: Mapping[str, object]) -> RolePosting:
    role_id = new_id()
    made = {"id": role_id, "user_id": owner_id, "version": _FIRST_VERSION}
    times = {"created_at": context.now, "updated_at": context.now}
    queries.posting_writes.add(context.tx, {**_OPTIONAL, **given, **made, **times})
    lifecycle.update_matches(ROLE, context.tx, role_id)
    posting, _ = get(context, role_id)
    return posting


def _note_change(
    context: Context, before: Mapping[str, object], changes: Mapping[str, object]
) -> None:
    """Note what an administrator changed, and what an owner changed of an active role."""
    owner_id, is_by_owner = (
        Id(str(before["user_id"])),
        context.caller.account() == before["user_id"],
    )
    if not is_by_owner or before["status"] == "active":
        changed = audit.changed(before, changes)
        audit.note(context, "role.change", target=str(before["id"]), changes=changed)
    if "status" in changes and not is_by_owner:
        title, status = str(before["role_needed"]), str(changes["status"])
        notify(context, owner_id, emails.role_decided, title, status)
