"""Jobs for candidates: the list with its filters, the matches, and applying with a CV."""

import re

from playwright.sync_api import FilePayload, Page, Route, expect

from bridgework.demo import people
from tests.site.conftest import SiteReader
from tests.site.looks import few_requests, must_be_accessible
from tests.site.members import HOSTILE, member, open_job

CYRUS = "Cyrus Daneshvar"
PDF: FilePayload = {"name": "cv.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4\n%%EOF\n"}


def titles(page: Page) -> list[str]:
    return page.locator(".openings h2").all_inner_texts()


def must_be_listed(page: Page, site: SiteReader, query: str) -> None:
    """Check that the list has the jobs that the API finds, in its order."""
    found = member(site, people.CYRUS).get(f"/jobs?{query}")["items"]
    expect(page.locator(".openings h2")).to_have_text([job["roleNeeded"] for job in found])


def test_open_jobs_are_searched_filtered_and_sorted(site: SiteReader) -> None:
    page = site.sign_in(CYRUS)
    with few_requests(page):
        site.open("jobs")
        expect(page.locator(".openings > li").first).to_be_visible()
    expect(page.get_by_text("$165,000 to $210,000 a year")).to_be_visible()
    expect(page.get_by_text("$1,800 a day, as a draw")).to_be_visible()
    page.get_by_label("Sort by").select_option("compensation")
    must_be_listed(page, site, "sortBy=compensation")
    page.get_by_label("Pay from").fill("230000")
    page.keyboard.press("Enter")
    must_be_listed(page, site, "sortBy=compensation&minComp=230000")
    page.get_by_label("Specialty").select_option("prosthodontics")
    must_be_listed(page, site, "specialty=prosthodontics&minComp=230000")
    page.get_by_role("link", name="Remove all filters").click()
    for label, value, query in (
        ("Kind of work", "per-diem", "employmentType=per-diem"),
        ("Contract", "1099", "employmentType=per-diem&workerClassification=1099"),
        ("Mentoring", "true", "employmentType=per-diem&openToMentoring=true"),
    ):
        page.get_by_label(label).select_option(value)
        if label != "Mentoring":
            must_be_listed(page, site, query)
    expect(page.get_by_text("No open job matches all of this")).to_be_visible()
    site.open("jobs?search=endodontist&location=austin&roleType=specialist&yearsOfExperience=3-5")
    must_be_listed(page, site, "search=endodontist&yearsOfExperience=3-5")


def test_further_pages_are_loaded_and_kept_by_the_list(site: SiteReader) -> None:
    page = site.sign_in(CYRUS)

    def shorten(route: Route) -> None:
        url = route.request.url
        route.continue_(url=f"{url}{'&' if '?' in url else '?'}limit=2")

    page.route(re.compile(r"/jobs(\?|$)"), shorten)
    site.open("jobs")
    expect(page.locator(".openings > li")).to_have_count(2)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator(".openings > li")).to_have_count(4)
    page.get_by_role("button", name="Show more").press("Enter")
    expect(page.locator(".openings > li")).to_have_count(6)
    links = page.locator(".openings h2 a").evaluate_all("links => links.map((one) => one.href)")
    assert len(links) == len(set(links)) == 6
    page.get_by_label("Contract").select_option("1099")
    expect(page.locator(".openings > li")).to_have_count(2)


def test_a_job_that_does_not_match_says_why_and_what_would_help(site: SiteReader) -> None:
    page = site.sign_in(CYRUS)
    site.open("jobs/matching")
    matches = member(site, people.CYRUS).get("/jobs/matches/mine")["items"]
    assert titles(page) == [match["subject"]["roleNeeded"] for match in matches]
    with few_requests(page):
        page.get_by_role("link", name="Endodontist, two days a week").click()
        expect(page.locator(".match")).to_be_visible()
    page.locator(".match summary").click()
    expect(page.locator(".criteria .not_met").first).to_contain_text("Must-have, not met")
    expect(page.locator(".criteria .met").first).to_contain_text("✓")
    [job] = member(site, people.CYRUS).get("/jobs?search=endodontist")["items"]
    own = member(site, people.CYRUS).get(f"/jobs/{job['id']}/my-match")
    for improvement in own["improve"]:
        expect(page.get_by_text(f"up to {improvement['gain']} more points").first).to_be_visible()


def test_jobs_that_hardly_match_are_listed_apart(site: SiteReader) -> None:
    page = site.sign_in(CYRUS)
    site.open("jobs/matching")
    matches = member(site, people.CYRUS).get("/jobs/matches/mine")["items"]
    further = [one["subject"]["roleNeeded"] for one in matches if one["matchScore"] < 30]
    assert 0 < len(further) < len(matches), "the demo has jobs of both"
    apart = page.locator("h2:text-is('Further jobs') ~ .openings h2")
    expect(apart).to_have_text(further)


