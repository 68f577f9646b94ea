"""Reads and changes of roles and role applications."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts.lifecycle import account_status, decisions
from bridgework.areas.people.matching.schemas import MatchPage
from bridgework.areas.work.postings import lifecycle, matches
from bridgework.areas.work.postings.endings import actions as endings
from bridgework.areas.work.postings.notifications import notify
from bridgework.areas.work.postings.policies import PostingRule, side
from bridgework.areas.work.postings.schemas import AllPostingsQuery, MatchesQuery, StatusQuery
from bridgework.areas.work.roles import emails, errors, policies, queries, schemas
from bridgework.areas.work.roles.records import Role, RoleFields
from bridgework.areas.work.roles.role_type import EXPERTS, ROLE, ROLE_APPLICATIONS
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion
from bridgework.kit.core import FieldError, Id, ValidationFailed, must_move, new_id
from bridgework.kit.data.db import Tx, of_members, replaced
from bridgework.kit.data.pagination import CursorPage, CursorQuery
from bridgework.kit.validation import or_none

_NOT_WRITTEN = ("status", "user_id")
"""The members of a request that are columns of the role."""

Versioned = tuple[schemas.RolePosting, int]


def list_open(context: Context, query: schemas.ListRolesQuery) -> CursorPage[schemas.RolePosting]:
    """Return a page of the active roles that match the query."""
    return lifecycle.list_open(context, ROLE, query, CursorPage[schemas.RolePosting])


def find_open(tx: Tx, role_id: Id, now: datetime) -> Role | None:
    """Return an open role of an active owner, None if there is none."""
    return lifecycle.find_open(ROLE, tx, role_id, now)


def list_mine(
    context: Context, query: StatusQuery[schemas.RoleStatus]
) -> CursorPage[schemas.RolePosting]:
    """Return a page of the caller's own roles."""
    return lifecycle.list_mine(context, ROLE, query, CursorPage[schemas.RolePosting])


def list_all(
    context: Context, query: AllPostingsQuery[schemas.RoleStatus]
) -> schemas.AdminRolePostingPage:
    """Return a page of all roles that match the query."""
    return lifecycle.list_all(context, ROLE, query, schemas.AdminRolePostingPage)


def list_experts(
    context: Context, role_id: Id, query: MatchesQuery
) -> MatchPage[schemas.ExpertMatch]:
    """Return a page of the experts who match a role, best first."""
    models = (schemas.ExpertMatch, MatchPage[schemas.ExpertMatch])
    rule = policies.LIST_MATCHES
    return matches.for_posting(context, ROLE_APPLICATIONS, rule, role_id, query, EXPERTS, models)


def list_matches(context: Context, query: CursorQuery) -> MatchPage[schemas.RoleMatch]:
    """Return a page of the roles that match the caller, best first."""
    models = (schemas.RoleMatch, MatchPage[schemas.RoleMatch])
    return matches.for_person(context, ROLE_APPLICATIONS, query, EXPERTS, models)


def get_my_match(context: Context, role_id: Id) -> schemas.OwnRoleMatch:
    """Return the caller's own match with a role."""
    models = (schemas.OwnRoleMatch, schemas.RoleCard)
    return matches.own_match(context, ROLE, role_id, EXPERTS, models)


def export_roles(
    context: Context, query: AllPostingsQuery[schemas.RoleStatus]
) -> Iterator[Sequence[schemas.RolePosting]]:
    """Return all roles that match the query, in batches."""
    return lifecycle.export_all(context, ROLE, query)


def export_applications(
    context: Context, role_id: Id | None, status: str | None
) -> Iterator[Sequence[schemas.RoleApplication]]:
    """Return the applications to a role, or to all roles, in batches, newest first."""
    database, caller = context.app.database, context.caller
    queries = ROLE_APPLICATIONS.queries
    return queries.list_batches(database, caller, role_id, status, context.now)


def get(context: Context, role_id: Id) -> Versioned:
    """Return a role that the caller may read, and its version. Raises RoleNotFound."""
    return lifecycle.read(context, ROLE, role_id)


def create(context: Context, body: schemas.RolePostingRequest) -> schemas.RolePosting:
    """Create a role. It is pending, whatever the `status` of the request."""
    return lifecycle.add(context, ROLE, _new(context, context.caller.account(), body, "pending"))


def create_for(context: Context, body: schemas.AdminRolePostingRequest) -> schemas.RolePosting:
    """Create a role for a client, as an administrator. Raises ValidationFailed."""
    owner_id = Id(body.user_id)
    status: schemas.RoleStatus = or_none(body.status) or "active"
    if account_status.email(context.tx, owner_id) is None:
        raise ValidationFailed(FieldError("userId", "unknown", "There is no such account."))
    posting = lifecycle.add(context, ROLE, _new(context, owner_id, body, status))
    audit.note(context, "role.create", target=posting.id)
    return posting


def _new(
    context: Context,
    owner_id: Id,
    body: schemas.RolePostingRequest,
    status: schemas.RoleStatus,
) -> Role:
    provided = body.provided().items()
    members = {name: value for name, value in provided if name not in _NOT_WRITTEN}
    return Role(
        id=new_id(),
        user_id=owner_id,
        fields=of_members(RoleFields, members),
        status=status,
        version=1,
        created_at=context.now,
        updated_at=context.now,
        deleted_at=None,
        rejected_at=None,
        rejection_reason=None,
    )


