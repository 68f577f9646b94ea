"""The state of the installation."""

from playwright.sync_api import expect

from tests.console.conftest import Console


def test_the_state_the_version_and_what_waits_are_shown(console: Console) -> None:
    page = console.open("system")
    expect(page.get_by_text("Ready", exact=True)).to_be_visible()
    version = console.api.get("/", headers={"accept": "application/json"}).json()["data"]["version"]
    expect(page.get_by_text(f"Bridgework {version}")).to_be_visible()
    for queue in console.get("/admin/overview")["queues"]:
        if queue["name"] == "consultations":
            fact = page.locator(".facts > div", has_text="Consultations")
            expect(fact).to_contain_text(str(queue["waiting"]))
    link = page.get_by_role("link", name="Interactive documentation")
    with page.context.expect_page() as opened:
        link.click()
    assert opened.value.url.endswith("/docs/")
