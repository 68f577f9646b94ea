"""Asking for an introduction, answering it, and who may ask whom."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from tests import cast, make
from tests.areas.introductions import asking
from tests.areas.introductions.asking import NOTE, answer, ask, ask_expert, box
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.world import ANONYMOUS, Person, World


def status(world: World, person: Person, name: str) -> str:
    (one,) = box(world, person, name)
    return str(one["status"])


def test_both_see_a_contact_after_it_was_accepted_and_not_before(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    make.change_account(world, ben.id, first_name="Ben", last_name="Ortega")
    asked = ask_expert(world, ben, ada).must(201).data
    assert asked["box"] == "out"
    assert asked["note"] == NOTE
    assert asked["status"] == "pending"
    assert asked["allowedActions"] == ["withdrawIntroduction"]
    assert asked["other"] == {"id": ada.id, "name": "Ada Lovell", "isVerified": True}
    lapses = datetime.fromisoformat(asked["lapsesAt"]) - datetime.fromisoformat(asked["createdAt"])
    assert lapses == timedelta(days=14)
    (received,) = box(world, ada)
    assert received["allowedActions"] == ["acceptIntroduction", "declineIntroduction"]
    assert received["other"] == {"id": ben.id, "name": "Ben Ortega", "isVerified": False}
    for seen in (asked, received):
        assert (seen["contactPerson"], seen["contactEmail"]) == (None, None)
    accepted = answer(world, ada, asked["id"], "accept").must(200).data
    assert (accepted["contactPerson"], accepted["contactEmail"]) == ("Ben Ortega", ben.email)
    (sent,) = box(world, ben, "out")
    assert (sent["status"], sent["contactEmail"]) == ("accepted", ada.email)
    assert sent["contactPerson"] == "Ada Lovell"
    assert sent["answeredAt"] is not None
    assert sent["allowedActions"] == accepted["allowedActions"] == []


def test_the_contact_of_an_owner_is_that_of_the_posting(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    invited = asking.invite(world, people, job).must(201).data
    assert invited["isInvitation"] is True
    assert invited["about"] == {
        "kind": "job",
        "id": job,
        "title": "Associate endodontist",
        "company": "Orchard Gate Dental",
    }
    accepted = answer(world, people.cyrus, invited["id"], "accept").must(200).data
    assert accepted["contactPerson"] == board.POSTING["contactPerson"]
    assert accepted["contactEmail"] == board.POSTING["contactEmail"]
    (sent,) = box(world, people.carla, "out")
    assert (sent["contactPerson"], sent["contactEmail"]) == ("Cyrus Daneshvar", people.cyrus.email)


def test_a_candidate_asks_the_owner_of_a_job(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    asked = ask(world, people.cyrus, people.carla, "job", job).must(201).data
    assert asked["isInvitation"] is False
    answer(world, people.carla, asked["id"], "accept").must(200)
    (sent,) = box(world, people.cyrus, "out")
    assert sent["contactEmail"] == board.POSTING["contactEmail"]


def test_who_may_ask_whom(world: World) -> None:
    people = desk.sign_up_all(world)
    clinic = board.Cast(
        carla=cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner"),
        dora=cast.sign_up(world, "dora@example.com", jobsRole="recruiter"),
        cyrus=cast.sign_up(world, "cyrus@example.com", jobsRole="candidate"),
        eli=cast.sign_up(world, "eli@example.com"),
        root=people.root,
    )
    board.verify(world, clinic.cyrus)
    vera = fair.vendor(world)
    make.change_account(world, vera.id, vendors_verification_tier="verified")
    role = desk.post_active(world, people)
    job = board.post_approved(world, clinic)
    pending = board.post(world, clinic.carla)
    ada, ben, carla, cyrus = people.ada, people.ben, clinic.carla, clinic.cyrus
    cases: list[tuple[Person, Person, str, str, int]] = [
        (ben, ada, "role", role, 201),  # the owner invites an expert
        (people.eve, ben, "role", role, 201),  # an expert asks the owner
        (people.carl, ada, "role", role, 403),  # another client
        (people.eve, ada, "role", role, 404),  # somebody who does not own it
        (ben, cyrus, "role", role, 404),  # no expert of the directory
        (carla, cyrus, "job", job, 201),
        (cyrus, carla, "job", job, 201),
        (clinic.eli, carla, "job", job, 403),  # no candidate
        (clinic.dora, carla, "job", job, 403),  # another clinic
        (carla, clinic.eli, "job", job, 404),
        (carla, cyrus, "job", pending, 404),
        (people.carl, ada, "expert", str(ada.id), 201),
        (clinic.dora, ada, "expert", str(ada.id), 201),
        (clinic.eli, ada, "expert", str(ada.id), 403),  # experts do not ask experts
        (people.carl, cyrus, "expert", str(cyrus.id), 404),  # not listed
        (people.carl, ada, "expert", str(people.eve.id), 404),
        (clinic.eli, vera, "vendor", str(vera.id), 201),
        (clinic.eli, ada, "vendor", str(ada.id), 404),
        (ben, ben, "role", role, 409),
        (ANONYMOUS, ada, "expert", str(ada.id), 401),
    ]
    for number, (sender, recipient, kind, about, expected) in enumerate(cases):
        refused = ask(world, sender, recipient, kind, about)
        assert refused.status == expected, (number, refused.content)
    assert ask(world, ben, ben, "role", role).error == "own_introduction"


def test_an_expert_who_left_the_directory_is_not_found(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    make.change_account(world, ada.id, disabled_at=world.clock.now())
    assert ask_expert(world, ben, ada).must(404).error == "recipient_not_found"


@pytest.mark.parametrize("length", [1, 500])
def test_the_limits_of_a_note(world: World, length: int) -> None:
    ada, ben = asking.ada_and_ben(world)
    assert ask_expert(world, ben, ada, "x" * length).must(201).data["note"] == "x" * length


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ({"note": ""}, {"note"}),
        ({"note": " \n"}, {"note"}),
        ({"note": "x" * 501}, {"note"}),
        ({"recipientId": "ada"}, {"recipientId"}),
        ({"about": {"kind": "post", "id": board.UNKNOWN_ID}}, {"about.kind"}),
        ({"about": None}, {"about"}),
    ],
)
def test_an_invalid_request_is_refused(
    world: World, changes: dict[str, Any], faults: set[str]
) -> None:
    ada, ben = asking.ada_and_ben(world)
    sent = {**asking.body(ada, "expert", str(ada.id)), **changes}
    refused = world.post("/introductions", sent, as_=ben).must(422)
    assert set(refused.faults) == faults


def test_the_recipient_and_the_sender_are_notified_and_lead_to_a_page(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    make.change_account(world, ben.id, first_name="Ben", last_name="Ortega")
    asked = ask_expert(world, ben, ada).must(201).data
    notified = world.get("/notifications", as_=ada).must(200).data["items"][0]
    assert notified["kind"] == "introduction.requested"
    assert notified["text"] == "Ben Ortega would like to be introduced to you."
    assert notified["path"] == "/app/introductions"
    (text,) = asking.emails_about(world, ada)
    assert text.startswith("Ben Ortega would like to be introduced to you\n")
    assert NOTE in text
    assert "/app/introductions" in text
    answer(world, ada, asked["id"], "accept").must(200)
    notified = world.get("/notifications", as_=ben).must(200).data["items"][0]
    assert notified["kind"] == "introduction.accepted"
    assert notified["text"] == "Ada Lovell accepted your introduction."
    (text,) = asking.emails_about(world, ben)
    assert text.startswith("Ada Lovell accepted your introduction\n")
    assert ada.email not in text


def test_an_invitation_leads_to_the_posting(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    asking.invite(world, people, job).must(201)
    notified = world.get("/notifications", as_=people.cyrus).must(200).data["items"][0]
    assert (notified["kind"], notified["path"]) == ("job.invited", f"/app/jobs/{job}")
    assert notified["subject"]["id"] == job
    (text,) = asking.emails_about(world, people.cyrus)
    assert text.startswith("You are invited to apply: Associate endodontist\n")
    assert f"/app/jobs/{job}" in text


def test_a_role_is_what_an_expert_is_invited_to(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    ask(world, people.ben, people.ada, "role", role).must(201)
    notified = world.get("/notifications", as_=people.ada).must(200).data["items"][0]
    assert (notified["kind"], notified["path"]) == ("role.invited", f"/app/roles/{role}")


def test_the_email_waits_as_long_as_the_recipient_wants(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    world.patch("/users/me/contact", {"emailAfterMinutes": 40}, as_=ada).must(200)
    ask_expert(world, ben, ada).must(201)
    assert asking.emails_about(world, ada, minutes=39) == []
    assert len(asking.emails_about(world, ada, minutes=1)) == 1
    assert len(asking.emails_about(world, ada, minutes=60)) == 1


@pytest.mark.parametrize("how", ["accept", "decline", "withdraw", "block"])
def test_no_email_is_sent_about_one_that_does_not_wait(world: World, how: str) -> None:
    ada, ben = asking.ada_and_ben(world)
    asked = ask_expert(world, ben, ada).must(201).data["id"]
    if how == "block":
        world.put(f"/users/me/blocks/{ben.id}", as_=ada).must(200)
    else:
        answer(world, ben if how == "withdraw" else ada, asked, how).must(200)
    assert asking.emails_about(world, ada, minutes=16) == []


def test_a_member_who_unsubscribed_gets_a_notification_only(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    world.patch("/users/me/notifications", {"introduction": False}, as_=ada).must(200)
    ask_expert(world, ben, ada).must(201)
    assert asking.emails_about(world, ada) == []
    assert world.get("/notifications", as_=ada).must(200).data["items"]


def test_the_overview_counts_what_waits(world: World) -> None:
    people = desk.sign_up_all(world)
    ids = [
        ask_expert(world, one, people.ada).must(201).data["id"] for one in (people.ben, people.carl)
    ]

    def waiting() -> int:
        count: int = (
            world.get("/users/me/overview", as_=people.ada).must(200).data["introductionsWaiting"]
        )
        return count

    assert waiting() == 2
    answer(world, people.ada, ids[0], "decline").must(200)
    assert waiting() == 1
    world.put(f"/users/me/blocks/{people.carl.id}", as_=people.ada).must(200)
    assert waiting() == 0


def test_one_that_lapsed_is_not_answered(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    asked = ask_expert(world, ben, ada).must(201).data["id"]
    world.clock.advance(days=13, hours=23, minutes=59)
    ada, ben = asking.again(world, ada, ben)
    assert status(world, ben, "out") == status(world, ada, "in") == "pending"
    world.clock.advance(minutes=1)
    assert status(world, ben, "out") == status(world, ada, "in") == "lapsed"
    for person, how in ((ada, "accept"), (ada, "decline"), (ben, "withdraw")):
        assert answer(world, person, asked, how).must(409).error == "invalid_transition"
    ask_expert(world, ben, ada).must(201)


def test_only_the_two_members_read_and_change_it(world: World) -> None:
    people = desk.sign_up_all(world)
    asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    for other in (people.eve, people.root):
        for how in ("accept", "decline", "withdraw"):
            assert answer(world, other, asked, how).must(404).error == "introduction_not_found"
        assert box(world, other) == box(world, other, "out") == []
    assert answer(world, people.ben, asked, "accept").must(403).error == "not_the_recipient"
    assert answer(world, people.ben, asked, "decline").must(403).error == "not_the_recipient"
    assert answer(world, people.ada, asked, "withdraw").must(403).error == "not_the_sender"


def test_a_withdrawn_one_is_not_answered_and_can_be_asked_again(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    asked = ask_expert(world, ben, ada).must(201).data["id"]
    assert answer(world, ben, asked, "withdraw").must(200).data["status"] == "withdrawn"
    assert status(world, ada, "in") == "withdrawn"
    assert answer(world, ada, asked, "accept").must(409).error == "invalid_transition"
    ask_expert(world, ben, ada).must(201)


@pytest.mark.postgresql("concurrent answers")
def test_of_an_acceptance_and_a_withdrawal_at_once_one_counts(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    asked = ask_expert(world, ben, ada).must(201).data["id"]
    acts = ((ada, "accept"), (ben, "withdraw"), (ada, "decline")) * 4
    sendings = [
        lambda who=who, how=how: world.sending("POST", f"/introductions/{asked}/{how}", as_=who)
        for who, how in acts
    ]
    responses = world.together(sendings)
    done = sorted(how for (_, how), one in zip(acts, responses, strict=True) if one.status == 200)
    assert {one.status for one in responses} == {200, 409}
    # A sender withdraws what was declined, since it looks as if it waits.
    assert done in (["accept"], ["withdraw"], ["decline"], ["decline", "withdraw"])
    (sent,), (received,) = box(world, ben, "out"), box(world, ada)
    assert (
        (sent["status"] == "accepted") == (received["status"] == "accepted") == (done == ["accept"])
    )


def test_a_page_has_a_cursor(world: World) -> None:
    people = desk.sign_up_all(world)
    for expert in (people.ada, people.eve):
        ask_expert(world, people.ben, expert).must(201)
        world.clock.advance(seconds=1)
    first = world.get("/introductions?box=out&limit=1", as_=people.ben).must(200).data
    assert [one["other"]["id"] for one in first["items"]] == [people.eve.id]
    path = f"/introductions?box=out&limit=1&cursor={first['nextCursor']}"
    second = world.get(path, as_=people.ben).must(200).data
    assert [one["other"]["id"] for one in second["items"]] == [people.ada.id]
    assert second["hasMore"] is False
    of_other_box = world.get(f"/introductions?cursor={first['nextCursor']}", as_=people.ben)
    of_other_box.must(422)


@pytest.mark.parametrize(
    ("note", "held"),
    [
        ("Write to me at ben.ortega@larkspur.example", True),
        ("See www.larkspur.example", True),
        ("See larkspur.com", True),
        ("Call (512) 555-0164", True),
        ("+44 20 7946 0958", True),
        ("We have 12 chairs, 3 days a week, and pay 150 to 200.", False),
        (NOTE, False),
    ],
)
def test_a_contact_in_the_note_of_a_new_sender_is_held(world: World, note: str, held: bool) -> None:
    ada, ben = asking.ada_and_ben(world)
    assert ask_expert(world, ben, ada, note).must(201).data["noteHeld"] is False
    (received,) = box(world, ada)
    assert (received["note"], received["noteHeld"]) == (note, held)
    (text,) = asking.emails_about(world, ada)
    assert (note in text) is not held


def test_the_note_of_a_sender_of_a_week_is_shown(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    world.clock.advance(days=7)
    ada, ben = asking.again(world, ada, ben)
    ask_expert(world, ben, ada, "See https://larkspur.example/jobs").must(201)
    assert box(world, ada)[0]["noteHeld"] is False


def test_old_ones_are_deleted_unless_they_were_accepted(world: World) -> None:
    people = desk.sign_up_all(world)
    accepted = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    answer(world, people.ada, accepted, "accept").must(200)
    ask_expert(world, people.ben, people.eve).must(201)
    world.clock.advance(days=180, seconds=1)
    world.run_periodic_tasks()
    (ben,) = asking.again(world, people.ben)
    assert [one["id"] for one in box(world, ben, "out")] == [accepted]


def test_erasure_empties_the_notes_and_withdraws_what_waits(world: World) -> None:
    people = desk.sign_up_all(world)
    accepted = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    answer(world, people.ada, accepted, "accept").must(200)
    ask_expert(world, people.ben, people.eve).must(201)
    erase(world, people.ben)
    ada, eve = asking.again(world, people.ada, people.eve)
    assert box(world, ada) == box(world, eve) == []
    assert NOTE not in world.get("/users/me/export", as_=ada).must(200).content.decode()


def test_a_recipient_who_is_erased_is_a_former_member(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    ask(world, people.ada, people.ben, "role", role).must(201)
    erase(world, people.ben)
    (ada,) = asking.again(world, people.ada)
    (sent,) = box(world, ada, "out")
    assert sent["other"] == {"id": people.ben.id, "name": None, "isVerified": False}
    assert (sent["about"]["title"], sent["about"]["company"]) == (None, None)
    assert sent["note"] == ""


def erase(world: World, person: Person) -> None:
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=person).must(202)
    world.clock.advance(days=14, seconds=1)
    world.run_periodic_tasks()


def test_both_export_their_own(world: World) -> None:
    ada, ben = asking.ada_and_ben(world)
    ask_expert(world, ben, ada).must(201)
    for person, table in ((ben, "introductions"), (ada, "received_introductions")):
        tables = world.get("/users/me/export", as_=person).must(200).data["tables"]
        assert [row["note"] for row in tables[table]] == [NOTE]
    tables = world.get("/users/me/export", as_=ben).must(200).data["tables"]
    assert tables["received_introductions"] == []


def test_the_audit_log_has_no_note(world: World) -> None:
    people = desk.sign_up_all(world)
    asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
    answer(world, people.ada, asked, "decline").must(200)
    logs = world.get("/admin/logs", as_=people.root).must(200)
    actions = [entry["action"] for entry in logs.data["items"] if entry["target"] == asked]
    assert actions == ["introduction.decline", "introduction.request"]
    assert NOTE not in logs.content.decode()
