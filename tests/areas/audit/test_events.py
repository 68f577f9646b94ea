"""Every security event leaves its entry, and no more than that."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.audit.schemas import Outcome
from bridgework.areas.audit.tables import entries, personal
from tests import cast
from tests.areas.audit import acting
from tests.areas.audit.acting import NEW_MASTER, NEW_PASSWORD, WHO, WRONG, Act, by_code, many, post
from tests.world import World

UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SECRETS = (cast.PASSWORD, cast.MASTER_PASSWORD, NEW_PASSWORD, NEW_MASTER, WRONG, "@")
"""What none of the entries may hold; the last stands for every address."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it should be; `them` and `session` stand for ids."""

    action: str
    actor: str | None
    target: str | None
    outcome: Outcome = "ok"
    changes: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """What somebody does, and what the log says of it afterwards."""

    says: str
    who: str
    act: Act
    leaves: list[Entry]

    def __str__(self) -> str:
        return self.says


LOGIN, RIGHT = "/auth/login", {"password": cast.PASSWORD}
ADMIN, MASTER = "/auth/admin/login", {"masterPassword": cast.MASTER_PASSWORD}
CHANGE = "/auth/change-password"
CHANGE_MASTER = "/admin/me/master-password"
FORGOT, RESET = "/auth/forgot-password", "/auth/reset-password"
ASK = Entry("account.ask_reset", None, "them")


def failed(action: str, actor: str | None = None, target: str | None = "them") -> Entry:
    return Entry(action, actor, target, "failed")


def refused(action: str, actor: str | None = None, target: str | None = "them") -> Entry:
    return Entry(action, actor, target, "refused")


def done(action: str, target: str = "them", **changes: tuple[Any, Any]) -> Entry:
    return Entry(action, "them", target, "ok", changes)


EVENTS = [
    Event(
        "register",
        *("nobody", post("/auth/register", **RIGHT)),
        [Entry("account.register", None, "them"), Entry("account.send_code", None, "them")],
    ),
    Event("sign in", "member", post(LOGIN, **RIGHT), [done("account.sign_in")]),
    Event(
        "sign in and join",
        *("member", post(LOGIN, **RIGHT, jobsRole="candidate")),
        [done("account.sign_in", jobsRole=(None, "candidate"))],
    ),
    Event("wrong password", "member", post(LOGIN, password=WRONG), [failed("account.sign_in")]),
    Event(
        "unknown address", "nobody", post(LOGIN, **RIGHT), [failed("account.sign_in", target=None)]
    ),
    Event(
        "sign in unproved",
        *("newcomer", post(LOGIN, **RIGHT)),
        [refused("account.sign_in"), Entry("account.send_code", None, "them")],
    ),
    Event("sign in disabled", "disabled", post(LOGIN, **RIGHT), [refused("account.sign_in")]),
    Event(
        "one wrong password too many",
        *("member", many(11, post(LOGIN, password=WRONG))),
        [*([failed("account.sign_in")] * 10), refused("account.sign_in")],
    ),
    Event("prove", "newcomer", by_code("/auth/verify-email"), [done("account.verify_email")]),
    Event("prove wrongly", "newcomer", acting.verify_wrongly, [failed("account.verify_email")]),
    Event(
        "prove nobody's",
        *("nobody", post("/auth/verify-email", otp="123456")),
        [failed("account.verify_email", target=None)],
    ),
    Event(
        "one code too many",
        *("newcomer", many(6, acting.verify_wrongly)),
        [*([failed("account.verify_email")] * 5), refused("account.verify_email")],
    ),
    Event(
        "ask for a code",
        *("newcomer", post("/auth/resend-otp")),
        [Entry("account.send_code", None, "them")],
    ),
    Event(
        "ask for nobody's code",
        *("nobody", post("/auth/resend-otp")),
        [failed("account.send_code", target=None)],
    ),
    Event(
        "ask for a code twice",
        *("newcomer", many(2, post("/auth/resend-otp"))),
        [Entry("account.send_code", None, "them"), refused("account.send_code")],
    ),
    Event(
        "sign in unproved too often",
        *("newcomer", many(5, post(LOGIN, **RIGHT))),
        [
            *([refused("account.sign_in"), Entry("account.send_code", None, "them")] * 4),
            *(refused("account.sign_in"), refused("account.send_code")),
        ],
    ),
    Event("forget", "member", post(FORGOT), [ASK]),
    Event(
        "forget too often",
        *("member", many(6, post(FORGOT))),
        [*([ASK] * 5), refused("account.ask_reset")],
    ),
    Event(
        "want another address too often",
        *("member", many(6, post("/users/me/email", newEmail="new@example.com", **RIGHT))),
        [*([done("account.ask_email_change")] * 5), refused("account.ask_email_change", "them")],
    ),
    Event("forget nobody's", "nobody", post(FORGOT), [failed("account.ask_reset", target=None)]),
    Event("forget, disabled", "disabled", post(FORGOT), [refused("account.ask_reset")]),
    Event(
        "reset",
        *("member", by_code(RESET, FORGOT, newPassword=NEW_PASSWORD)),
        [ASK, done("account.reset_password")],
    ),
    Event(
        "reset unproved",
        *("newcomer", by_code(RESET, FORGOT, newPassword=NEW_PASSWORD)),
        [ASK, done("account.reset_password", isEmailVerified=(False, True))],
    ),
    Event("reset wrongly", "member", acting.reset_wrongly, [ASK, failed("account.reset_password")]),
    Event(
        "change a password",
        *("member", post(CHANGE, currentPassword=cast.PASSWORD, newPassword=NEW_PASSWORD)),
        [done("account.change_password")],
    ),
    Event(
        "guess one's own password",
        *("member", many(11, post(CHANGE, currentPassword=WRONG, newPassword=NEW_PASSWORD))),
        [
            *([failed("account.change_password", "them")] * 10),
            refused("account.change_password", "them"),
        ],
    ),
    Event(
        "change an address",
        *("member", acting.change_address),
        [done("account.ask_email_change"), done("account.change_email")],
    ),
    Event(
        "change an address, wrong password",
        *("member", post("/users/me/email", newEmail="new@example.com", password=WRONG)),
        [failed("account.ask_email_change", "them")],
    ),
    Event(
        "change an address, wrong code",
        *("member", acting.change_address_wrongly),
        [failed("account.change_email", "them")],
    ),
    Event(
        "a refresh token comes again",
        *("member", acting.refresh_twice),
        [done("account.sign_in"), refused("session.refresh_reused")],
    ),
    Event("log out", "member", post("/auth/logout"), [done("session.log_out", "session")]),
    Event("end a session", "member", acting.end_session, [done("session.end", "session")]),
    Event("administrators' sign-in", "root", post(ADMIN, **MASTER), [done("admin.sign_in")]),
    Event(
        "administrators' sign-in, wrong",
        *("root", many(11, post(ADMIN, masterPassword=WRONG))),
        [*([failed("admin.sign_in")] * 10), refused("admin.sign_in")],
    ),
    Event(
        "administrators' sign-in, a member",
        *("member", post(ADMIN, **MASTER)),
        [failed("admin.sign_in")],
    ),
    Event(
        "administrators' sign-in, nobody",
        *("nobody", post(ADMIN, **MASTER)),
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
        [done("admin.change_master_password")],
    ),
    Event(
        "change a master password, wrong",
        *("root", post(CHANGE_MASTER, currentMasterPassword=WRONG, newMasterPassword=NEW_MASTER)),
        [failed("admin.change_master_password", "them")],
    ),
    Event("read oneself", "member", lambda world, them: world.get("/users/me", as_=them), []),
]


