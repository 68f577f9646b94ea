"""The sections of the demo world beside its experts, each read from a data file."""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from bridgework.areas.accounts.tables import ACCOUNTS, accounts
from bridgework.areas.blogs import actions as blogs
from bridgework.areas.blogs.tables import posts as blog
from bridgework.areas.calendar import policies as calendar
from bridgework.areas.calendar.tables import events, guests, requests
from bridgework.areas.consultations.tables import consultations
from bridgework.areas.directory import actions as directory
from bridgework.areas.feed.tables import comments, likes, posts
from bridgework.areas.jobs import policies as job_policies
from bridgework.areas.jobs import queries as job_queries
from bridgework.areas.jobs.job_type import JOB
from bridgework.areas.jobs.profiles import actions as job_accounts_actions
from bridgework.areas.jobs.profiles import queries as job_accounts_store
from bridgework.areas.jobs.tables import applications as job_applications
from bridgework.areas.jobs.tables import job_accounts, jobs
from bridgework.areas.moderation.tables import reports
from bridgework.areas.postings import lifecycle as postings
from bridgework.areas.roles import queries as role_queries
from bridgework.areas.roles.role_type import ROLE
from bridgework.areas.roles.tables import applications as role_applications
from bridgework.areas.roles.tables import roles
from bridgework.areas.vendors import actions as vendors
from bridgework.areas.vendors import queries as vendors_store
from bridgework.demo import rows
from bridgework.demo.data import Record, articles, load
from bridgework.demo.people import people
from bridgework.demo.rows import Rows, add_accounts, id_of
from bridgework.kit.db import cache_versions
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_FIRST_WAITING = 1_000
_STANDING = (
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
    """A part of the world that one transaction loads, there if a row has an id of its range."""

    table: sa.Table
    first: int
    load: Callable[[Tx, Rows], None]

    def is_loaded(self, tx: Tx) -> bool:
        column = self.table.c.id
        found = sa.select(column).where(column.between(id_of(self.first), id_of(self.first + 999)))
        return tx.rows(found.limit(1)) != []


def load_people(tx: Tx, made: Rows) -> None:
    for number, person in enumerate(people(made.now.date()).values(), rows.NAMED):
        standing = {name: person[name] for name in _STANDING if name in person}
        if person.get("role") == "admin":
            standing["master_password_hash"] = made.master_password_hash
        on_matchmaker = not ("jobs_role" in person or "vendors_role" in person)
        account = made.account(number, person, on_matchmaker=on_matchmaker, **standing)
        add_accounts(tx, [account], [person.get("profile", {})])
        directory.relist(tx, account["id"])


def load_candidates(tx: Tx, made: Rows) -> None:
    found = load("candidates", made.now)["candidates"]
    standing = {"jobs_role": "candidate", "jobs_verification_tier": "verified"}
    added = [
        made.account(number, person, on_matchmaker=False, **standing)
        for number, person in enumerate(found, rows.CANDIDATES)
    ]
    add_accounts(tx, added, [person["profile"] for person in found])


def load_blog(tx: Tx, made: Rows) -> None:
    for post in blog_posts(made.now):
        blogs.import_post(tx, made.account_of(tx, post.pop("author")), post)


def blog_posts(now: datetime) -> list[Record]:
    """Return the published posts, newest first, then those that wait, each with its `author`."""
    found = articles()
    published = [article for article in found if "days ago" in article]
    published.sort(key=lambda article: int(article["days ago"]))
    waiting = [article for article in found if "days ago" not in article]
    return [
        *(_published(number, article, now) for number, article in enumerate(published)),
        *(_waiting(number, article, now) for number, article in enumerate(waiting)),
    ]


def _published(number: int, article: Record, now: datetime) -> Record:
    at = _hour_of_posts(now, -int(article["days ago"]))
    return {**_post(number, article, at), "published_at": at}


def _waiting(number: int, article: Record, now: datetime) -> Record:
    post = _post(_FIRST_WAITING + number, article, now - timedelta(days=number + 1))
    if "days ahead" not in article:
        return {**post, "status": "draft", "published_at": None}
    at = _hour_of_posts(now, int(article["days ahead"]))
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


def _hour_of_posts(now: datetime, days: int) -> datetime:
    return (now + timedelta(days=days)).replace(hour=9, minute=0, second=0, microsecond=0)


def load_roles(tx: Tx, made: Rows) -> None:
    content = load("roles", made.now)
    for number, role in enumerate(content["roles"], rows.ROLES):
        row = made.row(tx, roles, number, {**content["defaults"], **role})
        role_queries.posting_writes.add(tx, {**row, "version": 1})
    postings.owner_changed(ROLE, tx, made.account_of(tx, "ben"))
    for number, application in enumerate(content["applications"], rows.ROLE_APPLICATIONS):
        role_id = id_of(rows.ROLES + application.pop("role"))
        row = made.row(tx, role_applications, number, application)
        role_queries.role_applications.add(tx, {**row, "role_id": role_id})
    content = load("consultations", made.now)
    for number, consultation in enumerate(content["consultations"], rows.CONSULTATIONS):
        values = {**content["defaults"], **consultation}
        tx.execute(consultations.insert(), made.row(tx, consultations, number, values))


def load_jobs(tx: Tx, made: Rows) -> None:
    _load_job_accounts(tx, made)
    content = load("jobs", made.now)
    for number, job in enumerate(content["jobs"], rows.JOBS):
        row = made.row(tx, jobs, number, {"user": "carla", **job})
        row["fields"] = {**content["defaults"], **job["fields"]}
        if job["status"] in {"approved", "expired"}:
            row["expires_at"] = row["created_at"] + job_policies.LIFE
        job_queries.posting_writes.add(tx, {**row, "version": 1})
    postings.owner_changed(JOB, tx, made.account_of(tx, "carla"))
    for number, application in enumerate(content["applications"], rows.JOB_APPLICATIONS):
        job_id = id_of(rows.JOBS + application.pop("job"))
        row = made.row(tx, job_applications, number, application)
        applicant = tx.one(_contact.where(accounts.c.id == row["applicant_id"]))
        job_queries.job_applications.add(tx, {**row, **applicant._asdict(), "job_id": job_id})


def _load_job_accounts(tx: Tx, made: Rows) -> None:
    named = people(made.now.date())
    carla = made.account_of(tx, "carla")
    job_accounts_store.put_clinic(tx, carla, named["carla"]["clinic_profile"], made.now)
    found = {"cyrus": named["cyrus"]}
    for number, candidate in enumerate(load("candidates", made.now)["candidates"]):
        found[f"candidate {number}"] = candidate
    for who, candidate in found.items():
        account_id = made.account_of(tx, who)
        tx.execute(job_accounts.insert(), {"account_id": account_id, **candidate["job_account"]})
        job_accounts_actions.reindex(tx, account_id)


def load_feed(tx: Tx, made: Rows) -> None:
    comment_numbers = itertools.count(rows.FEED_COMMENTS)
    report_numbers = itertools.count(rows.REPORTS)

    def report(kind: str, target_id: Id, reported: Record | None) -> None:
        if reported is not None:
            row = made.row(tx, reports, next(report_numbers), reported)
            values = {**row, "kind": kind, "target_id": target_id, "status": "open"}
            tx.execute(reports.insert(), values)

    for number, post in enumerate(load("feed", made.now)["posts"], rows.FEED_POSTS):
        answers, likers = post.pop("comments"), post.pop("likers")
        reported = post.pop("reported", None)
        row = made.row(tx, posts, number, post)
        counts = {"comment_count": len(answers), "like_count": len(likers)}
        tx.execute(posts.insert(), {**row, **counts})
        for minutes, who in enumerate(likers):
            at = row["created_at"] + timedelta(minutes=minutes)
            liker = {"account_id": made.account_of(tx, who), "created_at": at}
            tx.execute(likes.insert(), {"post_id": row["id"], **liker})
        report("post", row["id"], reported)
        for comment in answers:
            reported = comment.pop("reported", None)
            answer = made.row(tx, comments, next(comment_numbers), comment)
            tx.execute(comments.insert(), {**answer, "post_id": row["id"]})
            report("comment", answer["id"], reported)


def load_calendar(tx: Tx, made: Rows) -> None:
    guest_numbers = itertools.count(rows.GUESTS)
    root = made.account_of(tx, "root")
    for event, invited in event_rows(made.now):
        tx.execute(events.insert(), {**event, "owner_id": root})
        asked = event["created_at"] + timedelta(hours=1)
        for guest in invited:
            is_open = guest["status"] == "invited"
            row = {
                "id": id_of(next(guest_numbers)),
                "event_id": event["id"],
                "account_id": made.account_of(tx, guest["account"]),
                "status": guest["status"],
                "letter_due": False,
                "invited_at": asked,
                "answered_at": None if is_open else asked + timedelta(days=1),
                "created_at": asked,
            }
            tx.execute(guests.insert(), row)
    for submitter, request in request_rows(made.now):
        submitter_id = made.account_of(tx, submitter)
        tx.execute(requests.insert(), {**request, "submitter_id": submitter_id})


def event_rows(now: datetime) -> Iterator[tuple[Record, list[Record]]]:
    """Return every event, but for its owner, with its guests."""
    for number, event in enumerate(load("events", now)["events"]):
        values = _event(event, now)
        at = now - timedelta(days=60 + number)
        row = {
            **values,
            "id": id_of(rows.EVENTS + number),
            "search_key": calendar.search_key(values),
            "version": calendar.FIRST_VERSION,
            "created_at": at,
            "updated_at": at,
        }
        yield row, event["guests"]


def request_rows(now: datetime) -> Iterator[tuple[str, Record]]:
    """Return every proposal, and the name of its submitter."""
    for number, proposal in enumerate(load("events", now)["proposals"]):
        at = now - timedelta(days=2 + number, hours=number)
        is_open = proposal["status"] == "pending"
        row = {
            **_event(proposal, now),
            "id": id_of(rows.EVENT_REQUESTS + number),
            "status": proposal["status"],
            "ticket_drafts": proposal.get("ticket_drafts"),
            "invitee_emails": [],
            "rejection_reason": proposal.get("rejection_reason"),
            "reviewed_at": None if is_open else at + timedelta(hours=5),
            "created_at": at,
            "updated_at": at,
        }
        yield proposal["submitter"], row


def _event(event: Record, now: datetime) -> Record:
    # By the clock at the place: an evening there stays an evening, whatever the season.
    day = now.date() + timedelta(days=event["days_ahead"])
    starts = datetime.combine(day, time(event["hour"]), ZoneInfo(event["timezone"]))
    optional = ("location", "meeting_url", "cover_url", "max_capacity")
    return {
        **{name: event[name] for name in ("name", "timezone", "description", "visibility")},
        **{name: event.get(name) for name in optional},
        "start_at": starts,
        "end_at": starts + timedelta(hours=event["hours"]),
    }


def load_vendors(tx: Tx, made: Rows) -> None:
    for vendor in load("vendors", made.now)["vendors"]:
        standing = {"vendors_role": vendor["kind"], "vendors_verification_tier": vendor["tier"]}
        number = rows.VENDORS + vendor["number"]
        account = made.account(number, vendor, on_matchmaker=False, **standing)
        tx.execute(accounts.insert(), account)
        cache_versions.bump_at_commit(tx, ACCOUNTS)
        _put_vendor(tx, made, account["id"], vendor["kind"], vendor)
    for who, person in people(made.now.date()).items():
        if "vendors_role" in person:
            account_id = made.account_of(tx, who)
            _put_vendor(tx, made, account_id, person["vendors_role"], person["vendor"])


def _put_vendor(tx: Tx, made: Rows, account_id: Id, kind: str, vendor: Record) -> None:
    written = {"fields": vendor["profile"], "monthly_paid_lead_cap": vendor["paid_leads"]}
    vendors_store.put_profile(tx, account_id, kind, made.now, **written)
    vendors.relist(tx, account_id)


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
)
"""Their authors may be experts."""
