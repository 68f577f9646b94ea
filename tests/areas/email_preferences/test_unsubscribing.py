"""The link in an optional letter stops letters of its kind: RFC 8058, and a page for people."""

import logging
import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from bridgework.areas.email_preferences.schemas import Kind
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.kit.outbox import email_templates, subscriptions
from bridgework.kit.outbox.email import Subscription
from tests import cast, logged
from tests.kit.outbox import posting
from tests.kit.outbox.posting import post
from tests.world import PUBLIC_URL, Person, World

FORM = {"content-type": "application/x-www-form-urlencoded"}
ONE_CLICK = b"List-Unsubscribe=One-Click"
PATH = "/users/me/notifications"


def invitation(world: World, person: Person, kind: Kind = "event_invitation") -> EmailMessage:
    """An optional letter as it arrives."""
    subscription = Subscription(Id(str(person.id)), kind)
    post(
        world,
        name="accounts/password_changed",
        to=person.email,
        secrets={},
        subscription=subscription,
    )
    return world.mail(person.email)[-1]


def link(letter: EmailMessage) -> str:
    """The path of the letter's link."""
    url = str(letter["List-Unsubscribe"]).removeprefix("<").removesuffix(">")
    assert url.startswith(f"{PUBLIC_URL}/mail/unsubscribe/")
    return url.removeprefix(PUBLIC_URL)


def test_an_optional_letter_says_how_to_stop_further_ones(world: World) -> None:
    letter = invitation(world, cast.ada(world))
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    [file] = [one for one in posting.folder(world) if b"List-Unsubscribe" in one.read_bytes()]
    [line] = re.findall(rb"^List-Unsubscribe: (.*)$", file.read_bytes(), re.MULTILINE)
    assert re.fullmatch(rb"<https://api\.example\.com/mail/unsubscribe/[\x21-\x7e]+>", line)
    assert len(line) < 998


def test_no_other_letter_does(world: World) -> None:
    ada = cast.ada(world)
    world.post("/auth/forgot-password", {"email": ada.email}).must(202)
    letters = world.mail()
    assert letters[-1]["To"] == ada.email
    for letter in letters:
        assert not [name for name in letter if name.lower().startswith("list-")]


def test_the_page_asks_and_changes_nothing(world: World) -> None:
    ada = cast.ada(world)
    path = link(invitation(world, ada))
    world.send("HEAD", path).must(200)
    page = world.get(path).must(200)
    text = page.body.decode()
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert page.headers["referrer-policy"] == "no-referrer"
    assert "<h1>Unsubscribe from e-mails about event invitations?</h1>" in text
    assert '<form method="post"><button>' in text
    assert world.get(PATH, as_=ada).data["eventInvitation"] is True


def test_the_page_lets_in_nothing_but_its_own_style_and_form(world: World) -> None:
    page = world.get(link(invitation(world, cast.ada(world)))).must(200)
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


def test_one_click_stops_letters_of_that_kind_alone(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    path = link(invitation(world, ada))
    for body in (ONE_CLICK, ONE_CLICK, b"", b"\xff=%zz", b"{}"):
        done = world.post(path, body, headers=FORM).must(200)
        assert "<h1>You have been unsubscribed</h1>" in done.body.decode()
        assert "e-mails from Bridgework about event invitations." in done.body.decode()
        said = world.get(PATH, as_=ada).must(200).data
        assert [kind for kind, wanted in said.items() if not wanted] == ["eventInvitation"]
        if body != ONE_CLICK:
            world.patch(PATH, {"eventInvitation": True}, as_=ada).must(200)
    assert all(world.get(PATH, as_=ben).data.values())


def test_each_kind_has_a_page_that_names_it(world: World) -> None:
    ada = cast.ada(world)
    titles = set()
    for kind in Kind.__args__:  # type: ignore[attr-defined]
        page = world.get(link(invitation(world, ada, kind))).must(200)
        titles |= set(re.findall(r"<h1>(.+)</h1>", page.body.decode()))
    assert len(titles) == len(Kind.__args__)  # type: ignore[attr-defined]


def test_a_link_is_good_for_years_and_over_a_change_of_secrets(world: World) -> None:
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
    path = link(invitation(world, ada))
    world.clock.advance(days=3650)
    world.post(path, ONE_CLICK, headers=FORM).must(200)


def test_a_link_that_is_not_ours_is_a_404_in_json(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    path = link(invitation(world, ada))
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


def test_a_kind_that_is_no_more_has_no_link(world: World) -> None:
    subscription = Subscription(Id(str(cast.ada(world).id)), "carrier_pigeon")
    token = subscriptions.unsubscribe_token(world.application.app_state.keyring, subscription)
    world.post(f"/mail/unsubscribe/{token}").must(404)


def test_an_optional_letter_shows_the_link_too(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    templates = tmp_path / "events" / "templates"
    templates.mkdir(parents=True)
    (templates / "invitation.jinja").write_text(
        '{% extends "layout" %}{% block subject %}Come{% endblock %}{% block body %}{% endblock %}'
    )
    monkeypatch.setattr(email_templates, "_AREAS", tmp_path)
    subscription = Subscription(posting.EMAIL.about, "event_invitation")
    post(world, name="events/invitation", secrets={}, subscription=subscription)
    [letter] = world.mail()
    url = str(letter["List-Unsubscribe"]).strip("<>")
    assert f"\nUnsubscribe from these e-mails: {url}\n" in posting.text(letter)
    assert f'href="{url}">Unsubscribe from these e-mails</a>' in posting.text(letter, "html")


def test_no_link_is_logged(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    root = cast.root(world)
    token = link(invitation(world, cast.ada(world))).rpartition("/")[2]
    with caplog.at_level(logging.DEBUG):
        world.get(f"/mail/unsubscribe/{token}").must(200)
        world.post(f"/mail/unsubscribe/{token}", ONE_CLICK, headers=FORM).must(200)
        world.post(f"/mail/unsubscribe/{token}x").must(404)
        shown = [world.get(f"/admin/{path}", as_=root).must(200) for path in ("emails", "logs")]
    told = (
        logged.everything(caplog)
        + "".join(capsys.readouterr())
        + "".join(str(one.body) for one in shown)
    )
    assert "unsubscribePage" in told
    assert token not in told
    assert token.rpartition(".")[2] not in told
