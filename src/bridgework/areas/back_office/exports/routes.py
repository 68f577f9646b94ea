"""The operation of exports."""

from bridgework.areas.back_office.exports import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import Download, Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Exports",
    administrators=Tag("Exports", "Download lists of any size as CSV or JSON Lines."),
)


@router.get(
    "/admin/export/{exportFile}",
    who=admin.fresh(),
    pool="computing",
    not_found=errors.ExportNotFound,
)
def admin_export(
    context: Context, export_file: schemas.ExportFile, query: schemas.AdminExportQuery
) -> Download:
    """Export a list as CSV or JSON Lines, without a limit on the number of records.

    The columns are the members of the records that the list returns. The list is `adminListUsers`
    for accounts, `listExperts` for experts, `adminListJobs`, `adminListRoles`, `listEvents` for
    published events, `listVendorDirectory` for vendors and `adminListLogs` for the audit log.
    Applications are those of `listJobApplications` and `listRoleApplications`, guests those of
    `listGuests`, of all postings and events.

    The filters are those of the list, without paging and order; a filter that the list does not
    have is refused. Applications have the filters `postingKind`, `postingId` and `status`, guests
    `eventId`.

    CSV is UTF-8 with a header; lists and objects in a cell are JSON. A cell that a spreadsheet
    program would take for a formula begins with an apostrophe. JSON Lines has one object per line.

    The response is sent while the records are read, so a record that changes meanwhile may be
    exported before or after the change. If the export fails midway, the connection is closed
    before the end of the body. The export is recorded in the audit log with its filters; of texts,
    only the name of the filter.
    """
    content_type, chunks = actions.export(context, export_file, query)
    return Download(content_type, export_file, chunks)
