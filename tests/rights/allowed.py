"""The records with `allowedActions`: the operations on each, and the rules of the application."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgework import routes
from bridgework.areas.back_office.imports import policies as imports
from bridgework.areas.back_office.imports.schemas import Import, ImportSummary
from bridgework.areas.community.blogs import policies as blogs
from bridgework.areas.community.blogs.schemas import AdminBlogPost
from bridgework.areas.community.calendar import policies as calendar
from bridgework.areas.community.calendar.schemas import EventDetail, EventRequest, EventSummary
from bridgework.areas.community.moderation import policies as moderation
from bridgework.areas.community.moderation.schemas import Report
from bridgework.areas.identity.email_preferences import policies as emails
from bridgework.areas.identity.email_preferences.schemas import Email, EmailWithText
from bridgework.areas.work.consultations import policies as consultations
from bridgework.areas.work.consultations.schemas import Consultation
from bridgework.areas.work.introductions import policies as introductions
from bridgework.areas.work.introductions.schemas import Introduction
from bridgework.areas.work.jobs import policies as jobs
from bridgework.areas.work.jobs.schemas import JobApplication, JobPosting
from bridgework.areas.work.roles import policies as roles
from bridgework.areas.work.roles.schemas import RoleApplication, RolePosting
from bridgework.areas.work.saved_searches.schemas import FoundJob
from bridgework.kit.actions import ActionRule
from bridgework.kit.http.operations import HTML, Operation
from bridgework.kit.validation import ResponseModel


@dataclass(frozen=True, slots=True)
class Acting:
    """The operations on a kind of record."""

    schemas: Sequence[type[ResponseModel]]
    """The records, as a single one and in lists."""
    paths: Sequence[str]
    """The paths of a record; its operations have one of them, or one that begins so."""
    rules: Sequence[ActionRule[Any]]

    def operations(self) -> Iterator[Operation]:
        """Yield the operations on a record, without pages for browsers."""
        for operation in routes.operations():
            of_record = any(
                operation.path == path or operation.path.startswith(f"{path}/")
                for path in self.paths
            )
            if of_record and operation.media_type != HTML:
                yield operation


ACTING: Mapping[str, Acting] = {
    "job": Acting([JobPosting, FoundJob], ["/jobs/{id}", "/admin/jobs/{id}"], jobs.RULES),
    "job application": Acting(
        [JobApplication], ["/jobs/applications/{id}"], jobs.APPLICATION_RULES
    ),
    "role": Acting([RolePosting], ["/roles/{id}", "/admin/roles/{id}"], roles.RULES),
    "role application": Acting(
        [RoleApplication], ["/roles/applications/{id}"], roles.APPLICATION_RULES
    ),
    "consultation": Acting(
        [Consultation], ["/consultations/{id}", "/admin/consultations/{id}"], consultations.RULES
    ),
    "introduction": Acting([Introduction], ["/introductions/{id}"], introductions.RULES),
    "event": Acting([EventDetail, EventSummary], ["/calendar/events/{id}"], calendar.EVENT_RULES),
    "event request": Acting(
        [EventRequest],
        ["/calendar/submissions/{id}", "/admin/calendar/submissions/{id}"],
        calendar.REQUEST_RULES,
    ),
    "report": Acting([Report], ["/admin/reports/{id}"], moderation.RULES),
    "import": Acting([Import, ImportSummary], ["/admin/imports/{id}"], imports.RULES),
    "email": Acting([Email, EmailWithText], ["/admin/emails/{id}"], emails.RULES),
    "blog post": Acting([AdminBlogPost], ["/admin/blogs/{id}"], blogs.RULES),
}
"""By the name of the kind."""
