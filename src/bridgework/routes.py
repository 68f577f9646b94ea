"""The routers of all areas. `bridgework routes` lists their operations."""

import json
import tomllib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

from bridgework import areas
from bridgework.areas.back_office.administration.activity.routes import router as activity
from bridgework.areas.back_office.administration.outbox.routes import router as written_emails
from bridgework.areas.back_office.administration.overview.routes import router as overview
from bridgework.areas.back_office.administration.rendering.routes import router as rendering
from bridgework.areas.back_office.administration.routes import router as administration
from bridgework.areas.back_office.administration.search.routes import router as search
from bridgework.areas.back_office.exports.routes import router as exports
from bridgework.areas.back_office.imports.routes import router as imports
from bridgework.areas.back_office.member_overview.routes import router as member_overview
from bridgework.areas.back_office.member_profile.routes import router as member_profile
from bridgework.areas.back_office.queue.routes import router as queue
from bridgework.areas.back_office.recruiting.routes import router as recruiting
from bridgework.areas.back_office.site.routes import router as site
from bridgework.areas.back_office.staff_notes.routes import router as staff_notes
from bridgework.areas.back_office.system.routes import router as system
from bridgework.areas.back_office.system.status.routes import router as status
from bridgework.areas.back_office.text_templates.routes import router as text_templates
from bridgework.areas.back_office.webhooks.routes import router as webhooks
from bridgework.areas.community.blogs.routes import router as blogs
from bridgework.areas.community.calendar.routes import router as calendar
from bridgework.areas.community.feed.routes import router as feed
from bridgework.areas.community.moderation.routes import router as moderation
from bridgework.areas.history.audit.routes import router as audit
from bridgework.areas.history.changes.routes import router as changes
from bridgework.areas.history.notifications.routes import router as notifications
from bridgework.areas.identity.accounts.routes import router as accounts
from bridgework.areas.identity.administrators.invitations.routes import router as invitations
from bridgework.areas.identity.administrators.routes import router as administrators
from bridgework.areas.identity.api_keys.routes import router as partners
from bridgework.areas.identity.contacts.routes import router as contacts
from bridgework.areas.identity.email_preferences.routes import router as mail
from bridgework.areas.identity.privacy.routes import router as privacy
from bridgework.areas.identity.uploads.routes import router as uploads
from bridgework.areas.people.directory.routes import router as directory
from bridgework.areas.people.profiles.routes import router as profiles
from bridgework.areas.people.vendors.routes import router as vendors
from bridgework.areas.work.consultations.routes import router as consultations
from bridgework.areas.work.introductions.routes import router as introductions
from bridgework.areas.work.jobs.routes import router as jobs
from bridgework.areas.work.roles.routes import router as roles
from bridgework.areas.work.saved_searches.routes import router as saved_searches
from bridgework.kit.api_docs import ApiDocs
from bridgework.kit.http.openapi import Example, Examples, Glossary
from bridgework.kit.http.operations import Operation, Router
from bridgework.settings import Settings

AREAS: Sequence[Router] = (
    accounts,
    invitations,
    administrators,
    privacy,
    profiles,
    member_overview,
    mail,
    contacts,
    uploads,
    directory,
    blogs,
    feed,
    calendar,
    moderation,
    roles,
    jobs,
    vendors,
    consultations,
    introductions,
    notifications,
    saved_searches,
    administration,
    member_profile,
    staff_notes,
    text_templates,
    written_emails,
    rendering,
    overview,
    queue,
    activity,
    search,
    exports,
    imports,
    partners,
    recruiting,
    audit,
    changes,
    webhooks,
    status,
    site,
    system,
)

DESCRIPTION = """
Connects experts, clients, clinics, candidates, vendors and ambassadors in dentistry.

### Callers

Each operation states who may call it. Its description adds further conditions, such as the
ownership of a record.

| Caller | Description |
|---|---|
| public | Everyone, without credentials. |
| member | Any account, with the bearer token from `login` or `verifyEmail`. |
| expert | A member with the role `expert`. |
| client | A member with the role `client` or `rpo`. |
| clinic | A member with the role `clinic_owner` or `recruiter` on the jobs platform. |
| admin | An administrator, with the bearer token from `adminLogin`, which requires a master \
password. The token from `login` is that of a member, also for an account with the role `admin`. |
| fresh | For a `fresh sign-in`, the administrator has signed in, or called `adminConfirm`, at \
most 10 minutes ago. |
| partner | Another system, with an API key in the header `x-api-key`. Administrators create the \
keys. `partner jobs:read` is a key with the scope `jobs:read`. |
"""
"""The description in the OpenAPI document, in Markdown."""


def operations() -> list[Operation]:
    """All operations, area by area."""
    return [operation for router in AREAS for operation in router.operations]


def api_docs(settings: Settings) -> ApiDocs:
    """The documentation of the API."""
    return ApiDocs(operations(), settings.installation, DESCRIPTION, glossary, examples)


def glossary() -> Glossary:
    """The descriptions of members and parameters in the OpenAPI document."""
    file = resources.files("bridgework").joinpath("descriptions.toml")
    return Glossary(**tomllib.loads(file.read_text(encoding="utf-8")))


def examples() -> Examples:
    """The examples in the OpenAPI document, from the `examples.json` of each area."""
    by_operation: dict[str, Example] = {}
    for file in sorted(Path(areas.__file__).parent.glob("*/*/examples.json")):
        by_operation |= json.loads(file.read_text("utf-8"))
    return by_operation


def listing() -> str:
    """One line per operation: method, path, caller, operationId, request and response."""
    rows = [
        (
            op.method,
            op.path,
            op.who.name,
            op.operation_id,
            f"{_request_of(op)} -> {_response_of(op)}",
        )
        for op in operations()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4]])
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def _request_of(operation: Operation) -> str:
    schema = operation.body or operation.query
    return schema.__name__ if schema else "-"


def _response_of(operation: Operation) -> str:
    name = getattr(operation.result, "__name__", str(operation.result))
    inner = getattr(operation.result, "__args__", ())
    return f"{name}[{', '.join(each.__name__ for each in inner)}]" if inner else name
