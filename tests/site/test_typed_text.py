"""What people type is taken as they type it: the site says what it made of it, or what is wrong."""

import re

import pytest
from playwright.sync_api import Page, expect

from bridgework.demo import people
from tests.site.conftest import PASSWORD, SiteReader, new_address
from tests.site.members import member, open_job

WEB = "professionalNetworkUrl"


def leave(page: Page, label: str, text: str) -> None:
    """Type into a field, and leave it."""
    page.get_by_label(label, exact=True).fill(text)
    page.get_by_label(label, exact=True).blur()


def test_a_code_is_taken_with_blanks_and_marks_of_direction(site: SiteReader) -> None:
    email = new_address("code")
    page = site.open("join?as=client")
    page.get_by_label("E-mail address").fill(f" \u200b{email} ")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Verify your e-mail address")).to_be_visible()
    code = site.code(email)
    field = page.get_by_label("Code")
    expect(field).to_have_attribute("inputmode", "numeric")
    expect(field).to_have_attribute("autocomplete", "one-time-code")
    leave(page, "Code (required)", "12 34")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("The code has six digits.")).to_be_visible()
    field.fill(f"\u200e{code[:3]} {code[3:]}\u200e")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".account")).to_be_visible()


def test_a_telephone_number_is_taken_as_it_is_written(site: SiteReader) -> None:
    email = site.join("client")
    page = site.open("settings/account")
    leave(page, "Country code", "1")
    leave(page, "Phone number", "(512) 555-0142")
    expect(page.get_by_text("Taken as 5125550142")).to_be_visible()
    page.get_by_label("First name").fill("Eva")
    page.get_by_label("Last name").fill("Osei")
    with page.expect_response(lambda answer: "/users/me/profile/details" in answer.url):
        page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    profile = member(site, email).get("/users/me/profile")["profile"]
    assert (profile["countryCode"], profile["phoneNumber"]) == ("+1", "5125550142")
    leave(page, "Phone number", "+44 (0)20 7946 0958")
    expect(page.get_by_label("Country code")).to_have_value("+44")
    expect(page.get_by_label("Phone number")).to_have_value("2079460958")
    for typed in ("tel:+15125550142", "0015125550142", "+١ ٥١٢ ٥٥٥ ٠١٤٢"):
        leave(page, "Phone number", typed)
        expect(page.get_by_label("Country code")).to_have_value("+1")
        expect(page.get_by_label("Phone number")).to_have_value("5125550142")
        leave(page, "Country code", "+44")
    leave(page, "Phone number", "+1 512 555 0142 ext. 3")
    expect(page.get_by_text("leave out “ext. 3”")).to_be_visible()
    leave(page, "Phone number", "ask my assistant")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Phone number")).to_be_focused()
    expect(page.get_by_text("“ask my assistant” is not a telephone number.")).to_be_visible()


def test_an_application_keeps_the_extension_and_completes_an_address(site: SiteReader) -> None:
    job = open_job(site)
    email = site.join("candidate")
    page = site.open(f"jobs/{job['id']}/apply")
    page.get_by_label("First name").fill("Eva")
    page.get_by_label("Last name").fill("Osei")
    leave(page, "Phone number", "+1 512 555 0142 ext. 3")
    leave(page, "Professional network", "linkedin.com/in/eva")
    expect(page.get_by_text("Taken as https://linkedin.com/in/eva")).to_be_visible()
    page.get_by_role("button", name="Send the application").click()
    expect(page.get_by_text("Your application was sent.")).to_be_visible()
    [sent] = member(site, email).get("/jobs/applications/mine")["items"]
    assert sent["countryCode"] == "+1"
    assert sent["phoneNumber"] == "5125550142 ext. 3"
    assert sent[WEB] == "https://linkedin.com/in/eva"


