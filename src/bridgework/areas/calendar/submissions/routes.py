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
from bridgework.kit.errors import InvalidTransition
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Calendar")


@area.post(
    "/calendar/submissions",
    who=member,
    status=201,
    slow=True,
    location="/calendar/submissions/{id}",
)
def submit_event(call: Call, body: SubmitEventRequest) -> EventRequest:
    """Propose an event to the administrators, who take it into the calendar or not.

    Whom it names is invited once it is approved, and not before.
    """
    return actions.submit(call, body)


@area.get("/calendar/submissions/mine", who=member)
def list_my_event_requests(call: Call, query: MyEventRequestsQuery) -> EventRequestPage:
    """List the events that one has proposed, the newest first."""
    return actions.mine(call, query)


@area.get("/calendar/submissions/{id}", who=member, missing=rules.EventRequestNotFound)
def get_my_event_request(call: Call, request_id: Id) -> EventRequest:
    """Read one of the caller's own proposed events."""
    return actions.shown_to_submitter(call, request_id)


@area.post(
    "/calendar/submissions/{id}/withdraw",
    who=member,
    missing=rules.EventRequestNotFound,
    problems=(InvalidTransition,),
)
def withdraw_event_request(call: Call, request_id: Id) -> Ok:
    """Withdraw one of the caller's own proposed events while it is `pending`. It is deleted."""
    actions.withdraw(call, request_id)
    return OK


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
