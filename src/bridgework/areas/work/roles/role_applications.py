"""Applications to roles."""

from bridgework.areas.work.postings import applications
from bridgework.areas.work.postings.policies import application_facts, applied_to
from bridgework.areas.work.postings.schemas import (
    AnswerOfferRequest,
    DecidedApplications,
    StatusQuery,
)
from bridgework.areas.work.roles import policies, queries, schemas
from bridgework.areas.work.roles.records import Application
from bridgework.areas.work.roles.role_type import ROLE_APPLICATIONS
from bridgework.context import Context
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.validation import or_none


def apply(
    context: Context, role_id: Id, body: schemas.RoleApplicationRequest
) -> schemas.RoleApplication:
    """Apply to an active role, and e-mail the client."""
    to = applications.lock_open_posting(context, ROLE_APPLICATIONS, policies.APPLY, role_id)
    application = Application(
        id=new_id(),
        role_id=role_id,
        applicant_id=context.caller.account(),
        message=or_none(body.message),
        applied_to=applied_to(to.posting.fields),
        status="submitted",
        reason=None,
        created_at=context.now,
        updated_at=context.now,
        posting_ended_at=None,
    )
    return applications.create(context, ROLE_APPLICATIONS, to, application)


def list_for_role(
    context: Context, role_id: Id, query: StatusQuery[schemas.RoleApplicationStatus]
) -> CursorPage[schemas.RoleApplication]:
    """Return a page of the applications to the caller's own role."""
    rule, page = policies.LIST_APPLICATIONS, CursorPage[schemas.RoleApplication]
    return applications.list_for_posting(context, ROLE_APPLICATIONS, rule, role_id, query, page)


def list_mine(
    context: Context, query: StatusQuery[schemas.RoleApplicationStatus]
) -> CursorPage[schemas.RoleApplication]:
    """Return a page of the caller's own applications."""
    return applications.list_mine(
        context, ROLE_APPLICATIONS, query, CursorPage[schemas.RoleApplication]
    )


def get(context: Context, application_id: Id) -> schemas.RoleApplication:
    """Return an application that the caller may see. Raises RoleApplicationNotFound."""
    return applications.get(context, ROLE_APPLICATIONS, application_id)


def withdraw(context: Context, application_id: Id) -> schemas.RoleApplication:
    """Withdraw the caller's own application, and e-mail the client."""
    return applications.withdraw(
        context, ROLE_APPLICATIONS, policies.WITHDRAW_APPLICATION, application_id
    )


def answer_offer(
    context: Context, application_id: Id, body: AnswerOfferRequest
) -> schemas.RoleApplication:
    """Say whether the accepted caller takes the role, and e-mail the client."""
    return applications.answer_offer(context, ROLE_APPLICATIONS, application_id, body)


def decide_many(
    context: Context, role_id: Id, body: schemas.DecideRoleApplicationsRequest
) -> DecidedApplications:
    """Make the same decision on several applications to the caller's own role."""
    one = schemas.DecideRoleApplicationRequest(status=body.status, reason=body.reason)
    return applications.decide_many(
        context,
        ROLE_APPLICATIONS,
        policies.DECIDE_APPLICATIONS,
        role_id,
        body.ids,
        lambda application_id: decide(context, application_id, one),
    )


def decide(
    context: Context, application_id: Id, body: schemas.DecideRoleApplicationRequest
) -> schemas.RoleApplication:
    """Decide about an application as the client, or withdraw it as the applicant."""
    before = applications.must_find(context, ROLE_APPLICATIONS, application_id)
    policies.DECIDE_APPLICATION.must_allow(context.caller, application_facts(before))
    reason = or_none(body.reason)
    if before.application.applicant_id == context.caller.account():
        after = applications.move_as_applicant(
            context, ROLE_APPLICATIONS, before, body.status, reason
        )
        applications.record_status(context, ROLE_APPLICATIONS, before, after)
    else:
        after = applications.decide(context, ROLE_APPLICATIONS, before, body.status, reason)
    return queries.role_applications.to_schema(context.tx, context.caller, after)
