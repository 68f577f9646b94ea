"""Makes PocketBase's collections, with their rules, and their rows."""

import functools
import json
from collections.abc import Callable, Sequence
from typing import Any

from bench import client
from bench.client import Request
from bench.dataset import Dataset, Row

EMAIL = "bench@example.com"
CARDS = "/api/collections/experts/records"
RECORDS = "/api/collections/records/records"
MEMBERS = "/api/collections/members/records"
POSTS = "/api/collections/posts/records"
JOBS = "/api/collections/jobs/records"
CVS = "/api/collections/cvs/records"
APPLICATIONS = "/api/collections/applications/records"
BATCH = 500
MEMBER_BATCH = 50
"""A batch has a time limit, and each member has a password to hash."""
TEXT = {"type": "text"}
STAMPS = [
    {"name": "created", "type": "autodate", "onCreate": True},
    {"name": "updated", "type": "autodate", "onCreate": True, "onUpdate": True},
]
OWN_RECORD = "id = @request.auth.id"
OWN_POST = '@request.auth.id != "" && author = @request.auth.id'
OWN_APPLICATION = (
    '@request.auth.id != "" && applicant = @request.auth.id && job.status = "approved"'
    " && job.owner != @request.auth.id && cv.owner = @request.auth.id"
)
"""What Bridgework checks too: the job is open and another's, and the CV is the applicant's."""

Send = Callable[[str, str, object], Any]


def fill(port: int, password: str, dataset: Dataset) -> tuple[list[str], list[str]]:
    """Make everything; return the token and the id of the CV of each member."""
    token = _sign_in(port, "_superusers", EMAIL, password)
    send = functools.partial(_send, port, token)
    # Its request log is written to a database: without it one record by id is 40 % faster.
    batches = {"enabled": True, "maxRequests": BATCH, "timeout": 60}
    send("PATCH", "/api/settings", {"batch": batches, "logs": {"maxDays": 0}})
    _fill_directory(send, dataset)
    members = _fill_members(send, dataset, password)
    _make_posts(send, members)
    cvs = _fill_jobs(send, dataset, members)
    accounts = [str(account["email"]) for account in dataset.accounts]
    return [_sign_in(port, "members", email, password) for email in accounts], cvs


def _fill_directory(send: Send, dataset: Dataset) -> None:
    """Cards and records of the experts, open to read."""
    is_open = {"listRule": "", "viewRule": ""}
    fields = [*_fields(dataset.cards), {"name": "position", "type": "number"}]
    index = "CREATE UNIQUE INDEX experts_position ON experts (position)"
    _make(send, "experts", [_id(), *fields], indexes=[index], **is_open)
    _make(send, "records", [_id(), {"name": "record", "type": "json"}], **is_open)
    _add(send, CARDS, [{**card, "position": at} for at, card in enumerate(dataset.cards)])
    _add(send, RECORDS, [{"id": record["id"], "record": record} for record in dataset.records])


def _fill_members(send: Send, dataset: Dataset, password: str) -> str:
    """The accounts of the members and of the clinic, who see themselves; return the collection."""
    fields = [each for each in _fields(dataset.accounts) if each["name"] != "email"]
    # Sign-ins are not measured.
    cheap = {"name": "password", "type": "password", "system": True, "hidden": True, "cost": 4}
    made = _make(
        send, "members", [_id(), {**cheap, "required": True}, *fields], "auth", viewRule=OWN_RECORD
    )
    secret = {"password": password, "passwordConfirm": password, "verified": True}
    rows = [{**account, **secret} for account in (*dataset.accounts, dataset.clinic)]
    _add(send, MEMBERS, rows, MEMBER_BATCH)
    return made


def _make_posts(send: Send, members: str) -> None:
    fields = [{"name": "content", "type": "text", "max": 5000}, _relation("author", members)]
    _make(send, "posts", [*fields, *STAMPS], createRule=OWN_POST)


