"""Joining, signing in and out, and one session for all tabs."""

from playwright.sync_api import Page, Request, expect

from bridgework.demo import people
from tests.site.conftest import ADA, PASSWORD, SiteReader
from tests.site.members import member

KEPT = "bridgework-site"


def refreshes(page: Page) -> list[str]:
    """Return a list that gets the URL of each refresh of the session."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/auth/refresh"):
            sent.append(request.url)

    page.context.on("request", note)
    return sent


def test_a_person_of_the_demo_signs_in_by_one_click_and_out(site: SiteReader) -> None:
    page = site.sign_in()
    expect(page.locator(".who")).to_have_text("Ada Lindholm")
    site.sign_out()
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    assert page.evaluate(f"localStorage.getItem('{KEPT}')") is None


def test_a_new_member_joins_with_the_code_of_the_e_mail(site: SiteReader) -> None:
    page = site.open()
    page.get_by_role("link", name="Offer yourself").click()
    expect(page.get_by_role("heading", name="Join")).to_be_visible()
    email = "nora.feld@example.com"
    site.join_here(email, "three-chairs-by-the-window")
    expect(page.locator(".who")).to_have_text(email)


def test_a_wrong_password_is_refused_in_the_words_of_the_api(site: SiteReader) -> None:
    page = site.open("sign-in")
    site.enter(ADA, "wrong")
    expect(page.get_by_role("alert")).to_be_visible()
    assert page.get_by_label("E-mail address").input_value() == ADA
    site.browser_page.allow("status of 401", "the browser reports the 401")


def test_a_sign_in_goes_on_where_it_was_needed(site: SiteReader) -> None:
    [expert, *_] = site.get("/experts", search="lindholm")
    page = site.open(f"experts/{expert['id']}")
    page.get_by_role("link", name="Sign in to ask for a consultation").click()
    site.enter(people.BEN)
    name = "Ask for a consultation with Ada Lindholm"
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert page.url.endswith(f"/app/consultations/ask/{expert['id']}")


def test_a_sign_in_never_leads_to_another_site(site: SiteReader) -> None:
    page = site.open("sign-in?next=//elsewhere.example/x")
    site.enter(ADA)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    assert page.url.startswith(site.browser_page.origin)


def test_a_forgotten_password_is_replaced(site: SiteReader) -> None:
    email = "omar.ambassador@example.com"
    page = site.open("password")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("A code was sent to")).to_be_visible()
    page.reload()
    page.get_by_label("Code").fill(site.code(email))
    page.get_by_label("New password").fill("another-password-of-omar")
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Password").fill("another-password-of-omar")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".who")).to_be_visible()
    undo = {"currentPassword": "another-password-of-omar", "newPassword": PASSWORD}
    member(site, email, "another-password-of-omar").send("POST", "/auth/change-password", undo)


def test_a_reload_keeps_the_session_without_a_stored_access_token(site: SiteReader) -> None:
    page = site.sign_in()
    stored = page.evaluate(f"JSON.parse(localStorage.getItem('{KEPT}'))")
    assert set(stored) == {"refreshToken", "user"}
    page.goto(f"{site.browser_page.origin}/app/events")
    expect(page.locator(".events > li").first).to_be_visible()
    expect(page.locator(".who")).to_have_text("Ada Lindholm")


def test_tabs_share_one_session_and_one_refresh(site: SiteReader) -> None:
    page = site.sign_in()
    sent = refreshes(page)
    with page.expect_popup() as opened:
        page.evaluate("open('/app/events') && null")
    other = opened.value
    expect(other.locator(".events > li").first).to_be_visible()
    assert sent == []  # the first tab has told its access token
    site.sign_out(other)
    expect(page.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    other.close()


def end_session(site: SiteReader) -> None:
    """End the newest session of Ada elsewhere."""
    ada = member(site, people.ADA)
    newest = next(each for each in ada.get("/auth/sessions") if not each["current"])
    ada.send("DELETE", f"/auth/sessions/{newest['id']}")


def test_a_session_that_was_ended_elsewhere_asks_to_sign_in_and_goes_on(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("experts")
    field = page.get_by_label("Name, specialty or skill")
    field.fill("Lindholm")
    end_session(site)
    dialog = page.get_by_role("dialog", name="Sign in again")
    assert dialog.get_by_label("E-mail address").input_value() == ADA
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog).to_have_count(0)
    expect(field).to_have_value("Lindholm")
    expect(page.locator(".people > li")).to_have_count(1)
    site.browser_page.allow("status of 401", "the browser reports each 401")


def test_another_member_who_signs_in_elsewhere_sends_nothing_of_the_first(site: SiteReader) -> None:
    site.sign_in()
    page = site.open("feed")
    with page.expect_popup() as opened:
        page.evaluate("open('/app/experts') && null")
    other = opened.value
    expect(other.locator(".people > li").first).to_be_visible()
    page.get_by_label("Write a post").fill("A thought of Ada alone")
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.method) if "/feed/posts" in one.url else None)
    end_session(site)
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.get_by_role("dialog", name="Sign in again")).to_be_visible()
    other.get_by_role("link", name="Saved searches").or_(other.locator(".bell")).last.click()
    dialog = other.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("E-mail address").fill(people.BEN)
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Sign in").click()
    expect(page.locator(".who")).to_have_text("Ben Achterberg")
    expect(page.get_by_label("Write a post")).to_have_value("")
    assert sent.count("POST") == 1  # it was refused
    posts = member(site, people.BEN).get("/feed/posts")["items"]
    assert "A thought of Ada alone" not in [one["content"] for one in posts]
    other.close()
    site.browser_page.allow("status of 401", "the browser reports each 401")
