"""What every list, the navigation and the charts of the console have in common."""

import re

from playwright.sync_api import ViewportSize, expect

from tests.console.conftest import Console

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_the_navigation_says_how_much_waits(console: Console) -> None:
    page = console.open("audit")
    waiting = {one["name"]: one["waiting"] for one in console.get("/admin/overview")["queues"]}
    navigation = page.get_by_role("navigation", name="Screens")
    titles = ["Members", "Work", "Community", "Platform"]
    expect(navigation.get_by_role("heading")).to_have_text(titles)
    jobs = navigation.get_by_role("link", name=re.compile("^Jobs"))
    expect(jobs).to_have_accessible_name(f"Jobs {waiting['jobs']} waiting")
    expect(navigation.get_by_role("link", name="Audit", exact=True)).to_be_visible()


def test_filters_are_behind_one_button_and_each_can_be_removed(console: Console) -> None:
    page = console.open("people", platform="vendors")
    expect(page.get_by_role("combobox", name="Platform")).to_be_hidden()
    page.get_by_text("Filters (1)").click()
    page.get_by_role("combobox", name="Vendors role").select_option("ambassador")
    expect(page).to_have_url(re.compile("vendorsRole=ambassador"))
    found = console.get("/admin/users", platform="vendors", vendorsRole="ambassador")["total"]
    expect(page.locator(".pages")).to_contain_text(f"{found} in all")
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox", name="Platform")).to_be_hidden()
    page.get_by_role("button", name="Remove the filter Vendors role: Ambassador").click()
    page.get_by_role("button", name="Remove the filter Platform: Vendors").click()
    every = console.get("/admin/users")["total"]
    expect(page.locator(".pages")).to_contain_text(f"{every} in all")
    expect(page.get_by_text("Filters", exact=True)).to_be_visible()


def test_a_long_text_is_cut_and_its_title_is_whole(console: Console) -> None:
    page = console.open("roles")
    [*roles] = console.get("/admin/roles", limit=20)["items"]
    longest = max((role["roleNeeded"] for role in roles), key=len)
    cell = page.locator("td.clipped", has_text=longest)
    assert cell.get_attribute("title") == longest
    box = cell.bounding_box()
    assert box is not None
    assert box["width"] <= 22 * 16 + 1


def test_on_a_phone_rows_are_cards_and_the_navigation_is_folded(console: Console) -> None:
    page = console.page
    page.set_viewport_size(PHONE)
    console.open("people")
    navigation = page.get_by_role("navigation", name="Screens")
    expect(navigation.get_by_role("link", name=re.compile("^Jobs"))).to_be_hidden()
    first = page.locator("tbody tr").first
    label = "getComputedStyle(document.querySelector('td:nth-child(2)'), '::before').content"
    assert page.evaluate(label) == '"E-mail address"'
    width = first.bounding_box()
    assert width is not None
    assert width["width"] < PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    navigation.get_by_role("button", name="Menu").click()
    navigation.get_by_role("link", name=re.compile("^Jobs")).click()
    expect(page.get_by_role("heading", name="Jobs", level=1)).to_be_visible()
    expect(navigation.get_by_role("link", name=re.compile("^Roles"))).to_be_hidden()


def test_a_chart_shows_each_day_with_the_keys_and_under_the_pointer(console: Console) -> None:
    page = console.open("today")
    days = console.get("/admin/activity", days=30)["days"]
    chart = page.get_by_role("slider", name="Registrations", exact=True)
    figure = page.locator("figure", has=chart)
    total = sum(day["registrations"] for day in days)
    expect(figure.locator("b")).to_have_text(str(total))
    chart.focus()
    page.keyboard.press("Home")
    expect(figure.locator("b")).to_have_text(re.compile(f": {days[0]['registrations']}$"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    second = chart.get_attribute("aria-valuetext") or ""
    assert second.endswith(f": {days[1]['registrations']}")
    box = chart.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    expect(figure.locator("b")).to_have_text(re.compile(f": {days[-1]['registrations']}$"))
    chart.blur()
    page.mouse.move(0, 0)
    expect(figure.locator("b")).to_have_text(str(total))


def test_the_period_of_the_charts_is_chosen_and_remembered(console: Console) -> None:
    page = console.open("today")
    page.get_by_role("button", name="365 days").click()
    chart = page.get_by_role("slider", name="Registrations by week")
    expect(chart).to_have_attribute("aria-valuemax", "52")
    # Sign-ins are stored for 120 days: 17 weeks and a day.
    expect(page.get_by_role("slider", name="Sign-ins by week")).to_have_attribute(
        "aria-valuemax", "17"
    )
    page.reload()
    expect(chart).to_be_visible()
    days = console.get("/admin/activity", days=365)["days"]
    total = sum(day["registrations"] for day in days)
    expect(page.locator("figure", has=chart).locator("b")).to_have_text(f"{total:,}")


def test_back_leads_to_the_page_of_a_list_that_was_left(console: Console) -> None:
    page = console.open("people")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".pages")).to_contain_text("page 2 of")
    link = page.locator("tbody tr").nth(10).get_by_role("link").first
    link.scroll_into_view_if_needed()
    name = link.inner_text()
    link.click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    page.go_back()
    expect(page.locator(".pages")).to_contain_text("page 2 of")
    page.go_back()
    expect(page.locator(".pages")).to_contain_text("page 1 of")


def test_back_undoes_a_filter(console: Console) -> None:
    page = console.open("people")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_role("combobox", name="Platform").select_option("vendors")
    expect(page).to_have_url(re.compile("platform=vendors"))
    page.go_back()
    expect(page).not_to_have_url(re.compile("platform=vendors"))
    every = console.get("/admin/users")["total"]
    expect(page.locator(".pages")).to_contain_text(f"{every:,} in all")
