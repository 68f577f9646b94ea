"""Every screen without a finding of axe, in light and dark, and the queue by keyboard alone."""

import re
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.browser import BrowserPage
from tests.console.conftest import Console
from tests.console.test_events import create_event

CONSOLE = Path(__file__).parents[2] / "src" / "bridgework" / "web" / "console"
SCREENS = re.findall(r"^  (\w+): \{", (CONSOLE / "screens.js").read_text(), re.MULTILINE)

MARKDOWN = "# Agenda\n\n- a [map](https://example.com)\n\n![A room](https://example.com/room.png)"


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


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_records_and_editors_are_accessible(
    console: Console, scheme: Literal["light", "dark"]
) -> None:
    console.page.emulate_media(color_scheme=scheme)
    event = create_event(console, "Accessible evening", description=MARKDOWN)
    [request, *_] = console.get("/admin/calendar/submissions")["items"]
    [article, *_] = console.get("/admin/blogs")["items"]
    [cyrus, *_] = console.get("/admin/users", search=people.CYRUS)["items"]
    [job, *_] = console.get("/admin/jobs")["items"]
    csv = "email,role\nroot.admin@example.com,expert\nnowhere,expert\n"
    headers = {"content-type": "text/csv"}
    imported = console.api.post(
        "/admin/imports", params={"kind": "accounts", "dryRun": True}, content=csv, headers=headers
    )
    screens = [
        *(("events", "upcoming"), ("events", "new"), ("events", event["id"])),
        *(("events", event["id"], "edit"), ("events", "requests", request["id"])),
        *(("data", "imports"), ("data", "imports", imported.json()["data"]["id"])),
        *(("emails", "custom"), ("emails", "introduction"), ("emails", "templates")),
        *(("people", cyrus["id"], "record"), ("jobs", job["id"], "notes"), ("blog", article["id"])),
    ]
    for screen in screens:
        page = console.open(*screen)
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        must_be_accessible(page)


@pytest.mark.parametrize("width", [390, 820, 1024, 1440])
def test_the_queue_and_the_month_are_readable_at_every_width(console: Console, width: int) -> None:
    console.page.set_viewport_size({"width": width, "height": 1000})
    page = console.open("today")
    for row in page.locator(".queue > li").all():
        box = row.bounding_box()
        assert box is not None
        assert box["height"] < 200
    event = create_event(console, "Anticoagulation")
    page = console.open("events", month=event["startAt"][:7])
    entry = page.get_by_role("link", name="Anticoagulation").first
    expect(entry).to_be_visible()
    assert entry.evaluate("entry => entry.scrollWidth <= entry.clientWidth")
    box = entry.bounding_box()
    assert box is not None
    assert box["height"] < 60


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


def test_loading_is_announced_once_at_a_screen(console: Console) -> None:
    page = console.open("people")
    page.evaluate(
        """() => {
          window.announced = 0;
          const seen = new WeakSet();
          new MutationObserver(() => {
            for (const one of document.querySelectorAll(".loading[role=status]")) {
              if (!seen.has(one)) window.announced += 1;
              seen.add(one);
            }
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    [job, *_] = console.get("/admin/jobs")["items"]
    for count, screen in enumerate([("today",), ("jobs", job["id"], "history")], start=1):
        page = console.open(*screen)
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        assert page.evaluate("announced") == count


def test_labels_of_rows_on_a_phone_do_not_lie_over_their_values(console: Console) -> None:
    console.page.set_viewport_size({"width": 390, "height": 844})
    for screen in ("roles", "jobs", "moderation", "blog", "audit"):
        page = console.open(screen)
        cut = page.locator(".listing td").evaluate_all(
            """cells => cells.filter(one => one.scrollWidth > one.clientWidth + 1)
              .map(one => `${one.dataset.label}: ${one.textContent}`)"""
        )
        assert cut == [], screen


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
    assert "verified" not in tiers(console, email[0])
    page.get_by_role("button", name="Undo").press("Enter")
    expect(queue).to_have_count(count)
    expect(marked).to_contain_text(email[0])
    assert "verified" not in tiers(console, email[0])


def test_the_palette_opens_a_screen_by_keyboard(console: Console) -> None:
    page = console.open("today")
    page.keyboard.press("Control+k")
    expect(page.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("peop")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="People")).to_be_visible()


TARGETS = """() => [...document.querySelectorAll(
    'button, summary, input, select, textarea, nav a, td > a')]
  .filter(one => one.checkVisibility())
  .filter(one => Math.min(one.offsetWidth, one.offsetHeight) < 24)
  .map(one => `${one.outerHTML.slice(0, 90)} ${one.offsetWidth}x${one.offsetHeight}`)"""
"""What the reader hits with a pointer, but links in a text, that is smaller than 24 pixels."""


@pytest.mark.parametrize("width", [390, 1440])
def test_targets_have_24_pixels(console: Console, width: int) -> None:
    console.page.set_viewport_size({"width": width, "height": 900})
    small = {screen: console.open(screen).evaluate(TARGETS) for screen in SCREENS}
    assert {screen: found for screen, found in small.items() if found} == {}


def test_what_is_current_and_bars_are_seen_in_forced_colors(console: Console) -> None:
    page = console.page
    page.emulate_media(forced_colors="active")
    console.open("today")
    style = "(element, name) => getComputedStyle(element)[name]"
    row = page.locator(".queue > li[aria-current=true]")
    assert row.evaluate(style, "outlineStyle") == "solid"
    current = page.locator(".side a[aria-current]")
    assert current.evaluate(style, "outlineStyle") == "solid"
    fill = page.locator(".chart svg").first
    assert fill.evaluate(style, "forcedColorAdjust") == "none"
    page = console.open("emails")
    tab = page.locator(".tabs a[aria-current]")
    other = page.locator(".tabs a:not([aria-current])").first
    assert tab.evaluate(style, "borderBottomColor") != other.evaluate(style, "borderBottomColor")
