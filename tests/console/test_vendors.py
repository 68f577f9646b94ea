"""Vendors: tiers, lead caps and the directory as members see it."""

from typing import Any

from playwright.sync_api import expect

from tests.console.conftest import Console

TIER = "vendorsVerificationTier"


def find_waiting(console: Console) -> dict[str, Any]:
    parameters = {"platform": "vendors", "vendorsVerification": "not-verified"}
    vendor: dict[str, Any] = console.get("/admin/users", **parameters)["items"][-1]
    return vendor


def test_a_tier_and_a_lead_cap_are_set_and_taken_back(console: Console) -> None:
    vendor = find_waiting(console)
    page = console.open("vendors", search=vendor["email"])
    page.get_by_role("button", name="Change").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Tier").select_option("pro")
    dialog.get_by_label("Paid leads a month").fill("25")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("row", name=vendor["email"])).to_contain_text("Pro")
    entry = console.get("/admin/logs", action="vendor.set", target=vendor["id"])["items"][0]
    assert {change["field"]: change["after"] for change in entry["changes"]} == {
        TIER: "pro",
        "monthlyPaidLeadCap": 25,
    }
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("row", name=vendor["email"])).to_contain_text("Not verified")


def test_the_directory_is_filtered_and_an_entry_opened(console: Console) -> None:
    page = console.open("vendors", "directory", kind="vendor", search="Lanternfish")
    total = console.get("/vendors/directory", kind="vendor", search="Lanternfish")["total"]
    expect(page.get_by_role("row")).to_have_count(total + 1)
    page.get_by_role("button", name="Show").first.click()
    expect(page.locator(".detail")).to_contain_text("Offering")
