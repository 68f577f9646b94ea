"""Vendors: tiers, lead caps and the directory as members see it."""

from typing import Any

from playwright.sync_api import expect

from tests.console.conftest import Console

TIER = "vendorsVerificationTier"


def find_waiting(console: Console) -> dict[str, Any]:
    parameters = {"platform": "vendors", "vendorsVerification": "not-verified"}
    vendor: dict[str, Any] = console.get("/admin/users", **parameters)["items"][-1]
    return vendor


def test_a_tier_and_a_lead_cap_are_held_and_set(console: Console) -> None:
    vendor = find_waiting(console)
    page = console.open("vendors", search=vendor["email"])
    row = page.get_by_role("row", name=vendor["email"])
    dialog = page.get_by_role("dialog")

    def save() -> None:
        page.get_by_role("button", name="Change").click()
        dialog.get_by_label("Tier").select_option("pro")
        dialog.get_by_label("Paid leads a month").fill("25")
        dialog.get_by_role("button", name="Save").click()

    save()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".toast.held")).to_have_count(0)
    expect(row).to_contain_text("Not verified")
    save()
    console.pass_time()
    expect(row).to_contain_text("Pro")
    entry = console.get("/admin/logs", action="vendor.set", target=vendor["id"])["items"][0]
    assert {change["field"]: change["after"] for change in entry["changes"]} == {
        TIER: "pro",
        "monthlyPaidLeadCap": 25,
    }
    page.get_by_role("button", name="Change").click()
    dialog.get_by_label("Tier").select_option("not-verified")
    dialog.get_by_role("button", name="Save").click()
    console.pass_time()
    expect(row).to_contain_text("Not verified")


def test_the_directory_is_filtered_and_an_entry_opened(console: Console) -> None:
    page = console.open("vendors", "directory", kind="vendor", search="Lanternfish")
    total = console.get("/vendors/directory", kind="vendor", search="Lanternfish")["total"]
    expect(page.get_by_role("row")).to_have_count(total + 1)
    page.get_by_role("button", name="Show").first.click()
    expect(page.locator(".detail")).to_contain_text("Offering")
