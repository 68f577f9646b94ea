"""Changes of a profile that an administrator asks for, and the queue that waits for the member."""

from playwright.sync_api import expect

from tests.console.conftest import Console
from tests.console.test_accessibility import must_be_accessible


def waiting_vendor(console: Console) -> dict[str, str]:
    """Have a vendor join, whom no other test decides; return the item of the queue."""
    sent = {
        "email": "unclear@example.com",
        "password": "ordinary secret",
        "role": "client",
        "vendorsRole": "vendor",
    }
    created = console.api.post("/auth/register", json=sent).raise_for_status()
    account = created.json()["data"]["user"]["id"]
    console.api.patch(f"/admin/users/{account}", json={"isEmailVerified": True}).raise_for_status()
    found: dict[str, str] = next(each for each in waiting(console) if each["id"] == account)
    return found


def waiting(console: Console) -> list[dict[str, str]]:
    """Return the vendors who wait for an administrator."""
    items: list[dict[str, str]] = console.get("/admin/queue", kind="vendor", limit=100)["items"]
    return items


def test_a_vendor_is_asked_for_changes_and_waits_for_the_member(console: Console) -> None:
    vendor = waiting_vendor(console)
    page = console.open("people", vendor["id"], "record")
    page.get_by_role("button", name="Ask for changes").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Ask for changes").click()
    expect(dialog.get_by_label("Message")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Text").select_option("Unclear description")
    expect(dialog.get_by_label("Offering")).to_be_checked()
    expect(dialog.get_by_label("Message")).to_have_value(
        "Your description does not say what you do. Describe in a few sentences what you offer, "
        "to whom, and where."
    )
    dialog.get_by_label("Text").select_option("Other")
    expect(dialog.get_by_label("Bio")).to_have_count(0)
    dialog.get_by_label("Message").fill("Say what you sell.")
    must_be_accessible(page)
    dialog.get_by_role("button", name="Ask for changes").click()
    held = page.locator(".toast.held")
    expect(held).to_contain_text("Sends your message to")
    assert vendor["id"] in [item["id"] for item in waiting(console)]
    with page.expect_response("**/ask-for-changes") as asked:
        console.pass_time()
    assert asked.value.status == 200
    card = page.locator(".card", has=page.get_by_role("heading", name="Changes asked for"))
    expect(card).to_contain_text("Waits for the member")
    expect(card).to_contain_text("Say what you sell.")
    expect(card).to_contain_text("Offering")
    assert vendor["id"] not in [item["id"] for item in waiting(console)]

    page = console.open("today")
    rows = page.locator(".queue > li")
    page.get_by_role("button", name="Waiting for the member").click()
    row = rows.filter(has_text=vendor["title"])
    expect(row).to_contain_text("Asked for changes")
    expect(page.get_by_role("heading", name="waiting for the member")).to_be_visible()
    must_be_accessible(page)
    row.get_by_role("button", name="Verify").click()
    expect(row).to_have_count(0)
    with page.expect_response(lambda response: response.request.method == "PATCH") as verified:
        console.pass_time()
    assert verified.value.status == 200
    after = console.get(f"/admin/users/{vendor['id']}/profile")
    assert after["changesAsked"] is None
    assert after["user"]["vendorsVerificationTier"] == "verified"


def test_who_is_verified_is_not_asked(console: Console) -> None:
    [ada] = console.get("/admin/users", search="ada.expert")["items"]
    page = console.open("people", ada["id"])
    expect(page.get_by_role("button", name="Disable", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Ask for changes")).to_have_count(0)
