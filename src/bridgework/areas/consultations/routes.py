"""The operations on consultations: contract section 3.6."""

from bridgework.areas.consultations import actions, rules
from bridgework.areas.consultations.shapes import (
    AdminConsultationPage,
    AdminListConsultationsQuery,
    AdminUpdateConsultationRequest,
    Consultation,
    ConsultationPage,
    CreateConsultationRequest,
    ListMyConsultationsQuery,
)
from bridgework.kit.auth import admin, member
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Consultations")


@area.post(
    "/consultations",
    who=member,
    status=201,
    location="/consultations/{id}",
    problems=(rules.ConsultationCapReached,),
)
def create_consultation(call: Call, body: CreateConsultationRequest) -> Consultation:
    """Ask for a consultation. An account may have so many open at once as its cap allows."""
    return actions.create(call, body)


@area.get("/consultations", who=member)
def list_my_consultations(call: Call, query: ListMyConsultationsQuery) -> ConsultationPage:
    """List what one asked for, the newest first."""
    return actions.mine(call, query)


@area.get("/consultations/{id}", who=member, missing=rules.ConsultationNotFound)
def get_consultation(call: Call, consultation_id: Id) -> Consultation:
    """Read a consultation that one asked for; an administrator, anybody's."""
    return actions.shown(call, consultation_id)


@area.post(
    "/consultations/{id}/cancel",
    who=member,
    missing=rules.ConsultationNotFound,
    problems=(rules.NotTheAsker, InvalidTransition),
)
def cancel_consultation(call: Call, consultation_id: Id) -> Consultation:
    """Take back what one asked for."""
    return actions.cancel(call, consultation_id)


@area.get("/admin/consultations", who=admin)
def admin_list_consultations(
    call: Call, query: AdminListConsultationsQuery
) -> AdminConsultationPage:
    """List all consultations, the newest first."""
    return actions.everyones(call, query)


@area.patch(
    "/admin/consultations/{id}",
    who=admin,
    missing=rules.ConsultationNotFound,
    problems=(InvalidTransition,),
)
def admin_update_consultation(
    call: Call, consultation_id: Id, body: AdminUpdateConsultationRequest
) -> Consultation:
    """Schedule, complete or decline a consultation. Whoever asked for it is told."""
    return actions.decide(call, consultation_id, body)