def test_a_candidate_who_is_not_verified_reads_when_matching_begins(site: SiteReader) -> None:
    site.join("candidate")
    text = "Matching begins when an administrator has verified your profile."
    expect(site.open().locator(".empty", has_text=text)).to_be_visible()
    page = site.open("jobs/matching")
    expect(page.locator(".empty", has_text=text)).to_be_visible()
    page.get_by_role("link", name="Open your profile").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.url.endswith("/app/profile/jobs")


def test_only_candidates_have_a_match_and_only_with_an_open_job(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="Hygienist who teaches")
    site.sign_in("Vera")
    page = site.open(f"jobs/{job['id']}")
    expect(page.get_by_role("heading", name="What is needed")).to_be_visible()
    expect(page.get_by_role("heading", name="Your match", exact=True)).to_have_count(0)
    closes = page.locator("dt:text-is('Open until') + dd")
    expect(closes).to_have_text(re.compile(r"\d\d:\d\d.* (UTC|GMT|[A-Z]{2,5})"))
    site.sign_out()
    site.sign_in(CYRUS)
    site.open(f"jobs/{job['id']}")
    expect(page.get_by_role("heading", name="Your match", exact=True)).to_be_visible()


def test_a_candidate_applies_with_a_cv_in_one_step(site: SiteReader) -> None:
    job = open_job(site, challenge=f"Saturdays. {HOSTILE}", guaranteedDailyRate=700)
    page = site.sign_in(CYRUS)
    site.open(f"jobs/{job['id']}")
    expect(page.get_by_text(HOSTILE)).to_be_visible()
    expect(page.get_by_text("$60,000 to $80,000 a year")).to_be_visible()
    expect(page.get_by_text("$700 a day")).to_be_visible()
    with few_requests(page):
        page.get_by_role("link", name="Apply", exact=True).click()
        expect(page.get_by_label("First name")).to_have_value("Cyrus")
    page.get_by_label("Phone number").fill("512 555 0199")
    page.get_by_label("Professional network").fill("not an address")
    page.locator("input[type=file]").set_input_files(PDF)
    expect(page.get_by_text("cv.pdf was uploaded.")).to_be_visible()
    page.get_by_role("button", name="Send the application").click()
    expect(page.get_by_label("Professional network")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Phone number")).to_have_value("5125550199")
    page.get_by_label("Professional network").fill("https://linkedin.com/in/cyrus-daneshvar")
    page.get_by_role("button", name="Send the application").click()
    expect(page.get_by_text("Your application was sent.")).to_be_visible()
    expect(page).to_have_url(re.compile("/app/applications/"))
    [application] = [
        one
        for one in member(site, people.CYRUS).get("/jobs/applications/mine?limit=100")["items"]
        if one["jobId"] == job["id"]
    ]
    assert application["cvObjectPath"]
    assert application["phoneNumber"] == "5125550199"
    site.open(f"jobs/{job['id']}/apply")
    expect(page.get_by_role("link", name="Your application")).to_be_visible()


def test_the_draft_of_an_application_keeps_the_cv(site: SiteReader) -> None:
    job = open_job(site)
    email = site.join("candidate")
    page = site.open(f"jobs/{job['id']}/apply")
    page.get_by_label("First name").fill("Eva")
    page.get_by_label("Last name").fill("Osei")
    page.locator("input[type=file]").set_input_files(PDF)
    expect(page.get_by_text("cv.pdf was uploaded.")).to_be_visible()
    page.reload()
    site.wait()
    expect(page.get_by_text("What you typed before was restored.")).to_be_visible()
    expect(page.get_by_label("First name")).to_have_value("Eva")
    expect(page.get_by_role("button", name="Open cv.pdf")).to_be_visible()
    page.get_by_role("button", name="Send the application").click()
    expect(page.get_by_text("Your application was sent.")).to_be_visible()
    [sent] = member(site, email).get("/jobs/applications/mine")["items"]
    assert sent["cvObjectPath"].startswith("job-cvs/")


def test_the_screens_of_jobs_are_accessible(site: SiteReader) -> None:
    job = open_job(site, roleNeeded="طبيب أسنان 牙醫 " + "w" * 80, benefits=["漢" * 60])
    site.sign_in(CYRUS)
    own = f"jobs/{job['id']}"
    must_be_accessible(site, "jobs", "jobs/matching", own, f"{own}/apply")
