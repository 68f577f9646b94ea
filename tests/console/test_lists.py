"""What every list, the navigation and the charts of the console have in common."""

import re

from playwright.sync_api import ViewportSize, expect

from tests.console.conftest import Console
from tests.console.test_today import post_job

PHONE: ViewportSize = {"width": 390, "height": 844}


def test_the_navigation_says_how_much_waits(console: Console) -> None:
    page = console.open("audit")
    waiting = {one["name"]: one["waiting"] for one in console.get("/admin/overview")["queues"]}
    navigation = page.get_by_role("navigation", name="Screens")
    titles = ["Members", "Work", "Community", "Platform"]
    expect(navigation.get_by_role("heading")).to_have_text(titles)
    jobs = navigation.get_by_role("link", name=re.compile("^Jobs"))
    expect(jobs).to_have_accessible_name(f"Jobs {waiting['jobs']} jobs to approve")
    expect(navigation.get_by_role("link", name="Audit", exact=True)).to_be_visible()


def test_filters_are_behind_one_button_and_each_can_be_removed(console: Console) -> None:
    page = console.open("people", platform="vendors")
    expect(page.get_by_role("combobox", name="Platform")).to_be_hidden()
    page.get_by_text("Filters (1)").click()
    page.get_by_role("combobox", name="Vendors role").select_option("ambassador")
    expect(page).to_have_url(re.compile("vendorsRole=ambassador"))
    found = console.get("/admin/users", platform="vendors", vendorsRole="ambassador")["total"]
    expect(page.locator(".pages")).to_contain_text(re.compile(rf"{found} (person|people)"))
    page.keyboard.press("Escape")
    expect(page.get_by_role("combobox", name="Platform")).to_be_hidden()
    page.get_by_role("button", name="Remove the filter Vendors role: Ambassador").click()
    page.get_by_role("button", name="Remove the filter Platform: Vendors").click()
    every = console.get("/admin/users")["total"]
    expect(page.locator(".pages")).to_contain_text(f"{every} people, page 1")
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
    expect(page.locator(".pages")).to_contain_text(f"{every:,} people, page 1")


DENSE = [
    *("people", "vendors", "vendors/directory", "roles", "jobs", "moderation", "emails", "audit"),
    *("recruiting", "recruiting/openings", "events/upcoming", "events/requests", "blog"),
]


def test_every_list_shows_ten_rows_of_three_facts(console: Console) -> None:
    console.page.set_viewport_size({"width": 1440, "height": 900})
    for screen in DENSE:
        page = console.open(screen)
        rows = page.locator(".listing tbody tr")
        if rows.count() == 0:
            expect(page.locator(".empty").first).to_be_visible()
            continue
        top, height = page.evaluate(HEIGHTS)
        assert top + 10 * height <= 900, f"{screen}: rows of {height} px from {top} px on"
        facts = rows.first.locator("td")
        assert facts.count() >= 3, screen
    page = console.open("today")
    tenth = page.locator(".queue > li").nth(9).bounding_box()
    assert tenth is not None
    assert tenth["y"] + tenth["height"] <= 900


HEIGHTS = """() => {
  const boxes = [...document.querySelectorAll('.listing tbody tr')].slice(0, 10)
    .map(row => row.getBoundingClientRect());
  return [boxes[0].top, Math.max(...boxes.map(({ height }) => height))];
}"""


def test_every_list_says_how_much_it_shows(console: Console) -> None:
    nouns = {
        "people": "people",
        "roles": "roles?",
        "jobs": "jobs?",
        "moderation": "reports?",
        "emails": "e-mails?",
        "audit": "(entry|entries)",
        "events/upcoming": "events?",
        "blog": "articles?",
        "access": "administrators?",
        "recruiting": "candidates?",
    }
    for screen, noun in nouns.items():
        page = console.open(screen)
        status = page.locator(".listing").get_by_role("status")
        expect(status).to_have_count(1)
        expect(status).to_have_text(re.compile(rf"^[\d,]+ {noun}\b"))
    page = console.open("people")
    status = page.locator(".listing").get_by_role("status")
    before = status.inner_text()
    page.get_by_label("Search").fill("Lindholm")
    expect(status).to_have_text("1 person, page 1 of 1")
    assert before != "1 person, page 1 of 1"


def test_the_buttons_of_a_row_name_its_record(console: Console) -> None:
    page = console.open("vendors")
    name = page.locator("tbody tr").first.get_by_role("link").first.inner_text()
    expect(page.get_by_role("button", name=f"Change {name}").first).to_be_visible()
    page = console.open("audit")
    expect(page.get_by_role("button", name=re.compile("^Show: ")).first).to_be_visible()
    page = console.open("today")
    row = page.locator(".queue > li").first
    title = row.get_by_role("link").inner_text()
    for label in ("Assign", "Verify", "Disable"):
        expect(row.get_by_role("button", name=f"{label}: {title}", exact=True)).to_be_visible()


def test_the_navigation_counts_again_after_a_decision(console: Console) -> None:
    for title in ("Counted once", "Counted twice"):
        post_job(console, title)
    page = console.open("today", kind="job")
    waiting = {one["name"]: one["waiting"] for one in console.get("/admin/overview")["queues"]}
    jobs = page.get_by_role("navigation", name="Screens").locator("a", has_text="Jobs")
    page.reload()
    expect(jobs).to_have_accessible_name(f"Jobs {waiting['jobs']} jobs to approve")
    page.locator(".queue > li", has_text="Counted once").focus()
    page.keyboard.press("a")
    expect(page.locator(".toast.held")).to_be_visible()
    with page.expect_response("**/approve"):
        console.pass_time()
    left = waiting["jobs"] - 1
    text = f"Jobs {left} job{'' if left == 1 else 's'} to approve"
    expect(jobs).to_have_accessible_name(text, timeout=10_000)
