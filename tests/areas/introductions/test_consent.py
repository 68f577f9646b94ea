"""Before both agree, nothing tells one member the address, number or URL of the other."""

from collections.abc import Iterator

import pytest

from tests import logged, make
from tests.areas.introductions import asking
from tests.areas.introductions.asking import answer, ask
from tests.areas.jobs import board
from tests.world import Person, World

CARLA = ("carla@example.com", "planted-clinic", "5125550111")
"""The address of the clinic, and what is planted in each of its other members."""
CYRUS = ("cyrus@example.com", "planted-person", "5125550122")


def planted(world: World) -> tuple[board.Cast, str]:
    """Plant contacts in every member of both accounts, and return the people and a job."""
    people = board.sign_up_all(world)
    make.change_account(world, people.cyrus.id, avatar_url="https://planted-person.example/a.png")
    make.change_account(world, people.carla.id, avatar_url="https://planted-clinic.example/a.png")
    for person, code, number in ((people.carla, *CARLA[1:]), (people.cyrus, *CYRUS[1:])):
        profile = {
            "phoneNumber": number,
            "professionalNetworkUrl": f"https://{code}.example/network",
            "personalWebsite": f"https://{code}.example/site",
        }
        world.patch("/users/me/profile/details", profile, as_=person).must(200)
    contact = {"contactPerson": "planted-clinic", "contactEmail": "office@planted-clinic.example"}
    return people, board.post_approved(world, people, **contact)


def read_by(world: World, person: Person) -> Iterator[str]:
    """Yield what a member reads of introductions, notifications, e-mails and the export."""
    for path in (
        "/introductions?box=in",
        "/introductions?box=out",
        "/notifications",
        "/users/me/export",
        "/users/me/blocks",
    ):
        yield world.get(path, as_=person).must(200).content.decode()
    for message in world.mail(person.email):
        for kind in ("plain", "html"):
            part = message.get_body((kind,))
            assert part is not None
            yield f"{message['Subject']} {message['Reply-To']} {part.get_content()}"


def found(texts: Iterator[str] | list[str], codes: tuple[str, ...]) -> list[str]:
    return [f"{code} in {text}" for text in texts for code in codes if code in text]


@pytest.mark.parametrize("invites", [True, False])
@pytest.mark.parametrize("end", ["waits", "decline", "withdraw", "accept"])
def test_no_contact_is_shown_before_both_agree(
    world: World, caplog: pytest.LogCaptureFixture, invites: bool, end: str
) -> None:
    people, job = planted(world)
    carla, cyrus = people.carla, people.cyrus
    sender, recipient = (carla, cyrus) if invites else (cyrus, carla)
    caplog.clear()
    asked = ask(world, sender, recipient, "job", job).must(201)
    again = ask(world, sender, recipient, "job", job).must(409)
    refused = answer(world, sender, asked.data["id"], "accept").must(403)
    asking.emails_about(world, recipient)
    to_sender = [one.content.decode() for one in (asked, again, refused)]
    if end != "waits":
        who = sender if end == "withdraw" else recipient
        ended = answer(world, who, asked.data["id"], end).must(200).content.decode()
        if end == "withdraw":
            to_sender.append(ended)
    world.run_periodic_tasks()
    world.clock.advance(minutes=1)
    seen = {one.email: [*read_by(world, one)] for one in (carla, cyrus)}
    seen[sender.email] += to_sender
    leaked = {"carla": found(seen[cyrus.email], CARLA), "cyrus": found(seen[carla.email], CYRUS)}
    if end == "accept":
        contact = {"carla": "office@planted-clinic.example", "cyrus": CYRUS[0]}
        for of, texts in leaked.items():
            assert texts
            emails = [text for text in texts if "You are receiving this e-mail" in text]
            assert emails == []
            assert any(contact[of] in text for text in texts)
    else:
        assert leaked == {"carla": [], "cyrus": []}
    logs = world.get("/admin/logs?limit=100", as_=people.root).must(200).content.decode()
    assert "introduction.request" in logs
    assert asking.NOTE not in logs
    changes = world.get("/changes?limit=100", as_=people.root).must(200).content.decode()
    assert "introduction" not in changes
    assert found([logged.everything(caplog)], (*CARLA, *CYRUS, asking.NOTE)) == []
