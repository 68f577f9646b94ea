"""Every security event is recorded with its entries, and nothing else is recorded."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.history.audit.schemas import AuditOutcome
from bridgework.areas.history.audit.tables import entries, personal
from tests import cast
from tests.areas.audit import acting
from tests.areas.audit.acting import (
    ACTORS,
    NEW_MASTER,
    NEW_PASSWORD,
    WRONG,
    Act,
    by_code,
    post,
    repeat,
)
from tests.world import World

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SECRETS = (cast.PASSWORD, cast.MASTER_PASSWORD, NEW_PASSWORD, NEW_MASTER, WRONG, "@")
"""Values that no entry may contain. The last one occurs in every e-mail address."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An expected entry. `person` and `session` stand for the ids of the test."""

    action: str
    actor: str | None
    target: str | None
    outcome: AuditOutcome = "ok"
    changes: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """An action of an actor, and the expected entries."""

    name: str
    actor: str
    act: Act
    entries: list[Entry]

    def __str__(self) -> str:
        return self.name


LOGIN, RIGHT = "/auth/login", {"password": cast.PASSWORD}
ADMIN, MASTER = "/auth/admin/login", {"masterPassword": cast.MASTER_PASSWORD}
CHANGE = "/auth/change-password"
CHANGE_MASTER = "/admin/me/master-password"
FORGOT, RESET = "/auth/forgot-password", "/auth/reset-password"
RESET_REQUEST = Entry("account.ask_reset", None, "person")


def failed(action: str, actor: str | None = None, target: str | None = "person") -> Entry:
    return Entry(action, actor, target, "failed")


def refused(action: str, actor: str | None = None, target: str | None = "person") -> Entry:
    return Entry(action, actor, target, "refused")


def succeeded(action: str, target: str = "person", **changes: tuple[Any, Any]) -> Entry:
    return Entry(action, "person", target, "ok", changes)


