"""Webhooks and their deliveries."""

from playwright.sync_api import expect

from tests.console.conftest import Console
from tests.servers import receiver as receivers
from tests.servers.receiver import Reply


def test_a_webhook_is_created_tested_changed_and_deleted(console: Console) -> None:
    with receivers.running() as receiver:
        page = console.open("access", "webhooks")
        page.get_by_role("button", name="Create a webhook").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("URL").fill(receiver.url("/hook"))
        dialog.get_by_label("Types of changes").fill("job.approved\njob.closed")
        dialog.get_by_label("Description").fill("Job board")
        dialog.get_by_role("button", name="Create").click()
        secret = dialog.locator(".secret").inner_text()
        assert secret.startswith("whsec_")
        dialog.get_by_role("button", name="Close").click()
        page.get_by_role("link", name=receiver.url("/hook")).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Job board")

        receiver.answers["/hook"] = [Reply(410, b"not any more")]
        page.get_by_role("button", name="Send a test").click()
        assert receiver.arrived.wait(10)
        [webhook] = console.get("/admin/webhooks")
        path = f"/admin/webhooks/{webhook['id']}/deliveries"
        for _ in range(100):
            if console.get(path)["items"][0]["status"] == "failed":
                break
            page.wait_for_timeout(100)
        page.reload()
        expect(page.get_by_text("the receiver responded 410 Gone")).to_be_visible()
        row = page.get_by_role("row", name="webhook.test")
        expect(row).to_contain_text("Failed")
        row.get_by_role("button", name="Show").click()
        expect(page.get_by_text("not any more")).to_be_visible()

        page.get_by_role("button", name="Enable").click()
        expect(page.locator(".page-head .badge")).to_have_text("Enabled")
        row.get_by_role("button", name="Send again").click()
        expect(page.get_by_text("The delivery is sent again.")).to_be_visible()
        for _ in range(100):
            if console.get(path)["items"][0]["status"] == "succeeded":
                break
            page.wait_for_timeout(100)
        assert [each.path for each in receiver.received] == ["/hook", "/hook"]

        page.get_by_role("button", name="Edit").click()
        dialog.get_by_label("Types of changes").fill("*")
        dialog.get_by_role("button", name="Save").click()
        expect(page.get_by_text("The webhook was changed.")).to_be_visible()
        assert console.get("/admin/webhooks")[0]["types"] == ["*"]

        page.get_by_role("button", name="Rotate the secret").click()
        dialog.get_by_role("button", name="Rotate").click()
        expect(dialog.locator(".secret")).to_contain_text("whsec_")
        assert dialog.locator(".secret").inner_text() != secret
        dialog.get_by_role("button", name="Close").click()

        page.get_by_role("button", name="Delete").click()
        dialog.get_by_role("button", name="Delete").click()
        expect(page.get_by_text("There are no webhooks.")).to_be_visible()
        assert console.get("/admin/webhooks") == []