def _fill_jobs(send: Send, dataset: Dataset, members: str) -> list[str]:
    """Jobs, CVs, applications and e-mails; return the ids of the CVs."""
    texts = [{"name": name, **TEXT} for name in ("roleNeeded", "status")]
    jobs = _make(send, "jobs", [_id(), *texts, _relation("owner", members)])
    cvs = _make(send, "cvs", [{"name": "path", **TEXT}, _relation("owner", members)])
    relations = [
        *(_relation("job", jobs), _relation("applicant", members)),
        {**_relation("cv", cvs), "required": False},
    ]
    texts = [{"name": name, **TEXT} for name in ("firstName", "lastName", "email", "status")]
    indexes = [
        "CREATE UNIQUE INDEX applications_account ON applications (job, applicant)",
        "CREATE UNIQUE INDEX applications_address ON applications (job, email COLLATE NOCASE)",
        "CREATE INDEX applications_of_job ON applications (job, created, id)",
        "CREATE INDEX applications_of_member ON applications (applicant, created, id)",
    ]
    fields = [*relations, *texts, *STAMPS]
    _make(send, "applications", fields, indexes=indexes, createRule=OWN_APPLICATION)
    names = ("template", "recipient", "recipientId", "subscription", "state")
    fields = [{"name": name, **TEXT} for name in names]
    fields += [{"name": "facts", "type": "json"}, {"name": "attempts", "type": "number"}]
    waiting = "CREATE INDEX emails_waiting ON emails (state, dueAt)"
    _make(send, "emails", [*fields, {"name": "dueAt", "type": "date"}, *STAMPS], indexes=[waiting])
    owner = dataset.clinic["id"]
    rows = [
        {**{name: job[name] for name in ("id", "roleNeeded", "status")}} for job in dataset.jobs
    ]
    _add(send, JOBS, [{**row, "owner": owner} for row in rows])
    pairs = zip(dataset.accounts, dataset.applications, strict=True)
    files = [{"path": body["cvObjectPath"], "owner": account["id"]} for account, body in pairs]
    return [str(made["body"]["id"]) for made in _add(send, CVS, files)]


def _make(
    send: Send, name: str, fields: Sequence[Row], kind: str = "base", **options: object
) -> str:
    """Make a collection; return its id."""
    body = {"name": name, "type": kind, "fields": list(fields), **options}
    made: str = send("POST", "/api/collections", body)["id"]
    return made


def _add(send: Send, path: str, rows: Sequence[Row], size: int = BATCH) -> list[Any]:
    made: list[Any] = []
    for first in range(0, len(rows), size):
        creates = [
            {"method": "POST", "url": path, "body": row} for row in rows[first : first + size]
        ]
        made += send("POST", "/api/batch", {"requests": creates})
    return made


def _fields(rows: Sequence[Row]) -> list[Row]:
    """A column for each member of the rows but the id, typed by what they hold."""
    held = {name: value for row in rows for name, value in row.items() if value is not None}
    return [{"name": name, "type": _type(held.get(name))} for name in rows[0] if name != "id"]


def _id() -> Row:
    """The id column, for ids as Bridgework's."""
    key = {"name": "id", "type": "text", "system": True, "primaryKey": True, "required": True}
    return {**key, "min": 36, "max": 36, "pattern": "^[a-z0-9-]+$"}


def _relation(name: str, collection: str) -> Row:
    kind = {"type": "relation", "collectionId": collection, "maxSelect": 1, "required": True}
    return {"name": name, **kind}


def _type(value: object) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int | float):
        return "number"
    return "json" if isinstance(value, list | dict) else "text"


def _sign_in(port: int, collection: str, email: str, password: str) -> str:
    body = {"identity": email, "password": password}
    path = f"/api/collections/{collection}/auth-with-password"
    token: str = _send(port, "", "POST", path, body)["token"]
    return token


def _send(port: int, token: str, method: str, path: str, body: object) -> Any:
    request = Request(path, method, json.dumps(body) if body else "", token)
    return client.must_succeed(port, request).json()
