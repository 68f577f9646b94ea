"""Administrators who were appointed over HTTP set a master password by invitation."""

import re
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.administrators.invitations.tables import admin_invitations
from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests import cast
from tests.world import Person, Response, World

NEW_MASTER = "a master password of Ben's"
ACCEPT = "/auth/admin/accept-invitation"
LINK = re.compile(r"^https?://\S+/admin-invitation#token=([\w-]+)&email=\S+$", re.MULTILINE)
SUBJECT = "Set your Bridgework administrator password"

_INVITATION_EMAIL = sa.select(outbox_emails).where(
    outbox_emails.c.name == "accounts/admin_invitation"
)


def appoint(world: World, root: Person, person: Person, role: str = "admin") -> Response:
    return world.post("/admin/users/assign-role", {"id": person.id, "role": role}, as_=root)


def resend(world: World, root: Person, person: Person) -> Response:
    return world.post(f"/admin/users/{person.id}/invitation", as_=root)


def count_invitations(world: World, person: Person) -> int:
    """The number of invitations that were e-mailed to a person."""
    return sum(message["Subject"] == SUBJECT for message in world.mail(person.email))


def token_of(world: World, person: Person) -> str:
    """The token in the newest invitation."""
    newest = [message for message in world.mail(person.email) if message["Subject"] == SUBJECT][-1]
    text = newest.get_body(("plain",))
    assert text is not None
    link = LINK.search(text.get_content())
    assert link is not None, text.get_content()
    return link[1]


def accept(world: World, token: str, password: str = cast.PASSWORD, **body: str) -> Response:
    sent = {"token": token, "password": password, "masterPassword": NEW_MASTER, **body}
    return world.post(ACCEPT, sent)


def sign_in_as_admin(world: World, person: Person, master: str = NEW_MASTER) -> Response:
    return world.post("/auth/admin/login", {"email": person.email, "masterPassword": master})


def entries(world: World, root: Person, action: str) -> list[tuple[Any, Any, Any]]:
    found = world.get(f"/admin/logs?action={action}", as_=root).must(200).data["items"]
    return [(entry["actor"], entry["target"], entry["outcome"]) for entry in found]


