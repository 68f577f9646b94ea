"""The console asks for a confirmation of the session, and repeats the request that needs it."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from bridgework.demo import people
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.console.conftest import Console

NAME = "Job board of the confirmed"


def age_proofs(folder: Path) -> None:
    """Let the last proof of each session be more than ten minutes old."""
    with sqlite3.connect(folder / "bridgework.db", timeout=30) as database:
        database.execute("UPDATE sessions SET proved_at = '2020-01-01T00:00:00.000Z'")
    database.close()


def begin_key(console: Console, folder: Path, name: str = NAME) -> tuple[Page, Locator]:
    """Send the form of a new key with a session that must be confirmed; return both dialogs."""
    age_proofs(folder)
    page = console.open("access", "keys")
    page.get_by_role("button", name="Create a key").click()
    form = page.get_by_role("dialog", name="Create a key")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Read jobs").check()
    with page.expect_response("**/auth/admin/confirm/options"):
        form.get_by_role("button", name="Create").click()
    console.browser_page.allow("status of 403", "the browser reports the 403")
    return page, page.get_by_role("dialog", name="Confirm that it is you")


def test_a_confirmed_request_is_repeated_once(console: Console, demo_folder: Path) -> None:
    page, dialog = begin_key(console, demo_folder)
    expect(dialog.get_by_label("Master password")).to_be_focused()
    dialog.get_by_label("Master password").fill("wrong")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_label("Master password").fill(people.MASTER_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".secret")).to_be_visible()
    expect(dialog).to_have_count(0)
    keys = console.get("/admin/api-keys")
    assert [key["name"] for key in keys].count(NAME) == 1


def test_a_cancelled_confirmation_leaves_the_form_as_typed(
    console: Console, demo_folder: Path
) -> None:
    page, dialog = begin_key(console, demo_folder, "Never created")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    form = page.get_by_role("dialog", name="Create a key")
    expect(form.get_by_label("Name")).to_have_value("Never created")
    expect(form.get_by_label("Read jobs")).to_be_checked()
    expect(form.get_by_role("alert")).to_contain_text("Nothing was sent")
    assert "Never created" not in [key["name"] for key in console.get("/admin/api-keys")]
