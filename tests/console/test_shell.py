"""Sign-in, navigation, the palette, and what happens when a session or a connection ends."""

import time
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from bridgework.areas.history.notifications.kinds import KINDS
from bridgework.demo import people
from tests.browser import BrowserPage
from tests.console.conftest import Console


def test_an_administrator_of_the_demo_signs_in(visitor: BrowserPage) -> None:
    page = visitor.page
    page.goto(f"{visitor.origin}/console/")
    page.locator(".sample-accounts button").first.click()
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    visitor.allow("status of 401", "a record may still be loading", is_certain=False)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Bridgework console")).to_be_visible()


def test_a_link_of_an_email_opens_its_screen_after_the_sign_in(visitor: BrowserPage) -> None:
    page = visitor.page
    page.goto(f"{visitor.origin}{KINDS['account.second_factor_added'].path}")
    page.locator(".sample-accounts button").first.click()
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your credentials")).to_be_visible()


def test_the_demo_prints_the_address_and_the_administrator(
    demo_server: str, demo_folder: Path
) -> None:
    log = demo_folder / "server.log"
    deadline = time.monotonic() + 10
    # The server responds a moment before it prints this.
    while "Press Ctrl+C" not in (printed := log.read_text()) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert f"console           {demo_server}/console/  (sign in as {people.ROOT})" in printed
    assert f"the administrator's master password is {people.MASTER_PASSWORD}" in printed


def test_a_wrong_password_is_refused_in_the_words_of_the_api(visitor: BrowserPage) -> None:
    page = visitor.page
    page.goto(f"{visitor.origin}/console/")
    page.get_by_label("E-mail address").fill(people.ROOT)
    page.get_by_label("Master password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text(
        "The e-mail address or the password is wrong."
    )
    assert page.get_by_label("E-mail address").input_value() == people.ROOT
    visitor.allow("status of 401", "the password is wrong")


def test_an_unknown_address_says_so(console: Console) -> None:
    page = console.open("nowhere")
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()


def sign_in_after_the_end(console: Console, user: str = "user") -> Page:
    """Let the session of `user`, an expression, end at the people; sign in again."""
    page = console.open("people")
    page.evaluate(
        "() => { const kept = JSON.parse(sessionStorage.getItem('bridgework-console'));"
        f" const {{ user }} = kept; const ended = {{ ...kept, user: {user}, token: 'invalid',"
        " refreshToken: 'invalid' };"
        " sessionStorage.setItem('bridgework-console', JSON.stringify(ended)); }"
    )
    page.reload()
    dialog = page.get_by_role("dialog", name="Sign in again")
    dialog.get_by_label("Master password").fill(people.MASTER_PASSWORD)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    console.browser_page.allow("status of 401", "the browser reports each 401")
    return page


def test_an_expired_session_asks_to_sign_in_and_goes_on(console: Console) -> None:
    page = sign_in_after_the_end(console)
    expect(page.get_by_role("table")).to_be_visible()


def test_nothing_of_an_expired_session_is_sent_as_another_administrator(console: Console) -> None:
    page = sign_in_after_the_end(console, "{ ...user, id: 'another' }")
    expect(page.get_by_role("alert").first).to_contain_text("nothing was sent")


def test_a_lost_connection_keeps_the_input(console: Console) -> None:
    page = console.open("credentials")
    page.get_by_role("button", name="Change").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Present master password").fill("some password")
    page.context.set_offline(offline=True)
    dialog.get_by_role("button", name="Change").click()
    expect(dialog.get_by_role("alert")).to_contain_text("cannot be reached")
    assert dialog.get_by_label("Present master password").input_value() == "some password"
    page.context.set_offline(offline=False)
    console.browser_page.allow("net::ERR_", "the browser reports the lost connection")


