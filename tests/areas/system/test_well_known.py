"""`/.well-known/security.txt` and `/.well-known/change-password`."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from bridgework import app
from bridgework.settings import Settings
from tests import world as worlds
from tests.clock import ManualClock
from tests.loop import Loop
from tests.world import PUBLIC_URL, World

MakeWorld = Callable[..., World]


@pytest.fixture
def make_world(settings: Settings, loop: Loop) -> Iterator[MakeWorld]:
    """Return a function that creates a server with other settings."""
    created: list[World] = []

    def make(**options: object) -> World:
        clock = ManualClock()
        changed = settings.model_copy(update=options)
        created.append(World(app.create_app(changed, clock), clock, loop))
        return created[-1]

    yield make
    for world in created:
        world.close()


def test_security_txt_names_the_contact_and_expires_in_half_a_year(world: World) -> None:
    response = world.get("/.well-known/security.txt").must(200)
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    lines = dict(line.split(": ", 1) for line in response.body.decode().splitlines())
    today = world.clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    assert lines == {
        "Contact": "mailto:security@example.com",
        "Expires": (today + timedelta(days=180)).isoformat(),
        "Preferred-Languages": "en",
        "Canonical": f"{PUBLIC_URL}/.well-known/security.txt",
    }


def test_a_contact_may_be_a_page(make_world: MakeWorld) -> None:
    world = make_world(security_contact="https://example.com/report")
    body = world.get("/.well-known/security.txt").must(200).body
    assert body.startswith(b"Contact: https://example.com/report\n")


def test_without_a_contact_there_is_no_security_txt(make_world: MakeWorld) -> None:
    world = make_world(security_contact="")
    assert world.get("/.well-known/security.txt").must(404).error == "no_such_document"


@pytest.mark.parametrize("contact", ["http://example.com", "nobody", "a@x.example\nExpires: never"])
def test_another_contact_is_refused(tmp_path: Path, contact: str) -> None:
    with pytest.raises(ValidationError, match="must be one address"):
        worlds.settings(tmp_path, security_contact=contact)


@pytest.mark.parametrize(
    ("options", "url"),
    [
        ({}, f"{PUBLIC_URL}/app/settings"),
        (
            {"site": False, "site_url": "https://www.example.com/club"},
            "https://www.example.com/club/settings",
        ),
    ],
)
def test_password_managers_are_redirected_to_the_settings_of_the_front_end(
    make_world: MakeWorld, options: dict[str, object], url: str
) -> None:
    response = make_world(**options).get("/.well-known/change-password").must(302)
    assert response.headers["location"] == url


def test_without_a_front_end_there_is_no_page_to_change_a_password(make_world: MakeWorld) -> None:
    refused = make_world(site=False).get("/.well-known/change-password").must(404)
    assert refused.error == "no_such_document"
