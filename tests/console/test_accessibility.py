"""Every screen without a finding of axe, in light and dark, and the queue by keyboard alone."""

import re
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.console.conftest import Console
from tests.contract.docs_page import BrowserPage

SCREENS = re.findall(
    r"^  (\w+): \{ label",
    (Path(__file__).parents[2] / "src" / "bridgework" / "console" / "screens.js").read_text(),
    re.MULTILINE,
)


def must_be_accessible(page: Page) -> None:
    report = Axe().run(page)
    assert report.violations_count == 0, report.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_screens_are_accessible(console: Console, scheme: Literal["light", "dark"]) -> None:
    console.page.emulate_media(color_scheme=scheme)
    for screen in SCREENS:
        must_be_accessible(console.open(screen))
    console.page.keyboard.press("Control+k")
    console.page.get_by_role("combobox").fill("people")
    must_be_accessible(console.page)


def test_the_sign_in_is_accessible(visitor: BrowserPage) -> None:
    visitor.page.goto(f"{visitor.origin}/console/")
    visitor.page.locator(".sample-accounts").wait_for()
    must_be_accessible(visitor.page)


def test_a_phone_shows_every_screen_without_scrolling_sideways(console: Console) -> None:
    console.page.set_viewport_size({"width": 390, "height": 844})
    for screen in SCREENS:
        page = console.open(screen)
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, f"{screen} is {width} px wide"


def tiers(console: Console, email: str) -> set[str]:
    """Return the account's tiers on the three platforms."""
    (person,) = console.get("/admin/users", search=email)["items"]
    platforms = ("verificationTier", "jobsVerificationTier", "vendorsVerificationTier")
    return {person[platform] for platform in platforms}


def test_the_queue_is_decided_by_keyboard_alone(console: Console) -> None:
    page = console.open("today")
    queue = page.locator(".queue > li")
    count = queue.count()
    marked = page.locator(".queue > li[aria-current=true]")
    first = marked.inner_text()
    page.keyboard.press("j")
    expect(marked).not_to_have_text(first)
    page.keyboard.press("k")
    assert marked.inner_text() == first
    email = re.search(r"\S+@\S+", first)
    assert email is not None
    page.keyboard.press("a")
    expect(queue).to_have_count(count - 1)
    assert "verified" in tiers(console, email[0])
    page.get_by_role("button", name="Undo").press("Enter")
    expect(queue).to_have_count(count)
    assert "verified" not in tiers(console, email[0])


def test_the_palette_opens_a_screen_by_keyboard(console: Console) -> None:
    page = console.open("today")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("peop")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="People")).to_be_visible()
