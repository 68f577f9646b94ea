"""The link of the e-mail leads to a screen for the code, the role and the password."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.site.conftest import PASSWORD, SiteReader, new_address, payload
from tests.site.members import session

STRANGERS, OWNS = "the password of the stranger", "the password of the owner"


@pytest.mark.parametrize("width", [1280, 390])
def test_the_owner_of_an_address_takes_it_back_by_the_link_of_the_email(
    site: SiteReader, width: int, tmp_path: Path
) -> None:
    email = new_address("owner")
    body = {"email": email, "password": STRANGERS, "role": "client", "jobsRole": "candidate"}
    payload(site.api.post("/auth/register", json=body))
    page = site.page
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(site.link(email, "Confirm your e-mail address", "candidate"))
    site.wait()
    expect(page.get_by_label("I join as")).to_have_value("candidate")
    page.get_by_label("I join as").select_option("clinic")
    page.get_by_label("Code").fill(site.code(email))
    page.get_by_label("Your password").fill(OWNS)
    page.screenshot(path=tmp_path / "verify.png")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Verify your e-mail address")).to_have_count(0)
    assert session(site.api, email, OWNS)["user"]["jobsRole"] == "clinic_owner"
    refused = site.api.post("/auth/login", json={"email": email, "password": STRANGERS})
    assert refused.status_code == 401


def test_another_address_is_offered_and_a_misspelled_domain_is_named(site: SiteReader) -> None:
    page = site.open("join?as=vendor")
    page.get_by_label("E-mail address").fill("eva@exmaple.con")
    page.get_by_label("E-mail address").blur()
    expect(page.get_by_text("Is it eva@example.com?")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Verify your e-mail address")).to_be_visible()
    expect(page.get_by_role("link", name="eva@example.com")).to_be_visible()
    page.get_by_role("link", name="Use another one").click()
    expect(page.get_by_role("heading", name="Join", exact=True)).to_be_visible()
    expect(page.get_by_label("I join as")).to_have_value("vendor")
    page.go_back()
    page.get_by_role("link", name="eva@example.com").click()
    expect(page.get_by_label("E-mail address")).to_have_value("eva@example.com")
