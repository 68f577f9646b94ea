"""The links of e-mails and notifications lead to screens that the member site has."""

import re
from pathlib import Path

import pytest

from bridgework.areas.back_office.site import actions
from bridgework.areas.history.notifications.kinds import KINDS
from bridgework.kit.core import new_id
from tests.architecture.sources import PACKAGE
from tests.world import World, settings

READABLE = {"", "experts", "events", "articles"}
"""The screens whose pages the server renders."""
_NAME = re.compile(r'^  "?([a-z-]*)"?: [{[]', re.MULTILINE)
_LINK = re.compile(r'site_url ~ "/([a-z-]*)')
_WEB = PACKAGE / "web"
EVENT = KINDS["event.invited"].path
"""Served with its texts, so that the event must exist."""
PATHS = sorted({kind.path for kind in KINDS.values()})


def _members(file: Path, name: str) -> set[str]:
    """Return the names of the members of an object of a script."""
    source = file.read_text("utf-8")
    start = source.index(f"const {name} = {{")
    return set(_NAME.findall(source[start : source.index("\n};", start)]))


def _screens() -> set[str]:
    """Return the first segments of the addresses of all screens."""
    return _members(_WEB / "site" / "screens.js", "SCREENS")


def test_the_server_has_a_page_for_every_screen() -> None:
    assert _screens() == actions._SCREENS | READABLE


@pytest.mark.parametrize("path", [path for path in PATHS if path.startswith("/app/")])
def test_notifications_lead_to_screens_of_the_site(path: str) -> None:
    screen, _, part = path.removeprefix("/app/").partition("/")
    assert screen in _screens()
    assert part in {"", "{id}"} or part in _members(
        _WEB / "site" / "screens" / f"{screen}.js", "SECTIONS"
    )


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("path", [path for path in PATHS if path != EVENT])
def test_a_page_of_a_notification_is_served_to_a_reader_who_is_not_signed_in(
    world: World, path: str
) -> None:
    url = path.partition("#")[0].format(id=new_id())
    world.get(url, headers={"accept": "text/html"}).must(200)


@pytest.mark.parametrize("path", [path for path in PATHS if not path.startswith("/app/")])
def test_notifications_of_administrators_lead_to_screens_of_the_console(path: str) -> None:
    screens = {"", *_members(_WEB / "console" / "screens.js", "SCREENS")}
    assert path.startswith("/console/")
    assert path.removeprefix("/console/").removeprefix("#/").partition("/")[0] in screens


@pytest.mark.parametrize(
    ("changes", "job", "credentials"),
    [
        ({}, "https://api.example.com/app/jobs/1", "https://api.example.com/console/#/credentials"),
        ({"site_url": "https://www.example.com/club"}, "https://www.example.com/club/jobs/1", None),
        (
            {"site": False, "site_url": "https://www.example.com"},
            "https://www.example.com/jobs/1",
            None,
        ),
        ({"site": False}, "", None),
        ({"console": False}, None, ""),
    ],
)
def test_links_lead_to_the_front_end_of_the_installation(
    tmp_path: Path, changes: dict[str, object], job: str | None, credentials: str | None
) -> None:
    installation = settings(tmp_path, **changes).installation
    expected = {"/app/jobs/1": job, "/console/#/credentials": credentials, "": ""}
    for path, url in expected.items():
        assert url is None or installation.page_url(path) == url


def test_links_of_templates_lead_to_screens() -> None:
    templates = [file.read_text("utf-8") for file in PACKAGE.rglob("templates/*.jinja")]
    linked = {name for template in templates for name in _LINK.findall(template)}
    assert linked
    assert linked <= _screens()
