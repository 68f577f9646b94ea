"""What people reach with a finger, at large text, in forced colors and by the names of controls."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import PASSWORD, SiteReader, new_address

SMALL = """least => [...document.querySelectorAll("a[href], button, input, select, summary")]
  .map((one) => one.closest("label") ?? one)
  .filter((one) => one.checkVisibility() && !one.closest("p, .visually-hidden, .skip"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 1 && Math.min(width, height) < least - 0.5)
  .map(([one, { width, height }]) => `${one.localName} ${one.textContent} ${width} x ${height}`)"""
"""The targets that are smaller than so many pixels, except links in a text."""
LISTS = (
    "experts",
    "vendors",
    "roles",
    "feed",
    "events",
    "notifications",
    "consultations",
    "applications",
    "submissions",
    "searches",
    "profile/expert",
    "settings",
)
COVERED = """() => {
  const { activeElement: one } = document;
  const { top, bottom } = one.getBoundingClientRect();
  const head = document.querySelector(".site-head");
  return !head.contains(one) && top < head.getBoundingClientRect().bottom && bottom > 0;
}"""


@pytest.mark.parametrize("path", LISTS)
def test_targets_have_24_pixels(site: SiteReader, path: str) -> None:
    site.sign_in()
    site.page.set_viewport_size({"width": 390, "height": 800})
    page = site.open(path)
    assert page.evaluate(SMALL, 24) == []


def test_primary_targets_have_44_pixels_where_a_finger_meets_them(site: SiteReader) -> None:
    for path in ("sign-in", "join"):
        page = site.open(path)
        page.set_viewport_size({"width": 390, "height": 800})
        box = page.locator("main button.primary").bounding_box()
        assert box is not None
        assert box["height"] >= 44
    site.sign_in()
    for path, primary in (
        ("feed", "main button.primary"),
        ("submissions", "main a.primary"),
        ("experts", ".account"),
        ("experts", ".bell"),
    ):
        page = site.open(path)
        box = page.locator(primary).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, primary


def test_at_large_text_the_head_covers_nothing_that_has_the_focus(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("experts")
    page.set_viewport_size({"width": 1280, "height": 700})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator(".people h2 a").nth(8).focus()
    page.wait_for_timeout(300)
    for _ in range(16):
        page.keyboard.press("Shift+Tab")
        page.wait_for_timeout(50)
        assert not page.evaluate(COVERED), page.evaluate("document.activeElement.textContent")


def _color(page: Page, selector: str, name: str = "background-color") -> str:
    color: str = page.locator(selector).first.evaluate(
        "(one, name) => getComputedStyle(one).getPropertyValue(name)", name
    )
    return color


def test_bars_and_what_is_chosen_are_seen_in_forced_colors(site: SiteReader) -> None:
    site.sign_in()
    site.page.emulate_media(forced_colors="active")
    page = site.open("roles/matching")
    expect(page.locator(".match-meter").first).to_be_visible()
    assert _color(page, ".match-meter > span > span") != _color(page, ".match-meter")
    assert _color(page, ".match-meter > span", "outline-style") == "solid"
    for bar in (".tabs", ".site-head nav"):
        current = _color(page, f"{bar} a[aria-current]")
        assert current != _color(page, f"{bar} a:not([aria-current])"), bar
    tab = _color(page, ".tabs a:not([aria-current])", "border-bottom-color")
    assert tab == _color(page, "body")
    page = site.open("applications")
    pressed = _color(page, ".choice [aria-pressed=true]")
    assert pressed != _color(page, ".choice [aria-pressed=false]")


def test_a_wrong_code_is_marked_at_its_field(site: SiteReader) -> None:
    email = new_address("code")
    page = site.open("join?as=vendor")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Verify your e-mail address")).to_be_visible()
    page.get_by_label("Code").fill("000000" if site.code(email) != "000000" else "000001")
    page.get_by_role("button", name="Continue").click()
    code = page.get_by_label("Code")
    expect(code).to_have_attribute("aria-invalid", "true")
    expect(code).to_be_focused()
    expect(code).to_have_accessible_description(re.compile("This code is not valid."))
    site.browser_page.allow("status of 400", "the browser reports the 400")


def test_links_of_cards_and_buttons_of_the_demo_have_short_names(site: SiteReader) -> None:
    page = site.open()
    button = page.get_by_role("button", name="Sign in as Ada Lindholm")
    expect(button).to_have_accessible_name(re.compile(r"^Sign in as Ada Lindholm \S"))
    assert button.inner_text().replace("\n", " ").split() == (
        button.evaluate("one => one.textContent").split()
    )
    page = site.open("experts")
    card = page.locator(".people > li").first
    expect(card.get_by_role("link")).to_have_count(1)
    name = card.locator("h2 bdi").inner_text()
    expect(card.get_by_role("link")).to_have_accessible_name(name)
    site.sign_in()
    page = site.open("profile/expert")
    for link in page.locator(".step-rows a").all():
        assert len(link.inner_text()) < 40, link.inner_text()