def update(
    context: Context, role_id: Id, body: schemas.RoleUpdateRequest, check_version: CheckVersion
) -> Versioned:
    """Change a role, and its status if the request contains one."""
    before = lifecycle.lock(context, ROLE, policies.UPDATE, role_id, check_version)
    status: schemas.RoleStatus = or_none(body.status) or before.status
    provided = {name: value for name, value in body.provided().items() if name != "status"}
    stored = before.fields._asdict()
    texts = {name: value for name, value in provided.items() if value != stored[name]}
    after = before._replace(fields=replaced(before.fields, texts), status=status)
    if status != before.status:
        moves = policies.MOVES["admin" if context.caller.is_admin else "owner"]
        with decisions.named_in_refusals(context, role_id):
            must_move(moves, before.status, status)
        after = after._replace(rejected_at=None, rejection_reason=None)
    if after != before:
        lifecycle.change(context, ROLE, before, after)
        _follow_change(context, before, texts, status)
        _record_change(context, before, texts, status)
    return get(context, role_id)


def close(context: Context, role_id: Id, check_version: CheckVersion) -> Versioned:
    """Close a pending or active role, as its owner or an administrator."""
    before = lifecycle.lock(context, ROLE, policies.CLOSE, role_id, check_version)
    after, by = before._replace(status="closed"), side(context.caller, before.user_id)
    lifecycle.move(context, ROLE, before, after, by, "role.close")
    reviews.end(context.tx, role_id)
    return get(context, role_id)


def approve(
    context: Context, role_id: Id, body: schemas.RoleDecisionRequest, check_version: CheckVersion
) -> Versioned:
    """Set a pending role to active."""
    return _decide(
        context, policies.APPROVE, role_id, "active", "role.approve", body, check_version
    )


def reopen(
    context: Context, role_id: Id, body: schemas.RoleDecisionRequest, check_version: CheckVersion
) -> Versioned:
    """Set a rejected or closed role back to pending. Its owner is notified."""
    return _decide(context, policies.REOPEN, role_id, "pending", "role.reopen", body, check_version)


def reject(
    context: Context, role_id: Id, body: schemas.RoleDecisionRequest, check_version: CheckVersion
) -> Versioned:
    """Close a pending role. Its owner can read the reason."""
    return _decide(context, policies.REJECT, role_id, "closed", "role.reject", body, check_version)


def delete(context: Context, role_id: Id, check_version: CheckVersion) -> None:
    """Delete a role, and notify the applicants with an open application."""
    before = lifecycle.lock(context, ROLE, policies.DELETE, role_id, check_version)
    endings.end(context, ROLE, role_id, before.user_id, "removed")
    lifecycle.change(context, ROLE, before, before._replace(deleted_at=context.now))
    reviews.end(context.tx, role_id)
    change_feed.announce(context.tx, "role.deleted", role_id)
    if context.caller.account() != before.user_id:
        audit.note(context, "role.delete", target=role_id)


def _decide(
    context: Context,
    rule: PostingRule,
    role_id: Id,
    status: schemas.RoleStatus,
    action: AuditAction,
    body: schemas.RoleDecisionRequest,
    check_version: CheckVersion,
) -> Versioned:
    before = lifecycle.lock(context, ROLE, rule, role_id, check_version)
    reason = or_none(body.reason)
    after = before._replace(status=status, rejected_at=None, rejection_reason=None)
    if rule is policies.REJECT:
        after = after._replace(rejected_at=context.now, rejection_reason=reason)
    lifecycle.move(context, ROLE, before, after, "admin", action, reason)
    return get(context, role_id)


def _follow_change(
    context: Context, before: Role, texts: Mapping[str, object], status: str
) -> None:
    """Let the owner's change of an active role wait for a review, which ends with that status.

    What an administrator changes is reviewed, and a role that is not active is read by an
    administrator before it is active again.
    """
    if status != policies.OPEN_STATUS:
        reviews.end(context.tx, before.id)
    elif context.caller.is_admin:
        reviews.accept(context.tx, before.id, texts)
    elif before.status == policies.OPEN_STATUS:
        reviews.note_role(context, before.id, before.fields._asdict(), texts)


def lock(tx: Tx, role_id: Id) -> None:
    """Lock a role until the transaction ends."""
    queries.postings.lock(tx, role_id)


def title(tx: Tx, role_id: Id) -> str:
    """Return the title of a role that is not deleted. Raises RoleNotFound."""
    role = queries.postings.lock(tx, role_id)
    if role is None:
        raise errors.RoleNotFound
    return role.fields.role_needed


def restore(context: Context, role_id: Id, values: Mapping[str, object]) -> None:
    """Set the members of a role that is locked back to values that it had before.

    They are not validated again: they were valid when they were stored.
    """
    before = queries.postings.lock(context.tx, role_id)
    if before is None:
        raise errors.RoleNotFound
    after = before._replace(fields=replaced(before.fields, values))
    lifecycle.change(context, ROLE, before, after)


def _record_change(
    context: Context, before: Role, texts: Mapping[str, object], status: schemas.RoleStatus
) -> None:
    """Record changes by an administrator, and changes of an active role by its owner."""
    is_by_owner = context.caller.account() == before.user_id
    if not is_by_owner or before.status == "active":
        members = {**before.fields._asdict(), "status": before.status}
        changed = audit.changed(members, {**texts, "status": status})
        audit.note(context, "role.change", target=before.id, changes=changed)
    if status != before.status and not is_by_owner:
        new = lifecycle.new_for_owner(ROLE, before, status)
        notify(context, new, emails.role_decided, None, new.title, status, None)
