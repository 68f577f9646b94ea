"""Consultations: a member asks an expert, an administrator finds a time, and the member sees it."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import Member, administrator, lose, member, session

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
    "What do you need help with?": "Which photographs does a doctor trust at week six?",
    "When do you have time?": "Weekday mornings",
    "Rate that you offer": "$200 an hour",
}
TITLE = "Consultation about Orthodontics"
NOTE = f"Mornings are best. {HOSTILE}"


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
    for label, typed in TEXTS.items():
        expect(page.get_by_label(label)).to_have_value(typed)
    details = page.locator("details", has_text="Details that we filled in")
    expect(details.get_by_label("Title")).to_be_hidden()
    details.locator("summary").click()
    expect(details.get_by_label("Title")).to_have_value(TITLE)
    details.get_by_label("How long").fill("Two calls")
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    expect(page.get_by_role("link", name="Ada Lindholm")).to_be_visible()
    expect(page.get_by_text("Two calls")).to_be_visible()
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
    end(site, consultation_id)


def end(site: SiteReader, consultation_id: str) -> None:
    """Decline a consultation, so that nothing waits for Ada in other tests."""
    administrator(site).send(
        "PATCH", f"/admin/consultations/{consultation_id}", {"status": "declined"}
    )


def console_of(other: SiteReader) -> Page:
    """Open the board of consultations in another browser, as the administrator."""
    browser_page = other.browser_page
    page = browser_page.page
    page.goto(f"{browser_page.origin}/livez")  # an address of the same origin without a script
    page.evaluate(
        "session => sessionStorage.setItem('bridgework-console', JSON.stringify(session))",
        session(other.api, people.ROOT),
    )
    page.clock.install()
    browser_page.open(f"{browser_page.origin}/console/#/consultations?expert=waits")
    page.locator("h1").wait_for()
    return page


def answer(expert: Page) -> None:
    """Answer with a time that is over, and then with two to come."""
    expert.get_by_role("button", name="I am available").click()
    dialog = expert.get_by_role("dialog")
    dialog.get_by_label("First time").fill("2020-05-06T09:00")
    dialog.get_by_label("Note").fill(NOTE)
    dialog.get_by_role("button", name="Send the answer").click()
    expect(dialog.get_by_label("First time")).to_have_attribute("aria-invalid", "true")
    expect(dialog.get_by_label("Note")).to_have_value(NOTE)
    dialog.get_by_label("First time").fill("2031-05-06T09:00")
    dialog.get_by_label("Second time").fill("2031-05-07T10:00")
    dialog.get_by_role("button", name="Send the answer").click()


def test_a_client_an_expert_and_an_administrator_arrange_a_consultation(site: SiteReader) -> None:
    page = site.sign_in("Ben Achterberg")
    site.open(f"consultations/ask/{ada(site)}")
    fill(page, TEXTS)
    page.get_by_role("button", name="Send the request").click()
    expect(page.locator(".notice")).to_contain_text("The expert is asked for times.")
    consultation_id = page.url.rpartition("/")[2]
    with site.other() as expert_site, site.other() as console_site:
        console = console_of(console_site)
        card = console.locator(".board li").filter(has_text=TITLE)
        expect(card).to_contain_text("Waits for the expert")
        expert = expert_site.sign_in("Ada Lindholm")
        expert.get_by_role("link", name="1 request for a consultation").click()
        requests = expert.get_by_role("region", name="Requests to you")
        requests.get_by_role("link", name=TITLE).click()
        expect(expert.locator("main")).to_contain_text(TEXTS["What do you need help with?"])
        expect(expert.locator("main")).not_to_contain_text(people.BEN)
        expect(expert.locator("main")).not_to_contain_text("Achterberg")
        answer(expert)
        expect(expert.locator("main")).to_contain_text("You are available")
        expect(expert.locator("main")).to_contain_text("May 7, 2031")
        site.open(f"consultations/{consultation_id}")
        expect(page.locator(".notice")).to_contain_text("The expert has answered.")
        expect(page.locator("main")).not_to_contain_text("Mornings are best.")
        console_site.browser_page.open(
            f"{console_site.browser_page.origin}/console/#/consultations?search={TITLE}"
        )
        console.reload()
        card = console.locator(".board li").filter(has_text=TITLE)
        expect(card).to_contain_text("May 6, 2031")
        expect(card).to_contain_text(HOSTILE)
        expect(console.locator(".board img")).to_have_count(0)
        assert console.title() != "1"
        card.get_by_role("button", name=f"Schedule: {TITLE}").click()
        schedule = console.get_by_role("dialog")
        schedule.get_by_label("Starts").fill("2031-05-06T09:00")
        schedule.get_by_label("Link of the call").fill("https://meet.example.com/both")
        schedule.get_by_role("button", name="Schedule").click()
        expect(console.locator(".toast.held")).to_be_visible()
        console_site.browser_page.fast_forward(10_000)
        for each in (page, expert):
            expect(each.locator(".notice h2")).to_have_text("Scheduled")
            expect(each.get_by_role("link", name="https://meet.example.com/both")).to_be_visible()
        expect(expert.get_by_role("button", name="I am available")).to_have_count(0)
        must_be_accessible(expert_site, f"consultations/{consultation_id}", "consultations")
    end(site, consultation_id)


def test_an_expert_declines_and_the_answer_can_be_changed(site: SiteReader) -> None:
    body = {**REQUEST, "expertId": ada(site)}
    created = member(site, people.CYRUS).send("POST", "/consultations", body)
    site.sign_in("Ada Lindholm")
    page = site.open(f"consultations/{created['id']}")
    expect(page.locator("main img")).to_have_count(0)
    page.get_by_role("button", name="I decline").press("Enter")
    page.get_by_label("Note").fill("I am away.")
    page.get_by_role("button", name="Send the answer").press("Enter")
    expect(page.locator("main")).to_contain_text("You have declined")
    page.get_by_role("button", name="I am available").click()
    expect(page.get_by_role("dialog").get_by_label("Note")).to_have_value("I am away.")
    page.get_by_role("button", name="Send the answer").click()
    expect(page.locator("main")).to_contain_text("You are available")
    end(site, created["id"])


def test_the_question_to_a_match_is_filled_in_from_the_role(site: SiteReader) -> None:
    ben = member(site, people.BEN)
    [role, *_] = ben.get("/roles/mine", status="active")["items"]
    page = site.sign_in("Ben Achterberg")
    site.open(f"roles/{role['id']}/matches")
    page.get_by_role("link", name=re.compile("^Ask .* for a consultation")).first.click()
    expect(
        page.get_by_role("heading", name=re.compile("^Ask for a consultation with"))
    ).to_be_visible()
    page.locator("summary", has_text="Details that we filled in").click()
    expect(page.get_by_label("Title (required)")).to_have_value(role["roleNeeded"])
    expect(page.get_by_label("Organization (required)")).to_have_value(role["companyName"])
    expect(page.get_by_label("Why do you ask this expert?")).to_have_value(
        re.compile(r"^A match of \d+ of 100")
    )


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
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    assert "week six" not in page.evaluate("JSON.stringify(localStorage)")
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
    fill(page, {"When do you have time?": "Mornings"})
    page.get_by_role("button", name="Send the request").click()
    expect(page.locator(".fault").first).to_be_visible()
    expect(page.get_by_label("When do you have time?")).to_have_value("Mornings")
    expect(page.get_by_label("What do you need help with?")).to_be_focused()
    fill(page, TEXTS)
    summary = page.locator("summary", has_text="Details that we filled in")
    summary.click()
    fill(page, {"Title": ""})
    summary.click()
    expect(page.get_by_label("Title (required)")).to_be_hidden()
    page.get_by_role("button", name="Send the request").click()
    expect(page.get_by_label("Title (required)")).to_be_focused()


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
