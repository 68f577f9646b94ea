"""Every address that the site, a notification or an e-mail leads to has a page."""

import re
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from playwright.sync_api import expect

from bridgework.areas.history.notifications.kinds import KINDS
from tests.architecture.sources import PACKAGE
from tests.site.conftest import SiteReader

SITE = PACKAGE / "web" / "site"
ID = "01941fc2-a6f0-7736-933e-ef85329d5f6e"
_LITERAL = re.compile(r'"([\w-]*)"')
_BUILT = re.compile(r"(?:\b(?:href|go)\(|\bpath: )(?=\[)")
_SCREEN = re.compile(r'^  (?:"([\w-]*)"|(\w+)): \{(.*?)\},$', re.MULTILINE | re.DOTALL)
_OF_POSTING = re.compile(r"const OF_POSTING = /(.+)/;")
_DEEPER = re.compile(r"deeper: (?:/(.+?)/|(OF_POSTING)),")
POSTINGS = ("jobs", "roles")
"""What a name of a kind of posting stands for, such as `kind.path`."""
VALUES = {"APPLY": "apply", "MATCHING": "matching", "name": "applications", "part": "matches"}
"""What other names stand for; the others stand for an ID."""


def routes() -> dict[str, tuple[bool, str | None]]:
    """Return whether a screen has records, and the pattern of what is below them, by its name."""
    source = (SITE / "screens.js").read_text("utf-8")
    of_posting = _OF_POSTING.search(source)
    assert of_posting is not None
    found = {}
    for quoted, plain, body in _SCREEN.findall(source):
        deeper = _DEEPER.search(body)
        pattern = deeper and (deeper[1] or of_posting[1])
        found[quoted or plain] = (" one: " in body, pattern)
    return found


def elements(array: str) -> Sequence[str]:
    """Return the elements of the array with which a text begins."""
    parts, depth, start = [], 0, 1
    for index, letter in enumerate(array):
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        if depth == 0 or (depth == 1 and letter == ","):
            parts.append(array[start:index].strip())
            start = index + 1
        if depth == 0:
            break
    return [part for part in parts if part]


def addresses(source: str) -> Iterator[Sequence[str]]:
    """Yield the parts of each address that a module builds from an array."""
    of_screens = re.finditer(rf'(?=\["(?:{"|".join(filter(None, routes()))})")', source)
    for match in (*_BUILT.finditer(source), *of_screens):
        parts = elements(source[match.end() :])
        if not parts or parts[0].startswith("..."):
            continue
        choices: list[Sequence[str]] = []
        for place, part in enumerate(parts):
            literals = _LITERAL.findall(part)
            if literals:
                choices.append(literals)
            elif place == 0:
                choices.append([*POSTINGS] if "path" in part or "address" in part else [])
            else:
                choices.append([VALUES.get(part, ID)])
        yield from (parts for parts in product(*choices) if "" not in parts)


def has_page(parts: Sequence[str]) -> bool:
    """Whether the site shows a page at an address, as `main.js` decides."""
    if not parts:
        return True
    screen, *rest = parts
    known = routes()
    if screen not in known:
        return False
    has_records, deeper = known[screen]
    if len(rest) < 2:
        return not rest or has_records
    return deeper is not None and re.search(deeper.replace(r"\/", "/"), "/".join(rest)) is not None


def test_the_routes_are_read() -> None:
    known = routes()
    assert len(known) > 18
    assert known["join"] == (False, None)
    assert known["experts"] == (True, None)
    assert has_page(["jobs", ID, "edit"])
    assert not has_page(["experts", ID, "ask"])
    assert has_page(["consultations", "ask", ID])
    assert not has_page(["join", ID])


def test_every_address_of_a_module_has_a_page() -> None:
    found = {
        (file.name, address)
        for file in SITE.rglob("*.js")
        if file.name != "navigation.js"  # has lists of screens
        for address in addresses(file.read_text("utf-8"))
    }
    assert len(found) > 90
    assert {("consultations_ask.js", ("experts", ID)), ("home.js", ("roles", "new"))} <= {*found}
    assert [(name, address) for name, address in found if not has_page(address)] == []


def test_every_address_of_a_notification_has_a_page() -> None:
    for kind in KINDS.values():
        root, _, path = kind.path.format(id=ID).partition("/app/")
        if not root:
            assert has_page([part for part in path.split("/") if part]), kind.path


@pytest.mark.parametrize("path", [f"experts/{ID}/ask", f"jobs/{ID}/asked", f"feed/{ID}/edit"])
def test_an_address_without_a_page_says_so(site: SiteReader, path: str) -> None:
    site.sign_in()
    page = site.open(path)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
