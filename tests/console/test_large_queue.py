"""Today with 100,000 waiting items, for two administrators at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bridgework import app
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.commands.demo_data import load_world
from bridgework.demo import people
from bridgework.kit.core import SystemClock
from bridgework.settings import Settings
from tests import process
from tests import world as worlds
from tests.areas.queue import many
from tests.browser import open_browser
from tests.servers.ports import free_port

pytestmark = [pytest.mark.long("a hundred thousand records"), pytest.mark.timeout(900)]

WAITING = 4 * many.EACH
LONGEST = 3_000
"""Milliseconds until the first page of the queue is shown, with the start of the browser's page."""
OPEN = """async address => {
  const start = performance.now();
  location.hash = address;
  while (!document.querySelector('.queue > li')) await new Promise(requestAnimationFrame);
  return performance.now() - start;
}"""


def prepare(settings: Settings) -> None:
    """Add the items, and make Vera an administrator with the master password of the demo."""
    database = app.database(settings, session_name="test")
    try:
        with database.writing() as tx:
            is_root = accounts.c.email == people.ROOT
            root = tx.row(accounts.select().where(is_root), {})
            assert root is not None
            rights = {"role": root.role, "master_password_hash": root.master_password_hash}
            is_vera = accounts.c.email == people.VERA
            tx.execute(accounts.update().where(is_vera).values(rights))
        many.fill(database, root.id, SystemClock().now())
    finally:
        database.close()


@pytest.fixture
def url(tmp_path: Path, database_url: str) -> Iterator[str]:
    settings = worlds.settings(tmp_path, database_url=database_url)
    load_world(settings, 200)
    prepare(settings)
    port = free_port()
    url = f"http://localhost:{port}"
    options = {"database_url": database_url, "public_url": url}
    with process.run_server(tmp_path, port=port, **options):
        yield url


def sign_in(page: Page, url: str, email: str) -> None:
    """Sign in as an administrator at the console, and wait for the queue."""
    page.goto(f"{url}/console/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Master password").fill(people.MASTER_PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".queue > li").first).to_be_visible()


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", name="waiting")


def number_waiting(page: Page) -> int:
    return int(heading(page).inner_text().split()[0].replace(",", ""))


def test_two_administrators_decide_in_a_queue_of_100_000(url: str) -> None:
    with open_browser(url) as opened, opened.another() as other:
        root, vera = opened.page, other.page
        sign_in(root, url, people.ROOT)
        sign_in(vera, url, people.VERA)
        root.goto(f"{url}/console/#/people")
        root.locator("tbody tr").first.wait_for()
        milliseconds = root.evaluate(OPEN, "#/")
        assert milliseconds < LONGEST, milliseconds
        waiting = number_waiting(root)
        assert waiting >= WAITING
        assert number_waiting(vera) == waiting
        expect(root.locator(".queue > li")).to_have_count(100)
        root.get_by_role("button", name="Show more").click()
        expect(root.locator(".queue > li")).to_have_count(200)
        expect(root.locator(".queue > li").nth(100)).to_be_focused()

        for page in (root, vera):
            page.get_by_role("group", name="Kinds").get_by_role("button", name="Job").click()
        mine = root.locator(".queue > li", has_text="Endodontist").first
        key = mine.get_attribute("id")
        theirs = vera.locator(f"[id='{key}']")
        mine.get_by_role("button", name="Reject").click()
        dialog = root.get_by_role("dialog", name="Reject: Endodontist")
        expect(theirs.locator(".claimed")).to_contain_text("looks at this item", timeout=10_000)
        dialog.get_by_role("button", name="Reject").click()
        expect(root.locator(f"[id='{key}']")).to_have_count(0)
        expect(theirs).to_have_count(0, timeout=30_000)
        expect(heading(root)).not_to_have_text(f"{waiting:,} waiting")
