"""The periodic tasks of the application."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial

from bridgework.areas.back_office.imports import cleanup as imports
from bridgework.areas.back_office.queue import actions as queue
from bridgework.areas.back_office.recruiting import attempts
from bridgework.areas.back_office.webhooks import actions as webhooks
from bridgework.areas.community.blogs import actions as blogs
from bridgework.areas.community.calendar.guests import guests
from bridgework.areas.community.feed import actions as feed
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.changes import actions as changes
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.sign_in import device_queries, session_queries, sessions
from bridgework.areas.identity.administrators.invitations import queries as invitations
from bridgework.areas.identity.administrators.second_factors import key_rotation
from bridgework.areas.identity.administrators.second_factors import queries as second_factors
from bridgework.areas.identity.api_keys import actions as partners
from bridgework.areas.identity.privacy import actions as privacy
from bridgework.areas.identity.uploads.transfer import cleanup as uploads
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.work.introductions import actions as introductions
from bridgework.areas.work.jobs import actions as jobs
from bridgework.areas.work.jobs import job_applications
from bridgework.areas.work.jobs.job_type import JOB
from bridgework.areas.work.jobs.profiles import actions as job_profiles
from bridgework.areas.work.postings import lifecycle as postings
from bridgework.areas.work.roles.role_type import ROLE
from bridgework.areas.work.saved_searches import alerts
from bridgework.context import AppState
from bridgework.kit.data.db import SqliteDatabase, Tx
from bridgework.kit.data.search import reindex_stale
from bridgework.kit.delivery import Action, PeriodicTask, task_failures
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.http.idempotency import queries as idempotency
from bridgework.kit.security import PendingTimes
from bridgework.kit.security.rate_limit import quotas

CLEANUP_TASKS: Mapping[str, Action] = {
    "report unsealed audit entries": audit.record_overdue,
    "delete quotas": quotas.delete_expired,
    "delete one-time codes": accounts.delete_expired_codes,
    "delete invitations": invitations.delete_expired,
    "delete challenges": second_factors.delete_expired_challenges,
    "delete known devices": device_queries.delete_expired,
    "delete sessions": session_queries.delete_expired,
    "delete idempotency keys": idempotency.delete_expired,
    "delete e-mails": outbox.delete_expired,
    "delete posts": feed.purge_deleted_posts,
    "expire uploads": uploads.delete_expired,
    "publish blog posts": blogs.publish_due,
    "delete recruiting attempts": attempts.delete_old,
    "end stalled imports": imports.fail_stalled,
    "delete imports": imports.delete_imports,
    "delete claims": queue.delete_expired_claims,
    "delete introductions": introductions.delete_expired,
    "delete task failures": task_failures.delete_expired,
    "delete assignments": queue.delete_ended_assignments,
    "index queries of alerts": alerts.reindex_stale,
}
"""The tasks that need only a transaction and the current time, by name."""

_SECONDS = 5.0
"""The interval of tasks that a user waits for."""
_HOUR = 3600.0


def periodic_tasks(app_state: AppState) -> list[PeriodicTask]:
    """Return the tasks in the order in which they run."""
    erased = app_state.settings.erased_list
    cv_retention = timedelta(days=app_state.settings.cv_retention_days)
    change_retention = timedelta(days=app_state.settings.change_retention_days)
    tasks = [PeriodicTask(name, action) for name, action in CLEANUP_TASKS.items()]
    tasks += [
        *_matching_tasks(),
        *_search_tasks(),
        *_webhook_tasks(app_state),
        PeriodicTask("expire jobs", partial(jobs.expire, app_state)),
        PeriodicTask("delete changes", partial(changes.delete_expired, change_retention)),
        PeriodicTask("delete notifications", notifications.delete_expired),
        PeriodicTask("delete CVs", partial(job_applications.delete_cvs, cv_retention)),
        *_file_tasks(app_state),
        _last_seen_task(
            "record session use", sessions.write_last_seen, app_state.last_seen.sessions
        ),
        _last_seen_task("record key use", partners.write_last_used, app_state.last_seen.api_keys),
        PeriodicTask(
            "re-encrypt second factors",
            partial(key_rotation.reencrypt, app_state.keyring),
            interval=_HOUR,
        ),
        PeriodicTask(
            "erase accounts", partial(privacy.erase_due, erased, app_state.settings.mail_dir)
        ),
    ]
    if erased is not None:
        sync = partial(privacy.sync_erased_list, erased)
        tasks.append(PeriodicTask("record erasures", sync, interval=_HOUR))
    if isinstance(app_state.database, SqliteDatabase):
        empty_wal = partial(_empty_wal, app_state.database)
        tasks.append(
            PeriodicTask("empty the WAL", prepare=empty_wal, interval=_HOUR, per_process=True)
        )
    return [*tasks, *_frequent_tasks(app_state)]


def _empty_wal(database: SqliteDatabase, _: datetime) -> None:
    database.empty_wal()


def _file_tasks(app_state: AppState) -> list[PeriodicTask]:
    return [
        PeriodicTask(
            "delete files",
            prepare=partial(uploads.delete_files, app_state.database, app_state.storage),
        ),
        PeriodicTask(
            "clean up uploads",
            prepare=partial(uploads.delete_partial_uploads, app_state.storage),
            interval=_HOUR,
            per_process=app_state.settings.storage_url is None,
        ),
        PeriodicTask(
            "delete imported files",
            partial(imports.delete_files, app_state.settings),
            interval=_HOUR,
            per_process=True,
        ),
    ]


def _frequent_tasks(app_state: AppState) -> list[PeriodicTask]:
    return [
        PeriodicTask(
            "e-mail guests", partial(guests.send_pending_emails, app_state.keyring), _SECONDS
        ),
        PeriodicTask(
            "reindex directory",
            partial(reindex_stale, directory.find_stale, directory.reindex),
            _SECONDS,
        ),
        PeriodicTask("number changes", changes.number, _SECONDS),
        PeriodicTask("number notifications", notifications.number, _SECONDS),
        PeriodicTask(
            "find results for alerts",
            prepare=partial(alerts.find, app_state.database),
            interval=_SECONDS,
        ),
        PeriodicTask(
            "delete queries of alerts",
            prepare=partial(alerts.delete_unused_queries, app_state.database),
            interval=_HOUR,
        ),
        PeriodicTask(
            "e-mail introductions",
            partial(introductions.send_emails, app_state.keyring),
            _SECONDS,
        ),
        PeriodicTask("send alerts", partial(alerts.send, app_state.keyring), _SECONDS),
        PeriodicTask(
            "seal the audit log",
            partial(audit.seal, app_state.keyring),
            _SECONDS,
            run_at_shutdown=True,
        ),
    ]


def _webhook_tasks(app_state: AppState) -> list[PeriodicTask]:
    retention = timedelta(days=app_state.settings.webhook_retention_days)
    return [
        PeriodicTask(
            "delete webhook deliveries", partial(webhooks.delete_old_deliveries, retention)
        ),
        PeriodicTask(
            "re-encrypt webhook secrets",
            partial(webhooks.reencrypt_secrets, app_state.keyring),
            interval=_HOUR,
        ),
    ]


def _matching_tasks() -> list[PeriodicTask]:
    """Return the tasks that update matches of another version of the formula."""
    experts = partial(matching.outdated_people, kind="expert")
    candidates = partial(matching.outdated_people, kind="candidate")
    roles = partial(matching.outdated_postings, kind="role")
    jobs = partial(matching.outdated_postings, kind="job")
    return [
        PeriodicTask(f"match {name}", partial(reindex_stale, find_stale, reindex))
        for name, find_stale, reindex in (
            ("experts", experts, directory.reindex),
            ("candidates", candidates, job_profiles.reindex),
            ("roles", roles, partial(postings.update_matches, ROLE)),
            ("jobs", jobs, partial(postings.update_matches, JOB)),
        )
    ]


def _search_tasks() -> list[PeriodicTask]:
    """Return the tasks that index again what an earlier version of the program has indexed."""
    return [
        PeriodicTask(f"index {name}", partial(reindex_stale, find_stale, reindex))
        for name, find_stale, reindex in (
            ("roles", ROLE.writes.list_stale, ROLE.writes.update_stale),
            ("jobs", JOB.writes.list_stale, JOB.writes.update_stale),
            ("vendors", vendors.find_stale, vendors.reindex_stale),
        )
    ]


def _last_seen_task(
    name: str, write: Callable[[PendingTimes, Tx, datetime], int], times: PendingTimes
) -> PeriodicTask:
    return PeriodicTask(
        name,
        partial(write, times),
        per_process=True,
        run_at_shutdown=True,
        before_run=times.collect,
        after_commit=times.confirm,
    )
