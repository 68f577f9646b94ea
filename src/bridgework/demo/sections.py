"""The sections of the demo data besides the experts, each read from a data file."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from bridgework.areas.back_office.webhooks.delivery import payloads
from bridgework.areas.back_office.webhooks.tables import webhook_deliveries, webhooks
from bridgework.areas.community.blogs import actions as blogs
from bridgework.areas.community.blogs.tables import posts as blog
from bridgework.areas.community.calendar import policies as calendar
from bridgework.areas.community.calendar.tables import events, guests, requests
from bridgework.areas.community.feed.tables import comments, likes, posts
from bridgework.areas.community.moderation.tables import reports
from bridgework.areas.history.changes.schemas import Change, ChangeSubject
from bridgework.areas.history.changes.tables import changes
from bridgework.areas.history.notifications.tables import notifications
from bridgework.areas.identity.accounts.queries import add_terms
from bridgework.areas.identity.accounts.schemas import VendorsRole
from bridgework.areas.identity.accounts.tables import ACCOUNTS, accounts
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.profiles.records import Fields
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.people.vendors import queries as vendors_store
from bridgework.areas.people.vendors.records import Fields as VendorFields
from bridgework.areas.work.consultations.tables import consultations
from bridgework.areas.work.introductions.tables import introductions
from bridgework.areas.work.jobs import policies as job_policies
from bridgework.areas.work.jobs import queries as job_queries
from bridgework.areas.work.jobs.job_type import JOB
from bridgework.areas.work.jobs.profiles import actions as job_accounts_actions
from bridgework.areas.work.jobs.profiles import queries as job_accounts_store
from bridgework.areas.work.jobs.profiles.records import ClinicFields
from bridgework.areas.work.jobs.records import Application as JobApplication
from bridgework.areas.work.jobs.records import Job, JobFields
from bridgework.areas.work.jobs.tables import applications as job_applications
from bridgework.areas.work.jobs.tables import job_accounts, jobs
from bridgework.areas.work.postings import lifecycle as postings
from bridgework.areas.work.postings.policies import applied_to
from bridgework.areas.work.roles import queries as role_queries
from bridgework.areas.work.roles.records import Application as RoleApplication
from bridgework.areas.work.roles.records import Role, RoleFields
from bridgework.areas.work.roles.role_type import ROLE
from bridgework.areas.work.roles.tables import applications as role_applications
from bridgework.areas.work.roles.tables import roles
from bridgework.areas.work.saved_searches.tables import saved_searches
from bridgework.demo import rows
from bridgework.demo.changes import ChangesSection
from bridgework.demo.data import Record, articles, load
from bridgework.demo.introductions import load_introductions
from bridgework.demo.notifications import load_notifications
from bridgework.demo.people import people
from bridgework.demo.rows import RowFactory, add_accounts, id_of, names_of
from bridgework.demo.saved_searches import load_saved_searches
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, cache_versions, from_json, from_values, to_json

_FIRST_UNPUBLISHED = 1_000
_ACCOUNT_FIELDS = (
    "role",
    "jobs_role",
    "vendors_role",
    "verification_tier",
    "jobs_verification_tier",
    "vendors_verification_tier",
    "is_email_verified",
)
_contact = sa.select(
    accounts.c.first_name, accounts.c.last_name, accounts.c.email, accounts.c.email_key
)


@dataclass(frozen=True, slots=True)
class Section:
    """Data loaded in one transaction; it is loaded if a row has an id in its range."""

    table: sa.Table
    first: int
    load: Callable[[Tx, RowFactory], None]

    def is_loaded(self, tx: Tx) -> bool:
        column = self.table.c.id
        ids = sa.select(column).where(column.between(id_of(self.first), id_of(self.first + 999)))
        return tx.rows(ids.limit(1)) != []


def load_people(tx: Tx, factory: RowFactory) -> None:
    for number, person in enumerate(people(factory.now.date()).values(), rows.NAMED):
        account_fields = {name: person[name] for name in _ACCOUNT_FIELDS if name in person}
        if person.get("role") == "admin":
            account_fields["master_password_hash"] = factory.master_password_hash
        on_matchmaker = not ("jobs_role" in person or "vendors_role" in person)
        account = factory.account(number, person, on_matchmaker=on_matchmaker, **account_fields)
        add_accounts(tx, [account], [from_json(Fields, person.get("profile", {}))])
        directory.reindex(tx, account["id"])


def load_candidates(tx: Tx, factory: RowFactory) -> None:
    candidates = load("candidates", factory.now)["candidates"]
    account_fields = {"jobs_role": "candidate", "jobs_verification_tier": "verified"}
    candidate_accounts = [
        factory.account(number, person, on_matchmaker=False, **account_fields)
        for number, person in enumerate(candidates, rows.CANDIDATES)
    ]
    profiles = [from_json(Fields, person["profile"]) for person in candidates]
    add_accounts(tx, candidate_accounts, profiles)


def load_blog(tx: Tx, factory: RowFactory) -> None:
    for post in blog_posts(factory.now):
        blogs.import_post(tx, factory.account_of(tx, post.pop("author")), post)


def blog_posts(now: datetime) -> list[Record]:
    """Return the published posts, newest first, then the others, each with its `author`."""
    all_articles = articles()
    published = [article for article in all_articles if "days ago" in article]
    published.sort(key=lambda article: int(article["days ago"]))
    unpublished = [article for article in all_articles if "days ago" not in article]
    return [
        *(_published(number, article, now) for number, article in enumerate(published)),
        *(_unpublished(number, article, now) for number, article in enumerate(unpublished)),
    ]


def _published(number: int, article: Record, now: datetime) -> Record:
    at = _at_hour(now, -int(article["days ago"]), 9)
    return {**_post(number, article, at), "published_at": at}


def _unpublished(number: int, article: Record, now: datetime) -> Record:
    post = _post(_FIRST_UNPUBLISHED + number, article, now - timedelta(days=number + 1))
    if "days ahead" not in article:
        return {**post, "status": "draft", "published_at": None}
    at = _at_hour(now, int(article["days ahead"]), 9)
    return {**post, "status": "scheduled", "published_at": at}


def _post(number: int, article: Record, at: datetime) -> Record:
    return {
        **{name: article[name] for name in ("author", "slug", "title", "excerpt", "body")},
        "id": id_of(rows.POSTS + number),
        "tags": article["tags"].split(", "),
        "seo_title": article["seo title"],
        "seo_description": article["seo description"],
        "created_at": at,
        "updated_at": at,
    }


def _at_hour(now: datetime, days: int, hour: int) -> datetime:
    return (now + timedelta(days=days)).replace(hour=hour, minute=0, second=0, microsecond=0)


def load_roles(tx: Tx, factory: RowFactory) -> None:
    content = load("roles", factory.now)
    for number, role in enumerate(content["roles"], rows.ROLES):
        row = factory.row(tx, roles, number, {**content["defaults"], **role})
        row["fields"] = {name: row.pop(name) for name in [*row] if name not in roles.c}
        role_queries.posting_writes.add(tx, from_values(Role, {**row, "version": 1}))
    postings.update_owner_matches(ROLE, tx, factory.account_of(tx, "ben"))
    for number, application in enumerate(content["applications"], rows.ROLE_APPLICATIONS):
        index = application.pop("role")
        row = factory.row(tx, role_applications, number, application)
        fields = from_json(RoleFields, {**content["defaults"], **content["roles"][index]})
        row |= {"role_id": id_of(rows.ROLES + index), "applied_to": to_json(applied_to(fields))}
        role_queries.role_applications.add(tx, from_values(RoleApplication, row))
    content = load("consultations", factory.now)
    for number, consultation in enumerate(content["consultations"], rows.CONSULTATIONS):
        values = {**content["defaults"], **consultation}
        days = values.pop("starts_in_days", None)
        if days is not None:
            values["start_at"] = _at_hour(factory.now, days, 16)
        tx.execute(consultations.insert(), factory.row(tx, consultations, number, values))


def load_jobs(tx: Tx, factory: RowFactory) -> None:
    _load_job_accounts(tx, factory)
    content = load("jobs", factory.now)
    for number, job in enumerate(content["jobs"], rows.JOBS):
        row = factory.row(tx, jobs, number, {"user": "carla", **job})
        row["fields"] = {**content["defaults"], **job["fields"]}
        if job["status"] in {"approved", "expired"}:
            row["expires_at"] = row["created_at"] + job_policies.VALIDITY
        job_queries.posting_writes.add(tx, from_values(Job, {**row, "version": 1}))
    postings.update_owner_matches(JOB, tx, factory.account_of(tx, "carla"))
    for number, values in enumerate(content["applications"], rows.JOB_APPLICATIONS):
        index = values.pop("job")
        row = factory.row(tx, job_applications, number, values)
        members = {**content["defaults"], **content["jobs"][index]["fields"]}
        then = applied_to(from_json(JobFields, members))
        row |= {"job_id": id_of(rows.JOBS + index), "applied_to": to_json(then)}
        applicant = tx.one(_contact.where(accounts.c.id == row["applicant_id"]))
        application = from_values(JobApplication, {**row, **applicant._asdict()})
        job_queries.job_applications.add(tx, application)


def _load_job_accounts(tx: Tx, factory: RowFactory) -> None:
    named = people(factory.now.date())
    carla = factory.account_of(tx, "carla")
    clinic = from_json(ClinicFields, named["carla"]["clinic_profile"])
    job_accounts_store.put_clinic_profile(tx, carla, clinic, factory.now)
    candidates = {"cyrus": named["cyrus"]}
    for number, candidate in enumerate(load("candidates", factory.now)["candidates"]):
        candidates[f"candidate {number}"] = candidate
    for name, candidate in candidates.items():
        account_id = factory.account_of(tx, name)
        tx.execute(job_accounts.insert(), {"account_id": account_id, **candidate["job_account"]})
        job_accounts_actions.reindex(tx, account_id)


def load_feed(tx: Tx, factory: RowFactory) -> None:
    comment_numbers = itertools.count(rows.FEED_COMMENTS)
    report_numbers = itertools.count(rows.REPORTS)

    def report(kind: str, target_id: Id, report_values: Record | None) -> None:
        if report_values is not None:
            row = factory.row(tx, reports, next(report_numbers), report_values)
            values = {**row, "kind": kind, "target_id": target_id, "status": "open"}
            tx.execute(reports.insert(), values)

    for number, post in enumerate(load("feed", factory.now)["posts"], rows.FEED_POSTS):
        post_comments, likers = post.pop("comments"), post.pop("likers")
        report_values = post.pop("reported", None)
        row = factory.row(tx, posts, number, post)
        counts = {"comment_count": len(post_comments), "like_count": len(likers)}
        tx.execute(posts.insert(), {**row, **counts})
        for minutes, name in enumerate(likers):
            at = row["created_at"] + timedelta(minutes=minutes)
            liker = {"account_id": factory.account_of(tx, name), "created_at": at}
            tx.execute(likes.insert(), {"post_id": row["id"], **liker})
        report("post", row["id"], report_values)
        for comment in post_comments:
            report_values = comment.pop("reported", None)
            comment_row = factory.row(tx, comments, next(comment_numbers), comment)
            tx.execute(comments.insert(), {**comment_row, "post_id": row["id"]})
            report("comment", comment_row["id"], report_values)


def load_calendar(tx: Tx, factory: RowFactory) -> None:
    guest_numbers = itertools.count(rows.GUESTS)
    root = factory.account_of(tx, "root")
    for event, event_guests in event_rows(factory.now):
        tx.execute(events.insert(), {**event, "owner_id": root})
        invited_at = event["created_at"] + timedelta(hours=1)
        for guest in event_guests:
            is_open = guest["status"] == "invited"
            row = {
                "id": id_of(next(guest_numbers)),
                "event_id": event["id"],
                "account_id": factory.account_of(tx, guest["account"]),
                "status": guest["status"],
                "email_due": False,
                "invited_at": invited_at,
                "answered_at": None if is_open else invited_at + timedelta(days=1),
                "created_at": invited_at,
            }
            tx.execute(guests.insert(), row)
    for submitter, request in request_rows(factory.now):
        submitter_id = factory.account_of(tx, submitter)
        tx.execute(requests.insert(), {**request, "submitter_id": submitter_id})


def event_rows(now: datetime) -> Iterator[tuple[Record, list[Record]]]:
    """Return every event (without its owner) with its guests."""
    for number, event in enumerate(load("events", now)["events"]):
        values = _event(event, now)
        at = now - timedelta(days=60 + number)
        row = {
            **values,
            "id": id_of(rows.EVENTS + number),
            "search_key": calendar.search_key(
                values["name"], values["location"], values["description"]
            ),
            "version": calendar.FIRST_VERSION,
            "created_at": at,
            "updated_at": at,
        }
        yield row, event["guests"]


def request_rows(now: datetime) -> Iterator[tuple[str, Record]]:
    """Return every event request with the name of its submitter."""
    for number, request in enumerate(load("events", now)["requests"]):
        at = now - timedelta(days=2 + number, hours=number)
        is_open = request["status"] == "pending"
        row = {
            **_event(request, now),
            "id": id_of(rows.EVENT_REQUESTS + number),
            "status": request["status"],
            "ticket_drafts": request.get("ticket_drafts"),
            "invitee_emails": [],
            "rejection_reason": request.get("rejection_reason"),
            "reviewed_at": None if is_open else at + timedelta(hours=5),
            "created_at": at,
            "updated_at": at,
        }
        yield request["submitter"], row


def _event(event: Record, now: datetime) -> Record:
    # In the event's time zone, so that an evening event stays in the evening all year.
    day = now.date() + timedelta(days=event["days_ahead"])
    starts = datetime.combine(day, time(event["hour"]), ZoneInfo(event["timezone"]))
    optional = ("location", "meeting_url", "cover_url", "max_capacity")
    return {
        **{name: event[name] for name in ("name", "timezone", "description", "visibility")},
        **{name: event.get(name) for name in optional},
        "start_at": starts,
        "end_at": starts + timedelta(hours=event["hours"]),
    }


def load_vendors(tx: Tx, factory: RowFactory) -> None:
    for vendor in load("vendors", factory.now)["vendors"]:
        account_fields = {
            "vendors_role": vendor["kind"],
            "vendors_verification_tier": vendor["tier"],
        }
        number = rows.VENDORS + vendor["number"]
        account = factory.account(number, vendor, on_matchmaker=False, **account_fields)
        tx.execute(accounts.insert(), account)
        add_terms(tx, [names_of(account)])
        cache_versions.bump_at_commit(tx, ACCOUNTS)
        _put_vendor(tx, factory, account["id"], vendor["kind"], vendor)
    for name, person in people(factory.now.date()).items():
        if "vendors_role" in person:
            account_id = factory.account_of(tx, name)
            _put_vendor(tx, factory, account_id, person["vendors_role"], person["vendor"])


def _put_vendor(
    tx: Tx, factory: RowFactory, account_id: Id, kind: VendorsRole, vendor: Record
) -> None:
    fields, leads = from_json(VendorFields, vendor["profile"]), vendor["paid_leads"]
    vendors_store.put_profile(
        tx, account_id, kind, factory.now, fields=fields, monthly_paid_lead_cap=leads
    )
    vendors.reindex(tx, account_id)


def load_webhooks(tx: Tx, factory: RowFactory) -> None:
    """Add a disabled webhook to this machine, with deliveries of the approval of some jobs."""
    webhook_id, day = id_of(rows.WEBHOOKS), timedelta(days=1)
    disabled = {"enabled": False, "disabled_reason": "administrator", "disabled_at": factory.now}
    webhook = {
        "id": webhook_id,
        "url": "http://127.0.0.1:9000/",
        "types": ["job.approved", "job.closed"],
        "description": "Listener on this machine",
        "secret": factory.webhook_secret,
        "created_at": factory.now - 9 * day,
        "updated_at": factory.now,
        **disabled,
    }
    tx.execute(webhooks.insert(), webhook)
    accepted = {"status": "succeeded", "attempts": 1, "response_status": 200, "response_body": ""}
    approved = sa.select(changes).where(changes.c.type == "job.approved")
    for number, row in enumerate(tx.rows(approved.order_by(changes.c.sequence))):
        subject = ChangeSubject(kind=row.subject_kind, id=row.subject_id)
        change = Change(
            sequence=row.sequence, type=row.type, at=row.at, subject=subject, data=row.data
        )
        delivery = payloads.delivery_of(webhook_id, change, row.at)._asdict()
        times = {"last_attempt_at": row.at, "finished_at": row.at}
        delivery |= {"id": id_of(rows.DELIVERIES + number), **accepted, **times}
        tx.execute(webhook_deliveries.insert(), delivery)


BEFORE_EXPERTS = (
    Section(accounts, rows.NAMED, load_people),
    Section(accounts, rows.CANDIDATES, load_candidates),
)
AFTER_EXPERTS = (
    Section(blog, rows.POSTS, load_blog),
    Section(roles, rows.ROLES, load_roles),
    Section(jobs, rows.JOBS, load_jobs),
    Section(posts, rows.FEED_POSTS, load_feed),
    Section(events, rows.EVENTS, load_calendar),
    Section(accounts, rows.VENDORS, load_vendors),
    Section(saved_searches, rows.SAVED_SEARCHES, load_saved_searches),
    Section(introductions, rows.INTRODUCTIONS, load_introductions),
    Section(notifications, rows.NOTIFICATIONS, load_notifications),
    ChangesSection(),
    Section(webhooks, rows.WEBHOOKS, load_webhooks),
)
"""Authors may be experts, so these are loaded after the experts."""
