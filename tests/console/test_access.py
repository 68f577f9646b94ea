"""Administrators, and the API keys of partners."""

import httpx2
from playwright.sync_api import expect

from tests.console.conftest import Console


def test_a_key_is_created_shown_once_and_revoked(console: Console) -> None:
    page = console.open("access", "keys")
    page.get_by_role("button", name="Create a key").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Job board")
    dialog.get_by_role("button", name="Create").click()
    expect(dialog.get_by_role("alert")).to_contain_text("Scopes: ")
    dialog.get_by_label("Read jobs").check()
    dialog.get_by_role("button", name="Create").click()
    key = dialog.locator(".secret").inner_text()
    with httpx2.Client(base_url=console.api.base_url, headers={"x-api-key": key}) as partner:
        assert partner.get("/jobs").status_code == 200
        assert partner.get("/calendar/events").status_code == 403
        dialog.get_by_role("button", name="Close").click()
        row = page.get_by_role("row", name="Job board")
        expect(row).to_contain_text(key[:12])
        row.get_by_role("button", name="Revoke").click()
        page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
        expect(row).to_contain_text("Revoked")
        assert partner.get("/jobs").status_code == 401
    console.browser_page.allow("status of 422", "the browser reports the 422")


def test_an_invitation_of_an_account_that_was_changed_meanwhile_is_not_sent(
    console: Console,
) -> None:
    email = "changed.meanwhile@example.com"
    registered = console.api.post("/auth/register", json={"email": email, "password": "secret pw"})
    account = registered.raise_for_status().json()["data"]["user"]["id"]
    page = console.open("access")
    page.get_by_label("Find a person").fill(email)
    page.get_by_role("button", name="Invite").click()
    expect(page.locator(".toast")).to_contain_text("Sends an invitation")
    edit = {"firstName": "Somebody", "lastName": "Else"}
    console.api.patch(f"/admin/users/{account}", json=edit).raise_for_status()
    with page.expect_response("**/admin/users/assign-role") as refused:
        console.pass_time()
    assert refused.value.status == 412
    expect(page.locator(".toast.bad")).to_contain_text("It was changed after you looked at it.")
    assert console.get(f"/admin/users/{account}")["role"] == "expert"
    console.browser_page.allow("status of 412", "the browser reports the 412")


def test_an_administrator_is_invited_and_removed(console: Console) -> None:
    email = "second.admin@example.com"
    registered = console.api.post("/auth/register", json={"email": email, "password": "secret pw"})
    account = registered.raise_for_status().json()["data"]["user"]["id"]
    page = console.open("access")
    page.get_by_label("Find a person").fill(email)
    page.get_by_role("button", name="Invite").click()
    sent = f"Sends an invitation to administer the platform to {email}."
    expect(page.locator(".toast")).to_contain_text(sent)
    console.pass_time()
    row = page.get_by_role("row", name=email)
    expect(row).to_be_visible()
    assert console.get(f"/admin/users/{account}")["role"] == "admin"
    row.get_by_role("button", name="Invite again").click()
    with page.expect_response("**/invitation*"):
        console.pass_time()
    assert console.get("/admin/logs", action="admin.invite", target=account)["total"] == 2
    row.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(row).to_have_count(0)
    assert console.get(f"/admin/users/{account}")["role"] == "expert"
