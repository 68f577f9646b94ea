"""Specialties, keywords, licenses and equipment are chips, with suggestions of the terminology."""

from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.site.conftest import SiteReader
from tests.site.looks import looks, must_be_accessible_now, must_fit
from tests.site.members import member

PASTE = """([label, text]) => {
  const data = new DataTransfer();
  data.setData("text", text);
  document.activeElement.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def chips(page: Page, label: str) -> list[str]:
    """Return what was chosen in a picker."""
    field = page.locator(".field").filter(has=page.get_by_label(label))
    return [text.removesuffix(" ×") for text in field.locator(".chips bdi").all_inner_texts()]


def test_texts_are_chosen_typed_and_removed_by_keyboard(site: SiteReader) -> None:
    site.join("expert", path="profile")
    page = site.open("profile/expert?step=specialties")
    box = page.get_by_role("combobox", name="Specialties (required)")
    box.focus()
    expect(box).to_have_attribute("aria-expanded", "false")
    page.keyboard.type("ortho")
    expect(page.get_by_role("option", name="Orthodontics")).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowDown")
    active = box.get_attribute("aria-activedescendant")
    option = page.locator(f'[id="{active}"]')
    expect(option).to_have_text("Orthodontics")
    expect(option).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.keyboard.type("PERIODONTICS,Sleep medicine")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove Sleep medicine")).to_be_visible()
    assert chips(page, "Specialties (required)") == [
        "Orthodontics",
        "Periodontics",
        "Sleep medicine",
    ]
    page.keyboard.press("Backspace")
    assert chips(page, "Specialties (required)") == ["Orthodontics", "Periodontics"]
    page.get_by_role("button", name="Remove Orthodontics").click()
    expect(box).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("option")).to_have_count(11)
    page.keyboard.press("Escape")
    expect(page.get_by_role("option")).to_have_count(0)


def test_a_pasted_list_is_taken_apart_and_saved(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    page = site.open("profile/expert?step=specialties")
    page.get_by_label("Keywords").focus()
    page.evaluate(
        PASTE, ["Keywords", "clear aligners; Teledentistry\nMy own topic,  \u200b, leadership"]
    )
    chosen = ["Clear aligners", "Teledentistry", "My own topic", "Leadership"]
    for text in chosen:
        expect(page.get_by_role("button", name=f"Remove {text}", exact=True)).to_be_visible()
    assert chips(page, "Keywords") == chosen
    page.get_by_label("Specialties (required)").fill("Endodontics")
    with page.expect_response(lambda answer: answer.url.endswith("/users/me/profile")):
        page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("heading", name="Skills", exact=True)).to_be_visible()
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert profile["tags"] == chosen
    assert profile["specialty"] == ["Endodontics"]


def test_a_text_takes_the_spelling_of_a_suggestion_that_is_loaded_later(site: SiteReader) -> None:
    site.join("expert", path="profile")
    page = site.open("profile/expert?step=specialties")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/options", hold)
    with page.expect_request("**/options"):
        page.get_by_label("Keywords").focus()
    page.keyboard.type("LEADERSHIP,")
    page.keyboard.type("My own topic,")
    expect(page.get_by_role("button", name="Remove My own topic", exact=True)).to_be_visible()
    assert chips(page, "Keywords") == ["LEADERSHIP", "My own topic"]
    waiting.pop().continue_()
    expect(page.get_by_role("button", name="Remove Leadership", exact=True)).to_be_visible()
    assert chips(page, "Keywords") == ["Leadership", "My own topic"]


@pytest.mark.parametrize(
    ("label", "path", "typed", "suggested"),
    [
        ("Licenses (must have)", "jobs/new?step=requirements", "tex", "Texas"),
        ("Equipment", "jobs/new?step=office", "cone", "Cone-beam CT"),
    ],
)
def test_a_clinic_chooses_licenses_and_equipment(
    site: SiteReader, label: str, path: str, typed: str, suggested: str
) -> None:
    page = site.sign_in("Carla Mendizábal")
    site.open(path)
    page.get_by_label(label, exact=True).fill(typed)
    page.get_by_role("option", name=suggested).click()
    assert chips(page, label) == [suggested]
    page.get_by_role("button", name=f"Remove {suggested}").click()


def test_a_picker_is_accessible_and_fits(site: SiteReader) -> None:
    page = site.sign_in("Carla Mendizábal")
    site.open("jobs/new?step=requirements")
    for _ in looks(page):
        box = page.get_by_label("Licenses (must have)")
        box.fill("Texas, Very long name of a license that nobody has ever heard of before,new")
        expect(page.locator(".picker [role=option]").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        must_be_accessible_now(page)
        must_fit(page)
        for _ in range(3):
            box.fill("")
            page.keyboard.press("Backspace")


def test_a_place_is_chosen_by_keyboard(site: SiteReader) -> None:
    page = site.sign_in("Carla Mendizábal")
    site.open("jobs/new?step=place")
    box = page.get_by_role("combobox", name="Place", exact=True)
    box.focus()
    expect(box).to_have_attribute("aria-expanded", "false")
    page.keyboard.type("portland, o")
    expect(page.locator(".picker").get_by_role("option")).to_have_text(["Portland, Oregon"])
    expect(box).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_text("Suggestions: 1.")).to_be_attached()
    page.keyboard.press("ArrowDown")
    active = box.get_attribute("aria-activedescendant")
    expect(page.locator(f'[id="{active}"]')).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(box).to_have_value("Portland, Oregon")
    expect(box).to_be_focused()
    expect(box).to_have_attribute("aria-expanded", "false")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("galw")
    expect(page.locator(".picker").get_by_role("option")).to_have_text(["Galway, Ireland"])
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.locator(".picker").get_by_role("option")).to_have_count(0)
    expect(box).to_have_value("galw")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".picker").get_by_role("option")).to_have_count(1)
    page.keyboard.press("Tab")
    expect(box).to_have_value("galw")
    expect(page.locator(".picker").get_by_role("option")).to_have_count(0)


def test_a_place_that_is_not_known_is_kept_and_saved(site: SiteReader) -> None:
    email = site.join("expert", path="profile")
    page = site.open("profile/expert?step=about")
    page.get_by_label("First name").fill("Ada")
    page.get_by_label("Last name").fill("Nowhere")
    page.get_by_label("Title (required)").fill("Dentist")
    page.get_by_role("combobox", name="Location").fill("Two streets from the harbor")
    page.route("**/places?*", lambda route: route.abort())
    with page.expect_response(lambda answer: answer.url.endswith("/users/me/profile")):
        page.get_by_role("button", name="Save and continue").click()
    stored = member(site, email).get("/users/me/profile")["profile"]["location"]
    assert stored == "Two streets from the harbor"


def test_suggestions_for_a_former_text_are_ignored(site: SiteReader) -> None:
    page = site.sign_in("Carla Mendizábal")
    site.open("jobs/new?step=place")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/places?search=phil", hold)
    box = page.get_by_role("combobox", name="Place", exact=True)
    with page.expect_request("**/places?search=phil"):
        box.fill("phil")
    box.fill("galw")
    expect(page.locator(".picker").get_by_role("option")).to_have_text(["Galway, Ireland"])
    with suppress(Error):  # the page has cancelled the request
        waiting.pop().continue_()
    page.wait_for_timeout(300)
    expect(page.locator(".picker").get_by_role("option")).to_have_text(["Galway, Ireland"])
    for _ in looks(page):
        must_be_accessible_now(page)
        must_fit(page)
