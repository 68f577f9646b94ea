"""What operators see of the work in the background."""

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.console.conftest import Console


def test_what_waits_and_what_failed_are_shown(console: Console) -> None:
    status = console.get("/admin/system")
    page = console.open("system")
    waiting = fact(page, "Work in the background", "Webhook")
    expect(waiting).to_contain_text(str(status["queues"]["webhooks"]["waiting"]))
    expect(fact(page, "Periodic tasks", "State")).to_contain_text("Ok")
    expect(card(page, "Last backup")).to_contain_text("No backup is recorded")
    expect(fact(page, "TLS certificates", "Mail")).to_contain_text("Not used")
    expect(fact(page, "Installation", "Python")).to_contain_text(status["python"])


def test_what_needs_an_operator_is_marked_and_leads_on(console: Console) -> None:
    page = console.page
    changes = {
        "failures": {"emails": 3, "webhooks": 0, "imports": 0, "periodicTasks": 2},
        "periodicTasks": {"state": "unavailable"},
        "backup": {
            "createdAt": "2026-11-20T03:00:00.000Z",
            "verifiedAt": None,
            "lastVerificationAt": "2026-11-13T03:00:00.000Z",
        },
        "certificates": {
            "mail": {
                "state": "expiring",
                "expiresAt": "2026-12-01T03:00:00.000Z",
                "checkedAt": "2026-11-27T03:00:00.000Z",
            },
        },
    }
    change_status(page, changes)
    console.open("system")
    expect(fact(page, "TLS certificates", "Mail")).to_contain_text("Expiring until")
    expect(card(page, "Periodic tasks").locator(".badge.bad")).to_have_text("Unavailable")
    expect(fact(page, "Last backup", "Verified at")).to_contain_text("–")
    expect(fact(page, "Last backup", "Last verification at").locator("time")).to_be_visible()
    expect(fact(page, "Failed in the last 24 hours", "Periodic tasks")).to_contain_text("2")
    fact(page, "Failed in the last 24 hours", "E-mails").get_by_role("link", name="3").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("E-mails")
    assert "state=dead" in page.url


def change_status(page: Page, changes: Mapping[str, Any]) -> None:
    """Change members of the status that the console receives."""

    def respond(route: Route) -> None:
        response = route.fetch()
        data = {**response.json()["data"], **changes}
        route.fulfill(response=response, body=json.dumps({"data": data}))

    page.route("**/admin/system", respond)


def card(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.locator(".card", has=heading)


def fact(page: Page, title: str, label: str) -> Locator:
    return card(page, title).locator(".facts > div", has_text=label).first