def noted(world: World) -> list[Any]:
    """Everything that stands in the log, oldest first."""
    statement = sa.select(entries, personal).outerjoin(personal).order_by(entries.c.id)
    with world.application.app_state.database.reading() as tx:
        return list(tx.rows(statement))


def told(row: Any) -> Entry:
    changes = {each["field"]: (each["before"], each["after"]) for each in row.changes}
    return Entry(row.action, row.actor, row.target, row.outcome, changes)


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_an_event_leaves_its_entry(world: World, event: Event) -> None:
    person = WHO[event.who](world)
    before, session = len(noted(world)), acting.session_of(world, person)
    answer = event.act(world, person)
    new = answer.data["user"]["id"] if answer is not None and answer.status == 201 else None
    ids = {"them": person.id or new, "session": session, None: None}
    expected = [
        Entry(each.action, ids[each.actor], ids[each.target], each.outcome, each.changes)
        for each in event.leaves
    ]
    found = noted(world)[before:]
    assert [told(row) for row in found] == expected
    for row in found:
        assert row.ip == person.address
        values = row._asdict()
        text = json.dumps([values[name] for name in TOLD], default=str)
        assert [secret for secret in SECRETS if secret in text] == []
        assert codes_in(world) & set(re.findall(r"[0-9]{6,}", UUID.sub("", text))) == set()


TOLD = ("actor", "action", "target", "outcome", "request_id", "changes", "ip", "user_agent")


def codes_in(world: World) -> set[str]:
    """Every code that was mailed."""
    texts = [letter.as_string() for letter in world.mail()]
    return {code for text in texts for code in re.findall(r"^([0-9]{6})$", text, re.MULTILINE)}


KEY = {"name": "a partner", "scopes": ["experts:read"]}


def test_what_an_administrator_does_is_noted_and_only_roles_are_told(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    before = len(noted(world))
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
    assert [told(row) for row in noted(world)[before:]] == [
        Entry("account.change", root.id, ben.id, "ok", changed),
        Entry("account.assign_role", root.id, ben.id, "ok", {"role": ("rpo", "expert")}),
        Entry("account.disable", root.id, ben.id),
        Entry("account.enable", root.id, ben.id),
        Entry("key.create", root.id, key["id"]),
        Entry("key.revoke", root.id, key["id"]),
    ]
    text = str(noted(world))
    assert [
        secret for secret in ("Bern", "Benedict", key["key"], "a partner") if secret in text
    ] == []
