"""Administrators send custom e-mails, and introductions of two people."""

from typing import Any

import pytest

from bridgework.settings import Settings
from tests import cast
from tests.world import ANONYMOUS, Person, World

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"
CUSTOM = {
    "type": "admin_custom_connect_call",
    "subject": "A call on Thursday?",
    "body": "Dear Ada,\n\nshall we talk? <b>Soon</b> & briefly.",
}
INTRODUCTION: dict[str, Any] = {
    "recipientProfessionalNetwork": "https://network.example/in/gil",
    "introducerFirstName": "Gil",
    "introducerEmail": "gil@example.com",
    "introducerProfessionalNetwork": "https://network.example/in/gil",
    "introduceeFirstName": "Ada",
    "introduceeFullName": "Ada Lovell",
    "introduceeTitle": "Orthodontist",
    "introduceeCompany": "Larkspur",
    "introduceeEmail": "ada@example.com",
    "introduceeProfessionalNetwork": "https://network.example/in/ada",
    "introduceeSchedulingLink": "https://calendar.example/ada",
    "introReason": "Both care for {{ aligners }}.",
    "senderName": "Robin",
    "senderTitle": "Curator",
    "senderOrg": "Bridgework",
}


def texts(world: World, to: str) -> tuple[str, str, str]:
    """Return the subject, plain text and HTML of the newest e-mail."""
    email = world.mail(to)[-1]
    plain, page = email.get_body(("plain",)), email.get_body(("html",))
    assert plain is not None
    assert page is not None
    return str(email["subject"]), plain.get_content(), page.get_content()


@pytest.mark.parametrize("kind", ["admin_custom_connect_call", "admin_custom_founder_invite"])
def test_a_custom_email_is_sent_unchanged(world: World, kind: str) -> None:
    ada, root = cast.ada(world), cast.root(world)
    sent = world.post(f"/admin/users/{ada.id}/emails", {**CUSTOM, "type": kind}, as_=root).must(202)
    subject, plain, page = texts(world, ada.email)
    assert (subject, plain.strip()) == (CUSTOM["subject"], CUSTOM["body"])
    assert "&lt;b&gt;Soon&lt;/b&gt; &amp; briefly." in page
    listed = world.get(f"/admin/emails?kind=administration/{kind}", as_=root).must(200).data
    assert [item["id"] for item in listed["items"]] == [sent.data["emailId"]]
    entries = world.get("/admin/logs?action=email.send_custom", as_=root).must(200).data["items"]
    assert [item["target"] for item in entries] == [ada.id]


def test_only_administrators_send_emails(world: World) -> None:
    ada = cast.ada(world)
    intro = {
        "subject": "x",
        "body": "y",
        "introducerEmail": ada.email,
        "introduceeEmail": ada.email,
    }
    for person, status in ((ANONYMOUS, 401), (ada, 403)):
        world.post(f"/admin/users/{ada.id}/emails", dict(CUSTOM), as_=person).must(status)
        world.post("/admin/emails/intro/preview", INTRODUCTION, as_=person).must(status)
        world.post("/admin/emails/intro", intro, as_=person).must(status)


def test_an_email_to_an_unknown_user_is_a_404(world: World) -> None:
    root = cast.root(world)
    world.post(f"/admin/users/{UNKNOWN_ID}/emails", dict(CUSTOM), as_=root).must(404)
    world.post("/admin/users/none/emails", dict(CUSTOM), as_=root).must(404)


INJECTIONS = ["a\nBcc: eve@example.com", "a\r\nBcc: eve@example.com", "a\x00", "a\u0085b", ""]


@pytest.mark.parametrize("subject", INJECTIONS)
def test_a_header_injection_is_refused(world: World, subject: str) -> None:
    ada, root = cast.ada(world), cast.root(world)
    sent = {**CUSTOM, "subject": subject}
    refused = world.post(f"/admin/users/{ada.id}/emails", sent, as_=root).must(422)
    assert set(refused.faults) == {"subject"}
    both = {"introducerEmail": "a@example.com\nb@example.com", "introduceeEmail": "b@example.com"}
    intro = {"subject": subject, "body": "x", **both}
    refused = world.post("/admin/emails/intro", intro, as_=root).must(422)
    assert set(refused.faults) == {"subject", "introducerEmail"}