def test_the_addresses_of_guests_are_taken_as_e_mail_programs_write_them(
    site: SiteReader,
) -> None:
    page = site.sign_in("Ben Achterberg")
    site.open("submissions/new")
    guests = page.get_by_label("Invite by e-mail")
    guests.fill('a@x.example; b@x.example, "C, D" <c@x.example> not-one')
    guests.blur()
    expect(page.get_by_text("Not an e-mail address: “not-one”.")).to_be_visible()
    guests.fill('a@x.example; b@x.example, "C, D" <c@x.example>')
    guests.blur()
    expect(guests).to_have_value("a@x.example\nb@x.example\nc@x.example")
    expect(page.get_by_text("Not an e-mail address")).to_have_count(0)
    expect(page.get_by_text("Taken as a@x.example, b@x.example, c@x.example")).to_be_visible()
    guests.fill("")
    guests.blur()


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("150,000", "150000"),
        ("$ 150 000", "150000"),
        ("1.200.000", "1200000"),
        ("12,5", "12.5"),
        ("١٢٠٠", "1200"),
    ],
)
def test_a_number_is_taken_with_its_separators(site: SiteReader, typed: str, taken: str) -> None:
    page = site.sign_in("Carla Mendizábal")
    site.open("jobs/new?step=pay")
    leave(page, "Pay a year, from", typed)
    expect(page.get_by_label("Pay a year, from")).to_have_value(taken)
    expect(page.get_by_text(re.compile(r"Taken as [0-9.,]+"))).to_be_visible()
    leave(page, "Pay a year, from", "a lot")
    expect(page.get_by_text("“a lot” is not a number.")).to_be_visible()
    leave(page, "Pay a year, from", "")


def test_the_mouse_wheel_changes_no_number(site: SiteReader) -> None:
    page = site.sign_in("Carla Mendizábal")
    site.open("jobs/new")
    field = page.get_by_label("Positions", exact=True)
    field.fill("3")
    field.hover()
    page.mouse.wheel(0, 300)
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(200)
    expect(field).to_have_value("3")
    expect(page.locator("input[type=number]")).to_have_count(0)
    field.fill("")


def test_the_own_address_in_other_capitals_is_a_change(site: SiteReader) -> None:
    email = site.join("client")
    capitals = email.replace("client", "CLIENT")
    page = site.open("settings/email")
    page.get_by_label("New address").fill(email)
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("This already is the e-mail address of your account.")).to_be_visible()
    site.browser_page.allow("status of 409", "the browser reports the 409")
    page.get_by_label("New address").fill(capitals)
    page.get_by_role("button", name="Send the code").click()
    page.get_by_label("Code").fill(site.code(capitals))
    page.get_by_role("button", name="Change the address").click()
    expect(page.get_by_text("Your e-mail address was changed.")).to_be_visible()
    assert member(site, email).get("/users/me")["email"] == capitals


def test_password_managers_find_the_name_beside_a_new_password(site: SiteReader) -> None:
    page = site.sign_in()
    site.open("settings/password")
    name = page.locator("form input[autocomplete=username]")
    expect(name).to_have_value(people.ADA)
    expect(page.locator("form input[autocomplete=current-password]")).to_have_count(1)
    expect(page.locator("form input[autocomplete=new-password]")).to_have_count(1)


SMALL = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => one.type !== "checkbox" && one.type !== "radio" && one.offsetParent)
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => one.outerHTML.slice(0, 100))"""


def test_a_phone_does_not_zoom_into_a_field(site: SiteReader) -> None:
    page = site.sign_in("Carla Mendizábal")
    page.set_viewport_size({"width": 390, "height": 844})
    for path in ("experts", "jobs", "feed", "jobs/new?step=pay", "settings/account", "vendors"):
        site.open(path)
        for summary in page.locator("details.filters-panel:not([open]) > summary").all():
            summary.click()
        assert page.evaluate(SMALL) == [], path
    site.open("experts")
    expect(page.get_by_label("Sort by")).to_have_css("font-size", "16px")
