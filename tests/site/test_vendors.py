"""The directory of vendors and ambassadors, and their entries."""

import re

from playwright.sync_api import expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import member

HOSTILE = '<img src=x onerror="document.title=1">'
VIDEO_ELSEWHERE = "https://videos.example.com/watch"
CHANGES = {
    "usp": f"{HOSTILE} https://elsewhere.example/x",
    "supportModel": "سؤال 支持 " + "Unbreakable" * 30,
    "socialUrls": ["javascript:alert(1)"],
    "videoUrl": VIDEO_ELSEWHERE,
    "commissionTiers": [{"threshold": 10000, "percentage": 7.5}],
}


def test_the_directory_is_searched_and_filtered_by_its_address(site: SiteReader) -> None:
    site.sign_in("Ben Achterberg")
    page = site.open("vendors")
    entries = page.locator(".people > li")
    page.get_by_label("Company, product or place").fill("nobody sells this")
    expect(page.locator(".empty")).to_contain_text("You can search for a broader word.")
    page.get_by_label("Company, product or place").fill("lanternfish")
    expect(entries).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?search=lanternfish$"))
    page.get_by_label("Company, product or place").fill("")
    page.get_by_label("Ambassadors").check()
    page.get_by_label("Categories", exact=True).fill("imaging")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Remove imaging")).to_be_visible()
    query = {"kind": "ambassador", "categories": "imaging"}
    listed = member(site, people.BEN).get("/vendors/directory", **query)
    expect(entries).to_have_count(listed["total"])
    page.reload()
    expect(entries).to_have_count(listed["total"])
    page.get_by_role("link", name="Remove all filters").click()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Page 2 of")).to_be_visible()
    site.open("vendors?search=nobodyhasthis")
    page.get_by_role("link", name="Show all entries").click()
    expect(entries.first).to_be_visible()


def test_an_entry_shows_hostile_texts_as_text_and_loads_nothing_from_elsewhere(
    site: SiteReader,
) -> None:
    vera = member(site, people.VERA)
    vera_id = vera.get("/vendors/me")["id"]
    before = vera.get("/vendors/me/vendor-profile")
    vera.send("PATCH", "/vendors/me/vendor-profile", CHANGES)
    site.sign_in("Ben Achterberg")
    page = site.open(f"vendors/{vera_id}")
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    expect(page.locator("main :is(img, video)")).to_have_count(0)
    watch = page.get_by_role("link", name="Watch the video on videos.example.com")
    expect(watch).to_have_attribute("href", VIDEO_ELSEWHERE)
    expect(page.locator("a[href^=javascript]")).to_have_count(0)
    expect(page.get_by_text("7.5 %")).to_be_visible()
    page.get_by_role("button", name="Report this profile").focus()
    must_be_accessible(site, f"vendors/{vera_id}", "vendors")
    undo = {name: before[name] for name in CHANGES}
    vera.send("PATCH", "/vendors/me/vendor-profile", undo)


def test_who_is_not_listed_is_explained(site: SiteReader) -> None:
    ben_id = member(site, people.BEN).get("/vendors/me")["id"]
    site.sign_in("Ben Achterberg")
    page = site.open(f"vendors/{ben_id}")
    expect(page.get_by_role("heading", name="Not in the directory")).to_be_visible()
    site.browser_page.allow("status of 404", "the browser reports the 404")
