"""What administrators write: custom e-mails, and introductions of two to each other."""

from typing import Any

import pytest

from tests import cast
from tests.world import ANONYMOUS, World

SOMEBODY = "01942520-e3a0-7704-b3c8-3850c0ae0354"
CUSTOM = {
    "type": "admin_custom_connect_call",
    "subject": "A call on Thursday?",
    "body": "Dear Ada,\n\nshall we talk? <b>Soon</b> & briefly.",
}
FACTS: dict[str, Any] = {
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
    """Subject, text and page of the newest letter."""
    letter = world.mail(to)[-1]
    plain, page = letter.get_body(("plain",)), letter.get_body(("html",))
    assert plain is not None
    assert page is not None
    return str(letter["subject"]), plain.get_content(), page.get_content()


@pytest.mark.parametrize("kind", ["admin_custom_connect_call", "admin_custom_founder_invite"])
def test_a_custom_email_goes_out_as_it_was_written(world: World, kind: str) -> None:
    ada, root = cast.ada(world), cast.root(world)
    sent = world.post(f"/admin/users/{ada.id}/emails", {**CUSTOM, "type": kind}, as_=root).must(202)
    subject, plain, page = texts(world, ada.email)
    assert (subject, plain.strip()) == (CUSTOM["subject"], CUSTOM["body"])
    assert "&lt;b&gt;Soon&lt;/b&gt; &amp; briefly." in page
    listed = world.get(f"/admin/emails?kind=administration/{kind}", as_=root).must(200).data
    assert [one["id"] for one in listed["items"]] == [sent.data["emailId"]]
    entries = world.get("/admin/logs?action=email.send_custom", as_=root).must(200).data["items"]
    assert [one["target"] for one in entries] == [ada.id]


def test_only_administrators_write(world: World) -> None:
    ada = cast.ada(world)
    intro = {
        "subject": "x",
        "body": "y",
        "introducerEmail": ada.email,
        "introduceeEmail": ada.email,
    }
    for person, status in ((ANONYMOUS, 401), (ada, 403)):
        world.post(f"/admin/users/{ada.id}/emails", dict(CUSTOM), as_=person).must(status)
        world.post("/admin/emails/intro/preview", FACTS, as_=person).must(status)
        world.post("/admin/emails/intro", intro, as_=person).must(status)


def test_nobody_is_written_to_who_is_not_there(world: World) -> None:
    root = cast.root(world)
    world.post(f"/admin/users/{SOMEBODY}/emails", dict(CUSTOM), as_=root).must(404)
    world.post("/admin/users/none/emails", dict(CUSTOM), as_=root).must(404)


INJECTIONS = ["a\nBcc: eve@example.com", "a\r\nBcc: eve@example.com", "a\x00", "a\u0085b", ""]


@pytest.mark.parametrize("subject", INJECTIONS)
def test_no_header_is_smuggled_in(world: World, subject: str) -> None:
    ada, root = cast.ada(world), cast.root(world)
    sent = {**CUSTOM, "subject": subject}
    refused = world.post(f"/admin/users/{ada.id}/emails", sent, as_=root).must(422)
    assert set(refused.faults) == {"subject"}
    both = {"introducerEmail": "a@example.com\nb@example.com", "introduceeEmail": "b@example.com"}
    intro = {"subject": subject, "body": "x", **both}
    refused = world.post("/admin/emails/intro", intro, as_=root).must(422)
    assert set(refused.faults) == {"subject", "introducerEmail"}


def test_what_is_previewed_is_what_is_sent_to_both(world: World) -> None:
    ada, root = cast.ada(world), cast.root(world)
    seen = world.post("/admin/emails/intro/preview", FACTS, as_=root).must(200).data
    assert seen["subject"].startswith("Ada Lovell, Orthodontist at Larkspur")
    assert "Both care for {{ aligners }}." in seen["body"]
    for fact in FACTS.values():
        assert fact in seen["subject"] + seen["body"]
    assert world.mail("gil@example.com") == []
    addresses = {name: FACTS[name] for name in ("introducerEmail", "introduceeEmail")}
    sent = world.post("/admin/emails/intro", {**seen, **addresses}, as_=root).must(202)
    for to in addresses.values():
        subject, plain, _ = texts(world, to)
        assert (subject, plain.strip()) == (seen["subject"], seen["body"].strip())
    listed = world.get("/admin/emails?kind=administration/introduction", as_=root).data["items"]
    assert sent.data["emailId"] in [one["id"] for one in listed]
    assert {one["to"] for one in listed} == {"gil@example.com", ada.email}


def test_the_recipients_name_comes_first_where_it_is_known(world: World) -> None:
    root = cast.root(world)
    facts = {**FACTS, "recipientFirstName": "Gilbert"}
    assert (
        "Hello Gilbert," in world.post("/admin/emails/intro/preview", facts, as_=root).data["body"]
    )
    assert "Hello Gil," in world.post("/admin/emails/intro/preview", FACTS, as_=root).data["body"]


def test_a_long_subject_is_cut_to_what_may_be_sent(world: World) -> None:
    root = cast.root(world)
    facts = {**FACTS, "introduceeTitle": "t" * 200, "introduceeFullName": "n" * 200}
    seen = world.post("/admin/emails/intro/preview", facts, as_=root).must(200).data
    assert len(seen["subject"]) == 200


def test_every_fault_is_told_at_once(world: World) -> None:
    root = cast.root(world)
    facts = {**FACTS, "introducerFirstName": "12", "introduceeSchedulingLink": "calendar"}
    del facts["senderOrg"]
    refused = world.post("/admin/emails/intro/preview", facts, as_=root).must(422)
    assert set(refused.faults) == {"introducerFirstName", "introduceeSchedulingLink", "senderOrg"}
