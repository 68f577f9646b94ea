"""Read the overview of the caller."""

from collections.abc import Iterator

from bridgework.areas.back_office.member_overview import queries, schemas
from bridgework.areas.community.calendar import actions as calendar
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.people.profiles import actions as profiles
from bridgework.areas.work.consultations import actions as consultations
from bridgework.areas.work.introductions import actions as introductions
from bridgework.areas.work.jobs.schemas import JobApplicationCounts
from bridgework.areas.work.roles.schemas import RoleApplicationCounts
from bridgework.context import Context
from bridgework.kit.validation import to_wire_name

_SHOWN = 5
"""How many consultations, invitations and changes the overview contains, each."""
_NO_JOBS = dict.fromkeys(JobApplicationCounts.model_fields, 0)
_NO_ROLES = dict.fromkeys(RoleApplicationCounts.model_fields, 0)


def get_overview(context: Context) -> schemas.MemberOverview:
    """Return what waits for the caller."""
    counts = queries.count_by_status(context.tx, context.caller.account())

    def totals(prefix: str) -> schemas.ApplicationTotals:
        return schemas.ApplicationTotals(
            jobs=JobApplicationCounts(**{**_NO_JOBS, **counts.get(f"{prefix}jobs", {})}),
            roles=RoleApplicationCounts(**{**_NO_ROLES, **counts.get(f"{prefix}roles", {})}),
        )

    of_consultations = counts.get("consultations", {})
    events, unanswered = calendar.list_unanswered(context, _SHOWN)
    return schemas.MemberOverview(
        notifications=notifications.count(context),
        applications=totals(""),
        received_applications=totals("received_"),
        consultations=schemas.OpenConsultations(
            requested=of_consultations.get("requested", 0),
            scheduled=of_consultations.get("scheduled", 0),
            to_answer=counts.get("consultations_to_answer", {}).get("requested", 0),
            newest=list(consultations.list_open(context, _SHOWN)),
        ),
        invitations=schemas.OpenInvitations(unanswered=unanswered, next=list(events)),
        introductions_waiting=introductions.count_waiting(context),
        changes_in_review=list(_list_changes(context)),
        changes_asked=change_requests.find_own(context),
        listing=profiles.get_listing(context),
    )


def _list_changes(context: Context) -> Iterator[schemas.OwnChange]:
    for change in queries.list_changes(context.tx, context.caller.account(), _SHOWN):
        members = [to_wire_name(name) for name in change.after]
        yield schemas.OwnChange.from_row(change, members=members)
