"""The operations on proposed events: contract section 3.8."""

from bridgework.areas.calendar.submissions import actions, rules
from bridgework.areas.calendar.submissions.shapes import (
    AdminEventRequestPage,
    AdminListEventRequestsQuery,
    EventRequest,
    EventRequestPage,
    MyEventRequestsQuery,
    RejectEventRequestRequest,
    SubmitEventRequest,
)
from bridgework.kit.auth import admin, member
from bridgework.kit.http.area import Area
from bridgework.kit.http.call import Call
from bridgework.kit.ids import Id
from bridgework.kit.problems import InvalidTransition

area = Area("Calendar")


@area.post("/calendar/submissions", who=member, status=201, slow=True)
def submit_event(call: Call, body: SubmitEventRequest) -> EventRequest:
    """Propose an event to the administrators, who take it into the calendar or not.

    Whom it names is invited once it is approved, and not before.
    """
    return actions.submit(call, body)


@area.get("/calendar/submissions/mine", who=member)
def list_my_event_requests(call: Call, query: MyEventRequestsQuery) -> EventRequestPage:
    """List the events that one has proposed, the newest first."""
    return actions.mine(call, query)


@area.get("/admin/calendar/submissions", who=admin, slow=True)
def admin_list_event_requests(
    call: Call, query: AdminListEventRequestsQuery
) -> AdminEventRequestPage:
    """List proposed events, the newest first."""
    return actions.listed(call, query)


@area.post(
    "/admin/calendar/submissions/{id}/approve",
    who=admin,
    missing=rules.EventRequestNotFound,
    problems=(InvalidTransition,),
)
def approve_event_request(call: Call, request_id: Id) -> EventRequest:
    """Take a proposed event into the calendar. Its submitter is told, its guests are invited."""
    return actions.approve(call, request_id)


@area.post(
    "/admin/calendar/submissions/{id}/reject",
    who=admin,
    missing=rules.EventRequestNotFound,
    problems=(InvalidTransition,),
)
def reject_event_request(
    call: Call, request_id: Id, body: RejectEventRequestRequest
) -> EventRequest:
    """Turn a proposed event down. Its submitter is told the reason."""
    return actions.reject(call, request_id, body.reason)
