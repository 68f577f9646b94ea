"""What the tests of roles share: a posting, and the people around it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests import cast, make
from tests.world import Person, Response, World

Sending = Callable[[], Awaitable[Response]]

SOMETHING = "01942520-e3a0-7704-b3c8-3850c0ae0354"

POSTING: Mapping[str, Any] = {
    "companyName": "Larkspur Dental Group",
    "healthcareVertical": "Dental",
    "contactPerson": "Ben Ortega",
    "contactEmail": "ben@larkspur.example",
    "roleNeeded": "Orthodontist as clinical advisor",
    "workingPreference": "Advisory, hybrid",
    "challenge": "We open a clear aligner service and need protocols.",
    "timeline": "Within 3 months",
    "budgetRange": "150 to 200 an hour",
    "hoursPerWeek": "10",
    "location": "Austin, TX",
    "tags": ["Clear aligners", "CBCT"],
}


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody who has to do with a role."""

    ada: Person
    """An expert in the directory."""
    ben: Person
    """The client who posts."""
    carl: Person
    """Another client."""
    eve: Person
    """Another expert."""
    root: Person


def cast_of(world: World) -> Cast:
    """The people, signed in; Ada and Eve stand in the directory as orthodontists."""
    ada, eve = cast.ada(world), cast.sign_up(world, "eve@example.com")
    make.into_expert(world, ada, "Ada Lovell", specialty=["Orthodontics"], location="Austin, Texas")
    make.into_expert(world, eve, "Eve Marsh", title="Endodontist", specialty=["Endodontics"])
    carl = cast.sign_up(world, "carl@example.com", role="rpo")
    return Cast(ada, cast.ben(world), carl, eve, cast.root(world))


def post(world: World, client: Person, **members: Any) -> str:
    """A role that waits."""
    made = world.post("/roles", {**POSTING, **members}, as_=client).must(201)
    return str(made.data["id"])


def open_role(world: World, people: Cast, **members: Any) -> str:
    """A role of Ben's that an administrator has opened."""
    role = post(world, people.ben, **members)
    world.patch(f"/roles/{role}", {"status": "active"}, as_=people.root).must(200)
    return role


def apply(world: World, role: str, expert: Person, **members: Any) -> str:
    """An expert's application."""
    made = world.post(f"/roles/{role}/applications", members, as_=expert).must(201)
    return str(made.data["id"])


def last_letter(world: World, to: Person) -> tuple[str, str]:
    """The subject and the text of the newest letter to somebody."""
    letter = world.mail(to.email)[-1]
    text = letter.get_body(("plain",))
    assert text is not None
    return str(letter["subject"]), text.get_content()


def moving(world: World, path: str, status: str, person: Person) -> Sending:
    """A function that sends a move, for `world.together`."""
    return lambda: world.sending("PATCH", path, {"status": status}, as_=person)
