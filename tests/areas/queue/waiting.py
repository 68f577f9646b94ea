"""Helpers that create an item of each kind in the queue, and read the queue."""

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tests import cast, make
from tests.areas.calendar.test_event_requests import submit
from tests.areas.consultations.test_consultations import create_consultation
from tests.areas.email_preferences.test_emails import create_dead_email
from tests.areas.feed.feed_requests import post as create_post
from tests.areas.jobs import board
from tests.areas.moderation import bench
from tests.areas.roles import desk
from tests.world import Person, World

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class People:
    """Members who need no verification themselves, and an administrator."""

    root: Person
    ben: Person
    """A client, who posts roles and jobs."""


def people(world: World) -> People:
    root, ben = cast.root(world), cast.ben(world)
    # Verified on all platforms, so that the queue is empty.
    for person in (root, ben):
        make.change_account(
            world, person.id, verification_tier="verified", jobs_verification_tier="verified"
        )
    make.change_account(world, ben.id, jobs_role="recruiter")
    return People(root, ben)


def _account(**columns: str) -> Callable[[World, People], str]:
    return lambda world, _: str(make.account(world, **columns))


def _report(world: World, people: People) -> str:
    post = create_post(world, people.root)
    return bench.report(world, people.ben, "post", post)


def create_email(world: World, **changes: Any) -> str:
    """Create an e-mail that the mail server has refused, and deliver all others."""
    world.mail()
    return str(create_dead_email(world, **changes))


def _changed_role(world: World, people: People) -> str:
    role = desk.post(world, people.ben)
    world.post(f"/admin/roles/{role}/approve", {}, as_=people.root).must(200)
    world.patch(f"/roles/{role}", {"challenge": "Another text."}, as_=people.ben).must(200)
    return role


def _changed_person(world: World, people: People) -> str:
    del people
    person = cast.sign_up(world, f"person{next(_numbers)}@changed.example", role="client")
    make.change_account(world, person.id, verification_tier="verified")
    world.patch("/users/me", {"firstName": "Benjamin"}, as_=person).must(200)
    return str(person.id)


CREATE: Mapping[str, Callable[[World, People], str]] = {
    "expert": _account(verification_tier="not-verified"),
    "candidate": _account(jobs_role="candidate"),
    "vendor": _account(vendors_role="vendor"),
    "role": lambda world, people: desk.post(world, people.ben),
    "job": lambda world, people: board.post(world, people.ben),
    "role_changed": _changed_role,
    "identity_changed": _changed_person,
    "consultation": lambda world, people: str(create_consultation(world, people.ben)["id"]),
    "event_request": lambda world, people: str(submit(world, people.ben)["id"]),
    "report": _report,
    "email": lambda world, _: create_email(world),
}
"""Creates an item of a kind that waits, and returns its ID."""


def read(world: World, root: Person, query: str = "") -> Any:
    """Return a page of the queue."""
    return world.get(f"/admin/queue?{query}", as_=root).must(200).data


def keys(world: World, root: Person, query: str = "") -> list[tuple[str, str]]:
    """Return the kinds and IDs of all items, read page by page."""
    page = read(world, root, query)
    found = [(item["kind"], item["id"]) for item in page["items"]]
    while page["nextCursor"] is not None:
        page = read(world, root, f"{query}&cursor={page['nextCursor']}")
        found += [(item["kind"], item["id"]) for item in page["items"]]
    return found
