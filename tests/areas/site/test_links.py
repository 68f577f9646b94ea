"""The links of e-mails and notifications lead to screens that the member site has."""

import re

from bridgework.areas.history.notifications.kinds import KINDS
from bridgework.areas.operations.site import actions
from tests.architecture.sources import PACKAGE

READABLE = {"", "experts", "events", "articles"}
"""The screens whose pages the server renders."""
_NAME = re.compile(r'^  "?([a-z-]*)"?: \{', re.MULTILINE)
_LINK = re.compile(r'site_url ~ "/([a-z-]*)')


def _screens() -> set[str]:
    """Return the first segments of the addresses of all screens."""
    source = (PACKAGE / "web" / "site" / "screens.js").read_text("utf-8")
    return set(_NAME.findall(source[source.index("export const SCREENS") :]))


def test_the_server_has_a_page_for_every_screen() -> None:
    assert _screens() == actions._SCREENS | READABLE


def test_notifications_lead_to_screens() -> None:
    paths = {kind.path for kind in KINDS.values()} - {"/console/"}
    assert {path.removeprefix("/app/").partition("/")[0] for path in paths} <= _screens()


def test_links_of_templates_lead_to_screens() -> None:
    templates = [file.read_text("utf-8") for file in PACKAGE.rglob("templates/*.jinja")]
    linked = {name for template in templates for name in _LINK.findall(template)}
    assert linked
    assert linked <= _screens()
