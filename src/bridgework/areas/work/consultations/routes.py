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
    members=Tag(
        "Consultations",
        "Request consultations, follow their state and cancel them; answer as the expert.",
    ),
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
    """Create a consultation. The number of open ones is limited by `consultationRequestCap`.

    The named expert (`expertId`) must be in the directory and is notified by e-mail. The
    expert reads the request as it is, but neither the e-mail address of the client nor `curatedBy`.
    """
    return actions.create(context, body)


@router.get("/consultations", who=member)
def list_my_consultations(
    context: Context, query: schemas.ListMyConsultationsQuery
) -> CursorPage[schemas.Consultation]:
    """List the consultations that the caller requested or that name the caller, newest first.

    `asRole` says which. A consultation that names the caller is read without `curatedBy` and
    `note`, and after the caller has declined without its time and place.
    """
    return actions.list_mine(context, query)


@router.get("/consultations/{id}", who=member, not_found=errors.ConsultationNotFound)
def get_consultation(context: Context, consultation_id: Id) -> WithVersion[schemas.Consultation]:
    """Return a consultation that the caller requested or that names the caller.

    Administrators may read any consultation.
    """
    consultation = actions.get(context, consultation_id)
    return WithVersion(consultation, consultation.version)


@router.post(
    "/consultations/{id}/cancel",
    who=member,
    not_found=errors.ConsultationNotFound,
    errors=(errors.NotTheAsker, InvalidTransition),
)
def cancel_consultation(context: Context, consultation_id: Id) -> schemas.Consultation:
    """Cancel one of the caller's consultations that is still open. Its expert is notified."""
    return actions.cancel(context, consultation_id)


@router.post(
    "/consultations/{id}/answer",
    who=member,
    not_found=errors.ConsultationNotFound,
    errors=(errors.NotTheExpert, errors.ConsultationDecided),
)
def answer_consultation(
    context: Context, consultation_id: Id, body: schemas.AnswerConsultationRequest
) -> schemas.Consultation:
    """Answer, as the expert whom a consultation names, whether and when it can take place.

    An answer replaces the former one, until an administrator decides or the client cancels.
    Administrators read it. The client reads when it was given, but not what it says. An expert who
    leaves the directory can still answer. If the account is disabled, the request and the answer
    stay, and the administrators see that the expert is not listed. The erasure of the account
    deletes the answer, and the consultation then names no expert.
    """
    return actions.answer(context, consultation_id, body)


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

    So is the named expert, when it is scheduled or declined, unless the expert has
    declined.

    A consultation becomes `scheduled` only with a time (`startAt`) and a place (`location`) or a
    link (`meetingUrl`), which the owner reads in the consultation and in the e-mail.
    """
    return actions.decide(context, consultation_id, body, context.check_version)
