"""The unsubscribe link of an optional e-mail: one click (RFC 8058), or a page."""

import logging
import re
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from bridgework import app
from bridgework.areas.identity.email_preferences.schemas import Kind
from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Subscription, subscriptions
from bridgework.kit.delivery.outbox.rendering import EmailRenderer
from bridgework.kit.security import Keyring
from tests import cast, logged
from tests.kit.outbox import posting
from tests.kit.outbox.posting import post
from tests.world import PUBLIC_URL, Person, World

FORM = {"content-type": "application/x-www-form-urlencoded"}
ONE_CLICK = b"List-Unsubscribe=One-Click"
PATH = "/users/me/notifications"


def receive_email(world: World, person: Person, kind: Kind = "event_invitation") -> EmailMessage:
    """Send an optional e-mail; return it as received."""
    subscription = Subscription(Id(str(person.id)), kind)
    post(
        world,
        name="accounts/password_changed",
        to=person.email,
        secrets={},
        subscription=subscription,
    )
    return world.mail(person.email)[-1]


def link_path(message: EmailMessage) -> str:
    """The path of the unsubscribe link."""
    url = str(message["List-Unsubscribe"]).removeprefix("<").removesuffix(">")
    assert url.startswith(f"{PUBLIC_URL}/mail/unsubscribe/")
    return url.removeprefix(PUBLIC_URL)


def test_an_optional_email_has_the_one_click_header(world: World) -> None:
    message = receive_email(world, cast.ada(world))
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    [file] = [file for file in posting.folder(world) if b"List-Unsubscribe" in file.read_bytes()]
    [line] = re.findall(rb"^List-Unsubscribe: (.*)$", file.read_bytes(), re.MULTILINE)
    assert re.fullmatch(rb"<https://api\.example\.com/mail/unsubscribe/[\x21-\x7e]+>", line)
    assert len(line) < 998


def test_other_emails_have_no_list_headers(world: World) -> None:
    ada = cast.ada(world)
    world.post("/auth/forgot-password", {"email": ada.email}).must(202)
    messages = world.mail()
    assert messages[-1]["To"] == ada.email
    for message in messages:
        assert not [name for name in message if name.lower().startswith("list-")]


def test_opening_the_unsubscribe_page_changes_nothing(world: World) -> None:
    ada = cast.ada(world)
    path = link_path(receive_email(world, ada))
    world.send("HEAD", path).must(200)
    page = world.get(path).must(200)
    text = page.body.decode()
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert "<h1>Unsubscribe from e-mails about event invitations?</h1>" in text
    assert '<form method="post"><button class="primary">' in text
    assert world.get(PATH, as_=ada).data["eventInvitation"] is True


def test_the_page_policy_allows_only_its_own_style_and_form(world: World) -> None:
    page = world.get(link_path(receive_email(world, cast.ada(world)))).must(200)
    policy = dict(
        part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";")
    )
    style = policy.pop("style-src")
    assert policy == {
        "default-src": "'none'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
    }
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", style)
    assert "<script" not in page.body.decode()