def test_an_open_dialog_closes_when_the_address_changes(console: Console) -> None:
    page = console.open("people")
    console.open("credentials")
    page.get_by_role("button", name="Change").click()
    expect(page.get_by_role("dialog", name="Change the master password")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog", name="Find")).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", name="Your credentials")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_dialog_does_not_send_the_input_of_the_dialog_before(console: Console) -> None:
    page = console.open("credentials")
    page.get_by_role("button", name="Add or replace").click()
    page.get_by_label("Master password").fill(people.MASTER_PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Code of the authenticator app").fill("000000")
    with page.expect_response(lambda response: response.request.method == "POST") as sent:
        page.get_by_role("button", name="Confirm").click()
    assert sent.value.request.post_data_json == {"code": "000000"}
    expect(page.get_by_role("alert")).to_be_visible()
    console.browser_page.allow("status of 4", "the browser reports the refused code")


def test_the_sign_in_over_a_screen_stays_until_it_is_answered(console: Console) -> None:
    page = console.open("people")
    page.evaluate(
        "sessionStorage.setItem('bridgework-console', JSON.stringify({"
        "...JSON.parse(sessionStorage.getItem('bridgework-console')),"
        " token: 'invalid', refreshToken: 'invalid'}))"
    )
    page.reload()
    dialog = page.get_by_role("dialog", name="Sign in again")
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Master password").fill(people.MASTER_PASSWORD)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(dialog.get_by_label("Master password")).to_have_value(people.MASTER_PASSWORD)
    dialog.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("table")).to_be_visible()
    expect(dialog).to_have_count(0)
    console.browser_page.allow("status of 401", "the browser reports each 401")


def test_many_requests_that_wait_are_one_message(console: Console) -> None:
    page = console.open("system")
    refused = {"error": "rate_limited", "message": "Too many requests."}
    waits = ["1", "2", "1"]

    def refuse(route: Route) -> None:
        if waits:
            route.fulfill(status=429, json=refused, headers={"retry-after": waits.pop()})
        else:
            route.continue_()

    page.route("**/admin/**", refuse)
    page.locator("a[href='#/access']").click()
    message = page.locator(".toast", has_text="Too many requests")
    expect(message).to_contain_text("in 2 seconds")
    expect(message).to_have_count(1)
    expect(page.get_by_role("table")).to_be_visible(timeout=20_000)
    expect(message).to_have_count(0)
    console.browser_page.allow("status of 429", "the browser reports each 429")


def test_errors_are_shown_in_the_words_for_people(console: Console) -> None:
    page = console.open("audit", actor="nobody")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Actor: ")
    expect(alert).not_to_contain_text("details")
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_the_keys_are_shown_and_a_text_is_sent_by_keys(console: Console) -> None:
    page = console.open("people", search="mallory")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys.get_by_role("row", name="Ctrl K")).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    page.get_by_role("table").get_by_role("link").first.click()
    page.get_by_role("button", name="Disable").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("Why?")
    expect(keys).to_have_count(0)
    dialog.get_by_label("Reason").press("Control+Enter")
    expect(page.locator(".toast.held")).to_contain_text("Disable")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Disable")).to_be_visible()


def test_what_is_not_sent_is_kept_until_it_is_sent_or_the_reader_signs_out(
    console: Console,
) -> None:
    restored = "What you typed before was restored."
    page = console.open("blog", "new")
    page.get_by_label("Title (required)", exact=True).fill("A draft of an article")
    console.open("people")
    page = console.open("blog", "new")
    expect(page.get_by_text(restored)).to_be_visible()
    page.reload()
    expect(page.get_by_label("Title (required)", exact=True)).to_have_value("A draft of an article")
    expect(page.locator(".article-title")).to_have_text("A draft of an article")

    page = console.open("people", search="mallory")
    page.get_by_role("table").get_by_role("link").first.click()
    page.get_by_role("button", name="Send an e-mail").click()
    page.get_by_role("dialog").get_by_label("Text").fill("Dear Mallory,")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Send an e-mail").click()
    expect(page.get_by_role("dialog").get_by_label("Text")).to_have_value("Dear Mallory,")
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("dialog").get_by_label("Text")).to_have_value("")
    page.keyboard.press("Escape")

    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft'))")
    console.browser_page.allow("status of 401", "a record may still be loading", is_certain=False)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Bridgework console")).to_be_visible()
    assert not page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft'))")


def test_an_authenticator_app_is_added_by_a_code_that_can_be_scanned(console: Console) -> None:
    page = console.open("credentials")
    expect(page.locator(".facts", has_text="Unused recovery codes")).to_contain_text("None")
    page.get_by_role("button", name="Add or replace").click()
    page.get_by_label("Master password").fill(people.MASTER_PASSWORD)
    page.get_by_role("button", name="Continue").click()
    code = page.get_by_role("img", name="QR code")
    expect(code).to_be_visible()
    shown = code.bounding_box()
    assert shown is not None
    assert shown["width"] > 150
    squares = str(code.locator("path").get_attribute("d")).count("M")
    assert squares > 300  # as many dark squares as an address of this length needs
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
