"""Role postings, the people of the tests, and their requests."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests import cast, make
from tests.remembered import remembered
from tests.world import Person, Response, World

Sending = Callable[[], Awaitable[Response]]

UNKNOWN_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"

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
    """The people of the tests of roles."""

    ada: Person
    """An expert in the directory."""
    ben: Person
    """The client who owns the role."""
    carl: Person
    """Another client."""
    eve: Person
    """Another expert."""
    root: Person


@remembered
def sign_up_all(world: World) -> Cast:
    """Sign up all people of the tests. Ada and Eve are listed in the directory."""
    ada, eve = cast.ada(world), cast.sign_up(world, "eve@example.com")
    make.into_expert(world, ada, "Ada Lovell", specialty=["Orthodontics"], location="Austin, Texas")
    make.into_expert(world, eve, "Eve Marsh", title="Endodontist", specialty=["Endodontics"])
    carl = cast.sign_up(world, "carl@example.com", role="rpo")
    return Cast(ada, cast.ben(world), carl, eve, cast.root(world))


def post(world: World, client: Person, **members: Any) -> str:
    """Create a pending role."""
    created = world.post("/roles", {**POSTING, **members}, as_=client).must(201)
    return str(created.data["id"])


def post_active(world: World, people: Cast, **members: Any) -> str:
    """Create an active role of Ben's."""
    role = post(world, people.ben, **members)
    world.patch(f"/roles/{role}", {"status": "active"}, as_=people.root).must(200)
    return role


def apply(world: World, role: str, expert: Person, **members: Any) -> str:
    """Apply to a role and return the ID of the application."""
    created = world.post(f"/roles/{role}/applications", members, as_=expert).must(201)
    return str(created.data["id"])


def last_email(world: World, to: Person) -> tuple[str, str]:
    """Return the subject and the text of the last e-mail to a member."""
    email = world.mail(to.email)[-1]
    text = email.get_body(("plain",))
    assert text is not None
    return str(email["subject"]), text.get_content()


def changing_status(world: World, path: str, status: str, person: Person) -> Sending:
    """Return a function that changes a status, for `world.together`."""
    return lambda: world.sending("PATCH", path, {"status": status}, as_=person)
