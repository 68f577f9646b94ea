"""Text of one line loses the blanks around it, in every request; passwords do not."""

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.api_keys.tables import api_keys
from tests import cast
from tests.areas.jobs import board
from tests.commands import cli
from tests.world import Person, World

WIDE = "\u3000 Praxis\u00a0Süd \u2003"
KEPT = "Praxis\u00a0Süd"


@pytest.fixture
def root(world: World) -> Person:
    return cast.root(world)


def test_names_lose_the_blanks_around_them(world: World) -> None:
    ada = cast.ada(world)
    names = {"firstName": "  Ada ", "lastName": WIDE}
    changed = world.patch("/users/me", names, as_=ada).must(200).data
    assert (changed["firstName"], changed["lastName"]) == ("Ada", KEPT)
    assert world.get("/users/me", as_=ada).data == changed


def test_a_limit_applies_to_the_text_without_outer_blanks(world: World) -> None:
    ada = cast.ada(world)
    longest = "a" * 100
    changed = world.patch("/users/me", {"firstName": f"  {longest}  "}, as_=ada).must(200)
    assert changed.data["firstName"] == longest
    refused = world.patch("/users/me", {"firstName": f" {longest}a"}, as_=ada).must(422)
    assert refused.faults == {"firstName": "too_long"}


def test_a_name_of_blanks_is_as_an_empty_one(world: World, root: Person) -> None:
    empty = world.post("/admin/api-keys", {"name": "", "scopes": ["jobs:read"]}, as_=root)
    blank = world.post("/admin/api-keys", {"name": "  ", "scopes": ["jobs:read"]}, as_=root)
    assert blank.must(422).details == empty.must(422).details


def test_titles_and_places_are_trimmed(world: World, root: Person) -> None:
    body = {"name": WIDE, "startAt": "2027-01-10T10:00:00Z", "timezone": " UTC "}
    body["location"] = "  Main Street 1,\n  Austin "
    made = world.post("/calendar/events", body, as_=root).must(201).data["event"]
    event = world.get(f"/calendar/events/{made['id']}", as_=root).data
    assert (event["name"], event["timezone"]) == (KEPT, "UTC")
    assert event["location"] == "Main Street 1,\n  Austin"


def test_companies_and_lists_of_lines_are_trimmed(world: World) -> None:
    people = board.sign_up_all(world)
    job = {**board.REQUIRED, "companyName": WIDE, "benefits": [" Health insurance "]}
    posted = world.post("/jobs", job, as_=people.carla).must(201).data
    assert (posted["companyName"], posted["benefits"]) == (KEPT, ["Health insurance"])


def test_a_line_break_at_the_end_of_a_line_is_refused(world: World) -> None:
    ada = cast.ada(world)
    refused = world.patch("/users/me", {"firstName": "Ada\n"}, as_=ada).must(422)
    assert refused.faults == {"firstName": "control_character"}


def test_a_password_keeps_the_blanks_around_it(world: World) -> None:
    cast.sign_up(world, "ben@example.com", password="  secret words  ")
    cast.sign_in(world, "ben@example.com", "  secret words  ")
    refused = {"email": "ben@example.com", "password": "secret words"}
    assert world.post("/auth/login", refused).must(401).error == "invalid_credentials"


def test_the_command_line_trims_the_name_of_a_key(world: World, root: Person) -> None:
    state = world.application.app_state
    created = cli.run(
        state.settings,
        "key",
        "create",
        " Clinic   site ",
        "--scope",
        "jobs:read",
        "--by",
        root.email,
    )
    assert created.exit_code == 0, created.output
    with state.database.reading() as tx:
        assert tx.execute(sa.select(api_keys.c.name)).scalars().all() == ["Clinic   site"]