EVENTS = [
    Event(
        "register",
        *("unknown", post("/auth/register", **RIGHT)),
        [Entry("account.register", None, "person"), Entry("account.send_code", None, "person")],
    ),
    Event("sign in", "member", post(LOGIN, **RIGHT), [succeeded("account.sign_in")]),
    Event(
        "sign in and join the jobs platform",
        *("member", post(LOGIN, **RIGHT, jobsRole="candidate")),
        [succeeded("account.sign_in", jobsRole=(None, "candidate"))],
    ),
    Event("wrong password", "member", post(LOGIN, password=WRONG), [failed("account.sign_in")]),
    Event(
        "unknown address", "unknown", post(LOGIN, **RIGHT), [failed("account.sign_in", target=None)]
    ),
    Event(
        "sign in unverified",
        *("newcomer", post(LOGIN, **RIGHT)),
        [refused("account.sign_in"), Entry("account.send_code", None, "person")],
    ),
    Event("sign in disabled", "disabled", post(LOGIN, **RIGHT), [refused("account.sign_in")]),
    Event(
        "too many wrong passwords",
        *("member", repeat(11, post(LOGIN, password=WRONG))),
        [*([failed("account.sign_in")] * 10), refused("account.sign_in")],
    ),
    Event(
        "verify the e-mail address",
        "newcomer",
        by_code("/auth/verify-email"),
        [succeeded("account.verify_email", isEmailVerified=(False, True))],
    ),
    Event(
        "verify with a wrong code",
        "newcomer",
        acting.verify_with_wrong_code,
        [failed("account.verify_email")],
    ),
    Event(
        "verify an unknown address",
        *("unknown", post("/auth/verify-email", otp="123456")),
        [failed("account.verify_email", target=None)],
    ),
    Event(
        "too many wrong codes",
        *("newcomer", repeat(6, acting.verify_with_wrong_code)),
        [*([failed("account.verify_email")] * 5), refused("account.verify_email")],
    ),
    Event(
        "request a code",
        *("newcomer", post("/auth/resend-otp")),
        [Entry("account.send_code", None, "person")],
    ),
    Event(
        "request a code for an unknown address",
        *("unknown", post("/auth/resend-otp")),
        [failed("account.send_code", target=None)],
    ),
    Event(
        "request a code twice",
        *("newcomer", repeat(2, post("/auth/resend-otp"))),
        [Entry("account.send_code", None, "person"), refused("account.send_code")],
    ),
    Event(
        "sign in unverified too often",
        *("newcomer", repeat(5, post(LOGIN, **RIGHT))),
        [
            *([refused("account.sign_in"), Entry("account.send_code", None, "person")] * 4),
            *(refused("account.sign_in"), refused("account.send_code")),
        ],
    ),
    Event("request a reset", "member", post(FORGOT), [RESET_REQUEST]),
    Event(
        "request a reset too often",
        *("member", repeat(6, post(FORGOT))),
        [*([RESET_REQUEST] * 5), refused("account.ask_reset")],
    ),
    Event(
        "request an address change too often",
        *("member", repeat(6, post("/users/me/email", newEmail="new@example.com", **RIGHT))),
        [
            *([succeeded("account.ask_email_change")] * 5),
            refused("account.ask_email_change", "person"),
        ],
    ),
    Event(
        "request a reset for an unknown address",
        "unknown",
        post(FORGOT),
        [failed("account.ask_reset", target=None)],
    ),
    Event(
        "request a reset for a disabled account",
        "disabled",
        post(FORGOT),
        [refused("account.ask_reset")],
    ),
    Event(
        "reset",
        *("member", by_code(RESET, FORGOT, newPassword=NEW_PASSWORD)),
        [RESET_REQUEST, succeeded("account.reset_password")],
    ),
    Event(
        "reset unverified",
        *("newcomer", by_code(RESET, FORGOT, newPassword=NEW_PASSWORD)),
        [RESET_REQUEST, succeeded("account.reset_password", isEmailVerified=(False, True))],
    ),
    Event(
        "reset with a wrong code",
        "member",
        acting.reset_with_wrong_code,
        [RESET_REQUEST, failed("account.reset_password")],
    ),
    Event(
        "change a password",
        *("member", post(CHANGE, currentPassword=cast.PASSWORD, newPassword=NEW_PASSWORD)),
        [succeeded("account.change_password")],
    ),
    Event(
        "guess the current password",
        *("member", repeat(11, post(CHANGE, currentPassword=WRONG, newPassword=NEW_PASSWORD))),
        [
            *([failed("account.change_password", "person")] * 10),
            refused("account.change_password", "person"),
        ],
    ),
    Event(
        "change an address",
        *("member", acting.change_email),
        [succeeded("account.ask_email_change"), succeeded("account.change_email")],
    ),
    Event(
        "change an address, wrong password",
        *("member", post("/users/me/email", newEmail="new@example.com", password=WRONG)),
        [failed("account.ask_email_change", "person")],
    ),
    Event(
        "change an address, wrong code",
        *("member", acting.change_email_with_wrong_code),
        [failed("account.change_email", "person")],
    ),
    Event(
        "a refresh token is reused",
        *("member", acting.refresh_twice),
        [succeeded("account.sign_in"), refused("session.refresh_reused")],
    ),
    Event("log out", "member", post("/auth/logout"), [succeeded("session.log_out", "session")]),
    Event("end a session", "member", acting.end_session, [succeeded("session.end", "session")]),
    Event("administrators' sign-in", "root", post(ADMIN, **MASTER), [succeeded("admin.sign_in")]),
    Event(
        "administrators' sign-in, wrong",
        *("root", repeat(11, post(ADMIN, masterPassword=WRONG))),
        [*([failed("admin.sign_in")] * 10), refused("admin.sign_in")],
    ),
    Event(
        "administrators' sign-in, a member",
        *("member", post(ADMIN, **MASTER)),
        [failed("admin.sign_in")],
    ),
    Event(
        "administrators' sign-in, unknown address",
        *("unknown", post(ADMIN, **MASTER)),
        [failed("admin.sign_in", target=None)],
    ),
    Event(
        "change a master password",
        "root",
        post(
            CHANGE_MASTER,
            currentMasterPassword=cast.MASTER_PASSWORD,
            newMasterPassword=NEW_MASTER,
        ),
        [succeeded("admin.change_master_password")],
    ),
    Event(
        "change a master password, wrong",
        *("root", post(CHANGE_MASTER, currentMasterPassword=WRONG, newMasterPassword=NEW_MASTER)),
        [failed("admin.change_master_password", "person")],
    ),
    Event(
        "read the own account",
        "member",
        lambda world, person: world.get("/users/me", as_=person),
        [],
    ),
]


