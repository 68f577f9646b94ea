"""What clients and administrators do with role postings."""

from collections.abc import Mapping
from datetime import datetime

from bridgework.areas.audit import actions as audit
from bridgework.areas.matching import actions as matching
from bridgework.areas.roles import letters
from bridgework.areas.roles import store as addresses
from bridgework.areas.roles.applications import store as applications
from bridgework.areas.roles.postings import rules, store
from bridgework.areas.roles.postings.shapes import (
    AdminListRolesQuery,
    AdminRolePostingPage,
    AdminRolePostingRequest,
    ListMyRolesQuery,
    ListRolesQuery,
    RolePosting,
    RolePostingPage,
    RolePostingRequest,
    RoleUpdateRequest,
)
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.http.context import Call
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination import cursors, offset
from bridgework.kit.transitions import must_move

_FIRST_VERSION = 1
_OPTIONAL = {"hours_per_week": None, "location": None, "tags": None}


def listed(call: Call, query: ListRolesQuery) -> RolePostingPage:
    """A page of the open roles that fit."""
    page_request = cursors.page_request(call, query)
    found = store.open_roles(call.tx, call.caller, query, page_request)
    return cursors.to_page(call, query, RolePostingPage, found)


def mine(call: Call, query: ListMyRolesQuery) -> RolePostingPage:
    """A page of what the caller has posted."""
    page_request = cursors.page_request(call, query)
    return cursors.to_page(
        call, query, RolePostingPage, store.mine(call.tx, call.caller, query, page_request)
    )


def everyones(call: Call, query: AdminListRolesQuery) -> AdminRolePostingPage:
    """A page of all postings that fit."""
    items, total = store.everyones(call.tx, call.caller, query)
    return offset.to_page(query, AdminRolePostingPage, items, total)


def shown(call: Call, role_id: Id) -> tuple[RolePosting, int]:
    """A posting that the caller may see, and its version. Raises RoleNotFound."""
    found = store.role(call.tx, call.caller, role_id)
    if found is None:
        raise rules.RoleNotFound
    return found


def create(call: Call, body: RolePostingRequest) -> RolePosting:
    """Post a role. It is pending, whatever status the request asks for."""
    return _add(call, call.caller.account(), {**body.provided(), "status": "pending"})


def create_for(call: Call, body: AdminRolePostingRequest) -> RolePosting:
    """Post a role for a client, as an administrator. Raises ValidationFailed."""
    given = {"status": "active", **body.provided()}
    owner_id = Id(str(given.pop("user_id")))
    if addresses.addressee(call.tx, owner_id) is None:
        raise ValidationFailed(FieldError("userId", "unknown", "There is no such account."))
    posting = _add(call, owner_id, given)
    audit.note(call, "role.create", target=posting.id)
    return posting


def update(call: Call, role_id: Id, body: RoleUpdateRequest) -> tuple[RolePosting, int]:
    """Change a posting, and move it on where a status is sent."""
    before = _held(call, role_id)
    status = str(body.provided().get("status", before.status))
    if status != before.status:
        side = "admin" if call.caller.is_admin else "owner"
        must_move(rules.MOVES[side], before.status, status)
    was = before._asdict()
    changes = {name: value for name, value in body.provided().items() if value != was[name]}
    if changes:
        stamped = {**changes, "updated_at": call.now, "version": before.version + 1}
        store.change(call.tx, role_id, stamped)
        _follow(call.tx, role_id)
        _note_change(call, role_id, was, changes)
    return shown(call, role_id)


def delete(call: Call, role_id: Id) -> None:
    """Take a posting away; whoever has an open application to it is told."""
    before = _held(call, role_id)
    gone = {"deleted_at": call.now, "updated_at": call.now, "version": before.version + 1}
    store.change(call.tx, role_id, gone)
    matching.drop_posting(call.tx, "role", role_id)
    if call.caller.account() != before.user_id:
        audit.note(call, "role.delete", target=role_id)
    for applicant in applications.open_of(call.tx, role_id):
        call.enqueue_email(
            letters.role_withdrawn, applicant, before.role_needed, before.company_name
        )


def _held(call: Call, role_id: Id) -> store.Row:
    """A posting that the caller may change, held. Raises RoleNotFound, NotTheClient, or 412."""
    shown(call, role_id)
    before = store.locked(call.tx, role_id)
    if before is None:
        raise rules.RoleNotFound
    rules.must_be_open_to(call.caller, before.user_id)
    call.must_match(before.version)
    return before


def owner_changed(tx: Tx, account_id: Id) -> None:
    """Have the matching follow when an account is shut out, leaves or comes back."""
    for role_id in store.active_of(tx, account_id):
        _follow(tx, role_id)


def account_goes(tx: Tx, account_id: Id) -> None:
    """Take the postings of an account out of the index before they are erased with it."""
    store.drop_documents(tx, account_id)


def refresh_worn(tx: Tx, _: datetime) -> int:
    """Recompile some of the postings that another version of the formula compiled."""
    worn = matching.worn_postings(tx, "role")
    for role_id in worn:
        _follow(tx, role_id)
    return len(worn)


def _add(call: Call, owner_id: Id, given: Mapping[str, object]) -> RolePosting:
    role_id = new_id()
    made = {"id": role_id, "user_id": owner_id, "version": _FIRST_VERSION}
    times = {"created_at": call.now, "updated_at": call.now}
    store.add(call.tx, {**_OPTIONAL, **given, **made, **times})
    _follow(call.tx, role_id)
    posting, _ = shown(call, role_id)
    return posting


def _follow(tx: Tx, role_id: Id) -> None:
    """Have the matching know a posting that is open, and no other."""
    fields = store.fields(tx, role_id)
    if fields["status"] == "active" and store.owner_stands(tx, fields["user_id"]):
        matching.put_posting(tx, "role", role_id, matching.wants_of_role(fields))
    else:
        matching.drop_posting(tx, "role", role_id)


def _note_change(
    call: Call, role_id: Id, was: Mapping[str, object], changes: Mapping[str, object]
) -> None:
    """Note what an administrator changed, and what an owner changed of what is open."""
    by_owner = call.caller.account() == was["user_id"]
    if not by_owner or was["status"] == "active":
        told = audit.changed(was, changes)
        audit.note(call, "role.change", target=role_id, changes=told)
    if "status" in changes and not by_owner:
        owner = addresses.addressee(call.tx, Id(str(was["user_id"])))
        if owner is not None:
            role, status = str(was["role_needed"]), str(changes["status"])
            call.enqueue_email(letters.role_decided, owner, role, status)
