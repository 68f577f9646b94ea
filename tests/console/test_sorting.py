"""Lists of the console in another order, and the views that the browser keeps of them."""

import re

from playwright.sync_api import Locator, expect

from tests.console.conftest import Console


def head(console: Console, label: str) -> Locator:
    return console.page.get_by_role("columnheader", name=label)


def names(console: Console) -> list[str]:
    """Return the first cells of the rows that are shown."""
    return console.page.locator("tbody tr td:first-child").all_inner_texts()


def test_every_record_that_matches_is_sorted_not_only_the_page(console: Console) -> None:
    page = console.open("people")
    total = console.get("/admin/users")["total"]
    expect(head(console, "Name")).to_have_attribute("aria-sort", "none")
    head(console, "Name").get_by_role("button").click()
    expect(head(console, "Name")).to_have_attribute("aria-sort", "ascending")
    expect(page.locator(".pages")).to_contain_text(f"{total} people, page 1")
    expect(page.locator("tbody tr")).to_have_count(min(total, 50))
    first = names(console)
    expect(page).to_have_url(re.compile("sort=name"))
    head(console, "Name").get_by_role("button").click()
    expect(head(console, "Name")).to_have_attribute("aria-sort", "descending")
    expect(page.locator("tbody tr td:first-child").first).not_to_have_text(first[0])
    last = names(console)
    assert page.evaluate("([a, b]) => a.localeCompare(b)", [first[0], last[0]]) < 0
    assert not set(first) & set(last)
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".pages")).to_contain_text("page 2")
    expect(page.locator("tbody tr td:first-child").first).not_to_have_text(last[0])
    head(console, "Name").get_by_role("button").click()
    expect(head(console, "Name")).to_have_attribute("aria-sort", "none")
    expect(page).not_to_have_url(re.compile("sort="))


def test_a_sorted_list_keeps_its_filters(console: Console) -> None:
    page = console.open("people", platform="vendors", sort="-email")
    found = console.get("/admin/users", platform="vendors")["total"]
    expect(page.locator(".pages")).to_contain_text(f"{found} people")
    emails = page.locator("tbody tr td:nth-child(2)").all_inner_texts()
    in_order = "texts => texts.toSorted((a, b) => b.localeCompare(a, undefined, {numeric: true}))"
    assert emails == page.evaluate(in_order, emails)


def test_an_order_that_no_column_has_changes_nothing(console: Console) -> None:
    page = console.open("people", sort="nothing")
    expect(page.locator("tbody tr").first).to_be_visible()
    expect(page.locator("[aria-sort=ascending], [aria-sort=descending]")).to_have_count(0)


def test_a_view_is_kept_opened_and_removed(console: Console) -> None:
    page = console.open("people", platform="vendors", sort="-email")
    page.get_by_text("Views", exact=True).click()
    page.get_by_label("Name of the present view").fill("  Vendors by e-mail ")
    page.get_by_role("button", name="Save the view").click()
    console.open("people", search="ada")
    page.reload()
    page.get_by_text("Views", exact=True).click()
    page.get_by_role("button", name="Vendors by e-mail", exact=True).click()
    expect(page).to_have_url(re.compile(r"platform=vendors&sort=-email$"))
    expect(head(console, "E-mail address")).to_have_attribute("aria-sort", "descending")
    page.get_by_role("button", name="Remove the view Vendors by e-mail").click()
    expect(page.get_by_role("button", name="Vendors by e-mail", exact=True)).to_have_count(0)
    page.reload()
    page.get_by_text("Views", exact=True).click()
    expect(page.get_by_label("Name of the present view")).to_be_visible()
    expect(page.get_by_role("button", name="Vendors by e-mail", exact=True)).to_have_count(0)


def test_damaged_views_are_as_none(console: Console) -> None:
    page = console.open("people")
    page.evaluate("localStorage.setItem('bridgework-views-people', '[{')")
    page.reload()
    page.get_by_text("Views", exact=True).click()
    expect(page.get_by_role("button", name="Save the view")).to_be_visible()