def test_an_appointed_administrator_accepts_and_signs_in(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    waiting = world.get("/admin/users", as_=ben).must(403)
    assert waiting.error == "administrator_login_needed"
    assert "invitation" in waiting.json["message"]
    assert "`resendAdminInvitation`" in waiting.json["message"]
    accept(world, token_of(world, ben)).must(200)
    assert "invitation" not in world.get("/admin/users", as_=ben).must(403).json["message"]
    again = Person(ben.email, token=sign_in_as_admin(world, ben).must(200).data["token"])
    world.get("/admin/users", as_=again).must(200)
    subjects = [message["Subject"] for message in world.mail(ben.email)]
    assert "Your Bridgework master password has been set" in subjects
    assert entries(world, root, "admin.invite") == [(root.id, ben.id, "ok")]
    assert entries(world, root, "admin.accept_invitation") == [(ben.id, ben.id, "ok")]


def test_the_token_is_stored_as_a_digest_and_wiped_from_the_outbox(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    with world.application.app_state.database.reading() as tx:
        waiting = tx.one(_INVITATION_EMAIL)
    token = token_of(world, ben)
    assert waiting.sealed
    with world.application.app_state.database.reading() as tx:
        sent = tx.one(_INVITATION_EMAIL)
        stored = tx.one(sa.select(admin_invitations))
    assert sent.sealed is None
    assert token not in f"{waiting} {sent} {stored}"


def test_an_invitation_works_once_within_a_day(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    token = token_of(world, ben)
    world.clock.advance(hours=23, minutes=59)
    accept(world, token).must(200)
    assert accept(world, token).must(400).error == "invitation_invalid"
    sign_in_as_admin(world, ben).must(200)


def test_an_expired_invitation_is_refused_and_deleted(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    token = token_of(world, ben)
    world.run_periodic_tasks()
    assert stored_invitations(world) == 1
    world.clock.advance(hours=24, seconds=1)
    assert accept(world, token).must(400).error == "invitation_invalid"
    world.run_periodic_tasks()
    assert stored_invitations(world) == 0


def stored_invitations(world: World) -> int:
    with world.application.app_state.database.reading() as tx:
        return int(tx.value(sa.select(sa.func.count()).select_from(admin_invitations)))


def test_a_new_invitation_replaces_the_previous_one(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    first = token_of(world, ben)
    resend(world, root, ben).must(202)
    accept(world, first).must(400)
    accept(world, token_of(world, ben)).must(200)


def test_an_unknown_token_is_refused_and_audited(world: World) -> None:
    root = cast.root(world)
    assert accept(world, "guessed").must(400).error == "invitation_invalid"
    assert entries(world, root, "admin.accept_invitation") == [(None, None, "failed")]
    short = accept(world, "guessed", masterPassword="x" * 11).must(422)
    assert list(short.faults) == ["masterPassword"]


def test_five_wrong_passwords_invalidate_an_invitation(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    token = token_of(world, ben)
    for _ in range(5):
        assert accept(world, token, "wrong").must(401).error == "invalid_credentials"
    assert accept(world, token).must(400).error == "invitation_invalid"
    sign_in_as_admin(world, ben).must(401)
    failed = (None, ben.id, "failed")
    assert entries(world, root, "admin.accept_invitation").count(failed) == 5
    resend(world, root, ben).must(202)
    accept(world, token_of(world, ben)).must(200)


def test_the_fifth_password_can_succeed(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    token = token_of(world, ben)
    for _ in range(4):
        accept(world, token, "wrong").must(401)
    accept(world, token).must(200)


@pytest.mark.postgresql("concurrent requests")
def test_one_of_four_concurrent_acceptances_succeeds(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    sent = {"token": token_of(world, ben), "password": cast.PASSWORD}
    masters = [f"master password {number}" for number in range(4)]
    bodies = [{**sent, "masterPassword": master} for master in masters]
    responses = world.together([partial(world.sending, "POST", ACCEPT, body) for body in bodies])
    assert sorted(response.status for response in responses) == [200, 400, 400, 400]
    winner = [response.status for response in responses].index(200)
    statuses = [sign_in_as_admin(world, ben, master).status for master in masters]
    assert statuses == [200 if number == winner else 401 for number in range(4)]


def disable(world: World, root: Person, ben: Person) -> None:
    world.post(f"/admin/users/{ben.id}/disable", {"reason": "Left."}, as_=root).must(200)


def test_an_open_invitation_requires_the_password_after_a_reset(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    token = token_of(world, ben)
    world.post("/auth/forgot-password", {"email": ben.email}).must(202)
    new = {"email": ben.email, "otp": world.code(ben.email), "newPassword": "another password"}
    world.post("/auth/reset-password", new).must(200)
    accept(world, token).must(401)
    accept(world, token, "another password").must(200)


def test_accepting_an_invitation_verifies_the_address(world: World) -> None:
    root, eve = cast.root(world), cast.register(world, "eve@example.com")
    appoint(world, root, eve).must(200)
    accept(world, token_of(world, eve)).must(200)
    sign_in_as_admin(world, eve).must(200)


def test_a_demotion_removes_the_master_password(world: World) -> None:
    root, second = cast.root(world), cast.root(world, "second@example.com")
    appoint(world, root, second).must(200)  # no invitation: the master password is set
    assert count_invitations(world, second) == 0
    appoint(world, root, second, "expert").must(200)
    appoint(world, root, second).must(200)
    sign_in_as_admin(world, second, cast.MASTER_PASSWORD).must(401)
    world.get("/admin/users", as_=second).must(401)  # the previous session stays ended
    accept(world, token_of(world, second)).must(200)
    sign_in_as_admin(world, second).must(200)


def test_changing_the_role_by_patch_sends_one_invitation(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    for _ in range(2):
        world.patch(f"/admin/users/{ben.id}", {"role": "admin"}, as_=root).must(200)
    assert count_invitations(world, ben) == 1


def test_a_disabled_account_is_not_invited(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    disable(world, root, ben)
    appoint(world, root, ben).must(200)
    assert count_invitations(world, ben) == 0
    assert resend(world, root, ben).must(409).error == "administrator_disabled"
    world.post(f"/admin/users/{ben.id}/enable", as_=root).must(200)
    resend(world, root, ben).must(202)
    accept(world, token_of(world, ben)).must(200)


def test_resending_an_invitation_requires_a_pending_administrator(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    assert resend(world, root, ben).must(409).error == "not_an_administrator"
    assert resend(world, root, root).must(409).error == "master_password_set"
    missing = Person("", id="01942520-e3a0-7704-b3c8-3850c0ae0354")
    assert resend(world, root, missing).must(404).error == "user_not_found"
    assert resend(world, ben, root).must(403).error == "not_allowed"


def test_invitations_have_the_rate_limits_of_codes(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    resend(world, root, ben).must(202)
    refused = resend(world, root, ben).must(429)
    assert (refused.error, refused.headers["retry-after"]) == ("too_many_invitations", "60")
    for _ in range(3):
        appoint(world, root, ben).must(200)
    world.clock.advance(minutes=2)
    assert resend(world, root, ben).must(429).error == "too_many_invitations"
    assert appoint(world, root, ben).must(429).error == "too_many_invitations"
    appoint(world, root, ben, "client").must(200)
    world.patch(f"/admin/users/{ben.id}", {"role": "admin"}, as_=root).must(429)
    user = world.get(f"/admin/users/{ben.id}", as_=root).must(200).data
    assert user["role"] == "client"  # a refused appointment changes nothing
    assert count_invitations(world, ben) == 5
    world.clock.advance(hours=1)
    appoint(world, cast.root_again(world), ben).must(200)


def test_each_address_has_its_own_limit_of_invitations(world: World) -> None:
    root, ben, ada = cast.root(world), cast.ben(world), cast.ada(world)
    for _ in range(5):
        appoint(world, root, ben).must(200)
    appoint(world, root, ben).must(429)
    appoint(world, root, ada).must(200)


def test_a_refused_invitation_is_audited(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    for status in (202, 429):
        resend(world, root, ben).must(status)
    outcomes = [(root.id, ben.id, outcome) for outcome in ("refused", "ok", "ok")]
    assert entries(world, root, "admin.invite") == outcomes


def test_an_export_contains_the_invitation_without_its_digest(world: World) -> None:
    root, ben = cast.root(world), cast.ben(world)
    appoint(world, root, ben).must(200)
    tables = world.get("/users/me/export", as_=ben).must(200).data["tables"]
    (row,) = tables["admin_invitations"]
    assert (row["account_id"], row["tries"]) == (ben.id, 0)
    assert "digest" not in row


def test_the_invitation_page_loads_nothing_from_other_sites(world: World) -> None:
    page = world.get("/admin-invitation").must(200)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    policy = page.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert {"default-src 'none'", "connect-src 'self'", "form-action 'none'"} <= set(
        policy.split("; ")
    )
    assert page.headers["referrer-policy"] == "no-referrer"
    # The namespace of the icon is a name, and the link to the console is followed by people.
    named = re.findall(r'(\S+?)="https?://', page.body.decode())
    assert {*named} <= {"xmlns", "href"}
    assert "<link" not in page.body.decode()
