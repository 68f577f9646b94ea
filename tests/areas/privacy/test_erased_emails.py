"""E-mails in the outbox: what is left of them after sending, and after an erasure."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.work.saved_searches.tables import alert_queries
from bridgework.kit.delivery.outbox import PRIORITIES
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.delivery.outbox.tables import email_texts, outbox_emails
from tests import cast
from tests.areas.calendar import calendar_client
from tests.areas.feed.feed_requests import erase
from tests.areas.roles import desk
from tests.areas.saved_searches import alerting
from tests.world import World

GUEST = "guest@example.net"
REQUEST = {**calendar_client.EVENT, "visibility": "public"}


def emails(world: World, name: str) -> list[Any]:
    """Return the rows of e-mails by their name."""
    with world.application.app_state.database.reading() as tx:
        return list(tx.rows(sa.select(outbox_emails).where(outbox_emails.c.name == name)))


def recipients(world: World, name: str) -> list[str]:
    return sorted(row.recipient for row in emails(world, name))


def queries(world: World) -> list[Any]:
    """Return the queries of alerts."""
    with world.application.app_state.database.reading() as tx:
        return list(tx.values(sa.select(alert_queries.c.query)))


def texts(world: World) -> list[str]:
    """Return the stored texts of e-mails that were sent."""
    with world.application.app_state.database.reading() as tx:
        return list(tx.values(sa.select(email_texts.c.text)))


def test_an_email_that_was_sent_holds_no_facts(world: World) -> None:
    people = desk.sign_up_all(world)
    desk.apply(world, desk.post_active(world, people), people.ada)
    (waiting,) = emails(world, "roles/application_received")
    assert waiting.facts["applicant"] == "Ada Lovell"
    world.mail()
    (sent,) = emails(world, "roles/application_received")
    assert (sent.state, sent.recipient, sent.facts) == ("sent", people.ben.email, {})


def test_erasure_of_the_recipient_deletes_the_texts_of_sent_emails(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    world.mail()
    before = len(texts(world))
    erase(world, ada)
    assert 0 < len(texts(world)) < before
    erase(world, cast.sign_in(world, ben.email))
    assert texts(world) == []


@pytest.mark.postgresql("a deletion of rows by another table")
def test_erasure_deletes_the_texts_of_sent_emails_that_tell_others_of_the_account(
    world: World,
) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    for expert in (people.ada, people.eve):
        desk.apply(world, role, expert)
    world.mail()
    assert any("Ada Lovell" in text for text in texts(world))
    erase(world, people.ada)
    assert not any("Ada Lovell" in text for text in texts(world))
    assert any("Eve Marsh" in text for text in texts(world))
    sent = emails(world, "roles/application_received")
    assert [email.state for email in sent] == ["sent", "sent"]


def test_erasure_deletes_the_text_of_an_email_that_was_sent_while_it_ran(world: World) -> None:
    people = desk.sign_up_all(world)
    desk.apply(world, desk.post_active(world, people), people.ada)
    database, now = world.application.app_state.database, world.clock.now()
    with database.writing() as tx:
        day = timedelta(days=1)
        taken = outbox.take(tx, now, lease=day, most=99, priorities=PRIORITIES)
    (queued,) = [each for each in taken if each.email.name == "roles/application_received"]
    erase(world, people.ada)
    with database.writing() as tx:
        outbox.mark_sent(tx, queued, outbox.EmailText("Applied", "Ada Lovell"), now)
    assert texts(world) == []


def test_erasure_deletes_waiting_emails_that_tell_others_of_the_account(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    for expert in (people.ada, people.eve):
        desk.apply(world, role, expert)
    erase(world, people.ada)
    (left,) = emails(world, "roles/application_received")
    assert left.facts["applicant"] == "Eve Marsh"


def test_erasure_of_the_owner_deletes_waiting_emails_to_applicants(world: World) -> None:
    people = desk.sign_up_all(world)
    application = desk.apply(world, desk.post_active(world, people), people.ada)
    decision = {"status": "shortlisted"}
    world.patch(f"/roles/applications/{application}", decision, as_=people.ben).must(200)
    assert recipients(world, "roles/application_decided") == [people.ada.email]
    erase(world, people.ben)
    assert recipients(world, "roles/application_decided") == []


def test_erasure_deletes_introductions_to_both_sides(world: World) -> None:
    ada, ben, root = cast.ada(world), cast.ben(world), cast.root(world)
    body = {
        "introducerEmail": ada.email,
        "introduceeEmail": ben.email,
        "subject": "Ada, meet Ben",
        "body": "You both restore old practices.",
    }
    world.post("/admin/emails/intro", body, as_=root).must(202)
    assert recipients(world, "administration/introduction") == [ada.email, ben.email]
    erase(world, ada)
    assert recipients(world, "administration/introduction") == []


def test_erasure_deletes_emails_to_the_account_whatever_they_are_about(world: World) -> None:
    people = desk.sign_up_all(world)
    ada, root = people.ada, people.root
    request = world.post("/calendar/submissions", REQUEST, as_=ada).must(201).data["id"]
    world.post(f"/admin/calendar/submissions/{request}/approve", as_=root).must(200)
    event = calendar_client.create_event(world, root, inviteeEmails=[ada.email])
    world.delete(f"/calendar/events/{event}", as_=root).must(200)
    names = ("event_request_decided", "event_invitation", "event_cancelled")
    for name in names:
        assert recipients(world, f"calendar/{name}") == [ada.email]
    erase(world, ada)
    for name in names:
        assert recipients(world, f"calendar/{name}") == []


def test_erasure_deletes_emails_that_were_to_the_address_before_it_had_an_account(
    world: World,
) -> None:
    root = cast.root(world)
    calendar_client.create_event(world, root, inviteeEmails=["GUEST@example.net", "b@example.net"])
    guest = cast.sign_up(world, GUEST)
    erase(world, guest)
    assert recipients(world, "calendar/event_invitation") == ["b@example.net"]


def test_erasure_deletes_the_files_of_emails_to_the_account(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    assert world.mail(ada.email)
    erase(world, ada)
    assert world.mail(ada.email) == []
    assert world.mail(ben.email)


def test_the_last_account_with_a_query_takes_it_along(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    for person, word in ((ada, "shared"), (ben, "shared"), (ada, "hers")):
        alerting.save(world, person, query={"search": word})
    erase(world, ada)
    assert queries(world) == [{"search": "shared"}]
    erase(world, cast.sign_in(world, ben.email))
    assert queries(world) == []


def test_a_query_goes_when_the_last_search_with_it_is_deleted_changed_or_silenced(
    world: World,
) -> None:
    ada = cast.ada(world)
    deleted, changed, silenced = (
        alerting.save(world, ada, query={"search": word}) for word in ("a1", "b2", "c3")
    )
    world.delete(f"/searches/{deleted}", as_=ada).must(200)
    world.patch(f"/searches/{changed}", {"query": {"search": "d4"}}, as_=ada).must(200)
    world.patch(f"/searches/{silenced}", {"frequency": "off"}, as_=ada).must(200)
    assert queries(world) == [{"search": "d4"}]


def test_an_export_lists_the_emails_to_the_caller_without_what_they_tell_of_others(
    world: World,
) -> None:
    people = desk.sign_up_all(world)
    desk.apply(world, desk.post_active(world, people), people.ada)
    exported = world.get("/users/me/export", as_=people.ben).must(200)
    (waiting,) = [
        row
        for row in exported.data["tables"]["outbox_emails"]
        if row["name"] == "roles/application_received"
    ]
    assert waiting["state"] == "queued"
    assert waiting["created_at"] is not None
    assert "Lovell" not in exported.body.decode()


def test_an_export_contains_the_queries_of_alerts(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    alerting.save(world, ada, query={"search": "hers"})
    alerting.save(world, ben, query={"search": "his"})
    exported = world.get("/users/me/export", as_=ada).must(200).data["tables"]
    assert [row["query"] for row in exported["alert_queries"]] == [{"search": "hers"}]
