"""The search of people finds a name that is written with one typing error."""

from playwright.sync_api import Page, expect

from tests.console.conftest import Console


def search(page: Page, text: str) -> None:
    page.locator(".filters input[name=search]").fill(text)


def test_a_misspelt_name_is_found_in_the_list_of_people(console: Console) -> None:
    [ada] = console.get("/admin/users", search="ada lindholm")["items"]
    page = console.open("people")
    search(page, "ada lindhlom")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody tr")).to_contain_text(ada["email"])
    search(page, "ada lindlhmo")
    expect(page.locator("tbody tr")).to_have_count(0)


def test_a_misspelt_name_is_found_by_the_palette(console: Console) -> None:
    page = console.open("system")
    page.keyboard.press("Control+k")
    page.get_by_role("dialog").locator("input").fill("lindhlom")
    expect(page.get_by_role("dialog").get_by_text("Ada Lindholm")).to_be_visible()
