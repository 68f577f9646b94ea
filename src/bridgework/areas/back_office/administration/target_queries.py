"""The statements on the names of what audit entries are about, one for each kind of record."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from bridgework.areas.back_office.administration.records import Name
from bridgework.areas.community.blogs.tables import posts as articles
from bridgework.areas.community.calendar.tables import events
from bridgework.areas.community.calendar.tables import requests as event_requests
from bridgework.areas.community.feed.tables import comments, posts
from bridgework.areas.history.audit.hooks import Named
from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, NAME_OR_EMAIL, accounts
from bridgework.areas.identity.api_keys.tables import api_keys
from bridgework.areas.work.consultations.tables import consultations
from bridgework.areas.work.jobs.tables import jobs
from bridgework.areas.work.roles.tables import roles
from bridgework.kit.core import Id
from bridgework.kit.data.db import IdColumn, Tx

_EXCERPT = 80
_ids = sa.bindparam("ids", type_=IdColumn, expanding=True)


def _named(table: sa.Table, name: sa.ColumnElement[Any]) -> sa.Select[Any]:
    return sa.select(table.c.id, name.label("name")).where(table.c.id.in_(_ids))


_STATEMENTS: Mapping[str, sa.Select[Any]] = {
    "account": _named(accounts, NAME_OR_EMAIL).where(accounts.c.email != ERASED_EMAIL),
    "role": _named(roles, roles.c.fields["role_needed"].as_string()),
    "job": _named(jobs, jobs.c.fields["role_needed"].as_string()),
    "consultation": _named(consultations, consultations.c.role_title),
    "event": _named(events, events.c.name),
    "event_request": _named(event_requests, event_requests.c.name),
    "article": _named(articles, articles.c.title),
    "post": _named(posts, sa.func.substr(posts.c.content, 1, _EXCERPT)),
    "comment": _named(comments, sa.func.substr(comments.c.content, 1, _EXCERPT)),
    "key": _named(api_keys, api_keys.c.name),
}
_ACCOUNT = ("account",)
_KINDS: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("account", "admin", "session", "vendor", "calendar", "email"), _ACCOUNT),
    **{kind: (kind,) for kind in ("role", "job", "consultation", "event", "event_request", "key")},
    "blog": ("article",),
    "feed": ("post", "comment"),
    "report": ("post", "comment", "job", "event", *_ACCOUNT),
    "note": ("role", "job", *_ACCOUNT),
}
"""The kinds of records that an action can have as its target, by the first part of the action."""


def list_names(tx: Tx, targets: Iterable[Named]) -> Mapping[Id, str]:
    """Return the names of targets by ID, without those that were deleted or erased."""
    ids: dict[str, set[Id]] = {}
    for target in targets:
        for kind in _KINDS.get(target.subject, ()):
            ids.setdefault(kind, set()).add(target.id)
    names: dict[Id, str] = {}
    for kind, of_kind in ids.items():
        found = tx.records(Name, _STATEMENTS[kind], {"ids": sorted(of_kind)})
        names.update((each.id, each.name) for each in found if each.name)
    return names
