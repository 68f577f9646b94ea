"""Read all profiles of a person, with the records that a decision about the person needs."""

from collections.abc import Sequence

from bridgework.areas.back_office.administration import actions as administration
from bridgework.areas.back_office.member_profile import policies, queries, schemas
from bridgework.areas.back_office.member_profile import timeline_queries as timeline
from bridgework.areas.community.moderation import actions as moderation
from bridgework.areas.community.moderation.schemas import Report
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.people.profiles import actions as profiles
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.people.vendors.schemas import AmbassadorProfile, VendorProfile
from bridgework.areas.work.jobs.profiles import actions as job_profiles
from bridgework.areas.work.jobs.profiles.schemas import JobsAccount
from bridgework.context import Context
from bridgework.kit.actions import cursors
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import CursorPage, CursorQuery

_NEWEST = 20
"""How many applications and reports are returned."""
_TIMELINE = "timeline"


def get_profile(context: Context, account_id: Id) -> tuple[schemas.AdminProfile, int]:
    """Return the profiles of a user, and the version of the account. Raises UserNotFound.

    The number of statements does not depend on the user's records.
    """
    with context.read_transaction() as tx:
        user, version = administration.get_version(context, account_id)
        professional, listing = profiles.get_stored_profile(tx, account_id)
        job_account, clinic = job_profiles.get_stored_profiles(tx, account_id)
        vendor, ambassador = vendors.get_stored_profiles(tx, account_id)
        candidate = None if job_account is None else _to_candidate(job_account)
        stored: policies.Profiles = {
            "professional": professional,
            "candidate": candidate,
            "clinic": clinic,
            "vendor": vendor,
            "ambassador": ambassador,
        }
        profile = schemas.AdminProfile(
            user=user,
            professional=professional,
            candidate=candidate,
            clinic=clinic,
            vendor=vendor,
            ambassador=ambassador,
            completeness=policies.completeness_of(user, stored),
            listing=listing,
            changes_asked=change_requests.find(tx, account_id),
            documents=_documents(context, account_id, _paths(candidate, vendor, ambassador)),
            applications=_applications(context, account_id),
            reports_by=_reports(*moderation.list_by_reporter(context, account_id, _NEWEST)),
            reports_on=_reports(*moderation.list_on_account(context, account_id, _NEWEST)),
        )
        return profile, version


def get_timeline(
    context: Context, account_id: Id, query: CursorQuery
) -> CursorPage[schemas.TimelineEntry]:
    """Return a page of the records of a user, newest first. Raises UserNotFound."""
    administration.get_user(context, account_id)
    request = cursors.page_request(context, query, _TIMELINE, account_id)
    entries = timeline.list_entries(context.tx, moderation.contents(), account_id, request)
    page = CursorPage[schemas.TimelineEntry]
    return cursors.to_page(context, query, page, entries, _TIMELINE, account_id)


def _to_candidate(account: JobsAccount) -> schemas.CandidateProfile:
    return schemas.CandidateProfile.from_row(account.model_dump(by_alias=False))


def _paths(
    candidate: schemas.CandidateProfile | None,
    vendor: VendorProfile | None,
    ambassador: AmbassadorProfile | None,
) -> list[str]:
    """Return the paths of the files that the profiles refer to."""
    paths = [
        None if candidate is None else candidate.cv_object_path,
        None if vendor is None else vendor.video_object_path,
        None if ambassador is None else ambassador.video_object_path,
        *((None if vendor is None else vendor.attachment_paths) or []),
    ]
    return [path for path in paths if path]


def _documents(
    context: Context, account_id: Id, paths: Sequence[str]
) -> list[schemas.ProfileDocument]:
    if not paths:
        return []
    return [
        # Files that were uploaded to a former version have no name of their own.
        schemas.ProfileDocument.from_row(
            document, file_name=document.file_name or document.object_path.rpartition("/")[2]
        )
        for document in queries.list_documents(context.tx, account_id, paths)
    ]


def _applications(context: Context, account_id: Id) -> schemas.ProfileApplications:
    items = [
        schemas.ProfileApplication.from_row(
            sent, title=sent.applied_to.title, company_name=sent.applied_to.company_name
        )
        for sent in queries.list_applications(context.tx, account_id, _NEWEST)
    ]
    total = queries.count_applications(context.tx, account_id)
    return schemas.ProfileApplications(items=items, total=total)


def _reports(items: Sequence[Report], total: int) -> schemas.ProfileReports:
    return schemas.ProfileReports(items=list(items), total=total)