def test_the_preview_is_sent_unchanged_to_both_people(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    preview = world.post("/admin/emails/intro/preview", INTRODUCTION, as_=root).must(200).data
    assert preview["subject"].startswith("Ada Lovell, Orthodontist at Larkspur")
    assert "Both care for {{ aligners }}." in preview["body"]
    for fact in INTRODUCTION.values():
        assert fact in preview["subject"] + preview["body"]
    assert world.mail("gil@example.com") == []
    addresses = {name: INTRODUCTION[name] for name in ("introducerEmail", "introduceeEmail")}
    sent = world.post("/admin/emails/intro", {**preview, **addresses}, as_=root).must(202)
    for to in addresses.values():
        subject, plain, _ = texts(world, to)
        assert (subject, plain.strip()) == (preview["subject"], preview["body"].strip())
    listed = world.get("/admin/emails?kind=administration/introduction", as_=root).data["items"]
    assert sent.data["emailId"] in [item["id"] for item in listed]
    assert {item["to"] for item in listed} == {"gil@example.com", ada.email}


def introduce(world: World, root: Person, first: str, second: str) -> None:
    sent = {"subject": "x", "body": "y", "introducerEmail": first, "introduceeEmail": second}
    world.post("/admin/emails/intro", sent, as_=root).must(202)


def test_replies_to_an_introduction_go_to_the_other_person(world: World) -> None:
    introduce(world, cast.root(world), "gil@bücher.example", "ada@example.com")
    assert world.mail("ada@example.com")[-1]["Reply-To"] == "gil@xn--bcher-kva.example"
    assert world.mail("gil@xn--bcher-kva.example")[-1]["Reply-To"] == "ada@example.com"


def test_an_ascii_email_names_no_address_that_requires_utf_8(world: World) -> None:
    """A mail server without SMTPUTF8 must take the e-mail to the ASCII address."""
    introduce(world, cast.root(world), "jürgen@example.com", "ada@example.com")
    assert world.mail("ada@example.com")[-1]["Reply-To"] == "help@example.com"
    assert world.mail("jürgen@example.com")[-1]["Reply-To"] == "ada@example.com"


class TestReplyTo:
    """The address for replies to what administrators write."""

    @pytest.fixture
    def settings(self, settings: Settings, reply_to: str, support_email: str) -> Settings:
        changes = {"reply_to": reply_to, "support_email": support_email}
        return settings.model_copy(update=changes)

    @pytest.mark.parametrize(
        ("reply_to", "support_email", "expected"),
        [
            ("Larkspur <desk@example.com>", "help@example.com", "Larkspur <desk@example.com>"),
            ("", "help@example.com", "help@example.com"),
            ("", "", None),
        ],
    )
    def test_replies_go_to_the_reply_to_address_or_the_support_address(
        self, world: World, expected: str | None
    ) -> None:
        ada, root = cast.ada(world), cast.root(world)
        world.post(f"/admin/users/{ada.id}/emails", dict(CUSTOM), as_=root).must(202)
        sent = {"id": ada.id, "role": "admin"}
        world.post("/admin/users/assign-role", sent, as_=root).must(200)
        written, invitation = world.mail(ada.email)[-2:]
        assert "administrator" in invitation["Subject"]
        assert (written["Reply-To"], invitation["Reply-To"]) == (expected, expected)


def test_the_greeting_uses_the_recipients_name_if_given(world: World) -> None:
    root = cast.root(world)
    facts = {**INTRODUCTION, "recipientFirstName": "Gilbert"}
    assert (
        "Hello Gilbert," in world.post("/admin/emails/intro/preview", facts, as_=root).data["body"]
    )
    assert (
        "Hello Gil,"
        in world.post("/admin/emails/intro/preview", INTRODUCTION, as_=root).data["body"]
    )


def test_a_long_subject_is_cut_to_the_maximum_length(world: World) -> None:
    root = cast.root(world)
    facts = {**INTRODUCTION, "introduceeTitle": "t" * 200, "introduceeFullName": "n" * 200}
    preview = world.post("/admin/emails/intro/preview", facts, as_=root).must(200).data
    assert len(preview["subject"]) == 200


def test_all_invalid_members_are_reported_at_once(world: World) -> None:
    root = cast.root(world)
    facts = {**INTRODUCTION, "introducerFirstName": "12", "introduceeSchedulingLink": "calendar"}
    del facts["senderOrg"]
    refused = world.post("/admin/emails/intro/preview", facts, as_=root).must(422)
    assert set(refused.faults) == {"introducerFirstName", "introduceeSchedulingLink", "senderOrg"}
