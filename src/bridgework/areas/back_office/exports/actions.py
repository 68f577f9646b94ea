"""Export lists as files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import JsonValue

from bridgework.areas.back_office.administration import actions as administration
from bridgework.areas.back_office.administration.schemas import AdminListUsersQuery, AdminUser
from bridgework.areas.back_office.exports import schemas, serializers
from bridgework.areas.back_office.exports.serializers import Format
from bridgework.areas.community.calendar import actions as calendar
from bridgework.areas.community.calendar.schemas import EventDetail, EventsQuery, ExportedGuest
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AdminListLogsQuery, AuditLogEntry
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.directory.schemas import ExpertRecord, ListExpertsQuery
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.people.vendors.schemas import DirectoryEntry, ListVendorDirectoryQuery
from bridgework.areas.work.jobs import actions as jobs
from bridgework.areas.work.jobs.schemas import JobApplication, JobPosting, JobStatus
from bridgework.areas.work.postings.schemas import AllPostingsQuery
from bridgework.areas.work.roles import actions as roles
from bridgework.areas.work.roles.schemas import RoleApplication, RolePosting, RoleStatus
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.validation import QueryParams, ResponseModel, query_params

Batches = Iterator[Sequence[ResponseModel]]

_PAGING = frozenset({"page", "limit", "cursor", "sort_by"})
_ACTIONS = "allowed_actions"
_OF_POSTINGS = (_ACTIONS, "hidden", "owner", "application_counts", "my_application")
"""Members of a posting that depend on the caller or on other records."""
_ALL_NULL: Mapping[str, None] = dict.fromkeys(schemas.ExportedApplication.model_fields)


@dataclass(frozen=True, slots=True)
class _Export:
    """What is exported: the records, their filters and their columns."""

    schema: type[ResponseModel]
    query: type[QueryParams]
    read: Callable[[Context, Any], Batches]
    without: Sequence[str] = ()
    """Members that have no column."""


def export(
    context: Context, file: str, query: schemas.AdminExportQuery
) -> tuple[str, Iterator[bytes]]:
    """Return the content type and the chunks of an export, by its file name.

    The first chunk records the export. Raises ValidationFailed for filters that it does not have.
    """
    name, _, suffix = file.partition(".")
    exported, file_format = _EXPORTS[name], cast("Format", suffix)
    filters = _filters(exported.query, query)
    batches = exported.read(context, filters)
    columns = serializers.columns_of(exported.schema, exported.without)
    chunks = _chunks(context, file, query, batches, columns, file_format)
    return serializers.CONTENT_TYPES[file_format], chunks


def _chunks(
    context: Context,
    file: str,
    query: schemas.AdminExportQuery,
    batches: Batches,
    columns: Sequence[str],
    file_format: Format,
) -> Iterator[bytes]:
    # Before the first record: an export that was interrupted is in the audit log too.
    _record(context, file, query)
    if file_format == "csv":
        yield serializers.render_header(columns)
    for batch in batches:
        yield serializers.render(batch, columns, file_format)


def _record(context: Context, file: str, query: schemas.AdminExportQuery) -> None:
    """Record who exports what with which filters; of texts, only that they were filtered by."""
    used = query.model_dump(mode="json", by_alias=False, exclude_defaults=True)
    with context.write_transaction():
        changes = audit.changed(dict.fromkeys(used), used)
        audit.note(context, "data.export", target=file, changes=changes)


def _filters(model: type[QueryParams], query: schemas.AdminExportQuery) -> QueryParams:
    """Convert the filters to those of a list. Raises ValidationFailed if it lacks one of them."""
    sent: dict[str, JsonValue] = query.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    known = {
        member.alias or name for name, member in model.model_fields.items() if name not in _PAGING
    }
    # A filter without effect would export more than the caller asked for.
    return query_params.from_json(
        model, sent, "", without=[name for name in sent if name not in known]
    )


def _read_applications(context: Context, query: schemas.ExportApplicationsQuery) -> Batches:
    posting_id = None if query.posting_id is None else Id(query.posting_id)
    if query.posting_kind in {None, "job"}:
        for job_batch in jobs.export_applications(context, posting_id, query.status):
            yield [_to_application("job", application) for application in job_batch]
    if query.posting_kind in {None, "role"}:
        for role_batch in roles.export_applications(context, posting_id, query.status):
            yield [_to_application("role", application) for application in role_batch]


def _to_application(
    kind: schemas.PostingKind, application: JobApplication | RoleApplication
) -> schemas.ExportedApplication:
    names = type(application).model_fields.keys() & _ALL_NULL.keys()
    members = {name: getattr(application, name) for name in names}
    return schemas.ExportedApplication(**{**_ALL_NULL, **members, "posting_kind": kind})


def _read_guests(context: Context, query: schemas.ExportGuestsQuery) -> Batches:
    return calendar.export_guests(context, None if query.event_id is None else Id(query.event_id))


_EXPORTS: Mapping[str, _Export] = {
    "accounts": _Export(AdminUser, AdminListUsersQuery, administration.export_users),
    "experts": _Export(ExpertRecord, ListExpertsQuery, directory.export_experts),
    "jobs": _Export(
        JobPosting, AllPostingsQuery[JobStatus], jobs.export_jobs, without=_OF_POSTINGS
    ),
    "roles": _Export(
        RolePosting, AllPostingsQuery[RoleStatus], roles.export_roles, without=_OF_POSTINGS
    ),
    "applications": _Export(
        schemas.ExportedApplication, schemas.ExportApplicationsQuery, _read_applications
    ),
    # An administrator's own replies do not belong into an export.
    "events": _Export(
        EventDetail,
        EventsQuery,
        calendar.export_events,
        without=["description_html", "my_reply", "hidden", _ACTIONS],
    ),
    "guests": _Export(ExportedGuest, schemas.ExportGuestsQuery, _read_guests),
    "vendors": _Export(DirectoryEntry, ListVendorDirectoryQuery, vendors.export_entries),
    # The names are those of now; an export has what the log holds.
    "audit": _Export(
        AuditLogEntry,
        AdminListLogsQuery,
        audit.export_entries,
        without=["actor_name", "target_name"],
    ),
}
