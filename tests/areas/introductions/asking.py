"""Requests for introductions, and the pairs of people that may ask each other."""

from datetime import timedelta
from typing import Any

from bridgework.areas.work.introductions import policies, queries
from bridgework.areas.work.introductions.records import (
    ReceivedState,
    SenderState,
    StoredIntroduction,
    StoredReceived,
)
from bridgework.kit.core import Id, new_id
from tests import cast
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.world import Person, Response, World

NOTE = "Your work on molars impressed us."


def body(recipient: Person | str, kind: str, about: str, note: str = NOTE) -> dict[str, Any]:
    to = recipient if isinstance(recipient, str) else recipient.id
    return {"recipientId": to, "about": {"kind": kind, "id": about}, "note": note}


def ask(
    world: World, sender: Person, recipient: Person | str, kind: str, about: str, note: str = NOTE
) -> Response:
    """Ask for an introduction."""
    return world.post("/introductions", body(recipient, kind, about, note), as_=sender)


def ask_expert(world: World, sender: Person, expert: Person | str, note: str = NOTE) -> Response:
    """Ask an expert about the expert's own profile."""
    about = expert if isinstance(expert, str) else str(expert.id)
    return ask(world, sender, expert, "expert", about, note)


def invite(world: World, people: board.Cast, job: str, note: str = NOTE) -> Response:
    """Invite Cyrus to apply to a job of Carla's."""
    return ask(world, people.carla, people.cyrus, "job", job, note)


def box(world: World, person: Person, name: str = "in") -> list[dict[str, Any]]:
    """Return the introductions that a member received or asked for."""
    page = world.get(f"/introductions?box={name}", as_=person).must(200).data
    items: list[dict[str, Any]] = page["items"]
    return items


def answer(world: World, person: Person, introduction: str, how: str) -> Response:
    """Accept, decline or withdraw an introduction."""
    return world.post(f"/introductions/{introduction}/{how}", as_=person)


def emails_about(world: World, person: Person, minutes: int = 15) -> list[str]:
    """Return the subjects and texts of the e-mails about introductions to a member."""
    world.clock.advance(minutes=minutes)
    world.run_periodic_tasks()
    texts = []
    for message in world.mail(person.email):
        part = message.get_body(("plain",))
        assert part is not None
        text = f"{message['Subject']}\n{part.get_content()}"
        if "introduc" in text or "invites you" in text:
            texts.append(text)
    return texts


def again(world: World, *people: Person) -> list[Person]:
    """Sign in again after the tokens expired."""
    return [cast.sign_in(world, person.email) for person in people]


def ada_and_ben(world: World) -> tuple[Person, Person]:
    """Return an expert of the directory and a client."""
    people = desk.sign_up_all(world)
    return people.ada, people.ben


def plant(
    world: World,
    sender: Person,
    recipient: Person,
    state: SenderState = "pending",
    received: ReceivedState = "pending",
    days_ago: int = 0,
) -> str:
    """Add a delivered introduction about the recipient as an expert, beside the limits."""
    now = world.clock.now()
    asked_at = now - timedelta(days=days_ago)
    ids = {"sender_id": Id(str(sender.id)), "recipient_id": Id(str(recipient.id))}
    new = StoredIntroduction(
        **ids,
        id=new_id(),
        about_kind="expert",
        about_id=ids["recipient_id"],
        is_invitation=False,
        title=None,
        company=None,
        note=NOTE,
        state=state,
        created_at=asked_at,
        lapses_at=asked_at + policies.LIFE,
        accepted_at=now if state == "accepted" else None,
    )
    delivered = StoredReceived(
        **ids,
        introduction_id=new.id,
        note=NOTE,
        is_note_held=False,
        state=received,
        received_at=asked_at,
        answered_at=None if received == "pending" else now,
        email_at=None,
    )
    with world.application.app_state.database.writing() as tx:
        queries.add(tx, new)
        queries.add_received(tx, delivered)
    return str(new.id)
