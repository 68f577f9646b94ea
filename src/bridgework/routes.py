"""The street map: every area, one line each. `bridgework routes` prints what they hold."""

from collections.abc import Sequence

from bridgework.areas.accounts.routes import area as accounts
from bridgework.areas.administration.emails.routes import area as written_emails
from bridgework.areas.administration.overview.routes import area as overview
from bridgework.areas.administration.routes import area as administration
from bridgework.areas.audit.routes import area as audit
from bridgework.areas.blogs.routes import area as blogs
from bridgework.areas.calendar.routes import area as calendar
from bridgework.areas.consultations.routes import area as consultations
from bridgework.areas.directory.routes import area as directory
from bridgework.areas.feed.routes import area as feed
from bridgework.areas.jobs.routes import area as jobs
from bridgework.areas.mail.routes import area as mail
from bridgework.areas.moderation.routes import area as moderation
from bridgework.areas.partners.routes import area as partners
from bridgework.areas.privacy.routes import area as privacy
from bridgework.areas.profiles.routes import area as profiles
from bridgework.areas.recruiting.routes import area as recruiting
from bridgework.areas.roles.routes import area as roles
from bridgework.areas.saved_searches.routes import area as saved_searches
from bridgework.areas.system.routes import area as system
from bridgework.areas.uploads.routes import area as uploads
from bridgework.areas.vendors.routes import area as vendors
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.router import Area

AREAS: Sequence[Area] = (
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

DESCRIPTION = "Experts and clients, clinics and candidates, vendors and ambassadors of dentistry."
"""What the API is about, as its OpenAPI document says it."""


def operations() -> list[Operation]:
    """Every operation of the house, area by area."""
    return [operation for area in AREAS for operation in area.operations]


def listing() -> str:
    """One line an operation: verb, path, who, its id, what it takes and gives."""
    rows = [
        (op.method, op.path, op.who.name, op.operation_id, f"{_takes(op)} -> {_gives(op)}")
        for op in operations()
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4]])
        for row in rows
    ]
    return "\n".join(lines) + "\n"


def _takes(operation: Operation) -> str:
    shape = operation.body or operation.query
    return shape.__name__ if shape else "-"


def _gives(operation: Operation) -> str:
    name = getattr(operation.result, "__name__", str(operation.result))
    inner = getattr(operation.result, "__args__", ())
    return f"{name}[{', '.join(one.__name__ for one in inner)}]" if inner else name