def test_one_click_unsubscribes_from_that_kind_only(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    path = link_path(receive_email(world, ada))
    for body in (ONE_CLICK, ONE_CLICK, b"", b"\xff=%zz", b"{}"):
        done = world.post(path, body, headers=FORM).must(200)
        assert "<h1>You have been unsubscribed</h1>" in done.body.decode()
        assert "e-mails from Bridgework about event invitations." in done.body.decode()
        preferences = world.get(PATH, as_=ada).must(200).data
        assert [kind for kind, wanted in preferences.items() if not wanted] == ["eventInvitation"]
        if body != ONE_CLICK:
            world.patch(PATH, {"eventInvitation": True}, as_=ada).must(200)
    assert all(world.get(PATH, as_=ben).data.values())


def test_the_page_of_each_kind_names_it(world: World) -> None:
    ada = cast.ada(world)
    titles = set()
    for kind in Kind.__args__:  # type: ignore[attr-defined]
        page = world.get(link_path(receive_email(world, ada, kind))).must(200)
        titles |= set(re.findall(r"<h1>(.+)</h1>", page.body.decode()))
    assert len(titles) == len(Kind.__args__)  # type: ignore[attr-defined]


def test_a_link_stays_valid_for_years_and_after_a_key_rotation(world: World) -> None:
    ada = cast.ada(world)
    former = Keyring(("a secret that was the newest one once",))
    token = subscriptions.unsubscribe_token(
        former, Subscription(Id(str(ada.id)), "event_invitation")
    )
    newer = Keyring(
        ("a secret that has come after the other", "a secret that was the newest one once")
    )
    assert subscriptions.from_token(newer, token) == Subscription(
        Id(str(ada.id)), "event_invitation"
    )
    path = link_path(receive_email(world, ada))
    world.clock.advance(days=3650)
    world.post(path, ONE_CLICK, headers=FORM).must(200)


def test_a_forged_link_is_not_found(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    path = link_path(receive_email(world, ada))
    kind, account_id, digest = path.rpartition("/")[2].split(".")
    forged = [
        f"{kind}.{ben.id}.{digest}",
        f"posting_decided.{account_id}.{digest}",
        f"{kind}.{account_id}.{digest[:-1]}{'0' if digest[-1] != '0' else '1'}",
        f"{kind}.{account_id}.{digest[:-1]}%C3%A9",
        f"{kind}.{account_id}",
        f"{kind}.{account_id.upper()}.{digest}",
        "x",
        "..",
        "%00",
    ]
    for token in forged:
        for method in ("GET", "POST"):
            refused = world.send(method, f"/mail/unsubscribe/{token}").must(404)
            assert refused.error == "unsubscribe_link_invalid", token
    assert all(world.get(PATH, as_=ada).data.values())
    assert all(world.get(PATH, as_=ben).data.values())


def test_a_link_of_an_unknown_kind_is_not_found(world: World) -> None:
    subscription = Subscription(Id(str(cast.ada(world).id)), "carrier_pigeon")
    token = subscriptions.unsubscribe_token(world.application.app_state.keyring, subscription)
    world.post(f"/mail/unsubscribe/{token}").must(404)


def test_the_body_of_an_optional_email_contains_the_link(world: World, tmp_path: Path) -> None:
    templates = tmp_path / "community" / "events" / "templates"
    templates.mkdir(parents=True)
    (templates / "invitation.jinja").write_text(
        '{% extends "layout" %}{% block subject %}Come{% endblock %}{% block body %}{% endblock %}'
    )
    state = world.application.app_state
    options = replace(app.email_options(state.settings), templates=tmp_path)
    world.worker.renderer = EmailRenderer(options, state.keyring)
    subscription = Subscription(posting.EMAIL.recipient_id, "event_invitation")
    post(world, name="events/invitation", secrets={}, subscription=subscription)
    [message] = world.mail()
    url = str(message["List-Unsubscribe"]).strip("<>")
    assert f"\nUnsubscribe from these e-mails: {url}\n" in posting.text(message)
    assert f'href="{url}">Unsubscribe from these e-mails</a>' in posting.text(message, "html")


def test_unsubscribe_links_are_not_logged(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    root = cast.root(world)
    token = link_path(receive_email(world, cast.ada(world))).rpartition("/")[2]
    with caplog.at_level(logging.DEBUG):
        world.get(f"/mail/unsubscribe/{token}").must(200)
        world.post(f"/mail/unsubscribe/{token}", ONE_CLICK, headers=FORM).must(200)
        world.post(f"/mail/unsubscribe/{token}x").must(404)
        responses = [world.get(f"/admin/{path}", as_=root).must(200) for path in ("emails", "logs")]
    output = (
        logged.everything(caplog)
        + "".join(capsys.readouterr())
        + "".join(str(response.body) for response in responses)
    )
    assert "unsubscribePage" in output
    assert token not in output
    assert token.rpartition(".")[2] not in output
