"""The audit log: filters, and the changes of an entry."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import expect

from bridgework.demo import people
from tests.console.conftest import Console
from tests.console.test_today import post_job


def test_the_changes_of_an_entry_open_in_place(console: Console) -> None:
    account = console.get("/admin/users", search=people.OMAR)["items"][0]["id"]
    changed = console.api.patch(f"/admin/users/{account}", json={"consultationRequestCap": 9})
    changed.raise_for_status()
    page = console.open("audit", target=account)
    page.get_by_text("Filters (1)").click()
    page.get_by_role("combobox", name="Action").select_option("account.change")
    row = page.get_by_role("row", name="account.change").first
    expect(row).to_contain_text("Consultation request cap")
    row.get_by_role("button", name="Show").click()
    entry = console.get("/admin/logs", action="account.change", target=account)["items"][0]
    expect(page.locator(".detail")).to_contain_text("→ 9")
    expect(page.locator(".detail")).to_contain_text(entry["requestId"])
    assert "action=account.change" in page.url


def test_entries_are_filtered_by_time_and_actor(console: Console) -> None:
    root = console.get("/admin/users", search=people.ROOT)["items"][0]["id"]
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    page = console.open("audit", actor=root, **{"from": tomorrow})
    expect(page.get_by_text("No entry matches.")).to_be_visible()
    page.get_by_role("button", name="Remove the filter From").click()
    expect(page.get_by_role("row", name="admin.sign_in").first).to_be_visible()
    page.get_by_role("button", name="Remove the filter Actor: Robin Ashworth").click()
    omar = console.get("/admin/users", search=people.OMAR)["items"][0]["id"]
    page.get_by_text("Filters", exact=True).click()
    target = page.get_by_role("combobox", name="Target")
    target.fill("Belhadj")
    option = page.locator("#found-target option").first
    expect(option).to_have_attribute("value", f"Omar Belhadj, {people.OMAR}")
    target.fill(str(option.get_attribute("value")))
    chip = page.get_by_role("button", name="Remove the filter Target: Omar Belhadj")
    expect(chip).to_be_visible()
    assert f"target={omar}" in page.url
    expect(page.get_by_role("row", name="admin.sign_in")).to_have_count(0)


def test_an_entry_names_its_target(console: Console) -> None:
    job = post_job(console, "Named in the log")
    console.api.post(f"/admin/jobs/{job}/reject", json={}).raise_for_status()
    page = console.open("audit")
    row = page.get_by_role("row", name="job.reject").first
    expect(row.get_by_role("link", name="Named in the log")).to_have_attribute(
        "href", f"#/jobs/{job}"
    )
