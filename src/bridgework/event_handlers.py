"""Connects the hooks of lower areas with the functions of higher ones.

The application, and each command that changes data, calls `connect` before its first transaction.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bridgework.areas.back_office.administration import target_queries
from bridgework.areas.back_office.imports import queries as imports
from bridgework.areas.back_office.recruiting import queries as candidates
from bridgework.areas.back_office.staff_notes import actions as staff_notes
from bridgework.areas.community.blogs import actions as blogs
from bridgework.areas.community.calendar import queries as calendar
from bridgework.areas.community.calendar.guests import guest_queries as guests
from bridgework.areas.community.calendar.review import event_requests
from bridgework.areas.community.calendar.review import moderation_hooks as event_content
from bridgework.areas.community.feed import actions as feed
from bridgework.areas.community.feed import moderation_hooks as feed_content
from bridgework.areas.community.moderation import actions as moderation
from bridgework.areas.community.moderation import content_types as moderated
from bridgework.areas.community.moderation import queries as reports
from bridgework.areas.community.moderation.schemas import ReportedKind
from bridgework.areas.history.audit import hooks as audit
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts import hooks as accounts
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.identity.accounts.change_requests import tables as tables_of_requests
from bridgework.areas.identity.accounts.lifecycle import decision_queries
from bridgework.areas.identity.administrators.invitations import queries as invitations
from bridgework.areas.identity.administrators.second_factors import removal as second_factors
from bridgework.areas.identity.contacts import actions as contacts
from bridgework.areas.identity.uploads import actions as files
from bridgework.areas.identity.uploads import hooks as uploads
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.profiles import hooks as profiles
from bridgework.areas.people.profiles import tables as tables_of_profiles
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.people.vendors import tables as tables_of_vendors
from bridgework.areas.work.consultations import actions as consultations
from bridgework.areas.work.introductions import actions as introductions
from bridgework.areas.work.jobs import moderation_hooks as job_content
from bridgework.areas.work.jobs import queries as job_queries
from bridgework.areas.work.jobs.job_type import JOB
from bridgework.areas.work.jobs.profiles import actions as job_profiles
from bridgework.areas.work.jobs.tables import clinic_profiles, job_accounts
from bridgework.areas.work.postings import lifecycle as postings
from bridgework.areas.work.postings.endings import actions as endings
from bridgework.areas.work.roles import queries as role_queries
from bridgework.areas.work.roles.role_type import ROLE
from bridgework.areas.work.saved_searches import alerts
from bridgework.kit.actions import ContentType
from bridgework.kit.actions import moderation as hiding


def connect() -> None:
    """Set every hook. A second call changes nothing."""
    accounts.account_changed[:] = [
        reviews.follow_account,  # first: the directories read it
        change_requests.follow_account,
        directory.reindex,
        blogs.update_author,
        partial(postings.update_owner_matches, ROLE),
        vendors.reindex,
        guests.update_account_of_guests,
        partial(postings.update_owner_matches, JOB),
        job_profiles.reindex,
    ]
    accounts.addresses_erased[:] = [
        event_requests.forget_invitees,
        candidates.delete_addresses,
        imports.delete_texts_with,
    ]
    accounts.invitation_voided[:] = [invitations.delete]
    accounts.account_hidden[:] = [
        partial(endings.end_all_of, ROLE),
        partial(endings.end_all_of, JOB),
    ]
    accounts.account_enabled[:] = [feed.count_contributions]
    accounts.administration_ended[:] = [invitations.delete, second_factors.delete_all]
    accounts.account_active[:] = [directory.record_activity]
    profiles.profile_changed[:] = [directory.reindex, job_profiles.reindex]
    accounts.account_deleted[:] = [
        feed.erase_contributions,
        moderation.erase_reasons,
        notifications.forget_account,
        contacts.forget_blocked,
        introductions.forget_account,
        staff_notes.forget_author,
        change_requests.forget_administrator,
        consultations.forget_expert,
        files.delete_account_assets,
        alerts.end_all,
        partial(postings.announce_deletion, ROLE),
        partial(postings.announce_deletion, JOB),
        role_queries.posting_writes.delete_documents,
        job_queries.posting_writes.delete_documents,
    ]
    decision_queries.PROFILES[:] = _PROFILES
    audit.name_objects[:] = [target_queries.list_names]
    _connect_uploads()
    _connect_moderation()


def _connect_uploads() -> None:
    uploads.may_read[:] = [vendors.may_read, job_profiles.may_read]
    uploads.may_attach[:] = [feed.may_attach]
    uploads.link_is_valid[:] = [job_queries.is_cv_link_valid]
    uploads.asset_ready[:] = [feed.attach_picture]
    uploads.in_use[:] = [
        feed.references_file,
        calendar.is_file_referenced,
        job_queries.is_file_referenced,
        vendors.references_file,
    ]


def _connect_moderation() -> None:
    moderated.PROFILE_VISIBILITY[:] = [
        directory.is_visible,
        feed.is_author_visible,
        vendors.is_visible,
        job_profiles.is_visible,
    ]
    hiding.REASONS[:] = [reports.find_hide_reason]
    moderated.CONTENT_TYPES.update(_CONTENT_TYPES)


_PROFILES = (
    decision_queries.Profiles(tables_of_profiles.profiles, ["fields"]),
    decision_queries.Profiles(
        tables_of_vendors.profiles, ["kind", "fields", "monthly_paid_lead_cap"]
    ),
    decision_queries.Profiles(
        job_accounts,
        [
            *("cv_object_path", "credential", "specialty"),
            *("profession", "interested_in_non_clinical", "looking_for_mentor"),
        ],
    ),
    decision_queries.Profiles(clinic_profiles, ["fields"]),
    decision_queries.Profiles(tables_of_requests.change_requests, ["asked_at"]),
)
"""What administrators read of an account besides its row."""

_CONTENT_TYPES: Mapping[ReportedKind, ContentType[Any]] = {
    "post": feed_content.POST,
    "comment": feed_content.COMMENT,
    "event": event_content.EVENT,
    "job": job_content.JOB,
}
"""Content that members can report and administrators can hide."""
