"""The routers of all areas. `bridgework routes` lists their operations."""

from collections.abc import Sequence

from bridgework.areas.accounts.routes import router as accounts
from bridgework.areas.administration.outbox.routes import router as written_emails
from bridgework.areas.administration.overview.routes import router as overview
from bridgework.areas.administration.routes import router as administration
from bridgework.areas.api_keys.routes import router as partners
from bridgework.areas.audit.routes import router as audit
from bridgework.areas.blogs.routes import router as blogs
from bridgework.areas.calendar.routes import router as calendar
from bridgework.areas.consultations.routes import router as consultations
from bridgework.areas.directory.routes import router as directory
from bridgework.areas.email_preferences.routes import router as mail
from bridgework.areas.feed.routes import router as feed
from bridgework.areas.jobs.routes import router as jobs
from bridgework.areas.moderation.routes import router as moderation
from bridgework.areas.privacy.routes import router as privacy
from bridgework.areas.profiles.routes import router as profiles
from bridgework.areas.recruiting.routes import router as recruiting
from bridgework.areas.roles.routes import router as roles
from bridgework.areas.saved_searches.routes import router as saved_searches
from bridgework.areas.system.routes import router as system
from bridgework.areas.uploads.routes import router as uploads
from bridgework.areas.vendors.routes import router as vendors
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.router import Router

AREAS: Sequence[Router] = (
    accounts,
    privacy,
    profiles,
    mail,
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
    saved_searches,
    administration,
    written_emails,
    overview,
    partners,
    recruiting,
    audit,
    system,
)

DESCRIPTION = (
    "Connects experts, clients, clinics, candidates, vendors and ambassadors in dentistry."
)
"""The description in the OpenAPI document."""


def operations() -> list[Operation]:
    """All operations, area by area."""
    return [operation for router in AREAS for operation in router.operations]


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
