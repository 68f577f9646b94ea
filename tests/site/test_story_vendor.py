"""The stories of a vendor and an ambassador, from the registration to a reader of their entry."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.areas.uploads import samples
from tests.site.conftest import SiteReader
from tests.site.looks import must_be_accessible
from tests.site.members import administrator, member

PASSWORD = "three-chairs-by-the-window"


def fill(page: Page, texts: dict[str, str]) -> None:
    for label, text in texts.items():
        labelled = page.get_by_label(re.compile(rf"^{re.escape(label)}( \(required\))?$"))
        labelled.and_(page.locator("input, textarea")).fill(text)


def go_on(page: Page, heading: str) -> None:
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()


def verify(site: SiteReader, email: str) -> str:
    """Let an administrator verify an account; returns its ID."""
    account_id: str = member(site, email, PASSWORD).get("/vendors/me")["id"]
    tier = {"vendorsVerificationTier": "verified"}
    administrator(site).send("PATCH", f"/admin/vendors/{account_id}", tier)
    return account_id


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A video and a document to upload."""
    video, paper = tmp_path / "tour.mp4", tmp_path / "prices.pdf"
    video.write_bytes(samples.MP4)
    paper.write_bytes(samples.PDF)
    return video, paper


def fill_profile(site: SiteReader, page: Page, email: str, files: tuple[Path, Path]) -> None:
    """Fill in the steps of a vendor; in the middle, the screen is opened again."""
    site.open("profile/vendor")
    fill(page, {"First name": "Wanda", "Last name": "Okafor", "Company name": "Tidepool Labs"})
    fill(page, {"Categories": "imaging\nlaboratory"})
    go_on(page, "What you offer")
    fill(page, {"Your offering": "Models printed by the next morning."})
    go_on(page, "Video, files and links")
    video, paper = files
    page.locator("input[type=file]").first.set_input_files(video)
    expect(page.get_by_role("button", name="Watch it")).to_be_visible()
    page.locator("input[type=file]").last.set_input_files(paper)
    expect(page.get_by_role("button", name="File 1 (PDF)", exact=True)).to_be_visible()
    go_on(page, "Ambassadors")
    site.open("profile/vendor")
    expect(page.get_by_role("heading", name="Ambassadors", exact=True)).to_be_visible()
    go_on(page, "Commission")
    page.get_by_label("Do you pay a commission?").select_option("yes")
    fill(page, {"Rate": "7"})
    page.get_by_role("button", name="Add level").click()
    fill(page, {"From sales of (dollars)": "10000", "Percent": "9.5"})
    go_on(page, "Agreement")
    fill(page, {"E-mail address": "nowhere"})
    page.get_by_role("button", name="Finish").click()
    expect(page.locator(".fault")).to_be_visible()
    site.browser_page.allow("status of 422", "the browser reports the 422")
    fill(page, {"E-mail address": email})
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Your profile is saved")).to_be_visible()


def must_be_found_once_verified(site: SiteReader, email: str) -> None:
    with site.other() as other:
        reader = other.sign_in("Ben Achterberg")
        other.open("vendors?search=tidepool")
        expect(reader.locator(".people > li")).to_have_count(0)
        verify(site, email)
        reader.reload()
        reader.get_by_role("link", name="Tidepool Labs").click()
        expect(reader.get_by_text("Models printed by the next morning.")).to_be_visible()
        expect(reader.locator("video")).to_have_attribute("src", re.compile(site_origin(site)))
        expect(reader.get_by_text("9.5 %")).to_be_visible()
        expect(reader.get_by_text(email)).to_have_count(0)


def test_a_vendor_joins_and_is_found_by_another_member(
    site: SiteReader, files: tuple[Path, Path]
) -> None:
    email = "wanda.waterline@example.com"
    site.join("vendor", email, PASSWORD)
    page = site.page
    fill_profile(site, page, email, files)
    expect(page.get_by_text("An administrator has not verified you yet.")).to_be_visible()
    page.get_by_role("link", name="See it as others do").click()
    expect(page.get_by_role("heading", name="Tidepool Labs")).to_be_visible()
    must_be_found_once_verified(site, email)
    addresses = [f"profile/vendor?step={step}" for step in ("media", "commission")]
    must_be_accessible(site, "profile/vendor", "profile/vendor?view=preview")
    must_be_accessible(site, *addresses)


def site_origin(site: SiteReader) -> str:
    return f"^{re.escape(site.browser_page.origin)}/"


def test_an_ambassador_joins_and_what_was_changed_elsewhere_is_not_lost(site: SiteReader) -> None:
    email = "nils.ambassador@example.com"
    site.join("ambassador", email, PASSWORD)
    page = site.page
    site.open("profile/ambassador")
    fill(page, {"First name": "Nils", "Last name": "Åström", "About you": "Eleven years."})
    elsewhere = member(site, email, PASSWORD)
    changes = {"territory": "Great Lakes", "lastName": "Åström"}
    elsewhere.send("PATCH", "/vendors/me/ambassador-profile", changes)
    go_on(page, "How you work")
    site.browser_page.allow("status of 412", "the browser reports the 412")
    page.get_by_label("Do you visit practices?").select_option("true")
    page.get_by_label("Tuesday").check()
    go_on(page, "Video and reach")
    fill(page, {"Or the address of a video elsewhere": "https://videos.example.com/nils"})
    page.get_by_role("button", name="Finish").click()
    expect(page.get_by_role("heading", name="Your profile is saved")).to_be_visible()
    profile = elsewhere.get("/vendors/me/ambassador-profile")
    assert profile["territory"] == "Great Lakes"
    assert profile["bio"] == "Eleven years."
    assert profile["availableField"] is True
    assert profile["coTravelDays"] == ["Tuesday"]
    account_id = verify(site, email)
    with site.other() as other:
        reader = other.sign_in("Vera Stojanović")
        other.open("vendors")
        reader.get_by_label("Ambassadors").check()
        reader.get_by_role("link", name="Nils Åström").click()
        expect(reader).to_have_url(re.compile(f"/vendors/{account_id}$"))
        expect(reader.get_by_text("Visits practices")).to_be_visible()
        expect(reader.get_by_role("link", name="Watch the video")).to_be_visible()
