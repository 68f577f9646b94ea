"""Consultations: a member asks an expert, an administrator finds a time, and the member sees it."""

from typing import Any

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import Member, administrator, lose, member

HOSTILE = '<img src=x onerror="document.title=1">'
REQUEST: dict[str, Any] = {
    "roleTitle": f"{HOSTILE} مستشار 顾问 " + "Unbreakable" * 12,
    "organizationName": HOSTILE,
    "organizationLocation": "تونس",
    "matchScore": 100,
    "curatedBy": HOSTILE,
    "challenge": f"{HOSTILE}\nhttps://elsewhere.example/x",
    "primaryExpertise": {"id": "x", "name": HOSTILE},
    "engagementDuration": "1 h",
    "hourlyRate": "200",
    "availability": HOSTILE,
    "timeline": {"start": HOSTILE, "weeks": [1, 2], "expert": {"name": HOSTILE}},
    "matchInsights": HOSTILE,
}
TEXTS = {
    "Title": "Clinical adviser for aligners",
    "What do you need help with?": "Which photographs does a doctor trust at week six?",
    "How long": "One call",
    "When": "In the next two weeks",
    "When do you have time?": "Weekday mornings",
    "Rate that you offer": "$200 an hour",
    "Organization": "Tidegauge Dental Software",
    "Where it is": "Chicago, Illinois",
    "Why do you ask this expert?": "Sixteen years of early treatment.",
    "How well does the expert fit?": "90",
}


def ada(site: SiteReader) -> str:
    [expert] = site.get("/experts", search="lindholm")
    expert_id: str = expert["id"]
    return expert_id


def fill(page: Page, texts: dict[str, str]) -> None:
    for label, text in texts.items():
        page.get_by_label(f"{label} (required)", exact=True).fill(text)


def ask(owner: Member) -> str:
    created = owner.send("POST", "/consultations", REQUEST)
    return f"consultations/{created['id']}"


def test_a_client_asks_an_expert_and_sees_the_time_that_was_found(site: SiteReader) -> None:
    page = site.sign_in("Ben Achterberg")
    site.open(f"experts/{ada(site)}").get_by_role("link", name="Ask for a consultation").click()
    fill(page, TEXTS)
    page.reload()
    expect(page.get_by_text("What you typed before was restored.")).to_be_visible()
    expect(page.get_by_label("Why do you ask this expert?")).to_have_value(
        TEXTS["Why do you ask this expert?"]
    )
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("heading", name=TEXTS["Title"])).to_be_visible()
    expect(page.get_by_role("link", name="Ada Lindholm")).to_be_visible()
    expect(page.locator(".notice h2")).to_have_text("Requested")
    consultation_id = page.url.rpartition("/")[2]
    decision = {
        "status": "scheduled",
        "startAt": "2031-05-06T14:00:00Z",
        "timezone": "America/Chicago",
        "location": "Tidegauge, 3rd floor",
        "meetingUrl": "https://meet.example.com/ada",
    }
    administrator(site).send("PATCH", f"/admin/consultations/{consultation_id}", decision)
    expect(page.locator(".notice h2")).to_have_text("Scheduled")
    expect(page.locator(".notice")).to_contain_text("May 6, 2031")
    expect(page.locator(".notice")).to_contain_text("Tidegauge, 3rd floor")
    expect(page.get_by_role("link", name="https://meet.example.com/ada")).to_be_visible()
    site.open("consultations")
    expect(page.locator(".records > li").first).to_contain_text("May 6, 2031")
    site.open("notifications")
    expect(page.locator(".notices > li").first).to_contain_text("May 6, 2031")
    site.open()
    expect(page.get_by_text("May 6, 2031").first).to_be_visible()
    with site.other() as other:
        other.sign_in("Carla Mendizábal")
        other.open(f"consultations/{consultation_id}")
        expect(other.page.get_by_role("heading", name="Not found")).to_be_visible()
        other.browser_page.allow("status of 404", "the browser reports the 404")


def test_a_lost_response_and_a_reload_make_no_second_request(site: SiteReader) -> None:
    page = site.sign_in("Omar Belhadj")
    site.open(f"consultations/ask/{ada(site)}")
    fill(page, TEXTS)
    page.route("**/consultations", lose, times=1)
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.reload()
    site.wait()
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("heading", name=TEXTS["Title"])).to_be_visible()
    assert TEXTS["Title"] not in page.evaluate("JSON.stringify(localStorage)")
    omar = member(site, people.OMAR)
    [asked] = omar.get("/consultations", status="requested")["items"]
    omar.send("POST", f"/consultations/{asked['id']}/cancel")
    site.browser_page.allow("net::ERR_", "the browser reports the lost response")


def test_nothing_is_promised_that_the_staff_do_not_do(site: SiteReader) -> None:
    path = ask(member(site, people.CYRUS))
    site.sign_in("Cyrus")
    page = site.open(path)
    expect(page.locator(".notice")).to_contain_text("The staff read your request.")
    page.get_by_role("button", name="Cancel the consultation").click()
    expect(page.get_by_role("dialog")).to_contain_text("Nobody gets an e-mail.")
    page.get_by_role("button", name="Yes, cancel it").click()
    expect(page.locator(".notice h2")).to_have_text("Cancelled")


def test_a_consultation_is_cancelled_after_a_confirmation(site: SiteReader) -> None:
    path = ask(member(site, people.CYRUS))
    site.sign_in("Cyrus")
    page = site.open(path)
    page.get_by_role("button", name="Cancel the consultation").press("Enter")
    page.get_by_role("button", name="Yes, cancel it").press("Enter")
    expect(page.locator(".notice h2")).to_have_text("Cancelled")
    expect(page.get_by_role("button", name="Cancel the consultation")).to_have_count(0)


def test_what_is_missing_is_marked_and_nothing_is_lost(site: SiteReader) -> None:
    page = site.sign_in("Carla Mendizábal")
    site.open(f"consultations/ask/{ada(site)}")
    fill(page, {"Title": TEXTS["Title"]})
    page.get_by_role("button", name="Send the request").click()
    expect(page.locator(".fault").first).to_be_visible()
    expect(page.get_by_label("Title (required)", exact=True)).to_have_value(TEXTS["Title"])
    expect(page.get_by_label("What do you need help with?")).to_be_focused()


def test_a_member_cannot_ask_themselves(site: SiteReader) -> None:
    page = site.sign_in("Ada Lindholm")
    site.open(f"experts/{ada(site)}")
    expect(page.get_by_role("link", name="Edit your profile")).to_be_visible()
    site.open(f"consultations/ask/{ada(site)}")
    expect(page.get_by_role("heading", name="This is your own profile")).to_be_visible()


def test_the_screens_are_accessible_and_texts_of_others_are_only_text(site: SiteReader) -> None:
    omar = member(site, people.OMAR)
    path = ask(omar)
    site.sign_in("Omar Belhadj")
    page = site.open(path)
    expect(page.locator("h1")).to_contain_text(HOSTILE)
    expect(page.locator("main img")).to_have_count(0)
    must_be_accessible(site, path, "consultations", f"consultations/ask/{ada(site)}")
    omar.send("POST", f"/{path}/cancel")


def test_a_list_without_consultations_says_what_to_do(site: SiteReader) -> None:
    page = site.sign_in("Vera Stojanović")
    site.open("consultations")
    page.locator(".empty").get_by_role("link", name="Find an expert").click()
    expect(page.get_by_role("heading", name="Experts")).to_be_visible()