def recorded(world: World) -> list[Any]:
    """Return all entries, oldest first."""
    statement = sa.select(entries, personal).outerjoin(personal).order_by(entries.c.id)
    with world.application.app_state.database.reading() as tx:
        return list(tx.rows(statement))


def to_entry(row: Any) -> Entry:
    changes = {change["field"]: (change["before"], change["after"]) for change in row.changes}
    return Entry(row.action, row.actor, row.target, row.outcome, changes)


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_an_event_is_recorded(world: World, event: Event) -> None:
    person = ACTORS[event.actor](world)
    before, session = len(recorded(world)), acting.session_of(world, person)
    response = event.act(world, person)
    new = response.data["user"]["id"] if response is not None and response.status == 201 else None
    ids = {"person": person.id or new, "session": session, None: None}
    expected = [
        Entry(entry.action, ids[entry.actor], ids[entry.target], entry.outcome, entry.changes)
        for entry in event.entries
    ]
    rows = recorded(world)[before:]
    assert [to_entry(row) for row in rows] == expected
    for row in rows:
        assert row.ip == person.address
        values = row._asdict()
        text = json.dumps([values[name] for name in CHECKED_COLUMNS], default=str)
        assert [secret for secret in SECRETS if secret in text] == []
        assert codes_in(world) & set(re.findall(r"[0-9]{6,}", UUID.sub("", text))) == set()


CHECKED_COLUMNS = (
    "actor",
    "action",
    "target",
    "outcome",
    "request_id",
    "changes",
    "ip",
    "user_agent",
)


def codes_in(world: World) -> set[str]:
    """Return all codes in the sent e-mails."""
    texts = [email.as_string() for email in world.mail()]
    return {code for text in texts for code in re.findall(r"^([0-9]{6})$", text, re.MULTILINE)}


KEY = {"name": "a partner", "scopes": ["experts:read"]}


def test_administrators_actions_are_recorded_with_the_values_of_roles_and_caps_only(
    world: World,
) -> None:
    root, ben = cast.root(world), cast.ben(world)
    before = len(recorded(world))
    user = f"/admin/users/{ben.id}"
    patch = {"role": "rpo", "firstName": "Benedict", "consultationRequestCap": 3}
    world.patch(user, patch, as_=root).must(200)
    world.patch(user, patch, as_=root).must(200)
    world.post("/admin/users/assign-role", {"id": ben.id, "role": "expert"}, as_=root).must(200)
    world.post(f"{user}/disable", {"reason": "moved to Bern"}, as_=root).must(200)
    world.post(f"{user}/enable", as_=root).must(200)
    key = world.post("/admin/api-keys", KEY, as_=root).must(201).data
    world.delete(f"/admin/api-keys/{key['id']}", as_=root).must(200)
    changed = {
        "role": ("client", "rpo"),
        "firstName": (None, None),
        "consultationRequestCap": (5, 3),
    }
    assert [to_entry(row) for row in recorded(world)[before:]] == [
        Entry("account.change", root.id, ben.id, "ok", changed),
        Entry("account.assign_role", root.id, ben.id, "ok", {"role": ("rpo", "expert")}),
        Entry("account.disable", root.id, ben.id),
        Entry("account.enable", root.id, ben.id),
        Entry("key.create", root.id, key["id"]),
        Entry("key.revoke", root.id, key["id"]),
    ]
    text = str(recorded(world))
    assert [
        secret for secret in ("Bern", "Benedict", key["key"], "a partner") if secret in text
    ] == []
