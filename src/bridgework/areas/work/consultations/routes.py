"""The operations on consultations."""

from bridgework.areas.identity.accounts.lifecycle.decisions import REFUSALS
from bridgework.areas.work.consultations import actions, errors, schemas
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id, InvalidTransition
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.http.operations import Router, Tag, WithVersion
from bridgework.kit.security import admin, member

router = Router(
    "Consultations",
    members=Tag("Consultations", "Request consultations, follow their state, and cancel them."),
    administrators=Tag("Consultation administration", "All consultations, and their progress."),
)


@router.post(
    "/consultations",
    who=member,
    status=201,
    location="/consultations/{id}",
    errors=(errors.ConsultationCapReached,),
)
def create_consultation(
    context: Context, body: schemas.CreateConsultationRequest
) -> schemas.Consultation:
    """Create a consultation. The number of open ones is limited by `consultationRequestCap`."""
    return actions.create(context, body)


@router.get("/consultations", who=member)
def list_my_consultations(
    context: Context, query: schemas.ListMyConsultationsQuery
) -> CursorPage[schemas.Consultation]:
    """List the caller's consultations, newest first."""
    return actions.list_mine(context, query)


@router.get("/consultations/{id}", who=member, not_found=errors.ConsultationNotFound)
def get_consultation(context: Context, consultation_id: Id) -> WithVersion[schemas.Consultation]:
    """Return a consultation of the caller. Administrators may read any consultation."""
    consultation = actions.get(context, consultation_id)
    return WithVersion(consultation, consultation.version)


@router.post(
    "/consultations/{id}/cancel",
    who=member,
    not_found=errors.ConsultationNotFound,
    errors=(errors.NotTheAsker, InvalidTransition),
)
def cancel_consultation(context: Context, consultation_id: Id) -> schemas.Consultation:
    """Cancel one of the caller's consultations that is still open."""
    return actions.cancel(context, consultation_id)


@router.get("/admin/consultations", who=admin)
def admin_list_consultations(
    context: Context, query: schemas.AdminListConsultationsQuery
) -> schemas.AdminConsultationPage:
    """List all consultations, newest first."""
    return actions.list_all(context, query)


@router.patch(
    "/admin/consultations/{id}",
    who=admin,
    not_found=errors.ConsultationNotFound,
    if_match=True,
    errors=REFUSALS,
)
def admin_update_consultation(
    context: RequestContext, consultation_id: Id, body: schemas.AdminUpdateConsultationRequest
) -> schemas.Consultation:
    """Schedule, complete or decline a consultation. Its owner is notified by e-mail.

    A consultation becomes `scheduled` only with a time (`startAt`) and a place (`location`) or a
    link (`meetingUrl`), which the owner reads in the consultation and in the e-mail.
    """
    return actions.decide(context, consultation_id, body, context.check_version)
