"""Applications to roles."""

from bridgework.areas.work.postings import applications
from bridgework.areas.work.postings.policies import application_facts
from bridgework.areas.work.postings.schemas import StatusQuery
from bridgework.areas.work.roles import policies, queries, schemas
from bridgework.areas.work.roles.role_type import ROLE
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import CursorPage


def apply(
    context: Context, role_id: Id, body: schemas.RoleApplicationRequest
) -> schemas.RoleApplication:
    """Apply to an active role, and e-mail the client."""
    role = applications.lock_open_posting(context, ROLE, policies.APPLY, role_id)
    values = {"message": None, **body.provided(), "role_id": role_id}
    return applications.create(context, ROLE, role, values)


def list_for_role(
    context: Context, role_id: Id, query: StatusQuery[schemas.RoleApplicationStatus]
) -> CursorPage[schemas.RoleApplication]:
    """Return a page of the applications to the caller's own role."""
    rule, page = policies.LIST_APPLICATIONS, CursorPage[schemas.RoleApplication]
    return applications.list_for_posting(context, ROLE, rule, role_id, query, page)


def list_mine(
    context: Context, query: StatusQuery[schemas.RoleApplicationStatus]
) -> CursorPage[schemas.RoleApplication]:
    """Return a page of the caller's own applications."""
    return applications.list_mine(context, ROLE, query, CursorPage[schemas.RoleApplication])


def get(context: Context, application_id: Id) -> schemas.RoleApplication:
    """Return an application that the caller may see. Raises RoleApplicationNotFound."""
    return applications.get(context, ROLE, application_id)


def withdraw(context: Context, application_id: Id) -> schemas.RoleApplication:
    """Withdraw the caller's own application, and e-mail the client."""
    return applications.withdraw(context, ROLE, policies.WITHDRAW_APPLICATION, application_id)


def decide(
    context: Context, application_id: Id, body: schemas.DecideRoleApplicationRequest
) -> schemas.RoleApplication:
    """Decide about an application as the client, or withdraw it as the applicant."""
    before = applications.must_find(context, ROLE, application_id)
    policies.DECIDE_APPLICATION.must_allow(context.caller, application_facts(before._asdict()))
    reason = body.provided().get("reason")
    if before.applicant_id == context.caller.account():
        after = applications.move_as_applicant(context, ROLE, before, body.status, reason)
        applications.record_status(context, ROLE, before, after)
    else:
        after = applications.decide(context, ROLE, before, body.status, reason)
    return queries.role_applications.to_schema(context.caller, after)
