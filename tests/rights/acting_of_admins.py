"""Imports and e-mails in each of their states, which only administrators read."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from tests.areas.email_preferences.test_emails import create_dead_email
from tests.areas.imports import sending
from tests.kit.outbox import posting
from tests.rights.acting import Kind, People
from tests.rights.reading import find, get
from tests.world import World, next_number


def running_import(world: World, people: People) -> str:
    """Return an import that runs; one that ran before is done, since only one can run."""
    sending.process(world)
    file = sending.lines([f"person{next_number()}@example.com,Ada,Lovell,expert,,"])
    return str(sending.send(world, people.admin, "accounts", file).must(202).data["id"])


def done_import(world: World, people: People) -> str:
    import_id = running_import(world, people)
    sending.process(world)
    return import_id


def cancelled_import(world: World, people: People) -> str:
    import_id = running_import(world, people)
    world.post(f"/admin/imports/{import_id}/cancel", as_=people.admin).must(200)
    return import_id


def expired_email(world: World, _people: People) -> str:
    email_id = create_dead_email(world, expires=world.clock.now() + timedelta(minutes=1))
    world.clock.advance(minutes=1)
    return email_id


KINDS: Mapping[str, Kind] = {
    "import": Kind(
        partial(get, "/admin/imports/{id}"),
        {"running": running_import, "done": done_import, "failed": cancelled_import},
    ),
    "email": Kind(
        partial(find, "/admin/emails"),
        {
            "queued": lambda world, _: posting.post(world),
            "dead": lambda world, _: create_dead_email(world),
            "dead, expired": expired_email,
        },
    ),
}
