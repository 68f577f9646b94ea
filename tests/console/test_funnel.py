"""How far the accounts have come that registered in the period of the activity."""

import re

from playwright.sync_api import Route, expect

from tests.console.conftest import Console

STEPS = {
    "emailVerified": "E-mail address verified",
    "verified": "Verified by an administrator",
    "listed": "Listed in a directory",
    "applied": "Applied",
    "hired": "Hired",
}


def test_the_funnel_has_the_numbers_of_the_period(console: Console) -> None:
    page = console.open("today")
    for days in (30, 365):
        page.get_by_role("button", name=f"{days} days").click()
        funnel = console.get("/admin/activity", days=days)["funnel"]
        registered = funnel["registered"]
        assert registered > 0
        expect(page.get_by_role("heading", name=f"New accounts: {registered}")).to_be_visible()
        for name, title in STEPS.items():
            share = int(funnel[name] * 100 / registered + 0.5)
            bar = page.get_by_role("progressbar", name=f"{title}: {funnel[name]} ({share}%)")
            expect(bar).to_have_attribute("max", str(registered))
            expect(bar).to_have_attribute("value", str(funnel[name]))


def test_what_administrators_did_leads_to_the_audit_log(console: Console) -> None:
    page = console.open("today")
    [root, *_] = console.get("/admin/activity")["administrators"]
    assert root["entries"] > 0
    line = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=root["name"]))
    expect(line).to_contain_text("in the audit log")
    line.get_by_role("link", name=root["name"]).click()
    expect(
        page.get_by_role("button", name=f"Remove the filter Actor: {root['name']}")
    ).to_be_visible()


def test_a_period_without_accounts_has_no_bars(console: Console) -> None:
    page = console.page

    def empty(route: Route) -> None:
        response = route.fetch()
        answer = response.json()
        answer["data"]["funnel"] = dict.fromkeys(answer["data"]["funnel"], 0)
        route.fulfill(response=response, json=answer)

    page.route(re.compile("/admin/activity"), empty)
    console.open("today")
    page.reload()
    expect(page.get_by_role("heading", name="New accounts: 0")).to_be_visible()
    expect(page.get_by_text("Hired: 0 (0%)")).to_be_visible()
    steps = page.locator("ol", has_text="Hired")
    expect(steps).to_have_count(1)
    expect(steps.get_by_role("progressbar")).to_have_count(0)
