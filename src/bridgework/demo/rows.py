"""From the demo world's people and posts to rows of the database: the same on every machine."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, Protocol

from bridgework.demo.people import NamedPerson
from bridgework.demo.posts import DemoPost
from bridgework.kit.fields import email_key
from bridgework.kit.ids import Id, id_for
from bridgework.kit.text import normalize

Row = dict[str, Any]

# Where the ids of each kind begin; experts come last, since there may be a million.
NAMED, CANDIDATES, POSTS, EXPERTS = 1_000, 10_000, 50_000, 100_000
VENDORS = 30_000
ROLES, ROLE_APPLICATIONS, CONSULTATIONS = 70_000, 71_000, 72_000
JOBS, JOB_APPLICATIONS = 75_000, 76_000
FEED_POSTS, FEED_COMMENTS, REPORTS = 60_000, 61_000, 63_000
EVENTS, GUESTS, EVENT_REQUESTS = 65_000, 66_000, 68_000

_EPOCH = 1_735_689_600_000
"""Milliseconds of 2025-01-01: the earliest moment that an id of the demo world names."""
_DAYS_BACK = 700
_SCATTER = 7919
"""A prime, so that neighbours in number don't join on neighbouring days."""

_STANDING = (
    "role",
    "jobs_role",
    "vendors_role",
    "verification_tier",
    "jobs_verification_tier",
    "vendors_verification_tier",
    "is_email_verified",
)


class Named(Protocol):
    """As much of a person as an account holds."""

    @property
    def email(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def last_name(self) -> str: ...


class Shown:
    """An account's values, read as a row of the database is."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)


@dataclass(frozen=True, slots=True)
class Rows:
    """Makes rows as of `now`, with the hash of the one password that all share."""

    now: datetime
    password_hash: str

    def account(self, number: int, person: Named, standing: Mapping[str, object]) -> Row:
        """An account; `standing` is what sets it apart from a plain expert's."""
        joined = self._joined(number)
        return {
            "id": id_of(number),
            "email": person.email,
            "email_key": email_key(person.email),
            "search_key": normalize(f"{person.email} {person.first_name} {person.last_name}"),
            "password_hash": self.password_hash,
            "master_password_hash": None,
            "first_name": person.first_name,
            "last_name": person.last_name,
            "avatar_url": None,
            "role": "expert",
            "jobs_role": None,
            "vendors_role": None,
            "verification_tier": "not-verified",
            "jobs_verification_tier": "not-verified",
            "vendors_verification_tier": "not-verified",
            "is_email_verified": True,
            "on_matchmaker": True,
            "disabled_at": None,
            "hidden_at": None,
            "erases_at": None,
            "last_seen_at": None,
            "created_at": joined,
            "updated_at": joined,
            **standing,
        }

    def _joined(self, number: int) -> datetime:
        """When somebody joined: scattered over two years, the same day back for one number."""
        scattered = number * _SCATTER
        midnight = datetime.combine(self.now.date(), time(), UTC)
        day, second = scattered % _DAYS_BACK + 1, scattered % 86_400
        return midnight - timedelta(days=day) + timedelta(seconds=second)


def profile_of(account: Row, fields: Mapping[str, object]) -> Row:
    """The profile of an account."""
    return {
        "account_id": account["id"],
        "fields": fields,
        "version": 1,
        "updated_at": account["updated_at"],
    }


def standing_of(person: NamedPerson) -> dict[str, object]:
    """What a named person is on the three platforms."""
    elsewhere = person.jobs_role is not None or person.vendors_role is not None
    return {**{name: getattr(person, name) for name in _STANDING}, "on_matchmaker": not elsewhere}


def post_of(number: int, post: DemoPost) -> Row:
    """A blog post, but for its author."""
    return {
        "id": id_of(POSTS + number),
        "slug": post.slug,
        "title": post.title,
        "excerpt": post.excerpt,
        "body": post.body,
        "tags": list(post.tags),
        "seo_title": post.seo_title,
        "seo_description": post.seo_description,
        "published_at": post.published_at,
        "created_at": post.published_at,
        "updated_at": post.published_at,
    }


def id_of(number: int) -> Id:
    """The id of one number of the demo world."""
    return id_for(_EPOCH + number * 1000, number)
